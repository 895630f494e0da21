package upstream

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"cartaz/brands"
)

// Source is what is pulled: the source of a brand, with what surrounds it.
type Source struct {
	Brand   string // its key: $brand of the program
	Dir     string // its folder, absolute: file names in positions are relative to it
	SiteURL string // named in the User-Agent, so that a backend's owner knows whom to ask
	Locale  string // of the brand: $locale of the program
	brands.Source
}

// FromBrand is the source of a loaded brand.
func FromBrand(b *brands.Brand) Source {
	return Source{Brand: b.Key, Dir: b.Dir, SiteURL: b.SiteURL, Locale: b.Locale, Source: b.Source}
}

// Options replace what a pull takes from the machine. The zero value is the
// real clock and the real network, and no memory. Now and Sleep are called by
// several goroutines at once when the source has details.
type Options struct {
	Cache     Cache                                                      // what earlier pulls remember of answers; nil for nothing
	Items     Items                                                      // what the caller remembers of items; nil for nothing
	Now       func() time.Time                                           // for waits and durations
	Sleep     func(context.Context, time.Duration) error                 // between tries
	Jitter    func() float64                                             // from 0 to 1: the share of a wait that is left to chance
	Transport http.RoundTripper                                          // must not decompress and must not follow redirects
	Idle      time.Duration                                              // how long a connection may send nothing; default 30 s
	ItemTime  time.Duration                                              // how long one item may take the program; default 2 s
	Retry     func(where string, try int, wait time.Duration, why error) // told of each further try; nil for nobody
}

// Item is one record on its way to the catalogue.
type Item struct {
	// Value is JSON: map[string]any, []any, string, bool, nil, int, float64, or
	// *big.Int for integers beyond 64 bits. It may share parts with other items
	// of the same position: do not change it.
	Value any
	Pos   Position
	Known *Sum // of an item that Options.Items knows, which has no Value; nil for a record
}

// Position is where an item was read. It holds no secret.
type Position struct {
	File  string // relative to the brand's folder, with slashes; or the address, of whose query only the page number is left
	Page  int    // number of the page as the source counts; 0 for files
	Index int    // number of the item in the document, from 1
}

// String names the item for people: conferences/2024/php.json, item 17.
func (p Position) String() string {
	if p.Page > 0 && !strings.Contains(p.File, "?") {
		return fmt.Sprintf("%s, page %d, item %d", p.File, p.Page, p.Index)
	}
	return fmt.Sprintf("%s, item %d", p.File, p.Index)
}

// Stats is what a pull did.
type Stats struct {
	Documents int // files or answers read
	Pages     int // answers among them
	Items     int // raw items found
	Records   int // items handed on
	Details   int // details read, new or remembered
	Gone      int // items left out because their detail answered 404 or 410
	Requests  int // sent, further tries included
	Retries   int
	// What memory saved: details taken as they were without a request, and answers
	// of any kind that the source did not send again.
	Reused, NotModified int
	Bytes               int64 // decoded
	Duration            time.Duration
}

// Pull reads the whole source and gives every record to emit, in the order of
// the source. What emit got is good only when Pull returns nil. An error of
// emit ends the pull and is returned as it is; the end of ctx is wrapped; any
// other error wraps one of the package's sentinels.
func Pull(ctx context.Context, src Source, opts Options, emit func(Item) error) (Stats, error) {
	p := &puller{src: src, opts: opts.withDefaults(), emit: emit}
	begin := p.opts.Now()
	p.until = begin.Add(src.Timeout)
	if src.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, src.Timeout, fmt.Errorf("%w: %w (%s)", ErrUnavailable, errDeadline, src.Timeout))
		defer cancel()
	}
	err := p.pull(ctx)
	if err == nil {
		err = p.judge()
	}
	if errors.Is(err, ErrIncomplete) || errors.Is(err, ErrMalformed) || errors.Is(err, ErrEmpty) {
		// Were it for a remembered page that no longer fits, every further pull
		// would end like this one.
		for _, key := range p.reused {
			p.opts.Cache.Drop(key)
		}
	}
	var own *emitError
	if errors.As(err, &own) {
		err = own.err
	} else {
		err = redact(src.Source, err)
	}
	p.stats.Duration = p.opts.Now().Sub(begin)
	return p.stats, err
}

// emitError marks what the caller's own function returned.
type emitError struct{ err error }

func (e *emitError) Error() string { return e.err.Error() }

type puller struct {
	src   Source
	opts  Options
	emit  func(Item) error
	until time.Time // end of the pull by opts.Now
	stats Stats

	mu   sync.Mutex // of the counters that several goroutines write: Requests, Retries, NotModified
	pace *pace

	place       place
	sum         *Sum     // of the item being read, for Items; nil for none
	items       *program // nil when place says it
	mapping     *program // nil when the source holds records
	last        *program
	next        *program
	token       *program
	total       *program
	errors      *program
	headers     bool      // a filter of the pages looks at the header
	detailURL   *template // nil when there are no details
	detailKey   *program
	detailItems *program
	details     *details // nil when there are none

	stated   int // total that the source stated; -1 for none
	statedAt string
	reused   []CacheKey // of pages taken from memory
}

func (o Options) withDefaults() Options {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Sleep == nil {
		o.Sleep = sleep
	}
	if o.Jitter == nil {
		o.Jitter = rand.Float64
	}
	if o.Idle == 0 {
		o.Idle = 30 * time.Second
	}
	if o.ItemTime == 0 {
		o.ItemTime = itemTime
	}
	if o.Retry == nil {
		o.Retry = func(string, int, time.Duration, error) {}
	}
	return o
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-t.C:
		return nil
	}
}

// pull reads the source, whatever kind it is of.
func (p *puller) pull(ctx context.Context) error {
	if err := p.compile(); err != nil {
		return err
	}
	switch p.src.Kind {
	case "file":
		return p.files(ctx)
	case "http":
		return p.pages(ctx)
	}
	return fmt.Errorf("%w: source.kind is %q: write file or http", ErrUnavailable, p.src.Kind)
}

// shown is a path as messages and positions have it.
func (p *puller) shown(path string) string {
	if rel, err := filepath.Rel(p.src.Dir, path); err == nil {
		path = rel
	}
	return p.src.Redact(filepath.ToSlash(path))
}

// document is one opened file or answer.
type document struct {
	name   string // File of the positions
	page   int    // 0 for files
	ndjson bool
	body   io.Reader // decompressed
}

// read takes a document apart. It gives what the filters of source.pages see,
// and the number of raw items.
func (p *puller) read(ctx context.Context, doc document) (around any, items int, err error) {
	p.stats.Documents++
	values := []any{doc.name, nil, p.src.Brand, p.src.Locale}
	if p.src.Kind == "http" {
		values[1] = doc.page
	}
	item := func(v any) error {
		items++
		return p.item(ctx, v, Position{File: doc.name, Page: doc.page, Index: items}, values)
	}
	d := newDecoder(&meter{ctx: ctx, r: doc.body, p: p})
	p.recognise(d, doc, func(sum Sum) error {
		items++
		return p.hand(Item{Known: &sum, Pos: Position{File: doc.name, Page: doc.page, Index: items}})
	})
	switch {
	case doc.ndjson && p.items == nil && p.place.auto:
		err = d.lines(item)
	case p.items != nil:
		if around, err = d.whole(maxWhole); err == nil {
			err = p.filter(ctx, around, values, item)
		}
	default:
		var m map[string]any
		if m, err = d.list(p.place, item); m != nil {
			around = m
		}
	}
	var placed *placedError
	var own *emitError
	switch {
	case err == nil, errors.As(err, &own), errors.As(err, &placed), ended(ctx) != nil && !errors.Is(err, ErrMalformed):
		return around, items, err
	}
	return around, items, fmt.Errorf("%s: %w", doc.name, err)
}

// filter finds the items of a whole document: arrays are taken apart, null is
// none.
func (p *puller) filter(ctx context.Context, doc any, values []any, item func(any) error) error {
	out, err := p.items.run(ctx, doc, values, maxItemsOut)
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
			if err := item(e); err != nil {
				return err
			}
		}
	}
	return nil
}

// placedError already says where it happened.
type placedError struct{ err error }

func (e *placedError) Error() string { return e.err.Error() }
func (e *placedError) Unwrap() error { return e.err }

// item takes one raw item of the list.
func (p *puller) item(ctx context.Context, v any, pos Position, values []any) error {
	p.stats.Items++
	if p.details != nil {
		return p.details.add(ctx, v, pos, values)
	}
	return p.records(ctx, v, pos, values)
}

// records maps one item and hands its records on.
func (p *puller) records(ctx context.Context, v any, pos Position, values []any) error {
	records := []any{v}
	if p.mapping != nil {
		var err error
		records, err = p.mapping.run(ctx, v, values, maxYield)
		if errors.Is(err, ErrMap) {
			return &placedError{fmt.Errorf("%s: %w", pos, err)}
		}
		if err != nil {
			return err
		}
	}
	p.stats.Records += len(records)
	for _, r := range records {
		if err := p.hand(Item{Value: r, Pos: pos}); err != nil {
			return err
		}
	}
	if p.opts.Items == nil {
		return nil
	}
	sum := p.sum
	p.sum = nil
	if err := p.opts.Items.Done(sum); err != nil {
		return &emitError{err}
	}
	return nil
}

// A catalogue of half a gigabyte of events has a million of them. A source that
// says next to nothing of each would fill the memory with what is kept of all: one
// record in so many bytes of the pull's limit may come, but some always.
const (
	bytesOfRecord = 512
	leastRecords  = 10_000
)

// hand gives the caller what is his.
func (p *puller) hand(item Item) error {
	if limit := max(p.src.MaxBytes/bytesOfRecord, leastRecords); p.src.MaxBytes > 0 && int64(p.stats.Records) > limit {
		return fmt.Errorf("%w: the pull has more than %d records: raise source.max_bytes if that is right", ErrTooLarge, limit)
	}
	if err := p.emit(item); err != nil {
		return &emitError{err}
	}
	return nil
}

// judge decides whether what was read was all.
func (p *puller) judge() error {
	s := p.stats
	switch {
	case p.stated >= 0 && s.Items != p.stated:
		return fmt.Errorf("%w: %s states %d items, %d were read: pull again if the catalogue changed meanwhile, else check source.pages",
			ErrIncomplete, p.statedAt, p.stated, s.Items)
	case p.missing() != nil:
		return p.missing()
	case s.Items == 0:
		return fmt.Errorf("%w: %d documents hold no item: check the source and source.items", ErrEmpty, s.Documents)
	case s.Records == 0:
		return fmt.Errorf("%w: %s yielded nothing for %d items: check its conditions", ErrEmpty, p.mapping.name, s.Items)
	}
	return nil
}

// meter counts decoded bytes of the whole pull and ends it at the limit, or
// when the pull's time is over.
type meter struct {
	ctx context.Context
	r   io.Reader
	p   *puller
}

func (m *meter) Read(b []byte) (int, error) {
	if err := ended(m.ctx); err != nil {
		return 0, err
	}
	n, err := m.r.Read(b)
	m.p.stats.Bytes += int64(n)
	if limit := m.p.src.MaxBytes; limit > 0 && m.p.stats.Bytes > limit {
		return 0, fmt.Errorf("%w: the pull has more than %d decoded bytes: raise source.max_bytes if that is right", ErrTooLarge, limit)
	}
	return n, err
}
