package explain

import (
	"slices"

	"cartaz/builder/search/internal/index"
	"cartaz/builder/search/internal/query"
	"cartaz/builder/search/internal/rank"
)

var fieldNames = [index.Fields]string{index.InDescription: "description", index.InPlace: "place",
	index.InName: "name"}

// hit explains a document.
func (e *explainer) hit(doc uint32, filters []Filtered) Hit {
	hit := Hit{ID: doc}
	for token := range e.Tokens {
		m := e.match(token, doc)
		hit.Matches = append(hit.Matches, m)
		hit.Score += m.Points
	}
	for i := range e.ranker.Ties {
		if tie := &e.ranker.Ties[i]; rank.FieldOf(&tie.List, doc) > 0 {
			hit.Ties += int(tie.Weight)
		}
	}
	holds := func(l query.List) bool { return rank.FieldOf(&l, doc) > 0 }
	for _, c := range e.Clauses {
		if c.IsFilter() && !slices.ContainsFunc(e.In(c.Lists[query.Exact]), holds) {
			for _, f := range filters {
				if f.Number == c.Filter {
					hit.Failed = append(hit.Failed, f.Kind)
				}
			}
		}
	}
	return hit
}

// match describes the best find of a token in a document.
func (e *explainer) match(token int, doc uint32) Match {
	m := Match{Word: string(e.Slice(e.Tokens[token].Text))}
	var by query.MatchType
	var list query.List
	var field index.Field
	for t, lists := range e.ClauseOf(token).Lists {
		for _, l := range e.In(lists) {
			f := rank.FieldOf(&l, doc)
			if points := int(rank.Points[t][f]); points > m.Points {
				m.Points, by, list, field = points, query.MatchType(t), l, f
			}
		}
	}
	if m.Points == 0 {
		return m
	}
	way := e.way(token, by, list)
	if m.How, m.Rule, m.Found = way.How, way.Rule, way.Text; m.How == "compound" {
		field++ // the list has the field below that of the compound, see index.CompoundPart
	}
	m.Field = fieldNames[field]
	return m
}
