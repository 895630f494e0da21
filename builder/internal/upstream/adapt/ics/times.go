package ics

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"cartaz/builder/internal/upstream/adapt"
)

// moment is a DATE or DATE-TIME with its zone.
type moment struct {
	wall time.Time // date and clock as written, in UTC
	day  bool      // a DATE
	utc  bool      // written with Z
	zone zone      // of a time that is neither
}

// The forms of DATE and DATE-TIME (RFC 5545, sections 3.3.4 and 3.3.5).
const (
	dateForm = "20060102"
	timeForm = "20060102T150405"
)

// readMoment reads a value. A time without seconds is read, because programs write it.
func (z *zones) readMoment(value string, params map[string]string) (moment, error) {
	value = strings.TrimSpace(value)
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
	m.wall = wall
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
	case m.zone.loc != nil:
		return m.wall.Format("2006-01-02T15:04:05"), m.zone.name
	case m.zone.rules != nil:
		offset := m.zone.rules.offset(m.wall)
		return m.wall.Add(-offset).In(time.FixedZone("", int(offset/time.Second))).
			Format(time.RFC3339), ""
	}
	return m.wall.Format("2006-01-02T15:04:05"), ""
}

// maxDuration is the longest event.
const maxDuration = 20 * 366 * 24 * time.Hour

// readDuration reads a DURATION (section 3.3.6): days and weeks are nominal, so they come apart.
func readDuration(text string) (days int, clock time.Duration, err error) {
	bad := fmt.Errorf("%.40q is no DURATION of RFC 5545", text)
	rest, ok := strings.CutPrefix(strings.TrimPrefix(strings.TrimSpace(text), "+"), "P")
	if !ok {
		return 0, 0, bad
	}
	inTime := false
	for rest != "" {
		if rest[0] == 'T' {
			inTime, rest = true, rest[1:]
			continue
		}
		end := strings.IndexFunc(rest, func(c rune) bool { return c < '0' || c > '9' })
		if end <= 0 {
			return 0, 0, bad
		}
		n, err := strconv.Atoi(rest[:end])
		if err != nil || n > 1_000_000 {
			return 0, 0, bad
		}
		switch unit := rest[end]; {
		case unit == 'W' && !inTime:
			days += 7 * n
		case unit == 'D' && !inTime:
			days += n
		case unit == 'H' && inTime:
			clock += time.Duration(n) * time.Hour
		case unit == 'M' && inTime:
			clock += time.Duration(n) * time.Minute
		case unit == 'S' && inTime:
			clock += time.Duration(n) * time.Second
		default:
			return 0, 0, bad
		}
		rest = rest[end+1:]
	}
	if time.Duration(days)*24*time.Hour+clock > maxDuration || days > 10_000 {
		return 0, 0, bad
	}
	return days, clock, nil
}

// rangeOf gives the days around now within which repeated events are written out. It moves with the
// day, not with the second, so that builds of one day are alike.
func rangeOf(o adapt.Options) (from, to time.Time) {
	today := o.Now.UTC().Truncate(24 * time.Hour)
	return today.Add(-o.Window), today.Add(o.Window + 24*time.Hour)
}
