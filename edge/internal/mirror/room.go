package mirror

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"cartaz/builder/release"
)

// room bounds the bytes of the cache. Releases that are not live go when there is too little,
// those first that became live longest ago.
type room struct {
	dir   string
	limit int64 // 0 for none

	held atomic.Int64 // what bytes returns

	mu       sync.Mutex       // held while files are counted and removed
	sizes    map[string]int64 // by brand, as they lie on disk; nil before the first count
	promised map[string]int64 // by brand that is being fetched
}

// make makes room for n more bytes of a brand.
func (r *room) make(brand string, n int64) error {
	if r.limit == 0 {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	defer r.publish()
	if err := r.count(); err != nil {
		return err
	}
	r.promised[brand] = 0
	for pruned := map[string]bool{brand: true}; r.used()+n > r.limit; {
		oldest := r.oldest(pruned)
		if oldest == "" {
			return fmt.Errorf("the cache %s is full: it holds %d bytes of releases that are live, "+
				"%d more are needed, --cache-size allows %d", r.dir, r.used(), n, r.limit)
		}
		pruned[oldest] = true
		if err := r.prune(oldest, 1); err != nil && !errors.Is(err, release.ErrLocked) {
			return err
		}
	}
	r.promised[brand] = n
	return nil
}

func (r *room) used() (sum int64) {
	for _, size := range r.sizes {
		sum += size
	}
	for _, n := range r.promised {
		sum += n
	}
	return sum
}

// count counts what lies on disk, once.
func (r *room) count() error {
	if r.sizes != nil {
		return nil
	}
	entries, err := os.ReadDir(r.dir)
	if err != nil {
		return err
	}
	r.sizes, r.promised = map[string]int64{}, map[string]int64{}
	for _, e := range entries {
		if e.IsDir() {
			r.sizes[e.Name()] = r.weigh(e.Name())
		}
	}
	return nil
}

// weigh sums the files of a brand.
func (r *room) weigh(brand string) (sum int64) {
	// What goes while it is counted is not there any more.
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

// oldest returns the brand with the release that became live longest ago and is live no more, of
// those that were not pruned yet; "" when there is none.
func (r *room) oldest(pruned map[string]bool) (oldest string) {
	var since time.Time
	for brand := range r.sizes {
		dir := filepath.Join(r.dir, brand)
		live, err := release.Current(dir)
		if err != nil || pruned[brand] {
			continue
		}
		ids, err := release.List(dir)
		if err != nil {
			continue
		}
		for _, id := range ids {
			info, err := os.Stat(filepath.Join(dir, release.ReleasesDir, id))
			if id != live && err == nil && (oldest == "" || info.ModTime().Before(since)) {
				oldest, since = brand, info.ModTime()
			}
		}
	}
	return oldest
}

// prune leaves so many releases of a brand, the live one not counted twice.
func (r *room) prune(brand string, newest int) error {
	folder, err := release.Lock(filepath.Join(r.dir, brand), release.Options{})
	if err != nil {
		return err
	}
	_, err = folder.Prune(release.Retention{Newest: newest})
	err = errors.Join(err, folder.Close())
	if r.sizes != nil {
		r.sizes[brand] = r.weigh(brand)
	}
	return err
}

// settle ends the fetching of a brand: its live release and some before stay, and what lies on disk
// is counted.
func (r *room) settle(brand string, before int) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	defer r.publish()
	delete(r.promised, brand)
	err := r.prune(brand, before+1)
	if errors.Is(err, release.ErrLocked) || errors.Is(err, release.ErrNotFound) {
		return nil
	}
	return err
}

// forget takes a brand off the count.
func (r *room) forget(brand string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	defer r.publish()
	delete(r.sizes, brand)
}

// publish makes the count known to bytes.
func (r *room) publish() { r.held.Store(r.used()) }

// bytes is what the cache holds, 0 when nobody asked for a bound. It does not wait for the disk:
// whether an edge is well is asked for at the same address.
func (r *room) bytes() int64 { return r.held.Load() }
