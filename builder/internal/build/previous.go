package build

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"cartaz/builder/release"
)

// openPrevious opens the live release, and the one that unchanged bytes are
// taken over from. One that cannot be read is treated as none: a build is how
// it is healed.
//
// After a rollback that is not the live release but the newest that was taken
// back. Only what is drawn on top of that one can turn out to be that very one
// again: on top of another, the times of all that changed in between would be
// those of today.
//
// A fresh attempt opens both, too. Their tables are sound, and from those it takes
// the times, so that what it makes is recognised; of their stored bytes it takes
// none.
func (r *run) openPrevious() error {
	var err error
	if r.pins, err = release.Pins(r.dir); err != nil && !errors.Is(err, release.ErrNotFound) {
		return fmt.Errorf("%w; builder rollback --clear %s forgets what was taken back", err, r.brand.Key)
	}
	id, err := release.Current(r.dir)
	if err == nil {
		r.live, err = openWhole(r.dir, id)
	}
	if err != nil && (id != "" || !errors.Is(err, release.ErrNotFound)) {
		r.unread = err
		r.options.Log.Warn("live release unreadable, building from nothing", "brand", r.brand.Key, "err", err)
	}
	r.learnSize(id)
	r.prev = r.live
	if n := len(r.pins); n > 0 {
		taken, err := openWhole(r.dir, r.pins[n-1].Release)
		if err != nil {
			r.options.Log.Warn("release that was taken back is unreadable, a build cannot make it again", "brand", r.brand.Key, "err", err)
			return nil
		}
		r.prev = taken
	}
	return r.sample()
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

// learnSize finds out how many events there were, for the guard. Damage must not
// switch that off, so it comes from the manifest of the live release, whatever is
// wrong with its other files, else from the newest manifest that can be read and
// was not taken back. Without any there is nothing that an edge could serve, and
// what the source says is better than that.
func (r *run) learnSize(live string) {
	ids, err := release.List(r.dir)
	if err != nil && !errors.Is(err, release.ErrNotFound) {
		r.options.Log.Warn("releases cannot be listed", "brand", r.brand.Key, "err", err)
	}
	ids = slices.DeleteFunc(ids, func(id string) bool {
		return id == live || slices.ContainsFunc(r.pins, func(p release.Pin) bool { return p.Release == id })
	})
	if live != "" {
		ids = append(ids, live)
	}
	for _, id := range slices.Backward(ids) {
		if m, err := release.ReadManifest(r.dir, id); err == nil {
			r.size, r.sizeOf = m.Events, id
			return
		}
	}
	if len(ids) > 0 {
		r.options.Log.Warn("no release can be read, so nothing is known of how many events there were", "brand", r.brand.Key)
	}
}

// sampled is how many stored bytes a build checks. Bodies that have not changed
// are not read by anybody else here, unless they are exported.
const sampled = 4 << 20

// sample checks some stored bytes of the live release, others in each run, so that
// what rots on a disk is found in days and not when the event changes. The build
// then draws everything anew.
func (r *run) sample() error {
	if r.live == nil || r.fresh || r.options.DryRun {
		return nil
	}
	where := rand.New(rand.NewPCG(uint64(r.options.Now.UnixNano()), 0)).Uint64()
	return r.live.VerifySome(where, sampled)
}
