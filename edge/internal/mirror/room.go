package mirror

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"cartaz/builder/release"
)

// room bounds the bytes of the cache. When there is too little room, it removes releases that are
// not live, the oldest first.
//
// It counts all brands once. After that, a fetch looks only at the folders of its own brand and of
// the brands that make room for it, however many others there are.
type room struct {
	dir   string
	limit int64 // 0 for no limit

	mu       sync.Mutex       // held while files are counted and removed
	sizes    map[string]int64 // by brand, on disk; nil before the first count
	promised map[string]int64 // by brand that is being fetched
	used     int64            // the sum of both
	spares   []spare          // the brands that can make room, the oldest release first
}

// spare is a brand with releases that are not live, and when the oldest of them became live.
type spare struct {
	brand string
	since time.Time
}

// make makes room for n more bytes of a brand.
func (r *room) make(brand string, n int64) error {
	if r.limit == 0 {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.count(); err != nil {
		return err
	}
	r.promise(brand, 0)
	for i := 0; r.used+n > r.limit; {
		if i == len(r.spares) {
			return fmt.Errorf("the cache %s is full: it holds %d bytes of releases that are live, "+
				"%d more are needed, --cache-size allows %d", r.dir, r.used, n, r.limit)
		}
		oldest := r.spares[i]
		if oldest.brand == brand {
			i++
			continue
		}
		if err := r.prune(oldest.brand, 1); err != nil && !errors.Is(err, release.ErrLocked) {
			return err
		}
		if i < len(r.spares) && r.spares[i].brand == oldest.brand {
			i++ // locked, or what is left was taken back
		}
	}
	r.promise(brand, n)
	return nil
}

// promise sets the bytes that a brand is to get.
func (r *room) promise(brand string, n int64) {
	r.used += n - r.promised[brand]
	if n == 0 {
		delete(r.promised, brand)
		return
	}
	r.promised[brand] = n
}

// count counts the bytes on disk, once.
func (r *room) count() error {
	if r.sizes != nil {
		return nil
	}
	entries, err := os.ReadDir(r.dir)
	if err != nil {
		return err
	}
	r.sizes = map[string]int64{}
	r.promised = map[string]int64{}
	for _, e := range entries {
		if e.IsDir() {
			r.measure(e.Name())
		}
	}
	return nil
}

// measure counts the bytes of a brand that are on disk now.
func (r *room) measure(brand string) {
	size := r.weigh(brand)
	r.used += size - r.sizes[brand]
	r.sizes[brand] = size
	r.drop(brand)
	if since, found := r.oldest(brand); found {
		i, _ := slices.BinarySearchFunc(r.spares, since,
			func(s spare, since time.Time) int { return s.since.Compare(since) })
		r.spares = slices.Insert(r.spares, i, spare{brand, since})
	}
}

// drop removes a brand from the list of brands that can make room.
func (r *room) drop(brand string) {
	r.spares = slices.DeleteFunc(r.spares, func(s spare) bool { return s.brand == brand })
}

// weigh returns the total size of a brand's files.
func (r *room) weigh(brand string) (sum int64) {
	// A file that vanishes during the count does not count.
	_ = filepath.WalkDir(filepath.Join(r.dir, brand),
		func(_ string, e fs.DirEntry, err error) error {
			if err == nil && e.Type().IsRegular() {
				if info, err := e.Info(); err == nil {
					sum += info.Size()
				}
			}
			return nil
		})
	return sum
}

// oldest returns when the oldest release of a brand became live, without the release that is live
// now. found is false if there is no other.
func (r *room) oldest(brand string) (since time.Time, found bool) {
	dir := filepath.Join(r.dir, brand)
	live, err := release.Current(dir)
	if err != nil {
		return since, false
	}
	ids, err := release.List(dir)
	if err != nil {
		return since, false
	}
	for _, id := range ids {
		info, err := os.Stat(filepath.Join(dir, release.ReleasesDir, id))
		if id != live && err == nil && (!found || info.ModTime().Before(since)) {
			since, found = info.ModTime(), true
		}
	}
	return since, found
}

// prune keeps the newest releases of a brand, and the live one if it is not among them.
func (r *room) prune(brand string, newest int) error {
	folder, err := release.Lock(filepath.Join(r.dir, brand), release.Options{})
	if err != nil {
		return err
	}
	_, err = folder.Prune(release.Retention{Newest: newest})
	err = errors.Join(err, folder.Close())
	if r.sizes != nil {
		r.measure(brand)
	}
	return err
}

// settle ends the fetching of a brand: it prunes the brand to before+1 releases and counts the
// bytes on disk.
func (r *room) settle(brand string, before int) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.promise(brand, 0)
	err := r.prune(brand, before+1)
	if errors.Is(err, release.ErrLocked) || errors.Is(err, release.ErrNotFound) {
		return nil
	}
	return err
}

// forget removes a brand from the count.
func (r *room) forget(brand string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.used -= r.sizes[brand]
	delete(r.sizes, brand)
	r.drop(brand)
}
