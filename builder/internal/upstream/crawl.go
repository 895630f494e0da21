package upstream

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"cartaz/brands"
	"cartaz/builder/internal/upstream/adapt"
	"cartaz/builder/internal/upstream/adapt/page"
	"cartaz/builder/internal/upstream/fetch"
	"cartaz/builder/internal/worker"
)

const (
	maxCrawled   = 20_000   // pages of a pull
	maxSitemaps  = 1_000    // of a pull
	pagePlaces   = 4        // pages asked for at once
	maxPageBytes = 16 << 20 // of one page, as sent
	headBytes    = 64 << 10 // of a document, that tell a sitemap from a page
	// agent is the name of the builder in robots.txt.
	agent = "Cartaz-Builder"
)

// crawler reads the pages that the lists of a source of kind html name, ahead of their turn. A page
// that cannot be read is an item that fails.
type crawler struct {
	*ahead
	src    Source
	now    func() time.Time
	reader *itemReader // of pages
	mapper *mapper
	first  *url.URL
	links  []*regexp.Regexp
	rules  fetch.Robots

	seen      map[string]bool // addresses
	lists     []*url.URL      // sitemaps that are still to be read
	pages     int
	gone      int
	forbidden int             // by robots.txt
	elsewhere string          // the origin of a page on another host; "" for none
	unlinked  string          // the path of a page that no pattern fits; "" for none
	types     map[string]bool // that pages speak of
}

// newCrawler is ready to take addresses.
func (p *puller) newCrawler(ctx context.Context, line *ahead, first *url.URL) (*crawler, error) {
	c := &crawler{
		ahead: line, src: p.src, now: p.opts.Now, mapper: p.mapper, first: first,
		reader: &itemReader{src: p.src, recall: p.opts.Recall, basis: p.opts.Basis,
			programs: p.programs, mapper: p.mapper, stats: &p.stats, kind: brands.KindHTML,
			process: worker.New(documentWorker)},
		seen: map[string]bool{}, types: map[string]bool{},
	}
	for _, pattern := range p.src.Links {
		c.links = append(c.links, linkPattern(pattern))
	}
	c.take = c.taken
	c.ready(ctx, pagePlaces)
	if !p.src.Robots {
		return c, nil
	}
	var err error
	if c.rules, err = c.robots(ctx); err == nil && c.rules.Delay > 0 {
		c.fetcher.Slow(c.rules.Delay)
	}
	return c, err
}

// linkPattern compiles a pattern of source.links.
func linkPattern(pattern string) *regexp.Regexp {
	text := regexp.QuoteMeta(pattern)
	text = strings.ReplaceAll(text, `\*\*`, `.*`)
	text = strings.ReplaceAll(text, `\*`, `[^/?]*`)
	return regexp.MustCompile("^" + text + "$") // of quoted text
}

// robots asks for robots.txt. One that is not there allows everything (RFC 9309, section 2.3.1).
func (c *crawler) robots(ctx context.Context) (fetch.Robots, error) {
	u := &url.URL{Scheme: c.first.Scheme, Host: c.first.Host, Path: "/robots.txt"}
	a, err := c.fetcher.Fetch(ctx, &fetch.Request{URL: u, Where: u.String(),
		Limit: fetch.MaxRobots}, nil)
	var status *fetch.StatusError
	if errors.As(err, &status) && status.Code >= 400 {
		return fetch.Robots{}, nil
	}
	var text []byte
	if err == nil {
		text, err = a.Text(ctx, fetch.MaxRobots)
		a.Close()
	}
	if err != nil {
		return fetch.Robots{}, fmt.Errorf("%w: it says what may be read; if the site is your own, "+
			"write source.robots: no", err)
	}
	return fetch.ParseRobots(string(text), agent), nil
}

// address takes what a list names: a page, or another list. It calls next for a new one.
func (c *crawler) address(ctx context.Context, v any, next func() Item) error {
	entry, _ := v.(map[string]any)
	text, _ := entry[page.AddressMember].(string)
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || c.seen[text] {
		return nil
	}
	if c.first.Scheme == "https" && u.Scheme == "http" {
		u.Scheme = "https"
	}
	u.Fragment, u.RawFragment = "", ""
	path := u.EscapedPath()
	if u.RawQuery != "" {
		path += "?" + u.RawQuery
	}
	another, _ := entry[page.ListMember].(bool)
	fits := func(p *regexp.Regexp) bool {
		return p.MatchString(path) || p.MatchString(u.EscapedPath())
	}
	switch {
	case !fetch.SameHost(c.first, u) || u.User != nil:
		c.elsewhere = fetch.Origin(u)
		return nil
	case !another && c.links != nil && !slices.ContainsFunc(c.links, fits):
		c.unlinked = u.EscapedPath()
		return nil
	case !c.rules.Allows(u):
		c.forbidden++
		return nil
	}
	c.seen[text] = true
	where := c.src.where(u)
	if another {
		if c.lists = append(c.lists, u); len(c.lists) > maxSitemaps {
			return fmt.Errorf("%w: more than %d sitemaps: name one of them in source.url",
				ErrTooLarge, maxSitemaps)
		}
		next()
		return nil
	}
	if len(c.seen) > maxCrawled {
		return fmt.Errorf("%w: more than %d pages: narrow source.links to those of events",
			ErrTooLarge, maxCrawled)
	}
	changed, _ := entry[page.ChangedMember].(string)
	next()
	return c.add(ctx, &pending{
		Item:    Item{Pos: Position{File: where, Index: 1}, Value: map[string]any{"page": where}},
		request: &fetch.Request{URL: u, Where: where, Limit: maxPageBytes},
		version: c.version(changed),
	})
}

// version digests when a page changed last, as its sitemap says; nil when that tells nothing. A day
// says nothing of what happens until it is over everywhere.
func (c *crawler) version(changed string) []byte {
	settled := time.Hour
	t, err := time.Parse(time.RFC3339, changed)
	if err != nil {
		settled = 48 * time.Hour
		t, err = time.Parse(time.DateOnly, changed)
	}
	if err != nil || !c.src.Conditional || c.now().Sub(t) < settled {
		return nil
	}
	sum := sha256.Sum256([]byte("lastmod\n" + changed))
	return sum[:16]
}

// sitemaps reads the lists that lists named.
func (c *crawler) sitemaps(ctx context.Context, w *walker) error {
	for n := 0; n < len(c.lists); n++ {
		u := c.lists[n]
		q := &fetch.Request{URL: u, Where: w.where(u, "")}
		if _, err := w.page(ctx, q, n+2); err != nil {
			return err
		}
	}
	return nil
}

// taken hands on the events of a page.
func (c *crawler) taken(ctx context.Context, w *pending) error {
	c.pages++
	if w.gone() {
		c.gone++
		c.stats.Gone++
		return nil
	}
	err := w.err
	if err != nil && w.old != nil && context.Cause(ctx) == nil {
		// The events of the page are still on: what it said last time is the best that is known.
		if c.stats.Old++; c.stats.OldWhy == "" {
			c.stats.OldWhy = clean(fetch.Redact(c.src.Source, err)).Error()
		}
		w.answer, err = w.old, nil
	}
	if err == nil {
		err = c.read(ctx, w)
	}
	switch {
	case err == nil && w.err != nil:
		return nil
	case err == nil:
		return c.memory.Remember(w.cached, w.answer, w.version)
	case said(err), context.Cause(ctx) != nil,
		c.src.MaxBytes > 0 && c.stats.Bytes > c.src.MaxBytes:
		return err
	}
	if err := c.mapper.takeAll(ctx); err != nil {
		return err
	}
	c.stats.Items++
	return c.mapper.fail(w.Item, fmt.Errorf("%w: %w", ErrItem, err))
}

// read takes a page apart.
func (c *crawler) read(ctx context.Context, w *pending) error {
	body, err := w.answer.Open(ctx)
	if err != nil {
		return err
	}
	around, _, err := c.reader.read(ctx, document{name: w.request.Where,
		url: w.request.URL.String(), charset: w.answer.Charset, body: body})
	if found, _ := around.(map[string]any); found != nil {
		for name := range strings.SplitSeq(fmt.Sprint(found[adapt.FoundMember]), ", ") {
			c.types[name] = true
		}
	}
	return err
}

// judge decides whether what was crawled is whole.
func (c *crawler) judge() error {
	switch {
	case !mayBeGone(c.gone, c.pages):
		return fmt.Errorf("%w: %d of %d pages answered 404 or 410: the list is out of date",
			ErrIncomplete, c.gone, c.pages)
	case !mayBeGone(c.stats.Old, c.pages):
		return fmt.Errorf("%w: %d of %d pages could not be read, the first: %s", ErrIncomplete,
			c.stats.Old, c.pages, c.stats.OldWhy)
	case c.stats.Items > 0:
		return nil
	case c.pages > 0:
		return fmt.Errorf("%w: none of %d pages has a schema.org Event in JSON-LD or "+
			"microdata; they speak of %s: check source.url and source.links", ErrEmpty, c.pages,
			typesText(c.types))
	case c.forbidden > 0:
		return fmt.Errorf("%w: robots.txt forbids all %d pages that the list names: if the site "+
			"is your own, write source.robots: no", ErrEmpty, c.forbidden)
	case c.elsewhere != "":
		return fmt.Errorf("%w: the list names pages of %s only: name that host in source.url",
			ErrEmpty, c.elsewhere)
	case c.unlinked != "":
		return fmt.Errorf("%w: the list names no page that fits source.links (%s), but others, "+
			"as %s", ErrEmpty, strings.Join(c.src.Links, ", "), c.src.Redact(c.unlinked))
	}
	return nil
}

// typesText lists types for a message.
func typesText(types map[string]bool) string {
	delete(types, "")
	names := slices.Sorted(maps.Keys(types))
	if len(names) == 0 {
		return "nothing that schema.org has"
	}
	const most = 12
	if len(names) > most {
		names = append(names[:most:most], "…")
	}
	return strings.Join(names, ", ")
}
