package page_test

import (
	"bytes"
	"testing"
	"time"
	"unicode/utf8"

	ics "github.com/arran4/golang-ical"
	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/catalog"
)

func zoneOf(b *brands.Brand, rec *catalog.Record) *time.Location {
	switch {
	case rec.Timezone != "":
		return mustZone(rec.Timezone)
	case b.Zone != nil:
		return b.Zone
	}
	return time.UTC
}

// mustCalendar reads a calendar with an independent parser and checks the requirements of RFC 5545
// for its lines.
func mustCalendar(t *testing.T, raw []byte) *ics.VEvent {
	t.Helper()
	require.True(t, bytes.HasSuffix(raw, []byte("END:VCALENDAR\r\n")))
	require.Equal(t, bytes.Count(raw, []byte("\n")), bytes.Count(raw, []byte("\r\n")),
		"a line end without CR")
	for _, line := range bytes.Split(raw, []byte("\r\n")) {
		require.LessOrEqual(t, len(line), 75)
		require.True(t, utf8.Valid(line), "folded inside a character: %q", line)
	}
	cal, err := ics.ParseCalendar(bytes.NewReader(raw))
	require.NoError(t, err)
	zones := bytes.Count(raw, []byte("\r\nBEGIN:VTIMEZONE\r\n"))
	require.LessOrEqual(t, zones, 1)
	require.Len(t, cal.Components, 1+zones, "an injected component")
	require.Len(t, cal.Events(), 1)
	return cal.Events()[0]
}
