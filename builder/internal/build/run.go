package build

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"time"

	"cartaz/brands"
	"cartaz/builder/internal/intake"
	"cartaz/builder/internal/page"
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
	spool    spool
	complete bool // the whole source was read
	checker  *intake.Checker
	rows     []row
	keys     []intake.Key // of spooled records, in the order of the source
	byID     map[int64]int
	texts    []string // that rows name by number
	numbers  map[string]uint32
	cities   *places
	orgs     *places
	drawer   *page.Renderer
	renderer string // fingerprint of all that draws; "" when it is not known
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
	if err := r.openSpool(); err != nil {
		return err
	}
	if err := r.read(ctx); err != nil {
		return err
	}
	if err := r.ready(); err != nil {
		return err
	}
	if r.unchanged() {
		r.out.Report.Resources = r.live.NumResources()
		return r.export(r.live)
	}
	defer thrift(len(r.rows))()
	var err error
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
	if r.spool.memo != nil {
		errs = append(errs, r.closeSpool())
	}
	if r.folder != nil {
		errs = append(errs, r.folder.Close())
	}
	if r.work != "" && r.work != r.dir {
		errs = append(errs, os.RemoveAll(filepath.Dir(r.work)))
	}
	return errors.Join(errs...)
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
	r.rows, r.keys, r.byID, r.numbers = rows, nil, nil, nil
	slices.SortFunc(r.rows, byListOrder)
	for i := range r.rows {
		r.rows[i].name = "" // of a million events, the names are dozens of megabytes
	}
	r.cities, r.orgs = newPlaces(), newPlaces()
	for i := range r.rows {
		row := &r.rows[i]
		city, state, slug := r.texts[row.cityName], r.texts[row.state], r.texts[row.orgSlug]
		if key := page.CityKey(city, state); key != "" {
			row.city = r.cities.add(key, city, "", state)
		}
		if slug != "" {
			row.org = r.orgs.add(slug, r.texts[row.orgName], slug, "")
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
