package ical

import (
	"strings"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/text"
)

// writer writes content lines, folded and ended by CRLF.
type writer struct {
	buf   []byte
	start int // where the current line begins in buf
}

// maxLine is the length of a content line in octets, without its end (RFC 5545, section 3.1).
const maxLine = 75

// The forms of a time (section 3.3.5) and of a day (section 3.3.4).
const (
	formUTC   = "20060102T150405Z"
	formLocal = "20060102T150405"
	formDay   = "20060102"
)

// begin starts a line; name includes its parameters and the colon. Text added before end is its
// value.
func (w *writer) begin(name string) {
	w.start = len(w.buf)
	w.add(name)
}

func (w *writer) add(s string) { w.buf = append(w.buf, s...) }

// end ends the line. It folds a long line (section 3.1), never inside a UTF-8 character.
func (w *writer) end() {
	if len(w.buf)-w.start > maxLine {
		line, room := string(w.buf[w.start:]), maxLine
		w.buf = w.buf[:w.start]
		for len(line) > room {
			first := text.Clip(line, room)
			w.add(first)
			w.add("\r\n ")
			line, room = line[len(first):], maxLine-1 // the space counts
		}
		w.add(line)
	}
	w.add("\r\n")
}

// line writes a line that needs no escape.
func (w *writer) line(name, value string) {
	w.begin(name)
	w.add(value)
	w.end()
}

// textLine writes a line with a TEXT value, and nothing for "".
func (w *writer) textLine(name, value string) {
	if value != "" {
		w.begin(name)
		w.text(value)
		w.end()
	}
}

// addressLine writes a line with a URI, and nothing for "". It drops spaces and control characters,
// which are invalid in an address.
func (w *writer) addressLine(name, value string) {
	if value != "" {
		w.line(name, strings.Map(func(r rune) rune {
			if text.IsControl(r) || r == ' ' {
				return -1
			}
			return r
		}, value))
	}
}

func (w *writer) timeLine(name string, t time.Time, form string) {
	w.begin(name)
	w.buf = t.AppendFormat(w.buf, form)
	w.end()
}

// text adds a TEXT value (section 3.3.11). A value must not contain control characters; they become
// spaces.
func (w *writer) text(s string) { w.add(strings.Map(printable, textEscapes.Replace(s))) }

// parameter adds a quoted parameter value (section 3.2). It replaces quotes and control characters,
// and backslashes, which some programs read as an escape.
func (w *writer) parameter(s string) {
	w.add(`"` + strings.Map(printable, inParameters.Replace(s)) + `"`)
}

var (
	textEscapes = strings.NewReplacer(`\`, `\\`, ";", `\;`, ",", `\,`, "\n", `\n`, "\r", "")

	inParameters = strings.NewReplacer(`"`, "'", `\`, "/")
)

// printable returns a character, or a space for a control character.
func printable(r rune) rune {
	if text.IsControl(r) {
		return ' '
	}
	return r
}

// moment writes a start or an end: a day as a date, an hour in its zone, or in UTC if zone is nil.
func (w *writer) moment(name string, m catalog.Moment, zone *time.Location) {
	parameter, value := written(m, zone)
	w.line(name+parameter+":", value)
}

// written returns a moment as a property value, and the property's parameter.
func written(m catalog.Moment, zone *time.Location) (parameter, value string) {
	switch {
	case m.Precision == catalog.Day:
		return ";VALUE=DATE", m.Time.Format(formDay)
	case zone == nil:
		return "", m.Time.UTC().Format(formUTC)
	}
	return ";TZID=" + zone.String(), m.Time.In(zone).Format(formLocal)
}
