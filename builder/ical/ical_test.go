package ical_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	ics "github.com/arran4/golang-ical"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"cartaz/builder/catalog"
	"cartaz/builder/ical"
	"cartaz/builder/rowstest"
)

func zone(t testing.TB, name string) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(name)
	require.NoError(t, err)
	return z
}

func at(t time.Time) catalog.Moment { return catalog.Moment{Precision: catalog.Instant, Time: t} }

func day(y int, m time.Month, d int) catalog.Moment {
	return catalog.Moment{Precision: catalog.Day, Time: time.Date(y, m, d, 0, 0, 0, 0, time.UTC)}
}

func show(t testing.TB) *ical.Event {
	z := zone(t, "Europe/Madrid")
	return &ical.Event{
		UID: "71@palco.example", Sequence: 3,
		Revised: time.Date(2026, 5, 20, 19, 0, 0, 0, time.UTC),
		Start:   at(time.Date(2026, 10, 24, 21, 0, 0, 0, z)),
		End:     at(time.Date(2026, 10, 25, 4, 0, 0, 0, z)), Zone: z,
		Summary: "Evinha; ao vivo, às 21h", Description: "Uma voz.\nDuas.",
		Status: ical.Confirmed, Location: "Teatro, Madrid", Lat: "40.4", Lon: "-3.7",
		URL:       "https://palco.example/eventos/evinha",
		Organizer: `Casa "da" Música`, OrganizerURL: "https://palco.example/organizadores/casa",
		Categories: []string{"música", "a,b"},
	}
}

// read reads a file with an independent parser, and checks the rules of RFC 5545 for its lines.
func read(t testing.TB, raw []byte) *ics.Calendar {
	t.Helper()
	require.True(t, bytes.HasPrefix(raw, []byte("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:")))
	require.True(t, bytes.HasSuffix(raw, []byte("END:VCALENDAR\r\n")))
	require.Equal(t, bytes.Count(raw, []byte("\n")), bytes.Count(raw, []byte("\r\n")))
	for line := range bytes.SplitSeq(raw, []byte("\r\n")) {
		require.LessOrEqual(t, len(line), 75)
		require.True(t, utf8.Valid(line), "folded inside a character: %q", line)
	}
	cal, err := ics.ParseCalendar(bytes.NewReader(raw))
	require.NoError(t, err)
	return cal
}

func file(events ...*ical.Event) []byte {
	c := ical.Calendar{Product: "Palco", Lang: "pt-BR"}
	b := c.AppendHead(nil)
	for _, e := range events {
		years := ical.Years{}
		years.Add(e.Start.Time)
		if ical.CanName(e.Zone) {
			b = ical.AppendZone(b, e.Zone, years)
		}
	}
	for _, e := range events {
		b = ical.AppendEvent(b, e)
	}
	return ical.AppendEnd(b)
}

func TestEvent(t *testing.T) {
	cal := read(t, file(show(t)))
	require.Len(t, cal.Events(), 1)
	e := cal.Events()[0]
	for property, want := range rowstest.Read[map[ics.ComponentProperty]string](t,
		"testdata/event.yaml") {
		require.NotNil(t, e.GetProperty(property), property)
		require.Equal(t, want, e.GetProperty(property).Value, property)
	}
	require.Equal(t, []string{"Europe/Madrid"},
		e.GetProperty(ics.ComponentPropertyDtStart).ICalParameters["TZID"])
	require.Equal(t, []string{"Casa 'da' Música"},
		e.GetProperty(ics.ComponentPropertyOrganizer).ICalParameters["CN"])
	start, err := e.GetStartAt()
	require.NoError(t, err)
	require.True(t, start.Equal(show(t).Start.Time))

	t.Run("days end after the last, without a zone", func(t *testing.T) {
		e := show(t)
		e.Start, e.End = day(2026, 5, 23), day(2026, 5, 24)
		raw := string(ical.AppendEvent(nil, e))
		require.Contains(t, raw, "\r\nDTSTART;VALUE=DATE:20260523\r\nDTEND;VALUE=DATE:20260525\r\n")
	})
	t.Run("hours without a zone are in UTC", func(t *testing.T) {
		e := show(t)
		e.Zone = nil
		require.Contains(t, string(ical.AppendEvent(nil, e)), "\r\nDTSTART:20261024T190000Z\r\n")
	})
	t.Run("no end that is none", func(t *testing.T) {
		for _, end := range []catalog.Moment{{}, show(t).Start, day(2026, 12, 1)} {
			e := show(t)
			e.End = end
			require.NotContains(t, string(ical.AppendEvent(nil, e)), "DTEND")
		}
	})
}

// TestNothingInjected: no text can end its line or its component.
func TestNothingInjected(t *testing.T) {
	for _, attack := range []string{
		"x\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:2", "x\nATTENDEE:mailto:a@b", "a\\n;b,c\\",
		"\x00\x0b\u2028\u0085", strings.Repeat("ção🎭", 80), "\"\r\n:;,", "x\r\nSTATUS:CANCELLED",
	} {
		e := show(t)
		e.Summary, e.Description, e.Location, e.Organizer = attack, attack, attack, attack
		e.Categories, e.URL, e.OrganizerURL = []string{attack}, attack, "https://a.example/"
		c := ical.Calendar{Product: attack, Lang: "en", Name: attack, Description: attack,
			URL: attack, Source: attack}
		raw := ical.AppendEnd(ical.AppendEvent(c.AppendHead(nil), e))
		cal := read(t, raw)
		require.Len(t, cal.Components, 1)
		_, zones, events := ical.Split(raw)
		require.Empty(t, zones)
		require.Len(t, slices.Collect(ical.Events(events)), 1)
	}
}

func TestCollection(t *testing.T) {
	c := ical.Calendar{Product: "Palco", Lang: "pt-BR", Name: "Eventos em Recife, PE",
		Description: "Tudo; até 500.", URL: "https://palco.example/cidades/recife-pe",
		Source: "https://palco.example/cidades/recife-pe.ics", Color: "#c8401f",
		Image: "https://palco.example/assets/icon.svg", ImageType: "image/svg+xml"}
	raw := ical.AppendEnd(ical.AppendEvent(c.AppendHead(nil), show(t)))
	cal := read(t, raw)
	got := map[string]string{}
	for _, p := range cal.CalendarProperties {
		got[p.IANAToken] = p.Value
	}
	require.Equal(t, "Eventos em Recife, PE", got["NAME"])
	require.Equal(t, "Tudo; até 500.", got["DESCRIPTION"])
	require.Equal(t, "PT6H", got["REFRESH-INTERVAL"])
	require.Equal(t, c.Color, got["X-APPLE-CALENDAR-COLOR"])
	require.Equal(t, c.Source, got["SOURCE"])
	require.Equal(t, c.Image, got["IMAGE"])
}

func TestSplit(t *testing.T) {
	a, b := show(t), show(t)
	b.UID, b.Zone = "72@palco.example", zone(t, "America/Sao_Paulo")
	raw := file(a, b)
	head, zones, events := ical.Split(raw)
	require.Equal(t, string(raw), string(head)+string(zones)+string(events)+"END:VCALENDAR\r\n")
	var names, uids []string
	for name, block := range ical.Zones(zones) {
		names = append(names, name)
		require.True(t, bytes.HasSuffix(block, []byte("END:VTIMEZONE\r\n")))
	}
	for e := range ical.Events(events) {
		uids = append(uids, ical.UID(e)+" "+ical.ZoneOf(e))
	}
	require.Equal(t, []string{"Europe/Madrid", "America/Sao_Paulo"}, names)
	require.Equal(t, []string{"71@palco.example Europe/Madrid",
		"72@palco.example America/Sao_Paulo"}, uids)
}

// TestReminding: each event of a calendar has one alarm a day before it, and nothing else changes.
func TestReminding(t *testing.T) {
	e := show(t)
	e.Description = strings.Repeat("END:VEVENT ", 20)
	plain := file(e, show(t))
	with := string(ical.Reminding(plain))
	const alarm = "BEGIN:VALARM\r\nACTION:DISPLAY\r\nDESCRIPTION:⏰\r\n" +
		"TRIGGER:-P1D\r\nEND:VALARM\r\n"
	require.Equal(t, 2, strings.Count(with, alarm))
	require.Equal(t, string(plain), strings.ReplaceAll(with, alarm, ""))
	require.Len(t, read(t, []byte(with)).Events(), 2)
}

func TestCancel(t *testing.T) {
	now := time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
	gone := ical.Cancel(ical.AppendEvent(nil, show(t)), now)
	c := ical.Calendar{Product: "Palco", Lang: "pt-BR"}
	e := read(t, ical.AppendEnd(append(c.AppendHead(nil), gone...))).Events()[0]
	require.Equal(t, "71@palco.example", e.Id())
	require.Equal(t, "CANCELLED", e.GetProperty(ics.ComponentPropertyStatus).Value)
	require.Equal(t, "4", e.GetProperty(ics.ComponentPropertySequence).Value)
	require.Equal(t, "20260601T000000Z", e.GetProperty(ics.ComponentPropertyDtstamp).Value)
	require.Equal(t, 1, bytes.Count(gone, []byte("STATUS:")))
	require.True(t, ical.Revised(gone).Equal(now))
	require.Equal(t, gone, ical.Cancel(gone, now.AddDate(0, 0, 1)), "it moves once")
}

// TestZone: hours computed from the VTIMEZONE alone equal the hours of the zone.
func TestZone(t *testing.T) {
	for _, name := range []string{"America/Sao_Paulo", "Europe/Berlin", "Asia/Tokyo",
		"Africa/Casablanca", "Australia/Lord_Howe", "Africa/Monrovia", "America/St_Johns"} {
		z := zone(t, name)
		for _, years := range []ical.Years{{First: 2026, Last: 2026}, {First: 2017, Last: 2027},
			{First: 1971, Last: 1973}} {
			block := ical.AppendZone(nil, z, years)
			clock := parseZone(t, block)
			rapid.Check(t, func(t *rapid.T) {
				from := time.Date(years.First, 1, 1, 0, 0, 0, 0, z).Unix()
				to := time.Date(years.Last+1, 1, 1, 0, 0, 0, 0, z).Unix()
				u := rapid.Int64Range(from, to-1).Draw(t, "instant")
				_, want := time.Unix(u, 0).In(z).Zone()
				require.Equal(t, want, clock(u), "%s at %s", name, time.Unix(u, 0).In(z))
			})
		}
	}
}

func TestYears(t *testing.T) {
	var y ical.Years
	for _, year := range []int{2026, 2025, 2027} {
		y.Add(time.Date(year, 5, 1, 0, 0, 0, 0, time.UTC))
	}
	require.Equal(t, ical.Years{First: 2025, Last: 2027}, y)
	block := ical.AppendZone(nil, zone(t, "Europe/Berlin"), ical.Years{First: 2026, Last: 9999})
	require.Less(t, len(block), 4<<10, "one odd date costs little")
}

// parseZone returns the offset that a VTIMEZONE gives at an instant, from the latest onset.
func parseZone(t testing.TB, block []byte) func(unix int64) int {
	type onset struct {
		at int64
		to int
	}
	var onsets []onset
	var from, to int
	var walls []time.Time
	seconds := func(s string) int {
		var h, m, sec int
		_, err := fmt.Sscanf((s + "00")[1:7], "%02d%02d%02d", &h, &m, &sec)
		require.NoError(t, err)
		if s[0] == '-' {
			return -(h*3600 + m*60 + sec)
		}
		return h*3600 + m*60 + sec
	}
	for line := range strings.SplitSeq(string(block), "\r\n") {
		name, value, _ := strings.Cut(line, ":")
		switch name {
		case "DTSTART", "RDATE":
			wall, err := time.Parse("20060102T150405", value)
			require.NoError(t, err)
			walls = append(walls, wall)
		case "TZOFFSETFROM":
			from = seconds(value)
		case "TZOFFSETTO":
			to = seconds(value)
		case "END":
			for _, wall := range walls {
				onsets = append(onsets, onset{wall.Unix() - int64(from), to})
			}
			walls = nil
		}
	}
	slices.SortFunc(onsets, func(a, b onset) int { return int(a.at - b.at) })
	return func(unix int64) int {
		result := 1 << 20
		for _, o := range onsets {
			if o.at <= unix {
				result = o.to
			}
		}
		return result
	}
}

// TestDates: the dates of an event are RDATE, dates of another length are periods, and their years
// need the rules of the zone.
func TestDates(t *testing.T) {
	e := show(t)
	for _, d := range []time.Duration{7, 7, 2} {
		start := e.Start.Time.AddDate(0, 3*(len(e.Dates)+1), 0)
		e.Dates = append(e.Dates, catalog.Session{Starts: at(start),
			Ends: at(start.Add(d * time.Hour))})
	}
	e.End = at(e.Start.Time.Add(7 * time.Hour))
	e.Dates = append(e.Dates, catalog.Session{Starts: day(2027, 1, 1)}) // in another form
	raw := file(e)
	cal := read(t, raw)
	var dates []string
	for _, p := range cal.Events()[0].GetProperties(ics.ComponentPropertyRdate) {
		dates = append(dates, p.Value)
	}
	require.Equal(t, []string{"20270124T210000,20270424T210000",
		"20270724T210000/20270724T230000"}, dates)
	_, _, events := ical.Split(raw)
	require.Equal(t, 2027, slices.Max(ical.YearsOf(events)))

	whole := show(t)
	whole.Start, whole.End = day(2026, 10, 24), catalog.Moment{}
	whole.Dates = []catalog.Session{{Starts: day(2026, 10, 26)}}
	require.Contains(t, string(file(whole)), "\r\nRDATE;VALUE=DATE:20261026\r\n")
}
