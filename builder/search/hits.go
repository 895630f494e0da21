package search

import (
	"math/bits"
	"slices"
)

// The documents that satisfy all units so far are a set of bits over the whole index, s.live, or, as soon as they are few,
// the list s.few.docs (s.listed). A list costs nothing for the documents that are not in it.

// listDocs is how many documents are kept as a list.
const listDocs = 512

// narrow leaves the documents that satisfy all units, counts them in s.total, and reports whether there are any. It goes
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

// everything begins with all documents.
func (s *scratch) everything(docs int) { s.total, s.all, s.listed = docs, docs, false }

// keep leaves the documents that satisfy the unit, counts them, and reports whether there are any.
func (s *scratch) keep(u *unit) bool {
	switch {
	case u.documents == 0:
		s.total = 0
	case s.listed:
		s.keepListed(u)
	case s.total == s.all && s.isFew(u):
		s.list(u)
	default:
		s.keepLive(u)
		if s.total <= listDocs {
			s.few.take(s.live, s.total)
			s.listed = true
		}
	}
	return s.total > 0
}

// keepLive is keep for a set of bits.
func (s *scratch) keepLive(u *unit) {
	words := wordsFor(s.all)
	first := s.total == s.all
	s.live, s.hits = sized(s.live, words), sized(s.hits, words)
	hits := s.hits
	if first {
		hits = s.live
	}
	clear(hits)
	for _, at := range u.leaves {
		s.gather(hits, at)
	}
	if len(u.parts) > 0 {
		s.gatherParts(hits, u.parts)
	}
	if n := s.all % 64; n > 0 {
		hits[words-1] &= 1<<n - 1 // lists may be damaged
	}
	total := 0
	if first {
		for _, w := range hits {
			total += bits.OnesCount64(w)
		}
	} else {
		live := s.live[:len(hits)]
		for i, h := range hits {
			h &= live[i]
			live[i] = h
			total += bits.OnesCount64(h)
		}
	}
	s.total = total
}

// isFew reports whether the documents of a unit can be listed from its lists.
func (s *scratch) isFew(u *unit) bool {
	if u.documents > listDocs || len(u.parts) > 0 {
		return false
	}
	for _, at := range u.leaves {
		for i := at.lo; i < at.hi; i++ {
			if l := &s.leaves[i]; l.dense || l.union != nil {
				return false
			}
		}
	}
	return true
}

// list lists the documents of a unit.
func (s *scratch) list(u *unit) {
	docs := s.few.docs[:0]
	lists := 0
	for _, at := range u.leaves {
		for i := at.lo; i < at.hi; i++ {
			l := &s.leaves[i]
			for n := range l.count {
				if doc := l.posting(n) >> docShift; doc < uint32(s.all) {
					docs = append(docs, doc)
				}
			}
			lists++
		}
	}
	if lists > 1 || !slices.IsSorted(docs) {
		slices.Sort(docs)
	}
	s.few.docs = slices.Compact(docs)
	s.total, s.listed = len(s.few.docs), true
}

// keepListed is keep for a list.
func (s *scratch) keepListed(u *unit) {
	f := &s.few
	f.points = sized(f.points, len(f.docs))
	clear(f.points)
	for _, at := range u.leaves {
		for i := at.lo; i < at.hi; i++ {
			s.leaves[i].score(f, nil, f.points, &ownClass)
		}
	}
	if len(u.parts) > 0 {
		f.least, f.class = sized(f.least, len(f.docs)), sized(f.class, len(f.docs))
		s.scoreParts(u.parts, nil)
	}
	n := 0
	for i, doc := range f.docs {
		if f.points[i] > 0 {
			f.docs[n] = doc
			n++
		}
	}
	f.docs = f.docs[:n]
	s.total = n
}

// gather adds the documents of some lists.
func (s *scratch) gather(to []uint64, lists span) {
	for i := lists.lo; i < lists.hi; i++ {
		s.leaves[i].gather(to)
	}
}

// gatherParts adds the documents that have all parts of a hyphenated word.
func (s *scratch) gatherParts(hits []uint64, parts []part) {
	s.both, s.one = sized(s.both, len(hits)), sized(s.one, len(hits))
	both, one := s.both, s.one
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
		for i := range to {
			to[i] |= l.rungs(i)[0]
		}
	case l.dense:
		for i := range to {
			low, high := l.bits(i)
			to[i] |= low | high
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
