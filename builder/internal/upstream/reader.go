package upstream

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"regexp"
	"strconv"
	"time"

	"cartaz/builder/internal/cache"
	"cartaz/builder/internal/times"
	"cartaz/builder/internal/upstream/adapt"
	"cartaz/builder/internal/upstream/jsondoc"
	"cartaz/builder/internal/worker"
)

var edgeSeed = maphash.MakeSeed()

// reader takes documents apart, files or answers, and gives their items to take.
type reader struct {
	*puller
	kind    string // of documents, as in adapters; "" for JSON
	process *worker.Process
	take    func(ctx context.Context, item Item, values []any) error
	address func(ctx context.Context, of *document, entry worker.Message) (news int, err error)
	text    []byte // of the last document, if a filter sees it whole
	edges   [2]any // digests of the first and the last item of the last document, or nil
}

// newReader returns a reader whose items go straight to the program.
func (p *puller) newReader(kind string) *reader {
	return &reader{puller: p, kind: kind, process: worker.New(documentWorker), take: p.put}
}

// document is one opened file or answer.
type document struct {
	name    string // File of the positions
	url     string // whole, with its query; "" for files
	answers []cache.Key
	page    int // 0 for files
	ndjson  bool
	body    io.Reader // decompressed
	charset string    // that its answer names, or ""

	zone  string        // of its list, or ""
	order string        // of day and month in its dates, by [times.Order.Name]
	items int           // found so far
	left  time.Duration // processor time left to the program for its items
}

// read takes a document apart. It returns the value that the filters of source.pages see, and the
// number of raw items.
func (r *reader) read(ctx context.Context, doc document) (around any, _ int, err error) {
	r.stats.Documents++
	r.edges = [2]any{}
	values := []any{doc.name, nil, r.src.Brand, r.src.Locale}
	if r.src.Remote() {
		values[1] = doc.page
	}
	doc.left = documentLimits.CPU
	var digest func(span []byte) Digest
	hand := func(f worker.Message) error {
		if f.Kind == messageAddress {
			news, err := r.address(ctx, &doc, f)
			doc.items += news
			return err
		}
		if doc.items++; doc.items == 1 {
			digest = r.digester(&doc)
		}
		r.stats.Items++
		doc.left += documentLimits.Each
		o := outcome{Item: Item{Pos: Position{File: doc.name, Page: doc.page, Index: doc.items},
			Answers: doc.answers, Note: f.Text, doc: &doc}}
		// An item that an earlier build knows needs no program.
		if f.Kind == messageItem && (f.Body[0] == '{' || f.Body[0] == '[') && r.list == nil {
			r.edges[1] = maphash.Bytes(edgeSeed, f.Body)
			r.edges[0] = cmp.Or(r.edges[0], r.edges[1])
			if digest != nil {
				sum := digest(f.Body)
				o.Digest = &sum
				if o.Checked, o.Known = r.opts.Recall(sum); o.Known {
					return r.items.add(ctx, o)
				}
			}
		}
		o.raw = bytes.Clone(f.Body)
		switch f.Kind {
		case messageFailed:
			o.Note, o.err = "", ErrItem.Errorf("%s", f.Text)
		case messageNone:
		default:
			return r.take(ctx, o.Item, values)
		}
		return r.items.add(ctx, o)
	}
	read := r.json
	if r.kind != "" {
		read = r.adapted
	}
	around, err = read(ctx, &doc, &meter{r.puller, ctx, doc.body}, values, hand)
	if r.around == nil && doc.items == 0 {
		r.around = around
	}
	if !settled(err) {
		// The items before the fault of a document come first.
		err = cmp.Or(r.items.flush(ctx), err)
	}
	if err == nil || settled(err) || context.Cause(ctx) != nil && !errors.Is(err, ErrMalformed) {
		return around, doc.items, err
	}
	return around, doc.items, fmt.Errorf("%s: %w", doc.name, err)
}

// numericDate matches a text in JSON that begins with a date of numbers.
var numericDate = regexp.MustCompile(`"(\d{1,2}[/-]\d{1,2}[/-](?:19|20)\d\d)\b`)

// json cuts the items out of JSON, one at a time, unless a filter finds them. The worker of the
// program makes their values.
func (r *reader) json(ctx context.Context, doc *document, body io.Reader, values []any,
	hand func(worker.Message) error) (around any, err error) {
	if body, _, err = adapt.UTF8(body, doc.charset); err != nil {
		return nil, err
	}
	item := func(text []byte) error { return hand(worker.Message{Kind: messageItem, Body: text}) }
	switch {
	case r.list != nil:
		return r.filtered(ctx, doc, body, values, item)
	case doc.ndjson && r.path == nil:
		var first []byte // name of the first member of the first line
		err = jsondoc.Lines(body, func(text []byte) error {
			name, _, _ := bytes.Cut(bytes.TrimLeft(text, "{ "), []byte(":"))
			if first == nil {
				first = bytes.Clone(name)
			}
			if text[0] == '{' && !bytes.Contains(text, first) {
				// A line unlike the others may say how the items continue.
				v, _ := jsondoc.Record(text)
				beside, _ := v.(map[string]any)
				if n := len(Signs{Doc: v}.Read().said); n > 0 && 2*n >= len(beside) {
					around = v
					return nil
				}
			}
			return item(text)
		})
		return around, err
	}
	begin, err := io.ReadAll(io.LimitReader(body, jsondoc.MaxItem))
	if err != nil {
		return nil, err
	}
	m, _ := jsondoc.List(bytes.NewReader(begin), r.path, func([]byte) error { return nil })
	doc.zone = adapt.ZoneOf(m, r.path) // which may come after the list
	var dates []string
	for _, m := range numericDate.FindAllSubmatch(begin, -1) {
		dates = append(dates, string(m[1]))
	}
	doc.order = times.OrderOf(dates, "").Name()
	m, err = jsondoc.List(io.MultiReader(bytes.NewReader(begin), body), r.path, item)
	if zone := adapt.ZoneOf(m, r.path); err == nil && zone != doc.zone && r.src.Timezone == "" {
		err = ErrMalformed.Errorf("the document has more than %d bytes and its time zone is %s: "+
			"write it as source.timezone", jsondoc.MaxItem, zone)
	}
	if m != nil {
		around = m
	}
	return around, err
}

// filtered reads the items that a filter finds.
func (r *reader) filtered(ctx context.Context, doc *document, body io.Reader, values []any,
	item func([]byte) error) (around any, err error) {
	if r.text, err = jsondoc.Read(body, maxWhole); err != nil {
		return nil, err
	}
	// The first output is the outline of the document: see listed.
	outlined := false
	err = r.list.run(ctx, r.text, values, maxItemsOut, func(output []byte) (err error) {
		if outlined {
			return item(output)
		}
		outlined = true
		around, err = jsondoc.Record(output)
		doc.zone = adapt.ZoneOf(around, r.within())
		return err
	})
	return around, err
}

// digester returns the function that digests the items of a document, or nil if digests have no
// use. Items that are not whole in the list have none: items with a detail, and items that a filter
// of source.items finds.
func (r *reader) digester(doc *document) func(span []byte) Digest {
	if r.opts.Recall == nil || r.detailURL != nil || r.list != nil {
		return nil
	}
	seen := []string{string(r.opts.Basis), r.src.Timezone, doc.zone, doc.order, r.mapping.Text,
		r.src.Brand,
		r.src.Locale}
	// The place of an item counts only if the program looks at it. Otherwise one new item would
	// change the digests of all items on later pages.
	if r.mapping.Mentions("$file") || r.mapping.Mentions("$page") {
		seen = append(seen, doc.name, strconv.Itoa(doc.page))
	}
	context := sha256.Sum256(fmt.Appendf(nil, "%q", seen))
	return func(span []byte) Digest {
		sum := sha256.Sum256(append(context[:], span...))
		return Digest(sum[:16])
	}
}

// meter counts decoded bytes of the whole pull and ends it at the limit, or when the pull's time is
// over.
type meter struct {
	*puller
	ctx context.Context
	r   io.Reader
}

func (m *meter) Read(b []byte) (int, error) {
	if err := context.Cause(m.ctx); err != nil {
		return 0, err
	}
	n, err := m.r.Read(b)
	m.stats.Bytes += int64(n)
	if limit := m.src.MaxBytes; limit > 0 && m.stats.Bytes > limit {
		return 0, ErrTooLarge.Errorf("the pull has more than %d decoded bytes: raise "+
			"source.max_bytes if that is right", limit)
	}
	return n, err
}
