package build

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"cartaz/brands"
)

// Turns bounds how many builds of one run of the builder draw at once. Reading a source is waiting,
// so any number of builds may do it; drawing needs cores and memory, so as many builds draw as
// there are cores. A nil channel bounds nothing.
type Turns chan struct{}

// NewTurns makes a turn for each core.
func NewTurns() Turns { return make(Turns, runtime.GOMAXPROCS(0)) }

// take waits for a turn, which lasts until end is called or ctx ends: a build that does not stop
// then keeps no other one from drawing.
func (t Turns) take(ctx context.Context) (end func(), err error) {
	if t == nil {
		return func() {}, nil
	}
	select {
	case t <- struct{}{}:
		end = sync.OnceFunc(func() { <-t })
		context.AfterFunc(ctx, end)
		return end, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// ErrTimeout means that a brand was not built within its build_timeout.
var ErrTimeout = errors.New("not built in time")

// patience is how long a build may take to stop when its context has ended.
var patience = 10 * time.Second

// inTime builds one brand within its time limit. A build that does not stop, as in a template that
// repeats for ever, is left behind, since a goroutine cannot be ended: it keeps the lock of its
// folder until the process ends, and publishes nothing, because its context has ended.
func inTime(ctx context.Context, b *brands.Brand, o Options, replay bool) *run {
	if b.BuildTimeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, b.BuildTimeout, ErrTimeout)
		defer cancel()
	}
	built := make(chan *run, 1)
	go func() { built <- healed(ctx, b, o, replay) }()
	var r *run
	select {
	case r = <-built:
	case <-ctx.Done():
		select {
		case r = <-built:
		case <-time.After(patience):
			r = &run{options: o, dir: filepath.Join(o.Out, b.Key), out: &Outcome{Brand: b.Key,
				Err: fmt.Errorf("the build does not stop, so it was left behind: %w", ctx.Err())}}
		}
	}
	if r.out.Err != nil && errors.Is(context.Cause(ctx), ErrTimeout) {
		r.out.Err = fmt.Errorf("%w: build_timeout of %s is %s: %w", ErrTimeout, b.File(),
			b.BuildTimeout, r.out.Err)
	}
	return r
}
