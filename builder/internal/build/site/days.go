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
	Rows  []*ingest.Row // of each item: its row
	Dated int           // events on sale that have a date
	Home  []*ingest.Row // rows of the home page, in its order

	plan *ingest.Plan
}

// NewDays arranges the events on sale by days, as of now on the clock of the brand.
func NewDays(b *brands.Brand, plan *ingest.Plan, now time.Time) *Days {
	d := &Days{plan: plan}
	for _, row := range plan.Rows {
		if _, dated := row.When(); !dated || !row.OnSale {
			continue
		}
		d.Dated++
		d.Items = plan.AppendItems(d.Items, row)
		for len(d.Rows) < len(d.Items) {
			d.Rows = append(d.Rows, row)
		}
	}
	d.Agenda = agenda.New(d.Items, catalog.DateOf(now.In(cmp.Or(b.Zone, time.UTC))))
	arranged := d.arrange(plan.Rows, func(row *ingest.Row) bool {
		return row.Begun(d.Today, now)
	})
	d.Home = first(plan.OfNames(last(arranged, soldOut)), HomeCards)
	return d
}

// Arrange orders the events on sale among the rows of a group: see arrange. It compares days and
// not hours, because the print counts the events that began before today.
func (d *Days) Arrange(rows []*ingest.Row) []*ingest.Row {
	return d.arrange(rows, func(row *ingest.Row) bool {
		item, dated := row.When()
		return dated && item.First < d.Today
	})
}

// arrange orders the events on sale among rows: events to come, in list order; events with another
// session, by its start; events that have begun, the latest first, so that the first event that a
// visitor sees is not one that ends this minute; events without a date.
func (d *Days) arrange(rows []*ingest.Row, begun func(*ingest.Row) bool) []*ingest.Row {
	var next, again, running, undated []*ingest.Row
	soonest := map[*ingest.Row]agenda.Item{}
	for _, row := range rows {
		_, dated := row.When()
		switch {
		case !row.OnSale:
		case !dated:
			undated = append(undated, row)
		case begun(row):
			if items := d.plan.AppendItems(nil, row); len(items) > 0 && items[0].First >= d.Today {
				again, soonest[row] = append(again, row), items[0]
				continue
			}
			running = append(running, row)
		default:
			next = append(next, row)
		}
	}
	slices.Reverse(running)
	slices.SortStableFunc(again, func(x, y *ingest.Row) int {
		return agenda.Compare(soonest[x], soonest[y])
	})
	return slices.Concat(next, again, running, undated)
}

// last puts the members of a list for which is returns true after the others. Sold-out events go
// there: a choice leads to events that still have tickets.
func last[T any](list []T, is func(T) bool) []T {
	var others, members []T
	for _, one := range list {
		if is(one) {
			members = append(members, one)
		} else {
			others = append(others, one)
		}
	}
	return append(others, members...)
}

func soldOut(row *ingest.Row) bool { return row.SoldOut }

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
		sum.Int(int64(row.Number))
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
func (d *Days) Next(rows []*ingest.Row) (next catalog.Date) {
	d.each(rows, func(day catalog.Date) {
		if next == 0 || day < next {
			next = day
		}
	})
	return next
}

// each calls f with each day from today on, on which an event on sale among rows begins.
func (d *Days) each(rows []*ingest.Row, f func(catalog.Date)) {
	var items []agenda.Item
	for _, row := range rows {
		if !row.OnSale {
			continue
		}
		items = d.plan.AppendItems(items[:0], row)
		for _, item := range items {
			if item.First >= d.Today {
				f(item.First)
			}
		}
	}
}

// NextIn counts the events that start from today on among the rows of a place, on the first days
// with such events, at most limit of them.
func (d *Days) NextIn(rows []*ingest.Row, limit int) []page.DayCount {
	counts := map[catalog.Date]int{}
	d.each(rows, func(day catalog.Date) { counts[day]++ })
	days := make([]page.DayCount, 0, len(counts))
	for date, n := range counts {
		days = append(days, page.DayCount{Date: date, Count: n})
	}
	slices.SortFunc(days, func(x, y page.DayCount) int { return cmp.Compare(x.Date, y.Date) })
	return first(days, limit)
}
