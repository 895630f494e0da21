package page

import (
	"strconv"
	"time"
	"unicode/utf8"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/words"
)

// hasCalendar says whether an event can be put on a calendar: not without a
// date, and not with an hour of which the zone is not known, since floating time
// means another hour to every reader.
func hasCalendar(rec *catalog.Record) bool {
	return rec.Starts.Precision == catalog.Instant || rec.Starts.Precision == catalog.Day
}

// appendCalendar writes the event as an iCalendar file (RFC 5545), nothing when
// it has none.
//
// DTSTAMP is when this very content was first read, so an unchanged event keeps
// its bytes.
func (r *Renderer) appendCalendar(b []byte, rec *catalog.Record, at point) []byte {
	if !hasCalendar(rec) {
		return b
	}
	start := rec.Starts
	c := calendarWriter{buf: b}
	c.add("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n")
	c.begin("PRODID:-//Cartaz//")
	c.text(r.brand.Name)
	c.add("//")
	c.add(r.words.Lang())
	c.end()
	c.add("CALSCALE:GREGORIAN\r\nBEGIN:VEVENT\r\n")
	c.begin("UID:")
	c.buf = strconv.AppendInt(c.buf, rec.ID, 10)
	c.add("@")
	c.add(r.host)
	c.end()
	c.begin("DTSTAMP:")
	c.buf = calendarStamp(rec).UTC().AppendFormat(c.buf, calendarUTC)
	c.end()
	c.moment("DTSTART", start)
	if end, ok := calendarEnd(start, rec.Ends); ok {
		c.moment("DTEND", end)
	}
	c.begin("SUMMARY:")
	c.text(rec.Name)
	c.end()
	if place := calendarPlace(rec, r.words); place != "" {
		c.begin("LOCATION:")
		c.text(place)
		c.end()
	}
	if at.known() {
		c.begin("GEO:")
		c.add(at.lat)
		c.add(";")
		c.add(at.lon)
		c.end()
	}
	c.begin("URL:")
	c.add(r.brand.SiteURL)
	c.add(eventsPath)
	c.add(rec.Slug)
	c.end()
	c.add("END:VEVENT\r\nEND:VCALENDAR\r\n")
	return c.buf
}

const (
	calendarUTC = "20060102T150405Z"
	calendarDay = "20060102"
)

// calendarStamp is the one time that a file must have. A record that was never
// stamped takes that of its change, or of its start, rather than a clock.
func calendarStamp(rec *catalog.Record) time.Time {
	for _, t := range []time.Time{rec.ReadAt, rec.UpdatedAt} {
		if !t.IsZero() {
			return t
		}
	}
	return rec.Starts.Time
}

// calendarEnd is the end in the form of the start, as section 3.8.2.2 demands;
// of days it is the day after the last one. It is false when there is none, or
// none after the start.
func calendarEnd(start, end catalog.Moment) (catalog.Moment, bool) {
	if !end.Known() {
		return end, false
	}
	if start.Precision == catalog.Instant {
		return end, end.Precision == catalog.Instant && end.Time.After(start.Time)
	}
	y, m, d := end.Time.Date()
	last := time.Date(y, m, d+1, 0, 0, 0, 0, time.UTC)
	return catalog.Moment{Precision: catalog.Day, Time: last}, last.After(start.Time)
}

func calendarPlace(rec *catalog.Record, w *words.Words) string {
	p := rec.Location
	switch {
	case p != nil && p.Address != "":
		return words.List(venue(p), p.Address)
	case p != nil && words.List(venue(p), p.City) != "":
		return words.List(venue(p), cityLine(p))
	case rec.IsOnline:
		return w.Online()
	}
	return ""
}

// calendarWriter writes content lines, folded and ended by CRLF.
type calendarWriter struct {
	buf   []byte
	start int // of the line that was begun
}

// maxCalendarLine is the length of a content line in octets, without its end
// (section 3.1).
const maxCalendarLine = 75

// begin starts a property with its name, its parameters and the colon; end ends
// it. What is added between the two is its value.
func (c *calendarWriter) begin(name string) {
	c.start = len(c.buf)
	c.add(name)
}

func (c *calendarWriter) add(s string) { c.buf = append(c.buf, s...) }

// end folds a long line between characters, never inside one.
func (c *calendarWriter) end() {
	if len(c.buf)-c.start > maxCalendarLine {
		text, room := string(c.buf[c.start:]), maxCalendarLine
		c.buf = c.buf[:c.start]
		for len(text) > room {
			cut := room
			for cut > 1 && !utf8.RuneStart(text[cut]) {
				cut--
			}
			c.add(text[:cut])
			c.add("\r\n ")
			text, room = text[cut:], maxCalendarLine-1 // the blank counts
		}
		c.add(text)
	}
	c.add("\r\n")
}

func (c *calendarWriter) moment(name string, m catalog.Moment) {
	c.begin(name)
	if m.Precision == catalog.Day {
		c.add(";VALUE=DATE:")
		c.buf = m.Time.AppendFormat(c.buf, calendarDay)
	} else {
		c.add(":")
		c.buf = m.Time.UTC().AppendFormat(c.buf, calendarUTC)
	}
	c.end()
}

// text adds a TEXT value (section 3.3.11). Control characters, which no value
// may hold, become blanks.
func (c *calendarWriter) text(s string) {
	for _, r := range s {
		switch {
		case r == '\\' || r == ';' || r == ',':
			c.buf = append(c.buf, '\\', byte(r))
		case r == '\n':
			c.buf = append(c.buf, `\n`...)
		case r == '\r':
		case isControl(r):
			c.buf = append(c.buf, ' ')
		default:
			c.buf = utf8.AppendRune(c.buf, r)
		}
	}
}
