package site

import (
	"bytes"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/ical"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/text"
)

// keepGone is how long a calendar keeps an event that its source no longer has, as cancelled, so
// that programs which ask rarely learn of it.
const keepGone = 30 * 24 * time.Hour

// writeCalendar adds the calendar of a collection: its events that are not over, the first of them
// if there are many, and events that vanished from the source lately.
func (w *collections) writeCalendar(c *collection, old []byte, onSale bool) error {
	if !onSale && old == nil && c.path != catalog.EventsPath {
		return nil
	}
	path := c.path + catalog.CalendarSuffix
	events := w.events[:0]
	zones := map[string]ical.Years{}
	shown, total := 0, 0
	for _, row := range c.rows {
		if !w.Fragments.HasCalendar(row) {
			continue
		}
		total++
		if shown == catalog.MaxCalendar {
			continue
		}
		shown++
		file, err := w.Fragments.Calendar(row)
		if err != nil {
			return err
		}
		_, _, event := ical.Split(file)
		events = append(events, event...)
		if err := w.noteZone(zones, row); err != nil {
			return err
		}
	}
	list, _ := w.gone(old)
	for _, event := range list {
		events = append(events, event...)
		noteEvent(zones, event)
	}
	description := ""
	if shown < total {
		texts := w.Renderer.Words()
		description = texts.Lists.FirstOf.Text(texts.Numbers.Text(shown), texts.Numbers.Text(total))
	}
	head := w.Renderer.Calendar(c.title, description, c.path)
	b := appendZones(head.AppendHead(w.body[:0]), zones, len(events) == 0)
	b = ical.AppendEnd(append(b, events...))
	w.events, w.body = events, b
	c.changes = bytes.Contains(events, cancelled)
	return w.Store.Collection(path, b, w.Store.Profiles.Calendar)
}

// noteZone widens the years of an event's zone by the years of its days and of its clock elsewhere.
func (w *collections) noteZone(zones map[string]ical.Years, row *ingest.Row) error {
	item, dated := row.When()
	if !dated { // it was postponed
		file, err := w.Fragments.Calendar(row)
		noteEvent(zones, file)
		return err
	}
	if name := w.Plan.Zone(row); name != "" && ical.CanName(catalog.Zone(name)) {
		years := zones[name]
		years.Add((item.First - 1).Time())
		years.Add((item.Last + 1).Time())
		zones[name] = years
	}
	return nil
}

// noteEvent is noteZone for an event of a calendar.
func noteEvent(zones map[string]ical.Years, event []byte) {
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
// so one without events, for which none is true, has the zone UTC.
func appendZones(b []byte, zones map[string]ical.Years, none bool) []byte {
	for name, years := range text.InOrder(zones) {
		if at := catalog.Zone(name); at != nil {
			b = ical.AppendZone(b, at, years)
		}
	}
	if none {
		b = ical.AppendZone(b, time.UTC, ical.Years{First: 2026, Last: 2026})
	}
	return b
}

// writeZones seals the zones of all events on sale, for the calendars of searches that the edge
// joins.
func (w *collections) writeZones() error {
	zones := map[string]ical.Years{}
	for _, row := range w.Plan.Rows {
		if !row.OnSale || !w.Fragments.HasCalendar(row) {
			continue
		}
		if err := w.noteZone(zones, row); err != nil {
			return err
		}
	}
	head := w.Renderer.Calendar(w.Renderer.Words().Events, "", catalog.EventsPath)
	body := ical.AppendEnd(appendZones(head.AppendHead(nil), zones, len(zones) == 0))
	return w.Store.Private(ical.PathZones, body, w.Store.Profiles.Calendar)
}
