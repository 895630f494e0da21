package sharedlimit

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/valkey-io/valkey-go"

	"cartaz/builder/bucket/wake"
	"cartaz/edge/internal/ratelimit"
)

const (
	patience   = 700 * time.Microsecond // how long a request waits for the store
	hesitation = 5 * time.Millisecond   // after which nobody waits until a question is answered
	silence    = 500 * time.Millisecond // after which the store counts as gone
	probeEvery = 250 * time.Millisecond // how often a store that is gone is asked
	leaseTime  = time.Second            // how long a lease may be used
	// maxCells bounds the cells in memory: 200 bytes each.
	maxCells = 1 << 17
)

// Limits counts requests together with other edges. It may be used by many goroutines.
type Limits struct {
	options valkey.ClientOption
	secret  [32]byte
	log     *slog.Logger

	conn atomic.Pointer[valkey.Client] // nil until the store was reached
	up   atomic.Bool                   // the store answers
	gone chan struct{}                 // takes a value when it does no longer
	stop context.CancelFunc
	done chan struct{}
	asks sync.WaitGroup

	alone   atomic.Int64 // requests that this edge decided alone
	overdue atomic.Int32 // questions without an answer for longer than hesitation

	mu    sync.Mutex
	cells map[uint64]*cell
}

var _ ratelimit.Shared = (*Limits)(nil)

// cell is what this edge knows of one cell, guarded by the mutex of Limits.
type cell struct {
	left      int64     // units of the lease
	until     time.Time // when the lease is lost
	size      int64     // of the next lease
	waiting   int64     // units that requests wait for
	debt      int64     // units that were spent without asking
	remaining int64     // units at the store, after the lease
	learned   time.Time // when the store said so; zero for never
	refused   time.Time // until then this many units are refused
	need      int64
	answered  chan struct{} // closed when the question about it is answered; nil for none
}

// New prepares shared limits. The address is valkey://[user:password@]host[:port][/database], with
// valkeys for TLS and unix for a socket. secret hides who a cell is about and is the same for all
// edges. The store need not be there.
func New(address string, secret [32]byte, log *slog.Logger) (*Limits, error) {
	options, err := wake.Parse(address)
	if err != nil {
		return nil, err
	}
	options.DisableCache = true
	options.ForceSingleClient = true
	options.PipelineMultiplex = 1
	options.Dialer.Timeout = silence
	options.ConnWriteTimeout = silence
	ctx, stop := context.WithCancel(context.Background())
	l := &Limits{options: options, secret: secret, log: log, gone: make(chan struct{}, 1),
		stop: stop, done: make(chan struct{}), cells: map[uint64]*cell{}}
	go l.watch(ctx)
	return l, nil
}

// Close ends the connection.
func (l *Limits) Close() {
	l.stop()
	<-l.done
	l.up.Store(false)
	l.asks.Wait()
	if c := l.conn.Load(); c != nil {
		(*c).Close()
	}
}

// Up reports whether the store answers.
func (l *Limits) Up() bool { return l.up.Load() }

// Alone is how many requests this edge has decided alone.
func (l *Limits) Alone() int64 { return l.alone.Load() }

func (l *Limits) client() valkey.Client { return *l.conn.Load() }

// Take implements [ratelimit.Shared].
func (l *Limits) Take(cells []ratelimit.SharedCell, n int64, now time.Time) ratelimit.Verdict {
	var timer *time.Timer
	for tries := 0; ; tries++ {
		l.mu.Lock()
		v, lacking := l.spend(cells, n, now)
		if lacking == nil || n == 0 || !l.up.Load() {
			if !v.Known && n > 0 {
				l.alone.Add(1)
			}
			l.mu.Unlock()
			return v
		}
		answered := l.question(lacking, n)
		l.mu.Unlock()
		if timer == nil {
			timer = time.NewTimer(patience)
			defer timer.Stop()
		}
		expired := l.overdue.Load() > 0
		if !expired {
			select {
			case <-answered:
			case <-timer.C:
				expired = true
			}
		}
		l.mu.Lock()
		for _, c := range lacking {
			l.cell(c.Hash).waiting -= min(n, c.Limit)
		}
		if expired {
			v = l.guess(lacking, n)
			l.mu.Unlock()
			return v
		}
		l.mu.Unlock()
		now = time.Now()
	}
}

// guess decides without an answer. What the store has said last still bounds a client: without
// that, a client that floods would get the whole quota of this edge whenever the store is slow.
// l.mu is held.
func (l *Limits) guess(lacking []ratelimit.SharedCell, n int64) ratelimit.Verdict {
	now := time.Now()
	for i := range lacking {
		c, need := l.cell(lacking[i].Hash), min(n, lacking[i].Limit)
		if c.learned.IsZero() {
			continue
		}
		left := c.remaining + int64(now.Sub(c.learned)/lacking[i].Interval) - c.debt
		if left < need {
			return ratelimit.Verdict{Known: true, Cell: lacking[i].At,
				RetryAfter: time.Duration(need-left) * lacking[i].Interval}
		}
	}
	for _, c := range lacking {
		l.cell(c.Hash).debt += min(n, c.Limit)
	}
	l.alone.Add(1)
	return ratelimit.Verdict{}
}

// spend takes n units from the leases of all cells, or says which cells lack them. l.mu is held.
func (l *Limits) spend(cells []ratelimit.SharedCell, n int64, now time.Time) (v ratelimit.Verdict,
	lacking []ratelimit.SharedCell) {
	for i := range cells {
		c, need := l.cell(cells[i].Hash), min(n, cells[i].Limit)
		if wait := c.refused.Sub(now); wait > 0 && max(need, 1) >= c.need {
			if !v.Known || wait > v.RetryAfter {
				v = ratelimit.Verdict{Known: true, Cell: i, Remaining: c.remaining,
					RetryAfter: wait}
			}
			continue
		}
		if now.After(c.until) {
			if c.left > 0 {
				c.size = 1
			}
			c.left = 0
		}
		if c.left < need {
			lacking = append(lacking, cells[i])
		}
	}
	if v.Known || n == 0 {
		return v, nil
	}
	if lacking != nil {
		return v, lacking
	}
	v = ratelimit.Verdict{Known: true, OK: true, Remaining: 1<<63 - 1}
	for i := range cells {
		c := l.cell(cells[i].Hash)
		if c.left -= min(n, cells[i].Limit); c.left+c.remaining < v.Remaining {
			v.Cell, v.Remaining = i, c.left+c.remaining
		}
	}
	return v, nil
}

// question asks the store about cells, unless one of them is being asked about already, and returns
// what is closed when the answer is there. l.mu is held.
func (l *Limits) question(lacking []ratelimit.SharedCell, n int64) (answered chan struct{}) {
	for _, c := range lacking {
		known := l.cell(c.Hash)
		known.waiting += min(n, c.Limit)
		if known.answered != nil {
			answered = known.answered
		}
	}
	if answered != nil {
		return answered
	}
	answered = make(chan struct{})
	questions := make([]question, len(lacking))
	for i, c := range lacking {
		known := l.cell(c.Hash)
		known.answered = answered
		questions[i] = question{cell: c, debt: known.debt, need: min(n, c.Limit),
			want: max(known.size, known.waiting)}
		known.debt = 0
	}
	l.asks.Go(func() { l.learn(questions, answered) })
	return answered
}

// learn asks and remembers the answer.
func (l *Limits) learn(questions []question, answered chan struct{}) {
	ctx, cancel := context.WithTimeout(context.Background(), silence)
	defer cancel()
	late := time.AfterFunc(hesitation, func() { l.overdue.Add(1) })
	replies, err := l.ask(ctx, questions)
	if !late.Stop() {
		l.overdue.Add(-1)
	}
	now := time.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	defer close(answered)
	for i, q := range questions {
		c := l.cell(q.cell.Hash)
		c.answered = nil
		if err != nil {
			continue
		}
		r := replies[i]
		c.remaining, c.learned = r.remaining, now
		switch {
		case r.granted > 0:
			c.left, c.until, c.refused = c.left+r.granted, now.Add(leaseTime), time.Time{}
			c.size = min(2*c.size, max(1, q.cell.Limit/100))
		case r.wait > 0:
			c.refused, c.need = now.Add(r.wait), q.need
		}
	}
	if err != nil && l.up.Swap(false) {
		l.log.Warn("the store of --limits does not answer: each edge counts by itself", "err", err)
		l.gone <- struct{}{}
	}
}

// cell is what is known of a cell. l.mu is held.
func (l *Limits) cell(hash uint64) *cell {
	c := l.cells[hash]
	if c == nil {
		if len(l.cells) >= maxCells {
			l.forget(time.Now())
		}
		c = &cell{size: 1}
		l.cells[hash] = c
	}
	return c
}

// forget drops the cells of which nothing is known any more; of those that leave too little room,
// any others, whose units are lost. l.mu is held.
func (l *Limits) forget(now time.Time) {
	for hash, c := range l.cells {
		idle := c.answered == nil && c.waiting == 0
		if idle && (now.After(c.until) && now.After(c.refused) || len(l.cells) > maxCells*3/4) {
			delete(l.cells, hash)
		}
	}
}

// watch connects to the store, and asks it again while it does not answer.
func (l *Limits) watch(ctx context.Context) {
	defer close(l.done)
	said := false
	for {
		err := l.probe(ctx)
		if err == nil {
			l.mu.Lock()
			for hash, c := range l.cells { // leases of another time
				if c.answered == nil && c.waiting == 0 {
					delete(l.cells, hash)
				}
			}
			l.mu.Unlock()
			l.up.Store(true)
			l.log.Info("the store of --limits answers: edges count together")
			select {
			case <-l.gone:
			case <-ctx.Done():
				return
			}
		} else if !said && ctx.Err() == nil {
			l.log.Warn("the store of --limits does not answer: each edge counts by itself", "err",
				err)
		}
		said = true
		select {
		case <-time.After(probeEvery):
		case <-ctx.Done():
			return
		}
	}
}

// probe asks the store for a sign of life, and whether it knows scripts by the clock.
func (l *Limits) probe(ctx context.Context) error {
	if l.conn.Load() == nil {
		client, err := valkey.NewClient(l.options)
		if err != nil {
			return err
		}
		l.conn.Store(&client)
	}
	ctx, cancel := context.WithTimeout(ctx, silence)
	defer cancel()
	_, err := l.ask(ctx, []question{{cell: ratelimit.SharedCell{Limit: 1,
		Interval: ratelimit.Window}}})
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("no answer for %v", silence)
	}
	return err
}
