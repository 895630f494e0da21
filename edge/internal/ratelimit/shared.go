package ratelimit

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

const (
	patience   = 700 * time.Microsecond // how long a request waits for the store
	hesitation = 5 * time.Millisecond   // after which nobody waits until a question is answered
	silence    = 500 * time.Millisecond // after which the store counts as gone
	probeEvery = 250 * time.Millisecond // how often a store that is gone is asked
	// maxQuestions bounds the questions that wait for the connection; maxBatch are sent at once.
	maxQuestions = 1 << 12
	maxBatch     = 1 << 8
	// maxKnown bounds the cells of which the store has said something: 100 bytes each.
	maxKnown = 1 << 17
)

// Shared counts requests together with other edges; see Several edges in the package comment. It
// may be used by many goroutines.
type Shared struct {
	store  *store
	secret [32]byte
	log    *slog.Logger
	stop   context.CancelFunc
	done   chan struct{}

	up        atomic.Bool  // the store answers
	alone     atomic.Int64 // requests that this edge decided alone
	sent      atomic.Int64 // when the questions without an answer were sent, Unix ns; 0 for none
	questions chan *question

	mu    sync.Mutex
	cells map[uint64]*knownCell // by key
}

// verdict is what edges together say of a request.
type verdict struct {
	known      bool // false when the others cannot be asked in time: this edge decides alone
	ok         bool
	cell       int   // that decides: the one with the least left, or the longest wait
	remaining  int64 // units of that cell
	retryAfter time.Duration
}

// knownCell is what this edge knows of one cell, guarded by the mutex of Shared.
type knownCell struct {
	pending   int64     // units that were asked for without an answer yet
	remaining int64     // units at the store, as it said last
	learned   time.Time // when it said so; zero for never
	refused   time.Time // until then this many units are refused
	need      int64
}

// NewShared prepares shared limits. The address is valkey://[user:password@]host[:port][/database],
// with valkeys for TLS and unix for a socket, whose database is ?db=; the names redis and rediss do
// as well. secret hides who a cell is about and is the same for all edges. The store need not be
// there.
func NewShared(address string, secret [32]byte, log *slog.Logger) (*Shared, error) {
	store, err := parseStore(address)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(context.Background())
	l := &Shared{store: store, secret: secret, log: log, stop: stop, done: make(chan struct{}),
		questions: make(chan *question, maxQuestions), cells: map[uint64]*knownCell{}}
	go l.run(ctx)
	return l, nil
}

// Close ends the connection.
func (l *Shared) Close() {
	l.stop()
	<-l.done
}

// Up reports whether the store answers.
func (l *Shared) Up() bool { return l.up.Load() }

// Alone is how many requests this edge has decided alone.
func (l *Shared) Alone() int64 { return l.alone.Load() }

// take charges n units to all cells or none. With n 0 it charges nothing and says only whether it
// is known that nothing is left.
func (l *Shared) take(cells []cell, n int64, now time.Time) verdict {
	l.mu.Lock()
	defer l.mu.Unlock()
	if v := l.refused(cells, n, now); v.known || n == 0 {
		return v
	}
	q := &question{cells: slices.Clone(cells), n: n, answered: make(chan struct{})}
	if !l.up.Load() || !l.ask(q) {
		l.alone.Add(1)
		return verdict{}
	}
	if at := l.sent.Load(); at == 0 || now.UnixNano()-at < int64(hesitation) {
		l.mu.Unlock()
		timer := time.NewTimer(patience)
		select {
		case <-q.answered:
		case <-timer.C:
		}
		timer.Stop()
		l.mu.Lock()
	}
	select {
	case <-q.answered:
		if !q.verdict.known {
			l.alone.Add(1)
		}
		return q.verdict
	default:
		return l.guess(q)
	}
}

// refused reports that the store has refused as much of a cell, until a time that has not come.
// l.mu is held.
func (l *Shared) refused(cells []cell, n int64, now time.Time) (v verdict) {
	for i := range cells {
		c := l.cell(&cells[i])
		wait := c.refused.Sub(now)
		if wait > v.retryAfter && max(cells[i].need(n), 1) >= c.need {
			v = verdict{known: true, cell: i, remaining: c.remaining, retryAfter: wait}
		}
	}
	return v
}

// ask gives a question to the connection, unless too many wait for it. l.mu is held.
func (l *Shared) ask(q *question) bool {
	select {
	case l.questions <- q:
	default:
		return false
	}
	for i := range q.cells {
		l.cell(&q.cells[i]).pending += q.cells[i].need(q.n)
	}
	return true
}

// guess decides without an answer. What the store has said last still bounds a client: without
// that, a client that floods would get the whole quota of this edge whenever the store is slow.
// l.mu is held.
func (l *Shared) guess(q *question) verdict {
	now := time.Now()
	for i := range q.cells {
		known, interval := l.cell(&q.cells[i]), time.Duration(q.cells[i].interval)
		left := known.remaining + int64(now.Sub(known.learned)/interval) - known.pending
		if !known.learned.IsZero() && left < 0 {
			return verdict{known: true, cell: i, retryAfter: time.Duration(-left) * interval}
		}
	}
	l.alone.Add(1)
	return verdict{}
}

// learn remembers the reply to a question, or that there is none, and passes it on.
func (l *Shared) learn(q *question, replies []reply) {
	now := time.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	defer close(q.answered)
	for i := range q.cells {
		c, need := l.cell(&q.cells[i]), q.cells[i].need(q.n)
		c.pending = max(0, c.pending-need)
		if replies == nil {
			continue
		}
		r := replies[i]
		c.remaining, c.learned = r.remaining, now
		if r.wait > 0 {
			c.refused, c.need = now.Add(r.wait), need
		}
		v := &q.verdict
		if i == 0 || r.wait > v.retryAfter || v.retryAfter == 0 && r.remaining < v.remaining {
			*v = verdict{known: true, cell: i, remaining: r.remaining, retryAfter: r.wait}
		}
	}
	q.verdict.ok = replies != nil && q.verdict.retryAfter == 0
}

// cell is what is known of a cell. l.mu is held.
func (l *Shared) cell(of *cell) *knownCell {
	c := l.cells[of.key]
	if c == nil {
		if len(l.cells) >= maxKnown {
			l.forget(time.Now())
		}
		c = new(knownCell)
		l.cells[of.key] = c
	}
	return c
}

// forget drops the cells that refuse nothing, and any others when these leave too little room. l.mu
// is held.
func (l *Shared) forget(now time.Time) {
	for hash, c := range l.cells {
		if now.After(c.refused) || len(l.cells) > maxKnown*3/4 {
			delete(l.cells, hash)
		}
	}
}

// run keeps a connection to the store.
func (l *Shared) run(ctx context.Context) {
	defer close(l.done)
	for said := false; ctx.Err() == nil; said = true {
		err := l.serve(ctx)
		if (l.up.Swap(false) || !said) && ctx.Err() == nil {
			if errors.Is(err, os.ErrDeadlineExceeded) {
				err = fmt.Errorf("no answer for %v", silence)
			}
			l.log.Warn("the store of --limits does not answer: each edge counts by itself", "err",
				err)
		}
		for len(l.questions) > 0 {
			l.learn(<-l.questions, nil)
		}
		select {
		case <-time.After(probeEvery):
		case <-ctx.Done():
		}
	}
}

// serve connects, and puts questions to the store until it fails.
func (l *Shared) serve(ctx context.Context) error {
	conn, err := l.store.dial(ctx, silence)
	if err != nil {
		return err
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
	s := scripted{conn, l.secret, ""}
	if err := s.load(); err != nil {
		return err
	}
	l.mu.Lock()
	clear(l.cells) // of another time
	l.mu.Unlock()
	l.up.Store(true)
	l.log.Info("the store of --limits answers: edges count together")
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case q := <-l.questions:
			batch := []*question{q}
			for len(batch) < maxBatch && len(l.questions) > 0 {
				batch = append(batch, <-l.questions)
			}
			l.sent.Store(time.Now().UnixNano())
			err := s.exchange(batch, l.learn)
			l.sent.Store(0)
			if err != nil {
				return err
			}
		}
	}
}
