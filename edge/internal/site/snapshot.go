package site

import (
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"cartaz/edge/internal/answer"
)

// Snapshot is an open catalogue with a count of its readers. It is closed when the site has
// released it and the last reader has released it too.
type Snapshot struct {
	*answer.Catalogue
	// Preview is the host at which a held release is shown, or "" for a live release.
	Preview  string
	readers  atomic.Int64 // readers, plus one while the site holds it
	close    func() error
	broken   atomic.Bool // reported unreadable: the next scan replaces it
	reported atomic.Bool // was reported before
	// cause is the fault that the background check found, or nil.
	cause atomic.Pointer[error]

	// files are its index files when they were last looked at; only the scan uses them.
	files []unix.Stat_t
	// changes counts how often they changed, from 1 for files that served unverified; checked is
	// the count that a whole check saw.
	changes, checked atomic.Int64

	due time.Time // when it is checked; only the checker uses it
}

func newSnapshot(c *answer.Catalogue, close func() error) *Snapshot {
	h := &Snapshot{Catalogue: c, close: close}
	h.readers.Store(1)
	return h
}

// checking reports whether its files are to be compared with their checksums at once.
func (h *Snapshot) checking() bool { return h.changes.Load() != h.checked.Load() }

// acquire adds a reader. It returns false when the snapshot is already closed.
func (h *Snapshot) acquire() bool {
	for {
		n := h.readers.Load()
		if n == 0 {
			return false
		}
		if h.readers.CompareAndSwap(n, n+1) {
			return true
		}
	}
}

// Release ends one read. Bytes of the release must not be used afterwards.
func (h *Snapshot) Release() {
	if h.readers.Add(-1) == 0 && h.close != nil {
		// Nothing is lost when unmapping fails, and no one could act on it.
		_ = h.close()
	}
}
