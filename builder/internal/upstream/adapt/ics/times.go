package ics

import (
	"fmt"
	"strings"
	"time"
)

// moment is a DATE or DATE-TIME with its zone.
type moment struct {
	wall  time.Time // date and clock as written, in UTC
	day   bool      // a DATE
	utc   bool      // written with Z
	zone  zone      // of a time that is neither
	lasts string    // of a PERIOD, as in a record, or ""
}

// The forms of DATE and DATE-TIME (RFC 5545, sections 3.3.4 and 3.3.5).
const (
	dateForm = "20060102"
	timeForm = "20060102T150405"
)

// readMoment reads a value. A time without seconds is read, because programs write it.
func (z *zones) readMoment(value string, params map[string]string) (moment, error) {
	text := strings.TrimSuffix(strings.ToUpper(value), "Z")
	m := moment{day: len(text) == len(dateForm)}
	m.utc = !m.day && len(text) < len(value)
	// A leap second counts as the second before it.
	if strings.HasSuffix(text, "60") && len(text) == len(timeForm) {
		text = text[:len(text)-2] + "59"
	}
	var err error
	for _, form := range []string{timeForm, timeForm[:len(timeForm)-2], dateForm} {
		if m.wall, err = time.Parse(form, text); err == nil {
			break
		}
	}
	if err != nil || m.wall.Year() < 1 {
		return moment{}, fmt.Errorf("%.40q is no DATE or DATE-TIME of RFC 5545", value)
	}
	if tzid := params["TZID"]; !m.day && (!m.utc || tzid != "") {
		m.zone = z.find(tzid)
	}
	return m, nil
}

// key returns the wall clock as RECURRENCE-ID writes it, in the zone that the moment is written in.
func (m moment) key() string {
	if m.day {
		return m.wall.Format(dateForm)
	}
	if m.utc {
		return m.wall.Format(timeForm) + "Z"
	}
	return m.wall.Format(timeForm)
}

// at returns the moment with another wall clock.
func (m moment) at(wall time.Time) moment {
	m.wall, m.lasts = wall, ""
	return m
}

// instant returns the moment as a point in time; a time without a zone counts as UTC.
func (m moment) instant() time.Time {
	if m.day || m.utc {
		return m.wall
	}
	return m.zone.instant(m.wall)
}

// in returns the wall clock of the moment in the zone of another one, so that the two can be
// compared.
func (m moment) in(other moment) time.Time {
	switch {
	case m.day || other.day || m.utc == other.utc && m.zone.name == other.zone.name:
		return m.wall
	case other.utc:
		return m.instant()
	}
	return other.zone.wall(m.instant())
}

// text returns the moment in the form of records:
//
//	2027-03-01                                 a day
//	2027-03-01T20:00:00[America/Recife]        in a zone that the time names
//	2027-03-01T20:00:00                        in the zone of the whole calendar
//	2027-03-01T20:00:00[-03:00]                in a zone whose rules only the calendar has
//	2027-03-01T20:00:00-02:00[America/Recife]  the rules of the calendar contradict the zone
func (m moment) text() string {
	if m.day {
		return m.wall.Format(time.DateOnly)
	}
	local := m.wall.Format("2006-01-02T15:04:05")
	offset := func(r rules) string {
		east := time.FixedZone("", int(r.offset(m.wall)/time.Second))
		return m.wall.In(east).Format("-07:00")
	}
	claimed := m.zone.claimed
	switch {
	case m.utc:
		local += "Z"
	case m.zone.rules != nil:
		return local + "[" + offset(m.zone.rules) + "]"
	case claimed != nil && claimed.offset(m.wall) != m.wall.Sub(m.instant()):
		local += offset(claimed)
	}
	if m.zone.named {
		local += "[" + m.zone.name + "]"
	}
	return local
}

// until returns the time to a later moment as a DURATION, in days if the moment is a day. An end
// that is earlier on the clock than the start, as people write it, is on the next day.
func (m moment) until(end moment) string {
	if end.day {
		return fmt.Sprintf("P%dD", int(end.wall.Sub(m.wall).Hours()/24))
	}
	length := end.instant().Sub(m.instant())
	if length < 0 && length > -24*time.Hour {
		length += 24 * time.Hour
	}
	return "PT" + strings.ToUpper(length.String())
}
