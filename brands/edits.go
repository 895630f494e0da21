package brands

import (
	"cmp"
	"reflect"
	"time"

	"go.yaml.in/yaml/v3"
)

// EditsFile is the file of a brand's folder with its [Edit]s.
const EditsFile = "edits.yaml"

// Edit is an entry of edits.yaml: the last word on one event, over all sources. All other keys of
// an entry are members of a record with their right values, as JSON Merge Patch (RFC 7396) has
// them: an object changes the members that it names, null takes a member away.
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

	Line int // in EditsFile, from 1
	// Means is the id of the event, as a build has found it; "" while not known. The event keeps it
	// when its source gives it another slug.
	Means string
	Set   map[string]any // members of a record with their right values; null deletes
}

// Holds reports whether the entry has an effect at a moment.
func (e *Edit) Holds(now time.Time) bool { return e.Until.IsZero() || now.Before(e.Until) }

// Pins are the events that edits show first on the home page.
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
func (e *Edit) prepare(f *yamlFile, n *yaml.Node, key string) *yaml.Node {
	e.Line = n.Line
	if n.Kind != yaml.MappingNode {
		return n
	}
	own := *n
	own.Content, e.Set = nil, map[string]any{}
	keys := map[string]bool{}
	for _, field := range keysOf(reflect.TypeFor[Edit]()) {
		keys[field.Tag.Get("key")] = true
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		name, value := n.Content[i], n.Content[i+1]
		at := key + "." + name.Value
		_, twice := e.Set[name.Value]
		switch {
		case keys[name.Value], name.Kind != yaml.ScalarNode:
			own.Content = append(own.Content, name, value)
			continue
		case name.Value == "id", name.Value == "slug":
			f.fault(name.Line, at, "an event keeps its address: leave it out, or write it as event")
		case twice:
			f.fault(name.Line, at, "already set: keep one of the two")
		}
		e.Set[name.Value] = f.json(value, at)
	}
	return &own
}

// check reports an entry that does nothing.
func (e *Edit) check(m section) {
	if !e.Hide && !e.Pin && len(e.Set) == 0 {
		m.fault(e.Line, m.key, "changes nothing: write hide: yes, pin: yes, or a member "+
			"of the record with its right value, as in name: Right name")
	}
}

// ReadEdits reads edits.yaml of a brand; none when there is no such file. Its error is a
// [*BrandError].
func (b *Brand) ReadEdits() ([]Edit, error) {
	f := &yamlFile{reader: &reader{brand: b, folder: b.Dir}, name: EditsFile}
	var edits []Edit
	text, err := readRegularFile(b.Dir, EditsFile, maxFileBytes)
	if doc := f.optional(b.Dir, text, err); doc != nil {
		f.read(reflect.StructTag(`most:"500"`), doc, "", reflect.ValueOf(&edits).Elem())
	}
	if f.faults != nil {
		return nil, newBrandError(b.Dir, f.faults)
	}
	return edits, nil
}
