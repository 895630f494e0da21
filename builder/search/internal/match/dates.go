package match

import (
	"math"

	"cartaz/builder/search/internal/format"
	"cartaz/builder/search/text"
	"cartaz/builder/search/text/months"
)

// A year of four digits beside other words also finds what takes place in it: of "devoxx 2019" the
// Devoxx in a November of 2019, though no text says so. Alone it is only a word, since 1984 is a
// name. What has the year in a text goes before.

// The years that are looked for.
const (
	firstYear = 1900
	lastYear  = 2099
)

// yearOf returns the year that a word is, 0 for none.
func yearOf(word []byte) (year int) {
	if len(word) != 4 {
		return 0
	}
	for _, c := range word {
		if c < '0' || c > '9' {
			return 0
		}
		year = 10*year + int(c-'0')
	}
	if year < firstYear || year > lastYear {
		return 0
	}
	return year
}

// isYear reports whether a token is a year beside others.
func isYear(t *Parsed, token *Token) bool {
	return len(t.Tokens) > 1 && token.Joinable() && yearOf(t.Slice(token.Text)) > 0
}

// daysBefore is how many days of the calendar come before a year, counted from the year 1.
func daysBefore(year int) uint32 {
	n := year - 1
	return uint32(365*n + n/4 - n/100 + n/400)
}

// beginsBefore lets the word before a last one that is a year be a beginning, too: what is typed
// of a name may end before the year.
func beginsBefore(t *Parsed) {
	n := len(t.Tokens)
	if n > 1 && isYear(t, &t.Tokens[n-1]) {
		t.Tokens[n-2].Prefix = isBeginning(t, &t.Tokens[n-2])
	}
}

// addYear adds the documents of the year that a token is.
func addYear(p *Plan, t *Token) {
	if isYear(&p.Parsed, t) {
		year := yearOf(p.Slice(t.Text))
		listDays(p, daysBefore(year)+1, daysBefore(year+1))
		if last := len(p.Lists) - 1; p.Lists[last].Count == 0 {
			p.Lists = p.Lists[:last]
		}
	}
}

// A month also finds what takes place in it, in any year. A name that is another word, too, as
// may, and an abbreviation is a month only beside a year or a day, or behind a word that leads to
// it: may 2026, 12 may, in may. A day beside a month makes it that day, and finds the same: "12
// may" what takes place then, and not what has a 12 in some text and takes place in May. A year is
// a word of its own. What stands so beside the same word in a place of some document is a part of
// its name and no date: Sesc 24 de Maio. What takes place then goes before what has the word in a
// description, where it is mostly a day to apply until.

// noteMonths notes which tokens name a month or a day of one, stop words among them.
func noteMonths(t *Parsed) {
	all := text.Months(t.rules)
	for i := range t.Tokens {
		if !t.Tokens[i].Joinable() {
			continue
		}
		if m, ok := all.Of(t.Slice(t.Tokens[i].Text)); ok {
			monthAt{t, all, i, m}.note()
		}
	}
}

// monthAt is a token that may name a month.
type monthAt struct {
	*Parsed
	all *months.Set
	at  int
	months.Month
}

// note notes the month, if it is one, and the day beside it.
func (m monthAt) note() {
	before := m.at - 1
	article, lead := m.has(months.Article, before), m.has(months.Lead, before)
	if m.has(months.Link, before) {
		before--
	}
	if before >= 0 && m.all.IsName(m.word(before), m.word(m.at)) {
		return
	}
	day, of := m.day(before), before
	if day == 0 {
		day, of = m.day(m.at+1), m.at+1
	}
	if !m.Sure && (article || !lead && day == 0 && !m.besideYear()) {
		return
	}
	m.Tokens[m.at].Month, m.Tokens[m.at].Day = uint8(m.Number), day
	m.Tokens[m.at].led = lead
	if day > 0 {
		m.Tokens[of].Month, m.Tokens[of].Day = uint8(m.Number), day
	}
}

// isDate reports whether a token names a month and the one behind it is a number: of julio 2026 the
// first is no first name.
func isDate(p *Plan, a, b *Token) bool { return a.Month > 0 && isNumber(p.Slice(b.Text)) }

// word is a token of one word, nil where there is none.
func (m monthAt) word(i int) []byte {
	if i < 0 || i >= len(m.Tokens) || !m.Tokens[i].Joinable() {
		return nil
	}
	return m.Slice(m.Tokens[i].Text)
}

func (m monthAt) has(role months.Role, i int) bool {
	return m.all.Has(role, m.word(i), m.Month)
}

// day returns the day of the month that a token is, 0 for none. A token is the day of one month.
func (m monthAt) day(i int) uint8 {
	word := m.word(i)
	if len(word) > 2 || !isNumber(word) || m.Tokens[i].Month > 0 {
		return 0
	}
	n := 0
	for _, c := range word {
		n = 10*n + int(c-'0')
	}
	if n > months.Days(m.Number) {
		return 0
	}
	return uint8(n)
}

// besideYear reports whether a year stands before the month or, maybe with a link between, behind
// it.
func (m monthAt) besideYear() bool {
	behind := m.at + 1
	if m.has(months.Link, behind) {
		behind++
	}
	return yearOf(m.word(m.at-1)) > 0 || yearOf(m.word(behind)) > 0
}

// addMonth adds the documents of the month, or of the day of it, that token n is.
func addMonth(p *Plan, n int) {
	t := &p.Tokens[n]
	if t.Month == 0 || inPlace(p, t.Next) ||
		n > 0 && !t.led && inPlace(p, p.Tokens[n-1].Next) {
		return
	}
	if p.date.month == t.Month && p.date.day == t.Day { // a day is two tokens
		if p.date.list != noList {
			p.Trace.again(len(p.Lists), p.date.list)
			p.Lists = append(p.Lists, p.Lists[p.date.list])
		}
		return
	}
	table := p.index.file.DaysTable()
	list := p.newJoined(p.index.file.Docs())
	each := yearly{month: int(t.Month), day: int(t.Day)}
	list.Count = table.GatherEach(each.next, func(i int, documents uint64) {
		sets := list.FieldSets(i)
		sets[format.InDescription-1], sets[format.InPlace-1] = documents, documents
	})
	p.date = dateList{t.Month, t.Day, noList}
	if list.Count > 0 {
		p.date.list = len(p.Lists)
		p.Trace.days(len(p.Lists), list.Count)
		p.Lists = append(p.Lists, list)
	}
}

// dateList is where the list of a month, or of a day of one, lies in Plan.Lists.
type dateList struct {
	month, day uint8 // 0 for none
	list       int   // noList when no document takes place in it
}

// inPlace reports whether two neighbours, joined, follow each other in a place of some document
// that has them so in no name.
func inPlace(p *Plan, joined Span) bool {
	if joined.Empty() || !p.AddDerived(format.Neighbours, p.Slice(joined)) {
		return false
	}
	last := len(p.Lists) - 1
	list := p.Lists[last]
	p.Lists = p.Lists[:last]
	return list.hasPlace(p.index.file.Docs())
}

// yearly is a month, or a day of one, in every year from firstYear to lastYear.
type yearly struct {
	month, day  int    // day is 0 for the whole month
	after       uint32 // from this day to until the answer of next is the same
	from, until uint32
}

// next returns the first one that ends on a day or after it; from > until when there is none.
func (y *yearly) next(day uint32) (from, until uint32) {
	if y.after <= day && day <= y.until {
		return y.from, y.until
	}
	y.after = day
	year := firstYear // or that of the day, or one to three before it
	if first := daysBefore(firstYear); day > first {
		year += max(0, int((day-first)/366)-1)
	}
	for ; year <= lastYear; year++ {
		if y.from, y.until = y.in(year); y.from <= y.until && y.until >= day {
			return y.from, y.until
		}
	}
	y.until = 0
	return math.MaxUint32, 0
}

// daysOfMonths is how many days of a year that is no leap year come before each month.
var daysOfMonths = [...]uint32{0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365}

// in returns the days of the month, or the day of it, in a year; from > until for 29 February of
// most.
func (y *yearly) in(year int) (from, until uint32) {
	from, until = daysBefore(year)+daysOfMonths[y.month-1]+1, daysBefore(year)+daysOfMonths[y.month]
	if leap := daysBefore(year+1) - daysBefore(year) - 365; y.month > 2 {
		from, until = from+leap, until+leap
	} else if y.month == 2 {
		until += leap
	}
	if y.day == 0 {
		return from, until
	}
	from += uint32(y.day) - 1
	return from, min(from, until)
}
