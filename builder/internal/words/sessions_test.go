package words_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/words"
)

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
