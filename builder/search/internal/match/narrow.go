package match

import (
	"math/bits"
	"slices"

	"cartaz/builder/search/internal/format"
)

// Matches is a plan and the documents that satisfy it.
type Matches struct {
	Plan
	Docs      int      // documents of the index
	Total     int      // those that satisfy all clauses so far
	Live      []uint64 // these, one bit for each document; good unless Total is Docs or 0
	Corrected bool     // no document has the words as typed, so they were taken for mistyped

	hits      []uint64 // the documents of one clause
	spots     []uint32 // see Spots; good when spotted
	spotted   bool
	both, one []uint64 // those of all parts of a hyphenated word so far, and of one part

	apart cutter
}

// Find looks for the documents that satisfy a text, which Parse has read, and filters. It returns
// false when nothing is asked.
//
// The word for what all events of the catalogue are is skipped in a request, see skipOwnKind.
//
// Words of Japanese that were written as one are looked for apart when nothing has them so, see
// cuts.go. Words of Russian, German, Spanish and Portuguese then stand for those of their family,
// too: see text.Family, text.GermanFamily and text.ExpandFamily. Then words that nobody has are
// read as beginnings, what only asks is skipped, for tickets or where, and then words for kinds of
// events, where something has all others.
//
// Words are corrected only when the text, apart from all filters, finds nothing in the whole index:
// when there is rock, but not in that city, the answer is that there is none. What no correction
// finds may be two words typed as one, see partWord, and then stands beside a word for kinds.
func (m *Matches) Find(x *Index, filters *Filters) bool {
	m.apart.state, m.forms.related = asTyped, false
	skipOwnKind(&m.Plan, x)
	return m.find(x, filters)
}

func (m *Matches) find(x *Index, filters *Filters) bool {
	m.begin(x)
	m.Docs, m.Total, m.Corrected = x.file.Docs(), 0, false
	filtered, possible := m.addFilters(filters)
	switch {
	case len(m.Tokens) == 0:
		if !filtered {
			return false
		}
		if possible {
			m.narrow()
		}
		return true
	case !possible:
		return true
	}
	for n := range m.Tokens {
		m.AddToken(n)
	}
	switch {
	case m.narrow(), filtered && m.anywhere():
		return true
	case m.takeApart(x):
		return m.find(x, filters)
	case relate(&m.Plan):
		if !addKin(&m.Plan) {
			return m.find(x, filters)
		}
		if m.narrow() || filtered && m.anywhere() {
			return true
		}
	}
	switch {
	case clipWords(&m.Plan), skipAsking(&m.Parsed), skipKinds(m):
		return m.Find(x, filters)
	default:
		m.Corrected = true
		lost := m.narrowCorrected()
		if m.Total == 0 && (m.partWord(x) || skipKindsMistyped(m, lost)) {
			m.Corrected = false
			return m.find(x, filters)
		}
	}
	return true
}

// addFilters adds filters. filtered says whether there are any, possible whether each has a
// document.
func (m *Matches) addFilters(filters *Filters) (filtered, possible bool) {
	possible = true
	for i := range filters.Values {
		f := &filters.Values[i]
		if f.Value == "" {
			continue
		}
		if m.key = f.AppendKey(m.key[:0]); len(m.key) > 0 {
			filtered = true
			possible = m.addFilter(i, f, m.key) && possible
		}
	}
	if filters.From != 0 || filters.Until != 0 {
		filtered = true
		possible = m.addDays(filters.From, filters.Until) && possible
	}
	return filtered, possible
}

// narrow leaves the documents that satisfy all clauses, counts them, and reports whether there are
// any. It goes through the clauses from the rarest and stops where nothing is left.
func (m *Matches) narrow() bool {
	slices.SortFunc(m.Clauses, func(a, b Clause) int { return a.Documents - b.Documents })
	m.All()
	for i := range m.Clauses {
		if !m.Retain(&m.Clauses[i]) {
			return false
		}
	}
	return m.Total > 0
}

// anywhere reports whether any document has the tokens, whatever the filters; it leaves Total 0.
func (m *Matches) anywhere() bool {
	m.All()
	for i := range m.Clauses {
		if c := &m.Clauses[i]; !c.IsFilter() && !m.Retain(c) {
			return false
		}
	}
	m.Total = 0
	return true
}

// narrowCorrected does what narrow does when words may be mistyped. Each is corrected only when
// something is left after the ones before it: first filters and words that cannot be corrected,
// which stand for their family where nothing has them (bethoven 5th), then the others. It returns
// the clause that nothing was left after, nil where something is.
func (m *Matches) narrowCorrected() (lost *Clause) {
	for i := range m.Tokens {
		m.Tokens[i].respelled = Span{}
	}
	m.All()
	for i := range m.Clauses {
		if c := &m.Clauses[i]; !mayCorrect(&m.Plan, c) && !retainCorrected(m, c) {
			return c
		}
	}
	for i := range m.Clauses {
		if c := &m.Clauses[i]; mayCorrect(&m.Plan, c) && !retainCorrected(m, c) {
			return c
		}
	}
	return nil
}

// mayCorrect reports whether the token of a clause may be mistyped.
func mayCorrect(p *Plan, c *Clause) bool {
	if c.IsFilter() {
		return false
	}
	t := &p.Tokens[c.Token]
	if t.Kind == Gram {
		return mayBeMistyped(p, t)
	}
	return t.Kind == PlainWord && editsAllowed(p.rules, p.Slice(t.Text)) > 0
}

// retainCorrected is Retain of a clause of a text that may be mistyped.
func retainCorrected(m *Matches, c *Clause) bool {
	switch {
	case c.corrected:
	case mayCorrect(&m.Plan, c):
		m.Correct(c)
	case c.Documents == 0:
		addKinOf(&m.Plan, c)
	}
	c.corrected = true
	return m.Retain(c)
}

// All begins with all documents.
func (m *Matches) All() { m.Total, m.spotted = m.Docs, false }

// Retain leaves the documents that satisfy the clause, counts them, and reports whether there are
// any.
func (m *Matches) Retain(c *Clause) bool {
	switch {
	case c.Documents == 0:
		m.Total = 0
	case m.Total == m.Docs && m.isRare(c):
		m.retainRare(c)
	case m.Total <= fewLive && m.Total < m.Docs:
		m.retainOfFew(c)
	default:
		m.retain(c)
	}
	return m.Total > 0
}

// retain is Retain where all documents are left, or many.
func (m *Matches) retain(c *Clause) {
	words := format.WordsFor(m.Docs)
	first := m.Total == m.Docs
	m.spotted = false
	m.Live, m.hits = Resized(m.Live, words), Resized(m.hits, words)
	hits := m.hits
	if first {
		hits = m.Live
	}
	clear(hits)
	for _, lists := range c.Lists {
		m.gather(hits, lists)
	}
	if len(c.Parts) > 0 {
		m.gatherParts(hits, c.Parts)
	}
	hits[words-1] &= lastWord(m.Docs)
	total := 0
	if first {
		total = countOnes(hits)
	} else {
		live := m.Live[:len(hits)]
		for i, h := range hits {
			h &= live[i]
			live[i] = h
			total += bits.OnesCount64(h)
		}
	}
	m.Total = total
}

// countOnes is how many bits of a set are one. Two sums need not wait for each other.
func countOnes(set []uint64) int {
	odd, even := 0, 0
	for ; len(set) >= 2; set = set[2:] {
		even += bits.OnesCount64(set[0])
		odd += bits.OnesCount64(set[1])
	}
	for _, w := range set {
		even += bits.OnesCount64(w)
	}
	return odd + even
}

// fewLive is how many documents are so few that most words of Live are zero: then only the others
// are looked at.
const fewLive = 512

// lastWord has the bits of the last word of a set of so many documents. Lists may be damaged.
func lastWord(docs int) uint64 { return ^uint64(0) >> (-uint(docs) % 64) }

// Spots returns which words of Live are not zero, in their order.
func (m *Matches) Spots() []uint32 {
	if !m.spotted {
		// Every word is noted, and overwritten unless it is not zero: a branch would be guessed
		// wrongly as often as not.
		m.spotted, m.spots = true, Resized(m.spots, len(m.Live))
		spots, n := m.spots[:len(m.Live)], 0
		for i, w := range m.Live {
			spots[n] = uint32(i)
			n += int((w | -w) >> 63)
		}
		m.spots = spots[:n]
	}
	return m.spots
}

// rareShare: a clause is rare that so few documents satisfy that most words of Live stay zero, of
// which that many come on each document.
const rareShare = 4

// isRare reports whether few documents satisfy a clause, all of them in sparse lists.
func (m *Matches) isRare(c *Clause) bool {
	if c.Documents > format.WordsFor(m.Docs)/rareShare {
		return false
	}
	for _, lists := range c.Lists {
		for i := lists.Lo; i < lists.Hi; i++ {
			if l := &m.Lists[i]; l.Dense || l.Joined() {
				return false
			}
		}
	}
	return len(c.Parts) == 0
}

// retainRare is Retain where all documents are left and few satisfy the clause: then Live is gone
// through nowhere else.
func (m *Matches) retainRare(c *Clause) {
	m.Live = Resized(m.Live, format.WordsFor(m.Docs))
	clear(m.Live)
	m.spotted, m.spots, m.Total = true, m.spots[:0], 0
	for _, lists := range c.Lists {
		for i := lists.Lo; i < lists.Hi; i++ {
			m.spots = m.Lists[i].gatherSpots(m.Live, m.spots)
		}
	}
	m.Live[len(m.Live)-1] &= lastWord(m.Docs)
	if !slices.IsSorted(m.spots) {
		slices.Sort(m.spots)
	}
	for _, i := range m.spots {
		m.Total += bits.OnesCount64(m.Live[i])
	}
}

// retainOfFew is Retain where few documents are left. What m.hits holds beside the words of m.spots
// means nothing.
func (m *Matches) retainOfFew(c *Clause) {
	m.hits = Resized(m.hits, len(m.Live))
	live, hits, spots := m.Live, m.hits[:len(m.Live)], m.Spots()
	for _, i := range spots {
		hits[i] = 0
	}
	for _, lists := range c.Lists {
		for i := lists.Lo; i < lists.Hi; i++ {
			m.Lists[i].GatherAt(hits, spots)
		}
	}
	if len(c.Parts) > 0 {
		m.gatherParts(hits, c.Parts)
	}
	m.Total = 0
	left := spots[:0]
	for _, i := range spots {
		live[i] &= hits[i]
		if live[i] != 0 {
			m.Total += bits.OnesCount64(live[i])
			left = append(left, i)
		}
	}
	m.spots = left
}

// gather adds the documents of some lists.
func (m *Matches) gather(to []uint64, lists Span) {
	for i := lists.Lo; i < lists.Hi; i++ {
		m.Lists[i].Gather(to)
	}
}

// gatherParts adds the documents that have all parts of a hyphenated word.
func (m *Matches) gatherParts(hits []uint64, parts []Part) {
	m.both, m.one = Resized(m.both, len(hits)), Resized(m.one, len(hits))
	both, one := m.both, m.one
	for n := range parts {
		part := &parts[n]
		to := one
		if n == 0 {
			to = both
		}
		clear(to)
		m.gather(to, part.Whole)
		m.gather(to, part.Prefix)
		if n > 0 {
			for i, w := range one {
				both[i] &= w
			}
		}
	}
	for i, w := range both {
		hits[i] |= w
	}
}
