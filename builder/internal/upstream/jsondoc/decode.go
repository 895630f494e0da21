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

// keys keeps one copy of each member's name. It is bounded, because a document with names that
// never repeat must not fill it.
type keys map[string]string

func (k keys) intern(name []byte) string {
	if key, ok := k[string(name)]; ok {
		return key
	}
	key := string(name)
	if len(k) < 1024 && len(key) <= 64 {
		k[key] = key
	}
	return key
}

// decoder makes Go values of bytes that jsontext has checked, so that it looks for no faults but
// depth and numbers.
type decoder struct {
	text    []byte
	pos     int
	keys    keys
	scratch []byte
}

// valueError is a value that is JSON, and yet refused.
type valueError struct {
	at   int64 // byte of the text
	path jsontext.Pointer
	what string
}

func refuse(at int, format string, args ...any) *valueError {
	return &valueError{at: int64(at), what: fmt.Sprintf(format, args...)}
}

// under puts a token before the path.
func (e *valueError) under(token string) *valueError {
	e.path = jsontext.Pointer("").AppendToken(token) + e.path
	return e
}

func decode(text []byte, k keys) (any, *valueError) {
	d := decoder{text: text, keys: k}
	return d.value(0)
}

func (d *decoder) value(depth int) (any, *valueError) {
	d.space()
	switch d.text[d.pos] {
	case '{':
		m := map[string]any{}
		for d.more(depth, '}') {
			name, err := d.str()
			if err != nil {
				return nil, err
			}
			key := d.keys.intern(name)
			d.space()
			d.pos++ // the colon
			v, err := d.value(depth + 1)
			if err != nil {
				return nil, err.under(key)
			}
			m[key] = v
		}
		return m, d.deep(depth)
	case '[':
		list := []any{}
		for d.more(depth, ']') {
			v, err := d.value(depth + 1)
			if err != nil {
				return nil, err.under(strconv.Itoa(len(list)))
			}
			list = append(list, v)
		}
		return list, d.deep(depth)
	case '"':
		text, err := d.str()
		return string(text), err
	case 't':
		d.pos += len("true")
		return true, nil
	case 'f':
		d.pos += len("false")
		return false, nil
	case 'n':
		d.pos += len("null")
		return nil, nil
	}
	return d.number()
}

func (d *decoder) space() {
	for d.pos < len(d.text) && d.text[d.pos] <= ' ' {
		d.pos++
	}
}

// more goes to the next member or element of what ends with end, and says whether there is one.
// Nothing too deep has one.
func (d *decoder) more(depth int, end byte) bool {
	if depth >= maxDepth {
		return false
	}
	d.space()
	if d.text[d.pos] != end {
		d.pos++ // its beginning, or a comma
		d.space()
	}
	if d.text[d.pos] == end {
		d.pos++
		return false
	}
	return true
}

func (d *decoder) deep(depth int) *valueError {
	if depth < maxDepth {
		return nil
	}
	return refuse(d.pos, "nested deeper than %d: no event is", maxDepth)
}

// str reads a string. The result is valid until the next call. Half of a surrogate pair, which
// stands alone where a program cut a text inside of a character, is U+FFFD (RFC 8259, section 8.2).
func (d *decoder) str() ([]byte, *valueError) {
	d.space()
	start := d.pos
	for {
		d.pos++
		d.pos += bytes.IndexByte(d.text[d.pos:], '"')
		n := 0
		for d.text[d.pos-1-n] == '\\' {
			n++
		}
		if n%2 == 0 {
			break
		}
	}
	d.pos++
	raw := d.text[start:d.pos]
	if !utf8.Valid(raw) {
		for text := raw; ; {
			c, n := utf8.DecodeRune(text)
			if c == utf8.RuneError && n == 1 {
				return nil, refuse(start, "the string is not valid UTF-8: send it as UTF-8")
			}
			start, text = start+n, text[n:]
		}
	}
	if bytes.IndexByte(raw, '\\') < 0 {
		return raw[1 : len(raw)-1], nil
	}
	d.scratch, _ = jsontext.AppendUnquote(d.scratch[:0], raw) // it was checked, but for halves
	return d.scratch, nil
}

func (d *decoder) number() (any, *valueError) {
	start := d.pos
	integer := true
	for ; d.pos < len(d.text); d.pos++ {
		c := d.text[d.pos]
		if c == '.' || c == 'e' || c == 'E' {
			integer = false
		} else if (c < '0' || c > '9') && c != '-' && c != '+' {
			break
		}
	}
	text := d.text[start:d.pos]
	if len(text) > maxDigits {
		return nil, refuse(start, "a number has more than %d digits", maxDigits)
	}
	if integer {
		if n, err := strconv.Atoi(string(text)); err == nil {
			return n, nil
		}
		n, _ := new(big.Int).SetString(string(text), 10)
		return n, nil
	}
	f, err := strconv.ParseFloat(string(text), 64)
	if err != nil {
		return nil, refuse(start, "%q is too large a number", text)
	}
	return f, nil
}
