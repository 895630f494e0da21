package jsondoc

import (
	"bytes"
	_ "embed" // advice.txt
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

// Bounds on the values of a text: {} takes two bytes in it, and a hundred in memory.
const (
	MaxRecord = 100_000 // that the builder holds at once
	maxValues = 5_000_000
)

// Read reads a document of at most limit bytes. It is JSON, and its value is not made.
func Read(r io.Reader, limit int64) ([]byte, error) {
	// A buffer that doubles holds a long text three times. Memory that is never written to is not
	// resident.
	var b bytes.Buffer
	n, err := b.ReadFrom(io.LimitReader(r, limit/8))
	if err == nil && n == limit/8 {
		b.Grow(int(limit))
		_, err = b.ReadFrom(io.LimitReader(r, limit+1-n))
	}
	if err != nil {
		return nil, err
	}
	text := b.Bytes()
	if int64(len(text)) > limit {
		return nil, ErrTooLarge.Errorf("the document has more than %d bytes", limit)
	}
	var d decoder
	d.reset(text)
	if _, err = d.dec.ReadValue(); err != nil {
		return nil, fault(err, 0, "")
	}
	return bytes.TrimSpace(text), d.end()
}

// Value decodes a document that is in memory. If an object has a member twice, the last one counts.
func Value(text []byte) (any, error) { return whole(text, maxValues) }

// Record is [Value] of at most [MaxRecord] values.
func Record(text []byte) (any, error) { return whole(text, MaxRecord) }

// Records decodes the records of one item, each on a line. Together they may have the values of ten
// records.
func Records(lines []byte) (all []any, err error) {
	left := 10 * MaxRecord
	for line := range bytes.Lines(lines) {
		d := decoder{most: min(left, MaxRecord)}
		v, err := d.decode(line)
		if err != nil {
			return nil, fmt.Errorf("an output cannot be read: %w", fault(err, 0, ""))
		}
		left -= d.made
		all = append(all, v)
	}
	return all, nil
}

func whole(text []byte, most int) (any, error) {
	d := decoder{most: most}
	v, err := d.decode(text, jsontext.AllowDuplicateNames(true))
	if err != nil {
		return nil, fault(err, 0, "")
	}
	return v, d.end()
}

// end returns the error of a document that goes on after its value.
func (d *decoder) end() error {
	end := d.dec.InputOffset()
	if _, err := d.dec.ReadToken(); err != io.EOF {
		return follows(end)
	}
	return nil
}

// follows returns the error of a document that goes on after its value.
func follows(at int64) error {
	return bad(at, "", "more follows the document: one JSON value was expected (name the file "+
		".ndjson if each line is one)")
}

// decoder makes Go values of the bytes of values.
type decoder struct {
	dec        jsontext.Decoder
	made, most int // values
}

// decode returns the first value of a text. Half of a surrogate pair, which a program leaves when
// it cuts a string inside a character, becomes U+FFFD (RFC 8259, section 8.2); jsontext allows it
// only together with bytes that are not UTF-8.
func (d *decoder) decode(text []byte, options ...jsontext.Options) (any, error) {
	d.reset(text, options...)
	return d.value()
}

func (d *decoder) reset(text []byte, options ...jsontext.Options) {
	options = append(options, jsontext.AllowInvalidUTF8(utf8.Valid(text)))
	d.dec.Reset(bytes.NewBuffer(text), options...)
}

// value decodes the next value, and counts it and all values inside.
func (d *decoder) value() (any, error) {
	t, err := d.dec.ReadToken()
	if d.made++; d.made > d.most && err == nil {
		err = ErrTooLarge.Errorf("the document has more than %d values", d.most)
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
			key := name.String()
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

// number returns an int, a *big.Int for an integer that does not fit, or a float64.
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
	return f + 0, nil // -0.0 is 0, as -0 is
}

// advice has words from messages of jsontext, in small letters, each with a remedy. The version of
// jsontext is pinned.
//
//go:embed advice.txt
var advice string

// fault returns the error of a decoder that began at a place of the document.
func fault(err error, at int64, path jsontext.Pointer) error {
	if errors.Is(err, ErrTooLarge) {
		return err
	}
	syntax, ok := errors.AsType[*jsontext.SyntacticError](err)
	if !ok { // io.EOF
		return bad(at, path, "the document is empty: JSON was expected")
	}
	what := syntax.Err.Error()
	for line := range strings.Lines(advice) {
		sign, say, _ := strings.Cut(line, "|")
		if strings.Contains(strings.ToLower(what), sign) {
			what = strings.TrimSpace(say)
			break
		}
	}
	return bad(at+syntax.ByteOffset, path+syntax.JSONPointer, "%s", what)
}

// bad returns the error for a malformed document, with the place.
func bad(at int64, path jsontext.Pointer, format string, args ...any) error {
	return ErrMalformed.Errorf("byte %d%s: %s", at, where(path), fmt.Sprintf(format, args...))
}

// where returns a path for a message; only its end, because nesting is chosen by the document.
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
