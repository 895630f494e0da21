package words

import (
	"strconv"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/i18n"
)

// Dates writes days and hours.
type Dates struct {
	ShortMonths  [12]string   `i18n:"date.short_months"`
	LongMonths   [12]string   `i18n:"date.long_months"`
	ShortDays    [7]string    `i18n:"date.short_days"`
	LongDays     [7]string    `i18n:"date.long_days"`
	Hour         i18n.Message `i18n:"date.hour,h?,hh?,mm?"`
	HourMinute   i18n.Message `i18n:"date.hour_minute,h?,hh?,mm?"`
	ClockAlone   i18n.Message `i18n:"date.clock,time"`
	BlockDay     i18n.Message `i18n:"date.block_day,day"` // alone in a block: in German an ordinal
	DayMonth     i18n.Message `i18n:"date.day_month,day,month"`
	MonthYear    i18n.Message `i18n:"date.month_year,month,year"`
	Short        i18n.Message `i18n:"date.short,day,month,year"`
	DayRange     i18n.Message `i18n:"date.range,first,last"`
	Until        string       `i18n:"date.until"`
	DayNumber    i18n.Plural  `i18n:"date.day_number,n" range:"1-31"`
	Long         i18n.Message `i18n:"date.long,weekday,day,month,year"`
	Days         i18n.Message `i18n:"date.days,day,last_day,month,year"`
	Months       i18n.Message `i18n:"date.months,day,month,last_day,last_month,year"`
	Years        i18n.Message `i18n:"date.years,day,month,year,last_day,last_month,last_year"`
	FromHour     i18n.Plural  `i18n:"date.from_hour,time" range:"0-23"`
	Hours        i18n.Plural  `i18n:"date.hours,start,end" range:"0-23"`
	HoursNextDay i18n.Message `i18n:"date.hours_next_day,hours,weekday"`
	Read         i18n.Message `i18n:"date.time_read,date,time"`
	WithOffset   i18n.Message `i18n:"date.with_offset,time,offset"`
	ToCome       string       `i18n:"event.date_to_come"`
	NotAnnounced string       `i18n:"event.date_not_announced"`

	zones *Zones
}

// Clock returns an hour of the day that stands alone: "21h", "20h30", "0h"; "21:00"; "21:00 Uhr".
func (d *Dates) Clock(t time.Time) string { return d.ClockAlone.Text(d.bareClock(t)) }

// bareClock returns an hour of the day within a range of hours: "21:00" of "21:00 bis 22:00 Uhr".
func (d *Dates) bareClock(t time.Time) string {
	m := &d.HourMinute
	if t.Minute() == 0 {
		m = &d.Hour
	}
	return m.Text(strconv.Itoa(t.Hour()), t.Format("15"), t.Format("04"))
}

// ShortDate returns the day of a moment in rows: "10 mai 2026"; "data a definir" if it is not
// known.
func (d *Dates) ShortDate(m catalog.Moment) string {
	if !m.Known() {
		return LowerFirst(d.ToCome)
	}
	return d.shortDate(m.Time)
}

func (d *Dates) shortDate(on time.Time) string { return d.Short.Text(d.short(on)) }

// short returns the parts of a day in rows and blocks.
func (d *Dates) short(on time.Time) (day, month, year string) {
	return strconv.Itoa(on.Day()), d.ShortMonths[on.Month()-1], strconv.Itoa(on.Year())
}

// long returns the parts of a day in running text: Portuguese counts the first of a month as an
// ordinal.
func (d *Dates) long(on time.Time) (day, month, year string) {
	return d.DayNumber.Count(on.Day()), d.LongMonths[on.Month()-1], strconv.Itoa(on.Year())
}

// TimeRead returns the time at which prices were read, on the clock of t's location: "20 mai 2026,
// 16h". The caller puts t into the event's or the brand's zone.
func (d *Dates) TimeRead(t time.Time) string {
	return d.Read.Text(d.shortDate(t), d.Clock(t))
}

// TimeReadWithOffset returns TimeRead with the offset, for Markdown: "20 mai 2026, 16h (UTC−3)".
func (d *Dates) TimeReadWithOffset(t time.Time) string {
	return d.WithOffset.Text(d.TimeRead(t), offsetText(t))
}
