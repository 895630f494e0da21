package search

import "math/bits"

const (
	neighbourTie = 2
	edgeTie      = 1
	tiePlanes    = 5 // neighbourTie × (maxWords-1) + 2 × edgeTie fits
)

// tie is a list of documents that go before others of the same score.
type tie struct {
	leaf   leaf
	weight int // a power of two
}

// tied sorts documents of one score by their ties, 64 at a time.
type tied struct {
	sets   [tiePlanes + 1][]uint64 // documents still in question, by depth
	planes [tiePlanes][]uint64     // of the sums of ties
}

// set returns a set to work with; what it holds is of no meaning.
func (t *tied) set(depth, words int) []uint64 {
	t.sets[depth] = sized(t.sets[depth], words)
	return t.sets[depth]
}

// pageOfTied appends to dst a page of the documents in s.tied.sets[0], which have one score: those with more ties first.
func (s *scratch) pageOfTied(dst []uint32, offset, limit int) []uint32 {
	t := &s.tied
	set := t.sets[0]
	most := 0
	for i := range s.ties {
		most += s.ties[i].weight
	}
	used := bits.Len(uint(most))
	for n := range used {
		t.planes[n] = sized(t.planes[n], len(set))
		clear(t.planes[n])
	}
	s.hits = sized(s.hits, len(set))
	for i := range s.ties {
		clear(s.hits)
		s.ties[i].leaf.gather(s.hits)
		lowest := bits.TrailingZeros(uint(s.ties[i].weight))
		for i, w := range set {
			carry := s.hits[i] & w
			for n := lowest; carry != 0 && n < used; n++ {
				p := &t.planes[n][i]
				*p, carry = *p^carry, *p&carry
			}
		}
	}
	dst, _, _ = t.divide(dst, 0, used-1, offset, limit)
	return dst
}

// divide appends documents of one set, those with bits in the highest plane first, and returns how many are still to be left
// out and to be appended.
func (t *tied) divide(dst []uint32, depth, plane, offset, limit int) ([]uint32, int, int) {
	from := t.sets[depth]
	if plane < 0 {
		return takeSet(dst, from, offset, limit)
	}
	to, high, some := t.set(depth+1, len(from)), t.planes[plane], uint64(0)
	for i, w := range from {
		to[i] = w & high[i]
		some |= to[i]
	}
	if some != 0 {
		if dst, offset, limit = t.divide(dst, depth+1, plane-1, offset, limit); limit == 0 {
			return dst, offset, limit
		}
		to = t.set(depth+1, len(from))
		for i, w := range from {
			to[i] = w &^ high[i]
		}
	} else {
		copy(to, from)
	}
	return t.divide(dst, depth+1, plane-1, offset, limit)
}

// spread puts the documents of a set of rows of s.found into s.tied.sets[0].
func (s *scratch) spread(rows []uint64) {
	set := s.tied.set(0, wordsFor(s.all))
	clear(set)
	for i, w := range rows {
		set[s.found.at[i]] = w
	}
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
