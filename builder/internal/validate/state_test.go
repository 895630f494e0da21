package validate_test

import (
	"strings"
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
		{"canceled", "", []string{validate.BadState}},
		{"sold_out", "", []string{validate.BadState}}, {true, "", []string{validate.WrongType}},
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
		`state must be one of scheduled, cancelled, postponed, rescheduled, moved_online,`+
			` not "off"`, findings[0].Detail)
}

// TestCancelledLabel: a label becomes no state and closes nothing. Where it reads
// as cancelled and no state came, the record says so, and the report how the map
// would say it.
func TestCancelledLabel(t *testing.T) {
	for label, reads := range map[string]bool{
		"cancelado": true, "Cancelada": true, "EVENTO CANCELADO": true, "cancelled": true,
		"Canceled": true, "called off": true,
		"event-cancelled": true, "annulé": true, "Annulée": true, "spectacles annulés": true,
		"abgesagt": true, "entfällt": true, "fällt aus": true,
		"anulado": true, "2 (cancelado)": true,
		"": false, "ativo": false, "encerrado": false, "não cancelado": false,
		"not cancelled": false, "nicht abgesagt": false, "non annulé": false,
		"cancelamento grátis": false, "free cancellation": false, "cancelable": false,
		"adiado": false, "esgotado": false, "off": false,
	} {
		rec,
			found := mustCheck(t,
			with(map[string]any{"status": label, "buy_url": "https://t.example/1"}))
		require.Equal(t, reads, rec.SaysCancelled, label)
		require.Empty(t, rec.State, label)
		require.True(t, rec.OnSale(), "%s: a label says nothing of availability", label)
		require.Equal(t, label, rec.Status)
		if reads {
			require.Equal(t, []string{validate.StatusNotState}, found, label)
		} else {
			require.Empty(t, found, label)
		}
	}
	for _, state := range []string{"scheduled", "cancelled"} {
		rec, found := mustCheck(t, with(map[string]any{"status": "cancelado", "state": state}))
		require.Empty(t, found, "the source has said what it means")
		require.False(t, rec.SaysCancelled)
	}
	_, _, findings := paulista(t).Check(with(map[string]any{"status": `"cancelado"`}), "1")
	require.True(t, strings.HasSuffix(findings[0].Detail,
		`write the state in the map, as in  state: (if .status == "\"cancelado\"" then `+
			`"cancelled" else null end)`), findings[0].Detail)
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
