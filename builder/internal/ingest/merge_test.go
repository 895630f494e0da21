package ingest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
)

func TestMergeKeepsTheFirstAndAddsWhatIsNew(t *testing.T) {
	rec := &catalog.Record{
		ID: 1, Name: "PyCon", Format: "markdown",
		Description: "A conference.\n\nTopics:\n\n- python\n", IsClosed: true,
		Tickets: []catalog.Ticket{{Name: "Day"}},
	}
	merge(rec, &catalog.Record{
		ID: 1, Name: "Pycon", Format: "markdown",
		Description: "A conference.\n\nTopics:\n\n- data\n- python\n", IsOnline: true,
		BuyURL: "https://pycon.example", Location: &catalog.Place{City: "Recife"},
		Tickets: []catalog.Ticket{{Name: "Day"}, {Name: "Week"}},
	})
	require.Equal(t, "PyCon", rec.Name)
	require.Equal(t, "A conference.\n\nTopics:\n\n- python\n- data", rec.Description)
	require.Equal(t, "https://pycon.example", rec.BuyURL)
	require.Equal(t, "Recife", rec.Location.City)
	require.True(t, rec.IsOnline)
	require.False(t, rec.IsClosed, "open in one place is open")
	require.Equal(t, []catalog.Ticket{{Name: "Day"}, {Name: "Week"}}, rec.Tickets)
}

func TestMergeWithItselfChangesNothing(t *testing.T) {
	rec := catalog.Record{ID: 1, Name: "A", Format: "text", Description: "x\ny",
		Location: &catalog.Place{City: "B"}}
	same := rec
	merge(&same, &rec)
	require.Equal(t, rec, same)
}

func TestMergeDoesNotJoinTextsOfTwoFormats(t *testing.T) {
	rec := &catalog.Record{Description: "<p>a</p>", Format: "html"}
	merge(rec, &catalog.Record{Description: "b", Format: "text"})
	require.Equal(t, "<p>a</p>", rec.Description)
}

// TestMergeOfDates: records of one source at other times are sessions of one event; two that share
// days differ in a mistake.
func TestMergeOfDates(t *testing.T) {
	record := func(start, end string) *catalog.Record {
		return &catalog.Record{Starts: catalog.ParseMoment(start), Ends: catalog.ParseMoment(end)}
	}
	evening := record("2027-02-13T20:00:00-03:00", "2027-02-13T22:00:00-03:00")
	for _, tt := range []struct {
		more *catalog.Record
		want int
	}{
		{record("2027-02-14T20:00:00-03:00", ""), 2},
		{record("2027-02-13T16:00:00-03:00", ""), 2},
		{evening, 0},
		{record("2027-02-12", "2027-02-14"), 0},
		{record("", ""), 0},
		{&catalog.Record{Starts: evening.Ends, PreviousStarts: evening.Starts}, 0},
	} {
		require.Len(t, dates(evening, tt.more), tt.want, "%v", tt.more.Starts)
	}
	moved := record("2027-05-01", "")
	moved.State, moved.PreviousStarts = catalog.Rescheduled, evening.Starts
	evening.Sessions.Put(evening.Whole())
	merge(evening, moved)
	require.Empty(t, evening.Sessions.All)
}

// A call is open by its own end; doors open at a start, so a time of another date is not taken.
func TestMergeOfExtras(t *testing.T) {
	at := func(d int) catalog.Moment {
		return catalog.Moment{Precision: catalog.Local,
			Time: time.Date(2026, 11, d, 20, 0, 0, 0, time.UTC)}
	}
	rec := &catalog.Record{Starts: at(18), Extra: catalog.Extra{CallUntil: at(1)}}
	more := catalog.Record{Starts: at(19), CallIsOpen: true,
		Extra: catalog.Extra{CallUntil: at(30), CallURL: "https://cfp.example", DoorsAt: at(19)}}
	merge(rec, &more)
	require.Equal(t, catalog.Extra{CallUntil: at(1), CallURL: "https://cfp.example"}, rec.Extra)
	require.False(t, rec.CallIsOpen)
	rec = &catalog.Record{Starts: at(19)}
	merge(rec, &more)
	require.Equal(t, more.Extra, rec.Extra)
	require.True(t, rec.CallIsOpen)
}

func TestMergeOfStates(t *testing.T) {
	day := func(d int) catalog.Moment {
		return catalog.Moment{Precision: catalog.Day,
			Time: time.Date(2026, 11, d, 0, 0, 0, 0, time.UTC)}
	}
	rec := &catalog.Record{Starts: day(18), IsEnded: true, Status: "cancelado", SaysCancelled: true}
	merge(rec, &catalog.Record{State: catalog.Postponed, PreviousStarts: day(18)})
	require.Equal(t, &catalog.Record{State: catalog.Postponed, PreviousStarts: day(18),
		Status: "cancelado"}, rec, "the old date goes with it")

	rec = &catalog.Record{State: catalog.Scheduled, Starts: day(18)}
	merge(rec, &catalog.Record{State: catalog.Cancelled, Starts: day(18), Status: "cancelado"})
	require.Equal(t, catalog.Scheduled, rec.State, "the first value stays")
	require.False(t, rec.SaysCancelled)

	rec = &catalog.Record{}
	merge(rec, &catalog.Record{Status: "cancelado", SaysCancelled: true})
	require.True(t, rec.SaysCancelled, "with the label that says so")
	rec = &catalog.Record{Status: "ativo"}
	merge(rec, &catalog.Record{Status: "cancelado", SaysCancelled: true})
	require.False(t, rec.SaysCancelled)
}

func TestMergeTakesAnEndToTheSameStartOnly(t *testing.T) {
	day := func(d int) catalog.Moment {
		return catalog.Moment{Precision: catalog.Day,
			Time: time.Date(2026, 11, d, 0, 0, 0, 0, time.UTC)}
	}
	more := &catalog.Record{Starts: day(18), Ends: day(22)}
	rec := &catalog.Record{Starts: day(18), IsEnded: true}
	merge(rec, more)
	require.Equal(t, day(22), rec.Ends)
	require.False(t, rec.IsEnded, "it goes on until the 22nd")

	rec = &catalog.Record{Starts: day(25)}
	merge(rec, more)
	require.False(t, rec.Ends.Known(), "an end before the start")

	rec = &catalog.Record{Starts: day(18), Ends: day(19), IsEnded: true}
	merge(rec, more)
	require.Equal(t, day(19), rec.Ends, "the first value stays")
	require.True(t, rec.IsEnded)
}
