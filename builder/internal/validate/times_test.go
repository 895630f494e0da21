package validate_test

import (
	"encoding/json"
	"math/big"
	"slices"
	"testing"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/validate"

	"github.com/stretchr/testify/require"
)

func TestTimeForms(t *testing.T) {
	const utc = "2026-05-24T00:00:00Z" // 21:00 in São Paulo
	for _, tt := range []struct {
		name string
		in   any
		want string
	}{
		{"rfc 3339", "2026-05-23T21:00:00-03:00", "2026-05-23T21:00:00-03:00"},
		{"lower case", "2026-05-24t00:00:00z", "2026-05-23T21:00:00-03:00"},
		{"utc is shown in the brand's zone", utc, "2026-05-23T21:00:00-03:00"},
		{"plus zero", "2026-05-24T00:00:00+00:00", "2026-05-23T21:00:00-03:00"},
		{"another offset fixes the instant", "2026-05-24T02:00:00+02:00",
			"2026-05-23T21:00:00-03:00"},
		{"no seconds", "2026-05-23T21:00-03:00", "2026-05-23T21:00:00-03:00"},
		{"fraction", "2026-05-23T21:00:00.123456-03:00", "2026-05-23T21:00:00-03:00"},
		{"offset without colon", "2026-05-23T21:00:00-0300", "2026-05-23T21:00:00-03:00"},
		{"offset of hours", "2026-05-23 21:00:00 -03", "2026-05-23T21:00:00-03:00"},
		{"named utc", "2026-05-24 00:00:00 UTC", "2026-05-23T21:00:00-03:00"},
		{"local", "2026-05-23T21:00:00", "2026-05-23T21:00:00-03:00"},
		{"local with space", " 2026-05-23 21:00 ", "2026-05-23T21:00:00-03:00"},
		{"day", "2026-05-23", "2026-05-23"},
		{"brazilian day", "23/05/2026", "2026-05-23"},
		{"brazilian", "23/05/2026 21:00", "2026-05-23T21:00:00-03:00"},
		{"brazilian, short", "3/3/26 9:05", "2026-03-03T09:05:00-03:00"},
		{"midnight is an hour", "2026-05-23T00:00:00-03:00", "2026-05-23T00:00:00-03:00"},
		{"end of day", "2026-05-23T24:00", "2026-05-24T00:00:00-03:00"},
		{"past the end of the day", "2026-05-23T25:30", "2026-05-24T01:30:00-03:00"},
		{"leap second", "2026-05-23T21:59:60-03:00", "2026-05-23T21:59:59-03:00"},
		{"unix", 1779580800, "2026-05-23T21:00:00-03:00"},
		{"unix float", 1779580800.0, "2026-05-23T21:00:00-03:00"},
		{"unix big", big.NewInt(1779580800), "2026-05-23T21:00:00-03:00"},
		{"unix fraction", 1779580800.75, "2026-05-23T21:00:00-03:00"},
		{"unix text", "1779580800", "2026-05-23T21:00:00-03:00"},
		{"milliseconds", int64(1779580800000), "2026-05-23T21:00:00-03:00"},
		{"old summer time", "2018-12-01T12:00", "2018-12-01T12:00:00-02:00"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rec, found := mustCheck(t, with(map[string]any{"starts_at": tt.in}))
			require.Empty(t, found)
			require.Equal(t, tt.want, rec.Starts.String())
		})
	}
}

func TestBadTimes(t *testing.T) {
	for _, in := range []any{
		"TBD", "amanhã", "2026", "2026-05", "2026-13-01", "2026-02-30", "31/04/2026", "20/23/2026",
		"1899-12-31", "2201-01-01", "0000-00-00 00:00:00", "20261323",
		0, 2026, 20261323, int64(1) << 62, -1e300, "9999999999999999999999",
	} {
		rec, found := mustCheck(t, with(map[string]any{"starts_at": in}))
		require.Equal(t, []string{validate.BadDate}, found, "%v", in)
		require.False(t, rec.Starts.Known(), "%v", in)
		require.False(t, rec.IsEnded)
	}
	// A date that could be the other way round is read, and told.
	for in, want := range map[string]string{"5/3/2026": "2026-03-05", "23/5/2026": ""} {
		rec, found := mustCheck(t, with(map[string]any{"starts_at": in}))
		if want != "" {
			require.Equal(t, []string{validate.AmbiguousDate}, found, in)
			require.Equal(t, want, rec.Starts.String())
		} else {
			require.Empty(t, found)
		}
	}
	// What cannot be read of the time does not take the day along.
	for _, in := range []string{
		"2026-05-23T30:00", "2026-05-23T21:60", "2026-05-23X", "2026-05-23T21:00:00X",
		"2026-05-23T21:00:00-99:00", "2026-05-23T21:00:00-03:00Z",
		"2026-05-23 TBA", "23/05/2026 à noite",
	} {
		rec, found := mustCheck(t, with(map[string]any{"starts_at": in}))
		require.Equal(t, []string{validate.BadDate}, found, in)
		require.Equal(t, "2026-05-23", rec.Starts.String(), in)
	}
}

func TestZones(t *testing.T) {
	for _, tt := range []struct {
		name, zone, start string
		want, shown       string
		found             []string
	}{
		{"every zone of Brazil: Noronha", "America/Noronha", "2026-05-23T21:00",
			"2026-05-23T21:00:00-02:00", "America/Noronha", nil},
		{"Manaus", "America/Manaus", "2026-05-23T21:00", "2026-05-23T21:00:00-04:00",
			"America/Manaus", nil},
		{"Rio Branco", "America/Rio_Branco", "2026-05-23T21:00", "2026-05-23T21:00:00-05:00",
			"America/Rio_Branco", nil},
		{"space in the name", "America/Sao Paulo", "2026-05-23T21:00", "2026-05-23T21:00:00-03:00",
			"America/Sao_Paulo", nil},
		{"three parts", "America/Argentina/Buenos_Aires", "2026-05-23T21:00",
			"2026-05-23T21:00:00-03:00", "America/Argentina/Buenos_Aires", nil},
		{"UTC is an offset", "UTC", "2026-05-23T21:00", "2026-05-23T18:00:00-03:00",
			"America/Sao_Paulo", nil},
		{"offset, shown in the record's zone", "Europe/Lisbon", "2026-05-23T21:00:00-03:00",
			"2026-05-24T01:00:00+01:00", "Europe/Lisbon", nil},
		{"unknown, local stays without offset", "Mars/Olympus", "2026-05-23T21:00",
			"2026-05-23T21:00:00", "", []string{validate.BadTimezone}},
		{"a name of Windows", "W. Europe Standard Time", "2026-05-23T21:00",
			"2026-05-23T21:00:00+02:00", "Europe/Berlin", nil},
		{"an offset", "UTC-8", "2026-05-23T21:00", "2026-05-23T21:00:00-08:00", "", nil},
		{"unknown, offset stays", "XYZ", "2026-05-23T21:00:00-03:00", "2026-05-23T21:00:00-03:00",
			"", []string{validate.BadTimezone}},
		{"unknown, never shown as UTC", "XYZ", "2026-05-24T00:00:00Z", "2026-05-23T21:00:00-03:00",
			"", []string{validate.BadTimezone}},
		{"machine's own", "Local", "2026-05-23T21:00", "2026-05-23T21:00:00", "",
			[]string{validate.BadTimezone}},
		{"file of the database", "localtime", "2026-05-23T21:00", "2026-05-23T21:00:00", "",
			[]string{validate.BadTimezone}},
		{"path", "../../etc/passwd", "2026-05-23T21:00", "2026-05-23T21:00:00", "",
			[]string{validate.BadTimezone}},
		{"none: the brand's", "", "2026-05-23T21:00", "2026-05-23T21:00:00-03:00",
			"America/Sao_Paulo", nil},
		{"none, offset of elsewhere", "", "2026-05-23T21:00:00+02:00", "2026-05-23T16:00:00-03:00",
			"America/Sao_Paulo", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rec,
				found := mustCheck(t,
				with(map[string]any{"timezone": tt.zone, "starts_at": tt.start}))
			require.Equal(t, tt.found, found)
			require.Equal(t, tt.want, rec.Starts.String())
			require.Equal(t, tt.shown, rec.Timezone)
		})
	}
}

func TestBrandWithoutZone(t *testing.T) {
	c := validate.New(validate.Config{Now: now})
	rec, _, _ := c.Check(with(map[string]any{"starts_at": "2026-05-23T21:00"}), "1")
	require.Equal(t, catalog.Local, rec.Starts.Precision)
	require.Empty(t, rec.Timezone)
	rec, _, _ = c.Check(with(map[string]any{"starts_at": "2026-05-23T21:00:00-04:00"}), "1")
	require.Equal(t, "2026-05-23T21:00:00-04:00", rec.Starts.String())
	require.Empty(t, rec.Timezone)
}

// Clocks of Brazil skipped the first hour of a day until 2018. The start must
// not move to the day before.
func TestSummerTimeGap(t *testing.T) {
	for _, tt := range []struct{ zone, in, want string }{
		{"America/Sao_Paulo", "2018-11-04T00:00", "2018-11-04T01:00:00-02:00"},
		{"America/Sao_Paulo", "2018-11-04T00:30", "2018-11-04T01:30:00-02:00"},
		{"Europe/Paris", "2026-03-29T02:30", "2026-03-29T03:30:00+02:00"},
	} {
		rec, found := mustCheck(t, with(map[string]any{"timezone": tt.zone, "starts_at": tt.in}))
		require.Equal(t, []string{validate.TimeInGap}, found)
		require.Equal(t, tt.want, rec.Starts.String())
	}
	rec, found := mustCheck(t, with(map[string]any{"starts_at": "2018-02-17T23:30"}))
	require.Empty(t, found)
	require.Equal(t, "2018-02-17T23:30:00-02:00", rec.Starts.String(),
		"shown twice: the first counts")
}

// TestOver: without an end an event is over at 06:00 of the next day on its own
// clock, whatever zone the builder is in.
func TestOver(t *testing.T) {
	for _, tt := range []struct{ name, start, end, zone, want string }{
		{"no date", "", "", "", ""},
		{"end", "2026-05-23T21:00", "2026-05-23T22:00", "", "2026-05-23T22:00:00-03:00"},
		{"no end", "2026-05-23T21:00", "", "", "2026-05-24T06:00:00-03:00"},
		{"no end, its own zone", "2026-05-23T21:00", "", "America/Manaus",
			"2026-05-24T06:00:00-04:00"},
		{"after midnight", "2026-05-23T00:30", "", "", "2026-05-24T06:00:00-03:00"},
		{"the last day of a year", "2026-12-31T23:59", "", "", "2027-01-01T06:00:00-03:00"},
		{"the clocks go back in the night", "2026-10-24T21:00", "", "Europe/Madrid",
			"2026-10-25T06:00:00+01:00"},
		{"the clocks go on in the night", "2026-03-28T21:00", "", "Europe/Madrid",
			"2026-03-29T06:00:00+02:00"},
		{"an offset of elsewhere", "2026-05-23T21:00:00+09:00", "", "",
			"2026-05-24T06:00:00-03:00"},
		{"UTC, shown in the brand's zone", "2026-05-24T01:00:00Z", "", "",
			"2026-05-24T06:00:00-03:00"},
		{"no zone", "2026-05-23T21:00", "", "Mars/Olympus", "2026-05-24T06:00:00-12:00"},
		{"a day", "2026-05-23", "", "", "2026-05-24T06:00:00-03:00"},
		{"a day without zone", "2026-05-23", "", "Mars/Olympus", "2026-05-24T06:00:00-12:00"},
		{"days", "2026-05-23", "2026-05-24", "", "2026-05-25T12:00:00Z"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rec,
				_ := mustCheck(t,
				with(map[string]any{"starts_at": tt.start, "ends_at": tt.end, "timezone": tt.zone}))
			if tt.want == "" {
				require.True(t, rec.Over.IsZero())
				return
			}
			want, err := time.Parse(time.RFC3339, tt.want)
			require.NoError(t, err)
			require.True(t, rec.Over.Equal(want), "%s, not %s", rec.Over, want)

			// What the API says leads to the same instant.
			event := rec.Event("", "")
			over, ok := event.Over()
			require.True(t, ok)
			require.True(t, over.Equal(want), "%s, not %s", over, want)
		})
	}
}

// TestStarted: from its first minute until it is over, an event without an end
// has started; one with an end, or without an hour, is not said to have.
func TestStarted(t *testing.T) {
	for _, tt := range []struct {
		name, start, end, clock string
		started, ended          bool
	}{
		{"before", "2026-05-23T21:00", "", "2026-05-23T20:59:59-03:00", false, false},
		{"its first minute", "2026-05-23T21:00", "", "2026-05-23T21:00:01-03:00", true, false},
		{"in the night", "2026-05-23T21:00", "", "2026-05-24T05:59:59-03:00", true, false},
		{"in the morning", "2026-05-23T21:00", "", "2026-05-24T06:00:01-03:00", false, true},
		{"with an end", "2026-05-23T21:00", "2026-05-23T23:00", "2026-05-23T22:00:00-03:00", false,
			false},
		{"a day", "2026-05-23", "", "2026-05-23T22:00:00-03:00", false, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			clock, err := time.Parse(time.RFC3339, tt.clock)
			require.NoError(t, err)
			zone, err := time.LoadLocation("America/Sao_Paulo")
			require.NoError(t, err)
			c := validate.New(validate.Config{Zone: zone, ZoneName: "America/Sao_Paulo",
				Now: clock})
			rec, _, _ := c.Check(with(map[string]any{"starts_at": tt.start, "ends_at": tt.end}),
				"1")
			require.Equal(t, [2]bool{tt.started, tt.ended}, [2]bool{rec.IsStarted, rec.IsEnded})
		})
	}
}

func TestEnds(t *testing.T) {
	for _, tt := range []struct {
		name, start, end, want string
		found                  []string
	}{
		{"after", "2026-05-23T21:00", "2026-05-23T22:00", "2026-05-23T22:00:00-03:00", nil},
		{"after midnight", "2026-05-23T21:00", "2026-05-23T01:00", "2026-05-24T01:00:00-03:00",
			nil},
		{"less than a day before", "2026-05-23T01:00", "2026-05-22T23:00",
			"2026-05-23T23:00:00-03:00", []string{validate.EndBeforeStart}},
		{"a day but two hours", "2026-05-23T20:00", "2026-05-23T18:00", "",
			[]string{validate.EndBeforeStart}},
		{"45 years", "2026-05-23T20:00", "2071-05-23T22:00", "", []string{validate.BadDate}},
		{"before", "2026-05-23T21:00", "2026-05-22T21:00", "", []string{validate.EndBeforeStart}},
		{"equal", "2026-05-23T21:00", "2026-05-23T21:00", "", []string{validate.EndEqualsStart}},
		{"equal in another zone", "2026-05-23T21:00", "2026-05-24T00:00:00Z", "",
			[]string{validate.EndEqualsStart}},
		{"days", "2026-05-23", "2026-05-24", "2026-05-24", nil},
		{"one day", "2026-05-23", "2026-05-23", "", nil},
		{"day before", "2026-05-23", "2026-05-22", "", []string{validate.EndBeforeStart}},
		{"hour to day", "2026-05-23T21:00", "2026-05-25", "2026-05-25", nil},
		{"hour to the same day", "2026-05-23T21:00", "2026-05-23", "", nil},
		{"day to hour", "2026-05-23", "2026-05-23T22:00", "2026-05-23T22:00:00-03:00", nil},
		{"end only", "", "2026-05-23T22:00", "2026-05-23T22:00:00-03:00", nil},
		{"unreadable end", "2026-05-23", "later", "", []string{validate.BadDate}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rec,
				found := mustCheck(t,
				with(map[string]any{"starts_at": tt.start, "ends_at": tt.end}))
			require.Equal(t, tt.found, found)
			require.Equal(t, tt.want, rec.Ends.String())
		})
	}
}

// TestDoors: doors open on the day of the start or the one before.
func TestDoors(t *testing.T) {
	for doors, want := range map[string]string{
		`"2027-03-01T19:30"`: "2027-03-01T19:30:00", `"2027-02-28T23:30"`: "2027-02-28T23:30:00",
		`"2027-03-02T19:30"`: "", `"2027-02-20T19:30"`: "", `3`: "",
	} {
		var raw any
		require.NoError(t, json.Unmarshal([]byte(`{"name": "Baile", "starts_at": "2027-03-01T21:00",
			"doors_at": `+doors+`}`), &raw))
		rec, _, found := validate.New(validate.Config{}).Check(raw, "")
		require.Equal(t, want, rec.DoorsAt.String())
		require.Equal(t, want == "", slices.ContainsFunc(found,
			func(f validate.Finding) bool { return f.Reason == validate.BadDate }), doors)
	}
}
