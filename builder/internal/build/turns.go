package build

import (
	"context"
	"errors"
	"runtime"
)

// Turns bounds how many builds of one run of the builder draw at once. Reading a source is waiting,
// so any number of builds may do it; drawing needs cores and memory, so as many builds draw as
// there are cores. A nil channel bounds nothing.
type Turns chan struct{}

// NewTurns makes a turn for each core.
func NewTurns() Turns { return make(Turns, runtime.GOMAXPROCS(0)) }

// take waits for a turn, which lasts until end is called.
func (t Turns) take(ctx context.Context) (end func(), err error) {
	if t == nil {
		return func() {}, nil
	}
	select {
	case t <- struct{}{}:
		return func() { <-t }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// ErrTimeout means that a brand was not built within its build_timeout.
var ErrTimeout = errors.New("not built in time")
