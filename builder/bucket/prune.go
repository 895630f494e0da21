package bucket

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"cartaz/builder/bucket/store"
	"cartaz/builder/release"
	"cartaz/builder/text"
)

// Retention says which releases of each brand a prune keeps; Prune fills in Now.
type Retention struct {
	release.Retention
	// Grace is how long a former live release stays, so that the slowest edge can finish, and how
	// long an object stays that nothing names yet, so that a builder can finish.
	Grace time.Duration
}

// Pruned has the objects of one brand that a prune removed.
type Pruned struct {
	Brand    string
	Releases []string // ids, newest first
	Segments int
	Bytes    int64
	Err      error
}

// Prune removes old releases of the named brands, or of all when none is named, also of brands that
// live no longer has. All ages are by the clock of the store. See the package for how it keeps out
// of the way of builders.
func (b *Bucket) Prune(ctx context.Context, keep Retention, names []string) (list []Pruned,
	err error) {
	now, err := store.Probe(ctx, b.store)
	if err != nil {
		return nil, err
	}
	keep.Now = now
	live, err := b.mark(ctx, &now)
	if err != nil {
		return nil, err
	}
	defer func() {
		_, e := b.mark(context.WithoutCancel(ctx), nil)
		err = errors.Join(err, e)
	}()
	brands := map[string][]store.Info{}
	for info, err := range b.store.List(ctx, "brands/") {
		if err != nil {
			return nil, err
		}
		brand, _, ok := strings.Cut(strings.TrimPrefix(info.Key, "brands/"), "/")
		if ok && (len(names) == 0 || slices.Contains(names, brand)) {
			brands[brand] = append(brands[brand], info)
		}
	}
	for brand, entry := range text.InOrder(brands) {
		p := pruning{b: b, brand: brand, keep: keep, entry: live.Brands[brand]}
		list = append(list, p.run(ctx, entry))
	}
	for info, err := range b.store.List(ctx, store.ProbePrefix) {
		if err == nil && now.Sub(info.Modified) > keep.Grace {
			err = b.store.Remove(ctx, info.Key)
		}
		if err != nil {
			return list, err
		}
	}
	return list, b.store.Sweep(ctx, now.Add(-keep.Grace))
}

// mark notes in live that a prune begins, or that it has ended if since is nil. It returns live as
// it was written.
func (b *Bucket) mark(ctx context.Context, since *time.Time) (*Live, error) {
	for range races {
		live, tag, err := b.Live(ctx, "")
		if err != nil {
			return nil, err
		}
		if since != nil && live.Pruning != nil && since.Sub(*live.Pruning) < pruneLimit {
			return nil, fmt.Errorf("%s: %w since %s", b.Address(), ErrBusy,
				live.Pruning.Format(time.RFC3339))
		}
		live.Pruning = since
		live.Prunes++
		live.Generation++
		err = b.swap(ctx, live, tag)
		if !errors.Is(err, store.ErrRaceLost) {
			return live, err
		}
	}
	return nil, fmt.Errorf("%s: %s: %w", b.Address(), LiveKey, store.ErrRaceLost)
}

// pruning is the prune of one brand.
type pruning struct {
	b     *Bucket
	brand string
	entry Entry // the zero value when live does not have the brand
	keep  Retention
}

// stored is one release in the store.
type stored struct {
	id       string
	objects  []store.Info
	modified time.Time // of its newest object
	stays    bool
}

// run removes manifests first: without one it is not a release.
func (p *pruning) run(ctx context.Context, objects []store.Info) (result Pruned) {
	result.Brand = p.brand
	releases, segments := p.sort(objects)
	p.choose(releases)
	needed := map[string]bool{} // segments
	for _, r := range releases {
		if !r.stays {
			continue
		}
		m, err := p.b.Manifest(ctx, p.brand, r.id)
		if errors.Is(err, store.ErrNotFound) && r.id != p.entry.Release {
			continue // still being sent
		}
		if err != nil {
			result.Err = fmt.Errorf("nothing removed: %w", err)
			return result
		}
		for _, s := range m.Segments {
			needed[segmentKey(p.brand, s.Name)] = true
		}
	}
	for _, r := range releases {
		if r.stays {
			continue
		}
		slices.SortFunc(r.objects, func(a, b store.Info) int {
			rank := func(i store.Info) int {
				return strings.Index(i.Key, "/"+release.ManifestFile)
			}
			return cmp.Compare(rank(b), rank(a))
		})
		for _, o := range r.objects {
			if result.Err = p.remove(ctx, o, &result); result.Err != nil {
				return result
			}
		}
		result.Releases = append(result.Releases, r.id)
	}
	for _, s := range segments {
		if needed[strings.TrimSuffix(s.Key, zstdSuffix)] ||
			p.isRecent(s.Modified) {
			continue
		}
		if result.Err = p.remove(ctx, s, &result); result.Err != nil {
			return result
		}
		result.Segments++
	}
	return result
}

func (p *pruning) remove(ctx context.Context, o store.Info, result *Pruned) error {
	err := p.b.store.Remove(ctx, o.Key)
	if err == nil {
		result.Bytes += o.Size
	}
	return err
}

// sort splits objects into releases, newest first, and segments. It ignores other objects.
func (p *pruning) sort(objects []store.Info) (releases []*stored, segments []store.Info) {
	byID := map[string]*stored{}
	for _, o := range objects {
		parts := strings.Split(strings.TrimPrefix(o.Key, brandPrefix(p.brand)), "/")
		switch {
		case len(parts) == 2 && parts[0] == release.SegmentsDir:
			segments = append(segments, o)
		case len(parts) == 3 && parts[0] == release.ReleasesDir:
			if _, err := release.ParseID(parts[1]); err != nil {
				continue
			}
			r := byID[parts[1]]
			if r == nil {
				r = &stored{id: parts[1]}
				byID[r.id] = r
				releases = append(releases, r)
			}
			r.objects = append(r.objects, o)
			if o.Modified.After(r.modified) {
				r.modified = o.Modified
			}
		}
	}
	slices.SortFunc(releases, func(a, b *stored) int { return strings.Compare(b.id, a.id) })
	return releases, segments
}

// choose decides which releases stay. A release was live until the next one was sent, or until an
// operator went back, which the entry says.
func (p *pruning) choose(releases []*stored) {
	seen := map[release.Slot]bool{}
	for i, r := range releases {
		r.stays = p.isRecent(r.modified) || i > 0 && p.isRecent(releases[i-1].modified)
		if p.entry.Release == "" {
			continue // the brand is withdrawn
		}
		past := p.entry.Before
		switch {
		case i < p.keep.Newest, r.id == p.entry.Release:
			r.stays = true
		case past != nil && past.Release == r.id && p.isRecent(past.Until): // was live until then
			r.stays = true
		case slices.ContainsFunc(p.entry.Taken,
			func(t release.Pin) bool { return t.Release == r.id }):
			r.stays = true
		}
		if slot, ok := p.keep.Slot(r.modified); ok {
			r.stays = r.stays || !seen[slot]
			seen[slot] = true
		}
	}
}

// isRecent reports whether an edge or a builder may still need what was there until t.
func (p *pruning) isRecent(t time.Time) bool { return p.keep.Now.Sub(t) < p.keep.Grace }

// Manifest reads the manifest of a release in the store.
func (b *Bucket) Manifest(ctx context.Context, brand, id string) (*release.Manifest, error) {
	_, m, err := (&puller{b: b, brand: brand}).manifest(ctx, Entry{Release: id})
	return m, err
}

// Stored is a release in the store.
type Stored struct {
	ID   string
	Live bool
	Info *release.Manifest
	Err  error // why it cannot be read
}

// Releases lists the releases of a brand, newest first.
func (b *Bucket) Releases(ctx context.Context, brand string, e Entry) ([]Stored, error) {
	var objects []store.Info
	for info, err := range b.store.List(ctx, brandPrefix(brand)+release.ReleasesDir+"/") {
		if err != nil {
			return nil, err
		}
		objects = append(objects, info)
	}
	releases, _ := (&pruning{brand: brand}).sort(objects)
	list := make([]Stored, 0, len(releases))
	for _, r := range releases {
		s := Stored{ID: r.id, Live: e.Release == r.id}
		s.Info, s.Err = b.Manifest(ctx, brand, r.id)
		list = append(list, s)
	}
	return list, nil
}

// Verify reads everything that an entry names and compares it with its digests. It writes nothing.
func (b *Bucket) Verify(ctx context.Context, brand string, e Entry) error {
	m, err := b.Manifest(ctx, brand, e.Release)
	if err != nil {
		return err
	}
	pull := &puller{b: b, brand: brand}
	var errs []error
	for _, o := range objectsOf(brand, e.Release, m) {
		if err := pull.load(ctx, o, io.Discard, func() error { return nil }); err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
