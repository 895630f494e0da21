package jsondoc

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// reader reads the values of one document.
type reader struct {
	in      input
	dec     *jsontext.Decoder
	decoder decoder
	line    string // of NDJSON: the path of the value, as jq writes it
}

// input gives the decoder its bytes. It ends what is longer than its limit: a value, or the white
// space before it, since the decoder holds both as a whole.
type input struct {
	from         io.Reader
	given        int64
	start, limit int64 // where the bytes begin that the decoder holds, and how many they may be
	err          error // the one that ended the input, but io.EOF
}

// errLimit ends the input within a value that is too long.
var errLimit = errors.New("limit of a value")

// Read implements [io.Reader].
func (in *input) Read(b []byte) (int, error) {
	if in.given-in.start > in.limit {
		in.err = errLimit
		return 0, in.err
	}
	n, err := in.from.Read(b)
	in.given += int64(n)
	if err != nil && err != io.EOF {
		in.err = err
	}
	return n, err
}

// begin tells a document from none.
func begin(r io.Reader) (*reader, error) {
	d := &reader{in: input{from: r}}
	d.dec = jsontext.NewDecoder(&d.in, jsontext.AllowInvalidUTF8(true)) // decode checks it
	if d.peek() != 0 {
		return d, nil
	}
	_, err := d.dec.ReadToken()
	if err == io.EOF {
		return nil, d.bad(d.in.given, "", "the document is empty: JSON was expected")
	}
	return nil, d.fault(err)
}

// peek gives the kind of the next value; 0 for what is none.
func (d *reader) peek() jsontext.Kind {
	d.in.start, d.in.limit = d.dec.InputOffset(), MaxItem
	return d.dec.PeekKind()
}

// finish makes sure that nothing follows, and with it that the stream ends well: a checksum of gzip
// is only seen at the end.
func (d *reader) finish() error {
	kind := d.peek()
	at, next := d.next()
	if kind == 0 {
		_, err := d.dec.ReadToken()
		var syntax *jsontext.SyntacticError
		if err == io.EOF {
			return nil
		} else if !errors.As(err, &syntax) || next == 0 {
			return d.fault(err)
		}
	}
	return d.bad(at, "", "%q follows the document: one JSON value was expected (name the file "+
		".ndjson if each line is one)", next)
}

// next is the place of the next value and its first byte. It is called after a PeekKind.
func (d *reader) next() (at int64, first byte) {
	unread := d.dec.UnreadBuffer()
	rest := bytes.TrimLeft(unread, " \t\r\n,:")
	if len(rest) > 0 {
		first = rest[0]
	}
	return d.dec.InputOffset() + int64(len(unread)-len(rest)), first
}

// value reads the bytes of the next value, which may be at most limit. They are valid until the
// next read.
func (d *reader) value(limit int64) (text jsontext.Value, at int64, err error) {
	d.peek()
	d.in.start, _ = d.next()
	d.in.limit = limit
	if text, err = d.dec.ReadValue(); err != nil {
		return nil, 0, d.fault(d.located(err))
	}
	at = d.dec.InputOffset() - int64(len(text))
	if int64(len(text)) > limit {
		return nil, at, d.tooLarge()
	}
	return text, at, nil
}

// located gives the error of ReadValue its path. The one that jsontext says is wrong when the value
// came in several reads (v1.27.2 looks for the name at its place before the buffer moved), so the
// bytes, which are all at hand, are read again in one piece.
func (d *reader) located(err error) error {
	var syntax *jsontext.SyntacticError
	if d.in.err != nil || !errors.As(err, &syntax) {
		return err
	}
	unread := d.dec.UnreadBuffer()
	text := unread[d.in.start-d.dec.InputOffset():]
	_, err = jsontext.NewDecoder(bytes.NewBuffer(text),
		jsontext.AllowInvalidUTF8(true)).ReadValue()
	if again := (*jsontext.SyntacticError)(nil); errors.As(err, &again) {
		syntax.ByteOffset, syntax.Err = d.in.start+again.ByteOffset, again.Err
		syntax.JSONPointer = d.here() + again.JSONPointer
	}
	return syntax
}

// token reads the next token.
func (d *reader) token() (jsontext.Token, error) {
	t, err := d.dec.ReadToken()
	if err != nil {
		err = d.fault(err)
	}
	return t, err
}

// decode makes a Go value of the value that was read last.
func (d *reader) decode(text jsontext.Value, at int64) (any, error) {
	v, err := d.decoder.decode(text)
	if wrong := (*jsontext.SyntacticError)(nil); errors.As(err, &wrong) {
		return nil, d.bad(at+wrong.ByteOffset, d.dec.StackPointer()+wrong.JSONPointer, "%v",
			wrong.Err)
	}
	return v, nil
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
	{"max depth", "nested too deep: no event is"},
}

// fault is the error of the document that one of the decoder stands for, or of the reader itself.
func (d *reader) fault(err error) error {
	var syntax *jsontext.SyntacticError
	switch {
	case d.in.err == errLimit:
		return d.tooLarge()
	case d.in.err != nil:
		return d.in.err
	case !errors.As(err, &syntax): // io.EOF
		return d.bad(d.in.given, "", "%s", advice[0].say)
	}
	what := syntax.Err.Error()
	for _, a := range advice {
		if strings.Contains(strings.ToLower(what), strings.ToLower(a.sign)) {
			what = a.say
			break
		}
	}
	return d.bad(syntax.ByteOffset, syntax.JSONPointer, "%s", what)
}

func (d *reader) tooLarge() error {
	return fmt.Errorf("%w: byte %d%s: one value has more than %d bytes", ErrTooLarge, d.in.start,
		d.where(d.here()), d.in.limit)
}

// here is the path of the value that is being read.
func (d *reader) here() jsontext.Pointer {
	p := d.dec.StackPointer()
	kind, n := d.dec.StackIndex(d.dec.StackDepth())
	if kind != '[' {
		return p
	}
	if n > 0 {
		p = p.Parent()
	}
	return p.AppendToken(strconv.FormatInt(n, 10))
}

// bad is a malformed document, with the place.
func (d *reader) bad(at int64, path jsontext.Pointer, format string, args ...any) error {
	return fmt.Errorf("%w: byte %d%s: %s", ErrMalformed, at, d.where(path),
		fmt.Sprintf(format, args...))
}

// where writes a path as jq does; only its last parts, because nesting is chosen by the document.
func (d *reader) where(path jsontext.Pointer) string {
	var s strings.Builder
	tokens := slices.Collect(path.Tokens())
	if len(tokens) > 8 {
		s.WriteString("…")
		tokens = tokens[len(tokens)-8:]
	} else {
		s.WriteString(d.line)
	}
	for _, t := range tokens {
		switch {
		case t != "" && strings.Trim(t, "0123456789") == "":
			fmt.Fprintf(&s, "[%s]", t)
		case len(t) > 64:
			fmt.Fprintf(&s, ".%q…", strings.ToValidUTF8(t[:64], ""))
		case strings.ContainsFunc(t, func(c rune) bool {
			return c != '_' && (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z')
		}):
			fmt.Fprintf(&s, ".%q", t)
		default:
			s.WriteString("." + t)
		}
	}
	if s.Len() == 0 {
		return ""
	}
	return ", at " + s.String()
}
