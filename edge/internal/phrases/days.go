package phrases

import (
	"strings"
	"time"

	"cartaz/builder/search"
)

// calendar counts days from today.
type calendar struct{ now time.Time }

func (c calendar) today() search.Day { return search.DayOf(c.now) }

// date is a day of the calendar; ok is false for one that it does not have.
func (c calendar) date(year, month, day int) (d search.Day, ok bool) {
	t := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	return search.DayOf(t), t.Day() == day && int(t.Month()) == month
}

// next is the next day with this month and day, today included.
func (c calendar) next(month, day int) (search.Day, bool) {
	// 29 February may be eight years away.
	for year := c.now.Year(); year <= c.now.Year()+8; year++ {
		if d, ok := c.date(year, month, day); ok && d >= c.today() {
			return d, true
		}
	}
	return 0, false
}

// weekday is the next such day from today plus n weeks on; later leaves out today.
func (c calendar) weekday(weekday int, later bool) search.Day {
	ahead := (weekday - int(c.now.Weekday()) + 7) % 7
	if later && ahead == 0 {
		ahead = 7
	}
	return c.today() + search.Day(ahead)
}

// month is a month, of the current one the rest; year 0 means the next such month.
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

// span is what a phrase such as "next week" means.
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
	default:
		return today + search.Day(s.n), today + search.Day(s.n)
	}
	return max(from, today), to
}

// days reads a phrase for days that begins at token i: prepositions, one or two dates, and a part
// of the day.
func (r *reader) days(i int) (p phrase, ok bool) {
	at := r.skipPrepositions(i)
	p, ok = r.core(at, at > i)
	if !ok && at > i {
		// The preposition may itself begin the phrase ("esta noite", "this weekend").
		at = i
		p, ok = r.core(at, false)
	}
	if !ok {
		return p, false
	}
	p.first = i
	if r.lang.join.has(r.word(p.end)) {
		second := r.skipPrepositions(r.skip(p.end, 2, r.lang.join))
		if q, ok := r.core(second, true); ok && q.from > p.to && p.part == 0 && q.part == 0 {
			p.to, p.end = q.to, q.end
		}
	}
	if p.part == 0 {
		if part, end, ok := r.longest(p.end, r.lang.part); ok {
			p.part, p.end = part.after, end
		}
	}
	return p, true
}

// skipPrepositions skips at most two prepositions of days and months.
func (r *reader) skipPrepositions(i int) int {
	for range 2 {
		if w := r.word(i); !r.lang.on.has(w) && !r.lang.in.has(w) {
			break
		}
		i++
	}
	return i
}

// core reads one phrase for days without the words around it. led: a preposition stands before it.
func (r *reader) core(i int, led bool) (phrase, bool) {
	if s, end, ok := r.longest(i, r.lang.days); ok {
		from, to := r.calendar.span(s)
		return phrase{end: end, from: from, to: to, part: s.after}, from <= to
	}
	for _, read := range []func(int) (phrase, bool){r.numericDate, r.namedDate, r.weekday} {
		if p, ok := read(i); ok {
			return p, true
		}
	}
	return r.month(i, led)
}

// weekday reads the name of a day of the week, with "next" before or behind it ("samedi prochain",
// "sexta que vem").
func (r *reader) weekday(i int) (phrase, bool) {
	at := r.skip(i, 1, r.lang.next)
	later := at > i
	name, end, ok := r.longest(at, r.lang.weekday)
	if !ok {
		return phrase{}, false
	}
	unsure := end == at+1 && r.lang.unsureDay.has(r.word(at))
	behind := end
	if r.word(behind) == "que" {
		behind++
	}
	if r.lang.next.has(r.word(behind)) {
		later, end = true, behind+1
	}
	if unsure && !later {
		_, _, part := r.longest(end, r.lang.part)
		last := end == len(r.tokens) && i > 0 && !r.lang.of.has(r.word(i-1))
		if !part && !last {
			return phrase{}, false
		}
	}
	day := r.calendar.weekday(name.n, later)
	return phrase{end: end, from: day, to: day, part: name.after}, true
}

// month reads the name of a month, with or without a year.
func (r *reader) month(i int, led bool) (phrase, bool) {
	month, ok := r.lang.month[r.word(i)]
	if !ok {
		return phrase{}, false
	}
	before := i - 1
	for before >= 0 && r.lang.of.has(r.word(before)) {
		before--
	}
	if before >= 0 && r.dayNumber(before) != 0 {
		return phrase{}, false // "31 de fevereiro" is no date, and is not half read
	}
	year, end := r.year(i + 1)
	last := end == len(r.tokens)
	asked := led && i > 0 && r.lang.in.has(r.word(i-1))
	if year == 0 && !(asked && last) && (r.lang.unsureMonth.has(r.word(i)) || !asked && !last) {
		return phrase{}, false
	}
	from, to := r.calendar.month(year, month.n)
	return phrase{end: end, from: from, to: to}, true
}

// year reads a year of this century, behind a word such as "de"; 0 without one.
func (r *reader) year(i int) (year, end int) {
	at := r.skip(i, 1, r.lang.of)
	if n := r.number(at); n >= 2000 && n < 2100 && len(r.word(at)) == 4 {
		return n, at + 1
	}
	return 0, i
}

// namedDate reads a day and the name of a month, in either order, with or without a year; also two
// days of one month ("20 a 25 de maio").
func (r *reader) namedDate(i int) (phrase, bool) {
	first := r.dayNumber(i)
	if month, ok := r.lang.month[r.word(i)]; ok && first == 0 {
		if day := r.dayNumber(i + 1); day != 0 {
			return r.dated(day, day, month.n, i+2)
		}
		return phrase{}, false
	}
	if first == 0 {
		return phrase{}, false
	}
	second, at := first, i+1
	if r.lang.join.has(r.word(at)) || strings.ContainsAny(r.between(i), "-–") {
		to := r.skipPrepositions(r.skip(at, 1, r.lang.join))
		if n := r.dayNumber(to); n > first {
			second, at = n, to+1
		}
	}
	at = r.skip(at, 2, r.lang.of)
	month, ok := r.lang.month[r.word(at)]
	if !ok {
		return phrase{}, false
	}
	return r.dated(first, second, month.n, at+1)
}

// dated is a date, or two of one month, whose year may stand at token end.
func (r *reader) dated(first, second, month, end int) (phrase, bool) {
	year, end := r.year(end)
	if year == 0 {
		to, ok := r.calendar.next(month, second)
		if !ok || search.Day(second-first) >= to {
			return phrase{}, false
		}
		return phrase{end: end, from: to - search.Day(second-first), to: to}, true
	}
	from, ok := r.calendar.date(year, month, first)
	to, fits := r.calendar.date(year, month, second)
	return phrase{end: end, from: from, to: to}, ok && fits
}

// dayNumber reads the day of a month, "28", "28th" or "1er"; 0 for none.
func (r *reader) dayNumber(i int) int {
	word := r.word(i)
	for _, suffix := range []string{"st", "nd", "rd", "th", "er", "o"} {
		if n, found := strings.CutSuffix(word, suffix); found {
			word = n
			break
		}
	}
	if n := digits(word); len(word) <= 2 && n >= 1 && n <= 31 {
		return n
	}
	return 0
}

// numericDate reads a date in numbers: 2026-11-28 everywhere; 28/11, 28/11/2026 and 28.11. where
// the day goes first.
func (r *reader) numericDate(i int) (phrase, bool) {
	a, b, c := r.number(i), r.number(i+1), r.number(i+2)
	sep, sep2 := r.between(i), r.between(i+1)
	if a >= 2000 && a < 2100 && b > 0 && c > 0 && sep == "-" && sep2 == "-" {
		d, ok := r.calendar.date(a, b, c)
		return phrase{end: i + 3, from: d, to: d}, ok
	}
	if r.lang.date.has("month first") || a < 1 || b < 1 || sep != "/" && sep != "." {
		return phrase{}, false
	}
	if sep == sep2 && c >= 2000 && c < 2100 {
		d, ok := r.calendar.date(c, b, a)
		return phrase{end: i + 3, from: d, to: d}, ok
	}
	if sep == "." && !strings.HasPrefix(r.query[r.tokens[i+1].end:], ".") {
		return phrase{}, false // "2.0" is a version, "28.11." a date
	}
	d, ok := r.calendar.next(b, a)
	return phrase{end: i + 2, from: d, to: d}, ok
}
