package mirror

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"cartaz/builder/bucket"
	"cartaz/builder/bucket/store"
	"cartaz/builder/release"
)

// fetch fetches the brands whose folder lacks the live release, starting with brands that have no
// release.
func (m *Mirror) fetch(ctx context.Context) {
	type missing struct {
		key, have string
		entry     bucket.Entry
	}
	var list []missing
	m.held.refresh(m.state.Brands, time.Now(), rereads*m.cfg.Every)
	for key, e := range m.state.Brands {
		have, f := m.held.of(key), m.failed[key]
		past := f != nil && !f.entry.Same(&e) // the failed release is no longer live
		if have == e.Release {
			if past {
				delete(m.failed, key)
				m.note(key, nil)
			}
			continue
		}
		if f != nil && !past && time.Now().Before(f.until) {
			continue
		}
		list = append(list, missing{key, have, e})
	}
	slices.SortFunc(list, func(a, b missing) int {
		return cmp.Or(cmp.Compare(a.have, b.have), cmp.Compare(a.key, b.key))
	})
	var group errgroup.Group
	group.SetLimit(brandsAtOnce)
	errs := make([]error, len(list))
	for i, x := range list {
		group.Go(func() error {
			errs[i] = m.pull(ctx, x.key, x.entry, false)
			return nil
		})
	}
	_ = group.Wait() // each brand has its own error
	for i, x := range list {
		m.settle(ctx, x.key, x.entry, errs[i])
	}
}

// settle remembers how fetching a brand ended.
func (m *Mirror) settle(ctx context.Context, key string, e bucket.Entry, err error) {
	if ctx.Err() != nil || errors.Is(err, release.ErrLocked) {
		return
	}
	m.note(key, err)
	if err == nil {
		delete(m.failed, key)
		delete(m.state.Here, key)
		return
	}
	f := &failure{entry: e, pause: m.cfg.Every}
	longest := longestPause
	if errors.Is(err, store.ErrDamaged) {
		longest = damagedPause
	}
	if last := m.failed[key]; last != nil && last.entry.Same(&e) {
		f.pause = min(2*last.pause, longest)
	}
	f.until = time.Now().Add(f.pause)
	m.failed[key] = f
}

// pull fetches one release and makes it the live release of the folder. verify also reads the files
// that the folder has and fetches damaged ones anew.
func (m *Mirror) pull(ctx context.Context, key string, e bucket.Entry, verify bool) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	dir := filepath.Join(m.cfg.Dir, key)
	e.Taken = nil // withdrawn releases matter to builders only
	_, err := m.cfg.Bucket.Pull(ctx, key, e, dir, bucket.PullOptions{
		Verify:  verify,
		Room:    func(n int64) error { return m.room.make(key, n) },
		Fetched: func(n int64) { m.fetched.Add(n) },
		Refused: func(error) { m.refused.Add(1) },
		Brand:   func(release.Brand) { m.changed() },
	})
	m.held.read(key)
	err = errors.Join(err, m.room.settle(key, previous))
	m.changed()
	return err
}

// Doubt reports that files of a brand were found damaged: the mirror compares them with their
// digests and fetches wrong files again. It never blocks.
func (m *Mirror) Doubt(brand string) {
	select {
	case m.doubted <- brand:
	default: // it will be found again
	}
}

func (m *Mirror) compare(ctx context.Context, key string) {
	if e, ok := m.state.Brands[key]; ok {
		m.settle(ctx, key, e, m.pull(ctx, key, e, true))
	}
}
