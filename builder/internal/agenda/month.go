package agenda

import (
	"time"

	"cartaz/builder/catalog"
)

// Month is a month with events.
type Month struct {
	Month catalog.Month
	Days  []Day // with events, in order
}

// Months groups the days of an agenda by month, in order.
func (a *Agenda) Months() []Month {
	var months []Month
	for month, days := range Runs(a.Days, func(d Day) catalog.Month { return d.Date.Month() }) {
		months = append(months, Month{month, days})
	}
	return months
}

// Weeks lays out a month in weeks that begin with the weekday first. The first and the last week
// are filled up with days of the months before and after.
func Weeks(m catalog.Month, first time.Weekday) [][7]catalog.Date {
	start := m.First()
	start -= catalog.Date((start.Weekday() - first + 7) % 7)
	var weeks [][7]catalog.Date
	for d := start; d <= m.Last(); d += 7 {
		var week [7]catalog.Date
		for i := range week {
			week[i] = d + catalog.Date(i)
		}
		weeks = append(weeks, week)
	}
	return weeks
}

// Weekdays returns the days of a week that begins with first.
func Weekdays(first time.Weekday) (week [7]time.Weekday) {
	for i := range week {
		week[i] = (first + time.Weekday(i)) % 7
	}
	return week
}
