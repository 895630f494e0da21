package site

import (
	"slices"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/agenda"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/page"
)

// dayCards is how many events the page of a day shows as cards. With more, they are rows by hour
// and venue, in parts: 600 cards are 120 KB compressed, as many rows 22 KB.
const (
	dayCards  = 120
	fullDay   = 12 // events from which on a page of cards leads to its venues, too
	dayVenues = 60 // that a page names
)

// writeAgenda adds the pages of the agenda, its months and its days.
func (s *Site) writeAgenda() error {
	of := s.Days
	days := of.Counts()
	p, err := s.Renderer.Agenda(page.AgendaModel{Today: of.Today, Total: of.Dated, Days: days,
		Schedule: len(s.Programme) > 0})
	if err := s.AddPage(p, err); err != nil {
		return err
	}
	months := of.Months()
	for i, m := range months {
		model := page.MonthModel{Month: m.Month, Days: days[:len(m.Days)]}
		days = days[len(m.Days):]
		if i > 0 {
			model.Before = &months[i-1].Month
		}
		if i+1 < len(months) {
			model.After = &months[i+1].Month
		}
		p, err := s.Renderer.Month(model)
		if err := s.AddPage(p, err); err != nil {
			return err
		}
	}
	for i := range of.Days {
		if err := s.writeDay(i); err != nil {
			return err
		}
	}
	return nil
}

// writeDay adds the page of day i.
func (s *Site) writeDay(i int) error {
	day := &s.Days.Days[i]
	m := page.DayModel{DayCount: page.DayCount{Date: day.Date, Count: day.Count(),
		Runs: day.NumRuns}}
	if i > 0 {
		m.Before = &s.Days.Days[i-1].Date
	}
	if i+1 < len(s.Days.Days) {
		m.After = &s.Days.Days[i+1].Date
	}
	all := s.rows(slices.Concat(day.Starts, day.Running, day.Runs))
	hours := agenda.Hours(s.Days.Items, day.Starts)
	if len(all) >= fullDay {
		m.ByVenue = s.within(all, ingest.Venue, dayVenues)
		if len(all) <= dayCards && len(m.ByVenue) == 1 {
			m.ByVenue = nil // the cards say it
		}
	}
	if len(all) > dayCards {
		return s.writeFull(&m, hours, day)
	}
	path := catalog.DayPath(day.Date)
	carried, err := s.Carried(path, s.sum(path, m, all), true)
	if carried || err != nil {
		return err
	}
	for _, h := range hours {
		g := page.HourGroup{Hour: h.Hour}
		if g.Listed, err = s.listed(h.Items); err != nil {
			return err
		}
		m.Groups = append(m.Groups, g)
	}
	if m.Running, err = s.listed(day.Running); err != nil {
		return err
	}
	if m.Open, err = s.listed(day.Runs); err != nil {
		return err
	}
	p, err := s.Renderer.Day(m)
	return s.AddPage(p, err)
}

// rows are those of items.
func (s *Site) rows(items []int32) []int32 {
	rows := make([]int32, len(items))
	for i, item := range items {
		rows[i] = s.Days.Rows[item]
	}
	return rows
}

// listed are the fragments of items.
func (s *Site) listed(items []int32) (list page.Listed, err error) {
	for _, i := range s.rows(items) {
		card, line, err := s.Fragments.Card(i)
		if err != nil {
			return list, err
		}
		list.Paths = append(list.Paths, catalog.EventPath(s.Plan.Rows[i].Slug))
		list.Cards, list.Lines = append(list.Cards, card), append(list.Lines, line)
	}
	return list, nil
}
