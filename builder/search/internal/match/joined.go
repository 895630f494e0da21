package match

import (
	"bytes"
	"unicode/utf8"

	"cartaz/builder/search/internal/format"
	"cartaz/builder/search/text"
)

// joinTries is how many readings of one word as several are tried: a few microseconds.
const joinTries = 256

// joinedTokens are two tokens of the text or more, stop words too, as one word.
type joinedTokens struct {
	from, until int // of Words
	last        int // a longer one may end before this one of Words
	text        Span

	// What a plan has found.
	begins  bool   // some word begins with the form, a final s aside
	entries [2]int // of Plan.Terms, -1 for none
}

// maxJoined is the most words that people write as one: trabalhodofuturo, bailarrecordarresistir.
const maxJoined = 5

// notePairs notes the joined forms of two tokens that follow each other.
func (t *Parsed) notePairs() {
	t.joins, t.joinsKnown = t.joins[:0], false
	for i := range t.Tokens[:max(0, len(t.Tokens)-1)] {
		if t.Tokens[i].after.Empty() {
			continue
		}
		t.joinSingular(i)
		last := i + 2
		for last < min(i+maxJoined, len(t.Tokens)) && t.Tokens[last].Joinable() {
			last++
		}
		from := t.Tokens[i].First // single words lie side by side
		t.joins = append(t.joins, joinedTokens{from: from, until: from + 2, last: from + last - i,
			text: t.Tokens[i].after})
	}
}

// joinSingular notes the joined form of token i, a plural, and the next one as it is without its
// plural s, since the first part of a name that is two words seldom has one: DeveloperWeek.
func (t *Parsed) joinSingular(i int) {
	word := t.Slice(t.Tokens[i].Text)
	if n := len(word) - 1; t.rules.HasPluralS() && n >= leastSingular && word[n] == 's' &&
		word[n-1] != 's' {
		start, from := len(t.text), t.Tokens[i].First
		t.text = text.AppendJoined(t.text, word[:n], t.Slice(t.Tokens[i+1].Text))
		t.joins = append(t.joins, joinedTokens{from: from, until: from + 2, last: from + 2,
			text: Span{start, len(t.text)}})
	}
}

// leastSingular is the shortest word, in bytes, that joinSingular looks for.
const leastSingular = 4

// addJoined adds the lists of the words that are the token and others of the query as one, and of
// the same with a final s or without: DevOpsDays for devops day, DeveloperWeek for developer weeks.
func addJoined(p *Plan, t *Token) {
	for i := range p.joins {
		if j := &p.joins[i]; j.from <= t.First && t.First < j.until {
			for _, entry := range j.entries {
				if entry >= 0 {
					p.addList(&p.Terms, entry)
				}
			}
		}
	}
}

// lookJoined looks up the joined forms of a text, once. Where some word begins with one, it notes
// the form of a word more.
func lookJoined(p *Plan) {
	if p.joinsKnown {
		return
	}
	p.joinsKnown = true
	for i := 0; i < len(p.joins); i++ {
		j := &p.joins[i]
		j.begins, j.entries = lookForm(p, p.Slice(j.text))
		if !j.begins || j.until == j.last {
			continue
		}
		longer := joinedTokens{from: j.from, until: j.until + 1, last: j.last}
		start := len(p.text)
		for k := longer.from; k < longer.until; k++ {
			p.text = append(p.text, p.Word(k)...)
		}
		longer.text = Span{start, len(p.text)}
		if len(p.text)-start <= text.MaxToken {
			p.joins = append(p.joins, longer)
		}
	}
}

// lookForm looks up a joined form, with a final s and without.
func lookForm(p *Plan, base []byte) (begins bool, entries [2]int) {
	if p.rules.HasPluralS() {
		base = bytes.TrimSuffix(base, []byte("s"))
	}
	entries = [2]int{-1, -1}
	lo, hi := p.Terms.WithPrefix(p.index.file.FirstWord(), base)
	if lo == hi && p.rules.HasUmlauts() {
		var buf [text.MaxToken + 1]byte
		base = text.AppendUmlauts(buf[:0], base)
		lo, hi = p.Terms.WithPrefix(p.index.file.FirstWord(), base)
	}
	if lo == hi {
		return false, entries
	}
	if string(p.Terms.Key(lo)) == string(base) {
		entries[0] = lo
	}
	if p.rules.HasPluralS() {
		p.key = append(append(p.key[:0], base...), 's')
		if entry, ok := p.Terms.FindIn(lo, hi, p.key); ok {
			entries[1] = entry
		}
	}
	return true, entries
}

// beginsWord reports whether some word may begin with two tokens joined.
func beginsWord(p *Plan, joined Span) bool {
	for i := range p.joins {
		if p.joins[i].text == joined {
			return p.joins[i].begins
		}
	}
	return true
}

// leastJoined is the shortest word, in bytes, that may be three others joined.
const leastJoined = 6

// joinedParts returns the pairs of neighbours that a word which nobody has is made of when it is
// three to maxJoined words joined: of taekwondo the pairs tae kwon and kwon do. A document must
// have all of them in its name or place. Of several readings the first counts, that with the
// shortest first words.
func joinedParts(p *Plan, word []byte) []Part {
	if len(word) < leastJoined || !beginsWithPair(p, word) {
		return nil
	}
	p.tries = joinTries
	n := cutJoined(p, word, 0)
	if n == 0 {
		return nil
	}
	from := len(p.parts)
	for i := range n - 1 {
		end := len(word)
		if i+2 < n {
			end = p.cuts[i+2]
		}
		part := Part{Whole: Span{len(p.Lists), len(p.Lists)}}
		p.AddDerived(format.Neighbours, word[p.cuts[i]:end])
		part.Whole.Hi = len(p.Lists)
		part.Prefix = Span{part.Whole.Hi, part.Whole.Hi}
		part.Documents = p.documents(part.Whole)
		p.parts = append(p.parts, part)
	}
	return p.parts[from:]
}

// beginsWithPair reports whether a word begins with two neighbours joined, as all do that are three
// words or more. Few words do.
func beginsWithPair(p *Plan, word []byte) bool {
	for end := 2; end <= len(word); end++ {
		if hasDerived(p, format.Neighbours, word[:end]) {
			return true
		}
	}
	return false
}

// cutJoined sets p.cuts from n on to where the words of the rest of a joined word begin, and
// returns how many words there are in all, or 0 when it is none. p.cuts[:n] are the words before.
func cutJoined(p *Plan, word []byte, n int) int {
	at := 0
	if n > 0 {
		at = p.cuts[n]
	}
	p.cuts[n] = at
	for end := at + 1; end <= len(word) && p.tries > 0; end++ {
		if end < len(word) && !utf8.RuneStart(word[end]) {
			continue
		}
		if end == len(word) && n < 2 {
			return 0
		}
		p.tries--
		known, more := begins(p, word, n, end)
		if !more {
			return 0
		}
		if !known {
			continue
		}
		if end == len(word) {
			return n + 1
		}
		if n+1 == maxJoined {
			continue
		}
		p.cuts[n+1] = end
		if all := cutJoined(p, word, n+1); all > 0 {
			return all
		}
	}
	return 0
}

// begins looks at word number n, which ends there: whether it is one, and behind the word before it
// somewhere, and whether it may be the beginning of such a word.
func begins(p *Plan, word []byte, n, end int) (known, more bool) {
	first := p.index.file.FirstWord()
	if n == 0 {
		i := p.Terms.LowerBound(first, p.Terms.Len(), word[:end])
		if i == p.Terms.Len() {
			return false, false
		}
		key := p.Terms.Key(i)
		return string(key) == string(word[:end]), bytes.HasPrefix(key, word[:end])
	}
	p.key = append(append(p.key[:0], format.Neighbours), word[p.cuts[n-1]:end]...)
	neighbours := p.index.derived()
	i := p.Terms.LowerBound(neighbours[format.Neighbours], neighbours[format.Neighbours+1], p.key)
	if i == neighbours[format.Neighbours+1] {
		return false, false
	}
	key := p.Terms.Key(i)
	return string(key) == string(p.key) && p.index.HasWord(word[p.cuts[n]:end]),
		bytes.HasPrefix(key, p.key)
}
