package upstream

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"

	"cartaz/builder/internal/cache"
	"cartaz/builder/internal/upstream/fetch"
)

// ahead asks for documents before their turn, as many at once as there are places. Everything else
// (cache, decoding, the program) happens in the goroutine that reads the list, in its order.
type ahead struct {
	fetcher *fetch.Fetcher
	memory  *fetch.Memory
	stats   *Stats
	take    func(context.Context, *pending) error // the turn of a document

	ctx    context.Context // ends the requests under way
	cancel context.CancelFunc
	places chan struct{} // one for each request under way
	work   sync.WaitGroup
	queue  []*pending
}

// pending is an item that waits for its document.
type pending struct {
	Item
	values  []any
	request *fetch.Request // nil when there is none to wait for
	cached  cache.Key
	version []byte // what tells that the document is the same as last time; nil for nothing
	old     *fetch.Answer

	done   chan struct{} // closed when answer or err is there
	answer *fetch.Answer
	err    error
}

// ready makes room for requests, which end with ctx.
func (a *ahead) ready(ctx context.Context, places int) {
	a.ctx, a.cancel = context.WithCancel(ctx)
	a.places = make(chan struct{}, max(1, places))
}

// add puts an item in line, and takes those whose turn has come.
func (a *ahead) add(ctx context.Context, w *pending) error {
	w.done = make(chan struct{})
	if err := a.start(ctx, w); err != nil {
		return err
	}
	a.queue = append(a.queue, w)
	// Twice as many in line as under way, so that one slow answer does not leave the other places
	// empty.
	for len(a.queue) >= 2*cap(a.places) {
		if err := a.turn(ctx); err != nil {
			return err
		}
	}
	return nil
}

// start asks, unless what is remembered still holds.
func (a *ahead) start(ctx context.Context, w *pending) error {
	if w.request == nil {
		close(w.done)
		return nil
	}
	w.cached = a.memory.Key(w.request)
	w.old = a.memory.Recall(w.cached)
	if w.old != nil && w.version != nil && bytes.Equal(w.old.Version, w.version) {
		a.stats.Reused++
		w.answer = w.old
		close(w.done)
		return nil
	}
	select {
	case a.places <- struct{}{}:
	case <-ctx.Done():
		return fmt.Errorf("%s: %w", w.request.Where, context.Cause(ctx))
	}
	a.work.Go(func() {
		defer func() { <-a.places }()
		defer close(w.done)
		w.answer, w.err = a.fetcher.Fetch(a.ctx, w.request, w.old)
	})
	return nil
}

// flush takes all that are still in line.
func (a *ahead) flush(ctx context.Context) error {
	for len(a.queue) > 0 {
		if err := a.turn(ctx); err != nil {
			return err
		}
	}
	return nil
}

// turn waits for the first in line.
func (a *ahead) turn(ctx context.Context) error {
	w := a.queue[0]
	a.queue = a.queue[1:]
	<-w.done
	if w.answer != nil {
		defer w.answer.Close()
	}
	return a.take(ctx, w)
}

// gone reports whether the document was taken off.
func (w *pending) gone() bool {
	var status *fetch.StatusError
	return errors.As(w.err, &status) && (status.Code == http.StatusNotFound ||
		status.Code == http.StatusGone)
}

// stop ends what is under way and gives everything back.
func (a *ahead) stop() {
	a.cancel()
	a.work.Wait()
	for _, w := range a.queue {
		if w.answer != nil {
			w.answer.Close()
		}
	}
	a.queue = nil
}

// A share of the documents may be gone, as one in so many; fewer than goneLeast always may.
const (
	goneShare = 20
	goneLeast = 10
)

// mayBeGone reports whether so many of all documents may be gone: a few are the way of the world,
// many are a wrong address.
func mayBeGone(gone, all int) bool {
	return gone == 0 || gone < all && (gone < goneLeast || gone*goneShare < all)
}
