package site

import (
	"time"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/internal/agenda"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/markup"
	"cartaz/builder/internal/syndication"
	"cartaz/builder/internal/words"
)

const (
	// festivalDays is the largest number of days of a festival, and festivalEvents the smallest
	// number of its events, for a brand that does not say whether it is a festival.
	festivalDays   = 14
	festivalEvents = 10
	// maxSchedule bounds schedule.xml: apps read it whole, and an event is about 1 KB.
	maxSchedule = 5000
)

// Programme returns the rows that schedule.xml shows, in list order, or nothing for a brand without
// that file. They are the events on sale that have an hour, and ended or sold out events of the
// same days: a visitor of a festival wants the whole programme.
//
// A brand that does not say so is a festival if its events on sale with an hour all have a venue
// and are within festivalDays.
func Programme(b *brands.Brand, plan *ingest.Plan) []*ingest.Row {
	if b.Schedule != nil && !*b.Schedule {
		return nil
	}
	var first, last catalog.Date
	onSale, venues := 0, true
	for _, row := range plan.Rows {
		item, ok := row.When()
		if !ok || item.Minute == agenda.NoHour || !row.OnSale {
			continue
		}
		if onSale == 0 {
			first, last = item.First, item.First
		}
		first = min(first, item.First)
		last = max(last, item.First)
		venues = venues && plan.GroupOf(ingest.Venue, row) != nil
		onSale++
	}
	if onSale == 0 || b.Schedule == nil && (!venues || last-first >= festivalDays) {
		return nil
	}
	first = min(first, last-festivalDays+1)
	var rows []*ingest.Row
	for _, row := range plan.Rows {
		item, ok := row.When()
		if ok && item.Minute != agenda.NoHour && first <= item.First && item.First <= last &&
			len(rows) < maxSchedule {
			rows = append(rows, row)
		}
	}
	if b.Schedule == nil && len(rows) < festivalEvents {
		return nil
	}
	return rows
}

// writeProgramme adds schedule.xml. Each build draws it, and stores it again only if it has
// changed. Without an event to show, there is no file and no programme.
func (s *Site) writeProgramme() error {
	if len(s.Programme) == 0 {
		return nil
	}
	rooms := s.rooms()
	var revised int64
	events := make([]syndication.Session, 0, len(s.Programme))
	for _, row := range s.Programme {
		rec, err := s.Records.Published(row)
		if err != nil {
			return err
		}
		text := markup.Clean(rec.Description, rec.Format)
		e, ok := s.Renderer.ProgrammeEvent(rec, text.Plain)
		if !ok {
			continue
		}
		if e.Room = rooms[s.Plan.GroupOf(ingest.Venue, row)]; e.Room == "" {
			e.Room = s.Renderer.PlaceName(rec)
		}
		revised = max(revised, s.Next.Event(row.ID).Revised)
		events = append(events, e)
	}
	if len(events) == 0 {
		s.Programme = nil // their hours have no zone
		return nil
	}
	c := s.Renderer.Programme()
	c.Version = time.Unix(revised, 0)
	return s.Store.Single(catalog.SchedulePath, syndication.AppendSchedule(nil, &c, events),
		s.Store.Profiles.Schedule)
}

// rooms returns the names of the venues in the schedule. Apps tell rooms apart by name alone, so if
// venues share a name, their city follows it.
func (s *Site) rooms() map[*ingest.Group]string {
	named := map[string]*ingest.Group{}
	twice := map[string]bool{}
	names := map[*ingest.Group]string{}
	for _, row := range s.Programme {
		g := s.Plan.GroupOf(ingest.Venue, row)
		if g == nil {
			continue
		}
		names[g] = g.Label
		if other := named[g.Label]; other != nil && other != g {
			twice[g.Label] = true
		}
		named[g.Label] = g
	}
	for g, name := range names {
		if twice[name] {
			names[g] = words.List(name, s.Renderer.CityLabel(g.City, g.State, g.Country))
		}
	}
	return names
}
