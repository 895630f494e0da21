package validate_test

import (
	"strings"
	"testing"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/validate"
	"cartaz/builder/rowstest"

	"github.com/stretchr/testify/require"
)

// TestSessions: sessions are in order, each once; damaged ones are reported and the others stay;
// start and end span them.
func TestSessions(t *testing.T) {
	type at = map[string]any
	for _, tt := range []struct {
		name, starts, ends string
		sessions           any
		want               string // start and end of the record, then the sessions
		found              []string
	}{
		{"none", "2026-10-01", "2026-10-09", nil, "2026-10-01 2026-10-09", nil},
		{"they say start and end", "", "", []any{at{"starts_at": "2026-10-03T20:00"},
			at{"starts_at": "2026-10-01T20:00", "ends_at": "2026-10-01T22:00"}},
			"2026-10-01T20:00:00-03:00 2026-10-03 2026-10-01T20:00:00-03:00/2026-10-01T22:00:00" +
				"-03:00 2026-10-03T20:00:00-03:00/", nil},
		{"twice", "2026-10-01", "2026-10-09", []any{at{"starts_at": "2026-10-03"},
			at{"starts_at": "2026-10-03"}, at{"starts_at": "2026-10-05"}},
			"2026-10-01 2026-10-09 2026-10-03/ 2026-10-05/", nil},
		{"what the record says", "2026-10-01T20:00", "2026-10-01T22:00", []any{at{
			"starts_at": "2026-10-01T20:00", "ends_at": "2026-10-01T22:00"}},
			"2026-10-01T20:00:00-03:00 2026-10-01T22:00:00-03:00", nil},
		{"past midnight", "2026-10-01", "2026-10-09", []any{at{
			"starts_at": "2026-10-03T22:00", "ends_at": "2026-10-03T02:00"}},
			"2026-10-01 2026-10-09 2026-10-03T22:00:00-03:00/2026-10-04T02:00:00-03:00", nil},
		{"outside", "2026-10-02", "2026-10-03", []any{at{"starts_at": "2026-10-01"},
			at{"starts_at": "2026-10-04"}}, "2026-10-01 2026-10-04 2026-10-01/ 2026-10-04/",
			[]string{validate.SessionOutside}},
		{"damaged", "2026-10-01", "2026-10-09", []any{"x", at{"starts_at": "soon"},
			at{"ends_at": "2026-10-03"}, at{"starts_at": "2026-10-03", "ends_at": "2026-10-02"},
			at{"starts_at": "2026-10-05", "room": "A"}},
			"2026-10-01 2026-10-09 2026-10-03/ 2026-10-05/", []string{validate.WrongType,
				validate.BadDate, validate.BadDate, validate.EndBeforeStart,
				validate.UnknownMember}},
		{"no list", "2026-10-01", "2026-10-09", "soon", "2026-10-01 2026-10-09",
			[]string{validate.WrongType}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rec, found := mustCheck(t, with(map[string]any{"sessions": tt.sessions,
				"starts_at": tt.starts, "ends_at": tt.ends}))
			got := rec.Starts.String() + " " + rec.Ends.String()
			for _, s := range rec.Sessions.All {
				got += " " + s.Starts.String() + "/" + s.Ends.String()
			}
			require.Equal(t, tt.want, strings.TrimSpace(got))
			require.Equal(t, tt.found, found)
		})
	}
}

// TestManySessions: if there are too many sessions, those that are over are dropped first; a
// session that ends later is no longer left.
func TestManySessions(t *testing.T) {
	day, _ := catalog.ParseDate("2024-01-01")
	var list []any
	for i := range catalog.MaxSessions + 400 {
		list = append(list, map[string]any{"starts_at": (day + catalog.Date(i)).String()})
	}
	rec, found := mustCheck(t, with(map[string]any{"sessions": list, "starts_at": nil,
		"ends_at": nil}))
	require.Equal(t, []string{validate.TooMany}, found)
	require.Len(t, rec.Sessions.All, catalog.MaxSessions)
	require.Equal(t, "2025-02-04", rec.Sessions.All[0].Starts.String())
	left := rec.Sessions.Left()
	require.NotEmpty(t, left)
	validate.Restate(rec, left[0].Starts.Time.AddDate(0, 0, 2).AddDate(0, 0, 1))
	require.Less(t, len(rec.Sessions.Left()), len(left))
}

// TestSessionsSay: what the dates of an event say of it, and when it is closed by the clock.
func TestSessionsSay(t *testing.T) {
	t.Parallel()
	now := time.Date(2027, 1, 15, 12, 0, 0, 0, time.UTC)
	checker := validate.New(validate.Config{Zone: time.UTC, ZoneName: "UTC", Now: now})
	for _, tt := range rowstest.Read[[]struct {
		Name     string
		Sessions []any
		Facts    map[string]any
		Want     string
	}](t, "testdata/sessions-say.yaml") {
		made := checker.Gate(map[string]any{"id": 1, "name": "A", "starts_at": "2027-03-01T20:00",
			"sessions": tt.Sessions, "facts": tt.Facts}, "", nil)
		if made.Record == nil {
			require.Equal(t, tt.Want, "withheld", tt.Name)
			continue
		}
		rec := made.Record
		says := string(rec.State)
		switch {
		case rec.SoldOut():
			says += "sold out"
		case rec.IsClosed:
			says += "closed"
		}
		if rec.Tickets != nil {
			says += "free"
		}
		says = strings.TrimSpace(says + " " + rec.Starts.String())
		if at := rec.Closes.UTC(); !at.IsZero() {
			says += ", closed " + at.Format(time.RFC3339)
			require.False(t, made.Clock.Next.After(at), tt.Name)
			validate.Restate(rec, at.Add(-time.Second))
			require.False(t, rec.IsClosed, tt.Name)
			require.True(t, validate.Restate(rec, at), tt.Name)
			require.True(t, rec.IsClosed, tt.Name)
		}
		require.Equal(t, tt.Want, says, tt.Name)
	}
}
