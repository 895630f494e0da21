package answer

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/release"
	"cartaz/builder/release/ical"
	"cartaz/builder/release/resultpage"
	"cartaz/builder/search"
	"cartaz/builder/search/pack"
	"cartaz/edge/internal/negotiate"
	"cartaz/edge/internal/timewords"
)

// listPage is a sealed page of search results, in one media type.
type listPage struct {
	template resultpage.Template
	form     search.Form                 // of its items
	packed   func() ([]pack.Text, error) // the texts of the pieces, packed when first asked for
	fields   []release.Field             // fixed header fields of the answers
	tokens   uint32                      // tokens per KiB of Markdown, 0 for HTML
}

func openListPage(found *results, path string, form search.Form) (listPage, error) {
	rel := found.rel
	ref, ok := rel.Lookup(path)
	if !ok || ref.NumVariants() == 0 {
		return listPage{}, fmt.Errorf("release %s: %w: no resource %s", rel.ID(),
			release.ErrCorrupt, path)
	}
	v := ref.Variant(0)
	body, err := v.Body()
	if err != nil {
		return listPage{}, fmt.Errorf("release %s: resource %s: %w", rel.ID(), path, err)
	}
	// The template is read once and used for as long as the release serves. Decode copies it: a
	// file that is overwritten meanwhile must not show in it.
	template, err := resultpage.Decode(body)
	if err != nil {
		return listPage{}, fmt.Errorf("release %s: resource %s: %w", rel.ID(), path, err)
	}
	return listPage{
		template: template, form: form, fields: v.Profile(), tokens: v.Tokens(),
		packed: sync.OnceValues(func() ([]pack.Text, error) {
			return packPieces(found.index, form, template.Pieces)
		}),
	}, nil
}

// listPages answers /eventos and its Markdown twin.
type listPages struct {
	siteURL    string
	brand      *release.Brand
	zone       *time.Location // of the brand
	problems   *problems
	results    *results // nil while the brand has no release, and then nothing below is set
	texts      *texts
	words      timewords.Rules
	helper     *helper
	marks      resultpage.Flags // that hold for the index, whatever is asked
	html, twin listPage
	head       ical.Calendar // of joined calendars
}

func openListPages(brand *release.Brand, found *results, problems *problems) (*listPages, error) {
	s := &listPages{siteURL: brand.SiteURL, brand: brand, zone: brand.Zone(), problems: problems,
		results: found}
	if found == nil {
		return s, nil
	}
	s.texts, s.marks = textsOf(brand.Locale), marksOf(found.index)
	s.words = timewords.For(brand.Locale)
	s.head = calendarHead(brand, s.texts)
	s.helper = &helper{index: found.index, texts: s.texts}
	var err error
	if s.html, err = openListPage(found, resultpage.PathHTML, search.CardForm); err != nil {
		return nil, err
	}
	s.twin, err = openListPage(found, resultpage.PathMarkdown, search.LineForm)
	return s, err
}

// answer answers a request to one of the two addresses.
func (s *listPages) answer(a *Answer, r *Request, route Route) {
	if !s.problems.readable(a, r, route.Kind) || s.problems.overLimit(a, r, route.Kind) {
		return
	}
	if s.results == nil {
		s.problems.answer(a, r, route.Kind, catalog.UpstreamUnavailable)
		return
	}
	kind, page := ListPage, &s.html
	markdown := route.Kind == ListTwin || negotiate.Markdown(r.Accept, "")
	if markdown {
		kind, page = ListTwin, &s.twin
	}
	view := &a.page.view // in the answer, as the rest of its memory: it outlives no request
	view.q = parseListQuery(r.Query)
	q := &view.q
	q.perPage = catalog.DefaultPerPage
	q.refine(r.Query, s.results.index, s.texts)
	s.readTime(q, s.brand.Now(r.Time).In(s.zone))
	q.Query = q.Asked() // what asks for nothing is no filter in use, nor part of an address
	view.now = s.momentOf(r)
	a.Coding = joinedCoding(r)
	etag := s.results.pageETag(a, kind, q, view.now)
	same := unchanged(r, etag, 0)
	limit := q.perPage
	if same {
		limit = 0 // what is announced of other pages stands on 304 too, or a cache would forget it
	}
	var outcome search.Outcome
	a.ids, outcome = s.results.index.Answer(q.Query, q.offset(), limit, a.ids[:0])
	view.pages, view.meta, view.ids, view.markdown = s, q.meta(outcome.Total), a.ids, markdown
	view.setRefined(s.refinements(&q.Query))
	page.setFields(a, r, route.Kind, view, etag)
	if same {
		a.notModified()
		return
	}
	view.help = s.helper.help(q, outcome, view.refined)
	size, err := view.join(a, page)
	if err != nil {
		s.problems.fail(a, r, route.Kind, err)
		return
	}
	if page.tokens > 0 {
		a.set("X-Markdown-Tokens", strconv.Itoa((size*int(page.tokens)+1023)/1024))
	}
}

// setFields sets what is sealed with the page and what depends on the
// request. The twin has one media type only, so it varies by coding alone.
func (page *listPage) setFields(a *Answer, r *Request, kind Kind, view *listView, etag string) {
	for _, f := range page.fields {
		switch {
		case f.Name == "Cache-Control" && kind == ListTwin:
			a.set(f.Name, catalog.CacheResults)
		case f.Name == "Vary" && kind == ListTwin:
			a.set(f.Name, catalog.VaryCoding)
		default:
			a.set(f.Name, f.Value)
		}
	}
	if kind == ListTwin {
		a.set("X-Robots-Tag", "noindex")
	}
	a.set("ETag", etag)
	a.set("Link", view.links())
	if r.Limit != nil {
		a.limitFields(r.Limit)
	}
}

// appendQuery appends the query of a page of results of a search, "" for none.
func appendQuery(dst []byte, q *search.Query, page int) []byte {
	sep := byte('?')
	add := func(name, value string) {
		if value != "" {
			dst = append(append(append(dst, sep), name...), '=')
			dst = appendEscaped(dst, value)
			sep = '&'
		}
	}
	add("q", q.Text)
	add("city", q.City)
	add("state", q.State)
	add("organization", q.Organization)
	if q.From != 0 || q.To != 0 {
		add("from", q.From.String())
		add("to", q.To.String())
	}
	if q.After != 0 {
		add("after", strconv.Itoa(q.After))
	}
	add("venue", q.Venue)
	add("country", q.Country)
	add("tag", q.Topic)
	if q.Free {
		add("free", "1")
	}
	if q.Online {
		add("online", "1")
	}
	if q.ByDate {
		add("order", "date")
	}
	if page > 1 {
		dst = append(append(dst, sep), "page="...)
		dst = strconv.AppendInt(dst, int64(page), 10)
	}
	return dst
}

// listView fills the slots of one page of results.
type listView struct {
	pages    *listPages
	q        listQuery
	meta     catalog.Meta
	ids      []uint32
	help     *help // nil for most answers
	now      moment
	refined  []refinement // filters in use that the API does not have
	hidden   []refinement // those of them that the form has no field for
	markdown bool
}

// setRefined notes the filters in use.
func (v *listView) setRefined(list []refinement) {
	v.refined, v.hidden = list, nil
	for i := range list {
		if list[i].name != "" {
			v.hidden = append(v.hidden, list[i])
		}
	}
}

// links names the canonical address of the page and its twin, and the pages
// before and after in its own form (RFC 8288).
func (v *listView) links() string {
	query := appendQuery(nil, &v.q.Query, v.q.page)
	b := make([]byte, 0, 512)
	link := func(path string, query []byte, rel string) {
		if len(b) > 0 {
			b = append(b, ", "...)
		}
		b = append(append(append(append(b, '<'), v.pages.siteURL...), path...), query...)
		b = append(append(append(b, ">; rel=\""...), rel...), '"')
	}
	link(catalog.EventsPath, query, "canonical")
	link(catalog.EventsTwinPath, query, "alternate")
	b = append(b, `; type="text/markdown"`...)
	flags := v.flags()
	if flags&resultpage.HasPrev != 0 {
		link("", v.appendAddress(nil, resultpage.SlotPrev), "prev")
	}
	if flags&resultpage.HasNext != 0 {
		link("", v.appendAddress(nil, resultpage.SlotNext), "next")
	}
	return string(b)
}

// join makes the body and returns its bytes before compression.
func (v *listView) join(a *Answer, page *listPage) (size int, err error) {
	out := &a.page
	out.template, out.packed, out.body = &page.template, nil, v.pages.results.join(a, page.form)
	if a.Coding == release.Gzip {
		if out.packed, err = page.packed(); err != nil {
			return 0, err
		}
	}
	page.template.Join(v.flags(), out, &a.slots)
	return out.body.finish(a)
}

// pageOutput is the body of one page of results while it is joined.
type pageOutput struct {
	view     listView
	template *resultpage.Template
	packed   []pack.Text // the texts of the template for a compressed body, else nil
	body     body
}

// Text implements [resultpage.Output].
func (o *pageOutput) Text(i int) {
	if o.packed != nil {
		o.body.packed(o.packed[i])
	} else {
		o.body.fixed(o.template.Pieces[i].Text)
	}
}

// Items implements [resultpage.Output].
func (o *pageOutput) Items() {
	for _, id := range o.view.ids {
		o.body.fragment(id)
	}
}

// Value implements [resultpage.Output].
func (o *pageOutput) Value(escaped []byte) { o.body.text(escaped) }

// AppendSlot implements [resultpage.Output].
func (o *pageOutput) AppendSlot(dst []byte, slot resultpage.Slot) []byte {
	return o.view.fill(dst, slot)
}

func (v *listView) flags() resultpage.Flags {
	f := v.pages.marks
	set := func(flag resultpage.Flags, holds bool) {
		if holds {
			f |= flag
		}
	}
	q, m := &v.q, v.meta
	filter := q.City != "" || q.State != "" || q.Organization != "" || len(v.refined) > 0
	days := func(from, to search.Day) bool { return q.From == from && q.To == to }
	set(resultpage.HasQ, q.Text != "")
	set(resultpage.HasCity, q.City != "")
	set(resultpage.HasState, q.State != "")
	set(resultpage.HasOrg, q.Organization != "")
	set(resultpage.HasFilter, filter)
	set(resultpage.Refined, filter || q.Text != "")
	set(resultpage.Searching, filter || q.Text != "" || len(q.wrong) > 0)
	set(resultpage.Wrong, len(q.wrong) > 0)
	set(resultpage.HasFree, q.Free)
	set(resultpage.HasOnline, q.Online)
	set(resultpage.ByDate, q.ByDate)
	set(resultpage.IsToday, days(v.now.today, v.now.today))
	set(resultpage.IsTomorrow, days(v.now.tomorrow, v.now.tomorrow))
	set(resultpage.IsWeekend, days(v.now.saturday, v.now.sunday))
	set(resultpage.None, m.Total == 0)
	set(resultpage.One, m.Total == 1)
	set(resultpage.Many, m.Total > 1)
	set(resultpage.HasPrev, m.CurrentPage > 1 && m.CurrentPage <= m.LastPage)
	set(resultpage.HasNext, m.CurrentPage < m.LastPage)
	set(resultpage.PastEnd, m.CurrentPage > m.LastPage && m.Total > 0)
	if v.help != nil {
		f |= v.help.flags
	}
	return f
}

// fill appends the raw value of a slot; the items are no value.
func (v *listView) fill(dst []byte, slot resultpage.Slot) []byte {
	q, m := &v.q, v.meta
	switch slot {
	case resultpage.SlotQ:
		return append(dst, q.Text...)
	case resultpage.SlotCity:
		if label, ok := v.pages.results.index.CityLabel(q.City); ok {
			return append(dst, label...)
		}
		return append(dst, q.City...)
	case resultpage.SlotState:
		if key, ok := v.pages.results.index.StateKey(q.State); ok {
			return append(dst, strings.ToUpper(key)...)
		}
		return append(dst, q.State...)
	case resultpage.SlotOrg:
		if label, ok := v.pages.results.index.OrganizationLabel(q.Organization); ok {
			return append(dst, label...)
		}
		return append(dst, q.Organization...)
	case resultpage.SlotOrgValue:
		return append(dst, q.Organization...)
	case resultpage.SlotTotal:
		return v.appendNumber(dst, m.Total)
	case resultpage.SlotFirst:
		return v.appendNumber(dst, q.offset()+1)
	case resultpage.SlotLast:
		return v.appendNumber(dst, q.offset()+len(v.ids))
	case resultpage.SlotPage:
		return v.appendNumber(dst, m.CurrentPage)
	case resultpage.SlotLastPage:
		return v.appendNumber(dst, m.LastPage)
	case resultpage.SlotSelf:
		return appendQuery(dst, &q.Query, q.page)
	case resultpage.SlotFrom:
		return append(dst, q.From.String()...)
	case resultpage.SlotTo:
		return append(dst, q.To.String()...)
	case resultpage.SlotToday:
		return v.appendDays(dst, v.now.today, v.now.today)
	case resultpage.SlotTomorrow:
		return v.appendDays(dst, v.now.tomorrow, v.now.tomorrow)
	case resultpage.SlotWeekend:
		return v.appendDays(dst, v.now.saturday, v.now.sunday)
	case resultpage.SlotByDate, resultpage.SlotByRank:
		other := q.Query
		other.ByDate = slot == resultpage.SlotByDate
		return v.appendSearch(dst, other)
	case resultpage.SlotAllCount:
		return v.appendNumber(dst, v.pages.results.index.Len())
	}
	if slot >= resultpage.SlotCorrected && v.help != nil {
		return v.fillHelp(dst, slot)
	}
	return v.appendAddress(dst, slot)
}

// appendAddress appends the address of another page of results, in the form of
// the page that it stands on: a reader of Markdown stays in Markdown.
func (v *listView) appendAddress(dst []byte, slot resultpage.Slot) []byte {
	q, page := v.q.Query, 1
	switch slot {
	case resultpage.SlotNoQ:
		q.Text, q.ByDate = "", false
	case resultpage.SlotNoCity:
		q.City = ""
	case resultpage.SlotNoState:
		q.State = ""
	case resultpage.SlotNoOrg:
		q.Organization = ""
	case resultpage.SlotNoFilter:
		q = search.Query{Text: q.Text}
	case resultpage.SlotPrev:
		page = v.meta.CurrentPage - 1
	case resultpage.SlotNext:
		page = v.meta.CurrentPage + 1
	}
	return appendQuery(v.appendPath(dst), &q, page)
}

func (v *listView) appendPath(dst []byte) []byte {
	if v.markdown {
		return append(dst, catalog.EventsTwinPath...)
	}
	return append(dst, catalog.EventsPath...)
}

// appendNumber appends a number as the brand's language writes it.
func (v *listView) appendNumber(dst []byte, n int) []byte { return v.pages.texts.Append(dst, n) }
