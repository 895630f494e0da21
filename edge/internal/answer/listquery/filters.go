package listquery

import (
	"strconv"

	"cartaz/builder/search"
	"cartaz/edge/internal/phrases"
)

// Filter is one filter in use that the API does not have.
type Filter struct {
	Label string
	Drop  func(q *search.Query)
	// Name and Value are its parameter where the form of the page has no field for it, else "".
	Name, Value string
}

// Filters lists those of a query in the order of their chips.
func (r *Reader) Filters(q *search.Query) (list []Filter) {
	t := r.Texts
	if q.From != 0 || q.To != 0 {
		list = append(list, Filter{Label: t.days(q.From, q.To),
			Drop: func(q *search.Query) { q.From, q.To = 0, 0 }})
	}
	if q.After != 0 {
		list = append(list, Filter{Label: t.fromHour(q.After), Name: "after",
			Value: strconv.Itoa(q.After), Drop: func(q *search.Query) { q.After = 0 }})
	}
	for _, f := range [...]struct {
		name, text string
		kind       phrases.Kind
		of         func(q *search.Query) *string
	}{
		{"venue", t.Venue, phrases.Venue, func(q *search.Query) *string { return &q.Venue }},
		{"country", t.Country, phrases.Country,
			func(q *search.Query) *string { return &q.Country }},
		{"tag", t.Topic, phrases.Topic, func(q *search.Query) *string { return &q.Topic }},
	} {
		value := *f.of(q)
		if value == "" {
			continue
		}
		label, ok := r.Names.Label(f.kind, value)
		if !ok {
			label = value
		}
		list = append(list, Filter{Label: t.Filter.Text(f.text, label), Name: f.name, Value: value,
			Drop: func(q *search.Query) { *f.of(q) = "" }})
	}
	if q.Free {
		list = append(list, Filter{Label: t.Free, Drop: func(q *search.Query) { q.Free = false }})
	}
	if q.Online {
		list = append(list, Filter{Label: t.Online,
			Drop: func(q *search.Query) { q.Online = false }})
	}
	return list
}
