package ical

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"time"

	"cartaz/builder/catalog"
)

// Event is the content of a VEVENT (RFC 5545, section 3.6.1). Empty members are left out.
type Event struct {
	UID string
	// Revised is when another member last changed: DTSTAMP and LAST-MODIFIED.
	Revised time.Time
	// Sequence counts these changes, from 0.
	Sequence uint32
	// Start is an Instant or a Day. End is left out unless it is after the start, in the same form.
	// An End that is a Day is the last day, and DTEND the day after it.
	Start, End catalog.Moment
	// Dates are the other times of the event, in the form of the start.
	Dates []catalog.Session
	// Zone is the zone of the event's hours; if it is nil, hours are in UTC.
	Zone        *time.Location
	Summary     string
	Description string
	Status      Status
	Location    string
	Lat, Lon    string // decimal degrees as digits
	URL         string
	Organizer   string // a name
	// OrganizerURL is the address of the organiser; without it there is no ORGANIZER, whose value
	// is an address.
	OrganizerURL string
	Categories   []string
}

// Status is the STATUS of an event (section 3.8.1.11).
type Status string

// The values of STATUS.
const (
	Tentative Status = "TENTATIVE"
	Confirmed Status = "CONFIRMED"
	Cancelled Status = "CANCELLED"
)

// AppendEvent appends a VEVENT.
func AppendEvent(b []byte, e *Event) []byte {
	w := writer{buf: b}
	w.add(eventBegin)
	w.textLine("UID:", e.UID)
	w.timeLine("DTSTAMP:", e.Revised.UTC(), formUTC)
	w.timeLine(lastModified, e.Revised.UTC(), formUTC)
	w.begin(sequence)
	w.buf = strconv.AppendUint(w.buf, uint64(e.Sequence), 10)
	w.end()
	zone := e.Zone
	if e.Start.Precision != catalog.Instant || !CanName(zone) {
		zone = nil
	}
	w.moment("DTSTART", e.Start, zone)
	if end, ok := e.end(); ok {
		w.moment("DTEND", end, zone)
	}
	w.dates(e, zone)
	w.textLine("SUMMARY:", e.Summary)
	w.textLine("DESCRIPTION:", e.Description)
	if e.Status != "" {
		w.line(status, string(e.Status))
	}
	w.textLine("LOCATION:", e.Location)
	if e.Lat != "" && e.Lon != "" {
		w.line("GEO:", e.Lat+";"+e.Lon)
	}
	w.addressLine("URL:", e.URL)
	if e.OrganizerURL != "" {
		w.begin("ORGANIZER;CN=")
		w.parameter(e.Organizer)
		w.add(":" + e.OrganizerURL)
		w.end()
	}
	if len(e.Categories) > 0 {
		w.begin("CATEGORIES:")
		for i, c := range e.Categories {
			if i > 0 {
				w.add(",")
			}
			w.text(c)
		}
		w.end()
	}
	w.add(eventEnd)
	return w.buf
}

// end returns DTEND, in the form of the start (section 3.8.2.2).
func (e *Event) end() (catalog.Moment, bool) {
	return endOf(catalog.Session{Starts: e.Start, Ends: e.End})
}

func endOf(e catalog.Session) (catalog.Moment, bool) {
	if !e.Ends.Known() {
		return e.Ends, false
	}
	if e.Starts.Precision == catalog.Instant {
		return e.Ends, e.Ends.Precision == catalog.Instant && e.Ends.Time.After(e.Starts.Time)
	}
	y, m, d := e.Ends.Time.Date()
	last := time.Date(y, m, d+1, 0, 0, 0, 0, time.UTC)
	return catalog.Moment{Precision: catalog.Day, Time: last}, last.After(e.Starts.Time)
}

// dates writes RDATE (section 3.8.5.2): the dates that last as long as the first one, then the
// others as periods. It leaves out dates in another form than the first, and dates of several days.
func (w *writer) dates(e *Event, zone *time.Location) {
	length := func(s catalog.Session) time.Duration {
		if end, ok := endOf(s); ok {
			return end.Time.Sub(s.Starts.Time)
		}
		return 0
	}
	own := length(catalog.Session{Starts: e.Start, Ends: e.End})
	var same, other []string
	parameter, _ := written(e.Start, zone)
	for _, s := range e.Dates {
		_, start := written(s.Starts, zone)
		_, end := written(s.Ends, zone)
		switch long := length(s); {
		case s.Starts.Precision != e.Start.Precision:
		case long == own:
			same = append(same, start)
		case long > 0 && s.Starts.Precision == catalog.Instant:
			other = append(other, start+"/"+end)
		}
	}
	if len(same) > 0 {
		w.line("RDATE"+parameter+":", strings.Join(same, ","))
	}
	if len(other) > 0 {
		w.line("RDATE;VALUE=PERIOD"+parameter+":", strings.Join(other, ","))
	}
}

// Reminding returns a calendar whose events have an alarm a day before them.
func Reminding(calendar []byte) []byte {
	const end = "\r\n" + eventEnd
	return bytes.ReplaceAll(calendar, []byte(end), []byte("\r\nBEGIN:VALARM\r\nACTION:DISPLAY\r\n"+
		"DESCRIPTION:⏰\r\nTRIGGER:-P1D\r\nEND:VALARM"+end))
}

// Cancel returns the VEVENT of an event that its source no longer has: cancelled, with the next
// SEQUENCE, changed at the time at. An event that was cancelled before stays as it is.
func Cancel(event []byte, at time.Time) []byte {
	if bytes.Contains(event, []byte("\r\n"+status+string(Cancelled)+"\r\n")) {
		return event
	}
	stamp := at.UTC().Format(formUTC) + "\r\n"
	var out []byte
	for line := range bytes.SplitAfterSeq(event, []byte("\r\n")) {
		switch {
		case bytes.HasPrefix(line, []byte("DTSTAMP:")):
			line = []byte("DTSTAMP:" + stamp)
		case bytes.HasPrefix(line, []byte(lastModified)):
			line = []byte(lastModified + stamp)
		case bytes.HasPrefix(line, []byte(sequence)):
			n, _ := strconv.ParseUint(string(bytes.TrimSpace(line[len(sequence):])), 10, 32)
			line = fmt.Appendf(nil, "%s%d\r\n", sequence, n+1)
		case bytes.HasPrefix(line, []byte(status)):
			line = nil // the new line comes at the end
		case string(line) == eventEnd:
			line = []byte(status + string(Cancelled) + "\r\n" + eventEnd)
		}
		out = append(out, line...)
	}
	return out
}

// Revised returns LAST-MODIFIED of a VEVENT, or the zero time.
func Revised(event []byte) time.Time {
	t, _ := time.Parse(formUTC, value(event, lastModified))
	return t
}

// UID returns the UID of a VEVENT whose UID needs no escape, or "".
func UID(event []byte) string { return value(event, "UID:") }

// value returns the value of the first line with a name, or "". Folded lines are not joined.
func value(component []byte, name string) string {
	_, rest, ok := bytes.Cut(component, []byte("\r\n"+name))
	if !ok {
		return ""
	}
	line, _, _ := bytes.Cut(rest, []byte("\r\n"))
	return string(line)
}

const (
	eventBegin   = "BEGIN:VEVENT\r\n"
	eventEnd     = "END:VEVENT\r\n"
	lastModified = "LAST-MODIFIED:"
	sequence     = "SEQUENCE:"
	status       = "STATUS:"
)
