package site

import (
	"slices"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/agenda"
	"cartaz/builder/internal/build/keep"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/page"
	"cartaz/builder/internal/words"
)

const (
	// dayCards is how many events the page of a day shows as cards. Beyond that, they are rows by
	// hour: 600 cards are 120 KB compressed, 600 rows 25 KB.
	dayCards  = 120
	dayRows   = 2000 // rows of a page at most; the list has the others
	fullDay   = 12   // events from which a page links to hours, topics and venues
	dayTopics = 8    // topics that a page names
	dayVenues = 40
	dayEvents = 3 // events of each day that a month or /agenda names
	// agendaDays is how many days /agenda names at least: this month, and at its end the next one,
	// too.
	agendaDays = 7
)

// writeAgenda adds the pages of the agenda, its months and its days.
func (s *Site) writeAgenda() error {
	if err := s.findOff(); err != nil {
		return err
	}
	all := page.AgendaModel{Total: s.Days.Dated, Days: s.Days.Counts(),
		Schedule: len(s.Programme) > 0}
	if err := s.writeAllDays(all); err != nil {
		return err
	}
	days, months := all.Days, s.Days.Months()
	for i, m := range months {
		model := page.MonthModel{Month: m.Month, Days: days[:len(m.Days)]}
		days, model.Off = days[len(m.Days):], s.offOf(m.Days)
		if i > 0 {
			model.Before = &months[i-1].Month
		}
		if i+1 < len(months) {
			model.After = &months[i+1].Month
		}
		if err := s.writeAgendaMonth(model, s.firstItems(m.Days)); err != nil {
			return err
		}
	}
	for i, day := range all.Days {
		if err := s.writeDay(i, day); err != nil {
			return err
		}
	}
	return nil
}

// writeAllDays adds /agenda. It names events of all days if they are few, else those of at least
// agendaDays days from today on, up to the end of a month.
func (s *Site) writeAllDays(model page.AgendaModel) error {
	named := s.Days.Days
	if all := len(named); all > page.FewDays {
		model.First = min(all-len(s.Days.From(s.Days.Today)), all-1)
		named = named[model.First:]
		for n := range named {
			if n > agendaDays && named[n].Date.Month() != named[n-1].Date.Month() {
				named = named[:n]
				break
			}
		}
	}
	model.Off = s.offOf(named)
	events, err := s.eventsOf(s.firstItems(named))
	if err != nil {
		return err
	}
	model.Events = events
	p, err := s.Renderer.Agenda(model)
	return s.AddPage(p, err)
}

// findOff finds the cancelled events of the days from today on: people with a ticket look for them
// there.
func (s *Site) findOff() error {
	s.off = map[catalog.Date][]page.EventRow{}
	for _, row := range s.Plan.Rows {
		item, dated := row.When()
		if !row.Cancelled || !dated || item.Run || item.Last < s.Days.Today {
			continue
		}
		rec, err := s.Records.Published(row)
		if err != nil {
			return err
		}
		for day := max(item.First, s.Days.Today); day <= item.Last; day++ {
			s.off[day] = append(s.off[day], s.Renderer.EventRow(rec, item, s.venueName(row)))
		}
	}
	return nil
}

// offOf returns the cancelled events of each day.
func (s *Site) offOf(days []agenda.Day) [][]page.EventRow {
	off := make([][]page.EventRow, len(days))
	for i, day := range days {
		off[i] = s.off[day.Date]
	}
	return off
}

// writeAgendaMonth adds the page of a month, which names some items of each of its days.
func (s *Site) writeAgendaMonth(m page.MonthModel, byDay [][]int32) error {
	path := catalog.MonthPath(m.Month)
	carried, err := s.Carried(path, s.sumOfItems(path, m, slices.Concat(byDay...)), true)
	if carried || err != nil {
		return err
	}
	if m.Events, err = s.eventsOf(byDay); err != nil {
		return err
	}
	p, err := s.Renderer.Month(m)
	return s.AddPage(p, err)
}

// firstItems returns the first items of each day: items that start on it come first, and a series
// has one.
func (s *Site) firstItems(days []agenda.Day) [][]int32 {
	byDay := make([][]int32, len(days))
	for i, day := range days {
		starts, long := s.apart(s.soldOutLast(day.Starts))
		seen := map[int]bool{} // series
		for _, item := range slices.Concat(starts, long, day.Running) {
			series := s.Plan.Series(s.Days.Rows[item]).ID
			if len(byDay[i]) < dayEvents && !seen[series] {
				byDay[i] = append(byDay[i], item)
				seen[series] = series != 0
			}
		}
	}
	return byDay
}

// soldOutLast puts the items that are sold out after the others.
func (s *Site) soldOutLast(items []int32) []int32 {
	return last(items, func(i int32) bool { return s.Days.Rows[i].SoldOut })
}

// apart separates the long items from the others.
func (s *Site) apart(items []int32) (starts, long []int32) {
	for _, i := range items {
		if s.Days.Items[i].Long {
			long = append(long, i)
		} else {
			starts = append(starts, i)
		}
	}
	return starts, long
}

// eventsOf returns the items of each day as a page shows them.
func (s *Site) eventsOf(byDay [][]int32) (events [][]page.EventRow, err error) {
	events = make([][]page.EventRow, len(byDay))
	for i, items := range byDay {
		if events[i], err = s.eventRows(items); err != nil {
			return nil, err
		}
	}
	return events, nil
}

// writeDay adds the page of day i of the agenda. A day with many events also gets links by topic
// and venue, and shows rows instead of cards.
func (s *Site) writeDay(i int, count page.DayCount) error {
	day := &s.Days.Days[i]
	m := page.DayModel{DayCount: count, Off: s.off[day.Date]}
	if i > 0 {
		m.Before = &s.Days.Days[i-1].Date
	}
	if i+1 < len(s.Days.Days) {
		m.After = &s.Days.Days[i+1].Date
	}
	items := slices.Concat(first(day.Starts, dayRows), day.Running, day.Runs)
	rows := s.rows(items)
	starts, long := s.apart(first(day.Starts, dayRows))
	full := len(items) >= fullDay
	if full {
		m.ByTopic = s.within(rows, ingest.Topic, dayTopics)
		m.ByVenue = s.within(rows, ingest.Venue, dayVenues)
		for _, row := range rows {
			if row.Free {
				m.Free++
			}
		}
	}
	var err error
	if m.Grid, err = s.grid(day); err != nil {
		return err
	}
	// The page stays as it is if nothing that it shows has changed.
	path := catalog.DayPath(day.Date)
	carried, err := s.Carried(path, s.sumOfItems(path, m, items), true)
	if carried || err != nil {
		return err
	}
	// The groups: by hour, then what lasts all day, goes on, or has open days that are not known.
	hours := agenda.Hours(s.Days.Items, starts)
	if !full {
		hours = []agenda.Hour{{Hour: page.Starts, Items: starts}}
	}
	for _, h := range append(hours,
		agenda.Hour{Hour: page.AllDay, Items: long},
		agenda.Hour{Hour: page.StillOn, Items: day.Running},
		agenda.Hour{Hour: page.Open, Items: day.Runs}) {
		if len(h.Items) == 0 {
			continue
		}
		g := page.HourGroup{Hour: h.Hour}
		h.Items = s.soldOutLast(h.Items)
		if g.Listed, err = s.listed(h.Items, h.Hour >= 0 || h.Hour == page.Starts); err != nil {
			return err
		}
		if len(items) > dayCards {
			g.Cards = nil
			if g.Rows, err = s.eventRows(h.Items); err != nil {
				return err
			}
		}
		m.Groups = append(m.Groups, g)
	}
	p, err := s.Renderer.Day(m)
	return s.AddPage(p, err)
}

// grid returns the events of a festival that start on a day, by venue and hour, or nothing if the
// brand is not a festival, or an event has no venue or no hour.
func (s *Site) grid(day *agenda.Day) ([]page.GridEvent, error) {
	days := s.Days.Days
	if days[len(days)-1].Date-days[0].Date >= festivalDays || len(day.Starts) > dayCards {
		return nil, nil
	}
	events := make([]page.GridEvent, len(day.Starts))
	for n, row := range s.rows(day.Starts) {
		item := s.Days.Items[day.Starts[n]]
		venue := s.Plan.GroupOf(ingest.Venue, row)
		if venue == nil || item.Minute == agenda.NoHour {
			return nil, nil
		}
		rec, err := s.Records.Published(row)
		if err != nil {
			return nil, err
		}
		e := page.GridEvent{EventRow: s.Renderer.EventRow(rec, item, ""), From: int(item.Minute),
			Venue: s.Facet(ingest.Venue, venue)}
		e.Venue.Count = 0
		if at := rec.Next(); at.Ends.HasClock() && catalog.DateOf(at.Starts.Time) == day.Date {
			e.To = e.From + int(at.Ends.Time.Sub(at.Starts.Time).Minutes())
		}
		events[n] = e
	}
	return events, nil
}

func (s *Site) rows(items []int32) []*ingest.Row {
	rows := make([]*ingest.Row, len(items))
	for i, item := range items {
		rows[i] = s.Days.Rows[item]
	}
	return rows
}

// listed returns the fragments of items, whose cards show their hours or their dates.
func (s *Site) listed(items []int32, hours bool) (list page.Listed, err error) {
	for n, row := range s.rows(items) {
		card, line, err := s.Fragments.Card(row)
		if err != nil {
			return list, err
		}
		if minute := s.Days.Items[items[n]].Minute; hours && minute != agenda.NoHour {
			card = s.Renderer.WithHour(card, int(minute))
		}
		list.Add(card, line)
	}
	return list, nil
}

// sumOfItems returns the sum of a page of items. Its rows name venues by their groups, which other
// events may change, and hours by the items: the next of several sessions.
func (s *Site) sumOfItems(path string, model any, items []int32) keep.Sum {
	rows, shown := s.rows(items), make([]any, 0, 2*len(items))
	for n, i := range items {
		shown = append(shown, s.Days.Items[i], s.venueName(rows[n]))
	}
	return s.sum(path, []any{model, shown}, rows)
}

// eventRows returns items as a page shows them in one line each.
func (s *Site) eventRows(items []int32) ([]page.EventRow, error) {
	list := make([]page.EventRow, len(items))
	for n, row := range s.rows(items) {
		rec, err := s.Records.Published(row)
		if err != nil {
			return nil, err
		}
		second, err := s.second(row)
		if err != nil {
			return nil, err
		}
		list[n] = s.Renderer.EventRow(rec, s.Days.Items[items[n]], s.venueName(row))
		list[n].Note = words.Line(second, list[n].Note)
	}
	return list, nil
}

// venueName returns the place in the row of an event: the venue, and the city if the catalogue has
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
