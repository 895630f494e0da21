package ics

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/teambition/rrule-go"

	"cartaz/builder/internal/upstream/adapt"
)

// Limits of repeated events.
const (
	maxDates    = 10_000  // of one event
	maxAllDates = 100_000 // of a calendar
	maxSteps    = 200_000 // of a rule, from DTSTART on
	maxInterval = 10_000
	maxTimes    = 96 // times of a day that BYHOUR and BYMINUTE name
)

// expandRule gives the wall clocks of an RRULE from one to another, in order. DTSTART counts as the
// first date of COUNT, as rules of one event do.
func expandRule(text string, start moment, from, to time.Time) ([]time.Time, error) {
	option, err := readRule(text, start)
	if err != nil {
		return nil, err
	}
	// The library looks at UNTIL each time it has a date, and else goes on to the year 9999.
	if option.Until.IsZero() || option.Until.After(to) {
		option.Until = to
	}
	if option.Until.Before(start.wall) {
		return nil, nil
	}
	rule, err := rrule.NewRRule(*option)
	if err != nil {
		return nil, fmt.Errorf("RRULE %.80q: %v", text, err)
	}
	var out []time.Time
	next := rule.Iterator()
	for step := 0; ; step++ {
		t, ok := next()
		switch {
		case !ok || t.After(to):
			return out, nil
		case step > maxSteps || len(out) > maxDates:
			return nil, fmt.Errorf("%w: RRULE %.80q gives more than %d dates", adapt.ErrTooLarge,
				text, maxDates)
		case t.Before(from):
			continue
		}
		out = append(out, t)
	}
}

var errFreq = errors.New("FREQ is not DAILY, WEEKLY, MONTHLY or YEARLY: no event repeats so often")

// readRule reads an RRULE and refuses what would take the library long or for ever.
func readRule(text string, start moment) (*rrule.ROption, error) {
	text = strings.TrimSuffix(strings.ToUpper(strings.TrimSpace(text)), ";")
	bad := func(why any) error { return fmt.Errorf("RRULE %.80q: %v", text, why) }
	if len(text) > 1000 {
		return nil, bad("longer than 1,000 characters")
	}
	var kept []string
	var until string
	for _, part := range strings.Split(text, ";") {
		name, value, _ := strings.Cut(part, "=")
		switch {
		case name == "UNTIL":
			until = value
		case name == "BYSECOND", name == "BYEASTER", name == "DTSTART":
			return nil, bad(name + " is not for events")
		case strings.HasPrefix(name, "X-"):
		default:
			kept = append(kept, part)
		}
	}
	option, err := rrule.StrToROption(strings.Join(kept, ";"))
	switch {
	case err != nil:
		return nil, bad(err)
	case option.Freq > rrule.DAILY:
		return nil, bad(errFreq)
	case option.Interval < 0 || option.Interval > maxInterval:
		return nil, bad("INTERVAL is not from 1 to 10000")
	case option.Count < 0:
		return nil, bad("COUNT is negative")
	case max(1, len(option.Byhour))*max(1, len(option.Byminute)) > maxTimes:
		return nil, bad("BYHOUR and BYMINUTE name more than 96 times of a day")
	case impossible(option):
		return nil, bad("no such day of the month exists")
	}
	option.Dtstart = start.wall
	if until != "" {
		// UNTIL is UTC where DTSTART has a zone. A day, which old programs write, is all of it.
		z := &zones{none: start.zone}
		m, err := z.readMoment(until, nil)
		if err != nil {
			return nil, bad(err)
		}
		option.Until = m.in(start)
		if m.day && !start.day {
			option.Until = m.wall.Add(24*time.Hour - time.Second)
		}
	}
	return option, nil
}

// impossible says that BYMONTH and BYMONTHDAY have no day in common, as 30 February.
func impossible(o *rrule.ROption) bool {
	if len(o.Bymonth) == 0 || len(o.Bymonthday) == 0 {
		return false
	}
	days := [13]int{0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}
	for _, m := range o.Bymonth {
		for _, d := range o.Bymonthday {
			if m >= 1 && m <= 12 && max(d, -d) <= days[m] {
				return false
			}
		}
	}
	return true
}

// dates are the dates of an event that repeats, in order, each once: DTSTART, RRULE and RDATE
// without EXDATE.
func (c *calendar) dates(e *component, start moment) ([]moment, error) {
	found := map[string]moment{}
	add := func(m moment) {
		if !m.wall.Before(c.from) && m.wall.Before(c.to) {
			found[m.key()] = m
		}
	}
	if len(e.all("RRULE")) == 0 {
		add(start)
	}
	for _, p := range e.all("RRULE") {
		walls, err := expandRule(p.value, start, c.from, c.to)
		if err != nil {
			return nil, err
		}
		for _, wall := range walls {
			add(start.at(wall))
		}
	}
	if !start.wall.Before(c.from) {
		add(start) // DTSTART is a date even when its rule does not name it (section 3.8.5.3)
	}
	for _, p := range e.all("RDATE") {
		for _, text := range strings.Split(p.value, ",") {
			text, _, _ = strings.Cut(text, "/") // of a PERIOD the start
			m, err := c.zones.readMoment(text, p.params)
			if err != nil {
				return nil, fmt.Errorf("RDATE: %w", err)
			}
			add(start.at(m.in(start)))
		}
		if len(found) > maxDates {
			return nil, fmt.Errorf("%w: RDATE gives more than %d dates", adapt.ErrTooLarge,
				maxDates)
		}
	}
	for _, p := range e.all("EXDATE") {
		for _, text := range strings.Split(p.value, ",") {
			m, err := c.zones.readMoment(text, p.params)
			if err != nil {
				return nil, fmt.Errorf("EXDATE: %w", err)
			}
			if m.day && !start.day {
				// A day without a time takes all dates of that day away: programs write it so.
				for key := range found {
					if strings.HasPrefix(key, m.key()) {
						delete(found, key)
					}
				}
				continue
			}
			delete(found, start.at(m.in(start)).key())
		}
	}
	out := make([]moment, 0, len(found))
	for _, m := range found {
		out = append(out, m)
	}
	slices.SortFunc(out, func(a, b moment) int { return a.wall.Compare(b.wall) })
	return out, nil
}
