package phrases

import (
	"regexp"
	"strings"
	"time"

	"cartaz/builder/search"
)

// calendar counts days from today.
type calendar struct{ now time.Time }

func (c calendar) today() search.Day { return search.DayOf(c.now) }

// date returns a day of the calendar; ok is false if the calendar does not have the day.
func (c calendar) date(year, month, day int) (d search.Day, ok bool) {
	t := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	return search.DayOf(t), t.Day() == day && int(t.Month()) == month
}

// next returns the next day with this month and day, today included.
func (c calendar) next(month, day int) (search.Day, bool) {
	// 29 February may be eight years away.
	for year := c.now.Year(); year <= c.now.Year()+8; year++ {
		if d, ok := c.date(year, month, day); ok && d >= c.today() {
			return d, true
		}
	}
	return 0, false
}

// feast returns the next days of a feast that are not over.
func (c calendar) feast(s span) (from, to search.Day, ok bool) {
	if s.unit != easterUnit {
		from, ok = c.next(s.n, s.after)
		return from, from, ok
	}
	for year := c.now.Year(); to < c.today(); year++ {
		sunday := easter(year)
		from, to = sunday+search.Day(s.n), sunday+search.Day(s.after)
	}
	return max(from, c.today()), to, true
}

// easter returns Easter Sunday of a year in the Gregorian calendar: the Sunday after the full moon
// of the church on or after 21 March, by the rule of Gauss for the years 1900 to 2099.
func easter(year int) search.Day {
	moon := (19*(year%19) + 24) % 30 // days from 21 March to the full moon
	if moon == 29 || moon == 28 && year%19 > 10 {
		moon--
	}
	full := time.Date(year, time.March, 21+moon, 0, 0, 0, 0, time.UTC)
	return search.DayOf(full) + search.Day(7-int(full.Weekday()))
}

// weekday returns the next such day from today plus n weeks on; later excludes today.
func (c calendar) weekday(weekday int, later bool) search.Day {
	ahead := (weekday - int(c.now.Weekday()) + 7) % 7
	if later && ahead == 0 {
		ahead = 7
	}
	return c.today() + search.Day(ahead)
}

// month returns the days of a month, or the rest of the current one; year 0 means the next such
// month.
func (c calendar) month(year, month int) (from, to search.Day) {
	if year == 0 {
		year = c.now.Year()
		if month < int(c.now.Month()) {
			year++
		}
	}
	from = search.DayOf(time.Date(year, time.Month(month), 1, 0, 0, 0, 0, time.UTC))
	to = search.DayOf(time.Date(year, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC))
	if today := c.today(); from < today && today <= to {
		from = today
	}
	return from, to
}

// span returns the days of a phrase such as "next week".
func (c calendar) span(s span) (from, to search.Day) {
	today := c.today()
	weekday := (int(c.now.Weekday()) + 6) % 7 // Monday 0
	monday := today - search.Day(weekday) + search.Day(7*s.n)
	switch s.unit {
	case weekendUnit:
		from, to = monday+5, monday+6
	case weekUnit:
		from, to = monday, monday+6
	case monthUnit:
		return c.month(c.now.Year(), int(c.now.Month())+s.n)
	case yearUnit:
		from, _ = c.date(c.now.Year()+s.n, 1, 1)
		to, _ = c.date(c.now.Year()+s.n, 12, 31)
	default:
		return today + search.Day(s.n), today + search.Day(s.n)
	}
	return max(from, today), to
}

// days reads a phrase for days that begins at token i: a bound such as "until", prepositions, one
// or two dates, and a part of the day.
func (r *reader) days(i int) (p phrase, ok bool) {
	limit, begin, bounded := r.longest(i, r.lang.Bound)
	if _, end, ok := r.longest(i, r.lang.days); ok && end > begin {
		begin, bounded = i, false // "depois de amanhã" is no bound
	}
	r.bound = bounded
	at := r.skipPrepositions(begin)
	p, ok = r.core(at, at > i)
	if !ok && at > begin {
		// The preposition may itself begin the phrase ("esta noite", "this weekend").
		p, ok = r.core(begin, bounded)
	}
	if !ok {
		return p, false
	}
	p.first = i
	if next, joined := r.joined(p.end); joined {
		q, ok := r.core(r.skipPrepositions(next), true)
		from := p.from
		if ok && p.yearless && !q.yearless {
			from = yearBefore(from, q.to)
		}
		ok = ok && (r.lang.Join[r.word(p.end)].n == 0 || q.from <= p.to+1) // "March or June"
		if ok && q.from > from && p.part+q.part == 0 {
			p.from, p.to, p.end, bounded = from, q.to, q.end, false
		}
	}
	if part, end, ok := r.longest(p.end, r.lang.Part); ok && p.part == 0 {
		p.part, p.end = part.after, end
	}
	today := r.calendar.today()
	switch {
	case !bounded || p.closed:
	case limit.n == until || p.ending && limit.n == before:
		p.from = today
	case limit.n == before:
		p.from, p.to = today, p.from-1
	case limit.n == since:
		p.to = 0
	default:
		p.from, p.to = p.to+1, 0
	}
	return p, p.to == 0 || p.from <= p.to
}

// The numbers of bounds in the files of languages; any other number is after.
const (
	until = iota + 1
	before
	since
)

// yearBefore returns a day in the year in which it comes before another: in "28 nov – 2 jan 2027"
// the first day is in 2026.
func yearBefore(d, last search.Day) search.Day {
	t, years := d.Time(), last.Time().Year()-d.Time().Year()
	if d = search.DayOf(t.AddDate(years, 0, 0)); d > last {
		d = search.DayOf(t.AddDate(years-1, 0, 0))
	}
	return d
}

// skipPrepositions skips at most two prepositions of days and months.
func (r *reader) skipPrepositions(i int) int {
	for range 2 {
		if w := r.word(i); !r.lang.On.has(w) && !r.lang.In.has(w) && !r.lang.DayWord.has(w) {
			break
		}
		i++
	}
	return i
}

// core reads one phrase for days without the words around it. led means that a preposition comes
// before it.
func (r *reader) core(i int, led bool) (phrase, bool) {
	if s, end, ok := r.longest(i, r.lang.days); ok {
		from, to := r.calendar.span(s)
		return phrase{end: end, from: from, to: to, part: s.after}, from <= to
	}
	// A feast of one word is more often the subject of an event than its date, except after a
	// bound: "before Christmas".
	if s, end, ok := r.longest(i, r.lang.Feast); ok && (end > i+1 || r.bound) {
		from, to, ok := r.calendar.feast(s)
		return phrase{end: end, from: from, to: to, yearless: true}, ok
	}
	if s, end, ok := r.longest(i, r.lang.Season); ok {
		from, _ := r.calendar.month(0, s.n)
		_, to := r.calendar.month(0, s.after)
		if from > to { // it has begun
			from = r.calendar.today()
		}
		return phrase{end: end, from: from, to: to}, true
	}
	if s, end, ok := r.longest(i, r.lang.MonthPart); ok {
		p, ok := r.month(r.skip(end, 2, r.lang.Of), true)
		begin := p.to - search.Day(p.to.Time().Day())
		p.from, p.to = max(p.from, begin+search.Day(s.n)), min(p.to, begin+search.Day(s.after))
		p.ending = s.n == 21 // not the last week, which begins on 22
		return p, ok && p.from <= p.to
	}
	p, ok := r.date(i, led)
	if !ok {
		p, ok = r.weekday(i)
	}
	if !ok {
		p, ok = r.month(i, led)
	}
	return p, ok
}

// date reads a date, or two of one month, with its days of the week before or after it: "sábado, 28
// de novembro", "sex–dom 22–24 jan 2027", "28/11 (sáb)". If the date has another day of the week,
// the date counts. For led see core.
func (r *reader) date(i int, led bool) (phrase, bool) {
	weekday, at := r.dayNames(i)
	at = r.skipPrepositions(at)
	p, ok := r.numericDate(at, weekday >= 0)
	if !ok {
		p, ok = r.namedDate(at)
	}
	if !ok {
		return r.dayOfMonth(at, weekday, led || at > i)
	}
	if weekday < 0 {
		weekday, p.end = r.dayNames(p.end)
	}
	p.unlike = weekday >= 0 && weekday != int(p.from.Time().Weekday())
	return p, true
}

// dayNames reads a day of the week, or two with a join or a dash between them, and returns the
// number of the first, or -1.
func (r *reader) dayNames(i int) (first, end int) {
	name, end, ok := r.longest(i, r.lang.DayName)
	if !ok {
		return -1, i
	}
	if next, joined := r.joined(end); joined {
		if second, after := r.dayNames(next); second >= 0 {
			end = after
		}
	}
	return name.n, end
}

// joined reports whether a join or a dash follows the tokens before end, and returns the next token
// after them.
func (r *reader) joined(end int) (next int, ok bool) {
	next = r.skip(end, 2, r.lang.Join)
	return next, next > end || strings.ContainsAny(r.between(end-1), "-–—")
}

// dayOfMonth reads the number of a day without its month, if a day of the week, a word for day or
// its own form marks it as one: "sábado 28", "dia 28", "the 28th", "am 28.". The form does so only
// if led is true, as for core. It means the next such day.
func (r *reader) dayOfMonth(i, weekday int, led bool) (phrase, bool) {
	n := r.dayNumber(i)
	if n == 0 {
		return phrase{}, false
	}
	rest := r.query[r.tokens[i].end:]
	ordinal := led && (n != r.number(i) || strings.HasPrefix(rest, "."))
	if r.lang.DayName.has(r.word(i - 2)) {
		ordinal = false // it has a day of the week, with which it is not a date
	}
	marked := weekday >= 0 || ordinal || r.lang.DayWord.has(r.word(i-1))
	if !marked || strings.ContainsAny(r.between(i), ":/-–") || notDay.MatchString(rest) {
		return phrase{}, false
	}
	for ahead := range search.Day(62) { // later, "sexta 13" is rather a title
		d := r.calendar.today() + ahead
		if t := d.Time(); t.Day() == n && (weekday < 0 || weekday == int(t.Weekday())) {
			return phrase{end: i + 1, from: d, to: d, yearless: true}, true
		}
	}
	return phrase{}, false
}

// notDay matches the text after a number that is not a day: an hour, a month that does not have the
// day.
var notDay = regexp.MustCompile(`(?i)^\s*(h|am|pm|uhr|de|of)\b`)

// weekday reads the name of a day of the week, with "next" before or after it ("samedi prochain",
// "sexta que vem").
func (r *reader) weekday(i int) (phrase, bool) {
	at := r.skip(i, 1, r.lang.Next)
	later := at > i
	name, end, ok := r.longest(at, r.lang.Weekday)
	if !ok {
		return phrase{}, false
	}
	unsure := end == at+1 && r.lang.Unsure.has(r.word(at))
	if _, after, ok := r.longest(end, r.lang.Next); ok {
		later, end = true, after
	}
	if unsure && !later {
		_, _, part := r.longest(end, r.lang.Part)
		last := end == len(r.tokens) && i > 0 && !r.lang.Of.has(r.word(i-1))
		if !part && !last {
			return phrase{}, false
		}
	}
	if number := r.skipPrepositions(end); r.dayNumber(number) > 0 &&
		(number+1 == len(r.tokens) || r.lang.Of.has(r.word(number+1))) {
		return phrase{}, false // "Friday the 13th" is no date soon, and is not half read
	}
	day := r.calendar.weekday(name.n, later)
	return phrase{end: end, from: day, to: day, part: name.after}, true
}

// month reads the name of a month, with or without a year. For led see core.
func (r *reader) month(i int, led bool) (phrase, bool) {
	month, ok := r.lang.MonthName[r.word(i)]
	if !ok {
		return r.wholeYear(i)
	}
	before := i - 1
	for before >= 0 && r.lang.Of.has(r.word(before)) {
		before--
	}
	if before >= 0 && r.dayNumber(before) != 0 {
		return phrase{}, false // "31 de fevereiro" is no date, and is not half read
	}
	year, end := r.year(i + 1)
	last := end == len(r.tokens)
	asked := led && r.lang.In.has(r.word(i-1))
	next, joined := r.joined(end) // with another month
	joined = joined && r.lang.MonthName.has(r.word(r.skipPrepositions(next))) ||
		r.lang.Join.has(r.word(i-1))
	sure := year != 0 || joined || asked
	if !sure && (r.lang.UnsureMonth.has(r.word(i)) || !asked && !last) {
		return phrase{}, false
	}
	from, to := r.calendar.month(year, month.n)
	return phrase{end: end, from: from, to: to, yearless: year == 0}, true
}

// wholeYear reads a year without a month, at the end of a query, that is not over: "em 2027".
func (r *reader) wholeYear(i int) (phrase, bool) {
	year, end := r.year(i)
	if year == 0 || end < len(r.tokens) || i > 0 && !r.lang.In.has(r.word(i-1)) {
		return phrase{}, false
	}
	from, _ := r.calendar.date(year, 1, 1)
	to, _ := r.calendar.date(year, 12, 31)
	from = max(from, r.calendar.today())
	return phrase{end: end, from: from, to: to}, from <= to
}

// year reads a year of this century, after a word such as "de", or returns 0.
func (r *reader) year(i int) (year, end int) {
	at := r.skip(i, 1, r.lang.Of)
	if n := r.number(at); n >= 2000 && n < 2100 && len(r.word(at)) == 4 {
		return n, at + 1
	}
	return 0, i
}

// namedDate reads a day and the name of a month, in either order, with or without a year; also two
// days of one month ("20 a 25 de maio", "May 20–25").
func (r *reader) namedDate(i int) (phrase, bool) {
	first := r.dayNumber(i)
	if first == 0 {
		month, ok := r.lang.MonthName[r.word(i)]
		day := r.dayNumber(i + 1)
		if !ok || day == 0 {
			return phrase{}, false
		}
		second, at := r.lastDay(day, i+2)
		return r.dated(day, second, month.n, at)
	}
	second, at := r.lastDay(first, i+1)
	at = r.skip(at, 2, r.lang.Of)
	month := r.lang.MonthName[r.word(at)] // or 0, which has no dates
	return r.dated(first, second, month.n, at+1)
}

// lastDay reads the number of a later day of the same month, with a join before it, at token i, or
// returns the first day.
func (r *reader) lastDay(first, i int) (day, end int) {
	if next, joined := r.joined(i); joined {
		to := r.skipPrepositions(next)
		if n := r.dayNumber(to); n > first {
			return n, to + 1
		}
	}
	return first, i
}

// dated returns a date, or two of one month, whose year may be at token end.
func (r *reader) dated(first, second, month, end int) (p phrase, ok bool) {
	year, end := r.year(end)
	p = phrase{end: end, closed: second > first, yearless: year == 0}
	if p.yearless {
		p.to, ok = r.calendar.next(month, second)
		p.from = p.to - search.Day(second-first)
		return p, ok
	}
	p.from, _ = r.calendar.date(year, month, first)
	p.to, ok = r.calendar.date(year, month, second)
	return p, ok
}

// ending matches the end of the number of a day.
var ending = regexp.MustCompile(`(st|nd|rd|th|er|o)$`)

// dayNumber reads the day of a month, "28", "28th" or "1er", or returns 0.
func (r *reader) dayNumber(i int) int {
	word := ending.ReplaceAllString(r.word(i), "")
	if n := digits(word); len(word) <= 2 && n >= 1 && n <= 31 {
		return n
	}
	return 0
}

// numericDate reads a date in numbers: 2026-11-28 everywhere; 28/11, 28/11/2026, 28-11-2026 and
// 28.11. where the day comes first. sure means that a day of the week is next to it, so 28.11 is
// not a version.
func (r *reader) numericDate(i int, sure bool) (phrase, bool) {
	a, b, c := r.number(i), r.number(i+1), r.number(i+2)
	sep, sep2 := r.between(i), r.between(i+1)
	if a >= 2000 && a < 2100 && b > 0 && c > 0 && sep == "-" && sep2 == "-" {
		d, ok := r.calendar.date(a, b, c)
		return phrase{end: i + 3, from: d, to: d}, ok
	}
	dated := sep == sep2 && c >= 2000 && c < 2100
	separated := sep == "/" || sep == "." || sep == "-" && dated
	if r.lang.Date.has("month first") || a < 1 || b < 1 || !separated {
		return phrase{}, false
	}
	if dated {
		d, ok := r.calendar.date(c, b, a)
		return phrase{end: i + 3, from: d, to: d}, ok
	}
	if sep == "." && !sure && !strings.HasPrefix(r.query[r.tokens[i+1].end:], ".") {
		return phrase{}, false // "2.0" is a version, "28.11." a date
	}
	d, ok := r.calendar.next(b, a)
	return phrase{end: i + 2, from: d, to: d, yearless: true}, ok
}
