package upstream

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"cartaz/builder/internal/upstream/adapt"
	"cartaz/builder/internal/upstream/fetch"
	"cartaz/builder/internal/upstream/jq"
	"cartaz/builder/internal/upstream/jsondoc"
)

// details requests one detail per item, ahead of the items' turn.
type details struct{ *ahead }

// ask puts an item in line for its detail.
func (d *details) ask(ctx context.Context, item Item, values []any) error {
	w := &pending{Item: item, values: values}
	var object map[string]json.RawMessage
	member := d.src.Detail.Merge
	switch err := json.Unmarshal(item.raw, &object); {
	case err != nil, object == nil:
		return d.fail(ctx, w, ErrMalformed.Errorf("an item must be an object for source.detail to "+
			"be put into it"))
	case object[member] != nil:
		return d.fail(ctx, w, ErrMap.Errorf("the item has a member %s already: name another one "+
			"with source.detail.merge", member))
	}
	u, err := d.detailURL.address(ctx, item.raw, values)
	if err == nil && u != nil {
		w.request = &fetch.Request{URL: u, Where: d.src.where(u), Limit: jsondoc.MaxItem}
		w.version, err = d.versionOf(ctx, w)
	}
	if err != nil {
		return d.fail(ctx, w, err)
	}
	return d.start(ctx, w)
}

// fail leaves out an item on which a filter of the brand fails. Any other error ends the pull, and
// names the item unless the pull as a whole ended.
func (d *details) fail(ctx context.Context, w *pending, err error) error {
	switch {
	case errors.Is(err, ErrMap):
		return d.items.add(ctx, outcome{Item: w.Item, err: err})
	case context.Cause(ctx) != nil:
		return err
	}
	return &settledError{error: fmt.Errorf("%s: %w", w.Pos, err)}
}

// versionOf digests the value of source.detail.key, and the key itself, since another key may find
// the same value elsewhere. It returns nil if there is no value.
func (d *details) versionOf(ctx context.Context, w *pending) ([]byte, error) {
	if d.detailKey == nil {
		return nil, nil
	}
	v, err := d.detailKey.first(ctx, w.raw, w.values)
	if v == nil || err != nil {
		return nil, err
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%v", d.src.Detail.Key, v))
	return sum[:16], nil
}

// taken hands on an item with its detail.
func (d *details) taken(ctx context.Context, w *pending) error {
	if w.gone() {
		// The detail was removed while the list was read, or listed by mistake. Without it the
		// event would lose the content of its page, so the whole event is left out.
		d.stats.Gone++
		return nil
	}
	detail, err := []byte("null"), w.err
	if err == nil && w.request != nil {
		w.Answers = append(slices.Clip(w.Answers), w.cached)
		detail, err = d.decode(ctx, w)
	}
	if err != nil {
		return d.fail(ctx, w, err)
	}
	var object map[string]json.RawMessage
	if err = json.Unmarshal(w.raw, &object); err == nil {
		object[d.src.Detail.Merge] = detail
		w.raw, err = json.Marshal(object)
	}
	if err != nil {
		return err
	}
	return d.put(ctx, w.Item, w.values)
}

// decode reads a detail and remembers its answer.
func (d *details) decode(ctx context.Context, w *pending) ([]byte, error) {
	d.stats.Details++
	body, err := w.answer.Open()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", w.request.Where, err)
	}
	text, _, err := adapt.UTF8(&meter{d.puller, ctx, body}, w.answer.Charset)
	var v []byte
	if err == nil {
		v, err = jsondoc.Read(text, jsondoc.MaxItem)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", w.request.Where, err)
	}
	e := &envelope{Signs: Signs{Header: w.answer.Header}, where: w.request.Where,
		page: w.Pos.Page, text: v}
	if bytes.HasPrefix(v, []byte("{")) {
		e.Doc = map[string]any{} // it only matters that it is an object
	}
	if err := d.complaint(ctx, e); err != nil {
		return nil, err
	}
	if d.detailItems != nil {
		found, err := d.detailItems.first(ctx, v, w.values)
		v = jq.Line(found)
		if err == nil && found == nil {
			err = ErrMalformed.Errorf("source.detail.items finds nothing in the answer")
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", w.request.Where, err)
		}
	}
	d.memory.Remember(w.cached, w.answer, w.version)
	return v, nil
}

// missing decides whether too many details were gone.
func (d *details) missing() error {
	if s := d.stats; !mayBeGone(s.Gone, s.Items) {
		return ErrIncomplete.Errorf("%d of %d details answered 404 or 410: check source.detail.url",
			s.Gone, s.Items)
	}
	return nil
}
