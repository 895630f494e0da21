package rank

import (
	"math/bits"

	"cartaz/builder/search/internal/format"
	"cartaz/builder/search/internal/match"
)

// tieSorter puts documents of one score in the order of their tie-breakers, 64 at a time. The sums
// lie in bit planes, as the scores do in bitsliced.go.
type tieSorter struct {
	set    []uint64            // the documents that have not been gone through yet
	planes [tiePlanes][]uint64 // of the sums of their tie-breakers
}

// empty returns the set for documents of the index, without any.
func (t *tieSorter) empty(words int) []uint64 {
	t.set = match.Resized(t.set, words)
	clear(t.set)
	return t.set
}

// page appends to dst a page of the documents in the set: those with the greater sum first.
func (t *tieSorter) page(ties []tieBreaker, dst []uint32, offset, limit int) []uint32 {
	most := 0
	for i := range ties {
		most += ties[i].weight
	}
	used := bits.Len(uint(most))
	for n := range used {
		t.planes[n] = match.Resized(t.planes[n], len(t.set))
		clear(t.planes[n])
	}
	for i := range ties {
		t.add(&ties[i], used)
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

// fewSums: so many sums are tried one after the other. Of more, the greatest that occurs is looked
// for, at the cost of three tries.
const fewSums = 8

// greatest returns the greatest sum that a document of the set has, and -1 when there are none
// left.
func (t *tieSorter) greatest(used int) int {
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

// add adds the weight of a tie-breaker to the documents in its list.
func (t *tieSorter) add(tie *tieBreaker, used int) {
	l, lowest := &tie.list, bits.TrailingZeros(uint(tie.weight))
	add := func(i int, carry uint64) {
		for n := lowest; carry != 0 && n < used; n++ {
			p := &t.planes[n][i]
			*p, carry = *p^carry, *p&carry
		}
	}
	if l.Dense {
		for i, w := range t.set {
			if w != 0 {
				low, high := l.Bits(i)
				add(i, (low|high)&w)
			}
		}
		return
	}
	for n := range l.Count {
		doc := l.At(n) >> format.DocShift
		if i := int(doc / 64); i < len(t.set) {
			add(i, t.set[i]&(1<<(doc%64)))
		}
	}
}

// take takes the documents with that sum out of the set and appends up to limit of them, having
// left out offset. It returns how many are still to be left out and to be appended.
func (t *tieSorter) take(dst []uint32, sum, used, offset, limit int) ([]uint32, int, int) {
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
		if dst, offset, limit = appendWord(dst, i, w, offset, limit); limit == 0 {
			break
		}
	}
	return dst, offset, limit
}

// AppendListed appends up to limit documents of a set in list order, having left out offset.
func AppendListed(dst []uint32, set []uint64, offset, limit int) []uint32 {
	for i, w := range set {
		if w == 0 {
			continue
		}
		if dst, offset, limit = appendWord(dst, i, w, offset, limit); limit == 0 {
			break
		}
	}
	return dst
}

// appendWord does the same for the documents i×64 to i×64+63, and returns how many are still to be
// left out and to be appended.
func appendWord(dst []uint32, i int, w uint64, offset, limit int) ([]uint32, int, int) {
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
