// Package times reads dates, times of day and names of zones as sources write them: those of
// programs (ISO 8601, RFC 3339, RFC 5322, Unix time) and those of people, in seven languages.
//
//	2027-02-01T20:00:00-03:00   also a blank instead of T, no seconds, a fraction, offset +0200 or
//	                            +02, "UTC-3", or a zone: "CET", "[Europe/Paris]"
//	2027-02-01T20:00            on the clocks of the event
//	2027-02-01, 2027/2/1        a day
//	20270201, 20270201T200000Z  the basic form of ISO 8601, as in calendars
//	01/02/2027 20h30, 1.2.27    day and month in an [Order]
//	1-Feb-27, February 1, 2027, seg., 1º de fevereiro de 2027 às 20h
//	1801522800                  Unix seconds, or milliseconds with 12 digits or more
//
// Nothing depends on the zone or the language of the machine.
package times

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"cartaz/builder/text"
)

// Years that an event may lie in; what is outside is a mistake of a source.
const (
	firstYear = 1900
	lastYear  = 2200
	maxText   = 100 // bytes of a text that is read
)

// Reading is what a text says of a moment, before any zone is looked at.
type Reading struct {
	Wall      time.Time // date and clock as written, in UTC
	Clock     bool      // there is an hour
	Offset    int       // seconds east of UTC
	HasOffset bool
	Doubt     bool   // day and month could be the other way round
	Rest      string // what stands behind the day and cannot be read: there is no hour then
}

// String is the reading as records have it.
func (r Reading) String() string {
	switch {
	case !r.Clock:
		return r.Wall.Format(time.DateOnly)
	case !r.HasOffset:
		return r.Wall.Format("2006-01-02T15:04:05")
	}
	return r.Wall.Format("2006-01-02T15:04:05") +
		time.Time{}.In(time.FixedZone("", r.Offset)).Format("Z07:00")
}

// Order is the order of day and month in dates like 01/02/2027.
type Order struct {
	MonthFirst bool
	Sure       bool // some date of the document shows it; else it follows from the locale
}

// OrderOf looks at all dates of a document: a first number beyond 12 is a day, and a second one
// too. Where none shows it, English has the month first, and every other locale the day.
func OrderOf(dates []string, locale string) Order {
	days, months := 0, 0
	for _, text := range dates {
		p := scanner{strings.TrimSpace(text)}
		d, ok := p.parts()
		switch {
		case !ok || d.name >= 0 || d.digits[0] > 2:
		case d.n[0] > 12 || d.sep[1] == '.':
			days++
		case d.n[1] > 12:
			months++
		}
	}
	sure := (days > 0) != (months > 0)
	return Order{MonthFirst: months > 0 && sure || !sure && strings.HasPrefix(locale, "en"),
		Sure: sure}
}

var basic = regexp.MustCompile(
	`^(\d{4})(\d{2})(\d{2})(?:[Tt ]?(\d{2})(\d{2})(\d{2})?(\D.*)?)?$`)

// Read reads a moment; false for a text that begins with no date.
func Read(s string, o Order) (Reading, bool) {
	s = strings.TrimSpace(s)
	if len(s) > maxText {
		return Reading{}, false
	}
	if len(s) >= 8 && strings.Trim(s[:8], "0123456789") == "" {
		if m := basic.FindStringSubmatch(s); m != nil {
			text := m[1] + "-" + m[2] + "-" + m[3]
			if m[4] != "" {
				text += "T" + m[4] + ":" + m[5] + ":" + (m[6] + "00")[:2] + m[7]
			}
			if r, ok := Read(text, o); ok && r.Rest == "" {
				return r, true
			}
		}
	}
	if s != "" && strings.Trim(strings.TrimPrefix(s, "-"), "0123456789") == "" {
		n, _ := strconv.ParseInt(s, 10, 64) // at the ends of int64 no year
		return readUnix(n)
	}
	p := scanner{s}
	date, ok := p.parts()
	if !ok {
		// "mar 2 mars 2027": Tuesday in French, Spanish and Italian.
		p = scanner{s}
		if p.word() != "mar" {
			return Reading{}, false
		}
		if date, ok = p.parts(); !ok {
			return Reading{}, false
		}
	}
	r, ok := date.day(o)
	if !ok {
		return Reading{}, false
	}
	rest := strings.TrimSpace(p.s)
	if p.clock(&r) {
		return r, r.Wall.Year() <= lastYear
	}
	return Reading{Wall: r.Wall.Truncate(24 * time.Hour), Doubt: r.Doubt, Rest: rest}, true
}

// Clock reads a time of day.
func Clock(s string) (time.Duration, bool) {
	var r Reading
	p := scanner{strings.TrimSpace(s)}
	ok := len(s) <= maxText && p.clock(&r) && r.Clock && !r.HasOffset
	return r.Wall.Sub(time.Time{}), ok
}

// readUnix reads Unix time. Small numbers are refused: they are counters or years, and would become
// days of 1970.
func readUnix(n int64) (Reading, bool) {
	if n >= 1e11 || n <= -1e11 {
		n /= 1000
	}
	if n < 1e8 && n > -1e8 {
		return Reading{}, false
	}
	r := Reading{Wall: time.Unix(n, 0).UTC(), Clock: true, HasOffset: true}
	return r, inYears(r.Wall)
}

func inYears(t time.Time) bool { return t.Year() >= firstYear && t.Year() <= lastYear }

// In is the moment at which clocks of loc show wall, a time in UTC. Where they showed it twice, the
// first counts; where they skipped it, the time moves forward by the hour that was skipped, never
// back into the day before.
func In(wall time.Time, loc *time.Location) (t time.Time, skipped bool) {
	for _, day := range []time.Duration{-24 * time.Hour, 24 * time.Hour} {
		_, offset := wall.Add(day).In(loc).Zone()
		at := wall.Add(-time.Duration(offset) * time.Second).In(loc)
		if _, shown := at.Zone(); shown == offset {
			return at, false
		}
		if day < 0 {
			t = at // with the offset that the skipped hour lacks
		}
	}
	return t, true
}

// date is the three parts of a date as they are written.
type date struct {
	n, digits [3]int
	sep       [3]byte // before the part: one of -/., else a blank
	name      int     // which part is the name of a month; -1 for none
}

// day is the day of a date.
func (d date) day(o Order) (r Reading, ok bool) {
	year, month, day := 2, 1, 0
	switch {
	case d.digits[0] == 4:
		year, day = 0, 2
	case d.name == 0:
		month, day = 0, 1
	case d.name < 0:
		dotted := d.sep[1] == '.'
		r.Doubt = !dotted && !o.Sure && d.n[0] <= 12 && d.n[1] <= 12 && d.n[0] != d.n[1]
		if !dotted && o.MonthFirst && d.n[0] <= 12 || d.n[1] > 12 {
			month, day = 0, 1
		}
	}
	full := d.n[year]
	switch {
	case d.digits[year] == 2 && year == 2 && d.name != 0 && d.sep[2] != ' ':
		full += 2000
	case d.digits[year] != 4:
		return r, false
	}
	r.Wall = time.Date(full, time.Month(d.n[month]), d.n[day], 0, 0, 0, 0, time.UTC)
	return r, d.digits[day] <= 2 && d.digits[month] <= 2 && inYears(r.Wall) &&
		r.Wall.Day() == d.n[day] && r.Wall.Month() == time.Month(d.n[month])
}

// scanner reads a text from the left.
type scanner struct{ s string }

func (p *scanner) peek() byte {
	if p.s == "" {
		return 0
	}
	return p.s[0]
}

// number takes a run of digits and says how many there were.
func (p *scanner) number() (n, digits int) {
	for digits < len(p.s) && p.s[digits] >= '0' && p.s[digits] <= '9' {
		n = min(n*10+int(p.s[digits]-'0'), 1e9)
		digits++
	}
	p.s = p.s[digits:]
	return n, digits
}

// word takes a run of letters and gives it folded.
func (p *scanner) word() string {
	end := strings.IndexFunc(p.s, func(c rune) bool { return !unicode.IsLetter(c) })
	if end < 0 {
		end = len(p.s)
	}
	word := p.s[:end]
	p.s = p.s[end:]
	return text.Fold(word)
}

// skip takes signs and words of a list, and gives the first of the signs that divide numbers, else
// a blank; 0 when there was nothing.
func (p *scanner) skip(signs string, words map[string]int) (sep byte) {
	for p.s != "" {
		c, size := utf8.DecodeRuneInString(p.s)
		switch {
		case strings.ContainsRune(signs, c):
			if p.s = p.s[size:]; strings.ContainsRune("-/.", c) && (sep == 0 || sep == ' ') {
				sep = byte(c)
			} else if sep == 0 {
				sep = ' '
			}
			continue
		case c < utf8.RuneSelf && !unicode.IsLetter(c):
			return sep
		}
		before := p.s
		if _, ok := words[p.word()]; !ok || p.s == before {
			p.s = before
			return sep
		}
		if sep == 0 {
			sep = ' '
		}
	}
	return sep
}

// parts takes the three parts of a date.
func (p *scanner) parts() (d date, ok bool) {
	d.name = -1
	p.skip(" .,-", weekdays)
	for i := range 3 {
		if i > 0 {
			if d.sep[i] = p.skip(" .,-/ºª°", fillers); d.sep[i] == 0 {
				return d, false
			}
		}
		if d.n[i], d.digits[i] = p.number(); d.digits[i] > 0 {
			continue
		}
		if d.n[i] = months[p.word()]; d.n[i] == 0 || d.name >= 0 || i == 2 {
			return d, false
		}
		d.name = i
	}
	// Blanks divide the parts of a date only beside a name.
	return d, d.name >= 0 || d.sep[1] == d.sep[2] && d.sep[1] != ' '
}

// clock takes the time of day and the zone up to the end. There need not be an hour; false for what
// cannot be read.
func (p *scanner) clock(r *Reading) bool {
	if p.s == "" || strings.IndexByte("Z+-", p.s[0]) >= 0 && p.zone(r) {
		r.HasOffset = false // of a day alone (XML Schema) it says nothing
		return true
	}
	iso := p.s[0] == 'T' || p.s[0] == 't'
	if iso {
		p.s = p.s[1:]
	} else {
		p.skip(" ,-–|·@", clockWords)
	}
	p.s = strings.ReplaceAll(p.s, " h ", "h")
	hour, digits := p.number()
	minute, second := 0, 0
	ok := digits == 1 || digits == 2
	if digits == 4 {
		hour, minute, ok = hour/100, hour%100, true
	} else if c := p.peek(); c == ':' || c == '.' || c|0x20 == 'h' {
		p.s = p.s[1:]
		if minute, digits = p.number(); digits != 2 && (digits > 0 || c|0x20 != 'h') {
			return false
		}
		if p.peek() == ':' {
			p.s = p.s[1:]
			second, digits = p.number()
			ok = ok && digits == 2
			if c := p.peek(); c == '.' || c == ',' {
				p.s = p.s[1:]
				p.number()
			}
		}
	}
	before := p.s
	p.s = strings.TrimLeft(p.s, " ")
	switch half := strings.ReplaceAll(strings.ToLower(p.s[:min(len(p.s), 4)]), ".", ""); {
	case strings.HasPrefix(half, "am") || strings.HasPrefix(half, "pm"):
		ok = ok && hour >= 1 && hour <= 12
		if hour %= 12; half[0] == 'p' {
			hour += 12
		}
		p.s = strings.TrimLeft(strings.TrimLeft(p.s, "aApPmM."), " ")
	default:
		if p.skip(" ", hourWords) == 0 {
			p.s = before
		}
	}
	if !ok || hour > 24 || minute > 59 || second > 60 || hour == 24 && minute+second > 0 {
		return false
	}
	// 24:00 is the end of the day (ISO 8601); a leap second counts as the last.
	r.Clock = true
	r.Wall = r.Wall.Add(time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute +
		time.Duration(min(second, 59))*time.Second)
	if strings.TrimSpace(p.s) == "" {
		return true
	}
	// In "10:00-12:00" the second is no offset.
	clock := hour*3600 + minute*60
	return p.zone(r) && (iso || second > 0 || r.Offset >= 0 || -r.Offset <= clock)
}

// mailZones are the offsets of the names of RFC 822 (section 5.1), which feeds have in dates.
var mailZones = map[string]string{"UT": "+0000", "EST": "-0500", "EDT": "-0400", "CST": "-0600",
	"CDT": "-0500", "MST": "-0700", "MDT": "-0600", "PST": "-0800", "PDT": "-0700"}

// zone takes an offset or the name of a zone, with a name in brackets behind it or without.
func (p *scanner) zone(r *Reading) bool {
	s := strings.TrimSpace(p.s)
	if at := strings.IndexAny(s, "[("); at > 0 {
		s = strings.TrimSpace(s[:at])
	}
	s = strings.Trim(s, "[]()")
	if r.HasOffset = s == "Z" || s == "z"; r.HasOffset {
		return true
	}
	// "2027-02-01 20:00:00 +0000 UTC"
	loc := fixed(cmp.Or(mailZones[strings.ToUpper(s)], strings.TrimSuffix(s, " UTC")))
	if loc == nil {
		if loc, _ = Zone(s); loc == nil {
			return false
		}
	}
	at, _ := In(r.Wall, loc)
	_, r.Offset = at.Zone()
	r.HasOffset = true
	return true
}

// indexed numbers the words of each line.
func indexed(lines string) map[string]int {
	words := map[string]int{}
	for i, line := range strings.Split(lines, "\n") {
		for _, word := range strings.Fields(line) {
			words[word] = i + 1
		}
	}
	return words
}

// months are the names of months in Portuguese, Spanish, French, German, Italian, Dutch and
// English, folded, and their usual short forms.
var months = indexed(`january janeiro enero janvier januar janner gennaio januari jan ene janv gen
february fevereiro febrero fevrier februar feber febbraio februari feb fev fevr
march marco marzo mars marz maart mar mrz mrt
april abril avril aprile apr abr avr
may maio mayo mai maggio mei mag
june junho junio juin juni giugno jun giu
july julho julio juillet juli luglio jul juil lug
august agosto aout augustus aug ago agos
september setembro septiembre setiembre septembre settembre sep sept set sett
october outubro octubre octobre oktober ottobre oct out okt ott
november novembro noviembre novembre nov
december dezembro diciembre decembre dezember dicembre dec dez dic`)

// weekdays are those names that no month has, in the same languages.
var weekdays = indexed(`monday tuesday wednesday thursday friday saturday sunday
mon tue tues wed thu thur thurs fri sat sun
segunda terca quarta quinta sexta sabado domingo feira seg ter qua qui sex sab dom
lunes martes miercoles jueves viernes lun mie jue vie
lundi mardi mercredi jeudi vendredi samedi dimanche mer jeu ven sam dim le
montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag mo di mi do fr sa so
lunedi martedi mercoledi giovedi venerdi sabato domenica gio
maandag dinsdag woensdag donderdag vrijdag zaterdag zondag ma wo vr za zo`)

// Words between the parts of a date, before an hour, and behind one.
var (
	fillers    = indexed("de of del den the st nd rd th er")
	clockWords = indexed("as a at um om alle dalle ore kl las de das from von van ab")
	hourWords  = indexed("h hs hrs hora horas heure heures uhr uur u ore min")
)
