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
	at          []int32  // by term: where its next posting goes, or absent
	postings    []uint32
	ends        []int // of each list of the batch
	kept        []int // of each list, how many of its postings are of kept documents, which come first
	spare       []uint32
}

// list returns the postings of the term with that rank; ranks are asked for in order.
func (b *batcher) list(rank int) ([]uint32, error) {
	if rank >= b.next {
		if err := b.load(rank); err != nil {
			return nil, err
		}
	}
	start := 0
	if rank > b.first {
		start = b.ends[rank-b.first-1]
	}
	return b.postings[start:b.ends[rank-b.first]], nil
}

func (b *batcher) load(rank int) error {
	b.first, b.next, b.ends, b.kept = rank, rank, b.ends[:0], b.kept[:0]
	size := 0
	const absent = -1
	if b.at == nil {
		b.at = make([]int32, len(b.order))
	}
	at := b.at
	for i := range at {
		at[i] = absent
	}
	for b.next < len(b.order) {
		t := b.order[b.next]
		if b.next > b.first && size+int(b.terms.counts[t]) > b.batch {
			break
		}
		at[t] = int32(size)
		size += int(b.terms.counts[t])
		b.ends = append(b.ends, size)
		b.next++
	}
	if cap(b.postings) < size {
		b.postings = make([]uint32, size)
	}
	b.postings = b.postings[:size]
	for r := b.first; b.base != nil && r < b.next; r++ {
		t := b.order[r]
		n, err := b.base.postings(t, b.postings[at[t]:])
		if err != nil {
			return err
		}
		b.kept = append(b.kept, n)
		at[t] += int32(n)
	}
	err := b.stream.each(&b.spool, func(doc, term uint32, c class) {
		if i := at[term]; i != absent {
			b.postings[i] = doc<<docShift | uint32(c)
			at[term] = i + 1
		}
	})
	start := 0
	for i, n := range b.kept {
		b.spare = mergeRuns(b.postings[start:b.ends[i]], n, b.spare)
		start = b.ends[i]
	}
	return err
}
