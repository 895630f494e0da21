package rank

import (
	"math/bits"

	"cartaz/builder/search/internal/format"
	"cartaz/builder/search/internal/match"
)

// sparse scores documents one by one: every list of every clause is gone through, and the documents
// in it get its points. Sorting is by counting, since there are few different scores.
type sparse struct {
	docs   []uint32 // in list order
	before []uint16 // by 64 documents: how many of docs come before them, where there are some
	scores []uint8
	sums   []uint8        // of the tie-breakers
	points []uint8        // of one clause
	least  []format.Field // in which all parts of a hyphenated word are found
	fields []format.Field // in which one part is found
	order  [2][]uint16
	trace  *clauseTrace // nil but for explanations
}

func (s *sparse) page(m *match.Matches, ties []tieBreaker, dst []uint32, offset,
	limit int) []uint32 {
	s.list(m)
	s.begin()
	for i := range m.Clauses {
		if c := &m.Clauses[i]; !c.IsFilter() {
			s.addClause(m, c, m.Live)
		}
	}
	for i := range ties {
		s.addTie(&ties[i], m.Live)
	}
	return s.sorted(dst, offset, limit)
}

// list lists the documents that are left.
func (s *sparse) list(m *match.Matches) {
	s.docs, s.before = match.Resized(s.docs, m.Total), match.Resized(s.before, len(m.Live))
	n := 0
	for _, i := range m.Spots() {
		s.before[i] = uint16(n)
		for w := m.Live[i]; w != 0; w &= w - 1 {
			s.docs[n] = i*64 + uint32(bits.TrailingZeros64(w))
			n++
		}
	}
}

// begin makes room for the scores of the documents.
func (s *sparse) begin() {
	n := len(s.docs)
	s.scores, s.sums = match.Resized(s.scores, n), match.Resized(s.sums, n)
	s.points, s.least, s.fields = match.Resized(s.points, n), match.Resized(s.least,
		n), match.Resized(s.fields, n)
	clear(s.scores)
	clear(s.sums)
}

// addClause adds the points of one clause. live holds the documents as a set, or is nil.
func (s *sparse) addClause(m *match.Matches, c *match.Clause, live []uint64) {
	clear(s.points)
	s.trace.begin(len(s.points))
	for kind, lists := range c.Lists {
		for i := lists.Lo; i < lists.Hi; i++ {
			raise(s, &m.Lists[i], live, s.points, &Points[kind])
			s.trace.list(s.points, match.Kind(kind), i)
		}
	}
	if len(c.Parts) > 0 {
		s.addParts(m, c.Parts, live)
	}
	scores := s.scores[:len(s.points)]
	for i, p := range s.points {
		scores[i] += p
	}
}

// ownField makes raise note the field itself instead of its points.
var ownField = [format.Fields]format.Field{0, format.InDescription, format.InPlace, format.InName}

// addParts gives the points of a hyphenated word to the documents that have all its parts, in the
// least of their fields: those of an alias, or of a prefix where the last part is only found as
// one.
func (s *sparse) addParts(m *match.Matches, parts []match.Part, live []uint64) {
	for i := range s.least {
		s.least[i] = format.InName
	}
	for n := range parts {
		p := &parts[n]
		clear(s.fields)
		s.raiseFields(m, p.Whole, live)
		if !p.Prefix.Empty() { // only the last part may be unfinished
			s.raisePoints(match.Alias)
			s.raiseFields(m, p.Prefix, live)
			s.raisePoints(match.Prefix)
			return
		}
		for i, field := range s.fields {
			s.least[i] = min(s.least[i], field)
		}
	}
	copy(s.fields, s.least)
	s.raisePoints(match.Alias)
}

func (s *sparse) raiseFields(m *match.Matches, lists match.Span, live []uint64) {
	for i := lists.Lo; i < lists.Hi; i++ {
		raise(s, &m.Lists[i], live, s.fields, &ownField)
	}
}

// raisePoints raises the points to what the fields of the last part and of those before are worth.
func (s *sparse) raisePoints(kind match.Kind) {
	for i, field := range s.fields {
		s.points[i] = max(s.points[i], Points[kind][min(field, s.least[i])])
	}
	s.trace.list(s.points, kind, ByParts)
}

// addTie adds the weight of a tie-breaker to the documents in its list.
func (s *sparse) addTie(t *tieBreaker, live []uint64) {
	clear(s.fields)
	raise(s, &t.list, live, s.fields, &ownField)
	// A field is 1 to 3, so a bit tells it from none without a branch that is guessed wrongly.
	sums, weight := s.sums[:len(s.fields)], uint8(t.weight)
	for i, field := range s.fields {
		sums[i] += weight & -((uint8(field) + 3) >> 2)
	}
}

// gallopRatio: a list so many times longer than the documents is searched for each of them instead
// of gone through.
const gallopRatio = 8

// raise raises the values of the documents in a list to what their field is worth. live holds the
// documents of s as a set, which s.before belongs to; it may be nil.
func raise[T ~uint8](s *sparse, l *match.List, live []uint64, values []T, worth *[format.Fields]T) {
	switch {
	case l.Joined():
		for n, doc := range s.docs {
			sets, bit := l.FieldSets(int(doc/64)), doc%64
			field := sets[0]>>bit&1 + sets[1]>>bit&1 + sets[2]>>bit&1
			values[n] = max(values[n], worth[field])
		}
	case l.Dense:
		for n, doc := range s.docs {
			low, high := l.Bits(int(doc / 64))
			bit := doc % 64
			field := low>>bit&1 | high>>bit&1<<1
			values[n] = max(values[n], worth[field])
		}
	case live == nil || l.Count > len(s.docs)*gallopRatio:
		at := 0
		for n, doc := range s.docs {
			if at = l.Seek(at, doc); at == l.Count {
				return
			}
			if p := l.At(at); p>>format.DocShift == doc {
				values[n] = max(values[n], worth[p&format.FieldMask])
			}
		}
	default:
		for i := range l.Count {
			p := l.At(i)
			doc := p >> format.DocShift
			w, bit := doc/64, doc%64
			if w >= uint32(len(live)) || live[w]>>bit&1 == 0 {
				continue
			}
			n := int(s.before[w]) + bits.OnesCount64(live[w]&(1<<bit-1))
			values[n] = max(values[n], worth[p&format.FieldMask])
		}
	}
}

// sorted appends the documents offset..offset+limit-1 in the order of falling scores, then falling
// sums of tie-breakers, then rising numbers. limit is positive and offset below their number.
func (s *sparse) sorted(dst []uint32, offset, limit int) []uint32 {
	end := min(offset+min(limit, len(s.docs)), len(s.docs))
	// Only documents whose score may reach the page are sorted.
	var counts [1 << scorePlanes]uint16
	for _, score := range s.scores {
		counts[score]++
	}
	lowest, sum := len(counts), 0
	for sum < end {
		lowest--
		sum += int(counts[lowest])
	}
	order := s.order[0][:0]
	for n, score := range s.scores {
		if int(score) >= lowest {
			order = append(order, uint16(n))
		}
	}
	s.order[0] = order
	s.order[1] = match.Resized(s.order[1], len(order))
	// Sorted by counting, from the last key to the first: each pass preserves the order of the one
	// before.
	to := s.order[1]
	if countingSort(to, order, s.sums) {
		to, order = order, to
	}
	if countingSort(to, order, s.scores) {
		order = to
	}
	for _, n := range order[offset:end] {
		dst = append(dst, s.docs[n])
	}
	return dst
}

// countingSort sorts by falling keys into to. It returns false, having done nothing, when all keys
// are equal.
func countingSort(to, from []uint16, keys []uint8) bool {
	var next [1 << scorePlanes]uint16
	for _, n := range from {
		next[keys[n]]++
	}
	if int(next[keys[from[0]]]) == len(from) {
		return false
	}
	sum := uint16(0)
	for key := len(next) - 1; key >= 0; key-- {
		sum, next[key] = sum+next[key], sum
	}
	for _, n := range from {
		key := keys[n]
		to[next[key]] = n
		next[key]++
	}
	return true
}
