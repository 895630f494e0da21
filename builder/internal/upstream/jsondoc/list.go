package jsondoc

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// MaxItem bounds one item, and all that stands beside the list, in bytes.
const MaxItem = 4 << 20

// Place says where in a document the list is.
type Place struct {
	Auto    bool     // the document itself, or its member data
	Path    []string // member by member
	Written string   // as in brand.yaml, for messages
}

// Item is one item of a list. It may be used until the function that got it returns.
type Item struct {
	value any    // of an item that is decoded already
	span  []byte // the bytes of one that is not
	whole bool   // the span is the whole item
	dec   *decoder
}

// Of makes an item of a value that was decoded elsewhere.
func Of(value any) Item { return Item{value: value} }

// Span gives the bytes of an object or array that was cut out whole; nil for every other item.
func (i *Item) Span() []byte {
	if !i.whole {
		return nil
	}
	return i.span
}

// Decode gives the value of the item. Its errors are those of the document.
func (i *Item) Decode() (any, error) {
	if i.dec == nil {
		return i.value, nil
	}
	in := &i.dec.in
	in.bound(in.start, MaxItem)
	v, err := i.dec.spanned(i.span)
	in.unbound()
	return v, err
}

// Whole decodes a document of at most limit bytes as it is.
func Whole(r io.Reader, limit int64) (any, error) {
	d := newDecoder(r)
	if _, err := d.in.begin(); err != nil {
		return nil, err
	}
	d.in.bound(d.in.offset(), limit)
	v, err := d.value()
	if err != nil {
		return nil, err
	}
	d.in.unbound()
	return v, d.in.finish()
}

// Value decodes one value that is in memory.
func Value(b []byte) (any, error) {
	d := &decoder{in: cursor{buf: b, end: len(b), eof: true}, keys: map[string]string{}}
	return d.value()
}

// List hands the items of a document on, one at a time, and gives what stands around the list: nil
// when the document is the list. It gives that also with the error of a list that is not there,
// since it may say why. With spans the items can be known by their bytes before they are decoded.
// An error of hand ends it and is returned as it is.
func List(r io.Reader, place Place, spans bool, hand func(Item) error) (map[string]any, error) {
	l := &lister{dec: newDecoder(r), spans: spans, hand: hand}
	return l.list(place)
}

// Lines hands the items of NDJSON on like [List]: one value after the other.
func Lines(r io.Reader, spans bool, hand func(Item) error) error {
	l := &lister{dec: newDecoder(r), spans: spans, hand: hand}
	return l.lines()
}

// lister finds the list in a document and takes it apart.
type lister struct {
	dec   *decoder
	spans bool // cut items out before they are decoded
	hand  func(Item) error
}

// list reads a document in which the list stands at p.
func (l *lister) list(p Place) (map[string]any, error) {
	in := &l.dec.in
	c, err := in.begin()
	if err != nil {
		return nil, err
	}
	var around map[string]any
	switch {
	case c == '[' && p.Auto:
		err = l.items()
	case c == '{':
		path := p.Path
		if p.Auto {
			path = []string{"data"}
		}
		var found bool
		in.bound(in.offset(), 0)
		around, found, err = l.descend(path)
		if err == nil && !found && p.Auto {
			return around,
				in.bad(0,
					"the document is an object without data (it has %s): name its list with "+
						"source.items", Names(around))
		}
	case c == '[':
		return nil,
			in.bad(in.offset(), "the document is a list, but source.items says %s: leave it out",
				p.Written)
	default:
		if _, err = l.dec.value(); err == nil {
			err = in.bad(0,
				"the document is a single value: a list, or an object with one, was expected")
		}
	}
	if err != nil {
		return nil, err
	}
	return around, in.finish()
}

// lines reads values up to the end of the stream.
func (l *lister) lines() error {
	in := &l.dec.in
	_, err := in.begin()
	for i := 0; err == nil; i++ {
		in.down(step{index: i})
		if err = l.item(); err != nil {
			return err
		}
		in.up()
		_, err = in.token()
	}
	if err == io.EOF {
		return nil
	}
	return err
}

// descend goes through an object, keeps its members and looks for the list at the end of path.
func (l *lister) descend(path []string) (around map[string]any, found bool, err error) {
	in := &l.dec.in
	around = map[string]any{}
	size := int64(0) // of the members around the list
	seen := false
	err = l.dec.members(func(key string, at int64) error {
		if _, twice := around[key]; twice || seen && key == path[0] {
			return in.bad(at, "the member is there twice: send it once")
		}
		if key != path[0] {
			in.bound(at, max(MaxItem-size, 1))
			v, err := l.dec.value()
			if size += in.offset() - at; err == nil && size > MaxItem {
				err = fmt.Errorf("%w: byte %d: what stands beside the list has more than %d bytes",
					ErrTooLarge, at, MaxItem)
			}
			around[key] = v
			in.unbound()
			return err
		}
		seen = true
		c, err := in.mustToken()
		switch {
		case err != nil:
			return err
		case c == 'n': // no list is an empty list to many backends
			found = true
			return l.dec.literal("null")
		case len(path) > 1 && c == '{':
			around[key], found, err = l.descend(path[1:])
			return err
		case len(path) > 1:
			return in.bad(in.offset(), "an object was expected on the way to the list")
		case c != '[':
			return in.bad(in.offset(), "a list was expected here: name the list with source.items")
		}
		found = true
		return l.items()
	})
	return around, found, err
}

func (l *lister) items() error {
	return l.dec.elements(func(int) error { return l.item() })
}

// item reads one item and hands it on. An error of hand is not of the document: it passes
// unchanged.
func (l *lister) item() error {
	in := &l.dec.in
	c, err := in.mustToken()
	if err != nil {
		return err
	}
	in.bound(in.offset(), MaxItem)
	if l.spans && (c == '{' || c == '[') {
		return l.spanned()
	}
	v, err := l.dec.value()
	if err != nil {
		return err
	}
	if err := l.checkItem(in.offset() - in.start); err != nil {
		return err
	}
	return l.hand(Item{value: v})
}

// spanned is item for one that may be known by its bytes: it is cut out, and decoded only when its
// receiver asks for its value.
func (l *lister) spanned() error {
	in := &l.dec.in
	in.unbound() // what is too long is decoded as far as it goes, which may find a better reason
	span, whole, err := in.span(MaxItem)
	if err != nil {
		return err
	}
	if err := l.checkItem(int64(len(span))); whole && err != nil {
		return err
	}
	return l.hand(Item{span: span, whole: whole, dec: l.dec})
}

func (l *lister) checkItem(size int64) error {
	in := &l.dec.in
	if in.unbound(); size > MaxItem {
		return fmt.Errorf("%w: byte %d, at %s: one item has more than %d bytes", ErrTooLarge,
			in.start, in.where(), MaxItem)
	}
	return nil
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
		if len(k) > 40 {
			keys[i] = strings.ToValidUTF8(k[:40], "") + "…"
		}
	}
	return strings.Join(keys, ", ")
}
