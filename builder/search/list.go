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
func (l *leaf) posting(i int) uint32 { return le.Uint32(l.data[i*4:]) }

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
		u := l.union[int(base)/64*3:][:words*3]
		for i := range words {
			to[0][i] |= u[i*3]
			to[1][i] |= u[i*3+1]
			to[2][i] |= u[i*3+2]
		}
	case l.dense:
		b := l.data[int(base)/64*16:][:words*16]
		for i := range words {
			low, high := le.Uint64(b[i*16:]), le.Uint64(b[i*16+8:])
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
			low, high := le.Uint64(l.data[i*16:]), le.Uint64(l.data[i*16+8:])
			to[i*3] |= low | high
			to[i*3+1] |= high
			to[i*3+2] |= low & high
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
