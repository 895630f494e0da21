package jsondoc

import (
	"io"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxDigits is the length of a number: converting a longer one takes time that grows with its
// square.
const maxDigits = 400

// number reads by the grammar of RFC 8259, section 6.
func (d *decoder) number() (any, error) {
	at := d.in.offset()
	text := d.scratch[:0]
	for {
		c, err := d.in.peek()
		if err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
		if (c < '0' || c > '9') && c != '-' && c != '+' && c != '.' && c != 'e' && c != 'E' {
			break
		}
		if text = append(text, c); len(text) > maxDigits {
			return nil, d.in.bad(at, "a number has more than %d digits", maxDigits)
		}
		d.in.pos++
	}
	d.scratch = text
	integer, ok := numberKind(text)
	if !ok {
		return nil, d.in.bad(at, "%q is not a number", text)
	}
	if integer {
		if n, err := strconv.ParseInt(string(text), 10, 64); err == nil && n >= math.MinInt &&
			n <= math.MaxInt {
			return int(n), nil
		}
		n, _ := new(big.Int).SetString(string(text), 10)
		return n, nil
	}
	f, err := strconv.ParseFloat(string(text), 64)
	if err != nil {
		return nil, d.in.bad(at, "%q is too large a number", text)
	}
	return f, nil
}

// numberKind checks the grammar and tells integers from the rest.
func numberKind(text []byte) (integer, ok bool) {
	digits := func() bool {
		n := 0
		for len(text) > n && text[n] >= '0' && text[n] <= '9' {
			n++
		}
		text = text[n:]
		return n > 0
	}
	if len(text) > 0 && text[0] == '-' {
		text = text[1:]
	}
	if len(text) > 1 && text[0] == '0' && text[1] >= '0' && text[1] <= '9' || !digits() {
		return false, false
	}
	if len(text) == 0 {
		return true, true
	}
	if text[0] == '.' {
		if text = text[1:]; !digits() {
			return false, false
		}
	}
	if len(text) > 0 && (text[0] == 'e' || text[0] == 'E') {
		if text = text[1:]; len(text) > 0 && (text[0] == '+' || text[0] == '-') {
			text = text[1:]
		}
		if !digits() {
			return false, false
		}
	}
	return false, len(text) == 0
}

// str reads a string whose opening quote is next. The result is valid until the next call.
func (d *decoder) str() ([]byte, error) {
	at := d.in.offset()
	d.in.pos++
	text, whole := d.scratch[:0], false
	for !whole {
		if _, err := d.in.must(); err != nil {
			return nil, err
		}
		i := d.in.pos
		for i < d.in.end && d.in.buf[i] != '"' && d.in.buf[i] != '\\' && d.in.buf[i] >= 0x20 {
			i++
		}
		part := d.in.buf[d.in.pos:i]
		d.in.pos = i
		if i < d.in.end && d.in.buf[i] == '"' && len(text) == 0 {
			d.in.pos++ // the usual case: nothing to put together
			text, whole = part, true
			break
		}
		text = append(text, part...)
		if i == d.in.end {
			continue
		}
		switch d.in.buf[i] {
		case '"':
			d.in.pos++
			d.scratch, whole = text, true
		case '\\':
			var err error
			if text, err = d.escape(text); err != nil {
				return nil, err
			}
		default:
			return nil, d.in.bad(d.in.offset(), "a control character stands in a string: escape it")
		}
	}
	if !utf8.Valid(text) {
		return nil, d.in.bad(at, "the string is not valid UTF-8: send it as UTF-8")
	}
	return text, nil
}

// escape reads one escape sequence, two for a pair of surrogates.
func (d *decoder) escape(text []byte) ([]byte, error) {
	at := d.in.offset()
	d.in.pos++
	c, err := d.in.must()
	if err != nil {
		return nil, err
	}
	d.in.pos++
	if i := strings.IndexByte(`"\/bfnrt`, c); i >= 0 {
		return append(text, "\"\\/\b\f\n\r\t"[i]), nil
	}
	if c != 'u' {
		return nil, d.in.bad(at, "%q is no escape", "\\"+string(rune(c)))
	}
	first, err := d.hex()
	if err != nil {
		return nil, err
	}
	if first < 0xd800 || first > 0xdfff {
		return utf8.AppendRune(text, first), nil
	}
	for _, want := range []byte(`\u`) {
		if c, err := d.in.must(); err != nil {
			return nil, err
		} else if c != want {
			return nil,
				d.in.bad(at, "half of a surrogate pair stands alone: send the character whole")
		}
		d.in.pos++
	}
	second, err := d.hex()
	if err != nil {
		return nil, err
	}
	if first > 0xdbff || second < 0xdc00 || second > 0xdfff {
		return nil, d.in.bad(at, "half of a surrogate pair stands alone: send the character whole")
	}
	return utf8.AppendRune(text, 0x10000+(first-0xd800)<<10+(second-0xdc00)), nil
}

func (d *decoder) hex() (rune, error) {
	var n rune
	for range 4 {
		c, err := d.in.must()
		if err != nil {
			return 0, err
		}
		switch {
		case c >= '0' && c <= '9':
			n = n<<4 + rune(c-'0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			n = n<<4 + rune(c|0x20-'a'+10)
		default:
			return 0, d.in.bad(d.in.offset(), "%q is not a hex digit", c)
		}
		d.in.pos++
	}
	return n, nil
}
