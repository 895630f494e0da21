package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"cartaz/brands"
	"cartaz/builder/internal/build"
	"cartaz/builder/release"
)

// defaultJobs is how many brands are under way at once. Nearly all of that time is waiting for
// their sources: 1,000 sources that take a second each are read in half a minute.
const defaultJobs = 32

// fleet builds many brands, several at the same time. Messages and their order do not depend on how
// many at once.
type fleet struct {
	c       *command
	jobs    int
	options build.Options
	purger  *purger
	session *session // nil without a bucket
	// exchanges has a place for each brand that talks to the bucket.
	exchanges chan struct{}
}

// built is a brand that was built.
type built struct {
	outcome build.Outcome
	list    *purgeList
	ended   time.Time
	said    output // warnings and the output of the hook, until the brand's turn comes
}

// output is a buffer that a build which was left behind may still write to.
type output struct {
	mu sync.Mutex
	b  bytes.Buffer
}

// Write implements [io.Writer]; it never fails.
func (o *output) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.Write(b)
}

func (o *output) writeTo(w io.Writer) {
	o.mu.Lock()
	defer o.mu.Unlock()
	_, _ = o.b.WriteTo(w) // a terminal that is gone must not stop a build
}

// build builds brands and tells done of each, in order, as soon as those before it are done. It
// begins no other brand when done returns false. Each brand is published when it is done, in the
// bucket too.
func (f *fleet) build(ctx context.Context, list []*brands.Brand, done func(*built) bool) {
	f.options.Turns = build.NewTurns()
	tell := func(b *built) bool {
		b.said.writeTo(f.c.Stderr)
		return done(b)
	}
	f.exchanges = make(chan struct{}, maxExchanges)
	overlap(f.jobs, len(list), func(i int) *built {
		b := f.one(ctx, list[i])
		// The lock is released, so a slow hook does not keep another builder out.
		b.list.Call(ctx, &b.said)
		return b
	}, tell)
}

// maxExchanges bounds how many brands talk to a bucket at once: a large one holds up few others.
const maxExchanges = 4

// one builds one brand, with a bucket from what that holds, and publishes it there.
func (f *fleet) one(ctx context.Context, brand *brands.Brand) *built {
	b := &built{outcome: build.Outcome{Brand: brand.Key}, list: f.purger.List(brand.Key)}
	o := f.options
	o.Log = slog.New(slog.NewTextHandler(&b.said, &slog.HandlerOptions{Level: slog.LevelWarn}))
	switch {
	case f.purger.Enabled() && f.session == nil:
		o.Changed = b.list.Changed
	case f.purger.Enabled():
		// The changes are remembered by the build, and listed when they are live in the bucket.
		o.Changed = func(_, _ *release.Release) {}
	}
	if b.outcome.Err = f.exchange(func() error {
		_, err := f.session.Follow(ctx, brand.Key)
		return err
	}); b.outcome.Err == nil {
		b.outcome = build.Run(ctx, []*brands.Brand{brand}, o)[0]
		// A brand that failed may have been drawn again from the records of the last build.
		if !errors.Is(b.outcome.Err, build.ErrRunning) && ctx.Err() == nil {
			err := f.exchange(func() error { return f.session.Publish(ctx, brand.Key) })
			b.outcome.Err = errors.Join(b.outcome.Err, err)
			if err == nil && f.session != nil && f.purger.Enabled() {
				_, err := build.Announce(f.session.Dir(brand.Key), b.list.Changed)
				b.list.Fail(err)
			}
		}
	}
	b.ended = f.c.Now()
	return b
}

// exchange talks to the bucket, if there is one.
func (f *fleet) exchange(talk func() error) error {
	if f.session == nil {
		return nil
	}
	f.exchanges <- struct{}{}
	defer func() { <-f.exchanges }()
	return talk()
}

// overlap calls do for 0 to n-1, for at most jobs of them at once, and tells done of the results in
// order. When done returns false, no other call begins. It returns when all calls have ended.
func overlap[T any](jobs, n int, do func(i int) T, done func(T) bool) {
	results := make([]chan T, n)
	for i := range results {
		results[i] = make(chan T, 1)
	}
	var next atomic.Int64
	var stopped atomic.Bool
	var running sync.WaitGroup
	defer running.Wait()
	for range min(jobs, n) {
		running.Go(func() {
			for !stopped.Load() {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				results[i] <- do(i)
			}
		})
	}
	for i := range results {
		if !done(<-results[i]) {
			stopped.Store(true)
			return
		}
	}
}

// shard is a part of all brands, the one of a machine. The zero value is all of them.
type shard struct{ part, of uint32 }

// set reads the value of --shard.
func (s *shard) set(text string) error {
	part, of, _ := strings.Cut(text, "/")
	i, err := strconv.ParseUint(part, 10, 16)
	n, err2 := strconv.ParseUint(of, 10, 16)
	if err != nil || err2 != nil || i < 1 || i > n {
		return fmt.Errorf("%q is no part: write it as in 1/3, 2/3 and 3/3", text)
	}
	s.part, s.of = uint32(i), uint32(n)
	return nil
}

// has says whether a brand belongs to the part: by a hash of its key, so that it does not depend on
// which other brands there are.
func (s *shard) has(key string) bool {
	if s.of == 0 {
		return true
	}
	h := fnv.New32a()
	_, _ = io.WriteString(h, key) // it never fails
	return h.Sum32()%s.of == s.part-1
}
