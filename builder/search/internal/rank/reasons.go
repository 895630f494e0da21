package rank

import (
	"slices"

	"cartaz/builder/search/internal/format"
	"cartaz/builder/search/internal/match"
)

// Reason says why one document has the points of one clause. It is noted where the points are
// added.
type Reason struct {
	Points uint8 // 0 when the document does not satisfy the clause
	Kind   match.Kind
	List   int // in Plan.Lists: the first that gives these points; ByParts when parts do
}

// ByParts is a Reason's List when all parts of a hyphenated word are found.
const ByParts = -1

// Field is the field in which the document holds what was found.
func (r *Reason) Field() format.Field {
	return format.Field(max(0, slices.Index(Points[r.Kind][:], r.Points)))
}

// Reasons says why a document has its place.
type Reasons struct {
	Doc     uint32
	Score   int
	Ties    int      // the sum of the weights of Holds
	Clauses []Reason // by token
	Holds   []int    // tie-breakers, see Ranker.Tie
}

// Tie returns the weight of a tie-breaker and what its list is of. The plan must have been traced.
func (r *Ranker) Tie(i int) (weight int, origin *match.Origin) {
	return r.ties[i].weight, &r.ties[i].origin
}

// Ties is the number of tie-breakers of the query.
func (r *Ranker) Ties() int { return len(r.ties) }

// TiePostings is the number of documents in the lists of all tie-breakers.
func (r *Ranker) TiePostings() (n int) {
	for i := range r.ties {
		n += r.ties[i].list.Count
	}
	return n
}

// Explain returns the reasons of documents, given in list order, whether they are in the answer or
// not. Every token must have its clause, and the tie-breakers must have been planned.
func (r *Ranker) Explain(m *match.Matches, docs []uint32) []Reasons {
	all := make([]Reasons, len(docs))
	s := sparse{docs: docs, trace: new(clauseTrace)}
	s.begin()
	for token := range m.Tokens {
		s.addClause(m, m.ClauseOf(token), nil)
		for n := range all {
			all[n].Clauses = append(all[n].Clauses, s.trace.reasons[n])
		}
	}
	for i := range r.ties {
		s.addTie(&r.ties[i], nil)
		for n, field := range s.fields {
			if field > 0 {
				all[n].Holds = append(all[n].Holds, i)
			}
		}
	}
	for n := range all {
		all[n].Doc, all[n].Score, all[n].Ties = docs[n], int(s.scores[n]), int(s.sums[n])
	}
	return all
}

// Fields returns in which field each document, in list order, is in a list; 0 for not at all.
func Fields(l *match.List, docs []uint32) []format.Field {
	s, fields := sparse{docs: docs}, make([]format.Field, len(docs))
	raise(&s, l, nil, fields, &ownField)
	return fields
}

// clauseTrace notes which list gave each document the points of a clause. A nil trace notes
// nothing, so that a query pays one comparison for each of its lists.
type clauseTrace struct{ reasons []Reason }

func (t *clauseTrace) begin(docs int) {
	if t != nil {
		t.reasons = make([]Reason, docs)
	}
}

// list notes the documents whose points a list has raised.
func (t *clauseTrace) list(points []uint8, kind match.Kind, list int) {
	if t == nil {
		return
	}
	for n, p := range points {
		if p > t.reasons[n].Points {
			t.reasons[n] = Reason{Points: p, Kind: kind, List: list}
		}
	}
}
