package build

import (
	"errors"

	"cartaz/builder/release"
)

// Announce calls changed once for each publish since the last announcement: before is the release
// that was live, after the one that replaced it. When a release on the way cannot be read there is
// one call with a nil before, which means that everything may have changed. Neither release may be
// used after changed has returned.
//
// It returns the id of the live release, "" when there was nothing to announce. The caller records
// the announcement with [release.Folder.Announced].
func Announce(dir string, changed func(before, after *release.Release)) (live string, err error) {
	ids, err := release.Unannounced(dir)
	if err != nil || len(ids) == 0 {
		return "", err
	}
	if live, err = release.Current(dir); err != nil {
		return "", err
	}
	after, err := release.Open(dir, live)
	if err != nil {
		return "", err
	}
	chain := make([]*release.Release, 0, len(ids)+1)
	for _, id := range ids {
		rel, err := release.Open(dir, id)
		if err != nil {
			// Pruned, rotten, or the first publish of all.
			closeAll(chain)
			chain = chain[:0]
			break
		}
		chain = append(chain, rel)
	}
	chain = append(chain, after)
	if len(chain) == 1 {
		changed(nil, after)
	}
	for i, before := range chain[:len(chain)-1] {
		if before.ID() != chain[i+1].ID() {
			changed(before, chain[i+1])
		}
	}
	return live, closeAll(chain)
}

func closeAll(list []*release.Release) error {
	var errs []error
	for _, rel := range list {
		errs = append(errs, rel.Close())
	}
	return errors.Join(errs...)
}

// expect has this and every later publish remembered until it is announced.
func (r *run) expect() error {
	if r.options.Changed == nil || r.options.DryRun {
		return nil
	}
	return r.folder.ExpectAnnouncements()
}

// announce makes the announcements that are due. One that fails is left to the next build.
func (r *run) announce() {
	if r.options.Changed == nil || r.options.DryRun {
		return
	}
	if _, err := Announce(r.dir, r.options.Changed); err != nil {
		r.options.Log.Warn("what was published cannot be announced now", "brand",
			r.brand.Key, "err", err)
	}
}
