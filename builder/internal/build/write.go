package build

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/discovery"
	"cartaz/builder/internal/durable"
	"cartaz/builder/internal/markup"
	"cartaz/builder/internal/page"
	"cartaz/builder/internal/tokens"
	"cartaz/builder/internal/words"
	"cartaz/builder/release"
	"cartaz/builder/search"
)

// How many fragments the pages of a brand show.
const (
	homeCards      = 8
	homeChips      = 12
	placeCards     = 20 // a city's or organiser's page; the list has the rest
	pastEvents     = 10
	listCities     = 60 // of the select box; the search field finds the others
	upcomingEvents = discovery.MaxUpcoming
)

// assembly is what the second pass gathers for the pages that show more than
// one event.
type assembly struct {
	renderer *page.Renderer
	drawer   *drawer
	words    *words.Words
	store    *store
	index    *search.Writer
	home     fragments
	cities   []fragments // by number of the city
	orgs     []fragments
	upcoming []discovery.Upcoming
	example  *catalog.Event
	sitemap  []discovery.Entry // of the pages that are not events
	lines    tokenRate
	docs     uint32 // documents of the search index so far
}

// fragments are the first cards of a list, with their Markdown lines.
type fragments struct{ cards, lines [][]byte }

func (f *fragments) add(event *page.Event, limit int) {
	if len(f.cards) < limit {
		f.cards = append(f.cards, event.Card)
		f.lines = append(f.lines, event.Line)
	}
}

// tokenRate gathers how many tokens the lines of joined pages have, so that the
// edge can estimate a page of results by its length alone.
type tokenRate struct{ tokens, bytes uint64 }

func (t *tokenRate) add(line []byte) {
	t.tokens += uint64(tokens.Estimate(line))
	t.bytes += uint64(len(line))
}

// perKiB is tokens per 1,024 bytes, rounded.
func (t *tokenRate) perKiB() uint32 {
	if t.bytes == 0 {
		return 0
	}
	return uint32((t.tokens*1024 + t.bytes/2) / t.bytes)
}

// write renders everything into the release.
func (r *run) write(ctx context.Context) error {
	earlier := r.openEarlier()
	codec, err := newCodec()
	if err != nil {
		return err
	}
	prof := newProfiles(r.brand, r.drawer.CSP(r.imageOrigins()))
	a := &assembly{
		renderer: r.drawer,
		words:    words.For(r.brand.Locale),
		store:    &store{w: r.writer, prev: r.prev, earlier: earlier, codec: codec, prof: prof, now: r.now.Unix()},
		cities:   make([]fragments, len(r.cities.list)),
		orgs:     make([]fragments, len(r.orgs.list)),
	}
	fragmentFile, err := durable.Unnamed(r.work)
	if err != nil {
		return err
	}
	defer fragmentFile.Close()
	a.index = search.NewWriter(fragmentFile)
	if err := a.index.Synonyms(r.brand.Search.Synonyms); err != nil {
		return fmt.Errorf("search index: %w", err)
	}
	if earlier.keep {
		a.index.Base(earlier.index)
	}
	if err := r.writeEvents(ctx, a); err != nil {
		return err
	}
	if _, err := a.index.WriteTo(&forgetful{Writer: r.writer.SearchIndex(), rel: earlier.rel}); err != nil {
		return fmt.Errorf("search index: %w", corrupt(err))
	}
	if err := r.writePages(a); err != nil {
		return err
	}
	if err := r.writeDocuments(a); err != nil {
		return err
	}
	r.out.Report.Resources = a.store.count
	r.out.Drawn = len(r.rows) - a.store.taken
	return nil
}

// imageOrigins are the origins that images of published events lie at, sorted:
// pages load from those only.
func (r *run) imageOrigins() []string {
	seen := make([]bool, len(r.texts))
	var origins []string
	for i := range r.rows {
		for _, n := range r.rows[i].images {
			if n != 0 && !seen[n] {
				seen[n] = true
				origins = append(origins, r.texts[n])
			}
		}
	}
	slices.Sort(origins)
	return origins
}

// writeEvents is the second pass: every event, in list order.
func (r *run) writeEvents(ctx context.Context, a *assembly) error {
	a.drawer = &drawer{
		renderer: a.renderer, checker: r.checker, cleaner: markup.New(), spool: r.spool,
		siteURL: r.brand.SiteURL, prev: r.prev, earlier: a.store.earlier, now: r.now.Unix(),
	}
	rows := make([]*row, len(r.rows))
	for i := range r.rows {
		rows[i] = &r.rows[i]
	}
	done := 0
	return a.drawer.drawAll(ctx, rows, func(event *drawn) error {
		if done++; done%forgetEvents == 0 && r.prev != nil {
			r.prev.ForgetPages()
		}
		if r.options.Progress != nil {
			r.options.Progress(r.brand.Key, done, len(rows))
		}
		return r.writeEvent(a, event)
	})
}

// writeEvent stores one event: page, twin, calendar, API detail, and its place
// in the search index when it is on sale.
func (r *run) writeEvent(a *assembly, d *drawn) error {
	resources := a.store.newEvent
	if d.taken {
		resources = a.store.takenEvent
	}
	modified, err := resources(d, r.brand.BasePath()+"/events/"+d.row.slug)
	if err != nil {
		return err
	}
	d.row.modified = modified
	row := release.EventRow{ID: d.row.id, Hash: d.row.hash, ReadAt: d.readAt, Doc: release.NoDoc}
	if d.row.onSale {
		row.Doc = a.docs
		a.docs++
	}
	if err := a.store.w.AddEvent(row); err != nil || !d.row.onSale {
		return err
	}
	if err := r.gather(a, d); err != nil {
		return err
	}
	if d.kept {
		return corrupt(a.index.Keep(d.doc, r.facetsOf(d.row)))
	}
	doc := search.Doc{Name: d.rec.Name, Description: d.text.Plain, Online: d.rec.IsOnline, JSON: d.item, Card: d.event.Card, Line: d.event.Line}
	if p := d.rec.Location; p != nil {
		doc.Venue, doc.City, doc.State, doc.StateName = p.Name, p.City, p.StateAbbr, p.State
	}
	if p := d.rec.Producer; p != nil {
		doc.Producer, doc.ProducerSlug = p.Name, p.Slug
	}
	return a.index.Add(doc)
}

// facetsOf is what the search filters an event by.
func (r *run) facetsOf(row *row) search.Doc {
	return search.Doc{
		City: r.texts[row.cityName], State: r.texts[row.state], StateName: r.texts[row.stateName],
		Producer: r.texts[row.orgName], ProducerSlug: r.texts[row.orgSlug],
	}
}

// corrupt says of what the search could not keep of the release before that it is
// damaged, so that the build starts anew without it.
func corrupt(err error) error {
	if errors.Is(err, search.ErrNotKept) || errors.Is(err, search.ErrCorrupt) {
		return fmt.Errorf("%w: %w", release.ErrCorrupt, err)
	}
	return err
}

// newEvent adds the resources of an event that was drawn.
func (s *store) newEvent(d *drawn, detailPath string) (modified int64, err error) {
	if modified, err = s.page(d.event.Path, &d.html, &d.md, d.tokens); err != nil {
		return 0, err
	}
	if d.event.Calendar != nil {
		if err := s.single(d.event.Path+".ics", d.event.Calendar, s.prof.calendar, 0); err != nil {
			return 0, err
		}
	}
	variants, err := s.variants(&d.detail, s.prof.detail, 0)
	if err != nil {
		return 0, err
	}
	_, err = s.add(release.Resource{Path: detailPath, Variants: variants})
	return modified, err
}

// takenEvent adds the resources of an event that has not changed.
func (s *store) takenEvent(d *drawn, detailPath string) (modified int64, err error) {
	s.taken++
	if modified, err = s.takePage(d.event.Path); err != nil {
		return 0, err
	}
	if _, err := s.takeSingle(d.event.Path+".ics", s.prof.calendar); err != nil {
		return 0, err
	}
	ok, err := s.takeSingle(detailPath, s.prof.detail)
	if err == nil && !ok {
		err = fmt.Errorf("release %s: %w: no resource %s", s.earlier.rel.ID(), release.ErrCorrupt, detailPath)
	}
	return modified, err
}

// gather keeps what other pages show of an event on sale.
func (r *run) gather(a *assembly, d *drawn) error {
	a.home.add(&d.event, homeCards)
	if d.row.city >= 0 {
		a.cities[d.row.city].add(&d.event, placeCards)
	}
	if d.row.org >= 0 {
		a.orgs[d.row.org].add(&d.event, placeCards)
	}
	a.lines.add(d.event.Line)
	if a.example != nil && len(a.upcoming) >= upcomingEvents {
		return nil
	}
	rec := d.rec
	if rec == nil {
		var err error
		if rec, err = a.drawer.record(d.row); err != nil {
			return err
		}
	}
	if a.example == nil {
		e := rec.Event(d.text.HTML, r.brand.SiteURL+d.event.Path)
		a.example = &e
	}
	if len(a.upcoming) < upcomingEvents {
		a.upcoming = append(a.upcoming, discovery.Upcoming{
			Name: rec.Name, Address: r.brand.SiteURL + twinPath(d.event.Path), Date: a.words.ListDate(rec.Starts, rec.Ends),
		})
	}
	return nil
}
