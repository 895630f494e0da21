package phrases

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"cartaz/builder/search"
	"cartaz/builder/text"
)

// Meaning is the meaning of the words for time in a query.
type Meaning struct {
	// Rest is the query without these words, with single spaces. If there are none, it is the query
	// itself.
	Rest string
	// Words are the words for time as they were typed, in their order: one phrase for the days, one
	// for the hour, or both in one.
	Words []string
	// Spans holds the place of each of Words in the query: its first byte and the byte after it.
	Spans [][2]int
	// From and To are the days, or both 0 without a word for days; To is 0 for days without an end.
	From, To search.Day
	// Unlike reports that the days are a date next to the name of another day of the week.
	Unlike bool
	// After is the hour from which on events start, 1 to 23, or 0 without a word for it. Hour is
	// the part of the day in which they start, as in [search.Query].
	After int
	Hour  string
	// Unread are the words for time when they contradict each other.
	Unread []string
}

// Found reports whether the query has words for time.
func (m Meaning) Found() bool { return len(m.Words) > 0 }

// maxRead is the length of the longest query that is read, in bytes: the search reads no more of it
// either.
const maxRead = 256

// Quotes holds the signs around words that are searched for as they are.
const Quotes = "\"“”«»„"

// Read finds the words for time in a query, in the language that recognises the most of it. now is
// the time on the wall clock of the brand; its date is today.
func (s Rules) Read(query string, now time.Time) Meaning {
	best := Meaning{Rest: query}
	if len(query) > maxRead || strings.ContainsAny(query, Quotes) {
		return best
	}
	r := newReader(query)
	r.calendar = calendar{now}
	for _, r.lang = range s.languages {
		phrases, ok := r.phrases()
		m := r.meaning(phrases)
		if !ok && !best.Found() {
			best.Unread = m.Words
			break
		}
		if ok && m.Found() && (!best.Found() || len(m.Rest) < len(best.Rest)) {
			best = m
		}
	}
	return best
}

// token is a run of letters or digits of the query. A digit next to a letter is in the same token
// ("22h").
type token struct {
	start, end int // bytes of the query
	lo, hi     int // of the folded words
}

// reader reads one query.
type reader struct {
	query    string
	tokens   []token
	words    string // of the tokens, folded, with a blank after each
	lang     *language
	calendar calendar
	bound    bool // a bound comes before the days that are read
}

// newReader splits a query into tokens, and folds each of them.
func newReader(query string) *reader {
	r := &reader{query: query}
	b, words := []byte(query), make([]byte, 0, len(query)+1)
	for start, end := text.NextRun(b, 0); start < end; start, end = text.NextRun(b, end) {
		lo := len(words)
		words = text.AppendFold(words, query[start:end])
		if lo == len(words) {
			continue // signs that folding leaves out, such as a lone kashida
		}
		r.tokens = append(r.tokens, token{start, end, lo, len(words)})
		words = append(words, ' ')
	}
	r.words = string(words)
	return r
}

// digits reads up to four digits, or returns -1.
func digits(word string) int {
	n, err := strconv.ParseUint(word, 10, 0)
	if err != nil || len(word) > 4 {
		return -1
	}
	return int(n)
}

// phrase is a run of tokens that means days, an hour, or both.
type phrase struct {
	first, end int        // tokens
	from, to   search.Day // or 0; to alone for days without an end
	after      int        // the hour, or 0
	part       int        // first hour of the part of the day, or 0

	yearless bool // a date without a year
	closed   bool // two days of a month: "from the 16th to the 20th" has an end
	ending   bool // the end of a month: before it means before the month is over
	unlike   bool // a date next to another day of the week
}

// parts are the parts of the day by their first hours.
var parts = map[int]string{5: "morning", 12: "afternoon", 18: "evening", 24: "night"}

// phrases reads the query from left to right. ok is false if phrases contradict each other.
func (r *reader) phrases() (found []phrase, ok bool) {
	days, hours, ok := false, false, true
	for i := 0; i < len(r.tokens); {
		if w := r.word(i); !r.lang.starts.has(w) && (w[0] < '0' || w[0] > '9') {
			i++ // most words, and one look-up suffices
			continue
		}
		p, is := r.time(i)
		if !is {
			i++
			continue
		}
		timed := p.after+p.part != 0
		ok = ok && !(p.from != 0 && days || timed && hours)
		days, hours = days || p.from != 0, hours || timed
		found = append(found, p)
		i = p.end
	}
	return found, ok
}

// time reads a phrase for days, an hour or a part of the day that begins at token i.
func (r *reader) time(i int) (p phrase, ok bool) {
	if p, ok = r.days(i); !ok {
		p, ok = r.hour(i)
	}
	if ok {
		return p, true
	}
	part, end, _ := r.longest(i, r.lang.Part)
	return phrase{first: i, end: end, part: part.after}, part.n == 1
}

// meaning joins the phrases and cuts them out of the query.
func (r *reader) meaning(phrases []phrase) Meaning {
	var m Meaning
	for _, p := range phrases {
		start, end := r.tokens[p.first].start, r.tokens[p.end-1].end
		m.Words = append(m.Words, strings.Join(strings.Fields(r.query[start:end]), " "))
		m.Spans = append(m.Spans, [2]int{start, end})
		if p.from != 0 {
			m.From, m.To, m.Unlike = p.from, p.to, p.unlike
		}
		if p.after != 0 {
			m.After = p.after
		}
		if p.part != 0 {
			m.Hour = parts[p.part]
		}
	}
	m.Rest = cut(r.query, m.Spans)
	return m
}

// cut takes spans out of a text. The rest has single spaces, and no word without a letter or digit,
// except [search.Or]: a comma next to a span is not a word.
func cut(s string, spans [][2]int) string {
	var kept []string
	keep := func(part string) {
		for word := range strings.FieldsSeq(part) {
			if strings.Contains(word, search.Or) || strings.ContainsFunc(word, isWord) {
				kept = append(kept, strings.Trim(word, "-'’")) // "Java-Konferenzen"
			}
		}
	}
	slices.SortFunc(spans, func(a, b [2]int) int { return a[0] - b[0] })
	at := 0
	for _, span := range spans {
		keep(s[at:max(at, span[0])])
		at = max(at, span[1])
	}
	keep(s[at:])
	return strings.Join(kept, " ")
}

func isWord(c rune) bool {
	return unicode.IsLetter(c) || unicode.IsDigit(c) || c > unicode.MaxLatin1
}

// word returns the folded word of token i, or "".
func (r *reader) word(i int) string {
	if i < 0 || i >= len(r.tokens) {
		return ""
	}
	return r.words[r.tokens[i].lo:r.tokens[i].hi]
}

// number returns the number of token i, or -1.
func (r *reader) number(i int) int { return digits(r.word(i)) }

// between returns the text between token i and the next, or "" after the last.
func (r *reader) between(i int) string {
	if i < 0 || i+1 >= len(r.tokens) {
		return ""
	}
	return r.query[r.tokens[i].end:r.tokens[i+1].start]
}

// longest finds the longest run of at most five tokens from i on that is in a table.
func (r *reader) longest(i int, t table) (value span, end int, ok bool) {
	for end := min(i+5, len(r.tokens)); end > i; end-- {
		if s, ok := t[r.words[r.tokens[i].lo:r.tokens[end-1].hi]]; ok {
			return s, end, true
		}
	}
	return span{}, i, false
}

// skip returns the first token from i on, at most n further, that is not in a table.
func (r *reader) skip(i, n int, t table) int {
	for ; n > 0 && t.has(r.word(i)); n-- {
		i++
	}
	return i
}
