package answer

import (
	"fmt"
	"strconv"

	"cartaz/builder/catalog"
	"cartaz/builder/release"
	"cartaz/edge/internal/negotiate"
)

// listPage is a sealed page of search results, in one media type.
type listPage struct {
	pieces release.Pieces
	fields []release.Field // fixed header fields of the answers
	tokens uint32          // tokens per KiB of Markdown, 0 for HTML
}

func openListPage(rel *release.Release, path string) (listPage, error) {
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
	return listPage{pieces: pieces, fields: v.Profile(), tokens: v.Tokens()}, nil
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
	etag := c.listETag(a, kind, &q)
	c.listPageFields(a, r, route.Kind, page, &q, etag)
	if unchanged(r, etag, 0) {
		a.notModified()
		return
	}
	view := listView{c: c, q: &q, markdown: markdown}
	a.ids, view.meta.Total = c.index.Search(q.Query, q.offset(), q.perPage, a.ids[:0])
	view.meta = q.meta(view.meta.Total)
	view.ids = a.ids
	a.buf = page.pieces.Append(a.buf[:0], view.flags(), view.fill)
	if view.err != nil {
		c.fail(a, r, route.Kind, view.err)
		return
	}
	a.Status, a.Body = 200, a.buf
	if page.tokens > 0 {
		a.set("X-Markdown-Tokens", strconv.Itoa((len(a.buf)*int(page.tokens)+1023)/1024))
	}
}

// listPageFields sets what is sealed with the page and what depends on the
// request. The twin has one representation only, so it does not vary.
func (c *Catalogue) listPageFields(a *Answer, r *Request, kind Kind, page *listPage, q *listQuery, etag string) {
	for _, f := range page.fields {
		switch {
		case f.Name == "Cache-Control" && kind == ListTwin:
			a.set(f.Name, cacheList)
		case f.Name == "Vary" && kind == ListTwin:
		default:
			a.set(f.Name, f.Value)
		}
	}
	if kind == ListTwin {
		a.set("X-Robots-Tag", "noindex")
	}
	a.set("ETag", etag)
	query := string(q.appendQuery(nil, q.page, true, true, true, true))
	a.set("Link", "<"+c.brand.SiteURL+listPath+query+`>; rel="canonical", <`+c.brand.SiteURL+listTwinPath+query+`>; rel="alternate"; type="text/markdown"`)
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
	markdown bool
	err      error
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
	return f
}

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
	case release.SlotItems:
		return v.appendItems(dst)
	case release.SlotSelf:
		return q.appendQuery(dst, q.page, true, true, true, true)
	}
	return v.appendAddress(dst, slot)
}

// appendAddress appends the address of another page of results, in the form of
// the page that it stands on: a reader of Markdown stays in Markdown.
func (v *listView) appendAddress(dst []byte, slot release.Slot) []byte {
	q, m := v.q, v.meta
	if v.markdown {
		dst = append(dst, listTwinPath...)
	} else {
		dst = append(dst, listPath...)
	}
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

func (v *listView) appendItems(dst []byte) []byte {
	for _, id := range v.ids {
		var item []byte
		var err error
		if v.markdown {
			item, err = v.c.index.Line(id)
		} else {
			item, err = v.c.index.Card(id)
		}
		if err != nil {
			v.err = err
			return dst
		}
		dst = append(dst, item...)
	}
	return dst
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
