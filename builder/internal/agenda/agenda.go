package agenda

import (
	"cmp"
	"iter"
	"slices"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/text"
)

// Item is one event with a date, or one day with a session of it. Items are named by their place in
// the slice given to [New].
type Item struct {
	First, Last catalog.Date
	// Minute is the clock of the start in minutes after midnight, NoHour when it is not known.
	Minute int16
	// Run: it lasts for long, and its open days are not known.
	Run bool
	// Long: it fills most of a day, as the hours of a museum do.
	Long bool
}

// NoHour is the Minute of an event whose hour is not known.
const NoHour = -1

// NewItem returns the item of a time from a start to an end; ok is false for one without a start.
func NewItem(at catalog.Session) (item Item, ok bool) {
	span, ok := at.Span()
	if !ok {
		return Item{}, false
	}
	item = Item{First: span.First, Last: span.Last, Minute: NoHour, Run: IsRun(span.Days())}
	if at.Starts.HasClock() {
		item.Minute = int16(60*at.Starts.Time.Hour() + at.Starts.Time.Minute())
		item.Long = at.Ends.HasClock() && item.Minute < evening &&
			at.Ends.Time.Sub(at.Starts.Time) >= longHours
	}
	return item, true
}

// IsRun reports whether an event of this number of days may be closed on some of them.
func IsRun(days int) bool { return days > longest }

// Sessions returns the items of the sessions of an event that are not over, in order, one a day:
// the first of the day, and one that begins there before one that continues.
func Sessions(rec *catalog.Record) (items []Item) {
	for _, s := range rec.Sessions.Left() {
		item, ok := NewItem(s)
		if n := len(items); ok && n > 0 && item.First <= items[n-1].Last {
			before := &items[n-1]
			if ok = before.First < item.First && before.Last <= item.Last; ok {
				before.Last = item.First - 1
			}
		}
		if ok {
			items = append(items, item)
		}
	}
	return items
}

// Compare orders items by their start; on a day, items without an hour come last.
func Compare(x, y Item) int {
	// As unsigned numbers, NoHour comes last.
	return cmp.Or(cmp.Compare(x.First, y.First),
		cmp.Compare(uint16(x.Minute), uint16(y.Minute)))
}

// Day is a day with events.
type Day struct {
	Date catalog.Date
	// Starts are the items that start on the day, by hour; those without an hour come last, and
	// items of one minute stay in the order of the list.
	Starts []int32
	// Running are items that started on an earlier day, in the order of the list: all of them, or
	// the first MaxRunning. NumRunning counts all.
	Running    []int32
	NumRunning int
	// Runs are the same for items with Run. They count on the day on which they start.
	Runs    []int32
	NumRuns int
}

// MaxRunning is how many of the running items a [Day] names. Events that last for months are on
// hundreds of days each, so the lists need a bound.
const MaxRunning = 200

// Count returns the number of events of the day that are known to take place then.
func (d *Day) Count() int { return len(d.Starts) + d.NumRunning }

const (
	// longest is the number of days up to which an event takes place on each of them, as a festival
	// does. A longer event has days on which it is closed.
	longest = 7
	// longHours is the duration from which visitors may come at any time, unless the event begins
	// in the evening: at that minute of the day or later.
	longHours = 6 * time.Hour
	evening   = 18 * 60
	// longRunning is the number of days above which an event runs for long.
	longRunning = 31
	// Horizon is how many days from today on have a page because of an event that runs for long.
	Horizon = 62
)

// Agenda is the days of a catalogue.
type Agenda struct {
	Today catalog.Date
	Days  []Day // in order; all have events
}

// New arranges items by days. Items without a date are left out by the caller; see [NewItem].
func New(items []Item, today catalog.Date) *Agenda {
	dates := map[catalog.Date]bool{}
	var change [Horizon + 1]int // how many more events the day has than the one before
	for _, item := range items {
		from, to := window(item, today)
		dates[from] = true
		if to-item.First < longRunning {
			for d := from; d <= to; d++ {
				dates[d] = true
			}
			continue
		}
		if to = min(to, today+Horizon-1); max(from, today) <= to {
			change[max(from, today)-today]++
			change[to-today+1]--
		}
	}
	events := 0
	for i := range change[:Horizon] {
		if events += change[i]; events > 0 {
			dates[today+catalog.Date(i)] = true
		}
	}
	a := &Agenda{Today: today}
	for date := range text.InOrder(dates) {
		a.Days = append(a.Days, Day{Date: date})
	}
	for i := range items {
		a.add(int32(i), items[i])
	}
	for i := range a.Days {
		slices.SortStableFunc(a.Days[i].Starts, func(x, y int32) int {
			return Compare(items[x], items[y])
		})
	}
	return a
}

// window returns the days of an item that count today: none before today, but always its last one.
func window(item Item, today catalog.Date) (from, to catalog.Date) {
	return max(item.First, min(item.Last, today)), item.Last
}

// add enters an item into all of its days.
func (a *Agenda) add(i int32, item Item) {
	from, to := window(item, a.Today)
	days := a.From(from)
	for at := range days {
		d := &days[at]
		if d.Date > to {
			return
		}
		if d.Date == item.First {
			d.Starts = append(d.Starts, i)
			continue
		}
		list, n := &d.Running, &d.NumRunning
		if item.Run {
			list, n = &d.Runs, &d.NumRuns
		}
		*n++
		if len(*list) < MaxRunning {
			*list = append(*list, i)
		}
	}
}

// From returns the days from a date on.
func (a *Agenda) From(date catalog.Date) []Day {
	at, _ := slices.BinarySearchFunc(a.Days, date,
		func(d Day, date catalog.Date) int { return cmp.Compare(d.Date, date) })
	return a.Days[at:]
}

// Hour is the items that start in one hour of a day.
type Hour struct {
	Hour  int // 0 to 23, NoHour for events whose hour is not known
	Items []int32
}

// Hours groups the items that start on a day by their hour, in order.
func Hours(items []Item, starts []int32) []Hour {
	var hours []Hour
	for hour, items := range Runs(starts, func(i int32) int { return hourOf(items[i]) }) {
		hours = append(hours, Hour{hour, items})
	}
	return hours
}

// Runs yields the runs of members of a list that have the same key, each with its key.
func Runs[T any, K comparable](list []T, key func(T) K) iter.Seq2[K, []T] {
	return func(yield func(K, []T) bool) {
		for len(list) > 0 {
			first, n := key(list[0]), 1
			for n < len(list) && key(list[n]) == first {
				n++
			}
			if !yield(first, list[:n:n]) {
				return
			}
			list = list[n:]
		}
	}
}

func hourOf(item Item) int {
	if item.Minute == NoHour {
		return NoHour
	}
	return int(item.Minute) / 60
}
