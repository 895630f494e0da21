package explain

import (
	"bytes"
	"strings"

	"cartaz/builder/search/internal/index"
	"cartaz/builder/search/internal/query"
	"cartaz/builder/search/internal/rank"
)

var fieldNames = [index.Fields]string{index.InDescription: "description", index.InPlace: "place",
	index.InName: "name"}

var tieNames = map[byte]string{index.Shingle: "neighbours", index.NameBegins: "name begins",
	index.NameIs: "name is"}

// hits explains documents, given in list order.
func (e *explainer) hits(docs []uint32, filters []Filtered) map[uint32]Hit {
	all := map[uint32]Hit{}
	for _, doc := range docs {
		hit := Hit{ID: doc, Position: int(doc) + 1}
		for token := range e.Tokens {
			m := e.match(token, doc)
			hit.Matches, hit.Score = append(hit.Matches, m), hit.Score+m.Points
		}
		for i := range e.ranker.Ties {
			if tie := &e.ranker.Ties[i]; rank.FieldOf(&tie.List, doc) > 0 {
				hit.Ties += int(tie.Weight)
				hit.TieParts = append(hit.TieParts, TieBreaker{Why: tieNames[tie.Kind],
					Text:   string(bytes.TrimSpace(bytes.Join(tie.Words[:], []byte(" ")))),
					Weight: int(tie.Weight)})
			}
		}
		for i := range e.Clauses {
			if c := &e.Clauses[i]; c.IsFilter() && e.holding(c, query.Exact, doc) < 0 {
				for _, f := range filters {
					if f.Number == c.Filter {
						hit.Failed = append(hit.Failed, f.Kind)
					}
				}
			}
		}
		all[doc] = hit
	}
	return all
}

// holding is the first list of a clause, of one type of match, that has a document; -1 for none.
func (e *explainer) holding(c *query.Clause, t query.MatchType, doc uint32) int {
	for i := c.Lists[t].Lo; i < c.Lists[t].Hi; i++ {
		if rank.FieldOf(&e.Lists[i], doc) > 0 {
			return i
		}
	}
	return -1
}

// match describes the best find of a token in a document.
func (e *explainer) match(token int, doc uint32) Match {
	m := Match{Word: string(e.Slice(e.Tokens[token].Text))}
	var by query.MatchType
	var list int
	var field index.Field
	for t, lists := range e.ClauseOf(token).Lists {
		for i := lists.Lo; i < lists.Hi; i++ {
			f := rank.FieldOf(&e.Lists[i], doc)
			if points := int(rank.Points[t][f]); points > m.Points {
				m.Points, by, list, field = points, query.MatchType(t), i, f
			}
		}
	}
	if m.Points == 0 {
		return m
	}
	way := e.way(token, by, list)
	m.How, m.Rule, m.Found = way.How, way.Rule, way.Text
	switch {
	case way.How == HowCompound:
		m.Found, field = e.longer(way.Text, e.file.FirstWord(), e.Terms.Len(), doc)
	case len(way.Of) > 0:
		m.Found = e.member(way.Of, doc, field)
	case way.Terms > 0:
		lo, hi := e.Terms.WithPrefix(e.file.FirstWord(), []byte(way.Text))
		m.Found, _ = e.longer(way.Text, lo, min(hi, lo+maxPrefixed), doc)
	}
	m.Field = fieldNames[field]
	return m
}

// maxPrefixed is how many words are looked through for the one that a document has.
const maxPrefixed = 1 << 16

// longer is the first of the words lo to hi-1 with a part in it that the document has in the
// greatest field, and that field; the part and 0 when there is none.
func (e *explainer) longer(part string, lo, hi int, doc uint32) (word string, field index.Field) {
	word = part
	for i := lo; i < hi; i++ {
		if key := string(e.Terms.Key(i)); key != part && strings.Contains(key, part) {
			if f := e.fieldOf(i, doc); f > field {
				word, field = key, f
			}
		}
	}
	return word, field
}

// member is the member of a group of synonyms that the document has in that field; all of them when
// that is not known.
func (e *explainer) member(of []string, doc uint32, field index.Field) string {
	for _, member := range of {
		if i, ok := e.Terms.Find([]byte(index.MemberTerm(member))); ok &&
			e.fieldOf(i, doc) == field {
			return member
		}
	}
	return strings.Join(of, ", ")
}

// fieldOf is the field in which the document has a term, 0 for none.
func (e *explainer) fieldOf(term int, doc uint32) index.Field {
	postings, ok := e.Terms.Postings(term)
	if !ok {
		return 0
	}
	return rank.FieldOf(&query.List{Postings: postings}, doc)
}
