package page_test

import (
	"bytes"
	"strings"
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

// mustCalendar reads a calendar with an independent parser and checks what RFC
// 5545 asks of its lines.
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

func TestCalendar(t *testing.T) {
	r := mustNew(t, palco())
	t.Run("hours are on the clock of the event", func(t *testing.T) {
		raw := mustEvent(t, r, evinha()).Calendar
		e := mustCalendar(t, raw)
		require.Equal(t, "71@palco.example", e.Id())
		require.Equal(t, "20260523T210000", e.GetProperty(ics.ComponentPropertyDtStart).Value)
		require.Equal(t, []string{"America/Sao_Paulo"},
			e.GetProperty(ics.ComponentPropertyDtStart).ICalParameters["TZID"])
		require.Equal(t, "20260523T220000", e.GetProperty(ics.ComponentPropertyDtEnd).Value)
		require.Contains(t, string(raw), "\r\nTZID:America/Sao_Paulo\r\n")
		require.Equal(t, "0", e.GetProperty(ics.ComponentPropertySequence).Value)
		require.Equal(t, "20260520T190000Z",
			e.GetProperty(ics.ComponentPropertyLastModified).Value)
		require.Contains(t, e.GetProperty(ics.ComponentPropertyDescription).Value,
			"Evinha é uma cantora brasileira")
		require.Equal(t,
			"https://palco.example/organizadores/secretaria-municipal-de-cultura",
			e.GetProperty(ics.ComponentPropertyOrganizer).Value)
		require.Equal(t, "20260520T190000Z", e.GetProperty(ics.ComponentPropertyDtstamp).Value)
		require.Equal(t, "-23.5452957;-46.638201", e.GetProperty(ics.ComponentPropertyGeo).Value)
		require.Equal(t, "Evinha – Cartão Postal 1971",
			e.GetProperty(ics.ComponentPropertySummary).Value)
		require.Equal(t,
			"Theatro Municipal, Praça Ramos de Azevedo, s/n, República, São Paulo, SP, 01037-010",
			e.GetProperty(ics.ComponentPropertyLocation).Value)
		require.Equal(t, "https://palco.example/eventos/evinha-cartao-postal-1971-d2f8",
			e.GetProperty(ics.ComponentPropertyUrl).Value)
	})
	t.Run("days end after the last", func(t *testing.T) {
		e := mustCalendar(t, mustEvent(t, r, closed()).Calendar)
		require.Equal(t, "20260523", e.GetProperty(ics.ComponentPropertyDtStart).Value)
		require.Equal(t, "20260831", e.GetProperty(ics.ComponentPropertyDtEnd).Value)
		require.Equal(t, []string{"DATE"},
			e.GetProperty(ics.ComponentPropertyDtStart).ICalParameters["VALUE"])
	})
	for name, ends := range map[string]catalog.Moment{
		"no end": {}, "an end before the start": instant("2026-05-23T20:00:00-03:00"),
		"an end of another form": day("2026-05-24"),
	} {
		t.Run(name, func(t *testing.T) {
			rec := evinha()
			rec.Ends = ends
			require.Nil(t,
				mustCalendar(t,
					mustEvent(t, r, rec).Calendar).GetProperty(ics.ComponentPropertyDtEnd))
		})
	}
	for name, rec := range map[string]*catalog.Record{"no date": online(), "no zone": unpriced()} {
		t.Run(name, func(t *testing.T) {
			e := mustEvent(t, r, rec)
			require.Nil(t, e.Calendar)
			require.NotContains(t, string(e.HTML)+string(e.Markdown), ".ics")
		})
	}
	t.Run("never without a stamp", func(t *testing.T) {
		rec := evinha()
		rec.ReadAt = time.Time{}
		e := mustCalendar(t, mustEvent(t, r, rec).Calendar)
		require.Equal(t, "20260524T000000Z", e.GetProperty(ics.ComponentPropertyDtstamp).Value)
	})
}

// TestCalendarInjection: no text of a record can end its line or its component.
func TestCalendarInjection(t *testing.T) {
	r := mustNew(t, palco())
	for _, attack := range []string{
		"x\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:2", "x\nATTENDEE:mailto:a@b", "x\rATTACH:http://e",
		"a\\n;b,c\\", "\x00\x0b\u2028\u0085", strings.Repeat("ção🎭", 80), strings.Repeat("\\", 200),
	} {
		rec := evinha()
		rec.Name, rec.Location.Name, rec.Location.Address = attack, attack, attack
		e := mustCalendar(t, mustEvent(t, r, rec).Calendar)
		for _, p := range e.Properties {
			require.Contains(t, []string{"UID", "DTSTAMP", "DTSTART", "DTEND", "SUMMARY",
				"LOCATION", "GEO", "URL", "DESCRIPTION", "LAST-MODIFIED", "SEQUENCE",
				"ORGANIZER", "CATEGORIES"}, p.IANAToken)
		}
	}
	rec := evinha()
	rec.Name = strings.Repeat("ção, 🎭; \\", 40)
	require.Equal(t, rec.Name, mustCalendar(t,
		mustEvent(t, r, rec).Calendar).GetProperty(ics.ComponentPropertySummary).Value)
}
