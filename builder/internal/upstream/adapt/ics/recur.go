package ics

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"cartaz/builder/internal/upstream/adapt"
)

// expandRule returns the wall clocks of an RRULE from one to another, in order.
func expandRule(text string, start moment, from, to time.Time) ([]time.Time, error) {
	var kept []string
	var until time.Time
	for part := range strings.SplitSeq(strings.ToUpper(strings.TrimSpace(text)), ";") {
		name, value, _ := strings.Cut(part, "=")
		if name != "UNTIL" {
			kept = append(kept, part)
			continue
		}
		// UNTIL is UTC where DTSTART has a zone. A day, which old programs write, is all of it.
		z := &zones{none: start.zone}
		m, err := z.readMoment(value, nil)
		if err != nil {
			return nil, fmt.Errorf("RRULE %.80q: %v", text, err)
		}
		until = m.in(start)
		if m.day && !start.day {
			until = m.wall.Add(24*time.Hour - time.Second)
		}
	}
	return adapt.Dates(strings.Join(kept, ";"), start.wall, until, from, to)
}

// each hands on the values of the properties of one name, a list of dates each.
func (z *zones) each(e *component, name string, take func(text string, m moment,
	p property) error) error {
	for _, p := range e.props[name] {
		for text := range strings.FieldsFuncSeq(p.value,
			func(c rune) bool { return c == ',' || c == ' ' }) {
			begin, _, _ := strings.Cut(text, "/")
			m, err := z.readMoment(begin, p.params)
			if err == nil {
				err = take(text, m, p)
			}
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	return nil
}

// dates returns the dates of an event that repeats, in order, each once: DTSTART, RRULE and RDATE
// without EXDATE.
func (c *calendar) dates(e *component, start moment) ([]moment, error) {
	found := map[string]moment{}
	add := func(m moment) {
		if !m.wall.Before(c.from) && m.wall.Before(c.to) {
			found[m.key()] = m
		}
	}
	add(start) // a date even when the rule does not name it (section 3.8.5.3)
	for _, p := range e.props["RRULE"] {
		walls, err := expandRule(p.value, start, c.from, c.to)
		if err != nil {
			return nil, err
		}
		for _, wall := range walls {
			add(start.at(wall))
		}
	}
	err := c.zones.each(e, "RDATE", func(text string, m moment, p property) (err error) {
		at := start.at(m.in(start))
		if _, end, period := strings.Cut(text, "/"); period {
			at.lasts = end
			if !strings.Contains(end, "P") {
				var last moment
				last, err = c.zones.readMoment(end, p.params)
				at.lasts = m.until(last)
			}
		}
		if add(at); len(found) > adapt.MaxDates {
			return adapt.ErrTooLarge.Errorf("more than %d dates", adapt.MaxDates)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	excepted := map[string]bool{} // days
	err = c.zones.each(e, "EXDATE", func(_ string, m moment, _ property) error {
		if m.day {
			// A day removes all dates of that day at any hour: programs write it so.
			excepted[m.key()] = true
		} else {
			delete(found, start.at(m.in(start)).key())
		}
		return nil
	})
	maps.DeleteFunc(found, func(key string, _ moment) bool { return excepted[key[:len(dateForm)]] })
	return slices.SortedFunc(maps.Values(found), func(a, b moment) int {
		return a.wall.Compare(b.wall)
	}), err
}
