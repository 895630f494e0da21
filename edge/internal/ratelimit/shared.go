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
	hesitation = 5 * time.Millisecond   // after which no request waits until a question is answered
	silence    = 500 * time.Millisecond // after which the store counts as gone
	probeEvery = 250 * time.Millisecond // how often a store that is gone is asked
	// maxQuestions bounds the questions that wait for the connection; maxBatch are sent at once.
	maxQuestions = 1 << 12
	maxBatch     = 1 << 8
	// maxKnown bounds the cells that the store has refused: 100 bytes each.
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
	sent      atomic.Int64 // when the questions without an answer were sent, Unix ns, or 0
	questions chan *question

	mu       sync.Mutex
	refusals map[uint64]refusal // by the key of a cell
}

// refusal is the answer of the store when it refused a cell.
type refusal struct {
	remaining int64
	need      int64     // this many units, or more, are refused
	until     time.Time // by the clock of this edge
}

// NewShared prepares shared limits. The address is valkey://[user:password@]host[:port][/database],
// with valkeys for TLS and unix for a socket, whose database is ?db=; the schemes redis and rediss
// work as well. secret hides who a cell is about and is the same for all edges. The store need not
// be reachable yet.
func NewShared(address string, secret [32]byte, log *slog.Logger) (*Shared, error) {
	store, err := parseStore(address)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(context.Background())
	l := &Shared{store: store, secret: secret, log: log, stop: stop, done: make(chan struct{}),
		questions: make(chan *question, maxQuestions), refusals: map[uint64]refusal{}}
	go l.run(ctx)
	return l, nil
}

// Close ends the connection. A nil Shared has none.
func (l *Shared) Close() {
	if l != nil {
		l.stop()
		<-l.done
	}
}

// Up reports whether the store answers. A nil Shared waits for none, so it is up.
func (l *Shared) Up() bool { return l == nil || l.up.Load() }

// Alone returns how many requests this edge has decided alone: 0 for a nil Shared.
func (l *Shared) Alone() int64 {
	if l == nil {
		return 0
	}
	return l.alone.Load()
}

// take charges n units to all cells or none, and returns the decision, or nil when the store cannot
// be asked in time: this edge then decides alone. With n 0 it charges nothing and returns only a
// refusal that is known.
func (l *Shared) take(cells []cell, n int64, now time.Time) *Decision {
	if d := l.refused(cells, n, now); d != nil || n == 0 {
		return d
	}
	q := &question{cells: slices.Clone(cells), n: n, answered: make(chan struct{})}
	if l.up.Load() && l.ask(q) {
		at := l.sent.Load()
		if at == 0 || now.UnixNano()-at < int64(hesitation) {
			select {
			case <-q.answered:
			case <-time.After(patience):
			}
		}
		select {
		case <-q.answered:
			if q.decision != nil {
				return q.decision
			}
		default:
		}
	}
	l.alone.Add(1)
	return nil
}

// refused returns a refusal if the store has refused as many units of a cell, or fewer, until a
// time that has not come, and nil otherwise.
func (l *Shared) refused(cells []cell, n int64, now time.Time) (refused *Decision) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i := range cells {
		r := l.refusals[cells[i].key]
		wait := r.until.Sub(now)
		if wait <= 0 || max(cells[i].need(n), 1) < r.need {
			continue
		}
		if d := cells[i].shared(reply{r.remaining, wait}); refused == nil || d.binds(refused) {
			refused = d
		}
	}
	return refused
}

// ask gives a question to the connection, unless too many wait for it.
func (l *Shared) ask(q *question) bool {
	select {
	case l.questions <- q:
		return true
	default:
		return false
	}
}

// learn passes on the replies to a question, or nil, and remembers their refusals.
func (l *Shared) learn(q *question, replies []reply) {
	defer close(q.answered)
	now := time.Now()
	for i, r := range replies {
		if r.wait > 0 {
			l.remember(q.cells[i].key, refusal{r.remaining, q.cells[i].need(q.n), now.Add(r.wait)})
		}
		if d := q.cells[i].shared(r); i == 0 || d.binds(q.decision) {
			q.decision = d
		}
	}
}

// remember keeps a refusal. When there is no room, it drops refusals that are over, and any others
// if these leave too little.
func (l *Shared) remember(key uint64, r refusal) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.refusals) >= maxKnown {
		for other, old := range l.refusals {
			if time.Now().After(old.until) || len(l.refusals) > maxKnown*3/4 {
				delete(l.refusals, other)
			}
		}
	}
	l.refusals[key] = r
}

// run keeps a connection to the store.
func (l *Shared) run(ctx context.Context) {
	defer close(l.done)
	for isFirst := true; ctx.Err() == nil; isFirst = false {
		err := l.serve(ctx)
		wasUp := l.up.Swap(false)
		if (wasUp || isFirst) && ctx.Err() == nil {
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
	clear(l.refusals) // of an earlier connection
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
