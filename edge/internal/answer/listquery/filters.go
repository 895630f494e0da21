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
	param int
}

// Fields are all of them, in the order of their chips.
var Fields = [...]Field{{phrases.City, cityParam}, {phrases.State, stateParam},
	{phrases.Organization, organizationParam}, {phrases.Venue, venueParam},
	{phrases.Country, countryParam}, {phrases.Topic, topicParam}}

// Of is the value of the field in a query.
func (f *Field) Of(q *search.Query) *string {
	return [phrases.Kinds]*string{&q.City, &q.State, &q.Organization, &q.Venue, &q.Country,
		&q.Topic}[f.Kind]
}

func (f *Field) title(t *Texts) string {
	return [phrases.Kinds]string{t.City, t.State, t.Organiser, t.Venue, t.Country, t.Topic}[f.Kind]
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
