package search

import "math/bits"

const (
	neighbourTie = 4
	firstTie     = 2
	lastTie      = 1
	tiePlanes    = 7
	maxTies      = 1<<tiePlanes - 1 // neighbourTie × (maxWords - 1 + fewTerms) + (1 + maxRespelled) × (firstTie + lastTie) fits
)

// tie is a list of documents that go before others of the same score.
type tie struct {
	leaf   leaf
	weight int // a power of two
}

// tied sorts documents of one score by their ties, 64 at a time.
type tied struct {
	set    []uint64            // the documents that have not been gone through yet
	planes [tiePlanes][]uint64 // of the sums of their ties
}

// pageOfTied appends to dst a page of the documents in s.tied.set, which have one score: those with more ties first.
func (s *scratch) pageOfTied(dst []uint32, offset, limit int) []uint32 {
	t := &s.tied
	most := 0
	for i := range s.ties {
		most += s.ties[i].weight
	}
	used := bits.Len(uint(most))
	for n := range used {
		t.planes[n] = sized(t.planes[n], len(t.set))
		clear(t.planes[n])
	}
	for i := range s.ties {
		t.add(&s.ties[i], used)
	}
	for sum := most; sum >= 0 && limit > 0; sum-- {
		if sum > fewSums {
			if sum = t.greatest(used); sum < 0 {
				break
			}
		}
		dst, offset, limit = t.take(dst, sum, used, offset, limit)
	}
	return dst
}

// fewSums: so many sums are tried one after the other. Of more, the greatest that occurs is looked for, at the cost of three tries.
const fewSums = 8

// greatest returns the greatest sum of ties that a document of the set has, and -1 when there are none left.
func (t *tied) greatest(used int) int {
	sum := -1
	for i, w := range t.set {
		if w == 0 {
			continue
		}
		own := 0
		for n := used - 1; n >= 0; n-- {
			if high := w & t.planes[n][i]; high != 0 {
				w, own = high, own|1<<n
			}
		}
		sum = max(sum, own)
	}
	return sum
}

// add adds the weight of a list of ties to the documents in it.
func (t *tied) add(of *tie, used int) {
	l, lowest := &of.leaf, bits.TrailingZeros(uint(of.weight))
	add := func(i int, carry uint64) {
		for n := lowest; carry != 0 && n < used; n++ {
			p := &t.planes[n][i]
			*p, carry = *p^carry, *p&carry
		}
	}
	if l.dense {
		for i, w := range t.set {
			if w != 0 {
				low, high := l.bits(i)
				add(i, (low|high)&w)
			}
		}
		return
	}
	for n := range l.count {
		doc := l.posting(n) >> docShift
		if i := int(doc / 64); i < len(t.set) {
			add(i, t.set[i]&(1<<(doc%64)))
		}
	}
}

// take takes the documents with that sum of ties out of the set and appends up to limit of them, having left out offset. It returns
// how many are still to be left out and to be appended.
func (t *tied) take(dst []uint32, sum, used, offset, limit int) ([]uint32, int, int) {
	for i, w := range t.set {
		for n := range used {
			p := t.planes[n][i]
			if sum>>n&1 == 0 {
				p = ^p
			}
			w &= p
		}
		if w == 0 {
			continue
		}
		t.set[i] &^= w
		if dst, offset, limit = takeWord(dst, i, w, offset, limit); limit == 0 {
			break
		}
	}
	return dst, offset, limit
}

// spread puts the documents of a set of rows of s.found into s.tied.set.
func (s *scratch) spread(rows []uint64) {
	s.tied.set = sized(s.tied.set, wordsFor(s.all))
	clear(s.tied.set)
	for i, w := range rows {
		s.tied.set[s.found.at[i]] = w
	}
}

// takeSet appends up to limit documents of a set, having left out offset.
func takeSet(dst []uint32, set []uint64, offset, limit int) []uint32 {
	for i, w := range set {
		if dst, offset, limit = takeWord(dst, i, w, offset, limit); limit == 0 {
			break
		}
	}
	return dst
}

// takeWord does the same for the documents i × 64 and behind, and returns how many are still to be left out and to be
// appended.
func takeWord(dst []uint32, i int, w uint64, offset, limit int) ([]uint32, int, int) {
	if n := bits.OnesCount64(w); offset >= n {
		return dst, offset - n, limit
	}
	for ; offset > 0; offset-- {
		w &= w - 1
	}
	for ; w != 0 && limit > 0; w &= w - 1 {
		dst = append(dst, uint32(i*64+bits.TrailingZeros64(w)))
		limit--
	}
	return dst, 0, limit
}
