package answer

import (
	"fmt"
	"strconv"
	"strings"
	"sync"

	"cartaz/builder/catalog"
	"cartaz/builder/release"
	"cartaz/builder/search"
	"cartaz/builder/search/pack"
	"cartaz/edge/internal/negotiate"
)

// listPage is a sealed page of search results, in one media type.
type listPage struct {
	pieces release.Pieces
	form   search.Form                 // of its items
	packed func() ([]pack.Text, error) // the texts of the pieces, packed when first asked for
	fields []release.Field             // fixed header fields of the answers
	tokens uint32                      // tokens per KiB of Markdown, 0 for HTML
}

func openListPage(rel *release.Release, index *search.Index, path string, form search.Form) (listPage, error) {
	ref, ok := rel.Lookup(path)
	if !ok || ref.NumVariants() == 0 {
		return listPage{}, fmt.Errorf("release %s: %w: no resource %s", rel.ID(), release.ErrCorrupt, path)
	}
	v := ref.Variant(0)
	body, err := v.Body()
	if err != nil {
		return listPage{}, fmt.Errorf("release %s: resource %s: %w", rel.ID(), path, err)
	}
	pieces, err := release.DecodePieces(body)
	if err != nil {
		return listPage{}, fmt.Errorf("release %s: resource %s: %w", rel.ID(), path, err)
	}
	return listPage{
		pieces: pieces, form: form, fields: v.Profile(), tokens: v.Tokens(),
		packed: sync.OnceValues(func() ([]pack.Text, error) { return packPieces(index, form, pieces.List) }),
	}, nil
}

// listPage answers /eventos and its Markdown twin.
func (c *Catalogue) listPage(a *Answer, r *Request, route Route) {
	if !c.readable(a, r, route.Kind) {
		return
	}
	if r.Limit != nil && !r.Limit.OK {
		c.tooManyRequests(a, r, route.Kind)
		return
	}
	if c.rel == nil {
		c.problem(a, r, route.Kind, catalog.UpstreamUnavailable)
		return
	}
	kind, page := ListPage, &c.list
	markdown := route.Kind == ListTwin || negotiate.Markdown(r.Accept, "")
	if markdown {
		kind, page = ListTwin, &c.twin
	}
	q := parseListQuery(r.Query)
	q.perPage = catalog.DefaultPerPage
	q.Query = q.Asked() // what asks for nothing is no filter in use, nor part of an address
	a.Coding = joinedCoding(r)
	etag := c.listETag(a, kind, &q)
	same := unchanged(r, etag, 0)
	limit := q.perPage
	if same {
		limit = 0 // what is announced of other pages stands on 304 too, or a cache would forget it
	}
	var outcome search.Outcome
	a.ids, outcome = c.index.Answer(q.Query, q.offset(), limit, a.ids[:0])
	view := listView{c: c, q: &q, meta: q.meta(outcome.Total), ids: a.ids, markdown: markdown}
	c.listPageFields(a, r, route.Kind, page, &view, etag)
	if same {
		a.notModified()
		return
	}
	view.help = c.help(&q, outcome)
	size, err := view.join(a, page)
	if err != nil {
		c.fail(a, r, route.Kind, err)
		return
	}
	if page.tokens > 0 {
		a.set("X-Markdown-Tokens", strconv.Itoa((size*int(page.tokens)+1023)/1024))
	}
}

// listPageFields sets what is sealed with the page and what depends on the
// request. The twin has one media type only, so it varies by coding alone.
func (c *Catalogue) listPageFields(a *Answer, r *Request, kind Kind, page *listPage, view *listView, etag string) {
	for _, f := range page.fields {
		switch {
		case f.Name == "Cache-Control" && kind == ListTwin:
			a.set(f.Name, cacheList)
		case f.Name == "Vary" && kind == ListTwin:
			a.set(f.Name, varyCoding)
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

// appendQuery appends the query of a search with the chosen parts, "" for none.
func (q *listQuery) appendQuery(dst []byte, page int, text, city, state, org bool) []byte {
	sep := byte('?')
	add := func(name, value string, wanted bool) {
		if wanted && value != "" {
			dst = append(append(append(dst, sep), name...), '=')
			dst = appendEscaped(dst, value)
			sep = '&'
		}
	}
	add("q", q.Text, text)
	add("city", q.City, city)
	add("state", q.State, state)
	add("organization", q.Organization, org)
	if page > 1 {
		dst = append(append(dst, sep), "page="...)
		dst = strconv.AppendInt(dst, int64(page), 10)
	}
	return dst
}

// listView fills the slots of one page of results.
type listView struct {
	c        *Catalogue
	q        *listQuery
	meta     catalog.Meta
	ids      []uint32
	help     *help // nil for most answers
	markdown bool
}

// links names the canonical address of the page and its twin, and the pages
// before and after in its own form (RFC 8288).
func (v *listView) links() string {
	query := v.q.appendQuery(nil, v.q.page, true, true, true, true)
	b := make([]byte, 0, 512)
	link := func(path string, query []byte, rel string) {
		if len(b) > 0 {
			b = append(b, ", "...)
		}
		b = append(append(append(append(b, '<'), v.c.brand.SiteURL...), path...), query...)
		b = append(append(append(b, ">; rel=\""...), rel...), '"')
	}
	link(listPath, query, "canonical")
	link(listTwinPath, query, "alternate")
	b = append(b, `; type="text/markdown"`...)
	flags := v.flags()
	if flags&release.HasPrev != 0 {
		link("", v.appendAddress(nil, release.SlotPrev), "prev")
	}
	if flags&release.HasNext != 0 {
		link("", v.appendAddress(nil, release.SlotNext), "next")
	}
	return string(b)
}

// join makes the body and returns its bytes before compression.
func (v *listView) join(a *Answer, page *listPage) (size int, err error) {
	b := v.c.join(a, page.form)
	var packed []pack.Text
	if a.Coding == release.Gzip {
		if packed, err = page.packed(); err != nil {
			return 0, err
		}
	}
	flags := v.flags()
	for i := range page.pieces.List {
		piece := &page.pieces.List[i]
		if !piece.Holds(flags) {
			continue
		}
		if packed != nil {
			b.packed(packed[i])
		} else {
			b.fixed(piece.Text)
		}
		switch piece.Slot {
		case release.NoSlot:
		case release.SlotItems:
			for _, id := range v.ids {
				b.fragment(id)
			}
		default:
			a.value = v.fill(a.value[:0], piece.Slot)
			a.safe = page.pieces.AppendValue(a.safe[:0], piece.Slot, a.value)
			b.text(a.safe)
		}
	}
	return b.finish(a)
}

func (v *listView) flags() release.Flags {
	var f release.Flags
	set := func(flag release.Flags, holds bool) {
		if holds {
			f |= flag
		}
	}
	q, m := v.q, v.meta
	filter := q.City != "" || q.State != "" || q.Organization != ""
	set(release.HasQ, q.Text != "")
	set(release.HasCity, q.City != "")
	set(release.HasState, q.State != "")
	set(release.HasOrg, q.Organization != "")
	set(release.HasFilter, filter)
	set(release.Searching, filter || q.Text != "")
	set(release.None, m.Total == 0)
	set(release.One, m.Total == 1)
	set(release.Many, m.Total > 1)
	set(release.HasPrev, m.CurrentPage > 1 && m.CurrentPage <= m.LastPage)
	set(release.HasNext, m.CurrentPage < m.LastPage)
	set(release.PastEnd, m.CurrentPage > m.LastPage && m.Total > 0)
	if v.help != nil {
		f |= v.help.flags
	}
	return f
}

// fill appends the raw value of a slot; the items are no value.
func (v *listView) fill(dst []byte, slot release.Slot) []byte {
	q, m := v.q, v.meta
	switch slot {
	case release.SlotQ:
		return append(dst, q.Text...)
	case release.SlotCity:
		if label, ok := v.c.index.CityLabel(q.City); ok {
			return append(dst, label...)
		}
		return append(dst, q.City...)
	case release.SlotState:
		if key, ok := v.c.index.StateKey(q.State); ok {
			return append(dst, strings.ToUpper(key)...)
		}
		return append(dst, q.State...)
	case release.SlotOrg:
		if label, ok := v.c.index.OrganizationLabel(q.Organization); ok {
			return append(dst, label...)
		}
		return append(dst, q.Organization...)
	case release.SlotOrgValue:
		return append(dst, q.Organization...)
	case release.SlotTotal:
		return v.appendNumber(dst, m.Total)
	case release.SlotFirst:
		return v.appendNumber(dst, q.offset()+1)
	case release.SlotLast:
		return v.appendNumber(dst, q.offset()+len(v.ids))
	case release.SlotPage:
		return v.appendNumber(dst, m.CurrentPage)
	case release.SlotLastPage:
		return v.appendNumber(dst, m.LastPage)
	case release.SlotSelf:
		return q.appendQuery(dst, q.page, true, true, true, true)
	case release.SlotAllCount:
		return v.appendNumber(dst, v.c.index.Len())
	}
	if slot >= release.SlotCorrected && v.help != nil {
		return v.fillHelp(dst, slot)
	}
	return v.appendAddress(dst, slot)
}

// appendAddress appends the address of another page of results, in the form of
// the page that it stands on: a reader of Markdown stays in Markdown.
func (v *listView) appendAddress(dst []byte, slot release.Slot) []byte {
	q, m := v.q, v.meta
	dst = v.appendPath(dst)
	switch slot {
	case release.SlotNoQ:
		return q.appendQuery(dst, 1, false, true, true, true)
	case release.SlotNoCity:
		return q.appendQuery(dst, 1, true, false, true, true)
	case release.SlotNoState:
		return q.appendQuery(dst, 1, true, true, false, true)
	case release.SlotNoOrg:
		return q.appendQuery(dst, 1, true, true, true, false)
	case release.SlotNoFilter:
		return q.appendQuery(dst, 1, true, false, false, false)
	case release.SlotPrev:
		return q.appendQuery(dst, m.CurrentPage-1, true, true, true, true)
	case release.SlotNext:
		return q.appendQuery(dst, m.CurrentPage+1, true, true, true, true)
	}
	return q.appendQuery(dst, 1, true, true, true, true)
}

func (v *listView) appendPath(dst []byte) []byte {
	if v.markdown {
		return append(dst, listTwinPath...)
	}
	return append(dst, listPath...)
}

// appendNumber appends a number with the locale's separator of thousands.
func (v *listView) appendNumber(dst []byte, n int) []byte {
	separator := byte(',')
	if v.c.brand.Locale == "pt-BR" {
		separator = '.'
	}
	digits := strconv.Itoa(n)
	for i := range len(digits) {
		if i > 0 && (len(digits)-i)%3 == 0 {
			dst = append(dst, separator)
		}
		dst = append(dst, digits[i])
	}
	return dst
}
