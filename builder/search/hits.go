package search

import (
	"math/bits"
	"slices"
)

// narrow leaves in s.live the documents that satisfy all units, counts them, and reports whether there are any. It goes
// through the units from the rarest and stops where nothing is left.
func (s *scratch) narrow(docs int) bool {
	slices.SortFunc(s.units, func(a, b unit) int { return a.documents - b.documents })
	s.everything(docs)
	for i := range s.units {
		if !s.keep(&s.units[i]) {
			return false
		}
	}
	return s.total > 0
}

// anywhere reports whether any document has the wanted words, whatever the filters; it leaves s.total 0.
func (s *scratch) anywhere(docs int) bool {
	s.everything(docs)
	for i := range s.units {
		if u := &s.units[i]; !u.filter() && !s.keep(u) {
			return false
		}
	}
	s.total = 0
	return true
}

// narrowCorrected does what narrow does when words may be mistyped. Each is corrected only when something is left after the
// ones before it: first filters and words that cannot be corrected, then those with the most candidates of their own.
func (p *planner) narrowCorrected() {
	s := p.scratch
	fixed := func(u *unit) bool {
		return u.filter() || s.wanted[u.wanted].kind != plainWord || correctable(s.textOf(u)) == 0
	}
	s.everything(p.x.docs)
	for i := range s.units {
		if u := &s.units[i]; fixed(u) && !s.keep(u) {
			return
		}
	}
	for i := range s.units {
		u := &s.units[i]
		if fixed(u) {
			continue
		}
		p.correct(u)
		if !s.keep(u) {
			return
		}
	}
}

func (s *scratch) textOf(u *unit) []byte {
	at := s.wanted[u.wanted].text
	return s.text[at.lo:at.hi]
}

// everything fills s.live with all documents.
func (s *scratch) everything(docs int) {
	words := wordsFor(docs)
	s.live, s.hits, s.both = sized(s.live, words), sized(s.hits, words), sized(s.both, words)
	for i := range s.live {
		s.live[i] = ^uint64(0)
	}
	if n := docs % 64; n > 0 {
		s.live[words-1] = 1<<n - 1
	}
	s.total = docs
}

// keep leaves in s.live the documents that satisfy the unit, counts them, and reports whether there are any.
func (s *scratch) keep(u *unit) bool {
	if u.documents == 0 {
		s.total = 0
		return false
	}
	hits := s.hits
	clear(hits)
	for _, at := range u.leaves {
		s.gather(hits, at)
	}
	if len(u.parts) > 0 {
		s.keepParts(hits, u.parts)
	}
	total := 0
	live := s.live[:len(hits)]
	for i, h := range hits {
		h &= live[i]
		live[i] = h
		total += bits.OnesCount64(h)
	}
	s.total = total
	return total > 0
}

// gather adds the documents of some lists.
func (s *scratch) gather(to []uint64, lists span) {
	for i := lists.lo; i < lists.hi; i++ {
		s.leaves[i].gather(to)
	}
}

// keepParts adds the documents that have all parts of a hyphenated word.
func (s *scratch) keepParts(hits []uint64, parts []part) {
	both, one := s.both, s.few.part(len(hits))
	for n := range parts {
		p := &parts[n]
		to := one
		if n == 0 {
			to = both
		}
		clear(to)
		s.gather(to, p.whole)
		s.gather(to, p.begun)
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

// gather adds the documents of the list, one bit each.
func (l *leaf) gather(to []uint64) {
	switch {
	case l.union != nil:
		u := l.union[:len(to)*3]
		for i := range to {
			to[i] |= u[i*3]
		}
	case l.dense:
		b := l.data[:len(to)*16]
		for i := range to {
			to[i] |= le.Uint64(b[i*16:]) | le.Uint64(b[i*16+8:])
		}
	default:
		for i := range l.count {
			doc := l.posting(i) >> docShift
			if w := doc / 64; w < uint32(len(to)) { // lists may be damaged
				to[w] |= 1 << (doc % 64)
			}
		}
	}
}
