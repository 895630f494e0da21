package listquery

import (
	"strconv"
	"strings"

	"cartaz/builder/search"
	"cartaz/edge/internal/phrases"
)

// Filter is the term of a search, or one of its filters in use.
type Filter struct {
	Label string // as its chip says it: “samba”, City: Recife
	Drop  func(q *search.Query)
}

// Say returns the text of a filter's chip for a value, with the usual name if events on sale have
// the value, and the value as people read it: "City: Recife", "Recife".
func (r *Reader) Say(f *search.Filter, value string) (label, text string) {
	t := r.Texts
	n, _ := strconv.Atoi(value)
	text = value
	switch f.Type {
	case search.OfName:
		var names []string
		for value := range strings.SplitSeq(value, "\n") {
			for kind, field := range phrases.Fields {
				if name, ok := r.Names.Label(phrases.Kind(kind), value); ok && field == f {
					value = name
				}
			}
			names = append(names, value)
		}
		text = strings.Join(names, " / ")
	case search.OfHour:
		return t.fromHour(n), text
	case search.OfWord:
		return t.Words[value], t.Words[value]
	case search.OfFlag:
		return t.Labels[f.Name], text
	case search.OfPrice:
		text = t.price(n, r.Names.Index.Currency())
	}
	return t.Filter.Text(t.Labels[f.Name], text), text
}

// Filters lists the term and the filters of a query, in the order of their chips.
func (r *Reader) Filters(q *search.Query) (list []Filter) {
	if q.Text != "" {
		list = append(list, Filter{Label: r.Texts.Quoted(q.Text),
			Drop: func(q *search.Query) { q.Text = "" }})
	}
	for _, f := range search.Filters {
		value := f.Get(q)
		if value == "" {
			continue
		}
		if f.Type == search.OfDay {
			if f.Name == "from" || q.From == 0 {
				list = append(list, Filter{Label: r.Texts.days(q.From, q.To),
					Drop: func(q *search.Query) { q.From, q.To = 0, 0 }})
			}
			continue
		}
		label, _ := r.Say(f, value)
		list = append(list, Filter{label, func(q *search.Query) { f.Set(q, "") }})
	}
	return list
}
