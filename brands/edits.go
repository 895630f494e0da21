package brands

import (
	"bytes"
	"cmp"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"time"

	"go.yaml.in/yaml/v3"
)

// EditsFile is the file of a brand's folder with its [Edit]s. SheetName is what messages call the
// table at [Brand.Sheet].
const (
	EditsFile = "edits.yaml"
	SheetName = "sheet of edits"
)

// Edit is an entry of edits.yaml, or a row of the sheet: it overrides what all sources say of one
// event. The last of several entries counts, but any of them hides the event. All other keys are
// members of a record with their right values, as in JSON Merge Patch (RFC 7396): an object changes
// the members that it names, null removes a member.
type Edit struct {
	// Id or slug of the event, as its page and its JSON have it.
	Event string `key:"event" as:"event" need:"the id or the slug of an event"`
	// Takes the event down.
	Hide bool `key:"hide" default:"no"`
	// Shows the event first on the home page, before `featured`.
	Pin bool `key:"pin" default:"no"`
	// The entry has no effect from this moment on, or from the beginning of this day.
	Until time.Time `key:"until" as:"until"`
	// Why, for whoever reads the file next.
	Note string `key:"note" max:"300"`

	File string // EditsFile or SheetName
	Line int    // from 1
	// Means is the id of the event that a build has found, or "". It stays the same when the source
	// gives the event another slug.
	Means string
	Set   map[string]any // members of a record with their right values; null deletes
}

// Holds reports whether the entry has an effect at a moment.
func (e *Edit) Holds(now time.Time) bool { return e.Until.IsZero() || now.Before(e.Until) }

// Pins returns the events that edits show first on the home page.
func (b *Brand) Pins(now time.Time) (events []string) {
	for _, e := range b.Edits {
		if e.Pin && e.Holds(now) {
			events = append(events, cmp.Or(e.Means, e.Event))
		}
	}
	return events
}

// until reads a moment with its offset, or a day in the zone of the brand.
func until(v value) any {
	at, err := time.Parse(time.RFC3339, v.text)
	if err != nil {
		at, err = time.ParseInLocation(time.DateOnly, v.text, cmp.Or(v.brand.Zone, time.UTC))
	}
	if err != nil {
		v.wrong("is neither a day nor a moment with its offset: write it as in 2026-05-23 or " +
			"2026-05-23T18:00:00-03:00")
	}
	return at
}

// prepare keeps the members of a record for Set. What is left are the keys of an entry.
func (e *Edit) prepare(n node) node {
	e.File, e.Line = n.name, n.Line
	if n.Kind != yaml.MappingNode {
		return n
	}
	own := *n.Node
	set := yaml.Node{Kind: yaml.MappingNode, Line: n.Line}
	own.Content = nil
	for i := 0; i+1 < len(n.Content); i += 2 {
		name, to := n.Content[i], &set
		if name.Value == "id" || name.Value == "slug" {
			n.yamlFile.fault(name.Line, n.below(name.Value),
				"an event keeps its address: leave it out, or write it as event")
		} else if slices.ContainsFunc(keysOf(reflect.TypeFor[Edit]()),
			func(k reflect.StructField) bool { return k.Tag.Get("key") == name.Value }) {
			to = &own
		}
		to.Content = append(to.Content, name, n.Content[i+1])
	}
	e.Set, _ = node{n.yamlFile, &set, n.key}.json().(map[string]any)
	n.Node = &own
	return n
}

// check reports an entry that does nothing.
func (e *Edit) check(m node) {
	if !e.Hide && !e.Pin && len(e.Set) == 0 {
		m.fault("changes nothing: write hide: yes, pin: yes, or a member " +
			"of the record with its right value, as in name: Right name")
	}
}

// ReadEdits reads the edits.yaml of a brand, which may be missing. Its error is a [*BrandError].
func (b *Brand) ReadEdits() ([]Edit, error) {
	text, err := readRegularFile(b.Dir, EditsFile, MaxFileBytes)
	return b.ParseEdits(EditsFile, text, err)
}

// ParseEdits reads the text of [EditsFile] or [SheetName], or the error of reading it.
func (b *Brand) ParseEdits(name string, text []byte, err error) (edits []Edit, _ error) {
	f := &yamlFile{reader: &reader{brand: b, folder: b.Dir}, name: name}
	if list := f.optional(b.Dir, text, err); list.Node != nil {
		list.read(`most:"500"`, reflect.ValueOf(&edits).Elem())
	}
	if f.faults != nil {
		return nil, newBrandError(b.Dir, f.faults)
	}
	return edits, nil
}

// EditsHiding returns the text of edits.yaml with one more entry at its end, which hides the event
// of an id for ever, or nil if an entry does so already.
func (b *Brand) EditsHiding(id string) (text []byte, err error) {
	text, err = readRegularFile(b.Dir, EditsFile, MaxFileBytes)
	edits, fault := b.ParseEdits(EditsFile, text, err)
	if fault != nil || slices.ContainsFunc(edits, func(e Edit) bool {
		return e.Event == id && e.Hide && e.Until.IsZero()
	}) {
		return nil, fault
	}
	entry := "- {event: " + id + ", hide: yes, note: builder forget}\n"
	text = append(bytes.TrimRight(text, "\n"), "\n"+entry...)
	if more, err := b.ParseEdits(EditsFile, text, nil); err != nil || len(more) != len(edits)+1 {
		return nil, fmt.Errorf("%s has not each entry on a line of its own: write there %s",
			filepath.Join(b.Dir, EditsFile), entry)
	}
	return text, nil
}
