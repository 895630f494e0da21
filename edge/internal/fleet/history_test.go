package fleet_test

import (
	"context"
	"maps"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/bucket"
)

// history is what was live in a bucket, as a constant observer sees it.
type history struct {
	mu         sync.Mutex
	generation int64
	now        map[string]bucket.Entry
	seen       map[string]time.Time // by brand and release, also by release alone
	count      int
	running    sync.WaitGroup
}

// follow looks at live until ctx ends. Live going back, or two releases with one counter, fail the
// test.
func follow(ctx context.Context, t testing.TB, address string) *history {
	b, err := bucket.Open(ctx, address)
	require.NoError(t, err)
	h := &history{seen: map[string]time.Time{}, now: map[string]bucket.Entry{}}
	look := func(tag string) string {
		live, next, err := b.Live(ctx, tag)
		if err != nil {
			return tag // unchanged, or the store is away
		}
		h.note(t, live)
		return next
	}
	tag := look("")
	require.NotEmpty(t, h.now)
	h.running.Go(func() {
		for ctx.Err() == nil {
			tag = look(tag)
			time.Sleep(10 * time.Millisecond)
		}
	})
	return h
}

// note compares live with what was seen before.
func (h *history) note(t testing.TB, live *bucket.Live) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if live.Generation < h.generation {
		t.Errorf("live went back from generation %d to %d", h.generation, live.Generation)
	}
	h.generation = live.Generation
	for key, e := range live.Brands {
		was, known := h.now[key]
		switch {
		case known && e.Counter < was.Counter,
			known && e.Counter == was.Counter && e.Release != was.Release:
			t.Errorf("%s: %s, move %d, after %s, move %d", key, e.Release, e.Counter, was.Release,
				was.Counter)
		case !known || e.Counter != was.Counter:
			h.count += int(e.Counter - was.Counter)
			h.seen[e.Release], h.seen[key+" "+e.Release] = time.Now(), time.Now()
			if e.Before != nil {
				h.seen[key+" "+e.Before.Release] = time.Now()
			}
		}
	}
	h.now = live.Brands
}

// live returns the state that was seen last.
func (h *history) live() map[string]bucket.Entry {
	h.mu.Lock()
	defer h.mu.Unlock()
	return maps.Clone(h.now)
}

// since is when a release was first seen live.
func (h *history) since(release string) time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.seen[release]
}

// was reports whether a release of a brand was live.
func (h *history) was(brand, release string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return !h.seen[brand+" "+release].IsZero()
}

// moves is how many releases became live.
func (h *history) moves() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.count
}

// least is how many releases the brand has had that has had fewest.
func (h *history) least() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	least := h.count
	for _, e := range h.now {
		least = min(least, int(e.Counter))
	}
	return least
}
