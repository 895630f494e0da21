package answer

import (
	"cartaz/builder/catalog"
	"cartaz/builder/release/resultpage"
	"cartaz/builder/search"
)

// Len implements [resultpage.Output].
func (v *listView) Len(list resultpage.List) int {
	switch list {
	case resultpage.ListFilters:
		return len(v.refined)
	case resultpage.ListHidden:
		return len(v.hidden)
	case resultpage.ListWithout:
		if v.help != nil {
			return len(v.help.Offers)
		}
	case resultpage.ListWrong:
		return len(v.q.Wrong)
	}
	return 0
}

// AppendItem implements [resultpage.Output].
func (v *listView) AppendItem(dst []byte, list resultpage.List, n int,
	slot resultpage.Slot) []byte {
	switch list {
	case resultpage.ListFilters:
		if slot == resultpage.SlotItemLabel {
			return append(dst, v.refined[n].Label...)
		}
		q := v.q.Query
		v.refined[n].Drop(&q)
		return v.appendSearch(dst, q)
	case resultpage.ListHidden:
		if slot == resultpage.SlotItemName {
			return append(dst, v.hidden[n].Name...)
		}
		return append(dst, v.hidden[n].Value...)
	case resultpage.ListWithout:
		switch o := &v.help.Offers[n]; slot {
		case resultpage.SlotItemLabel:
			return append(dst, o.Label...)
		case resultpage.SlotItemLink:
			return v.appendSearch(dst, o.Query)
		default:
			return v.appendNumber(dst, o.Count)
		}
	}
	return append(dst, v.q.Wrong[n]...)
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
	for flag, q := range map[resultpage.Flags]search.Query{resultpage.AnyFree: {Free: true},
		resultpage.AnyOnline: {Online: true}, resultpage.AnyCFP: {CFP: true}} {
		if _, n := index.Search(q, 0, 0, nil); n > 0 {
			f |= flag
		}
	}
	return f
}
