package upstream

import (
	"errors"
	"fmt"
	"io"
	"strings"
)

const (
	maxDepth = 512
	bufBytes = 64 << 10
)

// decoder reads JSON from a stream. encoding/json is not used because it mends
// what must be refused: it replaces invalid UTF-8 and lone surrogates, lets the
// last of two equal members win, and its offsets do not say which member.
type decoder struct {
	r        io.Reader
	buf      []byte
	pos, end int
	base     int64 // offset of buf[0] in the document
	eof      bool

	start, limit int64 // the current value: where it began, how long it may be; 0 for no limit
	depth        int
	path         []step
	keys         map[string]string // member names seen, so that each is allocated once
	scratch      []byte

	known func(span []byte) (bool, error) // takes an item by its bytes, when it is known; may be nil
	spans []byte                          // of an item that more than one read brought
	inner *decoder                        // of spans
}

// step is one part of the way to a value: a member, whose index is -1, or an
// element.
type step struct {
	key   string
	index int
}

func newDecoder(r io.Reader) *decoder {
	return &decoder{r: r, buf: make([]byte, bufBytes), keys: map[string]string{}}
}

func (d *decoder) offset() int64 { return d.base + int64(d.pos) }

// bad is a malformed document, with the place.
func (d *decoder) bad(at int64, format string, args ...any) error {
	where := ""
	if len(d.path) > 0 {
		where = ", at " + d.where()
	}
	return fmt.Errorf("%w: byte %d%s: %s", ErrMalformed, at, where, fmt.Sprintf(format, args...))
}

// where writes the path as jq does; only its last parts, because nesting is
// chosen by the document.
func (d *decoder) where() string {
	var s strings.Builder
	path := d.path
	if len(path) > 8 {
		s.WriteString("…")
		path = path[len(path)-8:]
	}
	for _, p := range path {
		switch {
		case p.index >= 0:
			fmt.Fprintf(&s, "[%d]", p.index)
		case len(p.key) > 64:
			fmt.Fprintf(&s, ".%q…", strings.ToValidUTF8(p.key[:64], ""))
		case strings.ContainsFunc(p.key, func(c rune) bool {
			return c != '_' && (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z')
		}):
			fmt.Fprintf(&s, ".%q", p.key)
		default:
			s.WriteString("." + p.key)
		}
	}
	return s.String()
}

// fill reads more bytes; io.EOF says that there are none. It is called with all
// bytes of the buffer consumed.
func (d *decoder) fill() error {
	if d.limit > 0 && d.offset()-d.start > d.limit {
		return fmt.Errorf("%w: byte %d, at %s: one value has more than %d bytes", ErrTooLarge, d.start, d.where(), d.limit)
	}
	d.base += int64(d.end)
	d.pos, d.end = 0, 0
	for range 100 {
		if d.eof {
			return io.EOF
		}
		n, err := d.r.Read(d.buf)
		d.end = n
		if errors.Is(err, io.EOF) {
			d.eof = true
		} else if err != nil {
			return err
		}
		if n > 0 {
			return nil
		}
	}
	return io.ErrNoProgress
}

// peek gives the next byte without consuming it.
func (d *decoder) peek() (byte, error) {
	if d.pos == d.end {
		if err := d.fill(); err != nil {
			return 0, err
		}
	}
	return d.buf[d.pos], nil
}

// must is peek inside a value, where the end of the document is a fault.
func (d *decoder) must() (byte, error) {
	c, err := d.peek()
	if err == io.EOF {
		return 0, d.bad(d.offset(), "the document is cut off: read or write it again")
	}
	return c, err
}

// token skips white space and gives the byte after it. io.EOF is the end.
func (d *decoder) token() (byte, error) {
	for {
		c, err := d.peek()
		if err != nil || c != ' ' && c != '\n' && c != '\r' && c != '\t' {
			return c, err
		}
		d.pos++
	}
}

func (d *decoder) mustToken() (byte, error) {
	c, err := d.token()
	if err == io.EOF {
		return 0, d.bad(d.offset(), "the document is cut off: read or write it again")
	}
	return c, err
}

// bom skips a UTF-8 byte order mark and names the other ones.
func (d *decoder) bom() error {
	c, err := d.peek()
	if err != nil {
		return err
	}
	switch c {
	case 0xfe, 0xff:
		return d.bad(0, "the text is UTF-16: save it as UTF-8")
	case 0xef:
		for _, want := range []byte{0xef, 0xbb, 0xbf} {
			if c, err := d.must(); err != nil {
				return err
			} else if c != want {
				return d.bad(0, "the text is neither JSON nor a byte order mark")
			}
			d.pos++
		}
	}
	return nil
}

// value decodes one value; the next byte is its first.
func (d *decoder) value() (any, error) {
	c, err := d.mustToken()
	if err != nil {
		return nil, err
	}
	switch {
	case c == '{':
		return d.object()
	case c == '[':
		return d.array()
	case c == '"':
		b, err := d.str()
		return string(b), err
	case c == '-' || c >= '0' && c <= '9':
		return d.number()
	case c == 't':
		return true, d.literal("true")
	case c == 'f':
		return false, d.literal("false")
	case c == 'n':
		return nil, d.literal("null")
	case c == 'N' || c == 'I':
		return nil, d.bad(d.offset(), "NaN and Infinity are not JSON: send null")
	case c == '<':
		return nil, d.bad(d.offset(), "this is HTML or XML, not JSON: check the address, and that the source answers JSON there")
	}
	return nil, d.bad(d.offset(), "%q starts no value", c)
}

func (d *decoder) literal(word string) error {
	at := d.offset()
	for i := range len(word) {
		c, err := d.must()
		if err != nil {
			return err
		}
		if c != word[i] {
			return d.bad(at, "this is no value: %s was expected", word)
		}
		d.pos++
	}
	return nil
}

func (d *decoder) enter() error {
	d.pos++
	if d.depth++; d.depth > maxDepth {
		return d.bad(d.offset(), "nested deeper than %d: no event is", maxDepth)
	}
	return nil
}

func (d *decoder) object() (map[string]any, error) {
	m := map[string]any{}
	err := d.members(func(key string, at int64) error {
		if _, twice := m[key]; twice {
			return d.bad(at, "the member is there twice: send it once")
		}
		v, err := d.value()
		m[key] = v
		return err
	})
	return m, err
}

// members goes through an object; the callback must read the value.
func (d *decoder) members(member func(key string, at int64) error) error {
	if err := d.enter(); err != nil {
		return err
	}
	for first := true; ; first = false {
		c, err := d.mustToken()
		if err != nil {
			return err
		}
		if c == '}' && first {
			break
		}
		if !first {
			if c != ',' && c != '}' {
				return d.bad(d.offset(), "%q after a member: , or } was expected", c)
			}
			d.pos++
			if c == '}' {
				d.depth--
				return nil
			}
			if c, err = d.mustToken(); err != nil {
				return err
			}
		}
		if c != '"' {
			return d.bad(d.offset(), "%q starts no member: a name in quotes was expected", c)
		}
		at := d.offset()
		raw, err := d.str()
		if err != nil {
			return err
		}
		key := d.intern(raw)
		if c, err = d.mustToken(); err != nil {
			return err
		} else if c != ':' {
			return d.bad(d.offset(), "%q after the name of a member: : was expected", c)
		}
		d.pos++
		d.path = append(d.path, step{key: key, index: -1})
		if err := member(key, at); err != nil {
			return err
		}
		d.path = d.path[:len(d.path)-1]
	}
	d.pos++
	d.depth--
	return nil
}

// intern keeps one copy of a member's name. The table is bounded, because a
// document with names that never repeat must not fill it.
func (d *decoder) intern(raw []byte) string {
	if key, ok := d.keys[string(raw)]; ok {
		return key
	}
	key := string(raw)
	if len(d.keys) < 1024 && len(key) <= 64 {
		d.keys[key] = key
	}
	return key
}

func (d *decoder) array() ([]any, error) {
	list := []any{}
	err := d.elements(func(int) error {
		v, err := d.value()
		list = append(list, v)
		return err
	})
	return list, err
}

// elements goes through an array; the callback must read the value.
func (d *decoder) elements(element func(index int) error) error {
	if err := d.enter(); err != nil {
		return err
	}
	for i := 0; ; i++ {
		c, err := d.mustToken()
		if err != nil {
			return err
		}
		if c == ']' && i == 0 {
			break
		}
		if i > 0 {
			if c != ',' && c != ']' {
				return d.bad(d.offset(), "%q after an element: , or ] was expected", c)
			}
			if c == ']' {
				break
			}
			d.pos++
		}
		d.path = append(d.path, step{index: i})
		if err := element(i); err != nil {
			return err
		}
		d.path = d.path[:len(d.path)-1]
	}
	d.pos++
	d.depth--
	return nil
}
