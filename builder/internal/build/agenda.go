package build

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"time"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/internal/agenda"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/page"
	"cartaz/builder/search/text"
)

// dayCards is how many events the page of a day shows as cards. With more, it says how many start in
// each hour and are at each venue, and links to those lists: 1,462 cards are 300 KB compressed.
const (
	dayCards  = 120
	dayVenues = 60 // that such a page names
	cityDays  = 5  // that a city's page offers
)

// calendar is what of a plan depends on the clock of the build, besides what has ended: which days
// have pages, and which events the home page puts first. A build of the same records on another day,
// or after an event has begun, draws those pages again and nothing else.
type calendar struct {
	*agenda.Agenda
	items []agenda.Item // events on sale that have a date
	rows  []int32       // of each item: its row
	home  []int32       // rows of the home page, in its order
}

// newCalendar arranges the events on sale by days, as of now on the clock of the brand.
func newCalendar(b *brands.Brand, plan *ingest.Plan, now time.Time) *calendar {
	zone := b.Zone
	if zone == nil {
		zone = time.UTC
	}
	c := &calendar{}
	for i := range plan.Rows {
		if item, ok := plan.Rows[i].When(); ok && plan.Rows[i].OnSale {
			c.items, c.rows = append(c.items, item), append(c.rows, int32(i))
		}
	}
	c.Agenda = agenda.New(c.items, catalog.DateOf(now.In(zone)))
	c.home = homeRows(plan, c.Today, now)
	return c
}

// homeRows are the rows that the home page shows: what starts next, in list order, and only then what
// has begun, the latest first, so that what ends this minute is not the first thing that a visitor
// sees. Events without a date come last. A series is there once.
func homeRows(plan *ingest.Plan, today catalog.Date, now time.Time) []int32 {
	var next, begun, undated []int32
	for i := range plan.Rows {
		row := &plan.Rows[i]
		_, dated := row.When()
		switch {
		case !row.OnSale:
		case !dated:
			undated = append(undated, int32(i))
		case row.Begun(today, now):
			begun = append(begun, int32(i))
		case row.InSeries() && slices.ContainsFunc(next, func(j int32) bool {
			return plan.Series(row) == plan.Series(&plan.Rows[j])
		}):
		default:
			next = append(next, int32(i))
		}
		if len(next) == homeCards {
			return next
		}
	}
	slices.Reverse(begun)
	return first(plan.OfSeries(slices.Concat(next, begun, undated)), homeCards)
}

// fingerprint names what the clock has decided. It is the last part of the fingerprint of a renderer.
// Of the same records, it differs only when a page does: which days there are, which of them are
// behind today and tomorrow, how many events began before today, what the home page begins with.
func (c *calendar) fingerprint() string {
	var b []byte
	for _, d := range c.counts() {
		b = binary.AppendVarint(binary.AppendVarint(b, int64(d.Date)), int64(d.Count))
	}
	began := 0
	for _, item := range c.items {
		if item.First < c.Today {
			began++
		}
	}
	for _, n := range [...]int{len(c.From(c.Today)), len(c.From(c.Today + 2)), began} {
		b = binary.AppendVarint(b, int64(n))
	}
	for _, row := range c.home {
		b = binary.AppendVarint(b, int64(row))
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:8])
}

// counts are the days with their numbers of events.
func (c *calendar) counts() []page.DayCount {
	days := make([]page.DayCount, len(c.Days))
	for i := range c.Days {
		days[i] = page.DayCount{Date: c.Days[i].Date, Count: c.Days[i].Count()}
	}
	return days
}

// writeAgenda adds the pages of the agenda, its months and its days.
func (d *drawing) writeAgenda() error {
	c := d.calendar
	days := c.counts()
	p, err := d.renderer.Agenda(page.AgendaModel{Today: c.Today, Total: len(c.items), Days: days,
		Schedule: len(d.programme) > 0})
	if err := d.addPage(p, err); err != nil {
		return err
	}
	months := c.Months()
	for i, m := range months {
		model := page.MonthModel{Month: m.Month, Days: days[:len(m.Days)]}
		days = days[len(m.Days):]
		if i > 0 {
			model.Before = &months[i-1].Month
		}
		if i+1 < len(months) {
			model.After = &months[i+1].Month
		}
		p, err := d.renderer.Month(model)
		if err := d.addPage(p, err); err != nil {
			return err
		}
	}
	for i := range c.Days {
		model, err := d.dayModel(i)
		if err != nil {
			return err
		}
		p, err := d.renderer.Day(model)
		if err := d.addPage(p, err); err != nil {
			return err
		}
	}
	return nil
}

// dayModel is the content of the page of day i.
func (d *drawing) dayModel(i int) (page.DayModel, error) {
	c := d.calendar
	day := &c.Days[i]
	m := page.DayModel{DayCount: page.DayCount{Date: day.Date, Count: day.Count()}}
	if i > 0 {
		m.Before = &c.Days[i-1].Date
	}
	if i+1 < len(c.Days) {
		m.After = &c.Days[i+1].Date
	}
	hours := agenda.Hours(c.items, day.Starts)
	if m.Count > dayCards {
		for _, h := range hours {
			m.ByHour = append(m.ByHour, page.HourCount{Hour: h.Hour, Count: len(h.Items)})
		}
		m.ByVenue = d.venuesOf(slices.Concat(day.Starts, day.Running))
		return m, nil
	}
	var err error
	for _, h := range hours {
		g := page.HourGroup{Hour: h.Hour}
		if g.Listed, err = d.listed(h.Items); err != nil {
			return m, err
		}
		m.Groups = append(m.Groups, g)
	}
	m.Running, err = d.listed(day.Running)
	return m, err
}

// listed are the fragments of items.
func (d *drawing) listed(items []int32) (list page.Listed, err error) {
	rows := make([]int32, len(items))
	for i, item := range items {
		rows[i] = d.calendar.rows[item]
		list.Paths = append(list.Paths, catalog.EventPath(d.plan.Rows[rows[i]].Slug))
	}
	list.Cards, list.Lines, err = d.cardsOf(rows)
	return list, err
}

// venuesOf ranks the venues of items.
func (d *drawing) venuesOf(items []int32) []page.Facet {
	counts := map[string]int{}
	for _, item := range items {
		counts[d.plan.Facets(&d.plan.Rows[d.calendar.rows[item]]).VenueKey]++
	}
	delete(counts, "") // events without one
	facets := make([]page.Facet, 0, len(counts))
	for key, n := range counts {
		if g := d.plan.Groups[ingest.Venue].Of(key); g != nil {
			f := d.facet(ingest.Venue, g)
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

// nextDaysIn counts what starts from today on, by day, among the rows of a place: the first days.
func (c *calendar) nextDaysIn(plan *ingest.Plan, rows []int32, limit int) []page.DayCount {
	counts := map[catalog.Date]int{}
	for _, i := range rows {
		item, ok := plan.Rows[i].When()
		if ok && plan.Rows[i].OnSale && item.First >= c.Today {
			counts[item.First]++
		}
	}
	days := make([]page.DayCount, 0, len(counts))
	for date, n := range counts {
		days = append(days, page.DayCount{Date: date, Count: n})
	}
	slices.SortFunc(days, func(x, y page.DayCount) int { return cmp.Compare(x.Date, y.Date) })
	return first(days, limit)
}
