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
func (r *Renderer) appendCalendar(b []byte, rec *catalog.Record) []byte {
	if !hasCalendar(rec) {
		return b
	}
	start := rec.Starts
	c := calendarWriter{buf: b}
	c.line("BEGIN", "VCALENDAR")
	c.line("VERSION", "2.0")
	c.line("PRODID", "-//Cartaz//"+escapeCalendar(r.brand.Name)+"//"+r.words.Lang())
	c.line("CALSCALE", "GREGORIAN")
	c.line("BEGIN", "VEVENT")
	c.line("UID", strconv.FormatInt(rec.ID, 10)+"@"+r.host)
	c.line("DTSTAMP", calendarStamp(rec))
	c.moment("DTSTART", start)
	if end, ok := calendarEnd(start, rec.Ends); ok {
		c.moment("DTEND", end)
	}
	c.line("SUMMARY", escapeCalendar(rec.Name))
	if place := calendarPlace(rec, r.words); place != "" {
		c.line("LOCATION", escapeCalendar(place))
	}
	if lat, lon, ok := coordinates(rec.Location); ok {
		c.line("GEO", lat+";"+lon)
	}
	c.line("URL", r.brand.SiteURL+EventPath(rec.Slug))
	c.line("END", "VEVENT")
	c.line("END", "VCALENDAR")
	return c.buf
}

const (
	calendarUTC = "20060102T150405Z"
	calendarDay = "20060102"
)

// calendarStamp is the one time that a file must have. A record that was never
// stamped takes that of its change, or of its start, rather than a clock.
func calendarStamp(rec *catalog.Record) string {
	for _, t := range []time.Time{rec.ReadAt, rec.UpdatedAt} {
		if !t.IsZero() {
			return t.UTC().Format(calendarUTC)
		}
	}
	return rec.Starts.Time.UTC().Format(calendarUTC)
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
type calendarWriter struct{ buf []byte }

// maxCalendarLine is the length of a content line in octets, without its end
// (section 3.1).
const maxCalendarLine = 75

// line appends a property. A long one is folded between characters, never
// inside one.
func (c *calendarWriter) line(name, value string) {
	text := name + ":" + value
	room := maxCalendarLine
	for len(text) > room {
		cut := room
		for cut > 1 && !utf8.RuneStart(text[cut]) {
			cut--
		}
		c.buf = append(append(c.buf, text[:cut]...), "\r\n "...)
		text, room = text[cut:], maxCalendarLine-1 // the blank counts
	}
	c.buf = append(append(c.buf, text...), "\r\n"...)
}

func (c *calendarWriter) moment(name string, m catalog.Moment) {
	if m.Precision == catalog.Day {
		c.line(name+";VALUE=DATE", m.Time.Format(calendarDay))
		return
	}
	c.line(name, m.Time.UTC().Format(calendarUTC))
}

// escapeCalendar escapes a TEXT value (section 3.3.11). Control characters,
// which no value may hold, become blanks.
func escapeCalendar(s string) string {
	out := make([]byte, 0, len(s)+8)
	for _, c := range s {
		switch {
		case c == '\\' || c == ';' || c == ',':
			out = append(out, '\\', byte(c))
		case c == '\n':
			out = append(out, `\n`...)
		case c == '\r':
		case isControl(c):
			out = append(out, ' ')
		default:
			out = utf8.AppendRune(out, c)
		}
	}
	return string(out)
}
