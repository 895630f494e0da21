package site

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/page"
	"cartaz/builder/internal/page/place"
	"cartaz/builder/resultpage"
	"cartaz/builder/text"
)

const (
	mostFormer = 20_000 // former addresses; the oldest are forgotten
	nearEvents = 6      // shown in place of a removed event
)

// former collects the former addresses of events: addresses that only the release before has,
// former addresses that it knew, and addresses that brand.yaml names.
type former struct {
	*Site
	live map[string]bool          // their addresses
	left map[string]FormerAddress // by From
}

// write adds the table of former addresses, and the pages that answer for removed events. The
// latest mostFormer addresses are kept; redirects of brand.yaml come on top.
func (d *former) write() error {
	d.live = map[string]bool{}
	for _, row := range d.Plan.Rows {
		d.live[catalog.EventPath(row.Slug)] = true
	}
	d.left = map[string]FormerAddress{}
	d.remember()
	d.compare()
	for path := range d.live {
		delete(d.left, catalog.GoneKey(path))
	}
	list := slices.SortedFunc(maps.Values(d.left), func(a, b FormerAddress) int {
		return cmp.Or(cmp.Compare(b.Day, a.Day), cmp.Compare(a.From, b.From))
	})
	list = first(list, mostFormer)
	slices.SortFunc(list, func(a, b FormerAddress) int { return cmp.Compare(a.From, b.From) })
	d.Next.Former = list
	table := make([]resultpage.Row, 0, len(list))
	gone := map[string]bool{catalog.GonePath: true}
	for _, f := range list {
		table = append(table, resultpage.Row{Path: f.From, Value: f.To + " " + f.Day})
		if f.To[0] == ':' {
			gone[f.To] = true
		}
	}
	if len(table) == 0 {
		gone = nil
	}
	// Without a day, so that the next release has only the redirects that brand.yaml names then.
	moved := d.otherTopics()
	maps.Copy(moved, d.Brand.Redirects)
	for path, now := range moved {
		path, now = d.Brand.Spelling.Key(path), d.Brand.Spelling.Key(now)
		if _, known := d.left[path]; known {
			table = slices.DeleteFunc(table,
				func(t resultpage.Row) bool { return t.Path == path })
		}
		table = append(table, resultpage.Row{Path: path, Value: now})
		if d.live[path] || strings.HasPrefix(now, catalog.EventsPath+"/") && !d.live[now] {
			d.Log.Warn("redirect", "brand", d.Brand.Key, "from", path, "to", now, "err",
				"there is an event at the first address, or none at the second")
		}
	}
	if len(table) == 0 {
		return nil
	}
	for path := range text.InOrder(gone) {
		if err := d.writeGone(path); err != nil {
			return err
		}
	}
	return d.Store.Private(catalog.FormerPath, resultpage.AppendTable(nil, table),
		d.Store.Profiles.Private)
}

// otherTopics returns the addresses of the spellings that brand.yaml has for topics with a page.
func (d *former) otherTopics() map[string]string {
	moved := map[string]string{}
	for spelling, name := range d.Brand.Topics {
		from := place.TopicKey(spelling)
		to := place.TopicKey(name)
		if from != to && d.Plan.Groups[ingest.Topic].Of(to) != nil {
			moved[catalog.TopicPath(from)] = catalog.TopicPath(to)
		}
	}
	return moved
}

// remember copies the former addresses of the release before.
func (d *former) remember() {
	past := map[string]*EventPast{}
	for i := range d.History.Events {
		e := &d.History.Events[i]
		past[catalog.EventPath(e.Slug)] = e
	}
	for _, f := range d.History.Former {
		if d.live[f.From] {
			continue
		}
		if e := past[f.To]; f.To[0] == '/' && !d.live[f.To] && e != nil {
			f.To = d.now(e) // it has moved on
		}
		d.leave(f)
	}
}

// leave notes a former address. Of one that is gone only a digest is kept.
func (d *former) leave(f FormerAddress) {
	if f.From[0] == '/' && f.To[0] == ':' {
		f.From = catalog.GoneKey(f.From)
	}
	d.left[f.From] = f
}

// compare finds the addresses of events that the release before has and this one has not.
func (d *former) compare() {
	today := d.Days.Today.String()
	for i := range d.History.Events {
		e := &d.History.Events[i]
		if path := catalog.EventPath(e.Slug); !d.live[path] {
			d.leave(FormerAddress{path, d.now(e), today})
		}
	}
}

// now returns the present address of an event of the release before.
func (d *former) now(e *EventPast) string {
	if now := d.Next.Event(e.ID); now != nil {
		return catalog.EventPath(now.Slug)
	}
	if d.Plan.Withheld[e.ID] {
		return catalog.GonePath
	}
	return catalog.GoneFrom(e.City)
}

// writeGone adds the page that answers for removed events, at path: those of a city, or all others.
// It names events nearby. A city without events on sale needs no such page.
func (d *former) writeGone(path string) error {
	var place page.Facet
	var rows []*ingest.Row
	if key, ok := strings.CutPrefix(path, catalog.GonePath+catalog.CityPath("")); ok {
		g := d.Plan.Groups[ingest.City].Of(key)
		if g == nil || g.OnSale == 0 {
			return nil
		}
		place, rows = d.Facet(ingest.City, g), g.Rows
	} else {
		rows = d.Plan.Rows
	}
	var near []page.Link
	for _, row := range rows {
		if !row.OnSale || len(near) == nearEvents {
			continue
		}
		rec, err := d.Records.Published(row)
		if err != nil {
			return err
		}
		label := rec.Name
		if when := d.Renderer.Words().Dates.List(rec.Starts, rec.Ends); when != "" {
			label += " · " + when
		}
		near = append(near, page.Link{Path: catalog.EventPath(row.Slug), Label: label})
	}
	cities := d.Facets(ingest.City, first(d.Plan.Groups[ingest.City].Ranked, homeChips))
	p, err := d.Renderer.Gone(path, place, near, cities)
	return d.AddUnlisted(p, err)
}
