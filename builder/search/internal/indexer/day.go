package indexer

import "time"

// Day is a day of the calendar, counted from 1, which is 1 January of the year 1 (Gregorian). 0 is
// no day. It has no time zone: the day of an event is the day on its own clock.
type Day uint32

const secondsPerDay = 24 * 60 * 60

// dayZero is the Unix time of the day before the first.
var dayZero = time.Date(1, 1, 0, 0, 0, 0, 0, time.UTC).Unix()

// DayOf returns the day on the wall clock of t, or 0 before the year 1.
func DayOf(t time.Time) Day {
	y, m, d := t.Date()
	days := (time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Unix() - dayZero) / secondsPerDay
	return Day(max(days, 0))
}

// Time returns the beginning of the day in UTC.
func (d Day) Time() time.Time { return time.Date(1, 1, int(d), 0, 0, 0, 0, time.UTC) }

// String returns the day as a full-date of RFC 3339, or "".
func (d Day) String() string {
	if d == 0 {
		return ""
	}
	return d.Time().Format(time.DateOnly)
}
