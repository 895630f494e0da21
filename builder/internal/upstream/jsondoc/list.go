package jsondoc

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"cartaz/builder/text"
)

// MaxItem bounds one item, and all that is beside the list, in bytes.
const MaxItem = 4 << 20

// List calls hand with the items of a document, one at a time, and returns the members around the
// list, or nil if the document is the list. It returns them even with an error, since they may
// explain it. path leads to the list, member by member; a nil path is the document itself, or its
// member data. The bytes of an item are valid until hand returns. It ends at an error of hand and
// returns it unchanged.
func List(r io.Reader, path []string, hand func(text []byte) error) (around map[string]any,
	err error) {
	d, kind, err := begin(r)
	switch {
	case err != nil:
		return nil, err
	case kind == '[' && path == nil:
		err = d.items(hand)
	case kind == '[':
		return nil, bad(0, "", "the document is a list, but source.items says .%s: leave it out",
			strings.Join(path, "."))
	case kind == '{' && path == nil:
		var found bool
		if around, found, err = d.descend([]string{"data"}, hand); err == nil && !found {
			err = bad(0, "", "the document is an object without data (it has %s): name its list "+
				"with source.items", Names(around))
		}
	case kind == '{':
		around, _, err = d.descend(path, hand)
	default:
		if _, _, err = d.next(); err == nil {
			err = bad(0, "", "the document is a single value: a list, or an object with one, "+
				"was expected")
		}
	}
	if err != nil {
		return around, err
	}
	// The stream must end well: a checksum of gzip is only seen at the end.
	end := d.dec.InputOffset()
	d.peek()
	switch _, err = d.dec.ReadToken(); {
	case err == io.EOF:
		return around, nil
	case d.in.err != nil:
		return around, d.fault(err)
	}
	return around, follows(end)
}

// Lines is like [List] for NDJSON: one value after the other.
func Lines(r io.Reader, hand func(text []byte) error) error {
	d, _, err := begin(r)
	for err == nil {
		if err = d.item(hand); err == io.EOF {
			return nil
		}
	}
	return err
}

// reader reads a stream of JSON values.
type reader struct {
	in     input
	dec    *jsontext.Decoder
	values decoder
}

// input gives the decoder its bytes. It ends a value that is too long: the decoder holds a value,
// and the white space before it, as a whole.
type input struct {
	from io.Reader
	left int64
	err  error // the error that ended it, except io.EOF
}

// errLimit ends the input within a value that is too long.
var errLimit = errors.New("limit of a value")

// Read implements [io.Reader].
func (in *input) Read(b []byte) (int, error) {
	if in.left <= 0 {
		in.err = cmp.Or(in.err, errLimit)
	}
	if in.err != nil {
		return 0, in.err
	}
	n, err := in.from.Read(b[:min(int64(len(b)), in.left)])
	in.left -= int64(n)
	if err != nil && err != io.EOF {
		in.err = err
	}
	return n, err
}

// begin refuses an empty document, and returns the kind of the first value.
func begin(r io.Reader) (*reader, jsontext.Kind, error) {
	d := &reader{in: input{from: r}, values: decoder{most: MaxRecord}}
	d.dec = jsontext.NewDecoder(&d.in, jsontext.AllowInvalidUTF8(true)) // decode checks it
	kind := d.peek()
	if kind != 0 {
		return d, kind, nil
	}
	_, err := d.dec.ReadToken()
	return nil, 0, d.fault(err)
}

// peek returns the kind of the next value, or 0 if there is none, and the next call returns why.
func (d *reader) peek() jsontext.Kind {
	d.in.left = MaxItem + 1
	return d.dec.PeekKind()
}

// next reads the bytes of the next value, which are valid until the next read. io.EOF is the end of
// the document.
func (d *reader) next() (text jsontext.Value, at int64, err error) {
	d.peek()
	text, err = d.dec.ReadValue()
	at = d.dec.InputOffset() - int64(len(text))
	if len(text) > MaxItem {
		d.in.err, err = errLimit, errLimit
	}
	if err == nil || err == io.EOF {
		return text, at, err
	}
	// The path that jsontext gives is wrong when the value came in several reads (v1.27.2 looks for
	// the name at its place before the buffer moved), so the bytes are read again in one piece.
	unread := d.dec.UnreadBuffer()
	rest := bytes.TrimLeft(unread, " \t\r\n,:")
	if d.in.err == nil {
		d.values.reset(rest)
		if _, again := d.values.dec.ReadValue(); again != nil && again != io.EOF {
			return nil, at, fault(again, at+int64(len(unread)-len(rest)), d.path(0))
		}
	}
	return nil, at, d.fault(err)
}

// token reads the next token.
func (d *reader) token() (jsontext.Token, error) {
	d.in.left = MaxItem + 1
	t, err := d.dec.ReadToken()
	if err != nil {
		err = d.fault(err)
	}
	return t, err
}

// fault returns the error of the decoder of the stream.
func (d *reader) fault(err error) error {
	switch d.in.err {
	case nil:
		return fault(err, 0, "")
	case errLimit:
		return ErrTooLarge.Errorf("byte %d%s: one value has more than %d bytes",
			d.dec.InputOffset(), where(d.path(0)), MaxItem)
	}
	return d.in.err
}

// path returns the path of the next value, or, counting back, of one that was read before.
func (d *reader) path(back int64) jsontext.Pointer {
	p := d.dec.StackPointer()
	kind, n := d.dec.StackIndex(d.dec.StackDepth())
	if kind == '{' || kind == 0 && n == 0 {
		return p
	}
	if n > 0 {
		p = p.Parent()
	}
	return p.AppendToken(strconv.FormatInt(n-back, 10))
}

// decode makes a Go value of the value that was read last.
func (d *reader) decode(text jsontext.Value, at int64) (any, error) {
	v, err := d.values.decode(text)
	if err != nil {
		return nil, fault(err, at, d.path(1))
	}
	return v, nil
}

// descend looks for the list at the end of path, and keeps the other members of the objects on its
// way. Null is an empty list to many backends.
func (d *reader) descend(path []string, hand func(text []byte) error) (around map[string]any,
	found bool, err error) {
	switch kind := d.peek(); {
	case kind == 0 || kind == 'n':
		_, err = d.token()
		return nil, true, err
	case len(path) == 0 && kind == '[':
		return nil, true, d.items(hand)
	case len(path) == 0:
		return nil, false, bad(d.dec.InputOffset(), d.dec.StackPointer(),
			"a list was expected here: name the list with source.items")
	case kind != '{':
		return nil, false, bad(d.dec.InputOffset(), d.dec.StackPointer(),
			"an object was expected on the way to the list")
	}
	around = map[string]any{}
	size := 0 // of the members around the list
	for _, err = d.token(); err == nil && d.peek() != '}'; {
		var name jsontext.Token
		if name, err = d.token(); err != nil {
			break
		}
		key := name.String()
		if key == path[0] {
			var inner map[string]any
			if inner, found, err = d.descend(path[1:], hand); inner != nil {
				around[key] = inner
			}
			continue
		}
		var text jsontext.Value
		var at int64
		if text, at, err = d.next(); err == nil {
			if size += len(text); size > MaxItem {
				return around, found, ErrTooLarge.Errorf("byte %d: what is beside the list "+
					"has more than %d bytes", at, MaxItem)
			}
			around[key], err = d.decode(text, at)
		}
	}
	if err == nil {
		_, err = d.token()
	}
	return around, found, err
}

// items calls hand with the items of an array. It returns an error of hand unchanged, since that is
// no error of the document.
func (d *reader) items(hand func(text []byte) error) error {
	_, err := d.token()
	for err == nil && d.peek() != ']' {
		err = d.item(hand)
	}
	if err == nil {
		_, err = d.token()
	}
	return err
}

// item calls hand with the next value.
func (d *reader) item(hand func(text []byte) error) error {
	text, at, err := d.next()
	if err == nil && !utf8.Valid(text) {
		d.values.reset(text)
		_, err = d.values.dec.ReadValue()
		err = fault(err, at, d.path(1))
	}
	if err != nil {
		return err
	}
	return hand(text)
}

// Names lists some members of an object, for messages.
func Names(m map[string]any) string {
	keys := slices.Sorted(maps.Keys(m))
	if len(keys) == 0 {
		return "no members"
	}
	if len(keys) > 12 {
		keys = append(keys[:12], "…")
	}
	for i, k := range keys {
		keys[i] = text.Shorten(k, 40)
	}
	return Graphic(strings.Join(keys, ", "))
}

// Has names the members of a value for a message: " (the item has …)", or "". For an item of a kind
// that is not JSON it names the members of the content.
func Has(which string, v any) string {
	object, ok := v.(map[string]any)
	if !ok {
		return ""
	}
	for _, inside := range object {
		// An item of a kind that is not JSON: what its document says is inside.
		if inner, ok := inside.(map[string]any); ok && len(object) == 1 {
			object = inner
		}
	}
	return " (" + which + " has " + Names(object) + ")"
}

// Graphic removes from a text what a terminal would not show.
func Graphic(text string) string {
	return strings.Map(func(r rune) rune {
		if strconv.IsGraphic(r) {
			return r
		}
		return utf8.RuneError
	}, text)
}
