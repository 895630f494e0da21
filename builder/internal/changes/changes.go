// Package changes compares two releases of a brand as clients see them, and lists the addresses
// that a cache in front has to forget.
package changes

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/release"
	"cartaz/builder/resultpage"
	"cartaz/builder/text"
)

// Changes is what differs between two releases of a brand, as clients see it.
type Changes struct {
	Events    EventChanges    `json:"events"`
	Resources ResourceChanges `json:"resources"`
	// Results is true if pages of results and answers to searches may have changed: the edge joins
	// them, so they have no address in a release.
	Results bool `json:"results"`
}

// EventChanges are events by slug, in byte order.
type EventChanges struct {
	Added   []string      `json:"added"`
	Removed []string      `json:"removed"`
	Changed []EventChange `json:"changed"`
}

// EventChange is an event whose record has changed.
type EventChange struct {
	Slug string `json:"slug"`
	// Fields are the members of its JSON that differ. It is empty if the change is not in the API,
	// such as a new price.
	Fields []FieldChange `json:"fields"`
	Paths  []string      `json:"paths"` // its own resources that differ
}

// FieldChange is one member of an event's JSON. A member of an inner object has the path of names,
// as in "location.city". A missing member is null.
type FieldChange struct {
	Name   string          `json:"name"`
	Before json.RawMessage `json:"before"`
	After  json.RawMessage `json:"after"`
}

// ResourceChanges are the paths of public resources, in byte order.
type ResourceChanges struct {
	Added   []string `json:"added"`
	Removed []string `json:"removed"`
	Changed []string `json:"changed"` // bodies or fixed header fields differ
}

// Diff compares two releases of a brand. before is nil for a first release. It reads the bodies of
// changed events only. Errors wrap [release.ErrCorrupt] when one of the releases is damaged.
func Diff(before, after *release.Release) (*Changes, error) {
	d := differ{before: side{before}, after: side{after}, touched: map[string][]string{},
		changes: &Changes{
			Events: EventChanges{Added: []string{}, Removed: []string{},
				Changed: []EventChange{}},
			Resources: ResourceChanges{Added: []string{}, Removed: []string{}, Changed: []string{}},
		}}
	err := release.Guard(func() error {
		d.resources()
		d.changes.Results = before == nil || !bytes.Equal(before.SearchIndex(),
			after.SearchIndex()) ||
			!sameResource(before, after, resultpage.PathHTML) ||
			!sameResource(before, after, resultpage.PathMarkdown) ||
			!sameResource(before, after, resultpage.PathPast)
		return d.events()
	})
	if err != nil {
		return nil, fmt.Errorf("compare releases: %w", err)
	}
	return d.changes, nil
}

// side is one of two releases.
type side struct{ rel *release.Release }

// resources yields the public resources in the order of their paths.
func (s side) resources() iter.Seq[release.Ref] {
	return func(yield func(release.Ref) bool) {
		if s.rel == nil {
			return
		}
		for ref := range s.rel.Resources() {
			if path := ref.Path(); len(path) > 0 && path[0] == '/' && !yield(ref) {
				return
			}
		}
	}
}

// detail returns the address of an event's JSON.
func (s side) detail(slug string) string {
	return catalog.DetailPath(s.rel.Manifest().Brand.BasePath, slug)
}

// lookup finds a resource.
func (s side) lookup(path string) (release.Ref, bool) {
	if s.rel == nil {
		return release.Ref{}, false
	}
	return s.rel.Lookup(path)
}

// event finds an event's JSON.
func (s side) event(slug string) (release.Ref, bool) {
	if s.rel == nil {
		return release.Ref{}, false
	}
	return s.rel.Lookup(s.detail(slug))
}

// slug returns the event that a path belongs to, or "".
func (s side) slug(path string) string {
	if slug, ok := strings.CutPrefix(path, s.detail("")); ok {
		return slug
	}
	slug, ok := strings.CutPrefix(path, catalog.EventPath(""))
	if !ok {
		return ""
	}
	slug, _, _ = strings.Cut(slug, ".") // a slug has no dot
	return slug
}

type differ struct {
	before, after side
	changes       *Changes
	touched       map[string][]string // resources that differ, by the slug of their event
}

// resources finds the public resources that only one release has, and those that differ.
func (d *differ) resources() {
	r := &d.changes.Resources
	for ref := range d.after.resources() {
		old, had := d.before.lookup(string(ref.Path()))
		switch {
		case !had:
			d.note(&r.Added, d.after, ref)
		case !sameRef(old, ref):
			d.note(&r.Changed, d.after, ref)
		}
	}
	for ref := range d.before.resources() {
		if _, has := d.after.lookup(string(ref.Path())); !has {
			d.note(&r.Removed, d.before, ref)
		}
	}
}

func (d *differ) note(list *[]string, s side, ref release.Ref) {
	path := string(ref.Path())
	*list = append(*list, path)
	if slug := s.slug(path); slug != "" {
		d.touched[slug] = append(d.touched[slug], path)
	}
}

// events sorts the differences by event. Resources of an event may differ although its record does
// not, for example after a change of templates.
func (d *differ) events() error {
	e := &d.changes.Events
	for slug, paths := range text.InOrder(d.touched) {
		old, hasOld := d.before.event(slug)
		cur, hasNew := d.after.event(slug)
		switch {
		case !hasOld && !hasNew: // a page below /eventos that is not an event's
		case !hasOld:
			e.Added = append(e.Added, slug)
		case !hasNew:
			e.Removed = append(e.Removed, slug)
		default:
			change := EventChange{Slug: slug,
				Paths: slices.Compact(slices.Sorted(slices.Values(paths)))}
			var err error
			change.Fields, err = d.fields(old, cur)
			if err != nil {
				return err
			}
			if len(change.Fields) == 0 {
				same, err := d.sameRecord(cur)
				if err != nil {
					return err
				}
				if same {
					continue
				}
			}
			e.Changed = append(e.Changed, change)
		}
	}
	return nil
}

// sameRecord reports whether both releases were drawn from the same record of an event, whose JSON
// is the same in both.
func (d *differ) sameRecord(detail release.Ref) (bool, error) {
	body, err := detail.Body()
	if err != nil {
		return false, err
	}
	var event struct {
		ID int64 `json:"id"`
	}
	if err := json.Unmarshal(body, &event); err != nil {
		return false, fmt.Errorf("%s: %w: %w", detail.Path(), release.ErrCorrupt, err)
	}
	old, hasOld := d.before.rel.Event(event.ID)
	cur, hasNew := d.after.rel.Event(event.ID)
	return hasOld && hasNew && old.Hash == cur.Hash, nil
}

// fields compares the JSON of an event member by member.
func (d *differ) fields(old, cur release.Ref) ([]FieldChange, error) {
	a, err := old.Body()
	if err != nil {
		return nil, err
	}
	b, err := cur.Body()
	if err != nil {
		return nil, err
	}
	list := []FieldChange{}
	if !bytes.Equal(a, b) {
		list = compareJSON(list, "", a, b)
	}
	return list, nil
}

// compareJSON appends the members that differ; it descends into objects.
func compareJSON(list []FieldChange, name string, a, b json.RawMessage) []FieldChange {
	var x, y map[string]json.RawMessage
	errA, errB := json.Unmarshal(a, &x), json.Unmarshal(b, &y)
	if errA != nil || errB != nil || x == nil || y == nil {
		if a, b = orNull(a), orNull(b); !bytes.Equal(a, b) {
			list = append(list, FieldChange{Name: name, Before: a, After: b})
		}
		return list
	}
	names := maps.Clone(x)
	maps.Copy(names, y)
	for member := range text.InOrder(names) {
		full := member
		if name != "" {
			full = name + "." + member
		}
		list = compareJSON(list, full, x[member], y[member])
	}
	return list
}

// Fields returns the names of the members that differ between two forms of an event's JSON.
func Fields(before, after []byte) []string {
	names := []string{}
	for _, f := range compareJSON(nil, "", before, after) {
		names = append(names, f.Name)
	}
	return names
}

func orNull(v json.RawMessage) json.RawMessage {
	if len(v) == 0 {
		return json.RawMessage("null")
	}
	return v
}

// sameResource compares a resource that both releases should have.
func sameResource(before, after *release.Release, path string) bool {
	old, hasOld := before.Lookup(path)
	cur, hasNew := after.Lookup(path)
	return hasOld == hasNew && (!hasOld || sameRef(old, cur))
}

// sameRef reports whether clients get the same answers from two resources. Last-Modified follows
// from the content and is not compared.
func sameRef(a, b release.Ref) bool {
	if a.NumVariants() != b.NumVariants() || !bytes.Equal(a.Canonical(), b.Canonical()) ||
		!bytes.Equal(a.Alternate(), b.Alternate()) {
		return false
	}
	for i := range a.NumVariants() {
		v, w := a.Variant(i), b.Variant(i)
		if v.Digest() != w.Digest() || v.Coding() != w.Coding() || v.Tokens() != w.Tokens() ||
			!slices.Equal(v.Profile(), w.Profile()) {
			return false
		}
	}
	return true
}
