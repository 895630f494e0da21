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

// publish seals the release and makes it live, unless it says nothing new, or
// only what an operator took back.
func (r *run) publish() error {
	facts := release.Facts{Brand: edgeBrand(r.brand), Renderer: r.renderer, BuiltAt: r.now, Events: len(r.rows), OnSale: r.out.Report.OnSale}
	content, err := r.writer.Content(facts)
	if err != nil {
		return err
	}
	for _, pin := range r.pins {
		if pin.Content == content {
			return r.stay(pin)
		}
	}
	if r.live != nil && !r.fresh {
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
	r.announce() // before anything old is pruned
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
	if err = errors.Join(r.export(live), live.Close()); err != nil {
		return err
	}
	_, err = r.folder.Prune(r.retention())
	return err
}

// stay leaves the live release as it is, because this build makes again what was
// taken back. When the live one is damaged there is nothing that a build could
// repair it with: what the source says is what an operator did not want.
func (r *run) stay(pin release.Pin) error {
	r.out.Pinned = pin.Release
	err := r.unread
	if r.live != nil && r.fresh {
		err = r.live.Verify(true)
	}
	if err != nil {
		// The cause is not wrapped: to build anew because of it would end here again.
		return fmt.Errorf("the release that is live since a rollback is damaged, and this build makes %s once more, which was taken back: "+
			"roll back to another one, or accept what builds make with builder rollback --clear %s: %v", pin.Release, r.brand.Key, err)
	}
	return r.export(r.live)
}

// retention is which releases stay; the live one is the newest.
func (r *run) retention() release.Retention {
	return release.Retention{Newest: r.options.Keep + 1, For: r.options.KeepFor, Now: r.now}
}

// pruneFirst removes what builds have left that never reached their end, as under
// a time limit that has become too short: else each would add a release or a
// segment, until the disk is full. Around a damaged release nothing is removed
// that could help to repair it.
func (r *run) pruneFirst() {
	if r.unread != nil || r.fresh {
		return
	}
	if _, err := r.folder.Prune(r.retention()); err != nil {
		r.options.Log.Warn("old releases not removed", "brand", r.brand.Key, "err", err)
	}
}

// compare says what the release of a dry run would change.
func (r *run) compare(id string) error {
	made, err := release.Open(r.work, id)
	if err != nil {
		return err
	}
	before := r.live
	if r.fresh {
		before = nil // its bodies cannot all be read
	}
	r.out.Changes, err = Diff(before, made)
	return errors.Join(err, made.Close())
}

// export brings the plain files in line with the live release.
func (r *run) export(live *release.Release) (err error) {
	if r.options.Export && r.brand.Export && !r.options.DryRun {
		r.out.Exported, err = Export(r.dir, live)
	}
	return err
}
