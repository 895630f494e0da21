package upstream

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"cartaz/builder/internal/cache"
	"cartaz/builder/internal/upstream/fetch"
)

// held is the memory that all waiting items of this process take, and maxHeld the limit above which
// a pull hands over its oldest items before it reads on. A pull drains only its own queue, so none
// waits for another.
var held atomic.Int64

const maxHeld = 8 << 20

// line is a queue. Its members are worked on while they wait, and leave in their order.
type line[T interface{ memory() int64 }] struct {
	waiting []T                            // the oldest first
	full    func() bool                    // the oldest leaves before another member comes
	leave   func(context.Context, T) error // waits until the work on the oldest is done
}

// add puts a member in line.
func (l *line[T]) add(ctx context.Context, member T) error {
	l.waiting = append(l.waiting, member)
	held.Add(member.memory())
	return l.drain(ctx, func() bool { return held.Load() > maxHeld || l.full() })
}

// flush waits until all have left.
func (l *line[T]) flush(ctx context.Context) error {
	return l.drain(ctx, func() bool { return true })
}

// drain waits for the oldest member while there is one and more returns true.
func (l *line[T]) drain(ctx context.Context, more func() bool) error {
	for len(l.waiting) > 0 && more() {
		oldest := l.waiting[0]
		l.waiting = slices.Delete(l.waiting, 0, 1)
		held.Add(-oldest.memory())
		if err := l.leave(ctx, oldest); err != nil {
			return err
		}
	}
	return nil
}

// ahead requests documents before their turn, as many at the same time as there are places.
// Everything else (cache, decoding, the program) happens in the goroutine that reads the list, in
// its order.
type ahead struct {
	*puller
	line[*pending]
	ctx    context.Context // ends the requests under way
	cancel context.CancelFunc
	work   errgroup.Group // a request each, limited to the places
}

// pending is an item that waits for its document.
type pending struct {
	Item
	values  []any
	request *fetch.Request // nil if no document is awaited
	cached  cache.Key
	version []byte // tells that the document is the same as last time, or nil
	old     *fetch.Answer

	done   chan struct{} // closed when answer or err is there
	answer *fetch.Answer
	err    error
}

// newAhead makes places for requests, which end with ctx. take gets each item with its document.
func (p *puller) newAhead(ctx context.Context, places int,
	take func(context.Context, *pending) error) *ahead {
	a := &ahead{puller: p}
	a.work.SetLimit(places)
	a.ctx, a.cancel = context.WithCancel(ctx)
	// Twice as many in line as under way, so that one slow answer does not leave the other places
	// empty.
	a.full = func() bool { return len(a.waiting) >= 2*places }
	a.leave = func(ctx context.Context, w *pending) error {
		a.wait(func() { <-w.done }, func() int64 { return w.answer.Size() })
		if w.answer != nil {
			defer w.answer.Close()
		}
		return take(ctx, w)
	}
	return a
}

// start requests the document of an item, unless the remembered one still holds, and puts the item
// in line.
func (a *ahead) start(ctx context.Context, w *pending) error {
	w.done = make(chan struct{})
	if w.request != nil {
		w.cached = a.memory.Key(w.request)
		w.old = a.memory.Recall(w.cached)
	}
	if w.old != nil && w.version != nil && bytes.Equal(w.old.Version, w.version) {
		a.stats.Reused++
		w.answer = w.old
	}
	if w.request == nil || w.answer != nil {
		close(w.done)
		return a.add(ctx, w)
	}
	a.wait(func() { // for a place; requests end with ctx
		a.work.Go(func() error {
			defer close(w.done)
			w.answer, w.err = a.fetcher.Fetch(a.ctx, w.request, w.old)
			return nil
		})
	}, func() int64 { return 0 })
	return a.add(ctx, w)
}

// gone reports whether the document was removed.
func (w *pending) gone() bool {
	status, ok := errors.AsType[*fetch.StatusError](w.err)
	return ok && (status.Code == http.StatusNotFound || status.Code == http.StatusGone)
}

// stop ends the requests under way and releases everything.
func (a *ahead) stop() {
	a.cancel()
	_ = a.work.Wait() // they keep their errors
	for _, w := range a.waiting {
		held.Add(-w.memory())
		if w.answer != nil {
			w.answer.Close()
		}
	}
}

// mayBeGone reports whether a pull may go on without gone of all documents: a few (5 %, or nine)
// are normal, many mean a wrong address.
func mayBeGone(gone, all int) bool {
	return gone == 0 || gone < all && (gone < 10 || gone*20 < all)
}
