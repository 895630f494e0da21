package site

import (
	"cmp"
	"slices"

	"cartaz/builder/internal/agenda"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/page"
	"cartaz/builder/internal/words"
	"cartaz/builder/text"
)

const (
	// partRows is how many events a part of a full day shows at most: as HTML it is below 10 KB
	// compressed.
	partRows = 140
	// partVenues is how many venues the first part names.
	partVenues = 40
)

// hourPart is the events of one hour of a full day, in the order of its rows, and the part of the
// day that shows them.
type hourPart struct {
	hour, part int
	events     []atVenue
}

// atVenue is an event of a full day and the name of where it is.
type atVenue struct {
	row   int32
	venue string
	order string // of venues
}

// writeFull adds the pages of a day with too many events for cards.
func (s *Site) writeFull(m *page.DayModel, hours []agenda.Hour, day *agenda.Day) error {
	hours = slices.Clip(hours)
	if len(day.Running) > 0 {
		hours = append(hours, agenda.Hour{Hour: page.StillOn, Items: day.Running})
	}
	if len(day.Runs) > 0 {
		hours = append(hours, agenda.Hour{Hour: page.Open, Items: day.Runs})
	}
	m.ByVenue = first(m.ByVenue, partVenues)
	parts := s.parts(hours)
	m.Full = &page.FullDay{Parts: parts[len(parts)-1].part}
	for i, h := range parts {
		if i == 0 || parts[i-1].hour != h.hour {
			m.Full.Counts = append(m.Full.Counts, page.HourPart{Hour: h.hour, Part: h.part})
		}
		m.Full.Counts[len(m.Full.Counts)-1].Count += len(h.events)
	}
	for len(parts) > 0 {
		n := 1
		for n < len(parts) && parts[n].part == parts[0].part {
			n++
		}
		if err := s.writePart(*m, parts[:n]); err != nil {
			return err
		}
		parts = parts[n:]
	}
	return nil
}

// parts splits the hours of a day into parts of at most partRows events. Parts have whole hours,
// unless an hour alone has more events than a part: that is in several.
func (s *Site) parts(hours []agenda.Hour) []hourPart {
	part, filled := 1, 0
	parts := make([]hourPart, 0, len(hours))
	for _, h := range hours {
		for events := range slices.Chunk(s.byVenue(h.Items), partRows) {
			if filled > 0 && filled+len(events) > partRows {
				part, filled = part+1, 0
			}
			filled += len(events)
			parts = append(parts, hourPart{h.Hour, part, events})
		}
	}
	return parts
}

// byVenue is the events of an hour by the names of their venues, those without one last.
func (s *Site) byVenue(items []int32) []atVenue {
	events := make([]atVenue, 0, len(items))
	for _, row := range s.rows(items) {
		venue := s.venueName(&s.Plan.Rows[row])
		events = append(events, atVenue{row, venue, text.Fold(venue)})
	}
	slices.SortStableFunc(events, func(a, b atVenue) int {
		if (a.venue == "") != (b.venue == "") {
			return cmp.Compare(b.venue, a.venue)
		}
		return cmp.Or(cmp.Compare(a.order, b.order), cmp.Compare(a.venue, b.venue))
	})
	return events
}

// venueName is where an event is, as its row says it: the venue, and the city where a catalogue has
// several.
func (s *Site) venueName(row *ingest.Row) string {
	f := s.Plan.Facets(row)
	if g := s.Plan.Groups[ingest.Venue].Of(f.VenueKey); g != nil {
		f.Venue = g.Label
	}
	if f.City == "" || f.Venue != "" && !s.Sections.HasCities {
		return f.Venue
	}
	return words.List(f.Venue, s.Renderer.CityLabel(f.City, f.State, f.Country))
}

// writePart adds one part of a day, made of some of its hours.
func (s *Site) writePart(m page.DayModel, hours []hourPart) error {
	full := *m.Full
	full.Part = hours[0].part
	m.Full = &full
	path := page.DayPartPath(m.Date, full.Part)
	var venues []string
	var shown []int32
	for _, h := range hours {
		for _, at := range h.events {
			venues, shown = append(venues, at.venue), append(shown, at.row)
		}
	}
	sum := s.sum(path, struct {
		page.DayModel
		Venues []string
	}{m, venues}, shown)
	carried, err := s.Carried(path, sum, true)
	if carried || err != nil {
		return err
	}
	for _, h := range hours {
		rows := page.HourRows{Hour: h.hour}
		for _, at := range h.events {
			row, err := s.eventRow(at.row)
			if err != nil {
				return err
			}
			venue := cmp.Or(at.venue, row.NoVenue)
			if n := len(rows.Venues); n == 0 || rows.Venues[n-1].Name != venue {
				rows.Venues = append(rows.Venues, page.VenueRows{Name: venue})
			}
			in := &rows.Venues[len(rows.Venues)-1]
			in.Events = append(in.Events, row)
		}
		full.Hours = append(full.Hours, rows)
	}
	p, err := s.Renderer.Day(m)
	return s.AddPage(p, err)
}

// eventRow is that of an event.
func (s *Site) eventRow(row int32) (page.EventRow, error) {
	rec, err := s.Records.Published(&s.Plan.Rows[row])
	if err != nil {
		return page.EventRow{}, err
	}
	r := s.Renderer.EventRow(rec)
	_, r.Line, err = s.Fragments.Card(row)
	return r, err
}
