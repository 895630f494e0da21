package query

import (
	"math/bits"

	"cartaz/builder/search/analysis"
	"cartaz/builder/search/internal/index"
)

// A query of several words is often one name or term: seu jorge, la mer, casa das rosas. If many of
// the documents that have all words have them as a phrase, documents that have them scattered over
// a description have nothing to do with it. For "seu jorge"
//
//	Seu Jorge                         the pair is in the name
//	Samba do Cacique: … Seu Jorge …   in the description
//	Jorge Aragão, Casa Seu Zé         apart, but in names and places, which say what an event is
//	Teatro: … seu marido … Jorge …    apart; left out if two or more documents, and two of five
//	                                  that have the words, have the phrase
const (
	leastPhrases               = 2
	phraseShare, phraseShareOf = 2, 5
)

// mayBePhrase reports whether the query has several words and nothing else. A query with the name
// of a city asks for a subject and a place.
func (m *Matches) mayBePhrase() bool {
	cities := m.x.File.Dictionary(index.Cities)
	for i := range m.Tokens {
		_, isCity := cities.Find(m.Slice(m.Tokens[i].Text))
		if m.Tokens[i].Kind != Word || isCity {
			return false
		}
	}
	return len(m.Tokens) > 1
}

// retainPhrase drops, from the documents that have all tokens, the documents that have them
// scattered.
func (m *Matches) retainPhrase() {
	if m.Total <= leastPhrases {
		return
	}
	words := len(m.Live)
	m.phrase, m.hits = Resized(m.phrase, words), Resized(m.hits, words)
	// The documents that have the phrase, if they are enough to tell that it is one.
	copy(m.phrase, m.Live)
	count := 0
	for i := range m.Tokens[1:] {
		clear(m.hits)
		m.gatherPair(i)
		if count = And(m.phrase, m.hits); count < leastPhrases {
			return
		}
	}
	if count == m.Total || count*phraseShareOf < m.Total*phraseShare {
		return
	}
	// The others.
	m.apart = Resized(m.apart, words)
	for i, w := range m.Live {
		m.apart[i] = w &^ m.phrase[i]
	}
	// Documents that have every token in a name or place stay.
	heads := m.apart
	for i := range m.Clauses {
		if c := &m.Clauses[i]; !c.IsFilter() {
			clear(m.hits)
			for _, lists := range c.Lists {
				m.Gather(m.hits, lists, index.InPlace)
			}
			And(heads, m.hits)
		}
	}
	left := 0
	for i := range m.Live {
		m.Live[i] = m.phrase[i] | heads[i]
		left += bits.OnesCount64(m.Live[i])
	}
	m.Total = left
}

// And removes from a set the documents that another set lacks, and returns how many stay.
func And(set, with []uint64) (count int) {
	for i, w := range with[:len(set)] {
		set[i] &= w
		count += bits.OnesCount64(set[i])
	}
	return count
}

// gatherPair gathers the documents in which token n and the next follow each other as they are
// written, ignoring stop words, or are one word or a synonym.
func (m *Matches) gatherPair(n int) {
	var buf [2 * analysis.MaxToken]byte
	first, second := m.Slice(m.Tokens[n].Text), m.Slice(m.Tokens[n+1].Text)
	m.gatherDerived(index.Shingle, index.AppendPhrase(buf[:0], first, second))
	m.gatherDerived(index.Pair, analysis.PairKey(buf[:0], first, second))
	for i := n; i <= n+1; i++ {
		for _, l := range m.In(m.ClauseOf(i).Lists[Variant]) {
			if l.phrase {
				l.Gather(m.hits)
			}
		}
	}
}

// gatherDerived gathers the documents with a derived term.
func (m *Matches) gatherDerived(kind byte, word []byte) {
	if at := len(m.Lists); m.AddDerived(kind, word, "") {
		m.Lists[at].Gather(m.hits)
		m.Lists = m.Lists[:at]
	}
}
