package build

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"cartaz/builder/internal/durable"
	"cartaz/builder/release"
)

// hold takes the folder that this build writes to. That of a dry run is one of
// its own, so it needs no lock, disturbs nobody, and works on a folder that it
// may only read. Nothing in it has to outlive a power cut.
func (r *run) hold() error {
	var options release.Options
	r.work = r.dir
	if r.options.DryRun {
		temp, err := os.MkdirTemp("", "cartaz-dry-run-")
		if err != nil {
			return err
		}
		r.work = filepath.Join(temp, r.brand.Key)
		options.Hook = func(op durable.Op, _ string, do func() error) error {
			if op == durable.OpSync || op == durable.OpSyncDir {
				return nil
			}
			return do()
		}
	}
	var err error
	r.folder, err = release.Hold(r.work, options)
	return err
}

// openPrevious opens the live release, and the one that unchanged bytes are
// taken over from. One that cannot be read is treated as none: a build is how
// it is healed.
//
// After a rollback that is not the live release but the newest that was taken
// back. Only what is drawn on top of that one can turn out to be that very one
// again: on top of another, the times of all that changed in between would be
// those of today.
func (r *run) openPrevious() error {
	var err error
	if r.pins, err = release.Pins(r.dir); err != nil && !errors.Is(err, release.ErrNotFound) {
		return fmt.Errorf("%w; builder rollback --clear %s forgets what was taken back", err, r.brand.Key)
	}
	if r.fresh {
		return nil
	}
	id, err := release.Current(r.dir)
	if errors.Is(err, release.ErrNotFound) {
		return nil
	}
	if err == nil {
		r.live, err = openWhole(r.dir, id)
	}
	if err != nil {
		r.options.Log.Warn("live release unreadable, building from nothing", "brand", r.brand.Key, "err", err)
	}
	r.prev = r.live
	if n := len(r.pins); n > 0 && r.live != nil {
		taken, err := openWhole(r.dir, r.pins[n-1].Release)
		if err != nil {
			r.options.Log.Warn("release that was taken back is unreadable, a build cannot make it again", "brand", r.brand.Key, "err", err)
			return nil
		}
		r.prev = taken
	}
	return nil
}

// openWhole opens a release whose index files are as they were sealed.
func openWhole(dir, id string) (*release.Release, error) {
	rel, err := release.Open(dir, id)
	if err != nil {
		return nil, err
	}
	if err := rel.Verify(false); err != nil {
		return nil, errors.Join(err, rel.Close())
	}
	return rel, nil
}

// publish seals the release and makes it live, unless it says nothing new, or
// only what an operator took back.
func (r *run) publish() error {
	facts := release.Facts{Brand: edgeBrand(r.brand), Renderer: r.renderer, BuiltAt: r.now, Events: len(r.rows), OnSale: r.out.Report.OnSale}
	content, err := r.writer.Content(facts)
	if err != nil {
		return err
	}
	if r.live != nil {
		for _, pin := range r.pins {
			if pin.Content == content {
				r.out.Pinned = pin.Release
				return r.export(r.live)
			}
		}
		// Another renderer with the same result is sealed too: the next build could
		// take nothing over otherwise, and would draw everything again for ever.
		if m := r.live.Manifest(); m.Content == content && (m.Renderer == r.renderer || r.options.DryRun) {
			return r.export(r.live)
		}
	}
	report, err := r.out.Report.encode()
	if err != nil {
		return err
	}
	id, err := r.writer.Seal(facts, report)
	if err != nil {
		return err
	}
	if r.options.DryRun {
		return r.compare(id)
	}
	if err := r.folder.Publish(id); err != nil {
		return err
	}
	r.out.Published = true
	if n := len(r.pins); n > 0 {
		// They do not count any more: the new release is newer than all of them.
		r.out.Unpinned = r.pins[n-1].Release
		if err := r.folder.ClearRollback(); err != nil {
			return err
		}
	}
	live, err := release.Open(r.dir, id)
	if err != nil {
		return err
	}
	if r.options.Changed != nil {
		r.options.Changed(r.live, live)
	}
	if err = errors.Join(r.export(live), live.Close()); err != nil {
		return err
	}
	_, err = r.folder.Prune(release.Retention{Newest: r.options.Keep + 1, For: r.options.KeepFor, Now: r.now}) // the live one is the newest
	return err
}

// compare says what the release of a dry run would change.
func (r *run) compare(id string) error {
	made, err := release.Open(r.work, id)
	if err != nil {
		return err
	}
	r.out.Changes, err = Diff(r.live, made)
	return errors.Join(err, made.Close())
}

// export brings the plain files in line with the live release.
func (r *run) export(live *release.Release) (err error) {
	if r.options.Export && r.brand.Export && !r.options.DryRun {
		r.out.Exported, err = Export(r.dir, live)
	}
	return err
}
