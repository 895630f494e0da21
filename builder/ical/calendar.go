package ical

import (
	"bytes"
	"iter"
	"strconv"
	"strings"
)

// Calendar is the head of a file. Product is required (PRODID, without its slashes). A collection
// has a Name, and the members of RFC 7986 that follow it.
type Calendar struct {
	Product string // name of the site
	Lang    string

	Name        string
	Description string
	URL         string // of the page with the same content
	Source      string // of the file itself, from which a program refreshes
	Color       string // "#rrggbb"
	Image       string // address of a picture
	ImageType   string // its media type
}

// refresh is how often a program should ask for a collection again (RFC 7986, section 5.7).
const refresh = "PT6H"

// AppendHead appends everything before the first component.
func (c *Calendar) AppendHead(b []byte) []byte {
	w := writer{buf: b}
	w.add(calendarBegin)
	w.add("VERSION:2.0\r\n")
	w.begin("PRODID:-//Cartaz//")
	w.text(c.Product)
	w.add("//" + c.Lang)
	w.end()
	w.add("CALSCALE:GREGORIAN\r\n")
	if c.Name == "" {
		return w.buf
	}
	// The names with X- are older than RFC 7986; many programs still read them.
	w.textLine("NAME:", c.Name)
	w.textLine("X-WR-CALNAME:", c.Name)
	w.textLine("DESCRIPTION:", c.Description)
	w.textLine("X-WR-CALDESC:", c.Description)
	w.addressLine("URL:", c.URL)
	w.addressLine("SOURCE;VALUE=URI:", c.Source)
	w.line("REFRESH-INTERVAL;VALUE=DURATION:", refresh)
	w.line("X-PUBLISHED-TTL:", refresh)
	if c.Color != "" { // COLOR of RFC 7986 takes names of CSS only
		w.line("X-APPLE-CALENDAR-COLOR:", c.Color)
	}
	if c.Image != "" {
		w.addressLine("IMAGE;VALUE=URI;DISPLAY=BADGE;FMTTYPE="+c.ImageType+":", c.Image)
	}
	return w.buf
}

// AppendEnd ends a file.
func AppendEnd(b []byte) []byte { return append(b, calendarEnd...) }

// Split cuts a file that this package wrote: the head up to the first component, the VTIMEZONE
// components and the VEVENT components, one after the other.
func Split(file []byte) (head, zones, events []byte) {
	rest := bytes.TrimSuffix(file, []byte(calendarEnd))
	if i := bytes.Index(rest, []byte("\r\n"+eventBegin)); i >= 0 {
		rest, events = rest[:i+2], rest[i+2:]
	}
	head = rest
	if i := bytes.Index(rest, []byte("\r\n"+zoneBegin)); i >= 0 {
		head, zones = rest[:i+2], rest[i+2:]
	}
	return head, zones, events
}

// Events yields each VEVENT of events, a result of [Split].
func Events(events []byte) iter.Seq[[]byte] { return components(events, eventEnd) }

// Zones yields each VTIMEZONE of zones, a result of [Split], with its TZID.
func Zones(zones []byte) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		for zone := range components(zones, zoneEnd) {
			if !yield(value(zone, zoneID), zone) {
				return
			}
		}
	}
}

// components yields the components of a list, each up to and including its line end.
func components(list []byte, end string) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for len(list) > 0 {
			i := bytes.Index(list, []byte("\r\n"+end))
			if i < 0 {
				return
			}
			n := i + 2 + len(end)
			if !yield(list[:n:n]) {
				return
			}
			list = list[n:]
		}
	}
}

// ZoneOf returns the TZID that the start of a VEVENT names, or "" for a day and for an hour in UTC.
func ZoneOf(event []byte) string {
	zone, _, _ := strings.Cut(value(event, "DTSTART;TZID="), ":")
	return zone
}

const (
	calendarBegin = "BEGIN:VCALENDAR\r\n"
	calendarEnd   = "END:VCALENDAR\r\n"
)

// PathZones is the private resource of a release with the zones of all its events, in a calendar
// without events: the edge joins the calendars of searches with it.
const PathZones = ":zones.ics"

// MediaType is the media type of all files.
const MediaType = "text/calendar; charset=utf-8"

// YearsOf returns the years in which a VEVENT with a zone, or a date of it, begins and ends.
func YearsOf(event []byte) []int {
	var years []int
	for line := range strings.SplitSeq(strings.ReplaceAll(string(event), "\r\n ", ""), "\r\n") {
		name, clocks, _ := strings.Cut(line, ":")
		name, _, zoned := strings.Cut(strings.Replace(name, ";VALUE=PERIOD", "", 1), ";TZID=")
		if !zoned || name != "DTSTART" && name != "DTEND" && name != "RDATE" {
			continue
		}
		for clock := range strings.FieldsFuncSeq(clocks,
			func(c rune) bool { return c == ',' || c == '/' }) {
			if year, err := strconv.Atoi(clock[:min(4, len(clock))]); err == nil {
				years = append(years, year)
			}
		}
	}
	return years
}
