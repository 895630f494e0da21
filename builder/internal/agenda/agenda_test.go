package agenda_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/agenda"
)

func date(t testing.TB, text string) catalog.Date {
	t.Helper()
	d, ok := catalog.ParseDate(text)
	require.True(t, ok, text)
	return d
}

func item(t testing.TB, start, end string) agenda.Item {
	t.Helper()
	it, ok := agenda.NewItem(catalog.Session{Starts: catalog.ParseMoment(start),
		Ends: catalog.ParseMoment(end)})
	require.True(t, ok, start)
	return it
}

// shown writes an agenda as text: a line a day, with the events that start before "|", the events
// that go on after it, and runs last.
func shown(a *agenda.Agenda) (lines []string) {
	for _, d := range a.Days {
		line := fmt.Sprint(d.Date, " ", d.Starts, " | ", d.Running)
		if len(d.Runs) > 0 {
			line += fmt.Sprint(" ", d.Runs)
		}
		lines = append(lines, line)
	}
	return lines
}

// TestItem: an event has the days and the hour of its own clock; an event without a date is no
// item.
func TestItem(t *testing.T) {
	require.Equal(t, agenda.Item{First: date(t, "2026-11-28"), Last: date(t, "2026-11-28"),
		Minute: 23*60 + 30}, item(t, "2026-11-28T23:30:00-03:00", "2026-11-29T05:00:00-03:00"))
	require.Equal(t, agenda.Item{First: date(t, "2026-11-28"), Last: date(t, "2026-11-30"),
		Minute: agenda.NoHour}, item(t, "2026-11-28", "2026-11-30"))
	require.True(t, item(t, "2026-11-28T10:00:00-03:00", "2026-11-28T18:00:00-03:00").Long)
	require.False(t, item(t, "2026-11-28T10:00:00-03:00", "2026-11-28T15:00:00-03:00").Long)
	require.False(t, item(t, "2026-11-28T22:00:00-03:00", "2026-11-29T06:00:00-03:00").Long)
	_, ok := agenda.NewItem(catalog.Session{})
	require.False(t, ok)
}

// TestDays: events that start on a day are in the order of their hours, events that go on are
// apart.
func TestDays(t *testing.T) {
	items := []agenda.Item{
		0: item(t, "2026-11-01", "2026-11-30"), // an exhibition
		1: item(t, "2026-11-28", ""),           // no hour
		2: item(t, "2026-11-28T21:00:00-03:00", ""),
		3: item(t, "2026-11-28T20:30:00-03:00", "2026-11-29T05:00:00-03:00"),
		4: item(t, "2026-11-28T21:00:00-03:00", "2026-11-29T06:00:00-03:00"),
		5: item(t, "2026-12-24", ""),
	}
	a := agenda.New(items, date(t, "2026-11-28"))
	require.Equal(t, []string{
		"2026-11-28 [3 2 4 1] | [] [0]",
		"2026-11-29 [] | [4] [0]",
		"2026-11-30 [] | [] [0]",
		"2026-12-24 [5] | []",
	}, shown(a))
	require.Equal(t, 4, a.Days[0].Count())
	require.Zero(t, a.Days[2].Count())
	require.Equal(t, []agenda.Hour{{20, []int32{3}}, {21, []int32{2, 4}},
		{agenda.NoHour, []int32{1}}}, agenda.Hours(items, a.Days[0].Starts))
	require.Empty(t, agenda.Hours(items, a.Days[1].Starts))
	require.Equal(t, "2026-12-24", a.From(date(t, "2026-12-01"))[0].Date.String())
	require.Empty(t, a.From(date(t, "2026-12-25")))
}

// TestYesterday: days before today have no page, except the last day of an event that is not over.
func TestYesterday(t *testing.T) {
	items := []agenda.Item{
		item(t, "2026-11-01", "2026-11-21"),
		item(t, "2026-11-19T23:00:00-03:00", "2026-11-20T05:00:00-03:00"),
		item(t, "2026-11-15", "2026-11-19"),
	}
	a := agenda.New(items, date(t, "2026-11-20"))
	require.Equal(t, []string{
		"2026-11-19 [1] | [2]",
		"2026-11-20 [] | [] [0]",
		"2026-11-21 [] | [] [0]",
	}, shown(a))
}

// TestHorizon: an event without an end in sight gives two months of days, and is on the later days
// that exist by themselves; a festival is on all of its days, however far away.
func TestHorizon(t *testing.T) {
	today := date(t, "2026-11-20")
	items := []agenda.Item{item(t, "2026-01-01", "2099-12-31"), item(t, "2031-05-06", "2031-05-07")}
	a := agenda.New(items, today)
	require.Len(t, a.Days, agenda.Horizon+2)
	require.Equal(t, today, a.Days[0].Date)
	require.Equal(t, today+agenda.Horizon-1, a.Days[agenda.Horizon-1].Date)
	require.Equal(t, []string{"2031-05-06 [1] | [] [0]", "2031-05-07 [] | [1] [0]"},
		shown(a)[agenda.Horizon:])
	require.Empty(t, agenda.New(nil, today).Days)

	// An exhibition that opens later has a page for the day of its opening.
	a = agenda.New([]agenda.Item{item(t, "2027-06-01", "2027-12-31")}, today)
	require.Equal(t, []string{"2027-06-01 [0] | []"}, shown(a))
	// 31 days are no long time, 32 are.
	for last, days := range map[string]int{"2027-07-01": 31, "2027-07-02": 1} {
		require.Len(t, agenda.New([]agenda.Item{item(t, "2027-06-01", last)}, today).Days, days)
	}
}

// TestSessions: an event with sessions is on their days alone, at their hours, and once a day.
func TestSessions(t *testing.T) {
	rec := &catalog.Record{Starts: catalog.ParseMoment("2026-11-01"),
		Ends: catalog.ParseMoment("2027-03-01")}
	for _, start := range []string{"2026-11-10", "2026-11-21T10:00:00", "2026-11-21T15:00:00",
		"2026-11-23T20:30:00"} {
		rec.Sessions.Put(catalog.Session{Starts: catalog.ParseMoment(start)})
	}
	for start, end := range map[string]string{"2026-11-23T22:00:00": "2026-11-24T09:00:00",
		"2026-11-24T22:00:00": "2026-11-25T09:00:00", "2026-12-01": "2026-12-03",
		"2026-12-02T10:00:00": "2026-12-02T11:00:00"} {
		rec.Sessions.Put(catalog.Session{Starts: catalog.ParseMoment(start),
			Ends: catalog.ParseMoment(end)})
	}
	rec.Sessions.Passed = 1
	items := agenda.Sessions(rec)
	require.Equal(t, []string{"2026-11-21 [0] | []", "2026-11-23 [1] | []",
		"2026-11-24 [2] | []", "2026-11-25 [] | [2]", "2026-12-01 [3] | []",
		"2026-12-02 [] | [3]", "2026-12-03 [] | [3]"},
		shown(agenda.New(items, date(t, "2026-11-20"))))
	require.Equal(t, []int16{600, 20*60 + 30}, []int16{items[0].Minute, items[1].Minute})
}

// TestManyRunning: of more running events than a day names, the number is right all the same.
func TestManyRunning(t *testing.T) {
	items := make([]agenda.Item, agenda.MaxRunning+7)
	for i := range items {
		items[i] = item(t, "2026-11-17", "2026-11-21")
	}
	a := agenda.New(items, date(t, "2026-11-20"))
	require.Len(t, a.Days[0].Running, agenda.MaxRunning)
	require.Equal(t, agenda.MaxRunning+7, a.Days[0].Count())
}

// TestAgainstNaive: every event is on exactly the days that a search through all pairs finds.
func TestAgainstNaive(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 0))
	today := date(t, "2026-11-20")
	for range 200 {
		items := make([]agenda.Item, rng.IntN(40))
		for i := range items {
			first := today + catalog.Date(rng.IntN(60)-20)
			items[i] = agenda.Item{First: first, Last: first + catalog.Date(rng.IntN(9)),
				Minute: int16(rng.IntN(24*60+1) - 1)}
		}
		want := map[catalog.Date]int{}
		for _, it := range items {
			for d := it.First; d <= it.Last; d++ {
				if d >= today || d == it.Last {
					want[d]++
				}
			}
		}
		got := map[catalog.Date]int{}
		for _, d := range agenda.New(items, today).Days {
			got[d.Date] = d.Count()
			for _, i := range d.Starts {
				require.Equal(t, d.Date, items[i].First)
			}
			for _, i := range d.Running {
				require.Less(t, items[i].First, d.Date)
			}
		}
		require.Equal(t, want, got)
	}
}

// TestMonths: months have the days of theirs, and neighbours follow each other.
func TestMonths(t *testing.T) {
	items := []agenda.Item{
		item(t, "2026-11-30", "2026-12-01"), item(t, "2026-12-31", ""), item(t, "2028-02-29", ""),
	}
	var got []string
	for _, m := range agenda.New(items, date(t, "2026-11-20")).Months() {
		got = append(got, fmt.Sprint(m.Month, " ", len(m.Days)))
	}
	require.Equal(t, []string{"2026-11 1", "2026-12 2", "2028-02 1"}, got)
}

// TestWeeks: weeks begin with the first day of the locale's week and hold each day once.
func TestWeeks(t *testing.T) {
	for month := date(t, "1969-01-01").Month(); month < date(t, "2040-01-01").Month(); month++ {
		for first := time.Sunday; first <= time.Saturday; first++ {
			weeks := agenda.Weeks(month, first)
			require.LessOrEqual(t, weeks[0][0], month.First())
			require.Less(t, month.First()-weeks[0][0], catalog.Date(7))
			last := weeks[len(weeks)-1][6]
			require.GreaterOrEqual(t, last, month.Last())
			require.Less(t, last-month.Last(), catalog.Date(7))
			for w, week := range weeks {
				for i, d := range week {
					require.Equal(t, weeks[0][0]+catalog.Date(7*w+i), d)
					require.Equal(t, agenda.Weekdays(first)[i], d.Weekday())
				}
			}
		}
	}
	// November 2026 begins on a Sunday.
	m, _ := catalog.ParseMonth("2026-11")
	require.Equal(t, "2026-11-01", agenda.Weeks(m, time.Sunday)[0][0].String())
	require.Equal(t, "2026-10-26", agenda.Weeks(m, time.Monday)[0][0].String())
	require.Len(t, agenda.Weeks(m, time.Sunday), 5)
	require.Len(t, agenda.Weeks(m, time.Monday), 6)
}
