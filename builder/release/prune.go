package release

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"time"
)

// Retention says which releases stay. Whatever it says, the live one and those
// that were taken back do.
type Retention struct {
	Newest int // so many of the newest
	// For keeps older ones too, thinned out, until they were built that long before
	// Now: of each hour of the last two days the newest, of each day before that. A
	// builder that publishes every five minutes would otherwise keep 288 a day.
	For time.Duration
	Now time.Time
}

// hourly is how far back one release of each hour stays, and not of each day.
const hourly = 48 * time.Hour

// slot is the hour or day, in UTC, of which the newest release stays; ok is false
// for none. Slots lie fast in time, so what is the newest of one today is so
// tomorrow. A time that is yet to come was told by a clock that went wrong.
func (r Retention) slot(builtAt time.Time) (s slot, ok bool) {
	age := r.Now.Sub(builtAt)
	if age < 0 || age > r.For {
		return slot{}, false
	}
	s.length = time.Hour
	if age > hourly {
		s.length = 24 * time.Hour
	}
	s.start = builtAt.UTC().Truncate(s.length)
	return s, true
}

type slot struct {
	start  time.Time
	length time.Duration
}

// Prune removes releases until those that retention keeps, the live one and those
// that were taken back are left, and then every segment that none of them names.
// It returns the ids of the removed releases, also along with an error.
//
// The live release is never removed. A release whose manifest is corrupt can
// never be opened again, so it goes, unless it is the live one. While a release
// cannot be read for another reason, or is of an unknown version, it stays and
// no segment is removed: it may need any of them.
//
// Whatever goes is renamed to a temporary name first, so no reader finds half
// of it; what is mapped stays readable until it is unmapped. No writer may be at
// work: it may use segments that go.
func (f *Folder) Prune(keep Retention) (removed []string, err error) {
	if err := f.lock.Held(); err != nil {
		return nil, err
	}
	live, err := current(f.root)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return nil, fmt.Errorf("prune: %w", err) // which one is live cannot be known
	}
	ids, err := list(f.root)
	if err != nil {
		return nil, err
	}
	// The next build starts from the newest release that was taken back, to find
	// out whether it would make that one again.
	taken, err := pins(f.root)
	if err != nil {
		return nil, fmt.Errorf("prune: %w", err)
	}
	needed := make(map[string]bool)
	var unread error
	kept, seen := 0, make(map[slot]bool)
	for i := len(ids) - 1; i >= 0; i-- {
		id := ids[i]
		m, err := readManifest(f.root, id)
		dead := errors.Is(err, ErrCorrupt) || errors.Is(err, ErrNotFound)
		stays := kept < keep.Newest || slices.ContainsFunc(taken, func(p Pin) bool { return p.Release == id })
		if err == nil && keep.For > 0 {
			if s, ok := keep.slot(m.BuiltAt); ok && !seen[s] {
				seen[s], stays = true, true
			}
		}
		if id != live && (dead || err == nil && !stays) {
			if err := f.retire(releaseDir(id), retiredReleaseDir(id)); err != nil {
				return removed, fmt.Errorf("prune: %w", err)
			}
			removed = append(removed, id)
			continue
		}
		kept++
		if err != nil {
			unread = errors.Join(unread, fmt.Errorf("prune: no segment removed: release %s: %w", id, err))
			continue
		}
		for _, s := range m.Segments {
			needed[s.Name] = true
		}
	}
	if err := f.fs.SyncDir(ReleasesDir); err != nil || unread != nil {
		return removed, errors.Join(err, unread)
	}
	return removed, f.pruneSegments(needed)
}

// pruneSegments runs after the removal of releases is durable, so no release
// can come back without its segments.
func (f *Folder) pruneSegments(needed map[string]bool) error {
	names, err := readNames(f.root, SegmentsDir)
	if err != nil {
		return err
	}
	for _, file := range names {
		name, ok := parseSegmentFile(file)
		if !ok || needed[name] {
			continue
		}
		if err := f.retire(path.Join(SegmentsDir, file), retiredSegmentPath(name)); err != nil {
			return fmt.Errorf("prune: %w", err)
		}
	}
	return f.fs.SyncDir(SegmentsDir)
}

// retire renames and then removes. The first step is for what an earlier try
// has left.
func (f *Folder) retire(name, retired string) error {
	if err := f.fs.Remove(retired); err != nil {
		return err
	}
	if err := f.fs.Rename(name, retired); err != nil {
		return err
	}
	return f.fs.Remove(retired)
}
