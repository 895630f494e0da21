package upstream

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"

	"github.com/itchyny/gojq"

	"cartaz/builder/internal/upstream/adapt"
	"cartaz/builder/internal/upstream/fetch"
	"cartaz/builder/internal/upstream/jsondoc"
)

// details asks for one detail per item, ahead of the items' turn.
type details struct {
	*ahead
	src      Source
	programs *programs
	mapper   *mapper
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
	next := &pending{Item: item, values: values}
	switch err := d.prepare(ctx, next); {
	case errors.Is(err, ErrMap):
		return d.mapper.fail(item, err)
	case err != nil:
		return d.placed(ctx, pos, err)
	}
	return d.ahead.add(ctx, next)
}

// prepare decides what to ask for.
func (d *details) prepare(ctx context.Context, w *pending) error {
	u, err := d.programs.detailURL.address(ctx, w.Value, w.values)
	if err != nil {
		return err
	}
	if u == nil {
		return nil
	}
	w.request = &fetch.Request{URL: u, Where: d.src.where(u), Limit: jsondoc.MaxItem}
	w.version, err = d.versionOf(ctx, w)
	return err
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

// taken hands on an item with its detail.
func (d *details) taken(ctx context.Context, w *pending) error {
	switch {
	case w.gone():
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
	text, _, err := adapt.UTF8(newMeter(ctx, body, d.src, d.stats), w.answer.Charset)
	var v any
	if err == nil {
		v, err = jsondoc.Whole(text, jsondoc.MaxItem)
	}
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

// missing judges how many details were gone.
func (d *details) missing() error {
	s := d.stats
	if mayBeGone(s.Gone, s.Items) {
		return nil
	}
	return fmt.Errorf("%w: %d of %d details answered 404 or 410: check source.detail.url",
		ErrIncomplete, s.Gone, s.Items)
}
