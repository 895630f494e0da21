package build

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"cartaz/brands"
	"cartaz/builder/internal/build/keep"
	"cartaz/builder/internal/build/site"
	"cartaz/builder/internal/durable"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/pictures"
	"cartaz/builder/internal/report"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/worker"
	"cartaz/builder/release"
	"cartaz/builder/text"
)

// run is the build of one brand: the state that its stages share, and the files that are open until
// it ends.
type run struct {
	brand   *brands.Brand
	options Options
	dir     string    // the brand's output folder
	work    string    // the folder that is written to: dir, or a folder of its own for a dry run
	now     time.Time // UTC, whole seconds
	replay  bool      // the source is not read: the records of the last build are drawn again
	fresh   bool      // the release before is damaged: no stored byte of it is used
	unread  bool      // the source could not be read, or a guard holds its catalogue
	out     *Outcome

	edits    edits
	warnings []string // of the report

	folder  *release.Folder
	prev    previous
	days    *site.Days
	records *ingest.RecordFile
	writer  *release.Writer

	pictures *pictures.Store // nil for a brand without pictures
}

// build runs all stages of a build. All stages before publish leave the live release alone.
func (r *run) build(ctx context.Context) error {
	// Taking the folder takes its lock, so only one builder does the rest.
	if err := r.hold(); err != nil {
		return err
	}
	if err := r.folder.WriteBrand(edgeBrand(r.brand)); err != nil {
		return err
	}
	if err := r.openPrevious(); err != nil {
		return err
	}
	r.pruneFirst()
	var err error
	warn := r.warn
	if r.replay { // the first attempt has logged it
		warn = func(line string) { r.warnings = append(r.warnings, line) }
	}
	with, o := r.brand, r.options.Upstream
	err = r.options.Queue.read(ctx, func(ctx context.Context, wait upstream.Wait) (err error) {
		o.Wait = wait
		r.edits, with, err = readEdits(ctx, r.brand, r.dir, o, warn)
		return err
	})
	r.brand = with
	if err != nil {
		return err
	}
	for _, file := range text.InOrder(r.brand.Drafts) {
		warn(file + " is left out: fill in what is in ⟦⟧, and delete the line draft")
	}
	plan, records, err := r.plan(ctx)
	r.unread = err != nil
	if err != nil {
		return err
	}
	copies, err := r.copyPictures(ctx, plan)
	if err != nil {
		return err
	}
	end, err := r.options.Queue.drawing.take(ctx, int64(len(plan.Rows)))
	if err != nil {
		return err
	}
	defer end()
	if err := worker.Room(); err != nil {
		return err
	}
	renderer, err := r.newRenderer(plan, copies)
	if err != nil {
		return err
	}
	print := renderer.print
	if r.replay && r.prev.live != nil { // only the clock is a reason to draw
		print = r.prev.print
		print.Days = renderer.print.Days
	}
	// Has the live release all this already?
	same := !r.fresh && !r.options.Forget && print == r.prev.print && r.prev.says(plan)
	if !r.fresh && !r.options.DryRun {
		if err := r.prev.sample(uint64(r.options.Now.UnixNano()), same); err != nil {
			return err
		}
	}
	if same { // the result is the live release
		r.out.Report.Resources = r.prev.live.NumResources()
		return r.export(r.prev.live)
	}
	if r.writer, err = r.folder.Create(); err != nil {
		return err
	}
	drawn, err := r.draw(ctx, plan, records, renderer)
	if err != nil {
		return renderer.Fault(err)
	}
	r.out.Drawn = drawn.events
	r.out.Report.Resources = drawn.resources
	return r.publish(ctx, plan, renderer, drawn.history)
}

// plan reads the source, settles its records and judges them: the stages up to the [ingest.Plan].
func (r *run) plan(ctx context.Context) (*ingest.Plan, *site.Records, error) {
	o := ingest.Options{
		Brand: r.brand, Dir: r.dir, Work: r.work, DryRun: r.options.DryRun,
		Tight: r.options.Forget, Program: keep.Program(), Now: r.now,
		Upstream: r.options.Upstream, Log: r.options.Log.With("brand", r.brand.Key),
	}
	if r.prev.live != nil {
		o.Before = r.prev.live.Manifest().BuiltAt
	}
	o.Upstream.Before = func() int {
		if before := report.Of(r.dir, r.prev.eventsOf); before.Documents == 1 {
			return before.Items
		}
		return 0
	}
	var c *ingest.Catalogue
	err := r.options.Queue.read(ctx, func(ctx context.Context, wait upstream.Wait) (err error) {
		o.Upstream.Wait = wait
		if r.replay {
			c, err = ingest.Replay(ctx, o)
		} else {
			c, err = ingest.Read(ctx, o)
		}
		return err
	})
	r.records = c.Records
	r.out.Report = c.Report
	r.out.Pulled = c.Stats
	r.out.Known = c.Known
	if err != nil {
		return nil, nil, err
	}
	defer c.Records.Keep(false) // even after a panic; it does nothing after the call below
	plan := ingest.Settle(c, r.had)
	r.out.Report, r.out.Read = plan.Report, true
	if r.replay {
		r.out.Report = report.Redrawn(r.dir, r.prev.eventsOf, &plan.Report)
	}
	seen := r.judgeEdits(c.Edits, plan)
	g := guard{brand: r.brand, options: &r.options, dir: r.dir, now: r.now, prev: &r.prev,
		plan: plan, revived: c.Revived}
	r.days = site.NewDays(r.brand, plan, r.now)
	err = g.check()
	c.Records.Keep(err == nil)
	if err == nil && !r.replay {
		r.edits.Seen = seen
	}
	err = cmp.Or(err, r.saveEdits())
	return plan, &site.Records{File: c.Records, Checker: c.Checker, Assign: plan.Assign}, err
}

// had reports whether the release before has something at a path.
func (r *run) had(path string) bool { return keep.Has(r.prev.base, path) }

// hold takes the folder that this build writes to. A dry run has a folder of its own: it needs no
// lock, disturbs no other build, and works on a folder that it may only read. Its files need not
// survive a power cut.
func (r *run) hold() error {
	var options release.Options
	r.work = r.dir
	if r.options.DryRun {
		temp, err := os.MkdirTemp("", "cartaz-dry-run-")
		if err != nil {
			return err
		}
		r.work = filepath.Join(temp, r.brand.Key)
		options.Hook = durable.NoSync
	}
	var err error
	r.folder, err = release.Lock(r.work, options)
	return err
}

// close closes everything, users before the things that they need.
func (r *run) close() error {
	var errs []error
	if r.writer != nil {
		errs = append(errs, r.writer.Abort())
	}
	errs = append(errs, r.prev.close())
	if r.records != nil {
		errs = append(errs, r.records.Close())
	}
	if r.pictures != nil {
		errs = append(errs, r.pictures.Close())
	}
	if r.folder != nil {
		errs = append(errs, r.folder.Close())
	}
	if r.work != "" && r.work != r.dir {
		errs = append(errs, os.RemoveAll(filepath.Dir(r.work)))
	}
	return errors.Join(errs...)
}
