package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"path/filepath"
	"sync"
	"time"

	"cartaz/brands"
	"cartaz/builder/internal/build"
	"cartaz/builder/internal/changes"
	"cartaz/builder/release"
)

// fleet is a run over many brands. They are built at the same time, as far as the [build.Queue] has
// places, and the output of each is printed when it ends.
type fleet struct {
	*command
	session    *session // nil without a bucket
	configured []string // keys of all brands
	// exchanges limits the brands that use the bucket at the same time.
	exchanges chan struct{}

	mu     sync.Mutex // of the fields below, and of everything printed
	codes  runCode
	err    error       // error of printing: standard output is closed
	saving *time.Timer // timer until the gauges are saved, or nil
	saved  error       // error of the last save
}

// output is a buffer. An abandoned build may still write to it.
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
	_, _ = o.b.WriteTo(w) // a closed terminal must not stop a build
}

// refuse prints and remembers the faults of brands that are not built. A fault without a brand is
// the state of the run as a whole, which is otherwise well again.
func (f *fleet) refuse(ctx context.Context, faults []build.Outcome) {
	for _, fault := range faults {
		fmt.Fprintln(f.Stderr, "builder:", fault.Error)
		if f.json {
			f.err = f.print(fault)
		}
		f.codes.add(fault.ExitCode)
		f.codes.add(f.remember(ctx, &fault, f.Stderr))
	}
	if len(faults) == 0 || faults[0].Brand != "" {
		f.codes.add(f.remember(ctx, &build.Outcome{Result: "unchanged"}, f.Stderr))
	}
}

// build builds brands. Each is published when it is done, in the bucket, too.
func (f *fleet) build(ctx context.Context, list []*brands.Brand) {
	if f.options.Queue == nil {
		f.options.Queue = build.NewQueue(0)
	}
	f.exchanges = make(chan struct{}, maxExchanges)
	var running sync.WaitGroup
	defer running.Wait()
	for _, b := range list {
		running.Go(func() { f.buildBrand(ctx, b) })
	}
}

// maxExchanges is how many brands may use a bucket at once: a large one blocks few others.
const maxExchanges = 4

// buildBrand builds one brand, from the state in the bucket if there is one, publishes it there,
// and prints the outcome.
func (f *fleet) buildBrand(ctx context.Context, brand *brands.Brand) {
	var printed output
	dir := filepath.Join(f.out, brand.Key)
	o := build.Outcome{Brand: brand.Key}
	end, _ := f.options.Queue.Begin(ctx) // the build reports the end of ctx
	defer end()
	options := f.options
	options.Log = warnings(&printed)
	o.Err = f.exchange(func() error {
		_, err := f.session.Follow(ctx, brand.Key)
		return err
	})
	list := f.purger.List(brand.Key, dir)
	if o.Err == nil {
		o = build.Run(ctx, brand, options)
		// A brand that failed may have been rendered again from the records of the last build.
		if !errors.Is(o.Err, build.ErrRunning) && ctx.Err() == nil {
			err := f.exchange(func() error { return f.session.Publish(ctx, brand.Key) })
			o.Err = errors.Join(o.Err, err)
			if err == nil {
				list.Due()
			}
		}
	}
	end()
	list.Call(ctx, &printed) // the lock is released, so a slow hook blocks no other builder
	f.ended(ctx, &o, list, &printed)
}

// ended prints and remembers the outcome of a brand. printed is the output of its build.
func (f *fleet) ended(ctx context.Context, o *build.Outcome, list *changes.List,
	printed *output) {
	f.mu.Lock()
	code := exitCode(o.Err)
	f.codes.add(code)
	if err := list.End(); err != nil {
		f.codes.add(ExitFailed)
		o.HookError = err.Error()
	}
	o.Finish(code, resultNames[code])
	if held, _ := release.ReadHeld(filepath.Join(f.out, o.Brand)); f.options.Hold &&
		o.Err == nil && o.Release == held.Release {
		o.Result = "sealed"
	}
	printed.writeTo(f.Stderr)
	f.err = errors.Join(f.err, f.report(o, f.reasons))
	f.mu.Unlock()
	code = f.remember(ctx, o, printed)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.codes.add(code)
	printed.writeTo(f.Stderr)
}

// save writes the gauges that are not in the file yet, and returns the error of the last write.
func (f *fleet) save() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.saving != nil {
		f.saving = nil
		f.saved = writeMetrics(f.metrics, f.out, f.configured)
	}
	return f.saved
}

// exchange calls talk, which uses the bucket, if there is one.
func (f *fleet) exchange(talk func() error) error {
	if f.session == nil {
		return nil
	}
	f.exchanges <- struct{}{}
	defer func() { <-f.exchanges }()
	return talk()
}

// shard is the part of all brands that one machine builds. The zero value is all of them.
type shard struct{ part, of uint32 }

// set reads the value of --shard.
func (s *shard) set(text string) error {
	fmt.Sscanf(text, "%d/%d", &s.part, &s.of) // what it does not read is 0, or is missing below
	if s.part < 1 || s.part > s.of || text != fmt.Sprintf("%d/%d", s.part, s.of) {
		return fmt.Errorf("%q is no part: write it as in 1/3, 2/3 and 3/3", text)
	}
	return nil
}

// has reports whether a brand belongs to the part. It uses a hash of the key, so the result does
// not depend on the other brands.
func (s *shard) has(key string) bool {
	if s.of == 0 {
		return true
	}
	h := fnv.New32a()
	_, _ = io.WriteString(h, key) // it never fails
	return h.Sum32()%s.of == s.part-1
}
