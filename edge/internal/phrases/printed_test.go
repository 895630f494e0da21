package phrases_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cartaz/builder/i18n"
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
