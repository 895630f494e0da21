package site

import (
	"bytes"
	"slices"
	"strconv"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/ical"
	"cartaz/builder/internal/build/keep"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/syndication"
	"cartaz/builder/release"
)

// collection holds the events of a page as files that programs subscribe to: a calendar, and a feed
// in two forms.
type collection struct {
	path  string // of the page
	title string
	sum   keep.Sum      // or zero
	rows  []*ingest.Row // in list order
	// changes: its calendar has cancelled events, which leave it after keepGone.
	changes bool
}

type collections struct {
	*Site
	data    *Data
	written map[string]bool // pages that are done
	changed int64           // latest Revised of an event; 0 until it is computed
	entries map[*ingest.Row]syndication.Entry

	events, body []byte // of the calendar in progress; reused for the next one
}

func newCollections(s *Site, data *Data) *collections {
	return &collections{Site: s, data: data, written: map[string]bool{},
		entries: map[*ingest.Row]syndication.Entry{}}
}

// write adds the calendars and feeds of the list and of all groups with events on sale, and the
// list of changes.
func (w *collections) write() error {
	list := &collection{path: catalog.EventsPath, title: w.Renderer.Words().Events,
		rows: w.Plan.Rows}
	if err := w.add(list); err != nil {
		return err
	}
	for kind := range ingest.NumKinds {
		for _, group := range w.Groups(kind) {
			if err := w.add(w.of(kind, group)); err != nil {
				return err
			}
		}
	}
	if err := w.writeVanished(); err != nil {
		return err
	}
	if err := w.writeZones(); err != nil {
		return err
	}
	return w.writeChanges()
}

func (w *collections) of(kind ingest.Kind, g *ingest.Group) *collection {
	f := w.Facet(kind, g)
	return &collection{path: f.Path, title: f.Label, rows: g.Rows,
		sum: w.sum(f.Path+catalog.CalendarSuffix, f, g.Rows)}
}

// add adds the files of a collection. A collection without events on sale has none, unless the
// release before has: then they stay, so that subscribers do not lose the address.
func (w *collections) add(c *collection) error {
	w.written[c.path] = true
	if w.Store.Sums.Had(c.sum) {
		w.Store.Sums.Add(c.sum)
		return w.take(c)
	}
	old, err := w.Before(c.path + catalog.CalendarSuffix)
	if err != nil {
		return err
	}
	onSale := slices.ContainsFunc(c.rows, func(row *ingest.Row) bool { return row.OnSale })
	if err := w.writeCalendar(c, old, onSale); err != nil {
		return err
	}
	if !c.changes && c.sum != (keep.Sum{}) {
		w.Store.Sums.Add(c.sum)
	}
	feed, err := w.Before(c.path + catalog.AtomSuffix)
	if err != nil || !onSale && (feed == nil || len(c.rows) == 0) {
		return err
	}
	return w.writeFeeds(c, onSale)
}

var cancelled = []byte("STATUS:CANCELLED")

type file struct {
	path    string
	profile release.Profile
}

// feeds returns the two forms of the feed of a collection.
func (w *collections) feeds(c *collection) [2]file {
	return [2]file{{c.path + catalog.AtomSuffix, w.Store.Profiles.Atom},
		{c.path + catalog.FeedSuffix, w.Store.Profiles.Feed}}
}

// take carries the files of a collection over from the base release.
func (w *collections) take(c *collection) error {
	feeds := w.feeds(c)
	for _, f := range append(feeds[:], file{c.path + catalog.CalendarSuffix,
		w.Store.Profiles.Calendar}) {
		if _, err := w.Store.TakeSingle(f.path, f.profile); err != nil {
			return err
		}
	}
	return nil
}

// writeVanished keeps the calendars of vanished groups, so that subscribers learn of the cancelled
// events. A calendar stays while it has a cancelled event. Then, or when its events went to other
// groups, it stays empty for keepGone after the last change. A calendar with an event that is
// withheld is removed: its address and title may say what the event was.
func (w *collections) writeVanished() error {
	if w.Base == nil {
		return nil
	}
	for ref := range w.Base.Resources() {
		page, ok := bytes.CutSuffix(ref.Path(), []byte(catalog.CalendarSuffix))
		if !ok || !ofGroup(page) || w.written[string(page)] {
			continue
		}
		path := string(ref.Path())
		old, err := w.Before(path)
		if err != nil {
			return err
		}
		if old == nil {
			continue // unreadable, so everything is drawn again
		}
		b, zones, _ := ical.Split(old)
		b = append(slices.Clone(b), zones...)
		if len(zones) == 0 {
			b = appendZones(b, nil, true)
		}
		list, hidden := w.gone(old)
		events := bytes.Join(list, nil)
		body := ical.AppendEnd(append(b, events...))
		age := w.lastChange().Sub(time.Unix(ref.Modified(), 0))
		// A calendar that named a hidden event goes at once, an empty one after keepGone.
		if hidden || len(events) == 0 && bytes.Equal(body, old) && age >= keepGone {
			continue
		}
		if err := w.Store.Collection(path, body, w.Store.Profiles.Calendar); err != nil {
			return err
		}
	}
	return nil
}

// ofGroup reports whether an address is the page of a group.
func ofGroup(path []byte) bool {
	for kind := range ingest.NumKinds {
		if bytes.HasPrefix(path, []byte(kind.Path(""))) {
			return true
		}
	}
	return false
}

// gone returns the events of an older calendar that the source no longer has, cancelled. Only that
// calendar knows them, so a machine without the release before returns none. Their age is measured
// at the last change of the catalogue, so a build that changes nothing else does not change a
// calendar. An event that is withheld is left out, and reported.
func (w *collections) gone(old []byte) (list [][]byte, hidden bool) {
	_, _, events := ical.Split(old)
	for event := range ical.Events(events) {
		id, err := strconv.ParseInt(beforeAt(ical.UID(event)), 10, 64)
		hidden = hidden || w.Plan.Withheld[id]
		if err != nil || w.Next.Event(id) != nil || w.Plan.Withheld[id] {
			continue
		}
		event = ical.Cancel(event, time.Unix(w.Now, 0))
		if w.lastChange().Sub(ical.Revised(event)) < keepGone {
			list = append(list, event)
		}
	}
	return list, hidden
}

func beforeAt(uid string) string {
	id, _, _ := bytes.Cut([]byte(uid), []byte("@"))
	return string(id)
}

// lastChange returns when an event last changed or came, or the zero time for an empty catalogue.
func (w *collections) lastChange() time.Time {
	if w.changed == 0 {
		for _, event := range w.Next.Events {
			w.changed = max(w.changed, event.Revised)
		}
	}
	return time.Unix(w.changed, 0)
}
