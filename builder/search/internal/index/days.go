package index

import (
	"math"
	"math/bits"
)

// NoFirstDay and NoLastDay are the days of a document without a date.
const (
	NoFirstDay = math.MaxUint32
	NoLastDay  = 0
)

// AppendDays appends the days section of documents with these first and last days.
func AppendDays(dst []byte, first, last []uint32) []byte {
	for _, days := range [...][]uint32{first, last} {
		for _, day := range days {
			dst = LE.AppendUint32(dst, day)
		}
	}
	return dst
}

// DaysTable reads the days of all documents.
type DaysTable struct {
	docs        int
	first, last []byte
	blocks      *blocks
	at          int // where they begin in the file
}

// DaysTable returns the table of the file.
func (f *File) DaysTable() DaysTable {
	b, n := f.sections[Days], f.docs*4
	return DaysTable{f.docs, b[:n], b[n : 2*n], &f.blocks, f.starts[Days]}
}

// Of returns the first and the last day of a document, which must exist.
func (t *DaysTable) Of(doc uint32) (first, last uint32) {
	t.touch(int(doc), 1)
	return t.of(int(doc))
}

func (t *DaysTable) of(doc int) (first, last uint32) {
	return LE.Uint32((*[4]byte)(t.first[doc*4:])[:]), LE.Uint32((*[4]byte)(t.last[doc*4:])[:])
}

// touch must be called before the days of n documents are used.
func (t *DaysTable) touch(doc, n int) {
	t.blocks.touch(t.at+doc*4, n*4)
	t.blocks.touch(t.at+len(t.first)+doc*4, n*4)
}

// Gather returns how many documents have a day from from to until, and calls set with them in
// order, once for each group i×64 to i×64+63 that has some.
func (t *DaysTable) Gather(from, until uint32, set func(i int, documents uint64)) (total int) {
	if from > until {
		return 0 // an event of several days would be on both sides
	}
	t.touch(0, t.docs)
	for i := range WordsFor(t.docs) {
		documents := uint64(0)
		for doc := i * 64; doc < min(i*64+64, t.docs); doc++ {
			if first, last := t.of(doc); first <= until && last >= from {
				documents |= 1 << (doc % 64)
			}
		}
		if documents != 0 {
			total += bits.OnesCount64(documents)
			set(i, documents)
		}
	}
	return total
}
