package phrases_test

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"cartaz/builder/i18n"
	"cartaz/builder/rowstest"
	"cartaz/builder/search"
	"cartaz/edge/internal/phrases"
)

// printed are the forms in which pages and Markdown print days.
type printed struct {
	ShortMonths [12]string   `i18n:"date.short_months"`
	LongMonths  [12]string   `i18n:"date.long_months"`
	ShortDays   [7]string    `i18n:"date.short_days"`
	LongDays    [7]string    `i18n:"date.long_days"`
	BlockDay    i18n.Message `i18n:"date.block_day,day"`
	DayMonth    i18n.Message `i18n:"date.day_month,day,month"`
	MonthYear   i18n.Message `i18n:"date.month_year,month,year"`
	Short       i18n.Message `i18n:"date.short,day,month,year"`
	Month       i18n.Message `i18n:"date.month,month,year"`
	DayRange    i18n.Message `i18n:"date.range,first,last"`
	Until       string       `i18n:"date.until"`
	DayNumber   i18n.Plural  `i18n:"date.day_number,n" range:"1-31"`
	Long        i18n.Message `i18n:"date.long,weekday,day,month,year"`
	Days        i18n.Message `i18n:"date.days,day,last_day,month,year"`
	Months      i18n.Message `i18n:"date.months,day,month,last_day,last_month,year"`
	Years       i18n.Message `i18n:"date.years,day,month,year,last_day,last_month,last_year"`
}

var printedOf = i18n.Bind[printed]()

// TestPrinted: a day that pages and Markdown print is read as this day, with nothing left.
func TestPrinted(t *testing.T) {
	read, all := 0, 0
	for _, locale := range i18n.Names() {
		p := printedOf(locale)
		for month := time.Month(1); month <= 12; month++ {
			for _, n := range []int{1, 2, 9, 13, 28} {
				a := time.Date(2027, month, n, 0, 0, 0, 0, time.UTC)
				b, c, d := a.AddDate(0, 0, 2), a.AddDate(0, 1, 0), a.AddDate(1, 0, 1)
				if b.Month() != month {
					b = a
				}
				day, short := func(at time.Time) string { return strconv.Itoa(at.Day()) },
					func(at time.Time) string { return p.ShortMonths[at.Month()-1] }
				long := func(at time.Time) string { return p.LongMonths[at.Month()-1] }
				number := func(at time.Time) string { return p.DayNumber.Count(at.Day()) }
				block := func(at time.Time) string { return p.BlockDay.Text(day(at)) }
				date := func(at time.Time) string {
					return p.Short.Text(day(at), short(at), strconv.Itoa(at.Year()))
				}
				weekday, year := p.ShortDays[a.Weekday()], strconv.Itoa(a.Year())
				type row struct {
					text     string
					from, to time.Time
				}
				rows := []row{
					{date(a), a, a},
					{weekday + " " + block(a) + " " + p.MonthYear.Text(short(a), year), a, a},
					{strings.ToUpper(weekday) + " " + date(a), a, a},
					{p.Long.Text(p.LongDays[a.Weekday()], number(a), long(a), year), a, a},
					{date(a) + " " + p.Until + " " + date(d), a, d},
					{p.Years.Text(number(a), long(a), year, number(d), long(d),
						strconv.Itoa(d.Year())), a, d},
					{p.Month.Text(long(a), year), a.AddDate(0, 0, 1-n), a.AddDate(0, 1, -n)},
					{p.MonthYear.Text(short(a), year), a.AddDate(0, 0, 1-n), a.AddDate(0, 1, -n)},
				}
				if b != a {
					rows = append(rows, row{p.Days.Text(number(a), number(b), long(a), year), a, b},
						row{strings.Join([]string{p.DayRange.Text(weekday,
							p.ShortDays[b.Weekday()]), p.DayRange.Text(block(a), block(b)),
							p.MonthYear.Text(short(a), year)}, " "), a, b})
				}
				if c.Year() == a.Year() {
					rows = append(rows, row{p.Months.Text(number(a), long(a), number(c), long(c),
						year), a, c}, row{strings.Join([]string{p.DayMonth.Text(day(a), short(a)),
						p.Until, p.DayMonth.Text(day(c), short(c)), year}, " "), a, c})
				}
				for _, row := range rows {
					m := phrases.For(locale).Read(row.text, now)
					got := m.From.String() + " " + m.To.String()
					want := row.from.Format(time.DateOnly) + " " + row.to.Format(time.DateOnly)
					all++
					if assert.Equal(t, want, got, "%s: %s", locale, row.text) &&
						assert.Empty(t, m.Rest, "%s: %s", locale, row.text) {
						read++
					}
				}
			}
		}
	}
	t.Logf("%d of %d read", read, all)
	require.Greater(t, all, 3000)
}

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

// BenchmarkCostlyRequest reads a message in which every second word announces a place, in a
// catalogue that has a venue of twenty words.
func BenchmarkCostlyRequest(b *testing.B) {
	names := catalogueOf(b, []search.Doc{{Name: "x", City: "Recife", State: "PE",
		Venue: strings.TrimSpace(strings.Repeat("sala ", 20)), VenueKey: "sala"}})
	var message strings.Builder
	for i := 0; message.Len() < 2048; i++ {
		fmt.Fprintf(&message, "em s%d ", i)
	}
	rules := phrases.For("pt-BR")
	for b.Loop() {
		rules.ReadRequest(message.String(), names, time.Now())
	}
}
