package upstream

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"sync"

	"github.com/itchyny/gojq"

	"cartaz/builder/internal/upstream/fetch"
	"cartaz/builder/internal/upstream/jsondoc"
)

// goneShare is the share of details that may be gone, as one in so many; fewer than goneLeast
// always may.
const (
	goneShare = 20
	goneLeast = 10
)

// details asks for one detail per item. Requests run ahead of the items' turn, as many at once as
// the brand allows; everything else (cache, decoding, the program) happens in the goroutine that
// reads the list, in its order.
type details struct {
	src      Source
	fetcher  *fetch.Fetcher
	memory   *fetch.Memory
	programs *programs
	mapper   *mapper
	stats    *Stats

	ctx    context.Context // ends the requests under way
	cancel context.CancelFunc
	places chan struct{} // one for each request under way
	work   sync.WaitGroup
	queue  []*pending
}

// pending is an item that waits for its detail.
type pending struct {
	Item
	values  []any
	request *fetch.Request // nil when the item has no detail
	cached  fetch.CacheKey
	version []byte
	old     *fetch.Remembered

	done   chan struct{} // closed when answer or err is there
	answer *fetch.Answer
	err    error
}

// ready makes room for the requests, which end with ctx.
func (d *details) ready(ctx context.Context) {
	d.ctx, d.cancel = context.WithCancel(ctx)
	d.places = make(chan struct{}, max(1, d.src.Detail.Concurrency))
}

// add puts an item in line, and hands on those whose turn has come.
func (d *details) add(ctx context.Context, item Item, values []any) error {
	pos := item.Pos
	object, ok := item.Value.(map[string]any)
	if !ok {
		return &placedError{fmt.Errorf("%s: %w: an item must be an object for source.detail to "+
			"be put into it", pos, ErrMalformed)}
	}
	member := d.src.Detail.Merge
	if _, taken := object[member]; taken {
		return &placedError{fmt.Errorf("%s: %w: the item has a member %s already: name another "+
			"one with source.detail.merge", pos, ErrMap, member)}
	}
	next := &pending{Item: item, values: values, done: make(chan struct{})}
	switch err := d.start(ctx, next); {
	case errors.Is(err, ErrMap):
		return d.mapper.fail(item, err)
	case err != nil:
		return d.placed(ctx, pos, err)
	}
	d.queue = append(d.queue, next)
	// Twice as many in line as under way, so that one slow answer does not leave the other places
	// empty.
	for len(d.queue) >= 2*cap(d.places) {
		if err := d.turn(ctx); err != nil {
			return err
		}
	}
	return nil
}

// start decides what to ask for, and asks.
func (d *details) start(ctx context.Context, w *pending) error {
	u, err := d.programs.detailURL.address(ctx, w.Value, w.values)
	if err != nil {
		return err
	}
	if u == nil {
		close(w.done)
		return nil
	}
	w.request = &fetch.Request{URL: u, Where: d.where(u), Limit: jsondoc.MaxItem}
	if w.version, err = d.versionOf(ctx, w); err != nil {
		return err
	}
	w.cached = d.memory.Key(w.request)
	w.old = d.memory.Recall(w.cached)
	if w.old != nil && w.version != nil && bytes.Equal(w.old.Version, w.version) {
		d.stats.Reused++
		w.answer = w.old.Answer()
		close(w.done)
		return nil
	}
	select {
	case d.places <- struct{}{}:
	case <-ctx.Done():
		return fmt.Errorf("%s: %w", w.request.Where, context.Cause(ctx))
	}
	d.work.Go(func() {
		defer func() { <-d.places }()
		defer close(w.done)
		w.answer, w.err = d.fetcher.Fetch(d.ctx, w.request, w.old)
	})
	return nil
}

// versionOf digests what source.detail.key gives, and the key itself: another one may give the same
// of something else. nil for nothing.
func (d *details) versionOf(ctx context.Context, w *pending) ([]byte, error) {
	if d.programs.detailKey == nil {
		return nil, nil
	}
	v, err := d.programs.detailKey.first(ctx, w.Value, w.values)
	if v == nil || err != nil {
		return nil, err
	}
	text, err := gojq.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("%w: source.detail.key: %v", ErrMap, err)
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%s", d.src.Detail.Key, text))
	return sum[:16], nil
}

// flush hands on all that is still in line.
func (d *details) flush(ctx context.Context) error {
	for len(d.queue) > 0 {
		if err := d.turn(ctx); err != nil {
			return err
		}
	}
	return d.mapper.takeAll(ctx)
}

// turn waits for the first in line and hands it on with its detail.
func (d *details) turn(ctx context.Context) error {
	w := d.queue[0]
	d.queue = d.queue[1:]
	<-w.done
	if w.answer != nil {
		defer w.answer.Close()
	}
	var status *fetch.StatusError
	switch {
	case errors.As(w.err, &status) && (status.Code == http.StatusNotFound ||
		status.Code == http.StatusGone):
		// Taken off while the list was read, or listed by mistake. Without its detail the event
		// would lose what its page says, so it goes as a whole.
		d.stats.Gone++
		return nil
	case w.err != nil:
		return d.placed(ctx, w.Pos, w.err)
	}
	w.Value.(map[string]any)[d.src.Detail.Merge] = nil
	if w.request == nil {
		return d.mapper.records(ctx, w.Item, w.values)
	}
	detail, err := d.decode(ctx, w)
	switch {
	case errors.Is(err, ErrMap):
		return d.mapper.fail(w.Item, err)
	case err != nil:
		return d.placed(ctx, w.Pos, err)
	}
	w.Value.(map[string]any)[d.src.Detail.Merge] = detail
	return d.mapper.records(ctx, w.Item, w.values)
}

// decode reads a detail and remembers its answer.
func (d *details) decode(ctx context.Context, w *pending) (any, error) {
	d.stats.Details++
	body, err := w.answer.Open(ctx)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", w.request.Where, err)
	}
	v, err := jsondoc.Whole(newMeter(ctx, body, d.src, d.stats), jsondoc.MaxItem)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", w.request.Where, err)
	}
	if err := d.programs.complaint(ctx, &envelope{doc: v, header: w.answer.Header,
		where: w.request.Where, page: w.Pos.Page}); err != nil {
		return nil, err
	}
	if d.programs.detailItems != nil {
		if v, err = d.programs.detailItems.first(ctx, v, w.values); err == nil && v == nil {
			err = fmt.Errorf("%w: source.detail.items finds nothing in the answer", ErrMalformed)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", w.request.Where, err)
		}
	}
	return v, d.memory.Remember(w.cached, w.answer, w.version)
}

// placed names the item that an error is about, unless the pull as a whole ended.
func (d *details) placed(ctx context.Context, pos Position, err error) error {
	if context.Cause(ctx) != nil {
		return err
	}
	return &placedError{fmt.Errorf("%s: %w", pos, err)}
}

// where is a detail's address as messages have it.
func (d *details) where(u *url.URL) string { return d.src.Redact(fetch.Origin(u) + u.EscapedPath()) }

// stop ends what is under way and gives everything back.
func (d *details) stop() {
	d.cancel()
	d.work.Wait()
	for _, w := range d.queue {
		if w.answer != nil {
			w.answer.Close()
		}
	}
	d.queue = nil
}

// missing judges how many details were gone: a few are the way of the world, many are a wrong
// address.
func (d *details) missing() error {
	s := d.stats
	if s.Gone == 0 || s.Gone < s.Items && (s.Gone < goneLeast || s.Gone*goneShare < s.Items) {
		return nil
	}
	return fmt.Errorf("%w: %d of %d details answered 404 or 410: check source.detail.url",
		ErrIncomplete, s.Gone, s.Items)
}
