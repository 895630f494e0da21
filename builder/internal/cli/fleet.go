package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"cartaz/brands"
	"cartaz/builder/internal/build"
	"cartaz/builder/release"
)

// fleet is a run over many brands, all at the same time as far as the [build.Queue] has places.
// What it says of a brand follows as that ends.
type fleet struct {
	*command
	flags      *buildFlags
	options    build.Options
	session    *session // nil without a bucket
	configured []string // keys of all brands
	// exchanges has a place for each brand that talks to the bucket.
	exchanges chan struct{}

	mu     sync.Mutex // of what follows, and of all that is printed
	codes  runCode
	err    error       // of printing: standard output is closed
	saving *time.Timer // of the gauges; nil for none
	saved  error       // of the last time
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

// build builds brands. Each is published when it is done, in the bucket too.
func (f *fleet) build(ctx context.Context, list []*brands.Brand) {
	if f.options.Queue == nil {
		f.options.Queue = build.NewQueue(0)
	}
	f.exchanges = make(chan struct{}, maxExchanges)
	var running sync.WaitGroup
	defer running.Wait()
	for _, b := range list {
		running.Go(func() { f.one(ctx, b) })
	}
}

// maxExchanges bounds how many brands talk to a bucket at once: a large one holds up few others.
const maxExchanges = 4

// one builds one brand, with a bucket from what that holds, publishes it there, and says what
// became of it.
func (f *fleet) one(ctx context.Context, brand *brands.Brand) {
	var said output
	dir := filepath.Join(f.options.Out, brand.Key)
	o := build.Outcome{Brand: brand.Key}
	end, _ := f.options.Queue.Begin(ctx) // the end of ctx shows in the build
	defer end()
	options := f.options
	options.Log = warnings(&said)
	o.Err = f.exchange(func() error {
		_, err := f.session.Follow(ctx, brand.Key)
		return err
	})
	list := f.flags.purger.List(brand.Key, dir)
	if o.Err == nil {
		o = build.Run(ctx, brand, options)
		// A brand that failed may have been drawn again from the records of the last build.
		if !errors.Is(o.Err, build.ErrRunning) && ctx.Err() == nil {
			err := f.exchange(func() error { return f.session.Publish(ctx, brand.Key) })
			if o.Err = errors.Join(o.Err, err); err == nil {
				list.Due()
			}
		}
	}
	end()
	list.Call(ctx, &said) // the lock is released, so a slow hook keeps no other builder out
	f.ended(ctx, &o, list, &said)
}

// ended says what became of a brand.
func (f *fleet) ended(ctx context.Context, o *build.Outcome, list *purgeList, said *output) {
	f.mu.Lock()
	code := exitCode(o.Err)
	f.codes.add(code)
	if err := list.End(); err != nil {
		f.codes.add(ExitFailed)
		o.HookError = err.Error()
	}
	o.Finish(code, resultNames[code])
	if held, _ := release.ReadHeld(filepath.Join(f.options.Out, o.Brand)); f.options.Hold &&
		o.Err == nil && o.Release == held.Release {
		o.Result = "sealed"
	}
	said.writeTo(f.Stderr)
	f.err = errors.Join(f.err, f.report(o, f.flags.reasons))
	f.mu.Unlock()
	code = f.remember(ctx, o, said)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.codes.add(code)
	said.writeTo(f.Stderr)
}

// save writes the gauges that are not in the file, and returns the error of doing so last.
func (f *fleet) save() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.saving != nil {
		f.saving = nil
		f.saved = writeMetrics(f.flags.metrics, f.options.Out, f.configured)
	}
	return f.saved
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
