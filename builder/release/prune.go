package release

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"time"
)

// Retention decides which releases Prune retains. It always retains the live release and releases
// that were rolled back.
type Retention struct {
	Newest int // number of the newest releases
	// For also retains older releases, thinned out, up to this age at Now: the newest of each hour
	// for the last two days, and the newest of each day before that, for each format version
	// separately, so an edge that is not upgraded yet finds one. Without thinning, a builder that
	// publishes every five minutes would leave 288 a day.
	For time.Duration
	Now time.Time
}

// hourly is the age up to which one release of each hour is retained; after it, one of each day.
const hourly = 48 * time.Hour

// Slot returns the hour or day, in UTC, whose newest release is retained. ok is false for a release
// that is too old. Slots are fixed in time, so the newest release of a slot today is also its
// newest tomorrow. A time in the future comes from a wrong clock and has no slot.
func (r Retention) Slot(builtAt time.Time) (s Slot, ok bool) {
	age := r.Now.Sub(builtAt)
	if age < 0 || age > r.For {
		return s, false
	}
	s.length = time.Hour
	if age > hourly {
		s.length = 24 * time.Hour
	}
	s.start = builtAt.UTC().Truncate(s.length)
	return s, true
}

// Slot is a time of which one release of each format is retained.
type Slot struct {
	start   time.Time
	length  time.Duration
	version int // of the format
}

// Prune removes every release that is not live, not rolled back and not retained, and then every
// segment that no remaining release names. It returns the ids of the removed releases, even with an
// error.
//
// The live release and a held one are never removed. A release whose manifest is corrupt can never
// be opened again, so it is removed unless it is live. A release of another version, left by an
// upgrade or downgrade, counts like any other; while one is retained, no segment is removed,
// because it may need any of them. A release that cannot be read for another reason stays, and that
// is an error.
//
// Prune renames everything to a temporary name before removing it, so no reader finds half of it; a
// mapping stays readable until it is unmapped. No writer may be at work, because it may use
// segments that are removed.
func (f *Folder) Prune(keep Retention) (removed []string, err error) {
	if err := f.lock.Held(); err != nil {
		return nil, err
	}
	live, err := current(f.root)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return nil, fmt.Errorf("prune: %w", err) // the live release is unknown
	}
	ids, err := list(f.root)
	if err != nil {
		return nil, err
	}
	// The next build starts from the newest release that was rolled back, to find out whether it
	// would make the same release again.
	taken, err := pins(f.root)
	if err != nil {
		return nil, fmt.Errorf("prune: %w", err)
	}
	waiting, _ := held(f.root) // a file that cannot be read holds nothing
	needed := make(map[string]bool)
	var unread error
	kept, foreign, seen := 0, 0, make(map[Slot]bool)
	// The newest first: they fill the slots of their hours and days.
	for i := len(ids) - 1; i >= 0; i-- {
		id := ids[i]
		m, err := readManifest(f.root, id)
		dead := errors.Is(err, ErrCorrupt) || errors.Is(err, ErrNotFound)
		at, version, known := builtAt(f.root, id, m, err)
		stays := kept < keep.Newest || id == waiting.Release || slices.ContainsFunc(taken,
			func(p Pin) bool { return p.Release == id })
		if known && keep.For > 0 {
			s, ok := keep.Slot(at)
			s.version = version
			if ok && !seen[s] {
				seen[s], stays = true, true
			}
		}
		// A release that is neither dead nor known stays, and keeps all segments.
		if id != live && (dead || known && !stays) {
			if err := f.retire(releaseDir(id)); err != nil {
				return removed, fmt.Errorf("prune: %w", err)
			}
			removed = append(removed, id)
			continue
		}
		kept++
		switch {
		case err == nil:
			for _, s := range m.Segments {
				needed[s.Name] = true
			}
		case known:
			foreign++
		default:
			unread = errors.Join(unread, fmt.Errorf("prune: no segment removed: release %s: %w", id,
				err))
		}
	}
	if unread != nil || foreign > 0 {
		return removed, unread
	}
	return removed, f.pruneSegments(needed)
}

// builtAt returns when a release was built and its format version, even of a version that this
// program does not read. m and err are the results of readManifest; known is false if time and
// version cannot be read.
func builtAt(root *os.Root, id string, m *Manifest, err error) (at time.Time, version int,
	known bool) {
	if err == nil {
		return m.BuiltAt, m.Format, true
	}
	if !errors.Is(err, ErrVersion) {
		return time.Time{}, 0, false
	}
	var every struct { // members of every version
		Format  int       `json:"format"`
		BuiltAt time.Time `json:"built_at"`
	}
	data, err := readSmall(root, releasePath(id, ManifestFile), MaxManifest)
	if err != nil || json.Unmarshal(data, &every) != nil {
		return time.Time{}, 0, false
	}
	return every.BuiltAt, every.Format, true
}

// pruneSegments removes the segments that are not needed. First it makes the removal of releases
// durable, so no release can come back without its segments.
func (f *Folder) pruneSegments(needed map[string]bool) error {
	names, err := readNames(f.root, SegmentsDir)
	if err != nil {
		return err
	}
	names = slices.DeleteFunc(names, func(file string) bool {
		name, ok := parseSegmentFile(file)
		return !ok || needed[name]
	})
	if len(names) == 0 {
		return nil
	}
	if err := f.fs.SyncDir(ReleasesDir); err != nil {
		return fmt.Errorf("prune: %w", err)
	}
	for _, file := range names {
		if err := f.retire(path.Join(SegmentsDir, file)); err != nil {
			return fmt.Errorf("prune: %w", err)
		}
	}
	return f.fs.SyncDir(SegmentsDir)
}

// retire renames a file or directory and then removes it. The first Remove clears the remains of an
// earlier attempt.
func (f *Folder) retire(name string) error {
	retired := path.Join(path.Dir(name), TempPrefix+path.Base(name))
	if err := f.fs.Remove(retired); err != nil {
		return err
	}
	if err := f.fs.Rename(name, retired); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return f.fs.Remove(retired)
}
