package upstream

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

const (
	maxItem  = 4 << 20  // one item, and all that stands beside the list
	maxWhole = 64 << 20 // a document that a filter must see whole
)

// place says where in a document the list is.
type place struct {
	auto    bool     // the document itself, or its member data
	path    []string // member by member
	written string   // as in brand.yaml, for messages
}

// list hands the items of the document on, one at a time, and gives what stands
// around the list: nil when the document is the list. It gives that also with the
// error of a list that is not there, since it may say why.
func (d *decoder) list(p place, item func(any) error) (map[string]any, error) {
	c, err := d.begin()
	if err != nil {
		return nil, err
	}
	var around map[string]any
	switch {
	case c == '[' && p.auto:
		err = d.items(item)
	case c == '{':
		path := p.path
		if p.auto {
			path = []string{"data"}
		}
		var found bool
		d.start = d.offset()
		around, found, err = d.descend(path, item)
		if err == nil && !found && p.auto {
			return around, d.bad(0, "the document is an object without data (it has %s): name its list with source.items", names(around))
		}
	case c == '[':
		return nil, d.bad(d.offset(), "the document is a list, but source.items says %s: leave it out", p.written)
	default:
		if _, err = d.value(); err == nil {
			err = d.bad(0, "the document is a single value: a list, or an object with one, was expected")
		}
	}
	if err != nil {
		return nil, err
	}
	return around, d.finish()
}

// whole decodes the document as it is.
func (d *decoder) whole(limit int64) (any, error) {
	if _, err := d.begin(); err != nil {
		return nil, err
	}
	d.start, d.limit = d.offset(), limit
	v, err := d.value()
	if err != nil {
		return nil, err
	}
	d.limit = 0
	return v, d.finish()
}

// lines reads NDJSON: one value after the other.
func (d *decoder) lines(item func(any) error) error {
	_, err := d.begin()
	for i := 0; err == nil; i++ {
		d.path = append(d.path[:0], step{index: i})
		if err = d.item(item); err != nil {
			return err
		}
		_, err = d.token()
	}
	if err == io.EOF {
		return nil
	}
	return err
}

// begin skips what may stand before the document.
func (d *decoder) begin() (byte, error) {
	err := d.bom()
	var c byte
	if err == nil {
		c, err = d.token()
	}
	if err == io.EOF {
		return 0, d.bad(d.offset(), "the document is empty: JSON was expected")
	}
	return c, err
}

// finish makes sure that nothing follows, and with it that the stream ends
// well: a checksum of gzip is only seen at the end.
func (d *decoder) finish() error {
	d.path = d.path[:0]
	switch c, err := d.token(); {
	case err == nil:
		return d.bad(d.offset(), "%q follows the document: one JSON value was expected (name the file .ndjson if each line is one)", c)
	case errors.Is(err, io.EOF):
		return nil
	default:
		return err
	}
}

// descend goes through an object, keeps its members and looks for the list at
// the end of path.
func (d *decoder) descend(path []string, item func(any) error) (around map[string]any, found bool, err error) {
	around = map[string]any{}
	size := int64(0) // of the members around the list
	seen := false
	err = d.members(func(key string, at int64) error {
		if _, twice := around[key]; twice || seen && key == path[0] {
			return d.bad(at, "the member is there twice: send it once")
		}
		if key != path[0] {
			d.start, d.limit = at, max(maxItem-size, 1)
			v, err := d.value()
			if size += d.offset() - at; err == nil && size > maxItem {
				err = fmt.Errorf("%w: byte %d: what stands beside the list has more than %d bytes", ErrTooLarge, at, maxItem)
			}
			around[key], d.limit = v, 0
			return err
		}
		seen = true
		c, err := d.mustToken()
		switch {
		case err != nil:
			return err
		case c == 'n': // no list is an empty list to many backends
			found = true
			return d.literal("null")
		case len(path) > 1 && c == '{':
			around[key], found, err = d.descend(path[1:], item)
			return err
		case len(path) > 1:
			return d.bad(d.offset(), "an object was expected on the way to the list")
		case c != '[':
			return d.bad(d.offset(), "a list was expected here: name the list with source.items")
		}
		found = true
		return d.items(item)
	})
	return around, found, err
}

func (d *decoder) items(item func(any) error) error {
	return d.elements(func(int) error { return d.item(item) })
}

// item decodes one item and hands it on. An error of the callback is not of the
// decoder: it passes unchanged.
func (d *decoder) item(item func(any) error) error {
	c, err := d.mustToken()
	if err != nil {
		return err
	}
	d.start, d.limit = d.offset(), maxItem
	if d.known != nil && (c == '{' || c == '[') {
		return d.itemOnce(item)
	}
	v, err := d.value()
	if err != nil {
		return err
	}
	if err := d.checkItem(d.offset() - d.start); err != nil {
		return err
	}
	return item(v)
}

// itemOnce is item for one that may be known by its bytes.
func (d *decoder) itemOnce(item func(any) error) error {
	limit := d.limit
	d.limit = 0 // what is too long is decoded as far as it goes, which may find a better reason
	span, whole, err := d.span(limit)
	if err != nil {
		return err
	}
	if err := d.checkItem(int64(len(span))); whole && err != nil {
		return err
	}
	if whole {
		if known, err := d.known(span); known || err != nil {
			return err
		}
	}
	d.limit = limit
	v, err := d.decodeSpan(span)
	d.limit = 0
	if err != nil {
		return err
	}
	return item(v)
}

func (d *decoder) checkItem(size int64) error {
	if d.limit = 0; size > maxItem {
		return fmt.Errorf("%w: byte %d, at %s: one item has more than %d bytes", ErrTooLarge, d.start, d.where(), maxItem)
	}
	return nil
}

// names lists some members of an object, for messages.
func names(m map[string]any) string {
	keys := slices.Sorted(maps.Keys(m))
	if len(keys) == 0 {
		return "no members"
	}
	if len(keys) > 6 {
		keys = append(keys[:6], "…")
	}
	for i, k := range keys {
		if len(k) > 40 {
			keys[i] = strings.ToValidUTF8(k[:40], "") + "…"
		}
	}
	return strings.Join(keys, ", ")
}
