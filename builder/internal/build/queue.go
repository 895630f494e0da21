package build

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"cartaz/brands"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/worker"
)

// Limits of a [Queue].
const (
	// mostBegun is how many builds are under way at the same time. They spend nearly all of their
	// time waiting for sources.
	mostBegun = 256
	// shortWait is how long a build that waits for more of its source keeps its place to read.
	shortWait = 50 * time.Millisecond
	// byteTurn is the processor time for which a build asks to read a byte of its document, and
	// firstTurn the least that it asks for. 50 events of 65 KB take 40 ms.
	byteTurn  = 250 * time.Nanosecond
	firstTurn = 60 * time.Millisecond
	// lookEvery is how often a build that reads looks what it has spent.
	lookEvery = 20 * time.Millisecond
)

// Queue is where builds wait for a place. Waiting for a source needs no place, so 40 sources that
// send a byte a second do not hold up any other build. To read the answer in its workers a build
// needs a place, and to draw it another one; there are as many places of each kind as cores. Who
// asks for the least is next, so 40 documents of 66 MB are read after 60 of 66 KB.
type Queue struct {
	begun, reading, drawing *places
}

// places are taken one by one.
type places struct {
	sync.Mutex
	free    int
	waiting []*request // what asks for the least first
}

// request is a wait for a place.
type request struct {
	asks  int64
	taken chan struct{} // closed when it has the place
}

// NewQueue returns a queue with n places to read and n to draw, or one a core if n is 0.
func NewQueue(n int) *Queue {
	n = cmp.Or(n, runtime.GOMAXPROCS(0))
	return &Queue{begun: &places{free: mostBegun}, reading: &places{free: n},
		drawing: &places{free: n}}
}

// Begin waits until a build may begin. Its place lasts until end is called or ctx ends.
func (q *Queue) Begin(ctx context.Context) (end func(), err error) { return q.begun.take(ctx, 0) }

// take waits for a place, which lasts until end is called or ctx ends: a build that does not stop
// then does not keep the next one waiting.
func (p *places) take(ctx context.Context, asks int64) (end func(), err error) {
	r := &request{asks, make(chan struct{})}
	p.Lock()
	p.waiting = append(p.waiting, r)
	slices.SortStableFunc(p.waiting, func(a, b *request) int { return cmp.Compare(a.asks, b.asks) })
	p.next()
	p.Unlock()
	end = sync.OnceFunc(func() { p.end(r) })
	context.AfterFunc(ctx, end)
	select {
	case <-r.taken:
	case <-ctx.Done():
	}
	return end, ctx.Err()
}

// end ends a wait, or gives the place back.
func (p *places) end(r *request) {
	p.Lock()
	defer p.Unlock()
	if at := slices.Index(p.waiting, r); at >= 0 {
		p.waiting = slices.Delete(p.waiting, at, at+1)
		return
	}
	p.free++
	p.next()
}

// next gives free places to those who are next.
func (p *places) next() {
	for ; p.free > 0 && len(p.waiting) > 0; p.free-- {
		close(p.waiting[0].taken)
		p.waiting = p.waiting[1:]
	}
}

// least returns what the next who waits asks for, or the largest number.
func (p *places) least() int64 {
	p.Lock()
	defer p.Unlock()
	if len(p.waiting) == 0 {
		return math.MaxInt64
	}
	return p.waiting[0].asks
}

// errGiveWay ends a reading that has had its turn.
var errGiveWay = errors.New("others wait to read")

// read calls work, which reads the source, and if it gave way calls it again, with twice the turn.
// So a small document that takes as long as it may holds up others for a turn. Its source is asked
// again.
func (q *Queue) read(ctx context.Context,
	work func(ctx context.Context, wait upstream.Wait) error) error {
	for turn := firstTurn; ; turn *= 2 {
		reading, give := context.WithCancelCause(ctx)
		defer give(nil)
		s := &seat{places: q.reading, turn: turn}
		s.ctx, s.spent = worker.Metered(reading)
		s.look = time.AfterFunc(math.MaxInt64, func() {
			if s.over() {
				give(errGiveWay)
			} else if reading.Err() == nil {
				s.look.Reset(lookEvery)
			}
		})
		err := work(s.ctx, s.wait)
		if s.end(); err == nil || context.Cause(reading) != errGiveWay {
			return err
		}
	}
}

// seat is the place to read of one build.
type seat struct {
	*places
	ctx   context.Context
	turn  time.Duration
	spent func() time.Duration // processor time of all its workers
	look  *time.Timer          // runs while it has the place
	leave func()               // nil before the first answer
	began atomic.Int64         // what it had spent before it took the place
}

// wait calls work, which waits for the source. On return the build has a place to read the answer
// of that size, unless ctx has ended.
func (s *seat) wait(work func(), size func() int64) {
	if s.leave == nil {
		work()
	} else {
		leaving := time.AfterFunc(shortWait, s.end)
		if work(); leaving.Stop() {
			if !s.over() {
				return
			}
			s.end()
		}
	}
	asks := max(s.turn, byteTurn*time.Duration(size()))
	s.leave, _ = s.take(s.ctx, int64(asks)) // the end of ctx shows in the next calls
	s.began.Store(int64(s.spent()))
	s.look.Reset(lookEvery)
}

// over reports whether another build waits that asks for less than this one has spent in its place.
func (s *seat) over() bool { return s.least() <= int64(s.spent())-s.began.Load() }

// end gives the place back.
func (s *seat) end() {
	s.look.Stop()
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
