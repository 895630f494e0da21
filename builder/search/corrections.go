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
	// maxCorrections is the most words tried instead of a query word for each number of edits; the first in the
	// order of length, then of the dictionary.
	maxCorrections = 64
	// correctionBudget is the most dictionary words looked at for one query: some milliseconds.
	correctionBudget = 4 << 20
)

// letterMask has one bit for each letter that a word holds an odd number of times; rare letters share bits. An edit
// changes at most two bits, so most of a dictionary is passed over by counting bits.
func letterMask(w []byte) (mask uint32, letters int) {
	for i := 0; i < len(w); letters++ {
		r, n := utf8.DecodeRune(w[i:])
		if 'a' <= r && r <= 'z' {
			mask ^= 1 << (r - 'a')
		} else {
			mask ^= 1 << (26 + r%6)
		}
		i += n
	}
	return mask, letters
}

// corrections is the table of words by length: for each length where its words begin, then the numbers of all words
// that can be a correction, then their masks.
func (a *assembly) corrections() []byte {
	type entry struct{ letters, rank, mask uint32 }
	var entries []entry
	for rank, t := range a.order {
		text := a.Writer.texts[t]
		if text[0] < firstWord {
			continue
		}
		mask, letters := letterMask([]byte(text))
		if letters >= minCorrected-1 {
			entries = append(entries, entry{uint32(letters), uint32(rank), mask})
		}
	}
	slices.SortFunc(entries, func(x, y entry) int {
		return cmp.Or(cmp.Compare(x.letters, y.letters), cmp.Compare(x.rank, y.rank))
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
func (x *Index) correct(w []byte, most int, budget *int, found func(term, edits int)) {
	var buf [maxWord]rune
	wanted := decode(&buf, w)
	mask, letters := letterMask(w)
	table := x.sections[corrections]
	size := (len(table) - lengths*4) / 8
	ranks, masks := table[lengths*4:lengths*4+size*4], table[lengths*4+size*4:]
	terms := x.dict(termDict)
	var counts [3]int
	for n := max(letters-most, 0); n <= letters+most && n+1 < lengths; n++ {
		lo := min(int(le.Uint32(table[n*4:])), size)
		hi := min(int(le.Uint32(table[n*4+4:])), size)
		// Each letter more or less changes one bit, each edit beyond that two.
		gap := max(n-letters, letters-n)
		limit := 2*most - gap
		hi = max(lo, min(hi, lo+*budget))
		*budget -= hi - lo
		for i, some := lo, masks[lo*4:hi*4]; len(some) >= 4; i, some = i+1, some[4:] {
			if bits.OnesCount32(mask^le.Uint32(some)) > limit {
				continue
			}
			rank := int(le.Uint32(ranks[i*4:]))
			if rank >= terms.n {
				continue
			}
			if d := distance(wanted, terms.key(rank), most); 0 < d && d <= most && counts[d] < maxCorrections {
				counts[d]++
				found(rank, d)
			}
		}
	}
}

// distance is the number of edits between two words (optimal string alignment), or a number above most when it is
// greater than most, which is at most 2.
func distance(ra []rune, b []byte, most int) int {
	var buf [maxWord]rune
	rb := decode(&buf, b)
	for len(ra) > 0 && len(rb) > 0 && ra[0] == rb[0] {
		ra, rb = ra[1:], rb[1:]
	}
	for len(ra) > 0 && len(rb) > 0 && ra[len(ra)-1] == rb[len(rb)-1] {
		ra, rb = ra[:len(ra)-1], rb[:len(rb)-1]
	}
	if max(len(ra)-len(rb), len(rb)-len(ra)) > most {
		return most + 1
	}
	// Three rows of the usual table, of which only the diagonal band of width 2·most+1 can matter.
	var rows [3][maxWord + 1]uint8
	far := uint8(most + 1)
	before, last, row := &rows[0], &rows[1], &rows[2]
	for j := range len(rb) + 1 {
		last[j] = uint8(min(j, int(far)))
	}
	for i := range len(ra) {
		lo, hi := max(i-most, 0), min(i+most+1, len(rb))
		row[lo] = far
		if lo == 0 {
			row[0] = uint8(min(i+1, int(far)))
		}
		best := row[lo]
		for j := lo; j < hi; j++ {
			d := last[j]
			if ra[i] != rb[j] {
				d++
			}
			d = min(d, row[j]+1, last[j+1]+1)
			if i > 0 && j > 0 && ra[i] == rb[j-1] && ra[i-1] == rb[j] {
				d = min(d, before[j-1]+1)
			}
			row[j+1] = min(d, far)
			best = min(best, d)
		}
		if hi < len(rb) {
			row[hi+1] = far // the next row looks one place further
		}
		if best > uint8(most) {
			return most + 1
		}
		before, last, row = last, row, before
	}
	return int(last[len(rb)])
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
