package words_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/words"
	"cartaz/builder/rowstest"
)

// at reads a moment from the form that String writes: nothing, a date, a clock without or with
// offset.
func at(tb testing.TB, s string) catalog.Moment {
	tb.Helper()
	if s == "" {
		return catalog.Moment{}
	}
	for precision, layout := range map[catalog.Precision]string{
		catalog.Day: time.DateOnly, catalog.Local: "2006-01-02T15:04",
		catalog.Instant: "2006-01-02T15:04Z07:00",
	} {
		if t, err := time.Parse(layout, s); err == nil {
			return catalog.Moment{Precision: precision, Time: t}
		}
	}
	require.Fail(tb, "bad moment", s)
	return catalog.Moment{}
}

const saoPaulo, madrid = "America/Sao_Paulo", "Europe/Madrid"

var dateCases = []struct{ name, start, end, zone string }{
	{"no date", "", "", saoPaulo},
	{"an end without a start", "", "2026-05-23", saoPaulo},
	{"one day", "2026-05-23T21:00-03:00", "2026-05-23T22:00-03:00", saoPaulo},
	{"half hours", "2026-05-23T20:30-03:00", "2026-05-23T22:05-03:00", saoPaulo},
	{"no end", "2026-05-24T17:00-03:00", "", saoPaulo},
	{"an end before its start", "2026-05-24T17:00-03:00", "2026-05-23T18:00-03:00", saoPaulo},
	{"an end at its start", "2026-05-24T17:00-03:00", "2026-05-24T17:00-03:00", saoPaulo},
	{"midnight", "2026-05-23T00:00-03:00", "2026-05-23T01:00-03:00", saoPaulo},
	{"until midnight", "2026-05-23T21:00-03:00", "2026-05-24T00:00-03:00", saoPaulo},
	{"until the next morning", "2026-05-23T23:00-03:00", "2026-05-24T05:00-03:00", saoPaulo},
	{"until 05:59 of a weekday", "2026-05-24T23:00-03:00", "2026-05-25T05:59-03:00", saoPaulo},
	{"until 06:00", "2026-05-23T23:00-03:00", "2026-05-24T06:00-03:00", saoPaulo},
	{"new year's eve", "2026-12-31T22:00-03:00", "2027-01-01T04:00-03:00", saoPaulo},
	{"first of a month", "2026-05-01", "", saoPaulo},
	{"a day", "2026-05-23", "", saoPaulo},
	{"a day and an hour of its end", "2026-05-23", "2026-05-23T22:00-03:00", saoPaulo},
	{"days in a month", "2026-05-23", "2026-05-24", saoPaulo},
	{"days in a month with an hour", "2026-05-23T10:00-03:00", "2026-05-24T18:00-03:00", saoPaulo},
	{"days in a month until early morning", "2026-05-22T10:00-03:00", "2026-05-24T02:00-03:00",
		saoPaulo},
	{"days in a month from an hour to a day", "2026-05-23T10:00-03:00", "2026-05-24", saoPaulo},
	{"first days of a month", "2026-05-01", "2026-05-03", saoPaulo},
	{"across months", "2026-05-23", "2026-08-30", saoPaulo},
	{"across months with an hour", "2026-05-23T10:00-03:00", "2026-08-30T18:00-03:00", saoPaulo},
	{"across months to a first", "2026-05-23", "2026-06-01", saoPaulo},
	{"across years", "2026-12-28", "2027-01-03", saoPaulo},
	{"the same month of another year", "2026-05-23", "2027-05-23", saoPaulo},
	{"a leap day", "2028-02-29", "2028-03-01", saoPaulo},
	{"another zone", "2026-10-14T09:00+02:00", "2026-10-17T18:00+02:00", madrid},
	{"half an hour of offset", "2026-10-14T09:00+05:30", "", "Asia/Kolkata"},
	{"no zone", "2026-05-23T21:00", "2026-05-23T23:30", ""},
	{"no zone and an end with offset", "2026-05-23T21:00", "2026-05-23T23:30-03:00", ""},
	{"an offset without a zone", "2026-05-23T21:00-03:00", "", ""},
	{"an end after a change of clocks", "2026-10-25T01:30+02:00", "2026-10-25T01:45+01:00", madrid},
	{"an end on the clock of the day before", "2026-05-24T01:00+09:00", "2026-05-23T22:00-03:00",
		"Asia/Tokyo"},
}

func TestDates(t *testing.T) {
	var out strings.Builder
	for _, c := range dateCases {
		start, end := at(t, c.start), at(t, c.end)
		fmt.Fprintf(&out, "# %s: %q to %q in %q\n", c.name, c.start, c.end, c.zone)
		for _, locale := range locales {
			w := words.For(locale)
			b, h := w.Dates.Block(start, end), w.Dates.When(start, end, c.zone)
			lines := make([]string, len(b.Lines))
			for i, line := range b.Lines {
				lines[i] = line.Text
				if line.Strong {
					lines[i] = "*" + line.Text + "*"
				}
			}
			fmt.Fprintf(&out, "%-5s block    %s [%s %q]\n", locale, strings.Join(lines, " / "),
				b.Kind, b.Datetime)
			fmt.Fprintf(&out, "      page     %s | %s %s\n", h.DateLine(), h.HoursLine(), h.Zone)
			fmt.Fprintf(&out, "      markdown %s\n", h.Inline())
			fmt.Fprintf(&out, "      summary  %s\n", h.Summary())
			_, card, _ := w.Dates.Card(start, end)
			fmt.Fprintf(&out, "      card     %s\n", card)
			fmt.Fprintf(&out, "      list     %s\n", w.Dates.List(start, end))
			fmt.Fprintf(&out, "      row      %s\n", w.Dates.ShortDate(start))
			require.Equal(t, b.Kind != words.DateNone, h.Known)
			require.Equal(t, start.Known(), b.Kind != words.DateNone)
		}
	}
	requireGolden(t, "dates.golden", strings.ReplaceAll(out.String(), " \n", "\n"))
}

func TestTimeRead(t *testing.T) {
	read := time.Date(2026, 5, 20, 16, 0, 0, 0, time.FixedZone("", -3*3600))
	require.Equal(t, "20 mai 2026, 16h", words.For("pt-BR").Dates.TimeRead(read))
	require.Equal(t, "20 May 2026, 16:00", words.For("en").Dates.TimeRead(read))
	require.Equal(t, "20 mai 2026, 16h (UTC−3)", words.For("pt-BR").Dates.TimeReadWithOffset(read))
}

func TestZone(t *testing.T) {
	tests := rowstest.Read[[]struct{ Name, Start, Zone, Pt, En string }](t, "testdata/zone.yaml")
	for _, tt := range tests {
		t.Run(tt.Name, func(t *testing.T) {
			start := at(t, tt.Start)
			require.Equal(t, tt.Pt, words.For("pt-BR").Zones.Label(start, tt.Zone))
			require.Equal(t, tt.En, words.For("en").Zones.Label(start, tt.Zone))
		})
	}
}

func TestEveryMonthAndDay(t *testing.T) {
	for _, locale := range locales {
		w := words.For(locale)
		shorts, longs, days := map[string]bool{}, map[string]bool{}, map[string]bool{}
		for i := range 366 {
			m := catalog.Moment{Precision: catalog.Day,
				Time: time.Date(2028, 1, 1+i, 0, 0, 0, 0, time.UTC)}
			shorts[strings.Fields(w.Dates.ShortDate(m))[1]] = true
			long := w.Dates.When(m, catalog.Moment{}, "").Date
			parts := strings.Fields(strings.ReplaceAll(strings.Replace(long, ",", "", 1), " de ",
				" "))
			days[parts[0]] = true
			longs[parts[2]] = true
			require.Equal(t, locale == "en", parts[0] == m.Time.Weekday().String(), long)
		}
		require.Len(t, shorts, 12)
		require.Len(t, longs, 12)
		require.Len(t, days, 7)
	}
}
