package page

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"cartaz/builder/internal/times"
	"cartaz/builder/internal/upstream/adapt"
)

// A date and a wall clock, as the texts of schema.org have them.
const (
	dateForm  = time.DateOnly
	clockForm = "2006-01-02T15:04:05"
)

// repeated writes out the eventSchedule (schema.org/Schedule) of an event: one copy of the event
// for each date within the range, with its startDate and endDate, in order. Without a schedule,
// without one that can be read, or without a date in the range, it is the event alone. Each copy
// has a zone when the schedule names one.
//
//	{"startDate": "2027-02-02", "repeatFrequency": "P1W", "repeatCount": 2, "startTime": "20:00"}
//	= 2027-02-02T20:00:00 and 2027-02-09T20:00:00
func (f *finding) repeated(e map[string]any, o adapt.Options) (dates []map[string]any) {
	seen := map[string]bool{}
	for _, v := range adapt.List(e["eventSchedule"]) {
		rule, ok := f.value(v).(map[string]any)
		if !ok {
			continue
		}
		if f.budget.Weigh(rule) != nil {
			return nil
		}
		s, err := f.schedule(rule, f.scalar(e["startDate"]))
		if err != nil {
			continue
		}
		for _, start := range s.dates(f.budget, o) {
			text := start.Format(s.form)
			if seen[text] {
				continue
			}
			if f.budget.Charge(adapt.ObjectCost+adapt.ValueCost*len(e)) != nil {
				return nil
			}
			seen[text] = true
			date := maps.Clone(e)
			date["startDate"], date[scheduledMember] = text, true
			delete(date, "endDate")
			adapt.Put(date, "endDate", s.end(start))
			adapt.Put(date, zoneMember, s.zone)
			dates = append(dates, date)
		}
	}
	if len(dates) == 0 {
		return []map[string]any{e}
	}
	slices.SortStableFunc(dates, func(a, b map[string]any) int {
		return strings.Compare(adapt.Scalar(a["startDate"]), adapt.Scalar(b["startDate"]))
	})
	return dates
}

// Members of the copies, which no property of schema.org is called.
const (
	scheduledMember = "cartaz:scheduled"
	zoneMember      = "cartaz:zone"
)

// schedule is a Schedule that was read. Its times are wall clocks, as if in UTC.
type schedule struct {
	rule         string // RRULE without UNTIL
	start, until time.Time
	form         string // dateForm for days, clockForm for times
	endTime      time.Duration
	length       func(start time.Time) time.Time // nil when only endTime tells, or nothing
	except       map[string]bool
	zone         string
}

// schedule reads the properties of a Schedule. startDate is that of the event, which counts where
// the schedule has none, and whose time of day counts where the schedule has none.
func (f *finding) schedule(rule map[string]any, startDate string) (s schedule, err error) {
	property := func(name string) string { return f.scalar(rule[name]) }
	first := property("startDate")
	if first == "" {
		first = startDate
	}
	if s.start, s.form, err = readStart(first, property("startTime"), startDate); err != nil {
		return s, err
	}
	if text := property("endDate"); text != "" {
		last, ok := times.Read(text, times.Order{})
		if !ok {
			return s, fmt.Errorf("endDate %.40q is no date", text)
		}
		s.until = last.Wall.Truncate(24 * time.Hour).Add(24*time.Hour - time.Second)
	}
	if s.rule, err = f.ruleOf(rule); err != nil {
		return s, err
	}
	s.endTime = -1
	if t, ok := readTime(property("endTime")); ok && s.form == clockForm {
		s.endTime = t
	} else if text := property("duration"); text != "" && s.form == clockForm {
		days, clock, err := adapt.Duration(text)
		if err != nil {
			return s, err
		}
		s.length = func(start time.Time) time.Time { return start.AddDate(0, 0, days).Add(clock) }
	}
	s.except = map[string]bool{}
	for _, v := range adapt.List(rule["exceptDate"]) {
		if err := f.budget.Charge(adapt.ValueCost); err != nil {
			return s, err
		}
		s.except[f.scalar(v)] = true
	}
	if zone := property("scheduleTimezone"); zone != "" {
		s.zone = zone // the check of records says when nobody knows it
	}
	return s, nil
}

// readStart reads the first date. An offset is left out: the brand's zone, or the schedule's, says
// where the clock stands.
func readStart(first, clock, startDate string) (start time.Time, form string, err error) {
	day, ok := times.Read(first, times.Order{})
	if !ok {
		return start, "", fmt.Errorf("startDate %.40q is no date", first)
	}
	start, form = day.Wall.Truncate(24*time.Hour), dateForm
	whole, _ := times.Read(startDate, times.Order{})
	if t, ok := readTime(clock); ok {
		start, form = start.Add(t), clockForm
	} else if clock == "" && day.Clock {
		start, form = day.Wall, clockForm
	} else if clock == "" && whole.Clock {
		start, form = start.Add(whole.Wall.Sub(whole.Wall.Truncate(24*time.Hour))), clockForm
	}
	return start, form, nil
}

// readTime reads a time of day, whose seconds and offset may be missing.
func readTime(text string) (time.Duration, bool) {
	r, ok := times.Read("2000-01-01T"+strings.TrimPrefix(text, "T"), times.Order{})
	return r.Wall.Sub(r.Wall.Truncate(24 * time.Hour)), ok && r.Clock
}

// dates are the starts within the range, without those that are excepted.
func (s schedule) dates(budget *adapt.Budget, o adapt.Options) []time.Time {
	from, to := o.Range()
	if s.rule == "" {
		if s.start.Before(from) || s.start.After(to) {
			return nil
		}
		return []time.Time{s.start}
	}
	starts, err := adapt.Dates(budget.Charge, s.rule, s.start, s.until, from, to)
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(starts, func(t time.Time) bool {
		return s.except[t.Format(dateForm)] || s.except[t.Format(clockForm)] ||
			s.except[t.Format("2006-01-02T15:04")]
	})
}

// end is the end of a date; "" when nothing says it.
func (s schedule) end(start time.Time) string {
	switch {
	case s.length != nil:
		return s.length(start).Format(clockForm)
	case s.endTime >= 0:
		end := start.Truncate(24 * time.Hour).Add(s.endTime)
		if !end.After(start) {
			end = end.AddDate(0, 0, 1) // it goes on past midnight
		}
		return end.Format(clockForm)
	}
	return ""
}

// frequencies are the words for repeatFrequency that pages use beside durations.
var frequencies = map[string]string{
	"daily": "P1D", "weekly": "P1W", "monthly": "P1M", "yearly": "P1Y", "annually": "P1Y",
	"biweekly": "P2W",
}

// units are the last letters of durations.
var units = map[byte]string{'D': "DAILY", 'W': "WEEKLY", 'M': "MONTHLY", 'Y': "YEARLY"}

// weekdays are the names of byDay, in small letters.
var weekdays = map[string]string{
	"monday": "MO", "tuesday": "TU", "wednesday": "WE", "thursday": "TH", "friday": "FR",
	"saturday": "SA", "sunday": "SU",
}

// ruleOf writes a Schedule as an RRULE; "" when it names one date only.
func (f *finding) ruleOf(rule map[string]any) (string, error) {
	all := func(name string) (texts []string) {
		for _, v := range adapt.List(rule[name]) {
			texts = append(texts, f.scalar(v))
		}
		return texts
	}
	var days []string
	weeks := all("byMonthWeek")
	for _, name := range all("byDay") {
		day := strings.ToUpper(name)
		if short := weekdays[strings.ToLower(lastPart(name))]; short != "" {
			day = short
		}
		if len(weeks) == 0 {
			days = append(days, day)
		}
		for _, week := range weeks {
			if err := f.budget.Charge(adapt.ValueCost); err != nil {
				return "", err
			}
			days = append(days, week+day)
		}
	}
	frequency := f.scalar(rule["repeatFrequency"])
	if word := frequencies[strings.ToLower(lastPart(frequency))]; word != "" {
		frequency = word
	}
	var text string
	switch n := len(frequency); {
	case n > 2 && frequency[0] == 'P' && units[frequency[n-1]] != "":
		text = "FREQ=" + units[frequency[n-1]] + ";INTERVAL=" + frequency[1:n-1]
	case n > 0:
		return "", fmt.Errorf("repeatFrequency %.40q is not read", frequency)
	case len(days) == 0:
		return "", nil
	case len(weeks) > 0:
		text = "FREQ=MONTHLY"
	default:
		text = "FREQ=WEEKLY"
	}
	for _, part := range []struct {
		name   string
		values []string
	}{
		{"BYDAY", days}, {"BYMONTH", all("byMonth")}, {"BYMONTHDAY", all("byMonthDay")},
		{"COUNT", all("repeatCount")},
	} {
		if len(part.values) > 0 {
			text += ";" + part.name + "=" + strings.Join(part.values, ",")
		}
	}
	return text, nil
}
