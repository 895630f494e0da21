package upstream

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"cartaz/builder/internal/upstream/fetch"
	"cartaz/builder/internal/upstream/jq"
	"cartaz/builder/internal/upstream/jsondoc"
	"cartaz/builder/internal/validate"
	"cartaz/builder/internal/worker"
	"cartaz/builder/text"
)

// MostFailed is the number of items that may fail to be mapped, however large the catalogue: if
// more fail, the items are not odd, but the program does not fit its source. leastFailed may always
// fail, if at least one item is good.
const (
	MostFailed  = 100
	leastFailed = 3
)

// outcome is an item with its state: the program makes its records, or err is the reason why it has
// none, or its records are there.
type outcome struct {
	Item
	sent bool // to the program
	err  error
}

// put gives an item to the brand's program, and puts it in line.
func (p *puller) put(ctx context.Context, item Item, values []any) error {
	o := outcome{Item: item, sent: item.doc.left >= 0}
	if !o.sent {
		o.err = ErrMap.Errorf("the items of the document took more than %s of processor time",
			documentLimits.CPU)
	} else {
		p.mapper.Send(ctx, p.mapping.Program, item.raw, values, jq.Limits{Outputs: maxYield,
			Time: p.opts.ItemTime, Zones: []any{p.src.Timezone, item.doc.zone, item.doc.order}})
	}
	return p.items.add(ctx, o)
}

// ready reports whether the oldest item can leave without leaving the program idle. No item
// overtakes one that takes long: its worker would go on while the build waits for its source.
func (p *puller) ready() bool {
	w := p.items.waiting
	return !w[0].sent || len(w) >= worker.Ahead || p.opts.Look || p.slow
}

// made passes the result of the oldest item to the caller.
func (p *puller) made(ctx context.Context, o outcome) error {
	if o.sent {
		before := p.mapper.Spent
		answer, err := p.mapper.Next(ctx)
		spent := p.mapper.Spent - before
		o.doc.left -= spent
		p.slow = spent > 50*time.Millisecond
		switch {
		case err != nil:
		case p.opts.Rules != nil:
			c := validate.NewReader(answer)
			c.Checked(&o.Checked)
			err = c.End()
		default:
			if o.Records, err = jsondoc.Records(answer); err != nil {
				err = &jq.Error{Text: err.Error()}
			}
		}
		if o.err = p.mapping.named(err); err != nil && !errors.Is(o.err, ErrMap) {
			return err
		}
	}
	records := len(o.Records) + len(o.Checked)
	if o.raw != nil && p.opts.Rules == nil {
		o.Value, _ = jsondoc.Record(o.raw)
	}
	if o.err != nil {
		return p.fail(o.Item, o.err)
	} else if records == 0 && p.first == nil {
		p.first = o.raw
	}
	p.stats.Records += records
	return p.hand(o.Item)
}

// hand gives an item to the caller. A source of tiny records would fill the memory with the data
// that is kept of each, so the limit is one record for each 512 bytes of the pull's limit, and for
// JSON one for each 64 bytes.
func (p *puller) hand(item Item) error {
	limit := max(p.src.MaxBytes/512, 10_000)
	if !p.src.Document() {
		limit = min(limit, 100_000+p.stats.Bytes/64)
	}
	if int64(p.stats.Records) > limit {
		return ErrTooLarge.Errorf("the pull has more than %d records: raise source.max_bytes if "+
			"that is right, and check source.items", limit)
	}
	if err := p.emit(item); err != nil {
		return &settledError{err, true}
	}
	return nil
}

// fail gives the caller an item that cannot be mapped. It returns an error when no item may fail
// ([Options].MaxFailed is 0) and when more than [MostFailed] have failed; the share is judged at
// the end of the pull. The item is not remembered, so the next pull tries it again.
func (p *puller) fail(item Item, err error) error {
	err = clean(err)
	placed := &settledError{error: fmt.Errorf("%s: %w", item.Pos, err)}
	if p.opts.MaxFailed <= 0 {
		return placed
	}
	p.failure = cmp.Or[error](p.failure, placed)
	if p.stats.Failed++; p.stats.Failed > MostFailed {
		return &settledError{error: p.failed(fmt.Sprintf("no more than %d ever may", MostFailed))}
	}
	item.Digest = nil
	item.Failure = &Failure{Value: p.src.Redact(rendering(item.raw)),
		Err: fetch.Redact(p.src.Source, err)}
	return p.hand(item)
}

// mayFail returns how many items may fail: the given share, at least leastFailed and at most
// MostFailed, and never all items.
func (p *puller) mayFail() int {
	return min(max(int(p.opts.MaxFailed*float64(p.stats.Items)), leastFailed), MostFailed,
		p.stats.Items-1)
}

// failed returns the error of a pull in which too many items fail.
func (p *puller) failed(why string) error {
	return fmt.Errorf("%w; %d of %d items cannot be mapped, and %s", p.failure, p.stats.Failed,
		p.stats.Items, why)
}

// clean removes from a message the characters that a terminal would not show: error("…") of jq
// repeats text of the source.
func clean(err error) error { return fetch.Word(err, jsondoc.Graphic(err.Error())) }

// rendering returns a value on one line, long enough to find it by a report.
func rendering(v jsontext.Value) string {
	v = bytes.Clone(v)
	_ = v.Compact() // text that is not JSON stays as it is
	return jsondoc.Graphic(text.Shorten(string(v), 160))
}
