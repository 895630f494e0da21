package search

// batchPostings bounds the memory that turning documents with terms into terms with documents takes: 64 MiB, unless a
// single term has more documents.
const batchPostings = 1 << 24

// batcher gives the list of each term, from the first to the last, out of the token stream. It reads the stream as
// often as it must to keep only one batch of lists in memory.
type batcher struct {
	*Writer
	order       []uint32 // terms by rank
	first, next int      // ranks in the batch
	postings    []uint32
	ends        []int // of each list of the batch
}

// list returns the postings of the term with that rank; ranks are asked for in order.
func (b *batcher) list(rank int) []uint32 {
	if rank >= b.next {
		b.load(rank)
	}
	start := 0
	if rank > b.first {
		start = b.ends[rank-b.first-1]
	}
	return b.postings[start:b.ends[rank-b.first]]
}

func (b *batcher) load(rank int) {
	b.first, b.next, b.ends = rank, rank, b.ends[:0]
	size := 0
	const absent = -1
	at := make([]int, len(b.order)) // by term: where its next posting goes
	for i := range at {
		at[i] = absent
	}
	for b.next < len(b.order) {
		t := b.order[b.next]
		if b.next > b.first && size+b.counts[t] > b.batch {
			break
		}
		at[t] = size
		size += b.counts[t]
		b.ends = append(b.ends, size)
		b.next++
	}
	if cap(b.postings) < size {
		b.postings = make([]uint32, size)
	}
	b.postings = b.postings[:size]
	b.stream.each(func(doc, term uint32, c class) {
		if i := at[term]; i != absent {
			b.postings[i] = doc<<docShift | uint32(c)
			at[term] = i + 1
		}
	})
}
