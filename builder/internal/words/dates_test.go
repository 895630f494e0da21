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

func TestDates(t *testing.T) {
	var out strings.Builder
	for _, c := range rowstest.Read[[]struct{ Name, Start, End, Zone string }](t,
		"testdata/dates.yaml") {
		start, end := at(t, c.Start), at(t, c.End)
		fmt.Fprintf(&out, "# %s: %q to %q in %q\n", c.Name, c.Start, c.End, c.Zone)
		for _, locale := range locales {
			w := words.For(locale)
			b, h := w.Dates.Block(start, end), w.Dates.When(start, end, c.Zone)
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

// TestSessions: dates that come every week without a gap are a rule; any others are only dates.
func TestSessions(t *testing.T) {
	fridays := "2026-11-06 2026-11-13 2026-11-20 2026-11-27"
	for _, row := range []struct{ name, locale, dates, want string }{
		{"every Friday", "en", fridays, "Every Friday, 20:00 to 22:00 until 27 Nov 2026 (4 dates)"},
		{"every Friday", "pt-BR", fridays, "Toda sexta, 20h às 22h até 27 nov 2026 (4 datas)"},
		{"every Friday", "fr", fridays,
			"Tous les vendredis, de 20 h à 22 h jusqu’au 27 nov. 2026 (4 dates)"},
		{"two days a week", "en",
			"2026-11-06 2026-11-07 2026-11-13 2026-11-14 2026-11-20 2026-11-21",
			"Every Friday, every Saturday, 20:00 to 22:00 until 21 Nov 2026 (6 dates)"},
		{"every day", "en", days("2026-11-01", 21),
			"Every day, 20:00 to 22:00 until 21 Nov 2026 (21 dates)"},
		{"a gap", "en", "2026-11-06 2026-11-13 2026-11-27 2026-12-04", ""},
		{"too few", "en", "2026-11-06 2026-11-13", ""},
		{"five of seven days", "en", "2026-11-02 2026-11-03 2026-11-04 2026-11-05 2026-11-06", ""},
		{"one more", "en", fridays + " 2026-12-01", ""},
		{"twice a day", "en", "2026-11-06 2026-11-06 2026-11-13 2026-11-20", ""},
	} {
		t.Run(row.name+" "+row.locale, func(t *testing.T) {
			var sessions []catalog.Session
			for day := range strings.FieldsSeq(row.dates) {
				sessions = append(sessions, catalog.Session{
					Starts: catalog.ParseMoment(day + "T20:00:00-03:00"),
					Ends:   catalog.ParseMoment(day + "T22:00:00-03:00")})
			}
			groups := words.For(row.locale).Days.Sessions(sessions, 3)
			require.Len(t, groups, 1)
			require.Len(t, groups[0].Dates, min(3, len(sessions)), "the limit")
			got := ""
			if g := groups[0]; g.Rule != "" {
				got = g.Rule + " " + g.Until + " (" + g.Count + ")"
			}
			require.Equal(t, row.want, strings.ReplaceAll(got, "\u00a0", " "))
		})
	}
}

// days are n days from a day on.
func days(first string, n int) string {
	d, _ := catalog.ParseDate(first)
	var all []string
	for i := range n {
		all = append(all, (d + catalog.Date(i)).String())
	}
	return strings.Join(all, " ")
}
