package jsondoc

import (
	"bytes"
	"fmt"
	"math/big"
	"strconv"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

const (
	// maxDepth bounds objects and arrays within each other.
	maxDepth = 512
	// maxDigits is the length of a number: converting a longer one takes time that grows with its
	// square.
	maxDigits = 400
)

// decoder makes Go values of the bytes of values that jsontext has checked. Half of a surrogate
// pair, which stands alone where a program cut a text inside of a character, is U+FFFD (RFC 8259,
// section 8.2).
type decoder struct {
	dec     jsontext.Decoder
	invalid int64             // the byte that is not UTF-8; -1 for none
	names   map[string]string // one copy of each name; bounded, since names need not repeat
}

// decode gives a value. Its error is a [jsontext.SyntacticError].
func (d *decoder) decode(text []byte) (any, error) {
	d.dec.Reset(bytes.NewBuffer(text), jsontext.AllowInvalidUTF8(true),
		jsontext.AllowDuplicateNames(true))
	d.invalid = -1
	for at := 0; !utf8.Valid(text[at:]); {
		c, n := utf8.DecodeRune(text[at:])
		if c == utf8.RuneError && n == 1 {
			d.invalid = int64(at)
			break
		}
		at += n
	}
	return d.value(0)
}

// refuse is the error of a value that is JSON, and yet refused.
func (d *decoder) refuse(at int64, format string, args ...any) error {
	return &jsontext.SyntacticError{ByteOffset: at, JSONPointer: d.dec.StackPointer(),
		Err: fmt.Errorf(format, args...)}
}

func (d *decoder) value(depth int) (any, error) {
	at := d.dec.InputOffset()
	t, err := d.dec.ReadToken()
	if end := d.dec.InputOffset(); err == nil && at <= d.invalid && d.invalid < end {
		err = d.refuse(d.invalid, "the string is not valid UTF-8: send it as UTF-8")
	}
	if err == nil && depth == maxDepth && (t.Kind() == '{' || t.Kind() == '[') {
		err = d.refuse(at, "nested deeper than %d: no event is", maxDepth)
	}
	if err != nil {
		return nil, err
	}
	switch t.Kind() {
	case '{':
		m := map[string]any{}
		for d.dec.PeekKind() != '}' {
			name, err := d.value(depth + 1)
			if err != nil {
				return nil, err
			}
			key := d.intern(name.(string))
			if m[key], err = d.value(depth + 1); err != nil {
				return nil, err
			}
		}
		_, err = d.dec.ReadToken()
		return m, err
	case '[':
		list := []any{}
		for d.dec.PeekKind() != ']' {
			v, err := d.value(depth + 1)
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
	return d.number(t.String(), d.dec.InputOffset())
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

func (d *decoder) number(text string, end int64) (any, error) {
	at := end - int64(len(text))
	if len(text) > maxDigits {
		return nil, d.refuse(at, "a number has more than %d digits", maxDigits)
	}
	if n, err := strconv.Atoi(text); err == nil {
		return n, nil
	}
	if n, ok := new(big.Int).SetString(text, 10); ok {
		return n, nil
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return nil, d.refuse(at, "%q is too large a number", text)
	}
	return f, nil
}
