package upstream

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"cartaz/brands"
	"cartaz/builder/internal/cache"
	"cartaz/builder/internal/upstream/adapt"
	"cartaz/builder/internal/upstream/fetch"
	"cartaz/builder/internal/upstream/jq"
	"cartaz/builder/internal/upstream/jsondoc"
	"cartaz/builder/internal/validate"
)

// Source is the source of a brand, with its surroundings.
type Source struct {
	Brand   string    // its key: $brand of the program
	Dir     string    // its folder, absolute: file names in positions are relative to it
	SiteURL string    // named in the User-Agent, so that a backend's owner knows whom to ask
	Locale  string    // of the brand: $locale of the program
	Clock   time.Time // around which repeated events are written out; zero for [Options].Now
	brands.Source
}

// FromBrand returns the first source of a loaded brand.
func FromBrand(b *brands.Brand) Source { return AllOf(b)[0] }

// AllOf returns the sources of a loaded brand, in their order.
func AllOf(b *brands.Brand) (all []Source) {
	for _, s := range b.Sources() {
		all = append(all, Source{Brand: b.Key, Dir: b.Dir, SiteURL: b.SiteURL, Locale: b.Locale,
			Clock: b.AsOf, Source: s})
	}
	return all
}

// namespace returns the prefix of the ids of the source's records, or "" for ids as they are.
func (s Source) namespace() string {
	if s.Name == "" || s.Shared {
		return ""
	}
	return s.Name + "/"
}

// Options replace the parts of the machine that a pull uses. The zero value has the real clock and
// the real network, and no memory. Several goroutines call Now and Sleep at the same time if the
// source has details; Transport must neither decompress nor follow redirects.
type Options struct {
	fetch.Options
	Cache    *cache.Log    // what earlier pulls remember of answers
	ItemTime time.Duration // processor time of the program for an item; default 2 s
	// the other input that determines the records of an item, as the version of the builder; part
	// of each [Digest]
	Basis []byte
	// returns the records that the caller remembers of an item; a nil function remembers nothing
	Recall func(Digest) (records []validate.Checked, known bool)
	// rules by which the worker of the program checks records; nil for their values
	Rules *validate.Config
	// for a look at single items: each is handed on before the next is mapped, and the Value of an
	// item that is not JSON is everything that its document says of it
	Look bool
	// share of the items that may fail and are handed on with a Failure; 0: the first failure ends
	// the pull
	MaxFailed float64
	// a page may begin with the last item of the page before; else the pull ends with [ErrMoved]
	Shifting bool
	Wait     Wait // nil for a mere call of work
	// how many items the pull before read, 0 if unknown; or nil
	Before func() int
}

// Wait calls work, which waits for the source, before any of it is read. Then size says how many
// bytes are to be read, as far as that is known.
type Wait func(work func(), size func() int64)

// Stats counts the work of a pull; its JSON is the cost.
type Stats struct {
	Bytes int64 `json:"bytes"` // decoded, those from memory included
	fetch.Counts
	Details int `json:"details"` // details read, new or remembered
	Reused  int `json:"reused"`  // details taken from memory without a request

	Documents int           `json:"-"` // files or answers read
	Items     int           `json:"-"` // raw items found
	Records   int           `json:"-"` // records made of them
	Gone      int           `json:"-"` // items left out because their detail answered 404 or 410
	Failed    int           `json:"-"` // items left out because they cannot be mapped
	Old       int           `json:"-"` // unreadable pages, kept as they were last time
	OldWhy    string        `json:"-"` // why the first of them could not be read
	Stderr    string        `json:"-"` // of the program of kind command, its last 4 KiB
	Duration  time.Duration `json:"-"`
}

// Add adds the work of another pull.
func (s *Stats) Add(more Stats) {
	s.Documents += more.Documents
	s.Items += more.Items
	s.Records += more.Records
	s.Details += more.Details
	s.Gone += more.Gone
	s.Failed += more.Failed
	s.Old += more.Old
	s.OldWhy = cmp.Or(s.OldWhy, more.OldWhy)
	s.Requests += more.Requests
	s.Retries += more.Retries
	s.Reused += more.Reused
	s.NotModified += more.NotModified
	s.Bytes += more.Bytes
	s.Duration += more.Duration
	s.Stderr = strings.Trim(s.Stderr+"\n"+more.Stderr, "\n")
}

// Pull reads the whole source and gives every item to emit, in the order of the source. One
// goroutine calls emit and [Options].Recall. The items that emit got are valid only if Pull returns
// nil.
//
// The pull ends at an error of emit, which is returned unchanged. The end of ctx is wrapped. Any
// other error wraps one of the package's sentinels.
func Pull(ctx context.Context, src Source, opts Options, emit func(Item) error) (Stats, error) {
	if opts.Now == nil {
		opts.Now = time.Now
	}
	opts.ItemTime = cmp.Or(opts.ItemTime, itemTime)
	if opts.Wait == nil {
		opts.Wait = func(work func(), _ func() int64) { work() }
	}
	begin := opts.Now()
	src.Clock = cmp.Or(src.Clock, begin)
	src.Timeout = cmp.Or(src.Timeout, math.MaxInt64)
	p := &puller{src: src, opts: opts, emit: emit}
	p.items.full, p.items.leave = p.ready, p.made
	defer func() {
		for _, o := range p.items.waiting {
			held.Add(-o.memory())
		}
	}()
	defer p.mapper.Close()
	defer p.filters.Close()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	p.end = time.Now().Add(src.Timeout)
	p.late = time.AfterFunc(src.Timeout, func() {
		cancel(ErrUnavailable.Errorf("the whole pull took longer than source.timeout (%s)",
			src.Timeout))
	})
	defer p.late.Stop()
	err := p.compile()
	if err == nil {
		err = p.pull(ctx)
	}
	if err == nil {
		err = p.judge()
	}
	if errors.Is(err, ErrIncomplete) || errors.Is(err, ErrMalformed) || errors.Is(err, ErrEmpty) {
		// If a remembered page no longer fits, every further pull would end with the same error.
		p.memory.ForgetPages()
	}
	if s, ok := errors.AsType[*settledError](err); ok && s.ofCaller {
		err = s.error
	} else {
		err = fetch.Redact(p.src.Source, err)
	}
	p.stats.Duration = opts.Now().Sub(begin)
	return p.stats, err
}

// puller is one pull: the state that its parts share. The parts run in one goroutine; requests
// ahead of their turn have others, and the fetcher counts for itself.
type puller struct {
	src   Source
	opts  Options
	emit  func(Item) error
	stats Stats

	late *time.Timer // ends the pull at end
	end  time.Time

	programs
	memory  *fetch.Memory
	fetcher *fetch.Fetcher // nil if the source is not read by HTTP

	items   line[outcome] // in the order of the source
	mapper  jq.Runner     // of the program that makes the records of the items
	slow    bool          // the last item took it long
	failure error         // the first one of an item
	first   []byte        // the first item that yielded nothing, or nil
	around  any           // the values around the first list without an item, or nil
}

// pull reads the source, of any kind.
func (p *puller) pull(ctx context.Context) error {
	p.memory = fetch.NewMemory(p.src.Source, p.opts.Cache)
	r := p.newReader("")
	defer r.process.Close()
	if p.src.Document() {
		r.kind = p.src.Kind
	}
	switch {
	case p.src.Remote():
		return p.http(ctx, r)
	case p.src.Kind == brands.KindCommand:
		return r.command(ctx)
	}
	return r.files(ctx)
}

// fetch asks the source and waits for its answer.
func (p *puller) fetch(ctx context.Context, q *fetch.Request, old *fetch.Answer) (a *fetch.Answer,
	err error) {
	p.wait(func() { a, err = p.fetcher.Fetch(ctx, q, old) }, func() int64 { return a.Size() })
	return a, err
}

// wait calls work, which waits for the source. The wait for a place to read afterwards does not
// count as time of the source: it depends on the other brands and on the load of the machine.
func (p *puller) wait(work func(), size func() int64) {
	var left time.Duration
	p.opts.Wait(func() {
		work()
		p.late.Stop()
		left = time.Until(p.end)
	}, size)
	p.end = time.Now().Add(left)
	p.late.Reset(left)
}

// http reads a source that has pages, and the documents that they lead to: details, or web pages.
func (p *puller) http(ctx context.Context, r *reader) error {
	first, _ := url.Parse(p.src.URL) // the loader of brands checks it
	p.fetcher = fetch.New(
		fetch.Source{Source: p.src.Source, SiteURL: p.src.SiteURL,
			Accept: adapters[p.src.Kind].accept},
		p.opts.Options)
	defer func() { p.stats.Counts = p.fetcher.Counts() }()
	defer p.fetcher.Close()
	w := &walker{puller: p, reader: r, first: first, stated: -1}
	if p.src.Kind == brands.KindHTML {
		return p.crawl(ctx, w)
	}
	d := &details{}
	d.ahead = p.newAhead(ctx, p.src.Detail.Concurrency, d.taken)
	defer d.stop()
	if p.detailURL != nil {
		r.take = d.ask
	}
	for _, step := range []func(context.Context) error{w.walk, d.flush, p.items.flush} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return cmp.Or(w.judge(), d.missing())
}

// where returns an address for messages and positions: its query may be secret.
func (s Source) where(u *url.URL) string { return s.Redact(fetch.Origin(u) + u.EscapedPath()) }

// shown returns a path for messages and positions.
func (s Source) shown(path string) string {
	if rel, err := filepath.Rel(s.Dir, path); err == nil {
		path = rel
	}
	return s.Redact(filepath.ToSlash(path))
}

// judge decides whether the results of the items are a catalogue.
func (p *puller) judge() error {
	switch s := p.stats; {
	case s.Failed > 0 && s.Failed > p.mayFail():
		return p.failed(fmt.Sprintf("guards.max_failed allows %d", p.mayFail()))
	case s.Items == 0:
		return ErrEmpty.Errorf("%d documents hold no item%s: check the source and source.items",
			s.Documents, p.saw())
	case s.Records == 0:
		v, _ := jsondoc.Record(p.first)
		first := jsondoc.Has("the first", v)
		if !p.mapped {
			return ErrEmpty.Errorf("none of %d items is an event with a date%s: write source.map",
				s.Items, first)
		}
		return ErrEmpty.Errorf("%s yielded nothing for %d items%s: check its conditions",
			p.mapping.name, s.Items, first)
	}
	return nil
}

// saw returns the values around an empty list, for messages: " (…)", or "".
func (p *puller) saw() string {
	around, _ := p.around.(map[string]any)
	if found, ok := around[adapt.FoundMember].(string); ok {
		found = jsondoc.Graphic(cmp.Or(found, "nothing that schema.org has"))
		return " (the first has " + found + ")"
	}
	if len(around) == 0 {
		return ""
	}
	return " (beside its list the first has " + jsondoc.Names(around) + ")"
}
