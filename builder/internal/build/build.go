package build

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path/filepath"
	"runtime/debug"
	"time"

	"cartaz/brands"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/release"
)

// Options is one run of the builder.
type Options struct {
	Out       string // output folder
	Templates fs.FS
	Export    bool // false leaves out/<brand>/site alone, whatever brand.yaml says
	Keep      int  // releases kept besides the live one; default 3
	Now       time.Time
	Upstream  upstream.Options
	Log       *slog.Logger
	// Progress is called now and then with the number of events drawn so far
	// and their total. It may be nil.
	Progress func(brand string, done, total int)
}

// Outcome is what became of one brand.
type Outcome struct {
	Brand     string
	Release   string // live release afterwards; "" when there is none
	Published bool   // false with a nil Err: nothing had changed
	Drawn     int    // events that were rendered; the others stayed where they lie
	Exported  int    // files that the export wrote or removed
	Report    Report
	Duration  time.Duration
	Err       error
}

// Errors that callers turn into exit codes.
var (
	// ErrHeld means that a guard held the brand back.
	ErrHeld = errors.New("held back")
	// ErrRunning means that another builder works on the brand.
	ErrRunning = errors.New("another builder is running")
)

// Run builds brands one after the other. It always returns one outcome per
// brand: an error of one never stops the next.
func Run(ctx context.Context, list []*brands.Brand, o Options) []Outcome {
	if o.Keep <= 0 {
		o.Keep = 3
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	outcomes := make([]Outcome, 0, len(list))
	for _, b := range list {
		started := time.Now()
		outcome := one(ctx, b, o)
		outcome.Duration = time.Since(started)
		outcomes = append(outcomes, outcome)
	}
	return outcomes
}

// one builds one brand. A panic is a bug, but a bug that one brand's data
// brings out must not take the others down.
func one(ctx context.Context, b *brands.Brand, o Options) (out Outcome) {
	out.Brand = b.Key
	dir := filepath.Join(o.Out, b.Key)
	r := &run{brand: b, options: o, dir: dir, now: b.Now(o.Now).Truncate(time.Second).UTC(), out: &out}
	err := caught(func() error { return r.build(ctx) })
	if errors.Is(err, release.ErrLocked) {
		err = ErrRunning
	}
	// Also after a panic: the lock must go, and what was half written.
	if err = errors.Join(err, caught(r.close)); err != nil {
		out.Err = fmt.Errorf("brand %s: %w", b.Key, err)
		out.Published = false
	}
	if id, err := release.Current(dir); err == nil {
		out.Release = id
	}
	return out
}

// caught runs f and makes an error of a panic.
func caught(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return f()
}
