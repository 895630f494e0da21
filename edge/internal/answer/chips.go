package answer

import (
	"slices"

	"cartaz/builder/catalog"
	"cartaz/builder/resultpage"
	"cartaz/builder/search"
)

// Len implements [resultpage.Output].
func (v *listView) Len(list resultpage.List) int {
	switch list {
	case resultpage.ListFilters:
		return len(v.refined)
	case resultpage.ListWithout:
		return len(v.help.Offers)
	case resultpage.ListWrong:
		return len(v.q.Wrong)
	case resultpage.ListGone:
		return len(v.gone)
	case resultpage.ListEarlier, resultpage.ListFurther:
		return len(v.jumps(list))
	}
	if list < resultpage.ListField || v.field(list).Get(&v.q.Query) == "" {
		return 0
	}
	return 1
}

// field returns the filter that a list of at most one item is for.
func (v *listView) field(list resultpage.List) *search.Filter {
	return search.Filters[list-resultpage.ListField]
}

// far is how many pages the link to a distant page skips.
const far = 10

// jumps returns the pages that a page of results links to besides the previous and the next one:
// the first or the last, and the one far pages away.
func (v *listView) jumps(list resultpage.List) (pages []int) {
	page, last := v.meta.CurrentPage, v.meta.LastPage
	between, ends := [2]int{1, page - far}, [2]int{1, page - 2}
	if list == resultpage.ListFurther {
		between = [2]int{page + far, last}
		ends = [2]int{page + 2, last}
	}
	for _, p := range between {
		if ends[0] <= p && p <= ends[1] && !slices.Contains(pages, p) {
			pages = append(pages, p)
		}
	}
	return pages
}

// Item implements [resultpage.Output].
func (v *listView) Item(list resultpage.List, n int, slot resultpage.Slot) string {
	switch list {
	case resultpage.ListFilters:
		if slot == resultpage.SlotItemLabel {
			return v.refined[n].Label
		}
		q := v.q.Query
		v.refined[n].Drop(&q)
		return v.search(q)
	case resultpage.ListWithout:
		switch o := &v.help.Offers[n]; slot {
		case resultpage.SlotItemLabel:
			return o.Label
		case resultpage.SlotItemLink:
			return v.search(o.Query)
		default:
			return v.number(o.Count)
		}
	case resultpage.ListWrong:
		return v.q.Wrong[n]
	case resultpage.ListGone:
		switch e := &v.gone[n]; slot {
		case resultpage.SlotItemLabel:
			return e.Name
		case resultpage.SlotItemLink:
			address := v.pages.path + "/" + e.Slug
			if v.markdown {
				address += twinSuffix
			}
			return address
		default:
			return e.Note
		}
	case resultpage.ListEarlier, resultpage.ListFurther:
		page := v.jumps(list)[n]
		if slot == resultpage.SlotItemLabel {
			return v.number(page)
		}
		return v.page(page)
	}
	value := v.field(list).Get(&v.q.Query)
	if slot == resultpage.SlotItemValue {
		return value
	}
	_, text := v.pages.reader.Say(v.field(list), value)
	return text
}

// moment is the clock of a page of results: the days of its quick choices.
type moment struct{ today, tomorrow, saturday, sunday search.Day }

// momentOf returns the moment of a request, by the zone and the clock of the brand.
func (s *listPages) momentOf(r *Request) moment {
	today := catalog.DateOf(s.brand.Now(r.Time).In(s.zone))
	saturday, sunday := today.Weekend()
	day := func(d catalog.Date) search.Day { return search.DayOf(d.Time()) }
	return moment{day(today), day(today + 1), day(saturday), day(sunday)}
}

// days returns the address of the same search on other days.
func (v *listView) days(from, to search.Day) string {
	q := v.q.Query
	q.From, q.To = from, to
	return v.search(q)
}

// marksOf returns the conditions that depend only on the index.
func marksOf(index *search.Index) (f resultpage.Flags) {
	for i, filter := range search.Filters {
		if index.Offers(filter) {
			f |= resultpage.Any(i)
		}
	}
	return f
}
