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
	if age < 0 || age > r.For || r.For == 0 {
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

// fills adds the slot of a release to those that are filled, and reports whether it was empty: then
// the release is retained.
func (r Retention) fills(filled map[Slot]bool, builtAt time.Time, version int) bool {
	s, ok := r.Slot(builtAt)
	s.version = version
	if !ok || filled[s] {
		return false
	}
	filled[s] = true
	return true
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
	live, spared, err := f.spared()
	if err != nil {
		return nil, fmt.Errorf("prune: %w", err)
	}
	ids, err := list(f.root)
	if err != nil {
		return nil, err
	}
	needed, filled := map[string]bool{}, map[Slot]bool{}
	kept, foreign := 0, false
	var unread error
	// The newest first: they fill the slots of their hours and days.
	for _, id := range slices.Backward(ids) {
		m, err := readManifest(f.root, id)
		at, version, known := builtAt(f.root, id, m, err)
		isDead := errors.Is(err, ErrCorrupt) || errors.Is(err, ErrNotFound)
		isFirst := known && keep.fills(filled, at, version)
		isOld := known && !isFirst && kept >= keep.Newest && !spared[id]
		if id != live && (isDead || isOld) {
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
			foreign = true
		default:
			unread = errors.Join(unread, fmt.Errorf("prune: no segment removed: release %s: %w", id,
				err))
		}
	}
	if unread != nil || foreign {
		return removed, unread
	}
	return removed, f.pruneSegments(needed)
}

// spared returns the live release, and the releases that stay whatever their age: the held one, and
// those that were rolled back. The next build starts from the newest of these, to find out whether
// it would make the same release again.
func (f *Folder) spared() (live string, ids map[string]bool, err error) {
	live, err = current(f.root)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return "", nil, err // the live release is unknown
	}
	waiting, _ := held(f.root) // a file that cannot be read holds nothing
	ids = map[string]bool{waiting.Release: true}
	taken, err := pins(f.root)
	for _, p := range taken {
		ids[p.Release] = true
	}
	return live, ids, err
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
