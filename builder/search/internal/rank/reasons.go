package rank

import (
	"slices"

	"cartaz/builder/search/internal/index"
	"cartaz/builder/search/internal/query"
)

// Reason says why one document has the points of one clause. It is noted where the points are
// added.
type Reason struct {
	Points uint8 // 0 when the document does not satisfy the clause
	Type   query.MatchType
	List   int // in Plan.Lists: the first that gives these points
}

// Field is the field in which the document holds what was found.
func (r *Reason) Field() index.Field {
	return index.Field(max(0, slices.Index(Points[r.Type][:], r.Points)))
}

// Tie is a tie-breaker that a document has: its weight, the kind of derived term, the words.
type Tie struct {
	Weight int
	Kind   byte
	Text   string
}

// Reasons says why a document has its place.
type Reasons struct {
	Doc     uint32
	Score   int
	Ties    int      // the sum of the weights of Holds
	Clauses []Reason // by token
	Holds   []Tie
}

// Explain returns the reasons of documents, given in list order, whether they are in the answer or
// not. Every token must have its clause, and the tie-breakers must have been planned.
func (r *Ranker) Explain(m *query.Matches, docs []uint32) []Reasons {
	e := Ranker{docs: docs, ties: r.ties, trace: make([]Reason, len(docs))}
	e.score(m)
	all := make([]Reasons, len(docs))
	for n := range all {
		all[n] = Reasons{Doc: docs[n], Score: int(e.scores[n]), Ties: int(e.sums[n]),
			Clauses: make([]Reason, len(m.Tokens))}
		for _, tie := range r.ties {
			if FieldOf(&tie.list, docs[n]) > 0 {
				all[n].Holds = append(all[n].Holds, Tie{int(tie.weight), tie.kind, tie.text})
			}
		}
	}
	for token := range m.Tokens {
		clear(e.trace)
		e.addClause(m, m.ClauseOf(token))
		for n := range all {
			all[n].Clauses[token] = e.trace[n]
		}
	}
	return all
}

// note notes the documents whose points a list has raised. A query pays one comparison for each of
// its lists.
func (r *Ranker) note(t query.MatchType, list int) {
	if r.trace == nil {
		return
	}
	for n, p := range r.points {
		if p > r.trace[n].Points {
			r.trace[n] = Reason{Points: p, Type: t, List: list}
		}
	}
}

// FieldOf is the field in which a document is in a list, 0 for none.
func FieldOf(l *query.List, doc uint32) index.Field {
	r := Ranker{docs: []uint32{doc}, points: []uint8{0}}
	r.raise(l, &[index.Fields]uint8{0, 1, 2, 3})
	return index.Field(r.points[0])
}

// Ties is the number of tie-breakers of the query, and how many documents their postings have.
func (r *Ranker) Ties() (n, postings int) {
	for i := range r.ties {
		postings += r.ties[i].list.Count
	}
	return len(r.ties), postings
}
