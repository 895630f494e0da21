package catalog_test

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/rowstest"
)

func mustDate(t *testing.T, text string) catalog.Date {
	t.Helper()
	d, ok := catalog.ParseDate(text)
	require.True(t, ok, text)
	return d
}

// TestDate: a day has the weekday and the month of the calendar, before 1970 too.
func TestDate(t *testing.T) {
	for at := time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC); at.Year() < 2400; at = at.AddDate(0, 0,
		97) {
		d := catalog.DateOf(at)
		require.Equal(t, at.Format(time.DateOnly), d.String())
		require.Equal(t, at, d.Time())
		require.Equal(t, at.Weekday(), d.Weekday(), d)
		require.Equal(t, at.Format("2006-01"), d.Month().String())
		require.Equal(t, d, mustDate(t, d.String()))
	}
	// The wall clock counts, not the moment in UTC.
	late := time.Date(2026, 11, 28, 23, 30, 0, 0, time.FixedZone("", -3*60*60))
	require.Equal(t, "2026-11-28", catalog.DateOf(late).String())
}

// TestParseDate: a text that is no date of the calendar is refused.
func TestParseDate(t *testing.T) {
	for _, text := range []string{"", "2026-02-29", "2026-02-31", "2026-13-01", "2026-00-10",
		"2026-1-1", "2026-11-28 ", "2026-11-28T00:00", "26-11-28", "2026/11/28", "hoje",
		"0000-01-01", "12026-11-28"} {
		_, ok := catalog.ParseDate(text)
		require.False(t, ok, text)
	}
	require.Equal(t, mustDate(t, "2024-02-29")+1, mustDate(t, "2024-03-01"))
}

// TestMonth: a month has its first and last day, and the next one is one more.
func TestMonth(t *testing.T) {
	for text, last := range map[string]string{
		"2026-02": "2026-02-28", "2024-02": "2024-02-29", "2026-12": "2026-12-31",
		"0001-01": "0001-01-31",
	} {
		m, ok := catalog.ParseMonth(text)
		require.True(t, ok, text)
		require.Equal(t, text, m.String())
		require.Equal(t, text+"-01", m.First().String())
		require.Equal(t, last, m.Last().String())
		require.Equal(t, m, m.First().Month())
		require.Equal(t, m+1, (m.Last() + 1).Month())
	}
	for _, text := range []string{"", "2026", "2026-13", "2026-00", "2026-1",
		"2026-11-28", "0000-01"} {
		_, ok := catalog.ParseMonth(text)
		require.False(t, ok, text)
	}
}

// TestSpan: which days an event covers.
func TestSpan(t *testing.T) {
	for _, c := range rowstest.Read[[]struct {
		Name, Start, End string
		First, Last      string
		HasEnd, NextDay  bool
	}](t, "testdata/span.yaml") {
		t.Run(c.Name, func(t *testing.T) {
			rec := catalog.Record{Starts: catalog.ParseMoment(c.Start),
				Ends: catalog.ParseMoment(c.End)}
			span, ok := rec.Span()
			require.Equal(t, c.First != "", ok)
			if !ok {
				return
			}
			require.Equal(t, catalog.Span{First: mustDate(t, c.First), Last: mustDate(t, c.Last),
				HasEnd: c.HasEnd, NextDay: c.NextDay}, span)
			require.Equal(t, int(mustDate(t, c.Last)-mustDate(t, c.First))+1, span.Days())
		})
	}
}

// TestWeekend: on Sunday the weekend is still this one, on Monday the next.
func TestWeekend(t *testing.T) {
	for day, saturday := range map[string]string{
		"2026-11-23": "2026-11-28", "2026-11-27": "2026-11-28", "2026-11-28": "2026-11-28",
		"2026-11-29": "2026-11-28", "2026-11-30": "2026-12-05", "1969-12-28": "1969-12-27",
	} {
		sat, sun := mustDate(t, day).Weekend()
		require.Equal(t, saturday, sat.String(), day)
		require.Equal(t, sat+1, sun, day)
	}
}

// TestZone: names of the database are zones, and nothing else is, whatever the machine has.
func TestZone(t *testing.T) {
	t.Setenv("ZONEINFO", t.TempDir())
	for name, want := range map[string]string{"America/Sao_Paulo": "-0300",
		"Europe/Berlin":     "+0100",
		"America/Vancouver": "-0700", "America/Edmonton": "-0600", "Africa/Casablanca": "+0000",
		"Asia/Kathmandu": "+0545", "UTC": "+0000", "Etc/GMT+3": "-0300"} {
		zone := catalog.Zone(name)
		require.NotNil(t, zone, name)
		require.Same(t, zone, catalog.Zone(name))
		require.Equal(t, name, zone.String())
		got := time.Date(2027, 1, 20, 20, 0, 0, 0, time.UTC).In(zone).Format("-0700")
		require.Equal(t, want, got, name)
	}
	for _, name := range []string{"", "Local", "America", "america/sao_paulo", "../zone.go",
		"/etc/localtime", "Nowhere"} {
		require.Nil(t, catalog.Zone(name), name)
	}
}

// TestZones: a new archive here comes with the name of its release.
func TestZones(t *testing.T) {
	b, err := os.ReadFile("zoneinfo.zip")
	require.NoError(t, err)
	sum := sha256.Sum256(b)
	require.Equal(t, "2026c b2d18a7c8fa81420", catalog.Zones+" "+hex.EncodeToString(sum[:8]))
}
