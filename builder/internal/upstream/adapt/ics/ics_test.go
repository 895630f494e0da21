package ics_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/upstream/adapt"
	"cartaz/builder/internal/upstream/adapt/ics"
	"cartaz/builder/internal/validate"
	"cartaz/builder/rowstest"
)

var now = time.Date(2027, 1, 15, 12, 0, 0, 0, time.UTC)

func options() adapt.Options {
	return adapt.Options{Now: now, Window: 400 * 24 * time.Hour}
}

// read gives the items of a calendar.
func read(t testing.TB, text string) ([]adapt.Item, error) {
	t.Helper()
	var items []adapt.Item
	_, err := ics.Read([]byte(text), options(),
		func(i adapt.Item) error { items = append(items, i); return nil })
	return items, err
}

// calendar puts lines into a VCALENDAR.
func calendar(lines ...string) string {
	return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + strings.Join(lines, "\r\n") +
		"\r\nEND:VCALENDAR\r\n"
}

// event puts lines into a VEVENT with a name.
func event(lines ...string) string {
	return "BEGIN:VEVENT\r\nUID:u1\r\nSUMMARY:Roda\r\n" + strings.Join(lines, "\r\n") +
		"\r\nEND:VEVENT"
}

// starts gives the starts of the records.
func starts(t testing.TB, lines ...string) (out []string) {
	t.Helper()
	items, err := read(t, calendar(lines...))
	require.NoError(t, err)
	for _, i := range items {
		require.NoError(t, i.Err)
		out = append(out, wall(i.Value["record"].(map[string]any)["starts_at"]))
	}
	return out
}

// ends is the end of an event on its own clock.
func ends(i adapt.Item) string {
	rec := validate.New(validate.Config{}).Gate(i.Record(), "", nil).Record
	if rec == nil {
		return ""
	}
	return strings.TrimSuffix(rec.Ends.String(), rec.Ends.Time.Format("-07:00"))
}

// wall returns a time without the zone after it.
func wall(v any) string {
	text, _, _ := strings.Cut(adapt.Scalar(v), "[")
	return text
}

// TestFile: a calendar with all that an event may have becomes the records that are beside it.
func TestFile(t *testing.T) {
	text, err := os.ReadFile("testdata/palco.ics")
	require.NoError(t, err)
	items, err := read(t, string(text))
	require.NoError(t, err)
	var records []any
	for _, i := range items {
		require.NoError(t, i.Err)
		records = append(records, i.Record())
	}
	got, err := json.MarshalIndent(records, "", "  ")
	require.NoError(t, err)
	if os.Getenv("UPDATE") != "" {
		require.NoError(t, os.WriteFile("testdata/palco.json", append(got, '\n'), 0o644))
	}
	want, err := os.ReadFile("testdata/palco.json")
	require.NoError(t, err)
	require.Equal(t, string(want), string(got)+"\n")
}

// TestItem: a program sees the properties and their parameters.
func TestItem(t *testing.T) {
	items, err := read(t, calendar(event("DTSTART;TZID=Europe/Paris:20270201T200000",
		"RRULE:FREQ=DAILY;COUNT=2", `DESCRIPTION;ALTREP="cid:1;2":a\, b\nc`)))
	require.NoError(t, err)
	require.Len(t, items, 2)
	require.Equal(t, "20270202T200000", items[1].Value["recurrence"])
	require.Equal(t, []any{map[string]any{"value": "a, b\nc",
		"params": map[string]any{"ALTREP": "cid:1;2"}}},
		items[1].Value["event"].(map[string]any)["DESCRIPTION"])
}

// TestTimes: the forms of DATE-TIME and the places of a zone.
func TestTimes(t *testing.T) {
	custom := "BEGIN:VTIMEZONE\r\nTZID:Lokal\r\nBEGIN:STANDARD\r\nDTSTART:19701025T030000\r\n" +
		"TZOFFSETFROM:+0200\r\nTZOFFSETTO:+0100\r\nRRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\r\n" +
		"END:STANDARD\r\nBEGIN:DAYLIGHT\r\nDTSTART:19700329T020000\r\nTZOFFSETFROM:+0100\r\n" +
		"TZOFFSETTO:+0200\r\nRRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\r\nEND:DAYLIGHT\r\n" +
		"END:VTIMEZONE"
	for _, tt := range []struct {
		lines       []string
		start, zone string
	}{
		{[]string{event("DTSTART:20270201T200000Z")}, "2027-02-01T20:00:00Z", ""},
		{[]string{event("DTSTART:20270201T200000")}, "2027-02-01T20:00:00", ""},
		{[]string{event("DTSTART;VALUE=DATE:20270201")}, "2027-02-01", ""},
		{[]string{event("DTSTART;;VALUE=DATE-TIME:20270201T200000")}, "2027-02-01T20:00:00", ""},
		{[]string{event("DTSTART;TZID=Europe/Paris:20270201T200000")}, "2027-02-01T20:00:00",
			"Europe/Paris"},
		{[]string{event("DTSTART;TZID=/freeassociation.sourceforge.net/Europe/Paris:" +
			"20270201T200000")}, "2027-02-01T20:00:00", "Europe/Paris"},
		{[]string{"X-WR-TIMEZONE:America/Recife", event("DTSTART:20270201T200000")},
			"2027-02-01T20:00:00", "America/Recife"},
		{[]string{custom, event("DTSTART;TZID=Lokal:20270201T200000")},
			"2027-02-01T20:00:00", "+01:00"},
		{[]string{custom, event(`DTSTART;TZID="Lokal":20270701T200000`)},
			"2027-07-01T20:00:00", "+02:00"},
		{[]string{custom, event("DTSTART;TZID=Lokal:20270328T030000")},
			"2027-03-28T03:00:00", "+02:00"},
		{[]string{event("DTSTART;TZID=Nirgendwo:20270201T2000")}, "2027-02-01T20:00:00",
			"Nirgendwo"}, // which the check of records reports
		{[]string{event(`DTSTART;TZID="(GMT +01:00)":20270201T200000`)},
			"2027-02-01T20:00:00", "+01:00"},
		{[]string{event("DTSTART;TZID=W. Europe Standard Time:20270201T200000")},
			"2027-02-01T20:00:00", "Europe/Berlin"},
		{[]string{"X-WR-TIMEZONE:America/New_York", event("DTSTART:20270302T010000Z")},
			"2027-03-02T01:00:00Z", "America/New_York"},
	} {
		items, err := read(t, calendar(tt.lines...))
		require.NoError(t, err)
		require.Len(t, items, 1)
		record := items[0].Record().(map[string]any)
		start, zone, _ := strings.Cut(record["starts_at"].(string), "[")
		require.Equal(t, tt.start, start, tt.lines)
		zone = strings.TrimSuffix(zone, "]") + adapt.Scalar(record[adapt.DefaultZone])
		require.Equal(t, tt.zone, zone, tt.lines)
	}
}

// TestEnds: DTEND, DURATION, whole days, and dates of a rule across a change of the clocks.
func TestEnds(t *testing.T) {
	for _, tt := range rowstest.Read[[]struct {
		Lines []string
		Want  string // of the last date
	}](t, "testdata/ends.yaml") {
		items, err := read(t, calendar(event(tt.Lines...)))
		require.NoError(t, err)
		last := items[len(items)-1]
		require.NoError(t, last.Err)
		require.Equal(t, tt.Want, ends(last), tt.Lines)
	}
}

// TestRepeated: rules, added and excluded dates, and changes of one date.
func TestRepeated(t *testing.T) {
	for _, tt := range rowstest.Read[[]struct {
		Name        string
		Lines, Want []string
	}](t, "testdata/repeated.yaml") {
		t.Run(tt.Name, func(t *testing.T) {
			var days []string
			for _, start := range starts(t, event(tt.Lines...)) {
				day, hour, _ := strings.Cut(start, "T")
				require.Equal(t, "20:00:00", hour)
				days = append(days, day)
			}
			require.Equal(t, tt.Want, days)
		})
	}
}

// TestChanges: one date is moved, one cancelled, one hidden; ids say which date of the rule it was.
func TestChanges(t *testing.T) {
	change := func(lines ...string) string {
		return event(append([]string{"SEQUENCE:1"}, lines...)...)
	}
	items, err := read(t, calendar(
		change("RECURRENCE-ID:20270202T230000Z", "DTSTART:20270205T210000Z"),
		event("DTSTART;TZID=America/Sao_Paulo:20270201T200000", "RRULE:FREQ=DAILY;COUNT=4"),
		change("RECURRENCE-ID;TZID=America/Sao_Paulo:20270203T200000",
			"DTSTART;TZID=America/Sao_Paulo:20270203T200000", "STATUS:CANCELLED"),
		change("RECURRENCE-ID;TZID=America/Sao_Paulo:20270204T200000", "CLASS:PRIVATE",
			"DTSTART;TZID=America/Sao_Paulo:20270204T200000"),
	))
	require.NoError(t, err)
	var got []string
	for _, i := range items {
		r := i.Record().(map[string]any)
		facts, _ := r["facts"].(map[string]any)
		got = append(got, strings.TrimSpace(fmt.Sprint(r["id"], " ", wall(r["starts_at"]), " ",
			adapt.Scalar(facts["STATUS"]), adapt.Scalar(facts["calendar class"]))))
	}
	require.Equal(t, []string{
		"u1/20270201T200000 2027-02-01T20:00:00",
		"u1/20270202T200000 2027-02-05T21:00:00Z",
		"u1/20270203T200000 2027-02-03T20:00:00 CANCELLED",
		"u1/20270204T200000 2027-02-04T20:00:00 PRIVATE",
	}, got)

	items, err = read(t, calendar(event("DTSTART:20270201T200000Z", "RRULE:FREQ=DAILY;COUNT=4"),
		change("RECURRENCE-ID;RANGE=THISANDFUTURE:20270202T200000Z", "DTSTART:20270202T210000Z")))
	require.NoError(t, err)
	require.Len(t, items, 1)
	require.ErrorContains(t, items[0].Err, "THISANDFUTURE")
}

// TestOnline: a conference without a place is online, one beside a place is not.
func TestOnline(t *testing.T) {
	for lines, want := range map[string]any{
		"X-GOOGLE-CONFERENCE:https://meet.example/a":              true,
		"CONFERENCE;VALUE=URI:https://meet.example/a":             true,
		"X-MICROSOFT-SKYPETEAMSMEETINGURL:https://m.example/a":    true,
		"CONFERENCE;VALUE=URI:https://m.example\r\nLOCATION:Sala": nil,
	} {
		items, err := read(t, calendar(event("DTSTART:20270301T200000Z", lines)))
		require.NoError(t, err)
		require.Equal(t, want, items[0].Record().(map[string]any)["is_online"], lines)
	}
}

// TestPictures: the first picture, by its media type or by the name of its file.
func TestPictures(t *testing.T) {
	for lines, want := range map[string]any{
		"ATTACH:https://v/a.pdf\r\nATTACH:https://v/B.JPG?x=1": "https://v/B.JPG?x=1",
		"ATTACH;FMTTYPE=image/png:https://v/1":                 "https://v/1",
		"ATTACH;FMTTYPE=text/html:https://v/a.jpg":             nil,
		"ATTACH:CID:a.jpg":                                     nil,
	} {
		items, err := read(t, calendar(event("DTSTART:20270301T200000Z", lines)))
		require.NoError(t, err)
		images, _ := items[0].Record().(map[string]any)["images"].(map[string]any)
		require.Equal(t, want, images["banner"], lines)
	}
}

// TestBadEvents: an event that cannot be read is reported with its line, and the others come.
func TestBadEvents(t *testing.T) {
	for text, want := range map[string]string{
		"DTSTART:tomorrow": `line 3: DTSTART: "tomorrow" is no DATE`,
		"X-NONE:1":         "no DTSTART",
		"DTSTART:20270201T200000\r\nRRULE:FREQ=SECONDLY":                      "repeats so often",
		"DTSTART:20270201T200000\r\nRRULE:FREQ=DAILY;INTERVAL=-1":             "INTERVAL",
		"DTSTART:20270201T200000\r\nRRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30": "no such day",
		"DTSTART:20270201T200000\r\nRRULE:COUNT=2":                            "FREQ",
		"DTSTART:20270201T200000\r\nDTEND:soon":                               "DTEND",
		"DTSTART:20270201T200000\r\nRRULE:FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14," +
			"15,16,17,18,19,20,21,22,23;BYMINUTE=0,10,20,30,40": "more than 96 times",
		"DTSTART:20270201T200000\r\nRRULE:FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14," +
			"15,16,17,18,19,20,21,22,23;BYMINUTE=0,15,30,45": "more than 10000 dates",
	} {
		items, err := read(t, calendar(event(text), event("DTSTART:20270301T200000Z")))
		require.NoError(t, err)
		require.Len(t, items, 2, text)
		require.ErrorContains(t, items[0].Err, want)
		require.NoError(t, items[1].Err)
	}
}

// TestBadCalendars: a text that is no whole calendar is refused, and the error says what it is.
func TestBadCalendars(t *testing.T) {
	whole := calendar(event("DTSTART:20270201T200000Z"))
	for _, tt := range []struct{ text, want string }{
		{"", "empty"},
		{"<html>", "line 1: a calendar begins with BEGIN:VCALENDAR"},
		{whole[:len(whole)/2], "cut off: VCALENDAR of line 1 has no end"},
		{strings.Replace(whole, "END:VEVENT", "END:VJOURNAL", 1), "ends VEVENT"},
		{strings.Replace(whole, "Roda", "Caf\xe9", 1), "not UTF-8"},
		{strings.Repeat("BEGIN:VCALENDAR\n", 9), "nested deeper"},
	} {
		_, err := read(t, tt.text)
		require.ErrorIs(t, err, adapt.ErrMalformed)
		require.ErrorContains(t, err, tt.want)
	}
}

// TestMany: 10,000 events come.
func TestMany(t *testing.T) {
	one := event("DTSTART:20270201T200000Z") + "\r\n"
	items, err := read(t, calendar(strings.Repeat(one, 10_000)))
	require.NoError(t, err)
	require.Len(t, items, 10_000)
}

// TestSlowRules: rules that never have a date end soon.
func TestSlowRules(t *testing.T) {
	begin := time.Now()
	for _, rule := range []string{
		"FREQ=DAILY;INTERVAL=7;BYDAY=TU", "FREQ=YEARLY;BYWEEKNO=53;BYMONTH=6",
		"FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=2,4;BYDAY=MO", "FREQ=WEEKLY;BYSETPOS=366;BYDAY=MO",
		"FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYSETPOS=2", "FREQ=YEARLY;BYYEARDAY=366;BYMONTH=1",
		"FREQ=DAILY;INTERVAL=0", "FREQ=DAILY;COUNT=99999999999999999999",
	} {
		_, err := read(t, calendar(event("DTSTART:20270201T200000Z", "RRULE:"+rule)))
		require.NoError(t, err)
	}
	require.Less(t, time.Since(begin), 2*time.Minute)
}

// TestEnded: an error of the caller ends the reading.
func TestEnded(t *testing.T) {
	full := errors.New("full")
	_, err := ics.Read([]byte(calendar(event("DTSTART:20270201T200000Z"))), options(),
		func(adapt.Item) error { return full })
	require.Equal(t, full, err)
}

// TestCases: calendars as programs write them, and the dates that each gives. More of them are
// cases of package ingest.
func TestCases(t *testing.T) {
	const day = "DTSTART:20270301T200000Z"
	block := func(lines ...string) string {
		return "BEGIN:VEVENT\r\n" + strings.Join(lines, "\r\n") + "\r\nEND:VEVENT"
	}
	version := func(uid, rank, name, start string, lines ...string) string {
		return block(append(lines, "UID:"+uid, rank, "SUMMARY:"+name, "DTSTART:"+start)...)
	}
	whole := calendar(event(day))
	for _, tt := range []struct {
		name, text string
		want       []string // name, start, end, state of each date
	}{
		{"behind the calendar", whole + "<!-- Cached page \xe9 -->\r\n\x00\x1a ",
			[]string{"Roda 2027-03-01T20:00:00Z"}},
		{"CR ends a line", strings.ReplaceAll(whole, "\r\n", "\r"),
			[]string{"Roda 2027-03-01T20:00:00Z"}},
		{"a comma at the end", calendar(event(day, "RRULE:FREQ=DAILY;COUNT=3",
			"EXDATE:20270302T200000Z,")),
			[]string{"Roda 2027-03-01T20:00:00Z", "Roda 2027-03-03T20:00:00Z"}},
		{"the highest SEQUENCE, then the last DTSTAMP", calendar(
			version("1", "SEQUENCE:10", "New", "20270302T200000Z"),
			version("1", "SEQUENCE:9", "Old", "20270301T200000Z"),
			version("2", "SEQUENCE:0", "Old", "20270305T100000Z", "RRULE:FREQ=DAILY;COUNT=2"),
			version("2", "SEQUENCE:1", "New", "20270305T140000Z", "RRULE:FREQ=DAILY;COUNT=2"),
			version("3", "DTSTAMP:20270102T000000Z", "New", "20270307T200000Z",
				"STATUS:CANCELED"),
			version("3", "DTSTAMP:20270101T000000Z", "Old", "20270307T200000Z")),
			[]string{"New 2027-03-02T20:00:00Z", "New 2027-03-05T14:00:00Z",
				"New 2027-03-06T14:00:00Z", "New 2027-03-07T20:00:00Z CANCELED"}},
		{"METHOD:CANCEL", calendar("METHOD:CANCEL", event(day)),
			[]string{"Roda 2027-03-01T20:00:00Z cancelled"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			items, err := read(t, tt.text)
			require.NoError(t, err)
			var got []string
			for _, i := range items {
				require.NoError(t, i.Err)
				r := i.Record().(map[string]any)
				text, _ := r["name"].(string)
				facts, _ := r["facts"].(map[string]any)
				for _, v := range []any{r["starts_at"], ends(i), facts["STATUS"]} {
					if v := wall(v); v != "" {
						text += " " + strings.Replace(v, "CANCELLED", "cancelled", 1)
					}
				}
				got = append(got, text)
			}
			require.Equal(t, tt.want, got)
		})
	}
}

// TestQuotedPrintable: texts of vCalendar 1.0 are refused in every spelling, not shown as they are.
func TestQuotedPrintable(t *testing.T) {
	for _, line := range []string{"SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Caf=C3=A9",
		"LOCATION;CHARSET=ISO-8859-1;QUOTED-PRINTABLE:Stra=DFe",
		"description;encoding=quoted-printable:a=\r\n=20b"} {
		_, err := read(t, calendar(event("DTSTART:20270301T190000Z", line)))
		require.ErrorContains(t, err, "iCalendar 2.0", line)
	}
	_, err := read(t, calendar(event("DTSTART:20270301T190000Z",
		"CATEGORIES:a;QUOTED-PRINTABLE:b")))
	require.NoError(t, err)
}
