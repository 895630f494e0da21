package search

// scratch is all the memory that one query needs; warm ones are kept in a pool, so that queries allocate nothing.
type scratch struct {
	text   []byte // the folded query, then joined forms
	key    []byte // a folded filter
	words  []word
	wanted []wanted
	forms  forms
	near   [2][]int // terms one and two edits away

	leaves []leaf
	parts  []part
	units  []unit
	unions [][]uint64 // in use up to usedUnions
	used   int

	ladders [kinds]ladder
	part    ladder // one part of a hyphenated word
	wider   ladder // the last part, as a beginning too
	both    ladder // all parts so far
	live    [chunkWords]uint64
	points  [chunkWords][planes]uint64

	found result
}

// reset forgets the plan, not the query.
func (s *scratch) reset() {
	clear(s.leaves) // they point into the index
	s.leaves, s.parts, s.units, s.used = s.leaves[:0], s.parts[:0], s.units[:0], 0
}

// newUnion returns an empty ladder over all documents.
func (s *scratch) newUnion(docs int) []uint64 {
	size := wordsFor(docs) * int(inName)
	if s.used == len(s.unions) {
		s.unions = append(s.unions, nil)
	}
	u := s.unions[s.used]
	if cap(u) < size {
		u = make([]uint64, size)
	}
	u = u[:size]
	clear(u)
	s.unions[s.used] = u
	s.used++
	return u
}
