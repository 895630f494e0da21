package search

// chunkDocs is how many documents are scored at a time: few enough that all bits of a query stay in the first
// cache, enough that setting out does not show.
const (
	chunkDocs  = 4096
	chunkWords = chunkDocs / 64
)

// ladder holds for the documents of a chunk how well they match: bit by bit, rung c says that the class is c or more. So
// joining two ladders is or, and both of two is and.
type ladder [inName][chunkWords]uint64

// leaf is one list while a query runs.
type leaf struct {
	data  []byte
	count int
	pos   int // of a sparse list, the next posting of the chunk
	dense bool
	union []uint64 // instead of data: a ladder over all documents, three words for 64 of them
}

// posting expects i < count; listSize made data long enough.
func (l *leaf) posting(i int) uint32 { return le.Uint32((*[4]byte)(l.data[i*4:])[:]) }

// bits returns the low and the high bits of the classes of 64 documents, in a dense list. (Slices made through an array are
// checked once, not for each number in them.)
func (l *leaf) bits(i int) (low, high uint64) {
	b := (*[16]byte)(l.data[i*16:])
	return le.Uint64(b[:8]), le.Uint64(b[8:])
}

// rungs returns the ladder of 64 documents, in a joined list.
func (l *leaf) rungs(i int) *[inName]uint64 { return (*[inName]uint64)(l.union[i*int(inName):]) }

// seek returns the first posting from at on whose document is not below doc: in growing steps, then by halves.
func (l *leaf) seek(at int, doc uint32) int {
	lo, step := at, 1
	for lo+step < l.count && l.posting(lo+step)>>docShift < doc {
		lo += step
		step *= 2
	}
	hi := min(lo+step, l.count)
	for lo < hi {
		i := (lo + hi) / 2
		if l.posting(i)>>docShift < doc {
			lo = i + 1
		} else {
			hi = i
		}
	}
	return lo
}

// join adds the list's documents base..end-1 to the ladder.
func (l *leaf) join(to *ladder, base, end uint32) {
	words := int(end-base+63) / 64
	switch {
	case l.union != nil:
		for i := range words {
			u := l.rungs(int(base)/64 + i)
			to[0][i] |= u[0]
			to[1][i] |= u[1]
			to[2][i] |= u[2]
		}
	case l.dense:
		for i := range words {
			low, high := l.bits(int(base)/64 + i)
			to[0][i] |= low | high
			to[1][i] |= high
			to[2][i] |= low & high
		}
	default:
		l.pos = l.seek(l.pos, base)
		for l.pos < l.count {
			p := l.posting(l.pos)
			doc := p >> docShift
			if doc >= end {
				return
			}
			l.pos++
			if doc < base { // lists that are out of order are damaged
				continue
			}
			low, high := uint64(p&1), uint64(p>>1&1)
			i, bit := (doc-base)/64%chunkWords, doc%64
			to[0][i] |= (low | high) << bit
			to[1][i] |= high << bit
			to[2][i] |= (low & high) << bit
		}
	}
}

// joinAll adds the whole list to a ladder over all documents, in the form of leaf.union.
func (l *leaf) joinAll(to []uint64, docs int) {
	if l.dense {
		for i := range wordsFor(docs) {
			low, high := l.bits(i)
			rungs := (*[inName]uint64)(to[i*int(inName):])
			rungs[0] |= low | high
			rungs[1] |= high
			rungs[2] |= low & high
		}
		return
	}
	for i := range l.count {
		p := l.posting(i)
		doc := int(p >> docShift)
		if doc >= docs {
			return
		}
		low, high := uint64(p&1), uint64(p>>1&1)
		rungs := to[doc/64*3:][:3]
		bit := doc % 64
		rungs[0] |= (low | high) << bit
		rungs[1] |= high << bit
		rungs[2] |= (low & high) << bit
	}
}
