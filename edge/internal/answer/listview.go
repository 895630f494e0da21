package answer

import (
	"cmp"
	"strconv"

	"cartaz/builder/catalog"
	"cartaz/builder/resultpage"
	"cartaz/builder/search"
	"cartaz/edge/internal/answer/listquery"
	"cartaz/edge/internal/answer/suggest"
)

// listView fills the slots of one page of results.
type listView struct {
	pages    *listPages
	q        listquery.Query
	meta     catalog.Meta
	ids      []uint32
	help     *suggest.Help     // nil for most answers
	gone     []resultpage.Past // not on sale
	now      moment
	refined  []listquery.Filter // the term and the filters in use
	markdown bool
	agent    bool // markdown for an agent protocol
	body     body // while the page is joined
}

// filters returns the number of filters in use, without the term.
func (v *listView) filters() int {
	if v.q.Text != "" {
		return len(v.refined) - 1
	}
	return len(v.refined)
}

// links names the canonical address of the page and its twin, and the pages before and after in its
// own form (RFC 8288).
func (v *listView) links() string {
	query := listquery.Append(nil, &v.q.Query, v.q.Page)
	b := make([]byte, 0, 512)
	link := func(path string, query []byte, rel string) {
		if len(b) > 0 {
			b = append(b, ", "...)
		}
		b = append(append(append(append(b, '<'), v.pages.brand.SiteURL...), path...), query...)
		b = append(append(append(b, ">; rel=\""...), rel...), '"')
	}
	link(v.pages.path, query, "canonical")
	link(v.pages.path+twinSuffix, query, "alternate")
	b = append(b, `; type="text/markdown"`...)
	flags := v.flags()
	if flags&resultpage.HasPrev != 0 {
		link("", v.appendPage(nil, v.meta.CurrentPage-1), "prev")
	}
	if flags&resultpage.HasNext != 0 {
		link("", v.appendPage(nil, v.meta.CurrentPage+1), "next")
	}
	return string(b)
}

// join makes the body and returns its bytes before compression.
func (v *listView) join(a *Answer, page *listPage) (size int, err error) {
	v.body = v.pages.results.join(a, page.form)
	v.body.plain = page.template.Join(v.body.plain, v.flags(), v, &a.value)
	return v.body.finish(a)
}

func (v *listView) flags() resultpage.Flags {
	f := v.pages.marks
	set := func(flag resultpage.Flags, holds bool) {
		if holds {
			f |= flag
		}
	}
	q, m := &v.q, v.meta
	days := func(from, to search.Day) bool { return q.From == from && q.To == to }
	set(resultpage.HasQ, q.Text != "")
	set(resultpage.HasFilter, v.filters() > 0)
	set(resultpage.Refined, len(v.refined) > 0)
	set(resultpage.Searching, len(v.refined) > 0 || len(q.Wrong) > 0)
	set(resultpage.Read, q.Typed.Text != "")
	set(resultpage.Wrong, len(q.Wrong) > 0)
	set(resultpage.ByDate, q.ByDate && !q.ByPrice)
	set(resultpage.ByPrice, q.ByPrice)
	set(resultpage.IsToday, days(v.now.today, v.now.today))
	set(resultpage.IsTomorrow, days(v.now.tomorrow, v.now.tomorrow))
	set(resultpage.IsWeekend, days(v.now.saturday, v.now.sunday))
	set(resultpage.None, m.Total == 0)
	set(resultpage.One, m.Total == 1)
	set(resultpage.Many, m.Total > 1)
	set(resultpage.HasPrev, m.CurrentPage > 1 && m.CurrentPage <= m.LastPage)
	set(resultpage.HasNext, m.CurrentPage < m.LastPage)
	set(resultpage.Agent, v.agent)
	set(resultpage.Gone, len(v.gone) > 0)
	set(resultpage.Long, m.LastPage > far)
	set(resultpage.PastEnd, m.CurrentPage > m.LastPage && m.Total > 0)
	if h := v.help; h != nil {
		set(resultpage.Corrected, h.Corrected != "")
		set(resultpage.Partial, h.Missing != "")
		set(resultpage.HasTries, len(h.Offers) > 0)
		set(resultpage.Later, len(h.Next) > 0)
	}
	return f
}

// AppendSlot implements [resultpage.Output].
func (v *listView) AppendSlot(dst []byte, slot resultpage.Slot) []byte {
	q, m := &v.q, v.meta
	switch slot {
	case resultpage.SlotItems:
		return v.appendItems(dst)
	case resultpage.SlotQ:
		return append(dst, q.Text...)
	case resultpage.SlotTotal:
		return v.appendNumber(dst, m.Total)
	case resultpage.SlotFirst:
		return v.appendNumber(dst, q.Offset()+1)
	case resultpage.SlotLast:
		return v.appendNumber(dst, q.Offset()+len(v.ids))
	case resultpage.SlotPage:
		return v.appendNumber(dst, m.CurrentPage)
	case resultpage.SlotLastPage:
		return v.appendNumber(dst, m.LastPage)
	case resultpage.SlotPrev:
		return v.appendPage(dst, m.CurrentPage-1)
	case resultpage.SlotNext:
		return v.appendPage(dst, m.CurrentPage+1)
	case resultpage.SlotTyped:
		return append(dst, q.Typed.Text...)
	case resultpage.SlotLiteral:
		return v.appendSearch(dst, q.Literal())
	case resultpage.SlotSelf:
		return listquery.Append(dst, &q.Query, q.Page)
	case resultpage.SlotToday:
		return v.appendDays(dst, v.now.today, v.now.today)
	case resultpage.SlotTomorrow:
		return v.appendDays(dst, v.now.tomorrow, v.now.tomorrow)
	case resultpage.SlotWeekend:
		return v.appendDays(dst, v.now.saturday, v.now.sunday)
	case resultpage.SlotByDate, resultpage.SlotByRank, resultpage.SlotByPrice:
		other := q.Query
		other.ByDate = slot == resultpage.SlotByDate && q.Text != ""
		other.ByPrice = slot == resultpage.SlotByPrice
		return v.appendSearch(dst, other)
	case resultpage.SlotFilterCount:
		return v.appendNumber(dst, v.filters())
	case resultpage.SlotCurrency:
		return append(dst, v.pages.reader.Texts.Sign(v.pages.results.index.Currency())...)
	case resultpage.SlotAllCount:
		return v.appendNumber(dst, v.pages.results.index.Len())
	}
	if v.help == nil {
		return v.appendPage(dst, 1)
	}
	return v.appendHelp(dst, slot)
}

// appendItems appends the events of the page, below their days unless something else orders them:
// those that come next if the search finds nothing.
func (v *listView) appendItems(dst []byte) []byte {
	ids, found := v.ids, v.meta.Total > 0
	if v.help != nil && !found {
		ids = v.help.Next
	}
	q, items := &v.q, v.body.fragments(ids)
	if v.markdown || q.ByPrice || q.Text != "" && !q.ByDate && found {
		for item := range items {
			dst = append(dst, item...)
		}
		return dst
	}
	from, _ := catalog.ParseDate(cmp.Or(q.From, v.now.today).String())
	return resultpage.DayTextsOf(v.pages.brand.Locale).Append(dst, items, from)
}

// appendHelp appends the value of a slot of a page that helps on.
func (v *listView) appendHelp(dst []byte, slot resultpage.Slot) []byte {
	switch h := v.help; slot {
	case resultpage.SlotCorrected:
		return append(dst, h.Corrected...)
	case resultpage.SlotCorrectedAddress:
		corrected := v.q.Query
		corrected.Text = h.Corrected
		return v.appendSearch(dst, corrected)
	case resultpage.SlotFound:
		return append(dst, h.Found...)
	case resultpage.SlotMissing:
		return append(dst, h.Missing...)
	case resultpage.SlotAsked:
		return append(dst, h.Asked...)
	}
	return v.appendPage(dst, 1)
}

// appendPage appends the address of a page of these results, in the form of this page: a reader of
// Markdown stays in Markdown.
func (v *listView) appendPage(dst []byte, page int) []byte {
	dst = listquery.Append(v.appendPath(dst), &v.q.Query, page)
	if page != 1 && v.q.PerPage != catalog.DefaultPerPage {
		dst = strconv.AppendInt(append(dst, "&per_page="...), int64(v.q.PerPage), 10)
	}
	return dst
}

func (v *listView) appendPath(dst []byte) []byte {
	dst = append(dst, v.pages.path...)
	if v.markdown {
		dst = append(dst, twinSuffix...)
	}
	return dst
}

// appendNumber appends a number as the brand's language writes it.
func (v *listView) appendNumber(dst []byte, n int) []byte {
	return append(dst, v.pages.reader.Texts.Numbers.Text(n)...)
}

// appendSearch appends the address of the first page of a search.
func (v *listView) appendSearch(dst []byte, q search.Query) []byte {
	return listquery.Append(v.appendPath(dst), &q, 1)
}
