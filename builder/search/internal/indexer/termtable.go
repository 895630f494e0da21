package indexer

import "hash/maphash"

// maxTerms is the number of terms from which on an index takes no further document.
const maxTerms = 1 << 31

// termTable numbers the different terms of an index in the order in which they appear. A catalogue
// of a million events has more than a million (most of them neighbours), so their texts are stored
// one after the other, without a pointer for each: half of what a map of strings takes.
type termTable struct {
	seed    maphash.Seed
	numbers map[uint64]uint32 // by hash, or the next free number after it
	texts   []byte
	ends    []int    // of each text
	counts  []uint32 // documents of each
}

func newTermTable() termTable {
	return termTable{seed: maphash.MakeSeed(), numbers: map[uint64]uint32{}}
}

// text returns a term by its number, a slice of the table that the next term may invalidate.
func (t *termTable) text(number uint32) []byte {
	start := 0
	if number > 0 {
		start = t.ends[number-1]
	}
	return t.texts[start:t.ends[number]]
}

// number returns the number of a term, and reports whether it is new.
func (t *termTable) number(term []byte) (number uint32, isNew bool) {
	hash := maphash.Bytes(t.seed, term)
	for ; ; hash++ {
		number, ok := t.numbers[hash]
		if !ok {
			break
		}
		if string(t.text(number)) == string(term) {
			return number, false
		}
	}
	number = uint32(len(t.ends))
	t.texts = append(t.texts, term...)
	t.ends, t.counts = append(t.ends, len(t.texts)), append(t.counts, 0)
	t.numbers[hash] = number
	return number, true
}
