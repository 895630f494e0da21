package site

import (
	"path/filepath"
	"slices"
	"sync/atomic"

	"cartaz/builder/release"
)

// lazyFrom is the number of brands up to which every release is opened when it is found. With more,
// a release is opened at the first request for its brand: an open release takes 60 KiB and a
// millisecond, a brand with only its hosts known 2 KiB and a tenth of a millisecond.
const lazyFrom = 256

// entry is the brand that a host leads to.
type entry struct {
	key      string
	snapshot atomic.Pointer[Snapshot] // nil until the first request for the brand
}

// hosts returns the hosts of a brand.
func (b *brand) hosts() []string {
	if b.snapshot == nil {
		return b.known
	}
	if b.snapshot.Preview != "" {
		return []string{b.snapshot.Preview}
	}
	return b.snapshot.Brand().Hosts
}

// retired reports whether an operator has taken the brand down.
func (b *brand) retired() bool {
	return b.snapshot != nil && b.snapshot.Brand().State == release.StateRetired
}

// learn reads the hosts and the live release of a brand that had no request yet; it opens nothing.
// It returns old if nothing has changed, or nil for a brand that needs refresh.
func (b *brands) learn(key string, old *brand) *brand {
	dir := filepath.Join(b.Out, key)
	live, err := release.Current(dir)
	if err != nil {
		return nil
	}
	if old != nil && old.live == live {
		return old
	}
	facts, err := release.ReadBrand(dir)
	if err != nil {
		return nil
	}
	return &brand{live: live, known: slices.Clone(facts.Hosts)}
}

// open opens the release of a brand at its first request. It returns nil if there is nothing to
// serve; the next scan logs why.
func (s *Site) open(e *entry) *Snapshot {
	s.scan.Lock()
	defer s.scan.Unlock()
	if h := e.snapshot.Load(); h != nil {
		return h // another request was faster
	}
	b := s.brands
	found := b.served[e.key]
	if found == nil {
		return nil // it has gone, or the site has ended
	}
	if found.snapshot == nil {
		next := b.refresh(e.key, nil)
		if next == nil {
			delete(b.served, e.key)
			return nil
		}
		b.served[e.key], b.stale = next, true
		found = next
	}
	e.snapshot.Store(found.snapshot)
	return found.snapshot
}
