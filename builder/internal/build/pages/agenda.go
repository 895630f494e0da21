package pages

import (
	"cmp"
	"slices"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/agenda"
	"cartaz/builder/internal/build/site"
	"cartaz/builder/internal/build/store"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/page"
	"cartaz/builder/text"
)

// dayCards is how many events the page of a day shows as cards. With more, they are rows by hour
// and venue, in parts: 600 cards are 120 KB compressed, as many rows 22 KB.
const (
	dayCards  = 120
	fullDay   = 12 // events from which on a page of cards leads to its venues, too
	dayVenues = 60 // that a page names
)

// days draws the pages of the agenda, its months and its days.
type days struct{ *site.Site }

func (d *days) write() error {
	of := d.Days
	days := of.Counts()
	p, err := d.Renderer.Agenda(page.AgendaModel{Today: of.Today, Total: len(of.Items), Days: days,
		Schedule: len(d.Programme) > 0})
	if err := d.AddPage(p, err); err != nil {
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
		p, err := d.Renderer.Month(model)
		if err := d.AddPage(p, err); err != nil {
			return err
		}
	}
	for i := range of.Days {
		if err := d.writeDay(i); err != nil {
			return err
		}
	}
	return nil
}

// writeDay adds the page of day i.
func (d *days) writeDay(i int) error {
	day := &d.Days.Days[i]
	m := page.DayModel{DayCount: page.DayCount{Date: day.Date, Count: day.Count()}}
	if i > 0 {
		m.Before = &d.Days.Days[i-1].Date
	}
	if i+1 < len(d.Days.Days) {
		m.After = &d.Days.Days[i+1].Date
	}
	hours := agenda.Hours(d.Days.Items, day.Starts)
	if m.Count >= fullDay {
		m.ByVenue = d.venuesOf(slices.Concat(day.Starts, day.Running))
		if m.Count <= dayCards && len(m.ByVenue) == 1 {
			m.ByVenue = nil // the cards say it
		}
	}
	if m.Count > dayCards {
		return d.writeFull(&m, hours, day)
	}
	carried, err := d.Carried(catalog.DayPath(day.Date), d.sum(&m, hours, day.Running), true)
	if carried || err != nil {
		return err
	}
	for _, h := range hours {
		g := page.HourGroup{Hour: h.Hour}
		if g.Listed, err = d.listed(h.Items); err != nil {
			return err
		}
		m.Groups = append(m.Groups, g)
	}
	if m.Running, err = d.listed(day.Running); err != nil {
		return err
	}
	p, err := d.Renderer.Day(m)
	return d.AddPage(p, err)
}

// sum is that of what the page of a day shows.
func (d *days) sum(m *page.DayModel, hours []agenda.Hour, running []int32) store.Sum {
	sum := d.summer(m, catalog.DayPath(m.Date))
	sum.Int(int64(len(hours)))
	for _, h := range hours {
		sum.Int(int64(h.Hour))
		d.SumRows(sum, d.rows(h.Items))
	}
	d.SumRows(sum, d.rows(running))
	return sum.Sum()
}

// summer has what pages of a day show besides its events.
func (d *days) summer(m *page.DayModel, path string) *store.Summer {
	sum := store.NewSummer(path)
	sum.Int(int64(m.Count))
	for _, other := range [...]*catalog.Date{m.Before, m.After} {
		if other == nil {
			sum.Int(0)
		} else {
			sum.Int(1, int64(*other))
		}
	}
	site.SumFacets(sum, m.ByVenue...)
	return sum
}

// rows are those of items.
func (d *days) rows(items []int32) []int32 {
	rows := make([]int32, len(items))
	for i, item := range items {
		rows[i] = d.Days.Rows[item]
	}
	return rows
}

// listed are the fragments of items.
func (d *days) listed(items []int32) (list page.Listed, err error) {
	for _, i := range d.rows(items) {
		card, line, err := d.Fragments.Card(i)
		if err != nil {
			return list, err
		}
		list.Paths = append(list.Paths, catalog.EventPath(d.Plan.Rows[i].Slug))
		list.Cards, list.Lines = append(list.Cards, card), append(list.Lines, line)
	}
	return list, nil
}

// venuesOf ranks the venues of items.
func (d *days) venuesOf(items []int32) []page.Facet {
	counts := map[string]int{}
	for _, item := range items {
		counts[d.Plan.Facets(&d.Plan.Rows[d.Days.Rows[item]]).VenueKey]++
	}
	delete(counts, "") // events without one
	facets := make([]page.Facet, 0, len(counts))
	for key, n := range counts {
		if g := d.Plan.Groups[ingest.Venue].Of(key); g != nil {
			f := d.Facet(ingest.Venue, g)
			f.Value, f.Count = key, n
			facets = append(facets, f)
		}
	}
	slices.SortFunc(facets, func(a, b page.Facet) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(text.Fold(a.Label),
			text.Fold(b.Label)), cmp.Compare(a.Value, b.Value))
	})
	return first(facets, dayVenues)
}
