package query

import (
	"bytes"
	"math"
	"math/bits"
	"slices"
	"strings"
	"unicode"

	"cartaz/builder/search/internal/index"
)

// If no other reading finds anything, a query of several words may still name something. Words
// weigh by how rare they are; a word that no document has weighs as if one had it. In 1,373 events
//
//	coldplay   no document  log2(1 + 1373/1)  = 10.4
//	titas      1            log2(1 + 1373/1)  = 10.4
//	freguesia  60           log2(1 + 1373/60) =  4.6
//
// and the answer to "titãs freguesia coldplay" is the documents of the greatest weight, 15.0 of
// 25.4. That must be at least leastShare of the whole weight; filters add theirs to both. One of
// the words must be in a name or place: words that descriptions only mention are not meant.
const leastShare = 0.35

// Weights are whole numbers of eighths of a bit, so that sums are computed for 64 documents at a
// time: bit n of plane k is bit k of the sum of document n.
const (
	planes = 12 // MaxTokens × 8 × 30 bits of 2^30 documents are below 2^12
)

// Words returns the words of the query that were found, corrected if necessary, and the words that
// the documents of a partial answer lack. Skipped words are in neither list. Parts of a text
// without spaces are folded.
func (m *Matches) Words() (found, missing []string) {
	switch m.Reading {
	case Retyped:
		return strings.Fields(m.query), nil
	case Corrected:
		m.parts = m.parts[:0]
		for n := range m.Tokens {
			if run := m.run(n); n == run.Lo {
				m.parts = append(m.parts, part{tokens: run, has: true})
			}
		}
	}
	left, end := m.parts, 0 // end of a field in the folded text
	for field := range strings.FieldsSeq(m.query) {
		folded := m.a.AppendRelaxed(nil, field)
		if at := bytes.Index(m.text[end:m.folded], folded); at >= 0 {
			end += at + len(folded)
		}
		own := left
		for len(left) > 0 && m.Tokens[left[0].tokens.Lo].Text.Lo < end {
			left = left[1:]
		}
		own = own[:len(own)-len(left)]
		if len(own) == 0 && m.Reading == Corrected {
			found = append(found, field)
		}
		for _, p := range own {
			word := string(m.text[m.Tokens[p.tokens.Lo].Text.Lo:m.Tokens[p.tokens.Hi-1].Text.Hi])
			if m.Tokens[p.tokens.Lo].meant >= 0 {
				word = string(m.Meant(p.tokens.Lo))
			} else if len(own) == 1 {
				word = strings.TrimFunc(field, unicode.IsPunct)
			}
			if at := slices.Index(found, word); at >= 0 && m.Reading == Corrected {
				found = found[:at] // two words are taken as one: peça de teatro
			}
			if p.has {
				found = append(found, word)
			} else {
				missing = append(missing, word)
			}
		}
	}
	return found, missing
}

// part is a word of a query, or a run of bigrams: documents have all of it, or it is missing.
type part struct {
	tokens Span
	has    bool // the documents of the answer have it
}

// partial keeps the documents that have the most of the query by weight, or none.
func (m *Matches) partial() {
	m.All()
	whole, filters := 0, 0
	for i := range m.Clauses {
		if c := &m.Clauses[i]; c.IsFilter() {
			filters += m.weight(c.Documents)
			if !m.Retain(c) {
				return
			}
		}
	}
	m.fill()
	m.sums = Resized(m.sums, planes*len(m.Live))
	m.parts = m.parts[:0]
	clear(m.sums)
	for n := range m.Tokens {
		run, c := m.run(n), m.ClauseOf(n)
		c.Lists[Edit1] = Span{}
		c.Lists[Edit2] = Span{}
		m.Tokens[n].meant = -1
		if n == run.Lo {
			weight := m.weight(m.gather(run, index.InDescription))
			m.addWeight(weight)
			m.parts = append(m.parts, part{tokens: run})
			whole += weight
		}
	}
	if float64(m.heaviest(whole)+filters) < leastShare*float64(whole+filters) {
		m.Total = 0
		return
	}
	m.retainNamed()
}

// weight returns the weight of a word or filter that some documents have.
func (m *Matches) weight(documents int) int {
	return int(8 * math.Log2(1+float64(m.Docs)/float64(max(1, documents))))
}

// gather collects in hits the documents that have all of some tokens in a field or a greater one,
// and counts them. It corrects no words.
func (m *Matches) gather(tokens Span, from index.Field) (count int) {
	m.hits, m.phrase = Resized(m.hits, len(m.Live)), Resized(m.phrase, len(m.Live))
	hits := m.hits
	for n := tokens.Lo; n < tokens.Hi; n++ {
		clear(hits)
		for _, lists := range m.ClauseOf(n).Lists[:Edit1] {
			m.Gather(hits, lists, from)
		}
		count, hits = And(m.hits, hits), m.phrase
	}
	return count
}

// addWeight adds a weight to the sums of the live documents of hits.
func (m *Matches) addWeight(weight int) {
	for i, h := range m.hits {
		if h &= m.Live[i]; h == 0 {
			continue
		}
		sums := (*[planes]uint64)(m.sums[i*planes:])
		carry := uint64(0)
		for k, w := 0, weight; k < planes && (w > 0 || carry != 0); k, w = k+1, w>>1 {
			add := h & -uint64(w&1)
			sum := sums[k]
			sums[k] = sum ^ add ^ carry
			carry = sum&add | (sum^add)&carry
		}
	}
}

// heaviest keeps the documents of the greatest sum, which is at most most, and returns the sum.
func (m *Matches) heaviest(most int) (sum int) {
	m.phrase = Resized(m.phrase, len(m.Live))
	for k := bits.Len(uint(most)) - 1; k >= 0; k-- {
		any := uint64(0)
		for i, w := range m.Live {
			m.phrase[i] = w & m.sums[i*planes+k]
			any |= m.phrase[i]
		}
		if any != 0 {
			sum |= 1 << k
			m.Live, m.phrase = m.phrase, m.Live
		}
	}
	return sum
}

// retainNamed keeps the documents that have the same words as the first document left, and one of
// them in a name or place.
func (m *Matches) retainNamed() {
	for i := range m.parts {
		p := &m.parts[i]
		m.gather(p.tokens, index.InDescription)
		if p.has = And(m.hits, m.Live) > 0; p.has {
			m.Live, m.hits = m.hits, m.Live
		}
	}
	named := Resized(m.apart, len(m.Live))
	clear(named)
	for _, p := range m.parts {
		if p.has {
			m.gather(p.tokens, index.InPlace)
			for i, h := range m.hits {
				named[i] |= h
			}
		}
	}
	m.apart, m.Total = named, And(m.Live, named)
}

// fill makes Live valid.
func (m *Matches) fill() {
	m.Live = Resized(m.Live, index.WordsFor(m.Docs))
	if m.Total == m.Docs {
		for i := range m.Live {
			m.Live[i] = ^uint64(0)
		}
		m.Live[len(m.Live)-1] = lastWord(m.Docs)
	}
}
