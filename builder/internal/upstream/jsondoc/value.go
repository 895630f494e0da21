package jsondoc

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// maxDigits is the length of a number: converting a longer one takes time that grows with its
// square.
const maxDigits = 400

// maxValues bounds the values of a document: {} takes two bytes in it, and a hundred in memory.
const maxValues = 5_000_000

// Size is about how many bytes of memory a decoded value takes.
func Size(v any) int {
	n := 16
	switch v := v.(type) {
	case string:
		n += len(v)
	case []any:
		for _, e := range v {
			n += Size(e)
		}
	case map[string]any:
		n += 300
		for name, e := range v {
			n += len(name) + Size(e)
		}
	}
	return n
}

// Whole decodes a document of at most limit bytes.
func Whole(r io.Reader, limit int64) (any, error) {
	text, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(text)) > limit {
		return nil, fmt.Errorf("%w: the document has more than %d bytes", ErrTooLarge, limit)
	}
	return whole(text)
}

// Value decodes a document that is in memory. Of a member that is there twice the last counts.
func Value(text []byte) (any, error) { return whole(text, jsontext.AllowDuplicateNames(true)) }

func whole(text []byte, options ...jsontext.Options) (any, error) {
	var d decoder
	v, err := d.decode(text, options...)
	if err != nil {
		return nil, fault(err, 0, "")
	}
	end := d.dec.InputOffset()
	if _, err = d.dec.ReadToken(); err != io.EOF {
		return nil, follows(end)
	}
	return v, nil
}

// follows is the error of a document that goes on behind its value.
func follows(at int64) error {
	return bad(at, "", "more follows the document: one JSON value was expected (name the file "+
		".ndjson if each line is one)")
}

// decoder makes Go values of the bytes of values.
type decoder struct {
	dec   jsontext.Decoder
	left  int               // values that may come
	names map[string]string // one copy of each name; bounded, since names need not repeat
}

// decode gives the first value of a text. Half of a surrogate pair, which stands alone where a
// program cut a string inside of a character, is U+FFFD (RFC 8259, section 8.2); jsontext allows it
// only together with bytes that are not UTF-8.
func (d *decoder) decode(text []byte, options ...jsontext.Options) (any, error) {
	options = append(options, jsontext.AllowInvalidUTF8(utf8.Valid(text)))
	d.dec.Reset(bytes.NewBuffer(text), options...)
	d.left = maxValues
	return d.value()
}

func (d *decoder) value() (any, error) {
	t, err := d.dec.ReadToken()
	if d.left--; d.left < 0 && err == nil {
		err = fmt.Errorf("%w: the document has more than %d values", ErrTooLarge, maxValues)
	}
	if err != nil {
		return nil, err
	}
	switch t.Kind() {
	case '{':
		m := map[string]any{}
		for d.dec.PeekKind() != '}' {
			name, err := d.dec.ReadToken()
			if err != nil {
				return nil, err
			}
			key := d.intern(name.String())
			if m[key], err = d.value(); err != nil {
				return nil, err
			}
		}
		_, err = d.dec.ReadToken()
		return m, err
	case '[':
		list := []any{}
		for d.dec.PeekKind() != ']' {
			v, err := d.value()
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		_, err = d.dec.ReadToken()
		return list, err
	case '"':
		return t.String(), nil
	case 't', 'f':
		return t.Bool(), nil
	case 'n':
		return nil, nil
	}
	n, err := number(t.String())
	if err != nil {
		err = &jsontext.SyntacticError{ByteOffset: d.dec.InputOffset(),
			JSONPointer: d.dec.StackPointer(), Err: err}
	}
	return n, err
}

func (d *decoder) intern(name string) string {
	if known, ok := d.names[name]; ok {
		return known
	}
	if d.names == nil {
		d.names = map[string]string{}
	}
	if len(d.names) < 1024 && len(name) <= 64 {
		d.names[name] = name
	}
	return name
}

func number(text string) (any, error) {
	if len(text) > maxDigits {
		return nil, fmt.Errorf("a number has more than %d digits", maxDigits)
	}
	if n, err := strconv.Atoi(text); err == nil {
		return n, nil
	}
	if n, ok := new(big.Int).SetString(text, 10); ok {
		return n, nil
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return nil, fmt.Errorf("%q is too large a number", text)
	}
	return f, nil
}

// advice says more of what is wrong than jsontext, which is pinned, and what to do.
var advice = []struct{ sign, say string }{
	{"unexpected EOF", "the document is cut off: read or write it again"},
	{"duplicate object member", "the member is there twice: send it once"},
	{"'<' at start of value", "this is HTML or XML, not JSON: check the address, and that the " +
		"source answers JSON there"},
	{"'N' at start of value", "NaN and Infinity are not JSON: send null"},
	{"'I' at start of value", "NaN and Infinity are not JSON: send null"},
	{"'I' in number", "NaN and Infinity are not JSON: send null"},
	{"invalid escape sequence", "an escape in a string is none of JSON: write \\u and four digits"},
	{"non-control character", "a control character stands in a string: escape it"},
	{"invalid UTF-8", "the string is not valid UTF-8: send it as UTF-8"},
	{"max depth", "nested too deep: no event is"},
}

// fault is the error of a decoder that began at a place of the document.
func fault(err error, at int64, path jsontext.Pointer) error {
	if errors.Is(err, ErrTooLarge) {
		return err
	}
	syntax, ok := errors.AsType[*jsontext.SyntacticError](err)
	if !ok { // io.EOF
		return bad(at, path, "the document is empty: JSON was expected")
	}
	what := syntax.Err.Error()
	for _, a := range advice {
		if strings.Contains(strings.ToLower(what), strings.ToLower(a.sign)) {
			what = a.say
			break
		}
	}
	return bad(at+syntax.ByteOffset, path+syntax.JSONPointer, "%s", what)
}

// bad is a malformed document, with the place.
func bad(at int64, path jsontext.Pointer, format string, args ...any) error {
	return fmt.Errorf("%w: byte %d%s: %s", ErrMalformed, at, where(path),
		fmt.Sprintf(format, args...))
}

// where is a path for a message; only its end, because nesting is chosen by the document.
func where(path jsontext.Pointer) string {
	const most = 100
	text := string(path)
	if len(text) > most {
		text = "…" + strings.ToValidUTF8(text[len(text)-most:], "")
	}
	if text == "" {
		return ""
	}
	return ", at " + strings.Trim(strconv.Quote(text), `"`)
}
