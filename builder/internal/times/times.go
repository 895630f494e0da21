// Package times reads dates, times of day and names of zones as sources write them: the formats of
// programs (ISO 8601, RFC 3339, RFC 5322, Unix time), and what people write in seven languages.
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
	_ "embed" // months.txt, weekdays.txt, windows.txt
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"cartaz/builder/catalog"
	"cartaz/builder/lang"
	"cartaz/builder/text"
)

// Years of events; a year outside is a mistake of a source.
const (
	firstYear = 1900
	lastYear  = 2200
	maxText   = 100 // bytes of a text that is read
	lastHour  = 29  // 24:00 is the end of a day (ISO 8601), and 25:30 half past one in its night
)

// Reading is a moment as a text has it, before any zone is applied.
type Reading struct {
	Wall      time.Time // date and clock as written, in UTC
	Clock     bool      // there is an hour
	Offset    int       // seconds east of UTC
	HasOffset bool
	Zone      string // a name of a zone after it, as it is written
	Doubt     bool   // day and month could be the other way round
	Astray    bool   // it names another day of the week
	Night     bool   // the hour is a word for midnight, which begins a day or ends it
	Rest      string // text after the day that cannot be read: there is no hour then
}

// Instant returns the moment itself; without an offset, its clock counts as UTC.
func (r Reading) Instant() time.Time { return r.Wall.Add(-time.Duration(r.Offset) * time.Second) }

// Order is the order of day and month in dates like 01/02/2027.
type Order struct {
	MonthFirst bool
	Sure       bool // some date of the document shows it; else it follows from the locale
}

// Name returns "day" or "month" for the one that comes first, or "" if no date shows it.
func (o Order) Name() string {
	switch {
	case !o.Sure:
		return ""
	case o.MonthFirst:
		return "month"
	}
	return "day"
}

// OrderOf finds the order in which the dates of a document have day and month: a number above 12 is
// a day. If no date shows the order, English has the month first, and every other locale the day.
func OrderOf(dates []string, locale string) Order {
	days, months := 0, 0
	for _, text := range dates {
		p := scanner{strings.TrimSpace(text)}
		d, ok := p.parts()
		switch {
		case !ok || d.name >= 0 || d.digits[0] > 2 || d.n[0] > d.n[2] && d.sep[1] == '-':
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

// another matches the text after a date that begins a span: "13.03. - 15.03.2027".
var another = regexp.MustCompile(`^[./-]\d`)

var basic = regexp.MustCompile(
	`^(\d{4})(\d{2})(\d{2})(?:[Tt ]?(\d{2})(\d{2})(\d{2})?(\D.*)?)?$`)

// mail is the time of day after a year of two digits (RFC 822, section 5).
var mail = regexp.MustCompile(`^ \d\d:\d\d(:\d\d)?( |$)`)

// hourEnd matches what follows the number of an hour. secondHour matches the second of two times of
// day after a date in numbers: in "13.03.2027 22:00-03:00" it is an hour and no offset.
var (
	hourEnd    = regexp.MustCompile(`^(?i)(:\d| ?([hu]|uhr|uur|[ap]\.? ?m)\b|\.\d\d( |$))`)
	secondHour = regexp.MustCompile(`\d-\d\d?:\d\d$`)
)

// Read reads a moment. It returns false for a text that does not begin with a date.
func Read(s string, o Order) (Reading, bool) {
	if len(s) > maxText {
		return Reading{}, false
	}
	s, zone, named := strings.Cut(s, "[") // RFC 9557: 2027-02-01T20:00[Europe/Paris]
	zone, _, _ = strings.Cut(zone, "]")
	if named {
		r, ok := Read(s, o)
		r.Zone = strings.TrimPrefix(zone, "!")
		return r, ok
	}
	s = strings.TrimSpace(s)
	// 20270201T200000, then Unix time, then a date in numbers or words.
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
		if p.word() == "mar" {
			date, ok = p.parts()
		}
	}
	r, exists := date.day(o, mail.MatchString(p.s))
	if !ok || !exists {
		return Reading{}, false
	}
	day, rest := r.Wall, strings.TrimSpace(p.s)
	// The name of a day of the week, 1 to 7, may decide between day and month, or contradict.
	weekday := weekdays[(&scanner{s}).word()]
	is := time.Weekday(weekday % 7)
	r.Astray = weekday%8 > 0 && is != day.Weekday()
	if other, _ := date.day(Order{MonthFirst: !o.MonthFirst}, false); r.Doubt && weekday%8 > 0 {
		if r.Astray && is == other.Wall.Weekday() { // the day of the week decides
			r.Wall, day, r.Astray = other.Wall, other.Wall, false
		}
		r.Doubt = r.Astray
	}
	// The hour, if one follows.
	if (date.digits[0] == 4 || !secondHour.MatchString(rest)) && p.clock(&r) {
		return r, r.Wall.Year() <= lastYear
	}
	return Reading{Wall: day, Doubt: r.Doubt, Astray: r.Astray, Rest: rest},
		!another.MatchString(rest)
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

func inYears(t time.Time) bool {
	return t.Year() >= firstYear && t.Year() <= lastYear || Epoch(t)
}

// Epoch reports whether a day is one from which a program counts time, and on which it puts times
// of day: Unix, Rails, and spreadsheets.
func Epoch(t time.Time) bool {
	switch t.Format(time.DateOnly) {
	case "1970-01-01", "2000-01-01", "1899-12-30", "1899-12-31":
		return true
	}
	return false
}

// In returns the moment at which clocks of loc show wall, a time in UTC. If they showed it twice,
// the first moment counts. If they skipped it, the result is later by the skipped hour, never on
// the day before.
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
	name      int     // which part is the name of a month, or -1
}

// isShort reports whether the date has three numbers of two digits that may begin with the year, as
// in 27-03-10.
func (d *date) isShort() bool {
	return d.digits == [3]int{2, 2, 2} && d.sep[1] == '-' && d.n[1] <= 12 && d.n[2] <= 31
}

// parts returns which part is the year, the month and the day; doubt reports whether another order
// is about as likely.
func (d *date) parts(o Order) (year, month, day int, doubt bool) {
	switch {
	case d.digits[0] == 4: // 2027-11-28
		return 0, 1, 2, false
	case d.isShort() && d.n[0] > d.n[2]: // "27-03-10" is of 2027 rather than of 2010
		return 0, 1, 2, d.n[0] <= 31
	case d.name == 0: // November 28, 2027
		return 2, 0, 1, false
	case d.name > 0: // 28 November 2027
		return 2, 1, 0, false
	}
	first, second := d.n[0], d.n[1]
	dotted := d.sep[1] == '.' // the day comes first
	either := first <= 12 && second <= 12 && first != second
	doubt = !dotted && !o.Sure && either || d.isShort() && first > 20
	if second > 12 || !dotted && o.MonthFirst && first <= 12 {
		return 2, 0, 1, doubt
	}
	return 2, 1, 0, doubt
}

// day returns the date, with day and month in the order o. A year of two digits after a blank
// counts only in mail, which has an hour after it.
func (d *date) day(o Order, mail bool) (r Reading, ok bool) {
	year, month, day, doubt := d.parts(o)
	r.Doubt = doubt
	full := d.n[year]
	switch {
	case d.digits[year] == 4:
	case d.digits[year] != 2:
		return r, false
	case d.isShort(), year == 2 && d.name != 0 && (d.sep[2] != ' ' || mail):
		full += 2000
	default:
		return r, false
	}
	r.Wall = time.Date(full, time.Month(d.n[month]), d.n[day], 0, 0, 0, 0, time.UTC)
	return r, d.digits[day] <= 2 && d.digits[month] <= 2 && inYears(r.Wall) &&
		r.Wall.Day() == d.n[day] && r.Wall.Month() == time.Month(d.n[month])
}

// scanner reads a text from the left.
type scanner struct{ s string }

// number reads a run of digits, and returns how many there were.
func (p *scanner) number() (n, digits int) {
	for digits < len(p.s) && p.s[digits] >= '0' && p.s[digits] <= '9' {
		n = min(n*10+int(p.s[digits]-'0'), 1e9)
		digits++
	}
	p.s = p.s[digits:]
	return n, digits
}

// word reads a run of letters and returns it folded.
func (p *scanner) word() string {
	end := strings.IndexFunc(p.s, func(c rune) bool { return !unicode.IsLetter(c) })
	if end < 0 {
		end = len(p.s)
	}
	word := p.s[:end]
	p.s = p.s[end:]
	return text.Fold(word)
}

// skip reads over the given signs and words. It returns the first of the signs that divide numbers,
// or else a blank, or 0 if there was nothing to skip.
func (p *scanner) skip(signs string, words map[string]int) (sep byte) {
	for p.s != "" {
		c, size := utf8.DecodeRuneInString(p.s)
		switch {
		case strings.ContainsRune(signs, c):
			p.s = p.s[size:]
			if strings.ContainsRune("-/.", c) && (sep == 0 || sep == ' ') {
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
		p.s = strings.TrimPrefix(p.s, ".") // "ca. 20 Uhr"
		if sep == 0 {
			sep = ' '
		}
	}
	return sep
}

// parts reads the three parts of a date.
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
	if d.digits[2] < 3 && hourEnd.MatchString(p.s) {
		return d, false // an hour after a day without a year
	}
	// Blanks divide the parts of a date only beside a name.
	return d, d.name >= 0 || d.sep[1] == d.sep[2] && d.sep[1] != ' '
}

// clockForm is an hour of four digits, or one with minutes and seconds, half of the day or words.
var clockForm = regexp.MustCompile(`(?i)^(?:(\d\d)(\d\d)|(\d\d?)(?:(?:[:.]| ?[hu] ?)(\d\d)` +
	`(?::(\d\d)(?:[.,]\d*)?)?)?)(?: ?h\b)?(?: *([ap])\.? ?m\b\.?)?` +
	`(?: *(?:h|hs|hrs|horas?|heures?|uhr(?:,? [cs]t)?|uur|u|ore|min)\b|,? *\(?[cs]\. ?t\.\)?)*`)

// clock reads the time of day and the zone, up to the end; both may be missing. It returns false if
// the rest cannot be read.
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
	if word := hours.Of(p.s); word != "" {
		r.Clock, r.Night = true, word == "midnight"
		r.Wall = r.Wall.Add(map[bool]time.Duration{true: 24, false: 12}[r.Night] * time.Hour)
		return true
	}
	m := clockForm.FindStringSubmatch(p.s)
	if m == nil || m[1] != "" && another.MatchString(p.s[len(m[0]):]) {
		return false // "2027-03-02" is another day
	}
	hour, _ := strconv.Atoi(m[1] + m[3]) // digits, as the next two
	minute, _ := strconv.Atoi("0" + m[2] + m[4])
	second, _ := strconv.Atoi("0" + m[5])
	ok := m[6] == "" || hour >= 1 && hour <= 12
	if m[6] != "" {
		hour %= 12
	}
	if m[6] == "p" || m[6] == "P" {
		hour += 12
	}
	p.s = p.s[len(m[0]):]
	if !ok || hour > lastHour || minute > 59 || second > 60 {
		return false
	}
	// A leap second counts as the last.
	r.Clock = true
	r.Wall = r.Wall.Add(time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute +
		time.Duration(min(second, 59))*time.Second)
	if strings.Trim(p.s, " .") == "" { // "20 h."
		return true
	}
	// In "10:00-12:00" the second is not an offset.
	clock := hour*3600 + minute*60
	return p.zone(r) && (iso || second > 0 || r.Offset >= 0 || -r.Offset <= clock)
}

// zone reads an offset or the name of a zone, and a name in brackets after it, if any.
func (p *scanner) zone(r *Reading) bool {
	s := strings.TrimSpace(p.s)
	if at := strings.IndexByte(s, '('); at > 0 {
		s = strings.TrimSpace(s[:at])
	}
	s = strings.Trim(s, "()")
	if r.HasOffset = s == "Z" || s == "z"; r.HasOffset {
		return true
	}
	// "2027-02-01 20:00:00 +0000 UTC"
	loc := fixed(strings.TrimSuffix(s, " UTC"))
	if loc == nil {
		var known string
		if loc, known = Zone(s); loc == nil {
			return false
		} else if strings.Contains(known, "/") {
			r.Zone = known // "CET" is only an offset
			return true
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
var months = indexed(monthNames)

//go:embed months.txt
var monthNames string

// weekdays are the names of the days of the week in the same languages, from Monday on, without
// those that are also months, and other words before a date.
var weekdays = indexed(weekdayNames)

//go:embed weekdays.txt
var weekdayNames string

// Words between the parts of a date, and before an hour.
var (
	fillers    = indexed("de of del den the st nd rd th er")
	clockWords = indexed("as a at um om alle dalle ore kl las de das from von van ab partir " +
		"desde des dès vanaf inicio início beginn start gegen ca circa por volta godz godzina o")
)

//go:embed windows.txt
var windowsFile string

// byWindows are the zones by the names that Windows has for them, and by the cities in its display
// names; all in small letters.
var byWindows = func() map[string]string {
	zones := map[string]string{}
	for line := range strings.Lines(windowsFile) {
		if name, zone, ok := strings.Cut(strings.TrimSpace(line), ": "); ok {
			zones[strings.ToLower(name)] = zone
			city := zone[strings.LastIndexByte(zone, '/')+1:]
			zones[strings.ToLower(strings.ReplaceAll(city, "_", " "))] = zone
		}
	}
	return zones
}()

var (
	offset  = regexp.MustCompile(`^(?i:UTC|GMT)? ?([+-]\d{1,2})(?::?([0-5]\d)|(\.\d{1,2}))?$`)
	display = regexp.MustCompile(`^\(((?:UTC|GMT)[^()]{0,8})\)(.*)$`)
	words   = regexp.MustCompile(`(?:^|[/_-])[a-z]`)
)

// zoneNames are what people call a zone: "BRT", "EST" as mail has it (RFC 822, section 5.1),
// "horário de Brasília".
var zoneNames = lang.Load("zones.txt")

// Zone returns the zone of a name, and its name in the IANA database. It knows the names of that
// database in any case and with any prefix ("/freeassociation.sourceforge.net/Europe/Paris"), the
// names of Windows (Unicode CLDR, windowsZones.xml), the texts that Windows shows, and offsets as
// "UTC-8", for which known is "". The zone is nil for any other name, and never the machine's own.
func Zone(name string) (loc *time.Location, known string) {
	if name = strings.TrimSpace(name); len(name) > 128 {
		return nil, ""
	}
	name = cmp.Or(zoneNames.Of(name), name)
	if loc, known = find(name); loc != nil {
		return loc, known
	}
	m := display.FindStringSubmatch(name)
	if m == nil {
		return nil, ""
	}
	text := strings.TrimSpace(m[2])
	if text == "" {
		return find(m[1])
	}
	// "Eastern Time (US & Canada)", or a list of cities.
	standard, _, _ := strings.Cut(text, " Time (")
	for city := range strings.SplitSeq(standard+" Standard Time,"+text, ",") {
		if loc, known = load(byWindows[strings.ToLower(strings.TrimSpace(city))]); loc != nil {
			return loc, known
		}
	}
	return nil, ""
}

// find returns the zone of a name that is not a display name.
func find(name string) (*time.Location, string) {
	lower := strings.ToLower(name)
	if lower == "utc" || lower == "gmt" || lower == "etc/utc" {
		return time.UTC, "UTC"
	}
	if loc, known := load(byWindows[lower]); loc != nil && strings.Contains(name, " ") {
		return loc, known
	}
	parts := strings.Split(strings.ReplaceAll(name, " ", "_"), "/")
	for n := min(len(parts), 3); n > 1 || n == len(parts); n-- {
		end := strings.Join(parts[len(parts)-n:], "/")
		for _, name := range []string{end, words.ReplaceAllStringFunc(strings.ToLower(end),
			strings.ToUpper), strings.ToUpper(end)} {
			if loc, known := load(name); loc != nil {
				return loc, known
			}
		}
	}
	return fixed(name), ""
}

// fixed returns the zone of an offset, nil for any other name.
func fixed(name string) *time.Location {
	m := offset.FindStringSubmatch(name)
	if m == nil {
		return nil
	}
	hours, _ := strconv.Atoi(m[1]) // digits
	minutes, _ := strconv.Atoi("0" + m[2])
	part, _ := strconv.ParseFloat("0"+m[3], 64) // UTC+5.5, as WordPress has it
	minutes += int(part * 60)
	if m[1][0] == '-' {
		minutes = -minutes
	}
	if hours < -14 || hours > 14 {
		return nil
	}
	return time.FixedZone("", hours*3600+minutes*60)
}

// load returns a zone of the IANA database.
func load(name string) (*time.Location, string) {
	if loc := catalog.Zone(name); loc != nil && name != "Factory" {
		return loc, name
	}
	return nil, ""
}
