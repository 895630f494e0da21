package search

import "math/bits"

// levels fills the page of a query of one word that many documents have. Their scores are few, those of the table in
// rank.go, so nothing is added or sorted: the page is filled from the first levels on, and most are never looked at.
type levels struct {
	seen []uint64 // documents of the levels above
}

// levelOrder are all ways to find a word, best first.
var levelOrder = [...]struct {
	kind  kind
	class class
}{
	{exact, inName}, {variant, inName}, {exact, inPlace}, {variant, inPlace}, {exact, inDescription}, {variant, inDescription},
	{begun, inName}, {begun, inPlace}, {begun, inDescription}, {oneEdit, inName}, {oneEdit, inPlace}, {oneEdit, inDescription},
	{twoEdit, inName}, {twoEdit, inPlace}, {twoEdit, inDescription},
}

// fits reports whether the query is one word without parts, and if so which unit that is.
func (l *levels) fits(s *scratch) (*unit, bool) {
	var only *unit
	for i := range s.units {
		if u := &s.units[i]; !u.filter() {
			if only != nil || len(u.parts) > 0 {
				return nil, false
			}
			only = u
		}
	}
	return only, only != nil
}

// pageOfLevels appends to dst a page of the documents in s.live, which all have the word of the unit.
func (s *scratch) pageOfLevels(dst []uint32, u *unit, offset, limit int) []uint32 {
	l := &s.levels
	words := len(s.live)
	l.seen = sized(l.seen, words)
	clear(l.seen)
	for _, level := range levelOrder {
		at := u.leaves[level.kind]
		if at.empty() {
			continue
		}
		s.tied.set = sized(s.tied.set, words)
		set := s.tied.set
		clear(set)
		for i := at.lo; i < at.hi; i++ {
			s.leaves[i].gatherFrom(set, level.class)
		}
		count := 0
		for i, w := range set {
			w &= s.live[i] &^ l.seen[i]
			set[i] = w
			l.seen[i] |= w
			count += bits.OnesCount64(w)
		}
		if offset >= count {
			offset -= count
			continue
		}
		n := min(limit, count-offset)
		if dst = s.pageOfTied(dst, offset, n); n == limit {
			return dst
		}
		offset, limit = 0, limit-n
	}
	return dst
}

// gatherFrom adds the documents of the list that hold the word in that class or a greater one.
func (l *leaf) gatherFrom(to []uint64, c class) {
	switch {
	case l.union != nil:
		for i := range to {
			to[i] |= l.rungs(i)[c-1]
		}
	case l.dense:
		switch c {
		case inDescription:
			l.gather(to)
		case inPlace:
			for i := range to {
				_, high := l.bits(i)
				to[i] |= high
			}
		case inName:
			for i := range to {
				low, high := l.bits(i)
				to[i] |= low & high
			}
		}
	default:
		for i := range l.count {
			p := l.posting(i)
			if w := p >> docShift / 64; class(p&(1<<docShift-1)) >= c && w < uint32(len(to)) {
				to[w] |= 1 << (p >> docShift % 64)
			}
		}
	}
}
