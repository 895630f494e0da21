package listquery

import (
	"strconv"

	"cartaz/builder/search"
	"cartaz/edge/internal/phrases"
)

// Filter is the term of a search, or one of its filters in use.
type Filter struct {
	Label string // as its chip says it: “samba”, City: Recife
	Drop  func(q *search.Query)
	// Name and Value are its parameter, if it has exactly one; Text is its value as people read it:
	// city, Recife, Recife.
	Name, Value, Text string
}

// Field is a filter whose values have names.
type Field struct {
	Kind  phrases.Kind
	Of    func(q *search.Query) *string // its value
	title func(t *Texts) string
	param int
}

// Fields are all of them, in the order of their chips.
var Fields = [...]Field{
	{phrases.City, func(q *search.Query) *string { return &q.City },
		func(t *Texts) string { return t.City }, cityParam},
	{phrases.State, func(q *search.Query) *string { return &q.State },
		func(t *Texts) string { return t.State }, stateParam},
	{phrases.Organization, func(q *search.Query) *string { return &q.Organization },
		func(t *Texts) string { return t.Organiser }, organizationParam},
	{phrases.Venue, func(q *search.Query) *string { return &q.Venue },
		func(t *Texts) string { return t.Venue }, venueParam},
	{phrases.Country, func(q *search.Query) *string { return &q.Country },
		func(t *Texts) string { return t.Country }, countryParam},
	{phrases.Topic, func(q *search.Query) *string { return &q.Topic },
		func(t *Texts) string { return t.Topic }, topicParam},
}

// Chip is the filter for a value as its chip says it, with the usual name of a value that events
// on sale have: "City: Recife".
func (r *Reader) Chip(f *Field, value string) string {
	return r.Texts.Filter.Text(f.title(r.Texts), r.label(f, value))
}

// label is the usual name of a value, or the value where no event on sale has it.
func (r *Reader) label(f *Field, value string) string {
	if label, ok := r.Names.Label(f.Kind, value); ok {
		return label
	}
	return value
}

// Filters lists the term and the filters of a query, in the order of their chips.
func (r *Reader) Filters(q *search.Query) (list []Filter) {
	t := r.Texts
	if q.Text != "" {
		list = append(list, Filter{Label: t.Quoted(q.Text),
			Drop: func(q *search.Query) { q.Text, q.ByDate = "", false }})
	}
	for i := range Fields {
		field := &Fields[i]
		value := *field.Of(q)
		if value == "" {
			continue
		}
		list = append(list, Filter{Label: r.Chip(field, value),
			Drop: func(q *search.Query) { *field.Of(q) = "" },
			Name: parameters[field.param], Value: value, Text: r.label(field, value)})
	}
	if q.From != 0 || q.To != 0 {
		list = append(list, Filter{Label: t.days(q.From, q.To),
			Drop: func(q *search.Query) { q.From, q.To = 0, 0 }})
	}
	if q.After != 0 {
		list = append(list, Filter{Label: t.fromHour(q.After), Name: parameters[afterParam],
			Value: strconv.Itoa(q.After), Drop: func(q *search.Query) { q.After = 0 }})
	}
	if q.Hour != "" {
		list = append(list, Filter{Label: t.Hours[q.Hour], Name: parameters[hourParam],
			Value: q.Hour, Text: t.Hours[q.Hour], Drop: func(q *search.Query) { q.Hour = "" }})
	}
	if q.MaxPrice != 0 {
		label := t.MaxPrice.Text(t.price(q.MaxPrice, r.Names.Index.Currency()))
		list = append(list, Filter{Label: label, Name: parameters[maxPriceParam],
			Value: strconv.Itoa(q.MaxPrice), Drop: func(q *search.Query) { q.MaxPrice = 0 }})
	}
	if q.Free {
		list = append(list, Filter{Label: t.Free, Drop: func(q *search.Query) { q.Free = false }})
	}
	if q.Online {
		list = append(list, Filter{Label: t.Online,
			Drop: func(q *search.Query) { q.Online = false }})
	}
	if q.CFP {
		list = append(list, Filter{Label: t.CFP, Drop: func(q *search.Query) { q.CFP = false }})
	}
	return list
}
