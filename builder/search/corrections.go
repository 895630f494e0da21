package search

import (
	"cmp"
	"math/bits"
	"slices"
	"unicode/utf8"
)

const (
	// minCorrected is the shortest word that may differ by one edit, and twoEdits the shortest by two, in letters.
	minCorrected = 5
	twoEdits     = 9
	// maxCorrections is the most words tried instead of a query word for each number of edits: the first that are met.
	maxCorrections = 64
	// correctionBudget is the most dictionary words looked at for one query: some milliseconds.
	correctionBudget = 4 << 20
)

// letterMask has one bit for each letter that a word holds an odd number of times; rare letters share bits. An edit
// changes at most two bits, so most of a dictionary is passed over by counting bits. The most frequent letters have the highest
// bits: words are sorted by their masks, and so most are not even counted, see bucketBits.
func letterMask(w []byte) (mask uint32, letters int) {
	for i := 0; i < len(w); letters++ {
		c := w[i]
		if c < utf8.RuneSelf {
			mask ^= maskBits[c]
			i++
			continue
		}
		r, n := utf8.DecodeRune(w[i:])
		mask ^= otherBit(r)
		i += n
	}
	return mask, letters
}

func otherBit(r rune) uint32 { return 1 << (r % 6) }

// maskLetters has the letters from the highest bit down, by how frequent they are in Portuguese and English words.
const maskLetters = "aeosirntdmulcpgbvfhqjxzkyw"

var maskBits = func() (bits [utf8.RuneSelf]uint32) {
	for r := range rune(utf8.RuneSelf) {
		bits[r] = otherBit(r)
	}
	for i, r := range maskLetters {
		bits[r] = 1 << (31 - i)
	}
	return bits
}()

// bucketBits is how many of the highest bits of the masks tell the buckets apart in which the words of one length lie.
// Of 2,048 buckets 67 can hold words that are one edit away, and 562 those that are two away: they are looked through only
// in indexes without a table of halves. More buckets would hold a word each.
const (
	bucketBits = 11
	bucketsOf  = 1 << bucketBits
)

// patterns are all differences between two buckets, those of few bits first.
var patterns = func() (all [bucketsOf]uint16) {
	for i := range all {
		all[i] = uint16(i)
	}
	slices.SortStableFunc(all[:], func(a, b uint16) int { return bits.OnesCount16(a) - bits.OnesCount16(b) })
	return all
}()

// corrections is the table of words by length and mask: for each length where its words begin, then the numbers of all
// words that can be a correction, then their masks.
func (a *assembly) corrections() []byte {
	type entry struct{ letters, rank, mask uint32 }
	var entries []entry
	for rank, t := range a.order {
		text := a.terms.text(t)
		if text[0] < firstWord {
			continue
		}
		mask, letters := letterMask(text)
		if letters >= minCorrected-1 {
			entries = append(entries, entry{uint32(letters), uint32(rank), mask})
		}
	}
	slices.SortFunc(entries, func(x, y entry) int {
		return cmp.Or(cmp.Compare(x.letters, y.letters), cmp.Compare(x.mask, y.mask), cmp.Compare(x.rank, y.rank))
	})
	b := make([]byte, 0, lengths*4+len(entries)*8)
	for n := range uint32(lengths) {
		i, _ := slices.BinarySearchFunc(entries, n, func(e entry, n uint32) int { return cmp.Compare(e.letters, n) })
		b = le.AppendUint32(b, uint32(i))
	}
	for _, e := range entries {
		b = le.AppendUint32(b, e.rank)
	}
	for _, e := range entries {
		b = le.AppendUint32(b, e.mask)
	}
	return b
}

// correctable reports how many edits a word may have: none when it is short or holds anything but letters of an
// alphabet, since a number with another digit is another number.
func correctable(w []byte) int {
	letters := 0
	for i := 0; i < len(w); letters++ {
		r, n := utf8.DecodeRune(w[i:])
		if c := classOf(r); c == ideograph || '0' <= r && r <= '9' {
			return 0
		}
		i += n
	}
	switch {
	case letters >= twoEdits:
		return 2
	case letters >= minCorrected:
		return 1
	}
	return 0
}

// correct calls found with the terms that differ from w by one to most edits: letters inserted, deleted, replaced or
// swapped with their neighbour. It takes what it looks at from the budget.
func (x *Index) correct(m *measure, w []byte, most int, budget *int, found func(term, edits int)) {
	m.begin(w)
	if t := x.halfLists(); most == maxEdits && t.lists > 0 {
		x.correctTwo(&t, m, budget, found)
		return
	}
	mask, letters := letterMask(w)
	table := x.sections[corrections]
	size := (len(table) - lengths*4) / 8
	ranks, masks := table[lengths*4:lengths*4+size*4], table[lengths*4+size*4:]
	terms := x.dict(termDict)
	var counts [maxEdits + 1]int
	for n := max(letters-most, 0); n <= letters+most && n+1 < lengths; n++ {
		// Each letter more or less changes one bit, each edit beyond that two.
		gap := max(n-letters, letters-n)
		limit := 2*most - gap
		buckets := x.buckets(n)
		for _, pattern := range patterns {
			if bits.OnesCount16(pattern) > limit {
				break
			}
			bucket := uint16(mask>>(32-bucketBits)) ^ pattern
			lo, hi := int(buckets[bucket]), int(buckets[int(bucket)+1])
			hi = min(hi, lo+*budget)
			*budget -= hi - lo
			for i := lo; i < hi; i++ {
				if bits.OnesCount32(mask^le.Uint32((*[4]byte)(masks[i*4:])[:])) > limit {
					continue
				}
				rank := int(le.Uint32(ranks[i*4:]))
				if rank >= terms.n || !m.plausible(le.Uint64((*[keySize]byte)(terms.keys[rank*keySize:])[:]), most) {
					continue
				}
				if d := m.distance(terms.key(rank), most); 0 < d && d <= most && counts[d] < maxCorrections {
					counts[d]++
					found(rank, d)
				}
			}
		}
	}
}

// bucketTable says where each bucket of the words of one length begins, and the last one ends.
type bucketTable [bucketsOf + 1]uint32

// buckets returns the table of a length. It is made when it is first asked for, in one pass over the masks, and stays.
func (x *Index) buckets(n int) *bucketTable {
	if t := x.bucketTables[n].Load(); t != nil {
		return t
	}
	table := x.sections[corrections]
	size := (len(table) - lengths*4) / 8
	masks := table[lengths*4+size*4:]
	lo := min(int(le.Uint32(table[n*4:])), size)
	hi := max(lo, min(int(le.Uint32(table[n*4+4:])), size))
	t := new(bucketTable)
	next := 0
	for i := lo; i < hi; i++ {
		for bucket := int(le.Uint32(masks[i*4:]) >> (32 - bucketBits)); next <= bucket; next++ {
			t[next] = uint32(i)
		}
	}
	for ; next < len(t); next++ {
		t[next] = uint32(hi)
	}
	x.bucketTables[n].Store(t)
	return t
}

// maxEdits is the most edits that are ever looked for.
const maxEdits = 2

// measure finds how far other words are from one.
type measure struct {
	text  []byte
	key   uint64 // its first bytes, as dictionaries have them
	ascii bool
	runes []rune
	buf   [maxWord]rune
}

func (m *measure) begin(w []byte) {
	m.text, m.key, m.ascii, m.runes = w, textKey(w), isASCII(w), decode(&m.buf, w)
}

// plausible reports whether a word that begins with the bytes of the key can be so near. Keys lie close together and words do
// not: this spares most candidates two waits for memory.
func (m *measure) plausible(key uint64, most int) bool {
	const high = 0x8080808080808080
	return !m.ascii || key&high != 0 || isNear(m.key, key, keySize, most)
}

// isNear reports whether the first bytes of two words, of which so many are known, can be made equal by edits, one or more.
func isNear(a, b uint64, known, edits int) bool {
	same := bits.LeadingZeros64(a^b) / 8
	if same >= known {
		return true
	}
	a, b, known = a<<(8*same), b<<(8*same), known-same
	if edits == 1 {
		// One letter and one place, so that all that follows must be equal: most of all calls end here.
		rest := ^uint64(0) << (64 - 8*(known-1)) // of what is known beyond the letter
		return (a^b)<<8&rest == 0 || (a<<8^b)&rest == 0 || (a^b<<8)&rest == 0 ||
			known > 1 && bits.RotateLeft16(uint16(a>>48), 8) == uint16(b>>48) && (a^b)<<16&(rest<<8) == 0
	}
	return isNear(a<<8, b<<8, known-1, edits-1) || isNear(a<<8, b, known-1, edits-1) || isNear(a, b<<8, known-1, edits-1) ||
		known > 1 && bits.RotateLeft16(uint16(a>>48), 8) == uint16(b>>48) && isNear(a<<16, b<<16, known-2, edits-1)
}

// distance is the number of edits to another word, or a number above most when it is greater than most.
func (m *measure) distance(w []byte, most int) int {
	if m.ascii && isASCII(w) {
		return distance(m.text, w, most)
	}
	var buf [maxWord]rune
	return distance(m.runes, decode(&buf, w), most)
}

func isASCII(w []byte) bool {
	for _, c := range w {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// distance is the number of edits between two words (optimal string alignment), or a number above most when it is
// greater than most, which is at most maxEdits.
func distance[T byte | rune](a, b []T, most int) int {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	longer, shorter := max(len(a), len(b)), min(len(a), len(b))
	switch {
	case longer-shorter > most:
		return most + 1
	case longer <= 1:
		return longer
	case longer == 2 && shorter == 2 && a[0] == b[1] && a[1] == b[0]:
		return 1
	case most == 1:
		return 2 // both ends differ, and it is no swap
	case longer == 2:
		return 2
	}
	// Three rows of the usual table, of which only the diagonal band of width 2·most+1 can matter.
	var rows [3][maxWord + 1]uint8
	far := uint8(most + 1)
	before, last, row := &rows[0], &rows[1], &rows[2]
	for j := range len(b) + 1 {
		last[j] = uint8(min(j, int(far)))
	}
	for i := range len(a) {
		lo, hi := max(i-most, 0), min(i+most+1, len(b))
		row[lo] = far
		if lo == 0 {
			row[0] = uint8(min(i+1, int(far)))
		}
		best := row[lo]
		for j := lo; j < hi; j++ {
			d := last[j]
			if a[i] != b[j] {
				d++
			}
			d = min(d, row[j]+1, last[j+1]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				d = min(d, before[j-1]+1)
			}
			row[j+1] = min(d, far)
			best = min(best, d)
		}
		if hi < len(b) {
			row[hi+1] = far // the next row looks one place further
		}
		if best > uint8(most) {
			return most + 1
		}
		before, last, row = last, row, before
	}
	return int(last[len(b)])
}

func decode(to *[maxWord]rune, w []byte) []rune {
	n := 0
	for i := 0; i < len(w) && n < len(to); n++ {
		r, size := utf8.DecodeRune(w[i:])
		to[n] = r
		i += size
	}
	return to[:n]
}
