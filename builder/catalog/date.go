package catalog

import "time"

// Date is a day of the Gregorian calendar without a clock: the number of days since 1 January 1970.
// Dates compare and count as integers do.
type Date int32

const secondsPerDay = 24 * 60 * 60

// DateOf returns the day on the wall clock of t.
func DateOf(t time.Time) Date {
	y, m, d := t.Date()
	return dateOf(y, m, d)
}

func dateOf(y int, m time.Month, d int) Date {
	return Date(time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Unix() / secondsPerDay)
}

// ParseDate parses "2026-11-28", the full-date of RFC 3339. ok is false for any other text and for
// a day that the calendar does not have, such as "2026-02-30". Years are 0001 to 9999.
func ParseDate(text string) (d Date, ok bool) {
	t, err := time.Parse(time.DateOnly, text)
	if err != nil || t.Year() < 1 {
		return 0, false
	}
	return DateOf(t), true
}

// Time returns the first moment of the day in UTC.
func (d Date) Time() time.Time { return time.Unix(int64(d)*secondsPerDay, 0).UTC() }

// String returns the form that [ParseDate] reads.
func (d Date) String() string { return d.Time().Format(time.DateOnly) }

// Weekday returns the day of the week. 1 January 1970 was a Thursday.
func (d Date) Weekday() time.Weekday {
	return time.Weekday(((int(d)+int(time.Thursday))%7 + 7) % 7)
}

// Month returns the month that the day is in.
func (d Date) Month() Month {
	y, m, _ := d.Time().Date()
	return monthOf(y, m)
}

// Weekend returns the Saturday and the Sunday of the week, Monday to Sunday, that the day is in.
func (d Date) Weekend() (saturday, sunday Date) {
	sinceMonday := (d.Weekday() + 6) % 7
	saturday = d - Date(sinceMonday) + 5
	return saturday, saturday + 1
}

// Month is a month of the Gregorian calendar: 12 times the year, plus 0 for January to 11 for
// December. Months compare and count as integers do.
type Month int32

func monthOf(y int, m time.Month) Month { return Month(12*y + int(m) - 1) }

// ParseMonth parses "2026-11". ok is false for any other text and for a month that does not exist.
func ParseMonth(text string) (m Month, ok bool) {
	t, err := time.Parse(monthLayout, text)
	if err != nil || t.Year() < 1 {
		return 0, false
	}
	return monthOf(t.Year(), t.Month()), true
}

const monthLayout = "2006-01"

// Date returns year and month.
func (m Month) Date() (year int, month time.Month) {
	return int(m) / 12, time.Month(int(m)%12 + 1)
}

// First returns the first day of the month.
func (m Month) First() Date {
	y, month := m.Date()
	return dateOf(y, month, 1)
}

// Last returns the last day of the month.
func (m Month) Last() Date { return (m + 1).First() - 1 }

// String returns the form that [ParseMonth] reads.
func (m Month) String() string { return m.First().Time().Format(monthLayout) }

// Span is the days on which an event takes place, as people count them. See [SpanOf].
type Span struct {
	First, Last Date
	HasEnd      bool // the end is known and after the start
	// NextDay reports that the hour of the end belongs to the morning after Last.
	NextDay bool
}

// Days returns the number of days, at least 1.
func (s Span) Days() int { return int(s.Last-s.First) + 1 }

// earlyMorning is the hour before which an end still belongs to the evening of the day before.
const earlyMorning = 6

// SpanOf returns the days of an event from its start and end, each on its own wall clock; ok is
// false for an event without a start. An end that is not after its start counts for nothing, and
// one before 06:00 belongs to the day before it. Example: from Saturday 23:00 to Sunday 05:00 is
// Saturday; from Saturday 23:00 to Sunday 06:00 is both.
//
// Every part of the project uses this function: date blocks, days of the agenda and filters by
// date.
func SpanOf(start, end Moment) (s Span, ok bool) {
	if !start.Known() {
		return Span{}, false
	}
	s.First = DateOf(start.Time)
	s.Last = s.First
	if !end.Known() || !end.After(start) {
		return s, true
	}
	last := DateOf(end.Time)
	if last < s.First { // later in time, but on a clock far to the west
		return s, true
	}
	s.HasEnd = true
	if last > s.First && end.HasClock() && end.Time.Hour() < earlyMorning {
		last--
		s.NextDay = true
	}
	s.Last = last
	return s, true
}

// Span returns the days of the event, see [SpanOf].
func (r *Record) Span() (s Span, ok bool) { return r.Whole().Span() }
