package indexer

import (
	"slices"

	"cartaz/builder/search/internal/index"
)

// batchPostings bounds the memory for turning documents with terms into terms with documents: 16
// MiB, unless a single term has more documents. 100,000 events take four batches.
const batchPostings = 1 << 22

// postingsInverter turns the term stream, documents with their terms, into lists, terms with their
// documents. It reads the stream as often as needed to hold only one batch of lists in memory:
//
//	stream              batch 1: azul, bar     batch 2: samba
//	doc 0: bar, samba   azul: 1                samba: 0, 1
//	doc 1: samba, azul  bar:  0
type postingsInverter struct {
	*Writer
	order       []uint32 // terms by rank
	first, next int      // ranks of the batch
	at          []int32  // by term: place of its next posting, or absent
	batch       []uint32 // the lists, one after the other
	ends        []int    // of each list of the batch
}

// postings returns the list of the term of a rank. Callers ask for ranks in order.
func (b *postingsInverter) postings(rank int) ([]uint32, error) {
	if rank >= b.next {
		if err := b.load(rank); err != nil {
			return nil, err
		}
	}
	start := 0
	if rank > b.first {
		start = b.ends[rank-b.first-1]
	}
	return b.batch[start:b.ends[rank-b.first]], nil
}

// load fills the batch with the lists of the terms from rank on, as many as fit. at holds for each
// of these terms where its next posting goes.
func (b *postingsInverter) load(rank int) error {
	b.first, b.next, b.ends = rank, rank, b.ends[:0]
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
		if b.next > b.first && size+int(b.terms.counts[t]) > b.Batch {
			break
		}
		at[t] = int32(size)
		size += int(b.terms.counts[t])
		b.ends = append(b.ends, size)
		b.next++
	}
	b.batch = slices.Grow(b.batch[:0], size)[:size]
	for r := b.first; b.base != nil && r < b.next; r++ {
		t := b.order[r]
		n, err := b.base.postings(t, b.batch[at[t]:])
		if err != nil {
			return err
		}
		at[t] += int32(n)
	}
	err := b.stream.each(&b.spool, func(doc, term uint32, field index.Field) {
		if i := at[term]; i != absent {
			b.batch[i] = doc<<index.DocShift | uint32(field)
			at[term] = i + 1
		}
	})
	start := 0
	for _, end := range b.ends {
		if b.base != nil { // postings of carried documents come before the others
			slices.Sort(b.batch[start:end])
		}
		start = end
	}
	return err
}
