package site

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/internal/agenda"
	"cartaz/builder/internal/build/keep"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/page"
)

// HomeCards is how many events the home page shows.
const HomeCards = 8

// Days is the part of a plan that depends on the clock of the build, besides ended events: which
// days have pages, and which events the home page shows first. A build of the same records on
// another day, or after an event or a session has begun, draws those pages again and nothing else.
type Days struct {
	*agenda.Agenda
	Items []agenda.Item // events on sale that have a date, or their sessions
	Rows  []int32       // of each item: its row
	Dated int           // events on sale that have a date
	Home  []int32       // rows of the home page, in its order
}

// NewDays arranges the events on sale by days, as of now on the clock of the brand.
func NewDays(b *brands.Brand, plan *ingest.Plan, now time.Time) *Days {
	d := &Days{}
	for i, row := range plan.Rows {
		if _, dated := row.When(); !dated || !row.OnSale {
			continue
		}
		d.Dated++
		d.Items = plan.AppendItems(d.Items, row)
		for len(d.Rows) < len(d.Items) {
			d.Rows = append(d.Rows, int32(i))
		}
	}
	d.Agenda = agenda.New(d.Items, catalog.DateOf(now.In(cmp.Or(b.Zone, time.UTC))))
	arranged := arrange(plan, plan.All(), d.Today, func(row *ingest.Row) bool {
		return row.Begun(d.Today, now)
	})
	soldOutLast := last(arranged, func(i int32) bool { return plan.Rows[i].SoldOut })
	d.Home = first(plan.OfNames(soldOutLast), HomeCards)
	return d
}

// Arrange orders the events on sale among the rows of a group: see arrange. It compares days and
// not hours, because the print counts the events that began before today.
func (d *Days) Arrange(plan *ingest.Plan, rows []int32) []int32 {
	return arrange(plan, rows, d.Today, func(row *ingest.Row) bool {
		item, dated := row.When()
		return dated && item.First < d.Today
	})
}

// arrange orders the events on sale among rows: events to come, in list order; events with another
// session, by its start; events that have begun, the latest first, so that the first event that a
// visitor sees is not one that ends this minute; events without a date.
func arrange(plan *ingest.Plan, rows []int32, today catalog.Date,
	begun func(*ingest.Row) bool) []int32 {
	var next, again, running, undated []int32
	soonest := map[int32]agenda.Item{}
	for _, i := range rows {
		row := plan.Rows[i]
		_, dated := row.When()
		switch {
		case !row.OnSale:
		case !dated:
			undated = append(undated, i)
		case begun(row):
			if items := plan.AppendItems(nil, row); len(items) > 0 && items[0].First >= today {
				again, soonest[i] = append(again, i), items[0]
				continue
			}
			running = append(running, i)
		default:
			next = append(next, i)
		}
	}
	slices.Reverse(running)
	slices.SortStableFunc(again, func(x, y int32) int {
		return agenda.Compare(soonest[x], soonest[y])
	})
	return slices.Concat(next, again, running, undated)
}

// last puts the members of a list for which is returns true after the others. Sold-out events go
// there: a choice leads to events that still have tickets.
func last(list []int32, is func(int32) bool) []int32 {
	var others, members []int32
	for _, i := range list {
		if is(i) {
			members = append(members, i)
		} else {
			others = append(others, i)
		}
	}
	return append(others, members...)
}

// Fingerprint names the decisions of the clock. It is part of the [keep.Print] of a renderer. For
// the same records it differs only if a page does: which days there are, which of them are after
// today and tomorrow, how many events began before today, which sessions are over, and which events
// the home page begins with.
func (d *Days) Fingerprint() string {
	var sum keep.Summer
	sum.Begin("days")
	for _, day := range d.Counts() {
		sum.Int(int64(day.Date), int64(day.Count), int64(day.Runs))
	}
	began := 0
	for i, item := range d.Items {
		if i == 0 || d.Rows[i] != d.Rows[i-1] { // of sessions, the next one
			sum.Int(int64(item.First), int64(item.Minute))
		}
		if item.First < d.Today {
			began++
		}
	}
	sum.Int(int64(len(d.From(d.Today))), int64(len(d.From(d.Today+2))), int64(began))
	for _, row := range d.Home {
		sum.Int(int64(row))
	}
	return fmt.Sprintf("%x", sum.Sum())
}

// Counts returns the days with their numbers of events.
func (d *Days) Counts() []page.DayCount {
	days := make([]page.DayCount, len(d.Days))
	for i := range d.Days {
		days[i] = page.DayCount{Date: d.Days[i].Date, Count: d.Days[i].Count(),
			Runs: d.Days[i].NumRuns}
	}
	return days
}

// Next returns the next day on which one of the events on sale among rows begins, or 0.
func (d *Days) Next(plan *ingest.Plan, rows []int32) (next catalog.Date) {
	d.each(plan, rows, func(day catalog.Date) {
		if next == 0 || day < next {
			next = day
		}
	})
	return next
}

// each calls f with each day from today on, on which an event on sale among rows begins.
func (d *Days) each(plan *ingest.Plan, rows []int32, f func(catalog.Date)) {
	var items []agenda.Item
	for _, i := range rows {
		if !plan.Rows[i].OnSale {
			continue
		}
		items = plan.AppendItems(items[:0], plan.Rows[i])
		for _, item := range items {
			if item.First >= d.Today {
				f(item.First)
			}
		}
	}
}

// NextIn counts the events that start from today on among the rows of a place, on the first days
// with such events, at most limit of them.
func (d *Days) NextIn(plan *ingest.Plan, rows []int32, limit int) []page.DayCount {
	counts := map[catalog.Date]int{}
	d.each(plan, rows, func(day catalog.Date) { counts[day]++ })
	days := make([]page.DayCount, 0, len(counts))
	for date, n := range counts {
		days = append(days, page.DayCount{Date: date, Count: n})
	}
	slices.SortFunc(days, func(x, y page.DayCount) int { return cmp.Compare(x.Date, y.Date) })
	return first(days, limit)
}
