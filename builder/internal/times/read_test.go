package times_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/times"
	"cartaz/builder/rowstest"
)

// TestRead: every form, and texts of no form. "?" marks a doubt, "|" what could not be read.
func TestRead(t *testing.T) {
	show := func(s string, o times.Order) string {
		r, ok := times.Read(s, o)
		if !ok {
			return ""
		}
		out := r.Wall.Format(time.DateOnly)
		if r.Clock {
			out = r.Wall.Format("2006-01-02T15:04:05")
		}
		if r.HasOffset {
			out += time.Time{}.In(time.FixedZone("", r.Offset)).Format("Z07:00")
		}
		if r.Zone != "" {
			out += "[" + r.Zone + "]"
		}
		if r.Doubt {
			out += "?"
		}
		if r.Rest != "" {
			out += "|" + r.Rest
		}
		return out
	}
	for in, want := range rowstest.Read[map[string]string](t, "testdata/read.yaml") {
		require.Equal(t, want, show(in, times.OrderOf(nil, "pt-BR")), in)
	}
	english := times.OrderOf(nil, "en-US")
	require.Equal(t, "2027-01-03?", show("01/03/2027", english))
	require.Equal(t, "2027-03-01", show("1.3.2027", english))
}

// TestOrderOf: one date beyond the twelfth shows the order of all; contradictions show nothing.
func TestOrderOf(t *testing.T) {
	for _, tt := range []struct {
		dates            []string
		locale           string
		monthFirst, sure bool
	}{
		{[]string{"01/02/2027", "13/02/2027 20:00"}, "en", false, true},
		{[]string{"01/02/2027", "02/13/27"}, "pt-BR", true, true},
		{[]string{"13/02/2027", "02/13/2027"}, "pt-BR", false, false},
		{[]string{"01/02/2027", "2027-02-13", "13 March 2027"}, "en", true, false},
		{[]string{"01/02/2027"}, "de", false, false},
	} {
		require.Equal(t, times.Order{MonthFirst: tt.monthFirst, Sure: tt.sure},
			times.OrderOf(tt.dates, tt.locale), tt.dates)
	}
}

// TestIn: of two moments the first, in zones on both sides of UTC; skipped hours go forward.
func TestIn(t *testing.T) {
	for _, tt := range []struct {
		zone, wall, want string
		skipped          bool
	}{
		{"Europe/Paris", "2027-10-31T02:30:00", "2027-10-31T02:30:00+02:00", false},
		{"America/New_York", "2027-11-07T01:30:00", "2027-11-07T01:30:00-04:00", false},
		{"Australia/Lord_Howe", "2027-04-04T01:45:00", "2027-04-04T01:45:00+11:00", false},
		{"Pacific/Auckland", "2027-04-04T02:30:00", "2027-04-04T02:30:00+13:00", false},
		{"Europe/Paris", "2027-03-28T02:30:00", "2027-03-28T03:30:00+02:00", true},
		{"America/Sao_Paulo", "2018-11-04T00:30:00", "2018-11-04T01:30:00-02:00", true},
		{"Asia/Tokyo", "2027-03-28T02:30:00", "2027-03-28T02:30:00+09:00", false},
	} {
		loc, _ := times.Zone(tt.zone)
		r, ok := times.Read(tt.wall, times.Order{})
		require.True(t, ok)
		got, skipped := times.In(r.Wall, loc)
		require.Equal(t, tt.want, got.Format(time.RFC3339))
		require.Equal(t, tt.skipped, skipped, tt.wall)
	}
}

// TestFind: names as in calendars and records; the zone of the machine does not count.
func TestFind(t *testing.T) {
	winter := time.Date(2027, 2, 1, 20, 0, 0, 0, time.UTC)
	for name, want := range rowstest.Read[map[string]struct {
		Known  string
		Offset int // minutes, in winter
	}](t, "testdata/find.yaml") {
		loc, known := times.Zone(name)
		require.NotNil(t, loc, name)
		_, offset := winter.In(loc).Zone()
		require.Equal(t, want.Known, known, name)
		require.Equal(t, want.Offset*60, offset, name)
	}
	for _, name := range []string{"", "Local", "local", "Factory", "Nowhere", "Europe/Atlantis",
		"(UTC-03:00) Nowhere", "UTC-80", "localtime", "posix/Europe/Berlin/x"} {
		loc, _ := times.Zone(name)
		require.Nil(t, loc, name)
	}
}
