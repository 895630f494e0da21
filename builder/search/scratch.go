package search

// scratch is all the memory that one query needs; warm ones are kept in a pool, so that queries allocate nothing.
type scratch struct {
	text    []byte // the folded query, then joined forms
	key     []byte // a folded filter, or a mark
	words   []word
	wanted  []wanted
	tail    span // in text: the last wanted word joined with a stop word at the end, which may be the beginning of another word
	forms   forms
	near    [maxEdits][]int // terms one and two edits away
	measure measure

	respelled []int // of those the ones that have ties, of all mistyped words

	leaves []leaf
	parts  []part
	units  []unit
	ties   []tie
	unions [][]uint64 // in use up to usedUnions
	used   int

	all    int      // documents of the index
	total  int      // those that satisfy all units so far
	listed bool     // in few.docs, else in live
	live   []uint64 // one bit for each document
	hits   []uint64 // the documents of one unit
	both   []uint64 // those of all parts of a hyphenated word so far
	one    []uint64 // those of one part
	few    few
	levels levels
	tied   tied
	found  result

	// For a chunk of documents at a time.
	ladders [kinds]ladder
	part    ladder // one part of a hyphenated word
	wider   ladder // the last part, as a beginning too
	joint   ladder // all parts so far
	points  [chunkWords][planes]uint64

	phrase    []byte // words of the query joined
	corrected bool   // the words were taken for mistyped
	trace     *trace // nil but for explanations
}

// reset forgets the plan, not the query.
func (s *scratch) reset() {
	clear(s.leaves) // they point into the index
	clear(s.ties)
	s.leaves, s.parts, s.units, s.ties, s.used = s.leaves[:0], s.parts[:0], s.units[:0], s.ties[:0], 0
	s.respelled = s.respelled[:0]
}

// newUnion returns an empty ladder over all documents.
func (s *scratch) newUnion(docs int) []uint64 {
	if s.used == len(s.unions) {
		s.unions = append(s.unions, nil)
	}
	u := sized(s.unions[s.used], wordsFor(docs)*int(inName))
	clear(u)
	s.unions[s.used] = u
	s.used++
	return u
}

// sized returns b with n elements, whatever they are.
func sized[T any](b []T, n int) []T {
	if cap(b) < n {
		return make([]T, n)
	}
	return b[:n]
}
