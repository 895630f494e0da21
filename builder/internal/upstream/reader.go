package upstream

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"strconv"

	"cartaz/builder/internal/upstream/adapt"
	"cartaz/builder/internal/upstream/jsondoc"
	"cartaz/builder/internal/worker"
)

var edgeSeed = maphash.MakeSeed()

// maxWhole bounds a document that a filter must see whole.
const maxWhole = 64 << 20

// itemReader takes documents apart, whether files or answers, and gives their items to the details
// or to the program.
type itemReader struct {
	src      Source
	recall   func(Digest) Known // [Options].Recall
	basis    []byte             // [Options].Basis
	programs *programs
	details  *details // nil when there are none
	crawler  *crawler // of the pages that lists name; nil for none
	mapper   *mapper
	stats    *Stats
	kind     string // of documents, as adapters have it; "" for JSON
	process  *worker.Process
	edges    [2]any // digests of the first and the last item of a document; nil for none
	around   any    // what stood around the first list without an item; nil for nothing
}

// document is one opened file or answer.
type document struct {
	name   string // File of the positions
	url    string // whole, with its query; "" for files
	page   int    // 0 for files
	ndjson bool
	body   io.Reader // decompressed

	charset string // that its answer names; "" for none
}

// read takes a document apart. It gives what the filters of source.pages see, and the number of raw
// items.
func (r *itemReader) read(ctx context.Context, doc document) (around any, items int, err error) {
	r.stats.Documents++
	r.edges = [2]any{}
	values := []any{doc.name, nil, r.src.Brand, r.src.Locale}
	if r.src.Remote() {
		values[1] = doc.page
	}
	digest := r.digester(doc)
	var body io.Reader = newMeter(ctx, doc.body, r.src, r.stats)
	if r.kind == "" {
		if body, _, err = adapt.UTF8(body, doc.charset); err != nil {
			return nil, 0, r.finish(ctx, doc, err)
		}
	}
	next := func() Item {
		items++
		return Item{Pos: Position{File: doc.name, Page: doc.page, Index: items}}
	}
	take := func(it Item, span []byte, decode func() (any, error)) (err error) {
		r.stats.Items++
		if span != nil {
			r.edges[1] = maphash.Bytes(edgeSeed, span)
			r.edges[0] = cmp.Or(r.edges[0], r.edges[1])
		}
		if digest != nil && span != nil {
			sum := digest(span)
			if it.Digest, it.Known = &sum, r.recall(sum); it.Known != nil {
				return r.mapper.known(ctx, it)
			}
		}
		if it.Value, err = decode(); err != nil {
			return err
		}
		if r.details != nil {
			return r.details.add(ctx, it, values)
		}
		return r.mapper.records(ctx, it, values)
	}
	item := func(raw jsondoc.Item) error { return take(next(), raw.Span(), raw.Decode) }
	switch {
	case r.kind != "":
		around, err = r.adapted(ctx, doc, body, next, take)
	case doc.ndjson && r.programs.items == nil && r.programs.place.Auto:
		err = jsondoc.Lines(body, item)
	case r.programs.items != nil:
		if around, err = jsondoc.Whole(body, maxWhole); err == nil {
			err = r.filter(ctx, around, values, item)
		}
	default:
		var m map[string]any
		if m, err = jsondoc.List(body, r.programs.place, item); m != nil {
			around = m
		}
	}
	r.empty(around, items)
	return around, items, r.finish(ctx, doc, err)
}

// saw says what stood around an empty list, for messages: " (…)", or "" for nothing.
func (r *itemReader) saw() string {
	around, _ := r.around.(map[string]any)
	if found, ok := around[adapt.FoundMember].(string); ok {
		if found == "" {
			found = "nothing that schema.org has"
		}
		return " (the first has " + graphic(found) + ")"
	}
	if len(around) == 0 {
		return ""
	}
	return " (beside its list the first has " + graphic(jsondoc.Names(around)) + ")"
}

// finish ends a document: what was read before it turned out bad comes first, and its error says
// which document it is of.
func (r *itemReader) finish(ctx context.Context, doc document, err error) error {
	if !said(err) {
		if e := r.mapper.takeAll(ctx); e != nil {
			err = e
		}
	}
	switch {
	case err == nil, said(err), context.Cause(ctx) != nil && !errors.Is(err, ErrMalformed):
		return err
	}
	return fmt.Errorf("%s: %w", doc.name, err)
}

// empty notes what stands around a list without items.
func (r *itemReader) empty(around any, items int) {
	if r.around == nil && items == 0 {
		r.around = around
	}
}

// filter finds the items of a whole document: arrays are taken apart, null is none.
func (r *itemReader) filter(ctx context.Context, doc any, values []any,
	item func(jsondoc.Item) error) error {
	out, err := r.programs.items.run(ctx, doc, values)
	if err != nil {
		return err
	}
	for _, v := range out {
		list, ok := v.([]any)
		switch {
		case v == nil:
			continue
		case !ok:
			list = []any{v}
		}
		for _, e := range list {
			if err := item(jsondoc.Of(e)); err != nil {
				return err
			}
		}
	}
	return nil
}

// digester returns the function that digests the items of a document, nil when nobody asks for
// digests. Items that are not whole in the list have none: those with a detail, and those that a
// filter of source.items finds.
func (r *itemReader) digester(doc document) func(span []byte) Digest {
	if r.recall == nil || r.details != nil || r.programs.items != nil {
		return nil
	}
	seen := []string{string(r.basis), ""}
	if r.programs.mapping != nil {
		seen = []string{string(r.basis), "map", r.programs.mapping.Text(), r.src.Brand,
			r.src.Locale}
		// The place of an item counts only when the program looks at it. Otherwise one new item
		// would change the digests of all items on later pages.
		if r.programs.mapping.place {
			seen = append(seen, doc.name, strconv.Itoa(doc.page))
		}
	}
	seen = append(seen, r.src.namespace())
	var around []byte
	for _, s := range seen {
		around = append(binary.AppendUvarint(around, uint64(len(s))), s...)
	}
	context := sha256.Sum256(around)
	h := sha256.New()
	var full [sha256.Size]byte
	return func(span []byte) Digest {
		h.Reset()
		h.Write(context[:])
		h.Write(span)
		return Digest(h.Sum(full[:0])[:16])
	}
}

// meter counts decoded bytes of the whole pull and ends it at the limit, or when the pull's time is
// over.
type meter struct {
	ctx context.Context
	r   io.Reader

	limit int64 // 0 for none
	total *int64
}

// newMeter counts into stats.
func newMeter(ctx context.Context, r io.Reader, src Source, stats *Stats) *meter {
	return &meter{ctx: ctx, r: r, limit: src.MaxBytes, total: &stats.Bytes}
}

func (m *meter) Read(b []byte) (int, error) {
	if err := context.Cause(m.ctx); err != nil {
		return 0, err
	}
	n, err := m.r.Read(b)
	*m.total += int64(n)
	if m.limit > 0 && *m.total > m.limit {
		return 0,
			fmt.Errorf("%w: the pull has more than %d decoded bytes: raise source.max_bytes if "+
				"that is right", ErrTooLarge, m.limit)
	}
	return n, err
}
