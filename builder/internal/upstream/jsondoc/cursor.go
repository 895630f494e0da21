package jsondoc

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
)

const bufBytes = 64 << 10

// cursor is where the reader of a document stands: the bytes at hand, their place for messages, and
// the limit of the value that is being read. It knows white space, but no values.
type cursor struct {
	r        io.Reader
	buf      []byte
	pos, end int
	base     int64 // offset of buf[0] in the document
	eof      bool

	start, limit int64 // the current value: where it began, how long it may be; 0 for no limit
	path         []step
	spans        []byte // a value that more than one read brought
}

// step is one part of the way to a value: a member, whose index is -1, or an element.
type step struct {
	key   string
	index int
}

// bound limits the value that begins at a place to so many bytes; 0 for no limit.
func (in *cursor) bound(start, limit int64) { in.start, in.limit = start, limit }

// unbound ends the limit of the current value.
func (in *cursor) unbound() { in.limit = 0 }

// down goes into a member or element, up out of it.
func (in *cursor) down(s step) { in.path = append(in.path, s) }
func (in *cursor) up()         { in.path = in.path[:len(in.path)-1] }

func (in *cursor) offset() int64 { return in.base + int64(in.pos) }

// bad is a malformed document, with the place.
func (in *cursor) bad(at int64, format string, args ...any) error {
	where := ""
	if len(in.path) > 0 {
		where = ", at " + in.where()
	}
	return fmt.Errorf("%w: byte %d%s: %s", ErrMalformed, at, where, fmt.Sprintf(format, args...))
}

// where writes the path as jq does; only its last parts, because nesting is chosen by the document.
func (in *cursor) where() string {
	var s strings.Builder
	path := in.path
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

// fill reads more bytes; io.EOF says that there are none. It is called with all bytes of the buffer
// consumed.
func (in *cursor) fill() error {
	if in.limit > 0 && in.offset()-in.start > in.limit {
		return fmt.Errorf("%w: byte %d, at %s: one value has more than %d bytes", ErrTooLarge,
			in.start, in.where(), in.limit)
	}
	in.base += int64(in.end)
	in.pos, in.end = 0, 0
	for range 100 {
		if in.eof {
			return io.EOF
		}
		n, err := in.r.Read(in.buf)
		in.end = n
		if errors.Is(err, io.EOF) {
			in.eof = true
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
func (in *cursor) peek() (byte, error) {
	if in.pos == in.end {
		if err := in.fill(); err != nil {
			return 0, err
		}
	}
	return in.buf[in.pos], nil
}

// must is peek inside a value, where the end of the document is a fault.
func (in *cursor) must() (byte, error) {
	c, err := in.peek()
	if err == io.EOF {
		return 0, in.bad(in.offset(), "the document is cut off: read or write it again")
	}
	return c, err
}

// token skips white space and gives the byte after it. io.EOF is the end.
func (in *cursor) token() (byte, error) {
	for {
		c, err := in.peek()
		if err != nil || c != ' ' && c != '\n' && c != '\r' && c != '\t' {
			return c, err
		}
		in.pos++
	}
}

func (in *cursor) mustToken() (byte, error) {
	c, err := in.token()
	if err == io.EOF {
		return 0, in.bad(in.offset(), "the document is cut off: read or write it again")
	}
	return c, err
}

// bom skips a UTF-8 byte order mark and names the other ones.
func (in *cursor) bom() error {
	c, err := in.peek()
	if err != nil {
		return err
	}
	switch c {
	case 0xfe, 0xff:
		return in.bad(0, "the text is UTF-16: save it as UTF-8")
	case 0xef:
		for _, want := range []byte{0xef, 0xbb, 0xbf} {
			if c, err := in.must(); err != nil {
				return err
			} else if c != want {
				return in.bad(0, "the text is neither JSON nor a byte order mark")
			}
			in.pos++
		}
	}
	return nil
}

// begin skips what may stand before the document.
func (in *cursor) begin() (byte, error) {
	err := in.bom()
	var c byte
	if err == nil {
		c, err = in.token()
	}
	if err == io.EOF {
		return 0, in.bad(in.offset(), "the document is empty: JSON was expected")
	}
	return c, err
}

// finish makes sure that nothing follows, and with it that the stream ends well: a checksum of gzip
// is only seen at the end.
func (in *cursor) finish() error {
	in.path = in.path[:0]
	switch c, err := in.token(); {
	case err == nil:
		return in.bad(in.offset(),
			"%q follows the document: one JSON value was expected (name the file .ndjson if each "+
				"line is one)", c)
	case errors.Is(err, io.EOF):
		return nil
	default:
		return err
	}
}

// span reads an object or array, whose first byte is next, without decoding it. whole is false when
// the document or the limit ended before it did; what is wrong with it otherwise is for the decoder
// to say. The bytes are valid until the next read.
func (in *cursor) span(limit int64) (span []byte, whole bool, err error) {
	in.spans = in.spans[:0]
	nested, text, escaped := 0, false, false
	for {
		b := in.buf[in.pos:in.end]
		for i := 0; i < len(b); i++ {
			switch c := b[i]; {
			case escaped:
				escaped = false
			case text:
				// Most of an item is text, and most of that needs no look.
				n := bytes.IndexByte(b[i:], '"')
				if n < 0 {
					n = len(b) - i
				}
				if e := bytes.IndexByte(b[i:i+n], '\\'); e >= 0 {
					i += e
					escaped = true
				} else if i += n; i < len(b) {
					text = false
				}
			case c == '"':
				text = true
			case c == '{' || c == '[':
				nested++
			case c == '}' || c == ']':
				if nested--; nested == 0 {
					in.pos += i + 1
					if len(in.spans) == 0 {
						return b[:i+1], true, nil
					}
					in.spans = append(in.spans, b[:i+1]...)
					return in.spans, true, nil
				}
			}
		}
		in.spans = append(in.spans, b...)
		in.pos = in.end
		if int64(len(in.spans)) > limit {
			return in.spans, false, nil
		}
		if err := in.fill(); err == io.EOF {
			return in.spans, false, nil
		} else if err != nil {
			return nil, false, err
		}
	}
}
