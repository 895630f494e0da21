package site

import (
	"context"
	"time"
)

// BeforeOpen has f called whenever a release is about to be opened.
func (s *Site) BeforeOpen(f func()) {
	o := s.brands.opener
	o.open = func(dir, id string) (*Snapshot, error) {
		f()
		return o.openRelease(dir, id)
	}
}

// VerifyAtMost is how large index files may be to be verified before they serve.
func (s *Site) VerifyAtMost(n int64) { s.brands.opener.verifyAtMost = n }

// Clock gives the check in the background another time.
func (s *Site) Clock(now func() time.Time,
	sleep func(ctx context.Context, d time.Duration, wake <-chan struct{}) error) {
	s.checker.now, s.checker.sleep = now, sleep
}

// What the check in the background reads, and how often.
const (
	CheckRate  = checkRate
	CheckEvery = checkEvery
)

// LazyFrom sets with how many brands releases are opened at their first request.
func (s *Site) LazyFrom(n int) { s.brands.lazyFrom = n }
