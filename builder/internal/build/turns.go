package build

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"sync"

	"cartaz/brands"
	"cartaz/builder/internal/build/unchanged"
)

// Shared is what builds of several brands in one run of the builder have in common: turns to draw,
// and the digest of the templates. Reading a source is waiting, so any number of builds may do it;
// drawing needs cores and memory, so as many builds draw as there are cores.
type Shared struct {
	slots     chan struct{}
	templates func() [32]byte
}

// NewShared makes a turn for each core; files are the templates of all builds.
func NewShared(files fs.FS) *Shared {
	return &Shared{
		slots:     make(chan struct{}, runtime.GOMAXPROCS(0)),
		templates: sync.OnceValue(func() [32]byte { return templatesSum(files) }),
	}
}

// templatesSum digests templates; it is zero when they cannot be read, which drawing reports.
func templatesSum(files fs.FS) [32]byte {
	sum, err := unchanged.Templates(files)
	if err != nil {
		return [32]byte{}
	}
	return sum
}

// templatesOf is the digest of the templates of o as they were when the run began.
func templatesOf(o *Options) [32]byte {
	if o.Shared == nil {
		return templatesSum(o.Templates)
	}
	return o.Shared.templates()
}

// take waits for a turn, which lasts until end is called.
func (t *Shared) take(ctx context.Context) (end func(), err error) {
	if t == nil {
		return func() {}, nil
	}
	select {
	case t.slots <- struct{}{}:
		return func() { <-t.slots }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// ErrTimeout means that a brand was not built within its build_timeout.
var ErrTimeout = errors.New("not built in time")

// limited builds one brand within its time limit.
func limited(ctx context.Context, b *brands.Brand, o Options) Outcome {
	if b.BuildTimeout <= 0 {
		return one(ctx, b, o)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, b.BuildTimeout, ErrTimeout)
	defer cancel()
	out := one(ctx, b, o)
	if out.Err != nil && errors.Is(context.Cause(ctx), ErrTimeout) {
		out.Err = fmt.Errorf("%w: build_timeout of %s is %s: %w", ErrTimeout, b.File(),
			b.BuildTimeout, out.Err)
	}
	return out
}
