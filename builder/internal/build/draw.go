package build

import (
	"context"
	"errors"
	"fmt"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/internal/discovery"
	"cartaz/builder/internal/durable"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/markup"
	"cartaz/builder/internal/page"
	"cartaz/builder/internal/page/csp"
	"cartaz/builder/internal/tokens"
	"cartaz/builder/internal/words"
	"cartaz/builder/release"
	"cartaz/builder/release/oembed"
	"cartaz/builder/search"
)

// How many fragments the pages of a brand show.
const (
	homeCards      = 8
	homeChips      = 12
	groupCards     = 20 // a page of a group; the list has the rest
	nearVenues     = 6
	nearMetres     = 2000
	pastEvents     = 10
	listCities     = 60 // of the select box; the search field finds the others
	upcomingEvents = discovery.MaxUpcoming
)

// drawing is the second pass: it renders a plan into a release, and gathers on the way what the
// pages show that are about more than one event.
type drawing struct {
	brand   *brands.Brand
	options *Options
	plan    *ingest.Plan
	base    *release.Release // nil for the first release

	renderer   *renderer
	calendar   *calendar
	events     *eventRenderer
	words      *words.Words
	store      *store
	index      *search.Writer
	cards      *cardFile
	sections   page.Sections
	upcoming   []discovery.Upcoming
	example    *catalog.Event
	sitemap    []discovery.Entry // of the pages that are not events
	lines      tokenRate
	facetWords *facetWords
	docs       uint32  // documents of the search index so far
	modified   []int64 // Unix seconds, of each row: Last-Modified of its page

	calendars   *calendarFile
	firstListed []int64 // Unix seconds, of each row: history.listed
	revised     []int64 // Unix seconds, of each row: history.revised
	data        *dataFile
	titles      []oembed.Title     // of the pages that can be embedded
	programme   []int32            // rows that schedule.xml shows
	changed     int64              // latest of revised; 0 until it is asked for
	ids         map[int64]struct{} // of all events; nil until it is asked for
	collected   map[string]bool    // pages that a calendar and feeds were written for
}

// drawn is what the second pass made.
type drawn struct {
	events    int // that were rendered; the others stayed where they lie
	resources int // addresses
}

// tokenRate gathers how many tokens the lines of joined pages have, so that the edge can estimate a
// page of results by its length alone.
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

// draw renders a plan into r.writer.
func (r *run) draw(ctx context.Context, plan *ingest.Plan, src source, rend *renderer) (drawn,
	error) {
	var carry carryOver
	if !r.fresh {
		var err error
		if carry, err = openCarryOver(r.prev.base, rend.fingerprint, r.options.DryRun); err != nil {
			r.options.Log.Warn("search index of the live release unreadable, drawing all anew",
				"brand", r.brand.Key, "err", err)
		}
	}
	codec, err := newCodec()
	if err != nil {
		return drawn{}, err
	}
	origins := plan.ImageOrigins()
	prof := newProfiles(r.brand, csp.Pages(r.brand, origins), csp.Embeds(r.brand, origins))
	now := r.now.Unix()
	d := &drawing{
		brand: r.brand, options: &r.options, plan: plan, sections: sections(plan),
		base: r.prev.base, renderer: rend, calendar: rend.calendar,
		words: rend.Words(), facetWords: newFacetWords(r.brand.Locale),
		events: &eventRenderer{
			source: src, renderer: rend.Renderer, cleaner: markup.New(), siteURL: r.brand.SiteURL,
			base: r.prev.base, carry: carry, now: now,
		},
		store:    newStore(r, carry, codec, prof, rend.own),
		modified: make([]int64, 0, len(plan.Rows)), programme: programme(r.brand, plan),
	}
	fragmentFile, err := durable.Unnamed(r.work)
	if err != nil {
		return drawn{}, err
	}
	defer fragmentFile.Close()
	d.index = search.NewWriter(fragmentFile)
	if d.cards, err = newCardFile(r.work, len(plan.Rows)); err != nil {
		return drawn{}, err
	}
	defer d.cards.close()
	if d.calendars, err = newCalendarFile(r.work, len(plan.Rows)); err != nil {
		return drawn{}, err
	}
	defer d.calendars.close()
	d.data = &dataFile{store: d.store, index: carry.index}
	if err := d.write(ctx); err != nil {
		return drawn{}, err
	}
	return drawn{events: len(plan.Rows) - d.store.taken, resources: d.store.count}, nil
}

// write renders everything: events, the search index, the pages about more than one event, the
// documents.
func (d *drawing) write(ctx context.Context) error {
	if err := d.index.Languages(d.renderer.languages); err != nil {
		return fmt.Errorf("search index: %w", err)
	}
	if err := d.index.Synonyms(d.brand.Search.Synonyms); err != nil {
		return fmt.Errorf("search index: %w", err)
	}
	carry := &d.store.carry
	if carry.keep {
		d.index.Base(carry.index)
	}
	if err := d.writeEvents(ctx); err != nil {
		return err
	}
	if _, err := d.index.WriteTo(&forgetful{Writer: d.store.w.SearchIndex(),
		rel: carry.rel}); err != nil {
		return fmt.Errorf("search index: %w", corrupt(err))
	}
	if err := d.writePages(); err != nil {
		return err
	}
	return d.writeDocuments()
}

// writeEvents renders every event, in list order.
func (d *drawing) writeEvents(ctx context.Context) error {
	rows := make([]*ingest.Row, len(d.plan.Rows))
	for i := range d.plan.Rows {
		rows[i] = &d.plan.Rows[i]
	}
	err := d.events.renderAll(ctx, rows, func(event *renderedEvent) error {
		if err := d.writeEvent(event); err != nil {
			return err
		}
		done := len(d.modified)
		if done%forgetEvents == 0 && d.base != nil {
			d.base.ForgetPages()
		}
		if d.options.Progress != nil {
			d.options.Progress(d.brand.Key, done, len(rows))
		}
		return nil
	})
	if err != nil {
		return err
	}
	return d.cards.flush()
}

// writeEvent stores one event: page, twin, calendar, API detail, and its place in the search index
// when it is on sale.
func (d *drawing) writeEvent(e *renderedEvent) error {
	resources := d.store.newEvent
	if e.taken {
		resources = d.store.takenEvent
	}
	modified, err := resources(e, catalog.DetailPath(d.brand.BasePath(), e.row.Slug))
	if err != nil {
		return err
	}
	d.modified = append(d.modified, modified)
	row := release.EventRow{ID: e.row.ID, Hash: e.row.Hash, ReadAt: e.readAt, Doc: release.NoDoc,
		Listed: e.past.listed, Revised: e.past.revised, Sequence: e.past.sequence,
		Facts: e.past.facts}
	if e.row.OnSale {
		row.Doc = d.docs
		d.docs++
	}
	if err := d.store.w.AddEvent(row); err != nil {
		return err
	}
	if err := d.gatherCalendar(e); err != nil {
		return err
	}
	if !e.row.OnSale {
		return d.cards.add(nil)
	}
	if err := d.gather(e); err != nil {
		return err
	}
	if err := d.data.add(e); err != nil {
		return err
	}
	facets := d.facetWords.of(d.plan.Facets(e.row))
	if e.kept {
		return corrupt(d.index.CarryOver(e.doc, facets))
	}
	return d.index.Add(searchDoc(e, facets))
}

// corrupt says of what the search could not keep of the release before that it is damaged, so that
// the build starts anew without it.
func corrupt(err error) error {
	if errors.Is(err, search.ErrNotCarried) || errors.Is(err, search.ErrCorrupt) {
		return fmt.Errorf("%w: %w", release.ErrCorrupt, err)
	}
	return err
}

// newEvent adds the resources of an event that was drawn.
func (s *store) newEvent(d *renderedEvent, detailPath string) (modified int64, err error) {
	if modified, err = s.page(d.event.Path, &d.html, &d.md, d.tokens); err != nil {
		return 0, err
	}
	if d.event.Calendar != nil {
		if err := s.collection(d.event.Path+".ics", d.event.Calendar, s.prof.calendar); err != nil {
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
func (s *store) takenEvent(d *renderedEvent, detailPath string) (modified int64, err error) {
	s.taken++
	if modified, err = s.takePage(d.event.Path); err != nil {
		return 0, err
	}
	if _, err := s.takeSingle(d.event.Path+".ics", s.prof.calendar); err != nil {
		return 0, err
	}
	ok, err := s.takeSingle(detailPath, s.prof.detail)
	if err == nil && !ok {
		err = fmt.Errorf("release %s: %w: no resource %s", s.carry.rel.ID(), release.ErrCorrupt,
			detailPath)
	}
	return modified, err
}

// gather keeps what other pages show of an event on sale.
func (d *drawing) gather(e *renderedEvent) error {
	if err := d.cards.add(&e.event); err != nil {
		return err
	}
	d.lines.add(e.event.Line)
	if d.example != nil && len(d.upcoming) >= upcomingEvents {
		return nil
	}
	rec := e.rec
	if rec == nil {
		var err error
		if rec, err = d.events.record(e.row); err != nil {
			return err
		}
	}
	if d.example == nil {
		event := rec.Event(e.text.HTML, d.brand.SiteURL+e.event.Path)
		d.example = &event
	}
	if len(d.upcoming) < upcomingEvents {
		d.upcoming = append(d.upcoming, discovery.Upcoming{
			Name: rec.Name, Address: d.brand.SiteURL + catalog.TwinPath(e.event.Path),
			Date: d.words.Dates.List(rec.Starts, rec.Ends),
		})
	}
	return nil
}
