package phrases_test

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"cartaz/builder/i18n"
	"cartaz/builder/rowstest"
	"cartaz/builder/search"
	"cartaz/edge/internal/phrases"
)

// now is Wednesday, 18 November 2026, in the afternoon.
var now = time.Date(2026, 11, 18, 15, 0, 0, 0, time.FixedZone("", -3*3600))

func ExampleRules() {
	m := phrases.For("pt-BR").Read("samba sábado à noite", now)
	fmt.Printf("%q %q %s %s %s\n", m.Rest, m.Words, m.From, m.To, m.Hour)
	// Output: "samba" ["sábado à noite"] 2026-11-21 2026-11-21 evening
}

// Each row has the rest of a query and the meaning of its words for time: first day, last day and
// hour; "" is no time at all.
func TestRead(t *testing.T) {
	for _, tc := range rowstest.Read[[]struct{ Locale, Query, Rest, Want string }](t,
		"testdata/read.yaml") {
		t.Run(tc.Locale+" "+tc.Query, func(t *testing.T) {
			m := phrases.For(tc.Locale).Read(tc.Query, now)
			require.Equal(t, tc.Rest, m.Rest)
			require.Equal(t, tc.Want, when(m.From, m.To, m.After, m.Hour))
		})
	}
}

// when writes days and an hour as the rows of tests have them, or "" for no time at all.
func when(from, to search.Day, after int, hour string) string {
	days := ""
	if from != 0 {
		days = strings.ReplaceAll(fmt.Sprintf("%s %s", from, to), "2026-", "")
	} else if after == 0 && hour == "" {
		return ""
	}
	return fmt.Sprintf("%s %s", days, cmp.Or(hour, strconv.Itoa(after)))
}

// On a Sunday the weekend is the rest of it, and "next Sunday" is not today.
func TestOnASunday(t *testing.T) {
	sunday := time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)
	m := phrases.For("pt-BR").Read("fim de semana", sunday)
	require.Equal(t, "2026-11-22 2026-11-22", m.From.String()+" "+m.To.String())
	require.Equal(t, "2026-11-22", phrases.For("pt-BR").Read("domingo", sunday).From.String())
	require.Equal(t, "2026-11-29",
		phrases.For("pt-BR").Read("próximo domingo", sunday).From.String())
	m = phrases.For("pt-BR").Read("semana que vem", sunday)
	require.Equal(t, "2026-11-23 2026-11-29", m.From.String()+" "+m.To.String())
}

// For any query, days are in order, hours exist, and words are only taken out.
func TestAnyQuery(t *testing.T) {
	words := []string{"samba", "hoje", "sábado", "na", "sexta", "20h", "28", "/",
		"11", "de", "maio", "a", "à noite", "22:30", "pm", "next", "weekend", "2026", "-", ".",
		"\"", "日本", "é", "in"}
	rapid.Check(t, func(t *rapid.T) {
		query := strings.Join(rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom(words), rapid.String()),
			0, 8).Draw(t, "words"), rapid.SampledFrom([]string{" ", "", "  "}).Draw(t, "between"))
		locale := rapid.SampledFrom(i18n.Names()).Draw(t, "l")
		m := phrases.For(locale).Read(query, now)
		if !m.Found() {
			require.Equal(t, phrases.Meaning{Rest: query, Unread: m.Unread}, m)
			return
		}
		require.True(t, m.From != 0 || m.After != 0 || m.Hour != "")
		require.True(t, m.To == 0 || m.From <= m.To)
		require.True(t, m.After >= 0 && m.After <= 23)
		if utf8.ValidString(query) {
			require.True(t, utf8.ValidString(m.Rest))
		}
		for _, word := range strings.Fields(m.Rest) {
			require.Contains(t, query, word)
		}
	})
}

func FuzzRead(f *testing.F) {
	f.Add("samba sábado à noite 28/11 22h")
	f.Fuzz(func(t *testing.T, query string) {
		for _, locale := range []string{"pt-BR", "fr", "de"} {
			if m := phrases.For(locale).Read(query, now); m.To != 0 && m.From > m.To {
				t.Fatal(m)
			}
		}
	})
}
