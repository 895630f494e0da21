package jsondoc

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
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
	decoded any // of an item without text
	text    jsontext.Value
	at      int64
	from    *reader
}

// Of makes an item of a value that was decoded elsewhere.
func Of(value any) Item { return Item{decoded: value} }

// Span gives the bytes of an object or array; nil for every other item.
func (i *Item) Span() []byte {
	if k := i.text.Kind(); k != '{' && k != '[' {
		return nil
	}
	return i.text
}

// Decode gives the value of the item. Its errors are those of the document.
func (i *Item) Decode() (any, error) {
	if i.text == nil {
		return i.decoded, nil
	}
	return i.from.decode(i.text, i.at)
}

// Whole decodes a document of at most limit bytes as it is.
func Whole(r io.Reader, limit int64) (any, error) {
	d, err := begin(r)
	if err != nil {
		return nil, err
	}
	text, at, err := d.value(limit)
	if err != nil {
		return nil, err
	}
	v, err := d.decode(text, at)
	if err != nil {
		return nil, err
	}
	return v, d.finish()
}

// Value decodes one value that is in memory. Of a member that is there twice the last counts.
func Value(b []byte) (any, error) {
	if !jsontext.Value(b).IsValid(jsontext.AllowDuplicateNames(true)) {
		return nil, fmt.Errorf("%w: %.80q is no JSON value", ErrMalformed, b)
	}
	v, err := new(decoder).decode(b)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	return v, nil
}

// List hands the items of a document on, one at a time, and gives what stands around the list: nil
// when the document is the list. It gives that also with the error of a list that is not there,
// since it may say why. Items are decoded when their receiver asks for their value, so that they
// can be known by their bytes before. An error of hand ends it and is returned as it is.
func List(r io.Reader, place Place, hand func(Item) error) (around map[string]any, err error) {
	d, err := begin(r)
	if err != nil {
		return nil, err
	}
	kind := d.peek()
	at, _ := d.next()
	switch {
	case kind == '[' && place.Auto:
		err = d.items(hand)
	case kind == '[':
		return nil, d.bad(at, "", "the document is a list, but source.items says %s: leave it out",
			place.Written)
	case kind == '{':
		path, found := place.Path, false
		if place.Auto {
			path = []string{"data"}
		}
		around, found, err = d.descend(path, hand)
		if err == nil && !found && place.Auto {
			return around, d.bad(0, "", "the document is an object without data (it has %s): "+
				"name its list with source.items", Names(around))
		}
	default:
		if _, _, err = d.value(MaxItem); err == nil {
			err = d.bad(0, "", "the document is a single value: a list, or an object with one, "+
				"was expected")
		}
	}
	if err != nil {
		return nil, err
	}
	return around, d.finish()
}

// Lines hands the items of NDJSON on like [List]: one value after the other.
func Lines(r io.Reader, hand func(Item) error) error {
	d, err := begin(r)
	for i := 0; err == nil; i++ {
		d.line = fmt.Sprintf("[%d]", i)
		if err = d.item(hand); err == nil && d.peek() == 0 {
			if _, err = d.dec.ReadToken(); err == io.EOF {
				return nil
			}
			err = d.fault(err)
		}
	}
	return err
}

// descend looks for the list at the end of path, and keeps the other members of the objects on its
// way. Null is an empty list to many backends.
func (d *reader) descend(path []string, hand func(Item) error) (around map[string]any, found bool,
	err error) {
	kind := d.peek()
	at, _ := d.next()
	switch {
	case kind == 0 || kind == 'n':
		_, err = d.token()
		return nil, true, err
	case len(path) == 0 && kind == '[':
		return nil, true, d.items(hand)
	case len(path) == 0:
		return nil, false, d.bad(at, d.dec.StackPointer(),
			"a list was expected here: name the list with source.items")
	case kind != '{':
		return nil, false, d.bad(at, d.dec.StackPointer(),
			"an object was expected on the way to the list")
	}
	around = map[string]any{}
	size := int64(0) // of the members around the list
	for _, err = d.token(); err == nil && d.peek() != '}'; {
		var name jsontext.Token
		if name, err = d.token(); err != nil {
			break
		}
		if key := name.String(); key == path[0] {
			var inner map[string]any
			if inner, found, err = d.descend(path[1:], hand); inner != nil {
				around[key] = inner
			}
		} else {
			text, at, wrong := d.value(MaxItem)
			if size += int64(len(text)); wrong == nil && size > MaxItem {
				wrong = fmt.Errorf("%w: byte %d: what stands beside the list has more than %d "+
					"bytes", ErrTooLarge, at, MaxItem)
			}
			if err = wrong; err == nil {
				around[key], err = d.decode(text, at)
			}
		}
	}
	if err == nil {
		_, err = d.token()
	}
	return around, found, err
}

func (d *reader) items(hand func(Item) error) error {
	if _, err := d.token(); err != nil {
		return err
	}
	for d.peek() != ']' {
		if err := d.item(hand); err != nil {
			return err
		}
	}
	_, err := d.token()
	return err
}

// item reads one item and hands it on. An error of hand is not of the document: it passes
// unchanged.
func (d *reader) item(hand func(Item) error) error {
	text, at, err := d.value(MaxItem)
	if err != nil {
		return err
	}
	return hand(Item{text: text, at: at, from: d})
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
