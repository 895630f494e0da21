package listquery

import (
	"strings"

	"cartaz/builder/search"
	"cartaz/edge/internal/phrases"
)

// Reader reads the queries of a site's list, in one language and against one index.
type Reader struct {
	Names *phrases.Names
	Texts *Texts
	Words phrases.Rules
}

// Refine adds its refinements to a query that was parsed. It drops values that a filter does not
// have, and adds a sentence to q.Wrong. A name that no event on sale has stays a filter that finds
// nothing: package suggest has the names near it. If a filter has several names separated by |, any
// of which may match, it drops the names that no event has. It never fails.
//
// [Reader.ReadWords] reads the words of the text afterwards.
func (r *Reader) Refine(q *Query) {
	g, texts := &q.given, r.Texts
	wrong := func(sentence string) { q.Wrong = append(q.Wrong, sentence) }
	q.Text = Term(g[textParam]) // may have search.Or
	for i, f := range search.Filters {
		value := Term(g[firstFilter+i])
		if cut := g[firstFilter+i][len(value):]; cut != "" {
			wrong(texts.WrongValue.Text(texts.Quoted(Term(cut)), f.Name))
		}
		switch {
		case (f.Type != search.OfPrice || value == "" || r.Names.Index.Currency() != "") &&
			f.Set(&q.Query, value):
		case f.Type == search.OfDay:
			wrong(texts.WrongDate.Text(texts.Quoted(value)))
		default:
			wrong(texts.WrongValue.Text(texts.Quoted(value), f.Name))
		}
	}
	if q.To != 0 && q.From > q.To {
		q.From, q.To = q.To, q.From
		wrong(texts.WrongRange.Text(texts.day(q.From), texts.day(q.To)))
	}
	switch order := g[orderParam]; order {
	case "date":
		q.ByDate = true
	case "price":
		q.ByPrice = r.Names.Index.Currency() != ""
	case "", "relevance":
	default:
		wrong(texts.WrongValue.Text(texts.Quoted(Term(order)), "order"))
	}
	for i, f := range phrases.Fields {
		var keys, unknown []string
		for value := range strings.SplitSeq(f.Get(&q.Query), "|") {
			if key, ok := r.Names.Key(phrases.Kind(i), strings.TrimSpace(value)); ok {
				keys = append(keys, key)
			} else {
				unknown = append(unknown, value)
			}
		}
		if keys == nil {
			continue
		}
		f.Set(&q.Query, strings.Join(keys, "\n"))
		for _, value := range unknown {
			wrong(texts.WrongValue.Text(texts.Quoted(value), f.Name))
		}
	}
}
