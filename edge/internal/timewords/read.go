package timewords

import (
	"strings"
	"time"
	"unicode"

	"cartaz/builder/search"
	"cartaz/builder/text"
)

// Meaning is what the words for time in a query mean.
type Meaning struct {
	// Rest is the query without these words, with single spaces; the query as it is without any.
	Rest string
	// Words are the words for time as they were typed, in their order: one phrase for the days, one
	// for the hour, or both in one.
	Words []string
	// Spans are where Words stand in the query: of each its first byte and the byte behind it.
	Spans [][2]int
	// From and To are the days, both 0 without a word for days.
	From, To search.Day
	// After is the hour from which on events start, 1 to 23; 0 without a word for it.
	After int
}

// Found reports whether the query has words for time.
func (m Meaning) Found() bool { return len(m.Words) > 0 }

// maxRead is the longest query that is read, in bytes: the search reads no more of it either.
const maxRead = 256

// Read finds the words for time in a query. now is the time on the wall clock of the brand; its
// date is today.
func (s Rules) Read(query string, now time.Time) Meaning {
	none := Meaning{Rest: query}
	if len(query) > maxRead || strings.ContainsAny(query, "\"“”«»„") {
		return none
	}
	if !mayHaveTime(query, s.languages) {
		return none
	}
	r := reader{query: query, tokens: tokensOf(query), calendar: calendar{now}}
	for _, r.lang = range s.languages {
		if phrases, ok := r.phrases(); ok && len(phrases) > 0 {
			return r.meaning(phrases)
		}
	}
	return none
}

// mayHaveTime reports whether a word of the query can be part of a phrase: most queries have none,
// and cost no more than folding them.
func mayHaveTime(query string, languages []*language) bool {
	// A typographic apostrophe parts words as well: aujourd’hui.
	query = strings.ReplaceAll(query, "’", " ")
	folded := text.AppendFold(make([]byte, 0, maxRead), query)
	for i := 0; i < len(folded); {
		end, digit := i, false
		for end < len(folded) && isWordByte(folded[end]) {
			digit = digit || folded[end] <= '9'
			end++
		}
		if digit {
			return true
		}
		for _, l := range languages {
			if l.key[string(folded[i:end])] {
				return true
			}
		}
		i = end + 1
	}
	return false
}

// isWordByte reports whether a byte of a folded text belongs to a word; all beyond ASCII do.
func isWordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c >= 0x80
}

// token is a run of letters or digits of the query.
type token struct {
	start, end int    // bytes of the query
	word       string // folded
	number     int    // of digits only, else -1
}

// tokensOf splits a query. A digit and a letter beside each other are one token ("22h").
func tokensOf(query string) []token {
	var tokens []token
	start := -1
	flush := func(end int) {
		if start < 0 {
			return
		}
		word := text.Fold(query[start:end])
		tokens = append(tokens, token{start: start, end: end, word: word, number: digits(word)})
		start = -1
	}
	for i, c := range query {
		if unicode.IsLetter(c) || unicode.IsDigit(c) || unicode.IsMark(c) {
			if start < 0 {
				start = i
			}
			continue
		}
		flush(i)
	}
	flush(len(query))
	return tokens
}

// digits reads up to four digits, -1 for anything else.
func digits(word string) int {
	if word == "" || len(word) > 4 {
		return -1
	}
	n := 0
	for _, c := range []byte(word) {
		if c < '0' || c > '9' {
			return -1
		}
		n = n*10 + int(c-'0')
	}
	return n
}

// phrase is a run of tokens that means days, an hour, or both.
type phrase struct {
	first, end int        // tokens
	from, to   search.Day // 0 for none
	after      int        // 0 for none
}

type reader struct {
	query    string
	tokens   []token
	lang     *language
	calendar calendar
}

// phrases reads the query from left to right. It is not ok when phrases contradict each other.
func (r *reader) phrases() (found []phrase, ok bool) {
	days, hours := false, false
	for i := 0; i < len(r.tokens); {
		p, ok := r.days(i)
		if !ok {
			p, ok = hourReader{r}.hour(i)
		}
		if !ok {
			i++
			continue
		}
		if p.from != 0 && days || p.after != 0 && hours {
			return nil, false
		}
		days, hours = days || p.from != 0, hours || p.after != 0
		found = append(found, p)
		i = p.end
	}
	return found, true
}

// meaning joins the phrases and cuts them out of the query.
func (r *reader) meaning(phrases []phrase) Meaning {
	var m Meaning
	var rest []string
	at := 0
	for _, p := range phrases {
		start, end := r.tokens[p.first].start, r.tokens[p.end-1].end
		rest = append(rest, strings.Fields(r.query[at:start])...)
		m.Words = append(m.Words, strings.Join(strings.Fields(r.query[start:end]), " "))
		m.Spans = append(m.Spans, [2]int{start, end})
		at = end
		if p.from != 0 {
			m.From, m.To = p.from, p.to
		}
		if p.after != 0 {
			m.After = p.after
		}
	}
	rest = append(rest, strings.Fields(r.query[at:])...)
	// What stood around the phrase only, such as a comma, is no word.
	kept := rest[:0]
	for _, word := range rest {
		if strings.ContainsFunc(word, isWord) {
			kept = append(kept, word)
		}
	}
	m.Rest = strings.Join(kept, " ")
	return m
}

func isWord(c rune) bool {
	return unicode.IsLetter(c) || unicode.IsDigit(c) || c > unicode.MaxLatin1
}

// word is the word of token i, "" behind the last.
func (r *reader) word(i int) string {
	if i < len(r.tokens) {
		return r.tokens[i].word
	}
	return ""
}

// number is the number of token i, -1 when it is none.
func (r *reader) number(i int) int {
	if i < len(r.tokens) {
		return r.tokens[i].number
	}
	return -1
}

// between is what stands between token i and the next, "" behind the last.
func (r *reader) between(i int) string {
	if i < 0 || i+1 >= len(r.tokens) {
		return ""
	}
	return r.query[r.tokens[i].end:r.tokens[i+1].start]
}

// longest finds the longest run of at most four tokens from i on that table has, with one space
// between the words.
func longest[V any](r *reader, i int, table map[string]V) (value V, end int, ok bool) {
	words := ""
	for j := i; j < len(r.tokens) && j < i+4; j++ {
		if j > i {
			words += " "
		}
		words += r.tokens[j].word
		if v, has := table[words]; has {
			value, end, ok = v, j+1, true
		}
	}
	return value, end, ok
}

// skip returns the first token from i on, at most n further, that is not in words.
func (r *reader) skip(i, n int, words map[string]bool) int {
	for ; n > 0 && words[r.word(i)]; n-- {
		i++
	}
	return i
}
