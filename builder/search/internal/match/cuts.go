package match

import (
	"unicode"
	"unicode/utf8"

	"cartaz/builder/search/text"
)

// Words of Japanese that are written as one may stand apart in documents, or with a particle
// between them: who types 動画再生 finds 動画を再生します. When nothing has the query as it is typed, it
// is taken apart at the fewest places where each part is found. With a blank at such a place it is
// a query like any other, so that is how each way is tried:
//
//	音楽夕べ祭       typed; nothing has all its pairs of letters
//	音楽 夕べ祭      one cut: nothing
//	音楽夕べ 祭      one cut: nothing
//	音楽 夕べ 祭     two cuts: found
const (
	maxCuts  = 3
	cutTries = 128 // ways to take one query apart
	// cutBytes is how much of a query is read for all of these ways together, about half a
	// millisecond's worth.
	cutBytes = 4096
)

// cutter takes a query apart.
type cutter struct {
	typed     []byte // the folded query
	places    []text.Cut
	chosen    [maxCuts]int // of places
	best      [maxCuts]int
	tries     int // that are left
	misses    int // of the best way
	documents int // of the best way, 0 when there is none
	state     cutState
}

type cutState uint8

const (
	asTyped cutState = iota
	parted
	unpartable
)

// Parted reports whether the text was taken apart, here or in partWord: nothing has it as it was
// typed.
func (m *Matches) Parted() bool { return m.apart.state == parted }

// takeApart cuts the text where something is found then, and reports whether it did so or tried in
// vain; the plan is lost then.
func (m *Matches) takeApart(x *Index) bool {
	if m.apart.state != asTyped || !m.rules.HasRuns() {
		return false
	}
	m.apart.state = unpartable
	m.apart.typed = appendFolded(&m.Parsed, m.apart.typed[:0])
	m.apart.places = text.AppendCuts(m.apart.places[:0], m.apart.typed)
	appendKanaCuts(m)
	if len(m.apart.places) == 0 {
		return false
	}
	m.apart.tries, m.apart.documents = min(cutTries, cutBytes/len(m.apart.typed)), 0
	for n := 1; n <= min(maxCuts, len(m.apart.places)) && m.apart.documents == 0; n++ {
		tryCuts(m, x, 0, n)
		if m.apart.documents > 0 {
			m.apart.state = parted
			readCut(m, m.apart.best[:n])
			return true
		}
	}
	m.readText()
	m.cut()
	return true
}

// tryCuts tries all ways to choose the places from number i on, of n in all.
func tryCuts(m *Matches, x *Index, i, n int) {
	at, left := 0, edge
	if i > 0 {
		last := &m.apart.places[m.apart.chosen[i-1]]
		at, left = last.At+last.Skip, boundOf(last)
	}
	if i == n {
		if m.apart.tries > 0 && fitsBetween(m.apart.typed[at:], left, edge) {
			m.apart.tries--
			tryCut(m, x, n)
		}
		return
	}
	from := 0
	if i > 0 {
		from = m.apart.chosen[i-1] + 1
	}
	for p := from; p < len(m.apart.places) && m.apart.tries > 0; p++ {
		c := &m.apart.places[p]
		if c.At > at && fitsBetween(m.apart.typed[at:c.At], left, boundOf(c)) {
			m.apart.chosen[i] = p
			tryCuts(m, x, i+1, n)
		}
	}
}

// tryCut looks for the parts that the chosen places give. It keeps the way with the fewest parts
// that begin no run of one script anywhere, of these the one with the most documents.
func tryCut(m *Matches, x *Index, n int) {
	readCut(m, m.apart.chosen[:n])
	m.begin(x)
	misses := 0
	m.trying = true
	defer func() { m.trying = false }()
	for t := range m.Tokens {
		m.AddToken(t)
		c := &m.Clauses[t]
		if c.Documents == 0 {
			return
		}
		if !m.Tokens[t].Run.Empty() && c.Lists[Exact].Empty() {
			misses++
		}
	}
	if len(m.Tokens) > 0 && m.narrow() && (m.apart.documents == 0 || misses < m.apart.misses ||
		misses == m.apart.misses && m.Total > m.apart.documents) {
		m.apart.misses, m.apart.documents = misses, m.Total
		copy(m.apart.best[:], m.apart.chosen[:n])
	}
}

// readCut reads the typed text with blanks at some of the places.
func readCut(m *Matches, chosen []int) {
	folded, at := m.text[:0], 0
	for _, p := range chosen {
		c := &m.apart.places[p]
		folded = append(append(folded, m.apart.typed[at:c.At]...), ' ')
		at = c.At + c.Skip
	}
	m.readRuns(append(folded, m.apart.typed[at:]...))
	m.cut()
}

// bound is what lies beside a part.
type bound uint8

const (
	edge     bound = iota // of the text
	particle              // one that is left out
	within                // the next letter
	suffix                // the next letter; the part behind it may be a suffix
)

func boundOf(c *text.Cut) bound {
	switch {
	case c.Skip > 0:
		return particle
	case c.Suffix:
		return suffix
	}
	return within
}

// fitsBetween reports whether the text between two places, or the ends of the text, begins and ends
// with words, as far as letters tell.
func fitsBetween(between []byte, left, right bound) bool {
	first := 0
	for first < len(between) && isUnspacedAt(between, first) {
		first += text.LetterLen(between[first:])
	}
	if first == len(between) {
		return isPart(between, left, right)
	}
	last := first
	for at := first; at < len(between); {
		isLetter := isUnspacedAt(between, at)
		at += text.LetterLen(between[at:])
		if !isLetter {
			last = at
		}
	}
	return (left == edge || isPart(between[:first], left, edge)) &&
		(right == edge || isPart(between[last:], edge, right))
}

func isUnspacedAt(b []byte, at int) bool {
	r, _ := utf8.DecodeRune(b[at:])
	return text.IsUnspaced(r)
}

// isPart reports whether letters without spaces may be a word: two or more, or one of Han that
// particles set apart or that is a suffix. Beside a particle there may be none, but a word of an
// alphabet: Pythonの本.
func isPart(part []byte, left, right bound) bool {
	if len(part) == 0 {
		return left <= particle && right <= particle
	}
	if text.LetterLen(part) < len(part) {
		return true
	}
	r, _ := utf8.DecodeRune(part)
	return unicode.Is(unicode.Han, r) &&
		(left == suffix || left <= particle && right <= particle)
}

const (
	// leastParted is the shortest word, in letters, that is found at an end of two words typed as
	// one, and leastBoth what both have at least: shorter ones are the ends of too many words. A
	// number may be shorter, and so may the word before it: opus9.
	leastParted = 3
	leastBoth   = 8
)

// mayPart reports whether a word may be two: of letters and a number, or both long enough.
func mayPart(first, second []byte) bool {
	if a, b := isNumber(first), isNumber(second); a != b {
		return b
	}
	a, b := letters(first), letters(second)
	return min(a, b) >= leastParted && a+b >= leastBoth
}

// isNumber reports whether a word is digits.
func isNumber(word []byte) bool {
	for _, c := range word {
		if c < '0' || '9' < c {
			return false
		}
	}
	return len(word) > 0
}

// partWord takes apart the one word of a text that nobody has, even as a correction, where it is
// two words that stand in a document together with all others: yujawang is Yuja Wang, opus9 opus 9.
// In names and places two words that follow each other are found so anyway (format.Neighbours),
// those of descriptions are not indexed. Of several ways that with the most documents counts, of
// these the first. Where none has one, words for kinds are skipped as they are in other texts:
// largoarouche. partWord reports whether it tried a way; then the plan is lost, and the text reads
// as it did where nothing was found.
func (m *Matches) partWord(x *Index) bool {
	if m.apart.state != asTyped || m.rules.HasRuns() {
		return false
	}
	n := lostWord(&m.Plan)
	if n < 0 {
		return false
	}
	m.apart.state, m.forms.related = unpartable, false
	m.apart.typed = append(m.apart.typed[:0], m.Folded()...)
	begunOf(&m.Plan, &m.Tokens[n])
	word, whole, kinds := m.Tokens[n].Text, int(m.Tokens[n].whole), m.kinds
	tried := partAt(m, x, word, whole, false)
	if m.apart.state != parted && kinds == kindsRead && partAt(m, x, word, whole, true) {
		tried = true
	}
	if tried && m.apart.state != parted {
		m.kinds = kinds
		readParted(m, 0)
	}
	return tried
}

// partAt takes a word of the typed text apart in the best way, and reports whether there was one to
// try. It reads the text so where something was found. What it begins with and is longer than whole
// bytes is no word of a document.
func partAt(m *Matches, x *Index, word Span, whole int, skipping bool) (tried bool) {
	best, most := 0, 0
	for at := word.Lo; at < word.Hi; at += text.LetterLen(m.apart.typed[at:word.Hi]) {
		first, second := m.apart.typed[word.Lo:at], m.apart.typed[at:word.Hi]
		isKind := skipping && isSkipped(m, first)
		if !isKind && len(first) > whole {
			if skipping {
				continue
			}
			break
		}
		if !mayPart(first, second) || !isKind && !x.HasWord(first) ||
			!(skipping && isSkipped(m, second)) && !x.HasWord(second) {
			continue
		}
		tried = true
		if found := findParted(m, x, at, skipping); found > most {
			best, most = at, found
		}
	}
	if most > 0 {
		m.apart.state = parted
		findParted(m, x, best, skipping)
	}
	return tried
}

// isSkipped reports whether a word is one for kinds of events or places.
func isSkipped(m *Matches, word []byte) bool {
	return text.IsKind(m.rules, word) || text.IsPlaceKind(m.rules, word)
}

// findParted reads the typed text with a blank at a place, and returns how many documents have all
// of its tokens, whatever the filters; skipping without words for kinds, of which it must have
// some.
func findParted(m *Matches, x *Index, at int, skipping bool) int {
	if skipping {
		m.kinds = kindsRead
	}
	readParted(m, at)
	found := findAll(m, x)
	if skipping {
		if !dropKinds(&m.Plan) {
			return 0
		}
		readParted(m, at)
		found = findAll(m, x)
	}
	return found
}

// lostWord is the only token of a plan that nobody has, a single word, as it was before it was
// corrected; -1 where there is none, or more than one.
func lostWord(p *Plan) int {
	lost := -1
	for n := range p.Tokens {
		c := p.ClauseOf(n)
		if len(c.Parts) > 0 || p.documents(c.Lists[Exact])+p.documents(c.Lists[Alias])+
			p.documents(c.Lists[Prefix]) > 0 {
			continue
		}
		if lost >= 0 || !p.Tokens[n].Joinable() {
			return -1
		}
		lost = n
	}
	return lost
}

// readParted reads the typed text with a blank at a place, or as it is where that is 0.
func readParted(m *Matches, at int) {
	m.text = append(m.text[:0], m.apart.typed[:at]...)
	if at > 0 {
		m.text = append(m.text, ' ')
	}
	m.text = append(m.text, m.apart.typed[at:]...)
	m.cut()
}

// findAll is how many documents have all tokens, whatever the filters.
func findAll(m *Matches, x *Index) int {
	m.begin(x)
	for n := range m.Tokens {
		m.AddToken(n)
	}
	if m.narrow() {
		return m.Total
	}
	return 0
}
