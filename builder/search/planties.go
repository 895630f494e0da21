package search

import (
	"cmp"
	"slices"
)

// addTies adds the lists that decide between documents of one score: words of the query that follow each other in the
// document as well, and a name that begins or ends as the query does. A mistyped word is what it may stand for there, so that
// its answer has the order of the one to the word typed right.
func (p *planner) addTies() {
	for i := range p.wanted {
		if next := p.wanted[i].next; !next.empty() {
			p.tie(markNeighbours, p.text[next.lo:next.hi], neighbourTie)
		}
	}
	if len(p.wanted) > 0 {
		p.tieTail()
		first, last := &p.wanted[0], &p.wanted[len(p.wanted)-1]
		p.tie(markFirst, p.edge(first, 0), firstTie)
		for _, term := range p.readings(first) {
			p.tie(markFirst, p.terms.key(term), firstTie)
		}
		p.tie(markLast, p.edge(last, max(0, last.parts-1)), lastTie)
		for _, term := range p.readings(last) {
			p.tie(markLast, p.terms.key(term), lastTie)
		}
	}
	if p.corrected {
		for i := range p.wanted {
			if !p.wanted[i].next.empty() {
				p.tieRespelled(&p.wanted[i], &p.wanted[i+1])
			}
		}
	}
}

// maxRespelled is how many of the words that a mistyped one may stand for have ties: those of the fewest edits, then those
// that most documents have, then the first of the dictionary.
const maxRespelled = 4

// mostLikely chooses them among the words in p.near.
func (p *planner) mostLikely() span {
	s := span{len(p.respelled), len(p.respelled)}
	for _, near := range p.near {
		same := s.hi // before it are words of fewer edits
		for _, term := range near {
			at := s.hi
			for at > same && p.likelier(term, p.respelled[at-1]) {
				at--
			}
			if at-s.lo == maxRespelled {
				continue
			}
			p.respelled = slices.Insert(p.respelled, at, term)
			s.hi = min(s.hi+1, s.lo+maxRespelled)
			p.respelled = p.respelled[:s.hi]
		}
	}
	return s
}

func (p *planner) likelier(a, b int) bool {
	return cmp.Or(cmp.Compare(p.terms.record(b).count, p.terms.record(a).count), cmp.Compare(a, b)) < 0
}

// readings are the terms that a mistyped word may stand for, as far as they have ties.
func (p *planner) readings(w *wanted) []int {
	if !p.corrected {
		return nil
	}
	return p.respelled[w.respelled.lo:w.respelled.hi]
}

// tieRespelled adds the neighbours that two words of the query are when one of them, or both, are mistyped.
func (p *planner) tieRespelled(a, b *wanted) {
	for _, term := range p.readings(a) {
		p.tieJoined(p.terms.key(term), p.text[b.text.lo:b.text.hi])
		for _, next := range p.readings(b) {
			p.tieJoined(p.terms.key(term), p.terms.key(next))
		}
	}
	for _, next := range p.readings(b) {
		p.tieJoined(p.text[a.text.lo:a.text.hi], p.terms.key(next))
	}
}

// tieJoined adds the neighbours a and b, unless a document could then have more ties than are counted.
func (p *planner) tieJoined(a, b []byte) {
	sum := neighbourTie
	for i := range p.ties {
		sum += p.ties[i].weight
	}
	if sum > maxTies {
		return
	}
	p.phrase = appendJoined(p.phrase[:0], a, b)
	p.tie(markNeighbours, p.phrase, neighbourTie)
}

// tieTail adds the neighbours that a text which stops at "mário de an" may be on its way to: the stop word at its end is skipped, but
// it may be the beginning of another word. Of many beginnings none says anything.
func (p *planner) tieTail() {
	if p.tail.empty() {
		return
	}
	p.key = append(append(p.key[:0], markNeighbours), p.text[p.tail.lo:p.tail.hi]...)
	lo, hi := p.terms.begins(0, p.key)
	if hi-lo > fewTerms {
		return
	}
	for i := lo; i < hi; i++ {
		if n := len(p.leaves); p.list(&p.terms, i) {
			p.addTie(n, neighbourTie)
		}
	}
}

// edge is the first or last word of what is wanted.
func (p *planner) edge(w *wanted, part int) []byte {
	if w.kind == gram {
		return p.text[w.text.lo:w.text.hi]
	}
	word := p.words[w.firstPart+part]
	return p.text[word.start:word.end]
}

func (p *planner) tie(mark byte, text []byte, weight int) {
	n := len(p.leaves)
	if p.mark(mark, text) {
		p.addTie(n, weight)
	}
}

// addTie makes the last list a tie.
func (p *planner) addTie(n, weight int) {
	p.trace.tie(n)
	p.ties = append(p.ties, tie{p.leaves[n], weight})
	p.leaves = p.leaves[:n]
}
