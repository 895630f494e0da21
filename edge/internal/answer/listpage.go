package answer

import (
	"fmt"

	"cartaz/builder/catalog"
	"cartaz/builder/ical"
	"cartaz/builder/release"
	"cartaz/builder/resultpage"
	"cartaz/builder/search"
	"cartaz/edge/internal/answer/listquery"
	"cartaz/edge/internal/answer/suggest"
	"cartaz/edge/internal/negotiate"
	"cartaz/edge/internal/phrases"
)

// listPage is a sealed page of search results, in one media type.
type listPage struct {
	template resultpage.Template
	form     search.Form     // of its items
	fields   []release.Field // fixed header fields of the answers
}

// openListPage compiles the page of results at a path of the release, for one form of its items.
func openListPage(found *results, path string, form search.Form) (listPage, error) {
	rel := found.rel
	ref, ok := rel.Lookup(path)
	if !ok || ref.NumVariants() == 0 {
		return listPage{}, fmt.Errorf("release %s: %w: no resource %s", rel.ID(),
			release.ErrCorrupt, path)
	}
	escape := resultpage.EscapeHTML
	if form == search.LineForm {
		escape = resultpage.EscapeMarkdown
	}
	v := ref.Variant(0)
	page := listPage{form: form, fields: v.Profile()}
	body, err := v.Body()
	if err == nil {
		// The template is read once and used for as long as the release serves. It is a copy, so
		// that it does not change if the file is overwritten.
		page.template, err = resultpage.Compile(string(body), escape)
	}
	if err != nil {
		err = fmt.Errorf("release %s: resource %s: %w", rel.ID(), path, err)
	}
	return page, err
}

// listPages answers /eventos and its Markdown twin.
type listPages struct {
	*common
	path    string   // of the list, in the brand's spelling
	results *results // nil while the brand has no release, and then nothing below is set

	reader     *listquery.Reader
	helper     *suggest.Helper
	marks      resultpage.Flags // that hold for the index, for any query
	html, twin listPage
	head       ical.Calendar // of joined calendars
}

// openListPages prepares the pages of results. found is nil for a brand without a release.
func openListPages(shared *common, found *results) (*listPages, error) {
	s := &listPages{common: shared, path: shared.spelling.Own(catalog.EventsPath), results: found}
	if found == nil {
		return s, nil
	}
	texts := listquery.TextsOf(s.brand.Locale)
	s.reader = &listquery.Reader{
		Names: phrases.NewNames(found.index, s.brand.Locale), Texts: texts,
		Words: phrases.For(s.brand.Locale),
	}
	s.marks, s.head = marksOf(found.index), calendarHead(&s.brand, texts)
	s.helper = &suggest.Helper{Reader: s.reader}
	var err error
	if s.html, err = openListPage(found, resultpage.PathHTML, search.CardForm); err != nil {
		return nil, err
	}
	s.twin, err = openListPage(found, resultpage.PathMarkdown, search.LineForm)
	return s, err
}

// page answers a request to one of the two addresses.
func (s *listPages) page(a *Answer, r *Request, route Route) {
	kind, page := ListPage, &s.html
	markdown := route.Kind == ListTwin || negotiate.Markdown(r.Accept)
	if markdown {
		kind, page = ListTwin, &s.twin
	}
	view := s.read(a, r)
	view.markdown = markdown
	if !markdown {
		view.q.PerPage = catalog.DefaultPerPage
	}
	a.Coding = joinedCoding(r)
	etag := s.results.pageETag(a, kind, &view.q, view.now)
	same := unchanged(r, etag, 0)
	limit := view.q.PerPage
	if same {
		limit = 0 // links to other pages are also on 304, or a cache would forget them
	}
	outcome, err := s.find(a, view, limit)
	if err != nil {
		s.fail(a, r, route.Kind, err)
		return
	}
	page.setFields(a, r, route.Kind, view.links(), etag)
	if same {
		a.notModified()
		return
	}
	view.help = s.helper.Help(&view.q, outcome, view.refined)
	size, err := view.join(a, page)
	if err != nil {
		s.fail(a, r, route.Kind, err)
		return
	}
	if page.form == search.LineForm {
		a.setTokens(release.Tokens(size))
	}
}

// read reads the query of a request into the view in the answer: like the rest of the answer's
// memory, it does not outlive a request.
func (s *listPages) read(a *Answer, r *Request) *listView {
	view := &a.view
	view.pages, view.now, view.q = s, s.momentOf(r), *r.List()
	q := &view.q
	s.reader.Refine(q)
	s.reader.ReadWords(q, s.brand.Now(r.Time).In(s.zone))
	// A value that asks for nothing is not a filter in use, nor part of an address.
	q.Query = q.Asked()
	return view
}

// find searches for the query of a view, up to limit events of its page.
func (s *listPages) find(a *Answer, view *listView, limit int) (o search.Outcome,
	err error) {
	q := &view.q
	asked := q.Query
	asked.Today = view.now.today // people want coming events, not ones that began years ago
	o = s.results.find(a, q, asked, limit)
	view.meta, view.ids = q.Meta(o.Total), a.ids
	view.refined = s.reader.Filters(&q.Query)
	view.gone, err = s.results.named(q, o, view.now.today)
	return o, err
}

// setFields sets the fields sealed with the page and the fields of the request. The twin has one
// media type only, so it varies by coding alone.
func (page *listPage) setFields(a *Answer, r *Request, kind Kind, links, etag string) {
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
	a.set("Link", links)
	a.limitFields(r.Limit)
}
