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
	from, until int // by Token.order
	text        Span

	// What a plan has found: the entries of Plan.Terms, -1 for none. The longer form of two that
	// begin with the same token comes behind the shorter one.
	known   bool
	alone   bool // no other form begins with this one
	begins  bool // some word begins with the form, a final s aside
	entries [2]int
}

// maxJoined is the most words that people write as one: trabalhodofuturo, bailarrecordarresistir.
const maxJoined = 5

// joinMore notes the joined forms of two tokens that follow each other, and appends those of three
// to maxJoined to the text.
func (t *Parsed) joinMore() {
	t.joins = t.joins[:0]
	for i := range t.Tokens {
		t.Tokens[i].order = i
		start := len(t.text)
		for n := 0; n < maxJoined && i+n < len(t.Tokens) && t.Tokens[i+n].Joinable(); n++ {
			if n == 1 {
				t.joinSingular(i)
				t.joins = append(t.joins, joinedTokens{from: i, until: i + 2,
					text: t.Tokens[i].after})
				start = len(t.text)
			}
			if n == 2 {
				t.text = append(t.text, t.Slice(t.Tokens[i].Text)...)
				t.text = append(t.text, t.Slice(t.Tokens[i+1].Text)...)
			}
			if n < 2 {
				continue
			}
			t.text = append(t.text, t.Slice(t.Tokens[i+n].Text)...)
			if len(t.text)-start > text.MaxToken {
				t.text = t.text[:start]
				break
			}
			joined := len(t.text)
			t.joins = append(t.joins, joinedTokens{from: i, until: i + n + 1,
				text: Span{start, joined}})
			// the longer form begins with the same letters, in a place of its own
			t.text = append(t.text, t.text[start:joined]...)
			start = joined
		}
		t.text = t.text[:start]
	}
}

// joinSingular notes the joined form of token i, a plural, and the next one as it is without its
// plural s, since the first part of a name that is two words seldom has one: DeveloperWeek.
func (t *Parsed) joinSingular(i int) {
	word := t.Slice(t.Tokens[i].Text)
	if n := len(word) - 1; t.rules.HasPluralS() && n >= leastSingular && word[n] == 's' &&
		word[n-1] != 's' {
		start := len(t.text)
		t.text = text.AppendJoined(t.text, word[:n], t.Slice(t.Tokens[i+1].Text))
		t.joins = append(t.joins, joinedTokens{from: i, until: i + 2, alone: true,
			text: Span{start, len(t.text)}})
	}
}

// leastSingular is the shortest word, in bytes, that joinSingular looks for.
const leastSingular = 4

// addJoined adds the lists of number i of p.joins, words of the query written as one, and of the
// same with a final s or without: DevOpsDays for devops day, DeveloperWeek for developer weeks.
func addJoined(p *Plan, i int) {
	for _, entry := range lookJoined(p, i).entries {
		if entry >= 0 {
			p.addList(&p.Terms, entry)
		}
	}
}

// lookJoined looks up number i of p.joins, once. Where no word begins with a shorter form there is
// no longer one.
func lookJoined(p *Plan, i int) *joinedTokens {
	j := &p.joins[i]
	if j.known {
		return j
	}
	j.known, j.begins, j.entries = true, false, [2]int{-1, -1}
	if i > 0 && p.joins[i-1].from == j.from && !p.joins[i-1].alone &&
		!lookJoined(p, i-1).begins {
		return j
	}
	base := p.Slice(j.text)
	if p.rules.HasPluralS() {
		base = bytes.TrimSuffix(base, []byte("s"))
	}
	near, ok := beginningWith(p, base)
	if !ok && p.rules.HasUmlauts() {
		var buf [text.MaxToken + 1]byte
		base = text.AppendUmlauts(buf[:0], base)
		near, ok = beginningWith(p, base)
	}
	if !ok {
		return j
	}
	j.begins = true
	if string(p.Terms.Key(near)) == string(base) {
		j.entries[0] = near
	}
	if p.rules.HasPluralS() {
		p.key = append(append(p.key[:0], base...), 's')
		if entry, ok := findBehind(&p.Terms, near, p.key); ok {
			j.entries[1] = entry
		}
	}
	return j
}

// beginningWith returns the first word that begins so.
func beginningWith(p *Plan, base []byte) (entry int, ok bool) {
	near := p.Terms.LowerBound(p.index.file.FirstWord(), p.Terms.Len(), base)
	return near, near < p.Terms.Len() && bytes.HasPrefix(p.Terms.Key(near), base)
}

// beginsWord reports whether some word may begin with two tokens joined.
func beginsWord(p *Plan, joined Span) bool {
	for i := range p.joins {
		if p.joins[i].text == joined {
			return lookJoined(p, i).begins
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
// words or more. Few words do, and it takes two lookups, or three.
func beginsWithPair(p *Plan, word []byte) bool {
	begins := p.index.derived()
	lo, hi := begins[format.Neighbours], begins[format.Neighbours+1]
	p.key = append(append(p.key[:0], format.Neighbours), word...)
	for n := len(p.key) - 1; n > 1; {
		i := p.Terms.LowerBound(lo, hi, p.key[:n])
		if i < hi && string(p.Terms.Key(i)) == string(p.key[:n]) {
			return true
		}
		if i == lo {
			return false
		}
		// What is less than the beginning and begins it is at most as long as both are equal.
		before, same := p.Terms.Key(i-1), 0
		for same < min(len(before), n) && before[same] == p.key[same] {
			same++
		}
		if same == n { // damaged
			return false
		}
		n, hi = same, i
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
