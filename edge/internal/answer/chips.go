package answer

import (
	"strconv"

	"cartaz/builder/catalog"
	"cartaz/builder/release/resultpage"
	"cartaz/builder/search"
)

// refinement is one filter in use that the API does not have.
type refinement struct {
	label string
	drop  func(q *search.Query)
	// name and value are its parameter where the form has no field for it, else "".
	name, value string
}

// refinements lists those of a query in the order of their chips.
func (s *listPages) refinements(q *search.Query) (list []refinement) {
	index, t := s.results.index, s.texts
	if q.From != 0 || q.To != 0 {
		list = append(list, refinement{label: t.days(q.From, q.To),
			drop: func(q *search.Query) { q.From, q.To = 0, 0 }})
	}
	if q.After != 0 {
		list = append(list, refinement{label: t.fromHour(q.After), name: "after",
			value: strconv.Itoa(q.After), drop: func(q *search.Query) { q.After = 0 }})
	}
	for _, f := range [...]struct {
		name, text, value string
		facet             facet
		drop              func(q *search.Query)
	}{
		{"venue", t.Venue, q.Venue, venues, func(q *search.Query) { q.Venue = "" }},
		{"country", t.Country, q.Country, countries, func(q *search.Query) { q.Country = "" }},
		{"tag", t.Topic, q.Topic, topics, func(q *search.Query) { q.Topic = "" }},
	} {
		if f.value == "" {
			continue
		}
		label, ok := f.facet.label(index, f.value)
		if !ok {
			label = f.value
		}
		list = append(list, refinement{label: t.Filter.Text(f.text, label), name: f.name,
			value: f.value, drop: f.drop})
	}
	if q.Free {
		list = append(list, refinement{label: t.Free, drop: func(q *search.Query) { q.Free = false }})
	}
	if q.Online {
		list = append(list, refinement{label: t.Online,
			drop: func(q *search.Query) { q.Online = false }})
	}
	return list
}

// Len implements [resultpage.Output].
func (o *pageOutput) Len(list resultpage.List) int {
	switch list {
	case resultpage.ListFilters:
		return len(o.view.refined)
	case resultpage.ListHidden:
		return len(o.view.hidden)
	case resultpage.ListWithout:
		if o.view.help != nil {
			return len(o.view.help.without)
		}
	case resultpage.ListWrong:
		return len(o.view.q.wrong)
	}
	return 0
}

// AppendItem implements [resultpage.Output].
func (o *pageOutput) AppendItem(dst []byte, list resultpage.List, n int,
	slot resultpage.Slot) []byte {
	v := &o.view
	switch list {
	case resultpage.ListFilters:
		if slot == resultpage.SlotItemLabel {
			return append(dst, v.refined[n].label...)
		}
		q := v.q.Query
		v.refined[n].drop(&q)
		return v.appendSearch(dst, q)
	case resultpage.ListHidden:
		if slot == resultpage.SlotItemName {
			return append(dst, v.hidden[n].name...)
		}
		return append(dst, v.hidden[n].value...)
	case resultpage.ListWithout:
		o := &v.help.without[n]
		switch slot {
		case resultpage.SlotItemLabel:
			return v.appendOffer(dst, o, 0)
		case resultpage.SlotItemLink:
			return v.appendOffer(dst, o, 1)
		}
		return v.appendOffer(dst, o, 2)
	}
	return append(dst, v.q.wrong[n]...)
}

// moment is the clock of a page of results: the days that its quick choices lead to.
type moment struct{ today, tomorrow, saturday, sunday search.Day }

// momentOf is that of a request, by the zone and the clock of the brand.
func (s *listPages) momentOf(r *Request) moment {
	today := catalog.DateOf(s.brand.Now(r.Time).In(s.zone))
	saturday, sunday := today.Weekend()
	day := func(d catalog.Date) search.Day { return search.DayOf(d.Time()) }
	return moment{day(today), day(today + 1), day(saturday), day(sunday)}
}

// appendDays appends the address of the same search on other days.
func (v *listView) appendDays(dst []byte, from, to search.Day) []byte {
	q := v.q.Query
	q.From, q.To = from, to
	return v.appendSearch(dst, q)
}

// marksOf are the conditions that depend on the index alone.
func marksOf(index *search.Index) (f resultpage.Flags) {
	if _, n := index.Search(search.Query{Free: true}, 0, 0, nil); n > 0 {
		f |= resultpage.AnyFree
	}
	if _, n := index.Search(search.Query{Online: true}, 0, 0, nil); n > 0 {
		f |= resultpage.AnyOnline
	}
	return f
}
