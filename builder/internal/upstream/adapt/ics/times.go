package ics

import (
	"fmt"
	"strings"
	"time"
)

// moment is a DATE or DATE-TIME with its zone.
type moment struct {
	wall time.Time // date and clock as written, in UTC
	day  bool      // a DATE
	utc  bool      // written with Z
	zone zone      // of a time that is neither
	end  string    // of a PERIOD, as a record has it; "" for none
}

// The forms of DATE and DATE-TIME (RFC 5545, sections 3.3.4 and 3.3.5).
const (
	dateForm = "20060102"
	timeForm = "20060102T150405"
)

// readMoment reads a value. A time without seconds is read, because programs write it.
func (z *zones) readMoment(value string, params map[string]string) (moment, error) {
	m := moment{}
	text := strings.TrimSuffix(strings.TrimSuffix(value, "Z"), "z")
	m.utc = len(text) < len(value)
	var err error
	switch len(text) {
	case len(dateForm):
		m.wall, err = time.Parse(dateForm, text)
		m.day, m.utc = true, false
	case len(timeForm) - 2:
		m.wall, err = time.Parse(timeForm[:len(timeForm)-2], text)
	default:
		// A leap second counts as the second before it.
		if strings.HasSuffix(text, "60") && len(text) == len(timeForm) {
			text = text[:len(text)-2] + "59"
		}
		m.wall, err = time.Parse(timeForm, text)
	}
	if err != nil || m.wall.Year() < 1 {
		return moment{}, fmt.Errorf("%.40q is no DATE or DATE-TIME of RFC 5545", value)
	}
	if !m.day && !m.utc {
		m.zone = z.find(params["TZID"])
	}
	return m, nil
}

// key is the wall clock as RECURRENCE-ID writes it, in the zone that the moment is written in.
func (m moment) key() string {
	if m.day {
		return m.wall.Format(dateForm)
	}
	if m.utc {
		return m.wall.Format(timeForm) + "Z"
	}
	return m.wall.Format(timeForm)
}

// at is the moment with another wall clock.
func (m moment) at(wall time.Time) moment {
	m.wall, m.end = wall, ""
	return m
}

// instant is the moment as a point in time; a time without a zone counts as UTC.
func (m moment) instant() time.Time {
	if m.day || m.utc {
		return m.wall
	}
	return m.zone.instant(m.wall)
}

// in is the wall clock of the moment in the zone of another one, so that the two can be compared.
func (m moment) in(other moment) time.Time {
	switch {
	case m.day || other.day || m.utc == other.utc && m.zone.name == other.zone.name:
		return m.wall
	case other.utc:
		return m.instant()
	}
	return other.zone.wall(m.instant())
}

// text is the moment as a record has it, and the zone to write beside it; "" for none.
func (m moment) text() (text, zone string) {
	switch {
	case m.day:
		return m.wall.Format(time.DateOnly), ""
	case m.utc:
		return m.wall.Format("2006-01-02T15:04:05Z"), ""
	case m.zone.rules != nil:
		offset := m.zone.rules.offset(m.wall)
		return m.wall.Add(-offset).In(time.FixedZone("", int(offset/time.Second))).
			Format(time.RFC3339), ""
	}
	return m.wall.Format("2006-01-02T15:04:05"), m.zone.name
}

// plus is the text of a later moment: nominal days, and hours by the clock of the zone. Of a day it
// is the last one that belongs to the event; "" when that is the day itself.
func (m moment) plus(days int, clock time.Duration) string {
	if m.day {
		days += int(clock / (24 * time.Hour))
		if days <= 1 {
			return ""
		}
		return m.wall.AddDate(0, 0, days-1).Format(time.DateOnly)
	}
	later := m.at(m.wall.AddDate(0, 0, days))
	if clock != 0 {
		if m.utc || m.zone.loc == nil && m.zone.rules == nil {
			later.wall = later.wall.Add(clock)
		} else {
			later.wall = m.zone.wall(later.instant().Add(clock))
		}
	}
	if later.wall.Equal(m.wall) {
		return ""
	}
	text, _ := later.text()
	return text
}
