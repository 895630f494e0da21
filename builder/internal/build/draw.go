package build

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/internal/build/keep"
	"cartaz/builder/internal/build/site"
	"cartaz/builder/internal/durable"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/release"
	"cartaz/builder/search"
)

// drawing is the second pass: it renders a plan into a release. It draws the events, and keeps what
// pages about more than one event show of them.
type drawing struct {
	*site.Site
	options *Options
	events  *eventRenderer
	search  *searchWriter
	data    *site.Data
	release *release.Writer
	taken   int // events whose bytes come from the release before
}

// drawn is the result of the second pass.
type drawn struct {
	events    int           // events that were rendered; the others stayed in place
	resources int           // addresses
	history   *site.History // that the release will hold
}

// draw renders a plan into r.writer.
func (r *run) draw(ctx context.Context, plan *ingest.Plan, records *site.Records,
	rend *renderer) (drawn, error) {
	carry := &keep.CarryOver{}
	if !r.fresh {
		var err error
		if carry, err = keep.Open(r.prev.base, rend.print,
			r.options.DryRun || r.options.Forget); err != nil {
			r.options.Log.Warn("search index of the live release unreadable, drawing all anew",
				"brand", r.brand.Key, "err", err)
		}
	}
	rend.Assets().All = append(rend.Assets().All, r.pictures.Files()...)
	var origins []string
	for _, address := range plan.Images {
		if rend.Copies[address].Sizes == nil {
			origins = append(origins, ingest.Origin(address))
		}
	}
	stored, err := keep.New(keep.Options{Writer: r.writer, Base: r.prev.base, Carry: carry,
		Profiles: keep.NewProfiles(r.brand, origins),
		Now:      r.now.Unix(), Own: ownFiles(r.brand)})
	if err != nil {
		return drawn{}, err
	}
	for _, p := range slices.Concat(rend.own, rend.groups) {
		for _, path := range p.Links() {
			stored.Linked[path] = false
		}
	}
	fragments, err := site.NewFragments(r.work, len(plan.Rows), carry)
	if err != nil {
		return drawn{}, err
	}
	defer fragments.Close()
	indexFile, err := durable.Unnamed(r.work)
	if err != nil {
		return drawn{}, err
	}
	defer indexFile.Close()
	d := &drawing{
		Site: &site.Site{
			Brand: r.brand, Plan: plan, Renderer: rend.Renderer, Own: rend.own,
			Said: rend.groups, Days: rend.days,
			Sections: site.SectionsOf(plan), Records: records,
			Log: r.options.Log, Base: r.prev.base, Carry: carry, Store: stored,
			History: r.openHistory(), Next: &site.History{},
			Fragments: fragments, Languages: rend.print.Languages, Now: r.now.Unix(),
			Programme: site.Programme(r.brand, plan), Modified: make([]int64, 0, len(plan.Rows)),
		},
		options: &r.options, release: r.writer,
		search: &searchWriter{index: search.NewWriter(indexFile), carry: carry,
			locale: r.brand.Locale, countries: map[string][]string{}},
	}
	d.data = site.NewData(d.Site)
	d.events = &eventRenderer{Site: d.Site, same: d.SameRelated(), related: d.Related}
	if err := d.write(ctx, rend); err != nil {
		return drawn{}, err
	}
	return drawn{events: len(plan.Rows) - d.taken, resources: stored.Resources(),
		history: d.Next}, nil
}

// ownFiles returns the addresses of the brand's own files.
func ownFiles(b *brands.Brand) map[string]bool {
	paths := map[string]bool{}
	for i := range b.Static {
		paths[b.Static[i].Path] = true
	}
	return paths
}

// write renders everything: events, the search index, the pages about more than one event, the
// documents.
func (d *drawing) write(ctx context.Context, rend *renderer) error {
	if err := d.search.begin(rend.print.Languages, d.Brand.Search.Groups()); err != nil {
		return err
	}
	if err := d.writeEvents(ctx); err != nil {
		return err
	}
	if err := d.data.End(); err != nil {
		return err
	}
	if err := d.search.end(d.release.SearchIndex()); err != nil {
		return err
	}
	return d.Write(d.data, d.options.Templates, ctx.Err)
}

// writeEvents renders every event, in list order.
func (d *drawing) writeEvents(ctx context.Context) error {
	rows := d.Plan.Rows
	err := d.events.renderAll(ctx, rows, func(event *renderedEvent) error {
		if err := d.writeEvent(event); err != nil {
			return err
		}
		if d.options.Progress != nil {
			d.options.Progress(d.Brand.Key, len(d.Modified), len(rows))
		}
		return nil
	})
	if err != nil {
		return err
	}
	slices.SortFunc(d.Next.Events,
		func(a, b site.EventPast) int { return cmp.Compare(a.ID, b.ID) })
	return d.Fragments.Flush()
}

// writeEvent stores one event: page, twin, calendar, API detail, and its place in the search index
// if it is on sale.
func (d *drawing) writeEvent(e *renderedEvent) error {
	store := d.newEvent
	if e.taken {
		store = d.takenEvent
	}
	modified, err := store(e, catalog.DetailPath(d.Brand.BasePath(), e.row.Slug))
	if err != nil {
		return err
	}
	d.Modified = append(d.Modified, modified)
	d.FirstListed = append(d.FirstListed, e.past.Listed)
	e.past.Slug, e.past.City, e.past.OnSale = e.row.Slug, "", e.row.OnSale
	if city := d.Plan.GroupOf(ingest.City, e.row); city != nil {
		e.past.City = city.Key
	}
	e.past.Hash = site.HashOf(e.row)
	d.Next.Events = append(d.Next.Events, e.past)
	row := release.EventRow{ID: e.row.ID, Hash: e.row.Hash, ReadAt: e.readAt,
		Doc: d.search.next(e.row.OnSale)}
	if err := d.release.AddEvent(row); err != nil {
		return err
	}
	if !e.row.OnSale {
		return nil
	}
	item := e.item
	if e.kept {
		if item, err = d.Carry.Index.JSON(e.doc); err != nil {
			return corrupt(err)
		}
		d.Carry.Read(len(item))
	}
	if err := d.data.Add(e.row, item, e.was); err != nil {
		return err
	}
	return d.search.add(e, d.Plan.Facets(e.row))
}

// newEvent adds the resources of an event that was drawn.
func (d *drawing) newEvent(e *renderedEvent, detailPath string) (modified int64, err error) {
	if modified, err = d.Store.Page(e.event.Path, &e.html, &e.md); err != nil {
		return 0, err
	}
	if e.event.Calendar != nil {
		if err := d.Store.Collection(e.event.Path+catalog.CalendarSuffix, e.event.Calendar,
			d.Store.Profiles.Calendar); err != nil {
			return 0, err
		}
	}
	if err := d.Store.Picture(e.event.Path, e.event.Picture); err != nil {
		return 0, err
	}
	if err := d.Store.Detail(detailPath, &e.detail); err != nil {
		return 0, err
	}
	return modified, d.Fragments.Add(&e.event, e.row.OnSale, !e.row.Ended)
}

// takenEvent adds the resources of an event that has not changed.
func (d *drawing) takenEvent(e *renderedEvent, detailPath string) (modified int64, err error) {
	d.taken++
	if modified, err = d.Store.TakePage(e.event.Path); err != nil {
		return 0, err
	}
	dated, err := d.Store.TakeSingle(e.event.Path+catalog.CalendarSuffix,
		d.Store.Profiles.Calendar)
	if err == nil {
		err = d.Store.TakePicture(e.event.Path)
	}
	if err != nil {
		return 0, err
	}
	ok, err := d.Store.TakeSingle(detailPath, d.Store.Profiles.Detail)
	if err == nil && !ok {
		err = fmt.Errorf("release %s: %w: no resource %s", d.Carry.Release.ID(),
			release.ErrCorrupt, detailPath)
	}
	d.Fragments.Take(e.doc, dated && !e.row.Ended)
	return modified, err
}

// corrupt marks a failed carry-over of the search index as damage of the release before, so that
// the build starts anew without it.
func corrupt(err error) error {
	if errors.Is(err, search.ErrNotCarried) || errors.Is(err, search.ErrCorrupt) {
		return fmt.Errorf("%w: %w", release.ErrCorrupt, err)
	}
	return err
}
