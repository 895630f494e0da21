package build

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"cartaz/brands"
)

// Limits of a [Queue].
const (
	// mostBegun is how many builds are under way at the same time. They spend nearly all of their
	// time waiting for sources.
	mostBegun = 256
	// shortWait is how long a build that waits for more of its source keeps its place to read.
	shortWait = 50 * time.Millisecond
	// firstTurn is how long a build may read while others wait for their first place to read.
	firstTurn = 500 * time.Millisecond
)

// Queue is where builds wait for a place. Waiting for a source needs no place, so 40 sources that
// send a byte a second do not hold up any other build. To read the answer in its workers a build
// needs a place, and to draw it another one; there are as many places of each kind as cores.
type Queue struct {
	begun, reading, drawing places

	fresh atomic.Int32 // builds that wait for their first place to read
}

// places are taken one by one.
type places chan struct{}

// NewQueue returns a queue with n places to read and n to draw, or one a core if n is 0.
func NewQueue(n int) *Queue {
	n = cmp.Or(n, runtime.GOMAXPROCS(0))
	return &Queue{begun: make(places, mostBegun), reading: make(places, n),
		drawing: make(places, n)}
}

// Begin waits until a build may begin. Its place lasts until end is called or ctx ends.
func (q *Queue) Begin(ctx context.Context) (end func(), err error) { return q.begun.take(ctx) }

// take waits for a place, which lasts until end is called or ctx ends: a build that does not stop
// then does not keep the next one waiting.
func (p places) take(ctx context.Context) (end func(), err error) {
	select {
	case p <- struct{}{}:
		end = sync.OnceFunc(func() { <-p })
		context.AfterFunc(ctx, end)
		return end, nil
	case <-ctx.Done():
		return func() {}, ctx.Err()
	}
}

// errGiveWay ends a reading that has had its turn.
var errGiveWay = errors.New("others wait to read")

// read calls work, which reads the source, and if it gave way calls it again, with twice the turn.
// So a document that takes as long as it may holds up small ones for a turn. Its source is asked
// again.
func (q *Queue) read(ctx context.Context,
	work func(ctx context.Context, wait func(work func())) error) error {
	for turn := firstTurn; ; turn *= 2 {
		reading, give := context.WithCancelCause(ctx)
		defer give(nil)
		s := &seat{ctx: reading, queue: q, turn: turn, give: give}
		s.over = time.AfterFunc(math.MaxInt64, s.look)
		err := work(reading, s.wait)
		if s.end(); err == nil || context.Cause(reading) != errGiveWay {
			return err
		}
	}
}

// seat is the place to read of one build.
type seat struct {
	ctx   context.Context
	queue *Queue
	turn  time.Duration
	over  *time.Timer // runs while it has the place
	give  context.CancelCauseFunc
	leave func() // nil before the first answer
}

// wait calls work, which waits for the source. On return the build has a place to read the answer,
// unless ctx has ended.
func (s *seat) wait(work func()) {
	if s.leave == nil {
		work()
	} else {
		leave := s.leave
		leaving := time.AfterFunc(shortWait, func() { s.over.Stop(); leave() })
		if work(); leaving.Stop() {
			return
		}
	}
	if s.turn == firstTurn {
		s.queue.fresh.Add(1)
		defer s.queue.fresh.Add(-1)
	}
	s.leave, _ = s.queue.reading.take(s.ctx) // the end of ctx shows in the next calls
	s.over.Reset(s.turn)
}

// look is called when the turn is over. It ends the reading once others wait for their first place.
func (s *seat) look() {
	if s.queue.fresh.Load() > 0 {
		s.give(errGiveWay)
	} else if s.ctx.Err() == nil {
		s.over.Reset(shortWait)
	}
}

// end gives the place back.
func (s *seat) end() {
	s.over.Stop()
	if s.leave != nil {
		s.leave()
	}
}

// ErrTimeout means that a brand was not built within its build_timeout.
var ErrTimeout = errors.New("not built in time")

// patience is how long a build may take to stop after its context has ended.
var patience = 10 * time.Second

// inTime builds one brand within its time limit. A build that does not stop, such as one in an
// endless template, is abandoned, since a goroutine cannot be ended: it keeps the lock of its
// folder until the process ends, and publishes nothing, because its context has ended. For replay
// see [run].
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
