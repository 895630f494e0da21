package store

import (
	"context"
	"fmt"
	"io"
	"time"
)

// askAgain is how long an answer may take to begin until the request is sent once more, beside the
// first. A request that was sent into a network that lost it gets no answer when the network is
// well again; the next one does.
const askAgain = 3 * time.Second

// begun is an answer that has begun, or why none has.
type begun struct {
	asked int
	body  io.ReadCloser
	info  Info
	err   error
}

// hedge calls get, and again every pause until one call returns; that result counts. The others are
// cancelled. It gives up after limit. The context of a call lives until its body is closed.
func hedge(ctx context.Context, pause, limit time.Duration,
	get func(context.Context) (io.ReadCloser, Info, error)) (io.ReadCloser, Info, error) {
	var cancels []context.CancelFunc
	results, done := make(chan begun), make(chan struct{})
	defer close(done)
	ask := func() {
		ctx, cancel := context.WithCancel(ctx)
		asked := len(cancels)
		cancels = append(cancels, cancel)
		go func() {
			body, info, err := get(ctx)
			select {
			case results <- begun{asked, body, info, err}:
			case <-done:
				if err == nil {
					_ = body.Close() // nobody reads it
				}
				cancel()
			}
		}()
	}
	again, late := time.NewTicker(pause), time.NewTimer(limit)
	defer again.Stop()
	defer late.Stop()
	for ask(); ; {
		var r begun
		select {
		case <-again.C:
			ask()
			continue
		case <-late.C:
			r = begun{asked: -1, err: fmt.Errorf("no answer in %s", limit)}
		case r = <-results:
		}
		for n, cancel := range cancels {
			if n != r.asked || r.err != nil {
				cancel()
			}
		}
		if r.err != nil {
			return nil, r.info, r.err
		}
		return &ending{r.body, cancels[r.asked]}, r.info, nil
	}
}

// ending calls end when it is closed.
type ending struct {
	io.ReadCloser
	end context.CancelFunc
}

// Close implements io.Closer.
func (e *ending) Close() error {
	defer e.end()
	return e.ReadCloser.Close()
}
