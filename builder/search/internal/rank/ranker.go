package rank

import "cartaz/builder/search/internal/match"

// Ranker puts matches in order. All of its memory serves the next query again; the zero value is
// ready.
type Ranker struct {
	ties     []tieBreaker
	joined   []byte // two words of the query
	spelling []byte // of a name, as others write it
	number   []byte // of a work, in figures
	sparse   sparse
	single   single
	sliced   bitSliced
}

// scorer is one way to put the documents of m.Live in order. offset is below their number, limit
// positive.
type scorer interface {
	page(m *match.Matches, ties []tieBreaker, dst []uint32, offset, limit int) []uint32
}

// sparseDocs is how many documents are scored one by one, and sparseSingle how many of a query of
// one token; more are scored 64 at a time.
const (
	sparseDocs   = 2048
	sparseSingle = 512
)

// Page appends to dst the documents offset..offset+limit-1 of the answer. There are some beyond the
// offset, and limit is positive.
func (r *Ranker) Page(m *match.Matches, dst []uint32, offset, limit int) []uint32 {
	if len(m.Tokens) == 0 {
		return AppendListed(dst, m.Live, offset, limit)
	}
	r.PlanTies(m)
	return r.scorer(m).page(m, r.ties, dst, offset, limit)
}

func (r *Ranker) scorer(m *match.Matches) scorer {
	switch {
	case m.Total > sparseSingle && isSingle(m):
		return &r.single
	case m.Total > sparseDocs:
		return &r.sliced
	}
	return &r.sparse
}

// Release lets go of the index.
func (r *Ranker) Release() {
	clear(r.ties)
	r.ties = r.ties[:0]
}
