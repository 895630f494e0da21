package validate_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/validate"
)

func TestState(t *testing.T) {
	for _, tt := range []struct {
		in    any
		want  catalog.State
		found []string
	}{
		{nil, "", nil}, {"", "", nil}, {"scheduled", catalog.Scheduled, nil},
		{"cancelled", catalog.Cancelled, nil},
		{"postponed", catalog.Postponed, nil}, {" Rescheduled ", catalog.Rescheduled, nil},
		{"moved_online", catalog.MovedOnline, nil},
		{"canceled", catalog.Cancelled, nil},
		{"sold_out", "", nil}, {true, "", []string{validate.WrongType}},
	} {
		rec, found := mustCheck(t, with(map[string]any{"state": tt.in}))
		require.Equal(t, tt.found, found, "%v", tt.in)
		require.Equal(t, tt.want, rec.State, "%v", tt.in)
		require.Equal(t, tt.want == catalog.MovedOnline, rec.IsOnline, "%v", tt.in)
		require.Equal(t, tt.want != catalog.Cancelled, rec.OnSale(), "%v", tt.in)
		event := rec.Event("", "")
		require.Equal(t, tt.want == catalog.Cancelled, event.IsClosed, "%v", tt.in)
	}
	_, _, findings := paulista(t).Check(with(map[string]any{"state": "off"}), "1")
	require.Equal(t,
		`state must be one of [scheduled cancelled postponed rescheduled moved_online],`+
			` not "off"`, findings[0].Detail)
}

// TestLabel: a label that is a word of the table sets the state where none came, and stays. Where
// it says more and reads as cancelled, the record says so, and the report how the map would say it.
func TestLabel(t *testing.T) {
	for label, want := range map[string]string{
		"cancelado": "cancelled", "Cancelada": "cancelled", "EVENTO CANCELADO": "cancelled",
		"Canceled": "cancelled", "called off": "cancelled", "event-cancelled": "cancelled",
		"Annulée": "cancelled", "abgesagt": "cancelled", "fällt aus": "cancelled",
		"adiado": "postponed", "verlegt": "rescheduled", "EventMovedOnline": "moved_online",
		"spectacles annulés": "reads", "2 (cancelado)": "reads",
		"Cancelled due to rain": "reads", "fällt aus: Sturm": "reads",
		"esgotado": "sold out", "Ausverkauft": "sold out", "encerrado": "closed",
		"": "", "ativo": "", "não cancelado": "", "not cancelled": "", "nicht abgesagt": "",
		"non annulé": "", "cancelamento grátis": "", "free cancellation": "", "off": "",
	} {
		rec, _ := mustCheck(t, with(map[string]any{"status": label}))
		got := string(rec.State)
		switch {
		case rec.SaysCancelled:
			got = "reads"
		case rec.SoldOut():
			got = "sold out"
		case rec.IsClosed:
			got = "closed"
		}
		require.Equal(t, want, got, label)
		require.Equal(t, label, rec.Status)
	}
	rec, _ := mustCheck(t, with(map[string]any{"status": "ok", "facts": map[string]any{
		"note": "Le spectacle est annulé"}}))
	require.True(t, rec.SaysCancelled)
	require.Equal(t, "Le spectacle est annulé", rec.Status, "the page quotes it")
	rec, found := mustCheck(t, with(map[string]any{"status": "cancelado", "state": "scheduled"}))
	require.Empty(t, found, "the source has said what it means")
	require.Equal(t, catalog.Scheduled, rec.State)
}

// TestStateForDate: words for a state in place of a date set it, where nothing else does.
func TestStateForDate(t *testing.T) {
	for date, want := range map[string]catalog.State{
		"Rinviato a data da destinarsi": catalog.Postponed, "ADIADO": catalog.Postponed,
		"to be announced": "", "nicht verschoben": "",
	} {
		rec, found := mustCheck(t, with(map[string]any{"starts_at": date}))
		require.Equal(t, want, rec.State, date)
		require.Contains(t, found, validate.BadDate)
		rec, _ = mustCheck(t, with(map[string]any{"starts_at": date, "state": "scheduled"}))
		require.Equal(t, catalog.Scheduled, rec.State)
	}
}

// TestPostponedDate: the date of a postponed event no longer holds, unless the
// source also says which one it replaces.
func TestPostponedDate(t *testing.T) {
	for _, tt := range []struct{ name, state, starts, previous, wantStarts, wantPrevious string }{
		{"postponed", "postponed", "2026-05-19T21:00", "", "", "2026-05-19T21:00:00-03:00"},
		{"the same date twice", "postponed", "2026-05-19T21:00", "2026-05-20T00:00:00Z", "",
			"2026-05-19T21:00:00-03:00"},
		{"a new date", "postponed", "2026-09-19T21:00", "2026-05-19T21:00",
			"2026-09-19T21:00:00-03:00", "2026-05-19T21:00:00-03:00"},
		{"no date", "postponed", "", "", "", ""},
		{"rescheduled", "rescheduled", "2026-09-19T21:00", "2026-05-19",
			"2026-09-19T21:00:00-03:00", "2026-05-19"},
		{"rescheduled, the old date not known", "rescheduled", "2026-09-19T21:00", "",
			"2026-09-19T21:00:00-03:00", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			raw := with(map[string]any{"state": tt.state, "starts_at": tt.starts,
				"previous_starts_at": tt.previous})
			if tt.starts != "" {
				raw["ends_at"] = tt.starts[:10] + "T23:30"
			}
			rec, found := mustCheck(t, raw)
			require.Empty(t, found)
			require.Equal(t, tt.wantStarts, rec.Starts.String())
			require.Equal(t, tt.wantStarts != "", rec.Ends.Known())
			require.Equal(t, tt.wantPrevious, rec.PreviousStarts.String())
			require.False(t, rec.IsEnded, "what has no date is not over")
		})
	}
	_, found := mustCheck(t, with(map[string]any{"previous_starts_at": "soon"}))
	require.Equal(t, []string{validate.BadDate}, found)

	before, _ := mustCheck(t, map[string]any{"name": "A", "starts_at": "2026-06-01"})
	after, _ := mustCheck(t, map[string]any{"name": "A", "starts_at": "2026-06-01",
		"state": "postponed"})
	require.Equal(t, before.ID, after.ID, "an id made of name and date outlives the date")
}
