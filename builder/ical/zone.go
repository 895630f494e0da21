package ical

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// CanName reports whether hours may be written in a zone: it must have an IANA name that needs no
// quotes in a parameter.
func CanName(zone *time.Location) bool {
	if zone == nil || zone == time.UTC {
		return false
	}
	name := zone.String()
	if name == "" || name == "Local" || name == "UTC" {
		return false
	}
	return strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"+
		"/_+-") == ""
}

// Years is the span of calendar years that a VTIMEZONE covers.
type Years struct{ First, Last int }

// Add widens the span by the years of a time. The zero value is the empty span.
func (y *Years) Add(t time.Time) {
	year := t.Year()
	if *y == (Years{}) {
		*y = Years{year, year}
		return
	}
	y.First, y.Last = min(y.First, year), max(y.Last, year)
}

// maxYears bounds the years of a VTIMEZONE: a typing error in one date must not cost a thousand
// lines.
const maxYears = 40

// change is a change of the clock.
type change struct {
	daylight bool // after it
	from, to int  // seconds east of UTC, before and after it
	name     string
}

// observance is one STANDARD or DAYLIGHT part: all onsets of the same change.
type observance struct {
	change
	onsets []time.Time // on the clock before the onset, as UTC
}

// AppendZone appends the VTIMEZONE of a zone (RFC 5545, section 3.6.5): the offset in force when
// the first year begins, and each change until the last year ends. It lists the changes one by one,
// because their rules differ from country to country and year to year.
func AppendZone(b []byte, zone *time.Location, years Years) []byte {
	w := writer{buf: b}
	w.add(zoneBegin)
	w.line(zoneID, zone.String())
	for _, o := range observances(zone, years) {
		kind := "STANDARD"
		if o.daylight {
			kind = "DAYLIGHT"
		}
		w.line("BEGIN:", kind)
		w.timeLine("DTSTART:", o.onsets[0], formLocal)
		w.line("TZOFFSETFROM:", offset(o.from))
		w.line("TZOFFSETTO:", offset(o.to))
		w.textLine("TZNAME:", o.name)
		for _, onset := range o.onsets[1:] {
			w.timeLine("RDATE:", onset, formLocal)
		}
		w.line("END:", kind)
	}
	w.add(zoneEnd)
	return w.buf
}

// observances returns the observances of the years, in the order of their first onset.
func observances(zone *time.Location, years Years) []observance {
	last := min(years.Last, years.First+maxYears-1)
	t := time.Date(years.First, time.January, 1, 0, 0, 0, 0, zone)
	end := time.Date(last+1, time.January, 1, 0, 0, 0, 0, zone)
	var list []observance
	before := ""
	for t.Before(end) {
		onset, next := t.ZoneBounds()
		if onset.IsZero() { // in force since the beginning
			onset = time.Date(1900, time.January, 1, 0, 0, 0, 0, time.UTC)
		}
		name, to := t.Zone()
		_, from := onset.Add(-time.Second).In(zone).Zone()
		wall := onset.UTC().Add(time.Duration(from) * time.Second)
		c := change{t.IsDST(), from, to, name}
		// A bound without a change is the end of a year.
		if len(list) == 0 || from != to || name != before {
			before = name
			i := slices.IndexFunc(list, func(o observance) bool { return o.change == c })
			if i < 0 {
				i, list = len(list), append(list, observance{change: c})
			}
			list[i].onsets = append(list[i].onsets, wall)
		}
		if next.IsZero() {
			break
		}
		t = after(t, next)
	}
	return list
}

// after returns next, or the day after t if next is not after t: beyond the last change of a zone
// file, the bounds of package time end with the year, in leap years a day early.
func after(t, next time.Time) time.Time {
	if next.After(t) {
		return next
	}
	return t.AddDate(0, 0, 1)
}

// offset returns a UTC-OFFSET (section 3.3.14): "-0300", with seconds if a zone has them.
func offset(seconds int) string {
	sign := '+'
	if seconds < 0 {
		sign, seconds = '-', -seconds
	}
	s := fmt.Sprintf("%c%02d%02d", sign, seconds/3600, seconds/60%60)
	if seconds%60 != 0 {
		s += fmt.Sprintf("%02d", seconds%60)
	}
	return s
}

const (
	zoneBegin = "BEGIN:VTIMEZONE\r\n"
	zoneEnd   = "END:VTIMEZONE\r\n"
	zoneID    = "TZID:"
)
