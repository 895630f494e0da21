package build

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"slices"
	"strconv"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/durable"
	"cartaz/builder/internal/feed"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/release"
	"cartaz/builder/release/ical"
)

const (
	// maxFeed is how many events a feed has: the newest of them.
	maxFeed = 50
	// keepGone is how long a calendar keeps an event that its source no longer has, as cancelled,
	// so that programs which ask rarely learn of it.
	keepGone = 30 * 24 * time.Hour
)

// calendarFile has the calendar of each event that is not over, on disk until the collections are
// joined: an event is in those of its groups, and a million calendars are a gigabyte.
type calendarFile struct {
	file *os.File
	size int64
	ends []int64 // of each row: where its calendar ends; where it begins, of one without
}

func newCalendarFile(dir string, rows int) (*calendarFile, error) {
	f, err := durable.Unnamed(dir)
	if err != nil {
		return nil, err
	}
	return &calendarFile{file: f, ends: make([]int64, 0, rows)}, nil
}

func (f *calendarFile) close() error { return f.file.Close() }

// add adds the calendar of the next row; nil for none.
func (f *calendarFile) add(calendar []byte) error {
	if len(calendar) > 0 {
		if _, err := f.file.WriteAt(calendar, f.size); err != nil {
			return fmt.Errorf("calendars on disk: %w", err)
		}
		f.size += int64(len(calendar))
	}
	f.ends = append(f.ends, f.size)
	return nil
}

// read reads the calendar of a row; nil for none.
func (f *calendarFile) read(row int32) ([]byte, error) {
	from := int64(0)
	if row > 0 {
		from = f.ends[row-1]
	}
	if f.ends[row] == from {
		return nil, nil
	}
	b := make([]byte, f.ends[row]-from)
	if _, err := f.file.ReadAt(b, from); err != nil {
		return nil, fmt.Errorf("calendars on disk: %w", err)
	}
	return b, nil
}

// gatherCalendar keeps the calendar and the dates of an event for the collections.
func (d *drawing) gatherCalendar(e *renderedEvent) error {
	d.firstListed = append(d.firstListed, e.past.listed)
	d.revised = append(d.revised, e.past.revised)
	if e.row.Ended {
		return d.calendars.add(nil)
	}
	calendar := e.event.Calendar
	if e.taken {
		var err error
		calendar, err = storedBody(d.store.carry.rel, e.event.Path+catalog.CalendarSuffix)
		if err != nil {
			return err
		}
	}
	return d.calendars.add(calendar)
}

// storedBody is the uncoded body that a release has at a path; nil for none.
func storedBody(rel *release.Release, path string) ([]byte, error) {
	if rel == nil {
		return nil, nil
	}
	ref, ok := rel.Lookup(path)
	if !ok {
		return nil, nil
	}
	for i := range ref.NumVariants() {
		if v := ref.Variant(i); v.Coding() == release.Identity {
			b, err := v.Body()
			if err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
			return b, nil
		}
	}
	return nil, nil
}

// collection is the events that a page shows, as they are taken along: a calendar, and a feed in
// two forms, beside the page.
type collection struct {
	path  string // of the page
	title string
	rows  []int32 // in list order
}

// writeCollections adds the calendars and feeds of the list and of all groups with events on sale.
func (d *drawing) writeCollections() error {
	d.collected = map[string]bool{}
	rows := make([]int32, len(d.plan.Rows))
	for i := range rows {
		rows[i] = int32(i)
	}
	all := collection{path: catalog.EventsPath, title: d.words.Events, rows: rows}
	if err := d.writeCollection(&all); err != nil {
		return err
	}
	for _, kind := range groupPages {
		if kind.kind == ingest.Country && !kind.is(d.sections) {
			continue // such groups have no page
		}
		for _, group := range d.plan.Groups[kind.kind].List {
			f := d.facet(kind.kind, group)
			if err := d.writeCollection(&collection{f.Path, f.Label, group.Rows}); err != nil {
				return err
			}
		}
	}
	if err := d.writeVanished(); err != nil {
		return err
	}
	if err := d.writeZones(); err != nil {
		return err
	}
	if err := d.data.end(); err != nil {
		return err
	}
	return d.writeChanges()
}

// writeCollection adds the files of a collection. One without events on sale has none, unless the
// release before has: then they stay, so that whoever follows it does not lose the address.
func (d *drawing) writeCollection(c *collection) error {
	d.collected[c.path] = true
	onSale := slices.ContainsFunc(c.rows,
		func(i int32) bool { return d.plan.Rows[i].OnSale })
	if err := d.writeCalendar(c, onSale); err != nil {
		return err
	}
	if onSale {
		return d.writeFeeds(c)
	}
	for _, form := range []struct {
		suffix  string
		profile release.Profile
	}{{catalog.AtomSuffix, d.store.prof.atom}, {catalog.FeedSuffix, d.store.prof.feed}} {
		body, err := d.before(c.path + form.suffix)
		if err != nil || body == nil {
			return err
		}
		if err := d.store.collection(c.path+form.suffix, body, form.profile); err != nil {
			return err
		}
	}
	return nil
}

// before is what the release before has at a path. What cannot be read any more is as if it had
// never been when everything is drawn anew because of that.
func (d *drawing) before(path string) ([]byte, error) {
	b, err := storedBody(d.base, path)
	if err != nil && d.store.carry.rel == nil {
		return nil, nil
	}
	return b, err
}

// writeCalendar adds the calendar of a collection: its events that are not over, the first of them
// when there are many, and those that vanished from the source lately.
func (d *drawing) writeCalendar(c *collection, onSale bool) error {
	path := c.path + catalog.CalendarSuffix
	old, err := d.before(path)
	if err != nil || !onSale && old == nil && c.path != catalog.EventsPath {
		return err
	}
	var events []byte
	zones := map[string]ical.Years{}
	shown, total := 0, 0
	for _, i := range c.rows {
		if !d.calendars.has(i) {
			continue
		}
		if total++; shown == catalog.MaxCalendar {
			continue
		}
		shown++
		file, err := d.calendars.read(i)
		if err != nil {
			return err
		}
		_, _, event := ical.Split(file)
		events = append(events, event...)
		noteZone(zones, event)
	}
	for _, event := range d.gone(old) {
		events = append(events, event...)
		noteZone(zones, event)
	}
	description := ""
	if shown < total {
		description = d.words.Lists.CalendarCut(shown, total)
	}
	head := d.renderer.Calendar(c.title, description, c.path)
	b := appendZones(head.AppendHead(nil), zones, len(events) == 0)
	return d.store.collection(path, ical.AppendEnd(append(b, events...)), d.store.prof.calendar)
}

// writeVanished keeps the calendars of groups that are no more: an organiser whose only event is
// gone still has to tell those who follow it. They stay while they have a cancelled event, and then,
// or when the events went to other groups, without events for keepGone after the last change.
func (d *drawing) writeVanished() error {
	if d.base == nil {
		return nil
	}
	for ref := range d.base.Resources() {
		page, ok := bytes.CutSuffix(ref.Path(), []byte(catalog.CalendarSuffix))
		if !ok || !ofGroup(page) || d.collected[string(page)] {
			continue
		}
		path := string(ref.Path())
		old, err := d.before(path)
		if err != nil {
			return err
		}
		if old == nil {
			continue // unreadable, and everything is drawn anew because of that
		}
		b, zones, _ := ical.Split(old)
		b = append(slices.Clone(b), zones...)
		if len(zones) == 0 {
			b = appendZones(b, nil, true)
		}
		events := bytes.Join(d.gone(old), nil)
		body := ical.AppendEnd(append(b, events...))
		age := d.lastChange().Sub(time.Unix(ref.Modified(), 0))
		if len(events) == 0 && bytes.Equal(body, old) && age >= keepGone {
			continue
		}
		if err := d.store.collection(path, body, d.store.prof.calendar); err != nil {
			return err
		}
	}
	return nil
}

// ofGroup says whether an address is that of the page of a group.
func ofGroup(path []byte) bool {
	for i := range groupPages {
		if rest, ok := bytes.CutPrefix(path, []byte(groupPages[i].index)); ok && len(rest) > 1 &&
			rest[0] == '/' {
			return true
		}
	}
	return false
}

// has says whether a row has a calendar.
func (f *calendarFile) has(row int32) bool {
	return row == 0 && f.ends[0] > 0 || row > 0 && f.ends[row] > f.ends[row-1]
}

// gone is the events of an older calendar that the source no longer has, cancelled. The calendar
// itself is the memory of them: on a machine without the release before, none is known. Their time
// is counted to the last change of the catalogue and not to this moment, so that a build that
// changes nothing else does not change a calendar.
func (d *drawing) gone(old []byte) [][]byte {
	_, _, events := ical.Split(old)
	var list [][]byte
	for event := range ical.Events(events) {
		id, err := strconv.ParseInt(beforeAt(ical.UID(event)), 10, 64)
		if err != nil || d.has(id) {
			continue
		}
		event = ical.Cancel(event, time.Unix(d.store.now, 0))
		if d.lastChange().Sub(ical.Revised(event)) < keepGone {
			list = append(list, event)
		}
	}
	return list
}

func beforeAt(uid string) string {
	id, _, _ := bytes.Cut([]byte(uid), []byte("@"))
	return string(id)
}

// has says whether the catalogue has an event with an id.
func (d *drawing) has(id int64) bool {
	if d.ids == nil {
		d.ids = make(map[int64]struct{}, len(d.plan.Rows))
		for i := range d.plan.Rows {
			d.ids[d.plan.Rows[i].ID] = struct{}{}
		}
	}
	_, ok := d.ids[id]
	return ok
}

// lastChange is when an event last changed or came; of an empty catalogue the zero time.
func (d *drawing) lastChange() time.Time {
	if d.changed == 0 && len(d.revised) > 0 {
		d.changed = slices.Max(d.revised)
	}
	return time.Unix(d.changed, 0)
}

// noteZone widens the years of a zone by those of an event.
func noteZone(zones map[string]ical.Years, event []byte) {
	name := ical.ZoneOf(event)
	if name == "" {
		return
	}
	years := zones[name]
	for _, year := range ical.YearsOf(event) {
		years.Add(time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC))
	}
	zones[name] = years
}

// appendZones appends the zones by name. A calendar must have a component (RFC 5545, section 3.6),
// so one without events has the zone UTC.
func appendZones(b []byte, zones map[string]ical.Years, none bool) []byte {
	names := make([]string, 0, len(zones))
	for name := range zones {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if zone, err := time.LoadLocation(name); err == nil {
			b = ical.AppendZone(b, zone, zones[name])
		}
	}
	if none {
		b = ical.AppendZone(b, time.UTC, ical.Years{First: 2026, Last: 2026})
	}
	return b
}

// writeZones seals the zones of all events on sale, for the calendars of searches that the edge
// joins.
func (d *drawing) writeZones() error {
	zones := map[string]ical.Years{}
	for i := range d.plan.Rows {
		if !d.plan.Rows[i].OnSale || !d.calendars.has(int32(i)) {
			continue
		}
		file, err := d.calendars.read(int32(i))
		if err != nil {
			return err
		}
		_, _, event := ical.Split(file)
		noteZone(zones, event)
	}
	head := d.renderer.Calendar(d.words.Events, "", catalog.EventsPath)
	body := ical.AppendEnd(appendZones(head.AppendHead(nil), zones, len(zones) == 0))
	return d.store.private(ical.PathZones, body, d.store.prof.calendar, 0)
}

// writeFeeds adds the feed of a collection: the events on sale that were listed last, newest first;
// of those listed together the first ones of the list.
func (d *drawing) writeFeeds(c *collection) error {
	newest := make([]int32, 0, len(c.rows))
	for _, i := range c.rows {
		if d.plan.Rows[i].OnSale {
			newest = append(newest, i)
		}
	}
	slices.SortStableFunc(newest, func(a, b int32) int {
		return cmp.Compare(d.firstListed[b], d.firstListed[a])
	})
	entries := make([]feed.Entry, 0, maxFeed)
	for _, i := range first(newest, maxFeed) {
		e, err := d.entry(i)
		if err != nil {
			return err
		}
		entries = append(entries, e)
	}
	f := d.renderer.Feed(c.title, c.path)
	if err := d.store.collection(c.path+catalog.AtomSuffix, feed.AppendAtom(nil, &f, entries),
		d.store.prof.atom); err != nil {
		return err
	}
	return d.store.collection(c.path+catalog.FeedSuffix, feed.AppendJSON(nil, &f, entries),
		d.store.prof.feed)
}

// entry is an event as feeds show it.
func (d *drawing) entry(i int32) (feed.Entry, error) {
	rec, err := d.events.record(&d.plan.Rows[i])
	if err != nil {
		return feed.Entry{}, err
	}
	e := d.renderer.Entry(rec)
	e.Published, e.Updated = time.Unix(d.firstListed[i], 0), time.Unix(d.revised[i], 0)
	return e, nil
}
