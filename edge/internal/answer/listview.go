package answer

import (
	"cmp"
	"strconv"
	"strings"

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
	help     suggest.Help      // empty for most answers
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
	path, query := v.pages.path, listquery.Encode(&v.q.Query, v.q.Page)
	var list []string
	link := func(address, params string) {
		list = append(list, "<"+v.pages.brand.SiteURL+address+">; rel="+params)
	}
	link(path+query, `"canonical"`)
	link(path+twinSuffix+query, `"alternate"; type="text/markdown"`)
	flags := v.flags()
	if flags&resultpage.HasPrev != 0 {
		link(v.page(v.meta.CurrentPage-1), `"prev"`)
	}
	if flags&resultpage.HasNext != 0 {
		link(v.page(v.meta.CurrentPage+1), `"next"`)
	}
	return strings.Join(list, ", ")
}

// join makes the body and returns its bytes before compression.
func (v *listView) join(a *Answer, page *listPage) (size int, err error) {
	v.body = v.pages.results.join(a, page.form)
	v.body.plain = page.template.Join(v.body.plain, v.flags(), v)
	return v.body.finish(a)
}

// flags returns the conditions of the template that hold for this page.
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
	set(resultpage.Corrected, v.help.Corrected != "")
	set(resultpage.Partial, v.help.Missing != "")
	set(resultpage.HasTries, len(v.help.Offers) > 0)
	set(resultpage.Later, len(v.help.Next) > 0)
	return f
}

// Slot implements [resultpage.Output].
func (v *listView) Slot(slot resultpage.Slot) string {
	q, m := &v.q, v.meta
	switch slot {
	case resultpage.SlotQ:
		return q.Text
	case resultpage.SlotTotal:
		return v.number(m.Total)
	case resultpage.SlotFirst:
		return v.number(q.Offset() + 1)
	case resultpage.SlotLast:
		return v.number(q.Offset() + len(v.ids))
	case resultpage.SlotPage:
		return v.number(m.CurrentPage)
	case resultpage.SlotLastPage:
		return v.number(m.LastPage)
	case resultpage.SlotPrev:
		return v.page(m.CurrentPage - 1)
	case resultpage.SlotNext:
		return v.page(m.CurrentPage + 1)
	case resultpage.SlotTyped:
		return q.Typed.Text
	case resultpage.SlotLiteral:
		return v.search(q.Literal())
	case resultpage.SlotSelf:
		return listquery.Encode(&q.Query, q.Page)
	case resultpage.SlotToday:
		return v.days(v.now.today, v.now.today)
	case resultpage.SlotTomorrow:
		return v.days(v.now.tomorrow, v.now.tomorrow)
	case resultpage.SlotWeekend:
		return v.days(v.now.saturday, v.now.sunday)
	case resultpage.SlotByDate, resultpage.SlotByRank, resultpage.SlotByPrice:
		other := q.Query
		other.ByDate = slot == resultpage.SlotByDate
		other.ByPrice = slot == resultpage.SlotByPrice
		return v.search(other)
	case resultpage.SlotFilterCount:
		return v.number(v.filters())
	case resultpage.SlotCurrency:
		return v.pages.reader.Texts.Sign(v.pages.results.index.Currency())
	case resultpage.SlotAllCount:
		return v.number(v.pages.results.index.Len())
	case resultpage.SlotCorrected:
		return v.help.Corrected
	case resultpage.SlotCorrectedAddress:
		corrected := q.Query
		corrected.Text = v.help.Corrected
		return v.search(corrected)
	case resultpage.SlotFound:
		return v.help.Found
	case resultpage.SlotMissing:
		return v.help.Missing
	case resultpage.SlotAsked:
		return v.help.Asked
	}
	return v.page(1)
}

// AppendResults implements [resultpage.Output]. The events of the page are below their days unless
// something else orders them. If the search finds nothing, they are the events that come next.
func (v *listView) AppendResults(dst []byte) []byte {
	ids, found := v.ids, v.meta.Total > 0
	if !found {
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

// page returns the address of a page of these results, in the form of this page: a reader of
// Markdown stays in Markdown.
func (v *listView) page(page int) string {
	address := v.path() + listquery.Encode(&v.q.Query, page)
	if page != 1 && v.q.PerPage != catalog.DefaultPerPage {
		address += "&per_page=" + strconv.Itoa(v.q.PerPage)
	}
	return address
}

func (v *listView) path() string {
	if v.markdown {
		return v.pages.path + twinSuffix
	}
	return v.pages.path
}

// number returns a number as the brand's language writes it.
func (v *listView) number(n int) string { return v.pages.reader.Texts.Numbers.Text(n) }

// search returns the address of the first page of a search.
func (v *listView) search(q search.Query) string { return v.path() + listquery.Encode(&q, 1) }
