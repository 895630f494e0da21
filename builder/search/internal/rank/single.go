package rank

import (
	"math/bits"

	"cartaz/builder/search/internal/match"
)

// single fills the page of a query of one token. The scores are the cells of Points, so nothing is
// added or sorted: the page is filled from the best level on, and the rest is never looked at. Of
// "jazz", found by 5,000 documents, the first page may be full with names, and no other list is
// read.
type single struct {
	seen []uint64 // documents of the levels above
	ties tieSorter
}

// isSingle reports whether the query is one token without parts.
func isSingle(m *match.Matches) bool {
	if len(m.Tokens) != 1 {
		return false
	}
	for i := range m.Clauses {
		if len(m.Clauses[i].Parts) > 0 {
			return false
		}
	}
	return true
}

func (s *single) page(m *match.Matches, ties []tieBreaker, dst []uint32, offset,
	limit int) []uint32 {
	c := tokenClause(m)
	words := len(m.Live)
	s.seen = match.Resized(s.seen, words)
	clear(s.seen)
	for _, level := range levels {
		lists := c.Lists[level.kind]
		if lists.Empty() {
			continue
		}
		set := s.ties.empty(words)
		for i := lists.Lo; i < lists.Hi; i++ {
			m.Lists[i].GatherFrom(set, level.field)
		}
		count := 0
		for i, w := range set {
			w &= m.Live[i] &^ s.seen[i]
			set[i] = w
			s.seen[i] |= w
			count += bits.OnesCount64(w)
		}
		if offset >= count {
			offset -= count
			continue
		}
		n := min(limit, count-offset)
		if dst = s.ties.page(ties, dst, offset, n); n == limit {
			return dst
		}
		offset, limit = 0, limit-n
	}
	return dst
}

// tokenClause is the clause of the only token.
func tokenClause(m *match.Matches) *match.Clause {
	for i := range m.Clauses {
		if c := &m.Clauses[i]; !c.IsFilter() {
			return c
		}
	}
	return nil
}
