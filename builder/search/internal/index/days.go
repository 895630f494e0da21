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

// daysGroup is the size of a group of 64 documents in the days section.
const daysGroup = 16

// AppendDays appends the days section of documents with these first and last days.
func AppendDays(dst []byte, first, last []uint32) []byte {
	for _, days := range [...][]uint32{first, last} {
		for _, day := range days {
			dst = LE.AppendUint32(dst, day)
		}
	}
	for from := 0; from < len(first); from += 64 {
		end := min(from+64, len(first))
		g := groupOf(first[from:end], last[from:end])
		for _, day := range [...]uint32{g.leastFirst, g.mostFirst, g.leastLast, g.mostLast} {
			dst = LE.AppendUint32(dst, day)
		}
	}
	return dst
}

// dayGroup holds the bounds of the days of 64 documents.
type dayGroup struct{ leastFirst, mostFirst, leastLast, mostLast uint32 }

func groupOf(first, last []uint32) dayGroup {
	g := dayGroup{leastFirst: math.MaxUint32, leastLast: math.MaxUint32}
	for i := range first {
		g.leastFirst, g.mostFirst = min(g.leastFirst, first[i]), max(g.mostFirst, first[i])
		g.leastLast, g.mostLast = min(g.leastLast, last[i]), max(g.mostLast, last[i])
	}
	return g
}

// DaysTable reads the days of all documents.
type DaysTable struct {
	docs                int
	first, last, groups []byte
	blocks              *blocks
	at                  int // where they begin in the file
}

// DaysTable returns the table of the file.
func (f *File) DaysTable() DaysTable {
	b, n := f.sections[Days], f.docs*4
	return DaysTable{docs: f.docs, first: b[:n], last: b[n : 2*n], groups: b[2*n:],
		blocks: &f.blocks, at: f.starts[Days]}
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

func (t *DaysTable) group(i int) dayGroup {
	b := (*[daysGroup]byte)(t.groups[i*daysGroup:])
	return dayGroup{leastFirst: LE.Uint32(b[:4]), mostFirst: LE.Uint32(b[4:8]),
		leastLast: LE.Uint32(b[8:12]), mostLast: LE.Uint32(b[12:])}
}

// Gather returns how many documents have a day from from to until, and calls set with them in
// order, once for each group i×64 to i×64+63 that has some.
//
// If the first of three groups of documents is before the range, the second begins before it and
// the third is within it, only the 64 documents of the second are compared one by one:
//
//	first days   3 3 4 …    4 5 7 …    7 7 8 …       range 6 to 9
//	last days    3 3 4 …    4 6 7 …    7 9 8 …
//	documents    none       0 1 1 …    all
func (t *DaysTable) Gather(from, until uint32, set func(i int, documents uint64)) (total int) {
	if from > until {
		return 0 // an event of several days would be on both sides
	}
	t.blocks.touch(t.at+len(t.first)+len(t.last), len(t.groups))
	for i := range WordsFor(t.docs) {
		g := t.group(i)
		if g.leastFirst > until || g.mostLast < from {
			continue
		}
		if documents := t.within(i, &g, from, until); documents != 0 {
			total += bits.OnesCount64(documents)
			set(i, documents)
		}
	}
	return total
}

// within returns which documents of group i have a day from from to until.
func (t *DaysTable) within(i int, g *dayGroup, from, until uint32) (documents uint64) {
	n := min(64, t.docs-i*64)
	if g.mostFirst <= until && g.leastLast >= from {
		return ^uint64(0) >> (64 - n)
	}
	t.touch(i*64, n)
	for doc := range n {
		if first, last := t.of(i*64 + doc); first <= until && last >= from {
			documents |= 1 << doc
		}
	}
	return documents
}
