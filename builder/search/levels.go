package search

import "math/bits"

// levels fills the page of a query of one word that many documents have. Their scores are few, those of the table in
// rank.go, so nothing is added or sorted: the page is filled from the first levels on, and most are never looked at.
type levels struct {
	seen        []uint64 // documents of the levels above
	set         []uint64 // of the level itself
	first, last []uint64 // of the level, those in the lists of ties
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

// fits reports whether the query is one word without parts, and if so which unit that is. Such a word has at most two lists
// of ties: names that begin with it and names that end with it.
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
	return only, only != nil && len(s.ties) <= 2
}

// pageOfLevels appends to dst a page of the documents in s.live, which all have the word of the unit.
func (s *scratch) pageOfLevels(dst []uint32, u *unit, offset, limit int) []uint32 {
	l := &s.levels
	words := len(s.live)
	l.seen, l.set = sized(l.seen, words), sized(l.set, words)
	l.first, l.last = sized(l.first, words), sized(l.last, words)
	clear(l.seen)
	for _, level := range levelOrder {
		at := u.leaves[level.kind]
		if at.empty() {
			continue
		}
		clear(l.set)
		for i := at.lo; i < at.hi; i++ {
			s.leaves[i].gatherFrom(l.set, level.class)
		}
		count := 0
		for i, w := range l.set {
			w &= s.live[i] &^ l.seen[i]
			l.set[i] = w
			l.seen[i] |= w
			count += bits.OnesCount64(w)
		}
		if offset >= count {
			offset -= count
			continue
		}
		n := min(limit, count-offset)
		dst = s.pageOfLevel(dst, offset, n)
		if limit -= n; limit == 0 {
			return dst
		}
		offset = 0
	}
	return dst
}

// pageOfLevel appends documents of one level, those of more ties first.
func (s *scratch) pageOfLevel(dst []uint32, offset, limit int) []uint32 {
	l := &s.levels
	if len(s.ties) == 0 {
		dst, _, _ = takeSet(dst, l.set, offset, limit)
		return dst
	}
	clear(l.first)
	clear(l.last)
	s.ties[0].leaf.gather(l.first)
	if len(s.ties) == 2 {
		s.ties[1].leaf.gather(l.last)
	}
	for i, w := range l.set {
		a, b := l.first[i]&w, l.last[i]&w
		l.set[i] = w &^ (a | b)
		l.first[i], l.last[i] = a&b, a^b
	}
	for _, set := range [...][]uint64{l.first, l.last, l.set} {
		if dst, offset, limit = takeSet(dst, set, offset, limit); limit == 0 {
			break
		}
	}
	return dst
}

// takeSet appends up to limit documents of a set, having left out offset, and returns how many are still to be left out
// and to be appended.
func takeSet(dst []uint32, set []uint64, offset, limit int) ([]uint32, int, int) {
	for i, w := range set {
		if n := bits.OnesCount64(w); offset >= n {
			offset -= n
			continue
		}
		for ; w != 0; w &= w - 1 {
			if offset > 0 {
				offset--
				continue
			}
			if limit == 0 {
				return dst, 0, 0
			}
			dst = append(dst, uint32(i*64+bits.TrailingZeros64(w)))
			limit--
		}
	}
	return dst, offset, limit
}

// gatherFrom adds the documents of the list that hold the word in that class or a greater one.
func (l *leaf) gatherFrom(to []uint64, c class) {
	switch {
	case l.union != nil:
		u := l.union[:len(to)*3]
		for i := range to {
			to[i] |= u[i*3+int(c)-1]
		}
	case l.dense:
		b := l.data[:len(to)*16]
		for i := range to {
			low, high := le.Uint64(b[i*16:]), le.Uint64(b[i*16+8:])
			switch c {
			case inDescription:
				to[i] |= low | high
			case inPlace:
				to[i] |= high
			default:
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
