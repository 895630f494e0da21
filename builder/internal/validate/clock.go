package validate

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Years that an event may lie in; what is outside is a mistake of a source.
const (
	firstYear = 1900
	lastYear  = 2200
)

// reading is what a text says of a moment, before any zone is looked at.
type reading struct {
	wall      time.Time // date and clock as written, in UTC
	clock     bool      // there is an hour
	offset    int       // seconds east of UTC
	hasOffset bool
}

// readTime reads the forms in which backends write a moment:
//
//	2026-05-23T21:00:00-03:00   RFC 3339; also a space instead of T, without
//	                            seconds, with a fraction, offset +0200 or +02
//	2026-05-23T21:00            local time
//	2026-05-23                  a day
//	23/05/2026 21:00            day first, as in Brazil and most of Europe
//	20260523T210000Z            the basic form of ISO 8601, as in calendars
//	1779580800                  Unix seconds, or milliseconds with 12 digits or more
func readTime(s string) (reading, bool) {
	s = strings.TrimSpace(s)
	if len(s) > 64 {
		return reading{}, false
	}
	s = extended(s)
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return readUnix(n)
	}
	p := scanner{s: s}
	year, month, day := 0, 0, 0
	if strings.IndexByte(s, '/') > 0 {
		day = p.number(1, 2)
		p.byte('/')
		month = p.number(1, 2)
		p.byte('/')
		year = p.number(4, 4)
	} else {
		year = p.number(4, 4)
		p.byte('-')
		month = p.number(2, 2)
		p.byte('-')
		day = p.number(2, 2)
	}
	var r reading
	hour, minute, second := 0, 0, 0
	if !p.end() {
		r.clock = true
		if !p.space() && !p.byte('T') && !p.byte('t') {
			return reading{}, false
		}
		p.bad = false
		hour = p.number(1, 2)
		p.byte(':')
		minute = p.number(2, 2)
		if p.peek() == ':' {
			p.byte(':')
			second = p.number(2, 2)
			p.fraction()
		}
		p.space()
		p.bad = p.bad || !p.zone(&r)
	}
	r.wall = time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	switch {
	case p.bad || !p.end(), r.wall.Day() != day || r.wall.Month() != time.Month(month):
		return reading{}, false
	case hour > 24 || minute > 59 || second > 60 || hour == 24 && minute+second > 0:
		return reading{}, false
	}
	// 24:00 is the end of the day (ISO 8601); a leap second counts as the last.
	r.wall = r.wall.Add(time.Duration(hour)*time.Hour + time.Duration(
		minute)*time.Minute + time.Duration(min(second, 59))*time.Second)
	return r, inYears(r.wall)
}

var basic = regexp.MustCompile(`^(\d{4})(\d{2})(\d{2})[Tt](\d{2})(\d{2})(\d{2})?(.*)$`)

// extended writes a time in the basic form of ISO 8601 in the extended one. A date alone in that
// form is a number like any other, and stays one.
func extended(s string) string {
	m := basic.FindStringSubmatch(s)
	switch {
	case m == nil:
		return s
	case m[6] == "":
		return m[1] + "-" + m[2] + "-" + m[3] + "T" + m[4] + ":" + m[5] + m[7]
	}
	return m[1] + "-" + m[2] + "-" + m[3] + "T" + m[4] + ":" + m[5] + ":" + m[6] + m[7]
}

// readUnix reads Unix time. Small numbers are refused: they are counters, years
// or dates without separators, and would become days of 1970.
func readUnix(n int64) (reading, bool) {
	if n >= 1e11 || n <= -1e11 {
		n /= 1000
	}
	if n < 1e8 && n > -1e8 {
		return reading{}, false
	}
	r := reading{wall: time.Unix(n, 0).UTC(), clock: true, hasOffset: true}
	return r, inYears(r.wall)
}

func inYears(t time.Time) bool { return t.Year() >= firstYear && t.Year() <= lastYear }

// scanner reads a text from the left and remembers the first thing wrong.
type scanner struct {
	s   string
	bad bool
}

func (p *scanner) end() bool { return p.s == "" }

func (p *scanner) peek() byte {
	if p.s == "" {
		return 0
	}
	return p.s[0]
}

// byte takes c, or sets bad.
func (p *scanner) byte(c byte) bool {
	if p.peek() != c {
		p.bad = true
		return false
	}
	p.s = p.s[1:]
	return true
}

// space takes any number of spaces and says whether there was one.
func (p *scanner) space() bool {
	n := len(p.s)
	p.s = strings.TrimLeft(p.s, " ")
	return len(p.s) < n
}

// number takes from least to most digits.
func (p *scanner) number(least, most int) int {
	n, value := 0, 0
	for n < len(p.s) && n < most && p.s[n] >= '0' && p.s[n] <= '9' {
		value = value*10 + int(p.s[n]-'0')
		n++
	}
	p.bad = p.bad || n < least
	p.s = p.s[n:]
	return value
}

// fraction takes the fraction of a second, which nothing of ours shows.
func (p *scanner) fraction() {
	if c := p.peek(); c == '.' || c == ',' {
		p.s = p.s[1:]
		p.number(1, 12)
	}
}

// zone takes an offset, when there is one, and says whether it can be one.
func (p *scanner) zone(r *reading) bool {
	c := p.peek()
	switch {
	case c == 0:
		return true
	case strings.EqualFold(p.s, "Z") || strings.EqualFold(p.s, "UTC") ||
		strings.EqualFold(p.s, "GMT"):
		p.s, r.hasOffset = "", true
		return true
	case c != '+' && c != '-':
		return false
	}
	p.s = p.s[1:]
	hours, minutes := p.number(2, 2), 0
	if p.peek() == ':' {
		p.s = p.s[1:]
	}
	if !p.end() {
		minutes = p.number(2, 2)
	}
	r.offset, r.hasOffset = hours*3600+minutes*60, true
	if c == '-' {
		r.offset = -r.offset
	}
	return hours <= 18 && minutes <= 59
}
