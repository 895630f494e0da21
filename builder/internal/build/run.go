package build

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/internal/intake"
	"cartaz/builder/internal/page"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/upstream/cache"
	"cartaz/builder/release"
)

// run is the build of one brand.
type run struct {
	brand   *brands.Brand
	options Options
	dir     string    // the brand's output folder
	work    string    // the folder that is written to: dir, or a copy for a dry run
	now     time.Time // UTC, whole seconds
	fresh   bool      // the release before is damaged: no stored byte of it is used
	out     *Outcome

	folder   *release.Folder
	writer   *release.Writer
	live     *release.Release // before this build; nil for none
	unread   error            // why the live release cannot be read
	size     int              // events before this build, for the guard
	sizeOf   string           // id of the release that had them; "" when nothing is known
	pins     []release.Pin    // releases that were taken back
	prev     *release.Release // what unchanged bytes are taken over from: live, or the newest of pins; nil for the first
	spool    *spool
	renderer string // fingerprint of all that draws; "" when it is not known
	rows     []row
	checker  *intake.Checker
	keys     []intake.Key // of spooled records, in the order of the source
	byID     map[int64]int
	strings  map[string]string
	cities   *places
	orgs     *places
	origins  map[string]bool // of images
}

// build holds the folder and goes through the stages.
func (r *run) build(ctx context.Context) error {
	// Holding the folder takes the lock, so all that follows is done by one
	// builder only.
	if err := r.hold(); err != nil {
		return err
	}
	if err := r.expect(); err != nil {
		return err
	}
	err := r.stages(ctx)
	if again := errors.Is(err, release.ErrCorrupt) && !r.fresh; !r.out.Published && !again {
		r.announce() // what earlier builds published
	}
	return err
}

// stages are all that a build does. Everything up to Publish leaves the live
// release alone.
func (r *run) stages(ctx context.Context) error {
	if err := r.folder.WriteBrand(edgeBrand(r.brand)); err != nil {
		return err
	}
	if err := r.openPrevious(); err != nil {
		return err
	}
	r.pruneFirst()
	var err error
	if r.spool, err = newSpool(r.work); err != nil {
		return err
	}
	if err := r.read(ctx); err != nil {
		return err
	}
	if r.writer, err = r.folder.Create(); err != nil {
		return err
	}
	if err := r.write(ctx); err != nil {
		return err
	}
	return r.publish()
}

func (r *run) close() error {
	var errs []error
	if r.writer != nil {
		errs = append(errs, r.writer.Abort())
	}
	if r.prev != nil && r.prev != r.live {
		errs = append(errs, r.prev.Close())
	}
	if r.live != nil {
		errs = append(errs, r.live.Close())
	}
	if r.spool != nil {
		errs = append(errs, r.spool.close())
	}
	if r.folder != nil {
		errs = append(errs, r.folder.Close())
	}
	if r.work != "" && r.work != r.dir {
		errs = append(errs, os.RemoveAll(filepath.Dir(r.work)))
	}
	return errors.Join(errs...)
}

// pull reads the source, checks every record and spools what is good. answers
// are those of earlier pulls; nil for none.
func (r *run) pull(ctx context.Context, answers *cache.Cache) error {
	r.checker = intake.New(intake.Config{
		Zone: r.brand.Zone, ZoneName: r.brand.Timezone, Currency: r.brand.Currency, BuyURL: r.brand.BuyURL, Now: r.now,
	})
	r.byID, r.strings, r.origins = map[int64]int{}, map[string]string{}, map[string]bool{}
	report := &r.out.Report
	report.Brand = r.brand.Key
	options := r.options.Upstream
	if answers != nil {
		options.Cache = answers // a nil one in the interface would be no nil
	}
	stats, err := upstream.Pull(ctx, upstream.FromBrand(r.brand), options, func(item upstream.Item) error {
		rec, key, findings := r.checker.Check(item.Value, item.Pos.String())
		report.tally.Add(findings...)
		if rec == nil {
			return nil
		}
		return r.take(rec, key)
	})
	r.out.Pulled = stats
	report.pulled(stats)
	if err != nil {
		return err
	}
	return r.spool.flush()
}

// take spools one checked record, or joins it with the one of the same id when
// the brand wants that.
func (r *run) take(rec *catalog.Record, key intake.Key) error {
	if r.brand.Source.Duplicates == brands.MergeDuplicates {
		if at, ok := r.byID[rec.ID]; ok {
			r.out.Report.Merged++
			return r.join(at, rec)
		}
		r.byID[rec.ID] = len(r.keys)
	}
	ref, err := r.spool.put(rec)
	r.keys = append(r.keys, key)
	r.rows = append(r.rows, r.rowOf(rec, ref))
	r.rows[len(r.rows)-1].hash = key.Hash
	r.noteImages(rec)
	return err
}

// noteImages keeps the origins of a record's images: pages load from those only.
func (r *run) noteImages(rec *catalog.Record) {
	for _, address := range []string{rec.Banner, rec.Thumbnail} {
		if origin := page.Origin(address); origin != "" {
			r.origins[origin] = true
		}
	}
}

// rowOf is what stays in memory of a record. Names of places repeat over a
// catalogue, so each is kept once.
func (r *run) rowOf(rec *catalog.Record, ref spoolRef) row {
	row := row{ref: ref, id: rec.ID, name: rec.Name, sort: rec.Starts.SortKey(), onSale: rec.OnSale(), ended: rec.IsEnded, city: -1, org: -1}
	if p := rec.Location; p != nil {
		row.cityName, row.state = r.once(p.City), r.once(p.StateAbbr)
	}
	if p := rec.Producer; p != nil {
		row.orgName, row.orgSlug = r.once(p.Name), r.once(p.Slug)
	}
	return row
}

// once is the one copy of a string that repeats.
func (r *run) once(s string) string {
	if kept, ok := r.strings[s]; ok {
		return kept
	}
	r.strings[s] = s
	return s
}

// join merges a record into the one spooled before.
func (r *run) join(at int, more *catalog.Record) error {
	if err := r.spool.flush(); err != nil {
		return err
	}
	rec, err := r.spool.get(r.rows[at].ref)
	if err != nil {
		return err
	}
	merge(rec, more)
	r.noteImages(rec)
	ref, err := r.spool.put(rec)
	r.keys[at].Hash = intake.Hash(rec)
	r.keys[at].Updated = rec.UpdatedAt.Unix()
	r.rows[at] = r.rowOf(rec, ref)
	r.rows[at].hash = r.keys[at].Hash
	return err
}

// settle decides what only the whole catalogue can tell: duplicates and slugs,
// the order of the list, cities and organisers.
func (r *run) settle() {
	settled := intake.Settle(r.keys)
	r.out.Report.tally.Add(settled.Findings...)
	rows := r.rows[:0]
	for i, slug := range settled.Slugs {
		if slug != "" {
			r.rows[i].slug = slug
			r.rows[i].hash = withSlug(r.rows[i].hash, slug)
			rows = append(rows, r.rows[i])
		}
	}
	r.rows, r.keys, r.byID, r.strings = rows, nil, nil, nil
	slices.SortFunc(r.rows, byListOrder)
	r.cities, r.orgs = newPlaces(), newPlaces()
	for i := range r.rows {
		row := &r.rows[i]
		if key := page.CityKey(row.cityName, row.state); key != "" {
			row.city = r.cities.add(key, row.cityName, "", row.state)
		}
		if row.orgSlug != "" {
			row.org = r.orgs.add(row.orgSlug, row.orgName, row.orgSlug, "")
		}
		for _, pl := range r.placesOf(row) {
			pl.rows = append(pl.rows, int32(i))
			if row.onSale {
				pl.onSale++
			}
		}
		if row.onSale {
			r.out.Report.OnSale++
		}
	}
	r.cities.settle()
	r.orgs.settle()
	r.out.Report.Published = len(r.rows)
	r.out.Report.finish()
}

func (r *run) placesOf(row *row) []*place {
	var list []*place
	if row.city >= 0 {
		list = append(list, r.cities.list[row.city])
	}
	if row.org >= 0 {
		list = append(list, r.orgs.list[row.org])
	}
	return list
}

// guard holds back a catalogue that has shrunk more than the brand allows: the
// likeliest reason is a source that lies.
func (r *run) guard() error {
	if len(r.rows) == 0 {
		return fmt.Errorf("%w: no record of %d could be published: repair the source or its map", ErrHeld, r.out.Report.Records)
	}
	before, after := r.size, len(r.rows)
	if shrink := 1 - float64(after)/float64(before); before > 0 && shrink > r.brand.Guards.MaxShrink && !r.options.AcceptShrink {
		whose := ""
		if r.live == nil {
			whose = " in release " + r.sizeOf + ", the last one whose manifest can be read,"
		}
		return fmt.Errorf("%w: the catalogue fell from %d events%s to %d (%.0f %%, guards.max_shrink in %s allows %.0f %%); if that is true, build once with --accept-shrink",
			ErrHeld, before, whose, after, 100*shrink, r.brand.File(), 100*r.brand.Guards.MaxShrink)
	}
	return nil
}
