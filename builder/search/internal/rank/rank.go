// Package rank puts the documents that satisfy a query in order: by the points of their tokens,
// then by tie-breakers, then in the order of the list of all documents.
//
// For "festival jazz" and three documents of those two words
//
//	Festival de Jazz              15 + 15   neighbours 4, name begins 2
//	Jazz Festival                 15 + 15   -
//	Show, with both described     11 + 11   -
//
// Points and the sums of tie-breakers are bytes: of many documents only those are sorted whose
// score may reach the page.
package rank

import (
	"math/bits"
	"slices"

	"cartaz/builder/search/internal/index"
	"cartaz/builder/search/internal/query"
)

// Points are the points of one token, by how it is found and in which field: none, description,
// place, name. Organiser, venue, city, state, country and topic are places.
//
// Weights of rare words (BM25), the length of a field and other distances between the points were
// measured on judged queries and gain nothing: every word must be found, so they only tell apart
// documents that have the same words in other fields.
var Points = [query.MatchTypes][index.Fields]uint8{
	query.Exact:   {0, 11, 13, maxPoints},
	query.Variant: {0, 10, 12, 14},
	query.Prefix:  {0, 7, 8, 9},
	query.Edit1:   {0, 4, 5, 6},
	query.Edit2:   {0, 1, 2, 3},
}

// maxPoints are the points of a word as it is, in a name.
const maxPoints = 15

// Tie-breakers decide between documents of one score: the greater sum comes first, then list order.
const (
	// nameTie for a document whose name is the query, so that every event is found by its name.
	nameTie = 64
	// neighbourTie for each two words of the query that follow each other in a name or place of the
	// document too, stop words aside.
	neighbourTie = 4
	// nameBeginsTie for a name that begins like the query: the beginning of a name says what the
	// event is.
	nameBeginsTie = 2

	maxTies = nameTie + neighbourTie*(query.MaxTokens-1) + nameBeginsTie
)

// Tie is a tie-breaker: a list of documents that go before others of the same score.
type Tie struct {
	List   query.List
	Weight uint8
}

// Ranker puts matches in order. All of its memory serves the next query again; the zero value is
// ready.
type Ranker struct {
	Ties   []Tie    // of the query, see PlanTies
	docs   []uint32 // in list order
	top    []uint64 // see best, as the next three
	rest   []uint64
	level  []uint64
	with   []uint64
	scores []uint8
	sums   []uint8 // of the tie-breakers
	points []uint8 // of one clause
	order  []uint64
}

// Page appends to dst the documents offset..offset+limit-1 of the answer, which must have more than
// offset documents. limit must be positive.
func (r *Ranker) Page(m *query.Matches, dst []uint32, offset, limit int) []uint32 {
	if len(m.Tokens) == 0 {
		return AppendListed(dst, m.Live, offset, limit)
	}
	r.PlanTies(m)
	live := m.Live
	if need := offset + limit; m.Total > max(fewDocs, 2*need) && r.best(m, need) {
		live = r.top
	}
	r.docs = AppendListed(r.docs[:0], live, 0, m.Total)
	r.score(m)
	return r.sorted(dst, offset, limit)
}

// fewDocs is the largest number of documents that are scored without choosing the best first.
const fewDocs = 512

// found is how a token is found, by its points.
var found = func() (by [maxPoints + 1]struct {
	how query.MatchType
	in  index.Field
}) {
	for how, fields := range Points {
		for in, points := range fields {
			by[points].how, by[points].in = query.MatchType(how), index.Field(in)
		}
	}
	return by
}()

// best leaves in r.top a small set of documents that includes the first need documents of the
// answer. It returns false if the set would be too large. Example: "feira" is in 5,000 names. best
// takes the few names that are just "feira", and then the first of those that begin with it.
//
// Each step splits r.rest by a list whose documents come before the others. If they are enough for
// the page, r.rest becomes these; otherwise they go to r.top, and the others are split further.
func (r *Ranker) best(m *query.Matches, need int) bool {
	n := len(m.Live)
	r.rest, r.level = append(r.rest[:0], m.Live...), append(r.level[:0], m.Live...)
	r.top, r.with = query.Resized(r.top, n), query.Resized(r.with, n)
	clear(r.top)
	enough := need
	if len(m.Tokens) > 1 { // enough that have all tokens so
		enough = max(need, fewDocs/2)
	}
	for i := range m.Clauses {
		if c := &m.Clauses[i]; !c.IsFilter() {
			r.bestOf(m, c, enough)
		}
	}
	// Of what is left these have the greatest points of every token.
	if query.And(r.rest, r.level) < need {
		return false
	}
	for _, weight := range [...]uint8{nameTie, neighbourTie, nameBeginsTie} {
		of := -1
		for i := range r.Ties {
			if r.Ties[i].Weight == weight {
				if of >= 0 { // two have the same sum of several
					r.keep(m.Total)
					return true
				}
				of = i
			}
		}
		if of >= 0 {
			clear(r.with)
			if r.Ties[of].List.Gather(r.with); r.split(need) {
				query.And(r.rest, r.with)
			}
		}
	}
	r.keep(need)
	return true
}

// bestOf leaves in r.level the documents that have a token in the best way that is common.
func (r *Ranker) bestOf(m *query.Matches, c *query.Clause, enough int) {
	for points := maxPoints; points > 0; points-- {
		lists := c.Lists[found[points].how]
		if lists.Empty() {
			continue
		}
		clear(r.with)
		m.Gather(r.with, lists, found[points].in)
		if r.split(enough) {
			query.And(r.level, r.with)
			return
		}
	}
}

// split reports whether r.with has enough of r.rest; else it moves these to r.top.
func (r *Ranker) split(enough int) bool {
	rest := r.rest
	top := r.top[:len(r.rest)]
	with := r.with[:len(r.rest)]
	count := 0
	for i, w := range rest {
		count += bits.OnesCount64(w & with[i])
	}
	for i := 0; i < len(rest) && 0 < count && count < enough; i++ {
		top[i] |= rest[i] & with[i]
		rest[i] &^= with[i]
	}
	return count >= enough
}

// keep moves the first need documents of r.rest, or all of them, to r.top.
func (r *Ranker) keep(need int) {
	for i := 0; i < len(r.rest) && need > 0; i++ {
		for w := r.rest[i]; w != 0 && need > 0; w &= w - 1 {
			r.top[i] |= w & -w
			need--
		}
	}
}

// Release lets go of the index.
func (r *Ranker) Release() {
	clear(r.Ties)
	r.Ties = r.Ties[:0]
}

// PlanTies looks up the postings of the tie-breakers. It takes a misspelled word for the word that
// it most likely stands for, so that both have answers in the same order.
func (r *Ranker) PlanTies(m *query.Matches) {
	r.Release()
	n := len(m.Tokens)
	for i := 0; i+1 < n; i++ {
		if !m.Tokens[i].Next.Empty() {
			r.addTie(m, index.Shingle, neighbourTie, [2][]byte{m.Meant(i), m.Meant(i + 1)})
		}
	}
	if n > 0 {
		r.addTie(m, index.NameIs, nameTie, [2][]byte{m.NameKey()})
		r.addTie(m, index.NameBegins, nameBeginsTie, [2][]byte{m.Meant(0)})
	}
}

func (r *Ranker) addTie(m *query.Matches, kind byte, weight uint8, words [2][]byte) {
	at := len(m.Lists)
	var buf [2 * query.MaxQuery]byte
	if m.AddDerived(kind, index.AppendPhrase(buf[:0], words[0], words[1]), "") {
		r.Ties = append(r.Ties, Tie{m.Lists[at], weight})
		m.Lists = m.Lists[:at]
	}
}

// score adds up the points and the tie-breakers of r.docs.
func (r *Ranker) score(m *query.Matches) {
	n := len(r.docs)
	r.scores, r.sums = query.Resized(r.scores, n), query.Resized(r.sums, n)
	r.points = query.Resized(r.points, n)
	clear(r.scores)
	clear(r.sums)
	for i := range m.Clauses {
		if c := &m.Clauses[i]; !c.IsFilter() {
			r.addClause(m, c)
		}
	}
	for i := range r.Ties {
		clear(r.points)
		weight := [index.Fields]uint8{0, r.Ties[i].Weight, r.Ties[i].Weight, r.Ties[i].Weight}
		r.raise(&r.Ties[i].List, &weight)
		add(r.sums, r.points)
	}
}

// addClause adds the points of one clause.
func (r *Ranker) addClause(m *query.Matches, c *query.Clause) {
	clear(r.points)
	for t, lists := range c.Lists {
		for _, l := range m.In(lists) {
			r.raise(&l, &Points[t])
		}
	}
	add(r.scores, r.points)
}

// FieldOf returns the field in which a list has a document, or 0.
func FieldOf(l *query.List, doc uint32) index.Field {
	r := Ranker{docs: []uint32{doc}, points: []uint8{0}}
	r.raise(l, &[index.Fields]uint8{0, 1, 2, 3})
	return index.Field(r.points[0])
}

func add(to, values []uint8) {
	to = to[:len(values)]
	for i, v := range values {
		to[i] += v
	}
}

// raise raises the points of the documents in a list to what their field is worth.
func (r *Ranker) raise(l *query.List, worth *[index.Fields]uint8) {
	points := r.points[:len(r.docs)]
	if l.Least > index.InDescription {
		from := [index.Fields]uint8{index.InPlace: worth[index.InPlace],
			index.InName: worth[index.InName]}
		worth = &from
	}
	switch {
	case l.Dense:
		for n, doc := range r.docs {
			low, high := l.Bits(int(doc / 64))
			bit := doc % 64
			points[n] = max(points[n], worth[low>>bit&1|high>>bit&1<<1])
		}
	default:
		at, next := 0, uint32(0) // the document there
		for n, doc := range r.docs {
			if doc < next {
				continue
			}
			if at = l.Seek(at, doc); at == l.Count {
				return
			}
			p := l.At(at)
			if next = p >> index.DocShift; next == doc {
				points[n] = max(points[n], worth[p&index.FieldMask])
			}
		}
	}
}

// keys is how many different scores and sums there are.
const keys = 1 << 8

// sorted appends the documents offset..offset+limit-1 in the order of falling scores, then falling
// sums of tie-breakers, then rising numbers. limit is positive and offset below their number.
func (r *Ranker) sorted(dst []uint32, offset, limit int) []uint32 {
	end := offset + min(limit, len(r.docs)-offset)
	var counts [keys]int
	for _, score := range r.scores {
		counts[score]++
	}
	lowest, sum := keys, 0
	for sum < end {
		lowest--
		sum += counts[lowest]
	}
	order := r.order[:0]
	for n, score := range r.scores {
		if int(score) >= lowest {
			order = append(order, uint64(score)<<40|uint64(r.sums[n])<<32|uint64(^r.docs[n]))
		}
	}
	slices.Sort(order)
	r.order = order
	for i := offset; i < end; i++ {
		dst = append(dst, ^uint32(order[len(order)-1-i]))
	}
	return dst
}

// AppendListed appends up to limit documents of a set in list order, having left out offset.
func AppendListed(dst []uint32, set []uint64, offset, limit int) []uint32 {
	for i, w := range set {
		if n := bits.OnesCount64(w); offset >= n {
			offset -= n
			continue
		}
		for ; offset > 0; offset-- {
			w &= w - 1
		}
		for ; w != 0 && limit > 0; w &= w - 1 {
			dst = append(dst, uint32(i*64+bits.TrailingZeros64(w)))
			limit--
		}
		if limit == 0 {
			break
		}
	}
	return dst
}
