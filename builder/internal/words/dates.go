package words

import (
	"strconv"
	"time"

	"cartaz/builder/catalog"
)

var (
	shortMonths = [2][12]string{
		{"jan", "fev", "mar", "abr", "mai", "jun", "jul", "ago", "set", "out", "nov", "dez"},
		{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"},
	}
	longMonths = [2][12]string{
		{"janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho", "agosto", "setembro", "outubro", "novembro", "dezembro"},
		{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"},
	}
	shortDays = [2][7]string{
		{"dom", "seg", "ter", "qua", "qui", "sex", "sáb"},
		{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"},
	}
	longDays = [2][7]string{
		{"domingo", "segunda-feira", "terça-feira", "quarta-feira", "quinta-feira", "sexta-feira", "sábado"},
		{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"},
	}
)

func (w *Words) index() int {
	if w.pt {
		return 0
	}
	return 1
}

func (w *Words) shortMonth(d day) string { return shortMonths[w.index()][d.month-1] }
func (w *Words) longMonth(d day) string  { return longMonths[w.index()][d.month-1] }
func (w *Words) shortDay(d day) string   { return shortDays[w.index()][d.weekday()] }
func (w *Words) longDay(d day) string    { return longDays[w.index()][d.weekday()] }

// Clock is an hour of the day: "21h", "20h30", "0h"; "21:00".
func (w *Words) Clock(t time.Time) string {
	hour, minute, _ := t.Clock()
	if !w.pt {
		return twoDigits(hour) + ":" + twoDigits(minute)
	}
	if minute == 0 {
		return strconv.Itoa(hour) + "h"
	}
	return strconv.Itoa(hour) + "h" + twoDigits(minute)
}

func twoDigits(n int) string {
	if n < 10 {
		return "0" + strconv.Itoa(n)
	}
	return strconv.Itoa(n)
}

// ShortDate is the day of a moment in rows: "10 mai 2026"; "data a definir" when
// it is not known.
func (w *Words) ShortDate(m catalog.Moment) string {
	if !m.Known() {
		return LowerFirst(w.DateToCome())
	}
	return w.shortDate(dayOf(m.Time))
}

func (w *Words) shortDate(d day) string {
	return strconv.Itoa(d.number) + " " + w.shortMonth(d) + " " + strconv.Itoa(d.year)
}

// TimeRead is when prices were read, on the clock of t's location: "20 mai 2026,
// 16h". The caller puts t into the event's or the brand's zone.
func (w *Words) TimeRead(t time.Time) string { return w.shortDate(dayOf(t)) + ", " + w.Clock(t) }

// TimeReadWithOffset is TimeRead with the offset, for Markdown: "20 mai 2026,
// 16h (UTC−3)".
func (w *Words) TimeReadWithOffset(t time.Time) string {
	return w.TimeRead(t) + " (" + Offset(t) + ")"
}

// day is a date without a clock.
type day struct {
	year   int
	month  time.Month
	number int
}

func dayOf(t time.Time) day {
	y, m, d := t.Date()
	return day{y, m, d}
}

func (d day) weekday() time.Weekday {
	return time.Date(d.year, d.month, d.number, 0, 0, 0, 0, time.UTC).Weekday()
}

func (d day) before(other day) bool {
	if d.year != other.year {
		return d.year < other.year
	}
	if d.month != other.month {
		return d.month < other.month
	}
	return d.number < other.number
}

func (d day) yesterday() day {
	return dayOf(time.Date(d.year, d.month, d.number-1, 0, 0, 0, 0, time.UTC))
}

// earlyMorning is the hour before which an end still belongs to the evening of
// the day before.
const earlyMorning = 6

// stretch is the time of an event as a reader sees it.
type stretch struct {
	known       bool
	first, last day
	hour, until bool // the clock of the start, of the end is shown
	start, end  time.Time
	nextDay     bool // the end is shown and lies on the day after last
}

// stretchOf reads start and end on their own wall clocks. An end that is not
// after its start is not shown. One before 06:00 belongs to the day before it.
func stretchOf(start, end catalog.Moment) stretch {
	if !start.Known() {
		return stretch{}
	}
	s := stretch{known: true, start: start.Time, end: end.Time, hour: hasClock(start)}
	s.first = dayOf(start.Time)
	s.last = s.first
	if !end.Known() || !after(start, end) {
		return s
	}
	last := dayOf(end.Time)
	if last.before(s.first) { // later in time, but on a clock far to the west
		return s
	}
	s.until = s.hour && hasClock(end)
	if hasClock(end) && end.Time.Hour() < earlyMorning && s.first.before(last) {
		last = last.yesterday()
		s.nextDay = true
	}
	s.last = last
	return s
}

func hasClock(m catalog.Moment) bool {
	return m.Precision == catalog.Local || m.Precision == catalog.Instant
}

// after says whether end lies behind start, as exactly as both are known.
func after(start, end catalog.Moment) bool {
	switch {
	case start.Precision == catalog.Instant && end.Precision == catalog.Instant:
		return end.Time.After(start.Time)
	case hasClock(start) && hasClock(end):
		return wall(end.Time).After(wall(start.Time))
	}
	return dayOf(start.Time).before(dayOf(end.Time))
}

// wall is the wall clock of t as if it were UTC, to compare clocks of which one
// has no zone.
func wall(t time.Time) time.Time {
	y, m, d := t.Date()
	hour, minute, second := t.Clock()
	return time.Date(y, m, d, hour, minute, second, 0, time.UTC)
}

func (s stretch) oneDay() bool { return s.first == s.last }
