package site

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"time"
)

const (
	// checkRate bounds how many bytes a second the background check reads, over all brands. 16 MiB
	// take 2 ms of one core, and less than a tenth of what a slow disk gives. At this rate, 1 GiB
	// of index files that serve unverified is verified after 64 s.
	checkRate = 16 << 20
	// checkEvery is how long the check waits before it verifies a sound release again. A file that
	// is damaged while it serves, below its inode, is found after that time and one round of the
	// check.
	checkEvery = time.Hour
)

// sleep waits until d has passed, wake can be read, or ctx has ended; its error is the error of
// ctx.
func sleep(ctx context.Context, d time.Duration, wake <-chan struct{}) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-wake:
	case <-timer.C:
	}
	return ctx.Err()
}

// checker verifies the releases of the table while they serve.
type checker struct {
	table   *atomic.Pointer[table]
	now     func() time.Time // time.Now and sleep; tests have their own
	sleep   func(ctx context.Context, d time.Duration, wake <-chan struct{}) error
	scanned chan struct{}   // perhaps other releases are served, or files have changed
	report  func(*Snapshot) // called with a damaged release
}

func newChecker(t *atomic.Pointer[table], report func(*Snapshot)) *checker {
	return &checker{table: t, now: time.Now, sleep: sleep, scanned: make(chan struct{}, 1),
		report: report}
}

// wake notifies the checker of a scan. It never blocks.
func (c *checker) wake() {
	select {
	case c.scanned <- struct{}{}:
	default:
	}
}

// run compares the index files of the served releases with their checksums until ctx ends. First
// come releases that were too large to be verified before they served and releases whose files have
// changed, then each release once in checkEvery. It runs alongside the requests and reads one
// release at a time, in small pieces.
func (c *checker) run(ctx context.Context) {
	for ctx.Err() == nil {
		h, wait := c.next()
		if wait > 0 {
			_ = c.sleep(ctx, wait, c.scanned) // the loop checks ctx
			continue
		}
		if c.checkOne(ctx, h) {
			h.due = c.now().Add(checkEvery)
		}
	}
}

// next returns the release that is due first, and how long until then.
func (c *checker) next() (next *Snapshot, wait time.Duration) {
	now := c.now()
	for _, h := range c.table.Load().snapshots {
		if h.checking() {
			h.due = now
		} else if h.due.IsZero() {
			h.due = now.Add(checkEvery)
		}
		if next == nil || h.due.Before(next.due) {
			next = h
		}
	}
	if next == nil {
		return nil, checkEvery
	}
	return next, next.due.Sub(now)
}

// errRetired ends the check of a release that is no longer served.
var errRetired = errors.New("not served any more")

// checkOne compares one release with its checksums, and reports a damaged release. It returns false
// when the check was cut off.
func (c *checker) checkOne(ctx context.Context, h *Snapshot) bool {
	if !h.acquire() {
		return true // the next table lacks it
	}
	defer h.Release()
	changes := h.changes.Load()
	err := h.Catalogue.Release().VerifySlowly(func(n int) error {
		if !slices.Contains(c.table.Load().snapshots, h) {
			return errRetired
		}
		return c.sleep(ctx, time.Duration(n)*time.Second/checkRate, nil)
	})
	switch {
	case err == nil && changes == h.changes.Load():
		h.Catalogue.MarkVerified()
	case err == nil:
	case errors.Is(err, errRetired), ctx.Err() != nil:
		return false
	default:
		h.cause.CompareAndSwap(nil, &err)
		c.report(h)
	}
	h.checked.Store(changes)
	return true
}
