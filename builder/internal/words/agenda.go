package words

import (
	"strconv"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/i18n"
)

// Days writes days and months of the agenda.
type Days struct {
	Month        i18n.Message `i18n:"date.month,month,year"`
	Lead         i18n.Message `i18n:"agenda.lead,events,days"`
	DaysCount    i18n.Plural  `i18n:"agenda.days,n"`
	EventsOfDay  i18n.Plural  `i18n:"agenda.day_lead,n" range:"1-"`
	OpenOnDay    i18n.Plural  `i18n:"agenda.open_count,n" range:"1-"`
	EventsIn     i18n.Message `i18n:"agenda.month_title,month"`
	BeforeLink   i18n.Message `i18n:"agenda.before,day"`
	AfterLink    i18n.Message `i18n:"agenda.after,day"`
	ChipDay      i18n.Message `i18n:"agenda.chip,weekday,day,month"`
	ListDay      i18n.Message `i18n:"agenda.list_day,weekday,day,month,year"`
	EveryDayOf   [7]string    `i18n:"date.every_day_of"`
	EveryDay     string       `i18n:"date.every_day"`
	UntilDay     i18n.Message `i18n:"refine.to_day,date"`
	SessionDates i18n.Plural  `i18n:"event.session_dates,n" range:"1-"`
	// FirstWeekday is the number of the first day of the week, 0 for Sunday.
	FirstWeekday string `i18n:"date.first_weekday"`

	dates *Dates
}

// WeekStart returns the first day of the week.
func (c *Days) WeekStart() time.Weekday {
	n, _ := strconv.Atoi(c.FirstWeekday) // a test of this package checks the files of the locales
	return time.Weekday(n % 7)
}

// MonthName returns a month with its year in running text: "novembro de 2026".
func (c *Days) MonthName(m catalog.Month) string {
	_, month, year := c.dates.long(m.First().Time())
	return c.Month.Text(month, year)
}

// MonthBeside returns a month on a link of the page of another: "nov", "jan 2027" in another year.
func (c *Days) MonthBeside(m, page catalog.Month) string {
	_, month, year := c.dates.short(m.First().Time())
	if page.First().Time().Year() != m.First().Time().Year() {
		return c.dates.MonthYear.Text(month, year)
	}
	return month
}

// DayBeside returns a day for a link on the page of another day: "sex 4 dez", with the year if it
// differs.
func (c *Days) DayBeside(d, page catalog.Date) string {
	if d.Time().Year() != page.Time().Year() {
		return c.ListedDay(d)
	}
	return c.Chip(d)
}

// LongDay returns a day in full: "sábado, 28 de novembro de 2026".
func (c *Days) LongDay(d catalog.Date) string {
	return c.dates.longDates(catalog.Span{First: d, Last: d})
}

// ListedDay returns a day in a list: "sáb 28 nov 2026".
func (c *Days) ListedDay(d catalog.Date) string {
	day, month, year := c.dates.short(d.Time())
	return c.ListDay.Text(c.dates.ShortDays[d.Weekday()], day, month, year)
}

// Chip returns a day on a chip, without the obvious year: "sáb 28 nov".
func (c *Days) Chip(d catalog.Date) string {
	day, month, _ := c.dates.short(d.Time())
	return c.ChipDay.Text(c.dates.ShortDays[d.Weekday()], day, month)
}

// Clock returns a minute of a day as an hour that stands alone: "21h", "20h30".
func (c *Days) Clock(minute int) string {
	return c.dates.Clock(time.Date(1970, 1, 1, 0, minute, 0, 0, time.UTC))
}
