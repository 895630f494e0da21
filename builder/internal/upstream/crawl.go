package upstream

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"cartaz/brands"
	"cartaz/builder/internal/upstream/adapt/page"
	"cartaz/builder/internal/upstream/fetch"
	"cartaz/builder/internal/upstream/jq"
	"cartaz/builder/internal/upstream/jsondoc"
	"cartaz/builder/internal/worker"
)

const (
	maxCrawled   = 20_000           // pages of a pull
	maxSitemaps  = 1_000            // of a pull
	pagePlaces   = 4                // pages requested at the same time
	maxPageBytes = 16 << 20         // bytes of one page, as sent
	headBytes    = 64 << 10         // bytes of a document that tell a sitemap from a page
	agent        = "Cartaz-Builder" // in robots.txt
)

// crawler reads the pages that the lists of a source of kind html name, ahead of their turn. A page
// that cannot be read is an item that fails.
type crawler struct {
	*ahead
	reader *reader // of pages
	first  *url.URL
	links  []*regexp.Regexp
	rules  fetch.Robots

	seen    map[string]bool // addresses
	lists   []*url.URL      // sitemaps that are still to be read
	pages   int
	skipped string // why a page was not requested, or ""
}

// crawl reads the document that source.url names, and the lists and pages that it leads to.
func (p *puller) crawl(ctx context.Context, w *walker) error {
	c := &crawler{reader: p.newReader(brands.KindHTML), first: w.first, seen: map[string]bool{}}
	c.ahead = p.newAhead(ctx, pagePlaces, c.taken)
	defer c.reader.process.Close()
	defer c.stop()
	w.reader.address = c.address
	w.reader.kind = kindSite
	wild := strings.NewReplacer(`\*\*`, `.*`, `\*`, `[^/?]*`)
	for _, pattern := range p.src.Links {
		w.reader.kind = kindList
		c.links = append(c.links, regexp.MustCompile( // of quoted text
			"^"+wild.Replace(regexp.QuoteMeta(fetch.Normal(pattern)))+"$"))
	}
	if p.src.Robots {
		if err := c.robots(ctx); err != nil {
			return err
		}
	}
	err := w.walk(ctx)
	if err == nil && c.rules.Maps != nil && c.links == nil && p.src.Pages == (brands.Pages{
		Style: brands.PagesNone}) && strings.Trim(w.first.Path, "/") == "" {
		err = ErrIncomplete.Errorf("%s is a front page whose robots.txt names a sitemap: write "+
			"source.url: %s and source.links, or source.pages: none if this page is all",
			p.src.where(w.first), c.rules.Maps[0])
	}
	for n := 0; n < len(c.lists) && err == nil; n++ {
		u := c.lists[n]
		_, err = w.page(ctx, &fetch.Request{URL: u, Where: p.src.where(u)}, n+2)
	}
	for _, step := range []func(context.Context) error{c.flush, p.items.flush} {
		if err == nil {
			err = step(ctx)
		}
	}
	return cmp.Or(err, c.judge())
}

// robots obeys robots.txt. A missing file allows everything (RFC 9309, section 2.3.1).
func (c *crawler) robots(ctx context.Context) error {
	u := &url.URL{Scheme: c.first.Scheme, Host: c.first.Host, Path: "/robots.txt"}
	a, err := c.fetch(ctx, &fetch.Request{URL: u, Where: u.String(),
		Limit: fetch.MaxRobots}, nil)
	if status, ok := errors.AsType[*fetch.StatusError](err); ok && status.Code >= 400 {
		return nil
	}
	var text []byte
	if err == nil {
		defer a.Close()
		text, err = a.Text(fetch.MaxRobots)
	}
	if err != nil {
		return fmt.Errorf("%w: it says what may be read; if the site is your own, write "+
			"source.robots: no", err)
	}
	if c.rules = fetch.ParseRobots(string(text), agent); c.rules.Delay > 0 {
		c.fetcher.Slow(c.rules.Delay)
	}
	return nil
}

// address receives an address from a list: of a page, or of another list. news is 1, or 0 if the
// address is known already or may not be read.
func (c *crawler) address(ctx context.Context, list *document, f worker.Message) (news int,
	err error) {
	v, err := jsondoc.Record(f.Body)
	if err != nil {
		return 0, err
	}
	entry, _ := v.(map[string]any)
	text, _ := entry[page.AddressMember].(string)
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || c.seen[text] {
		return 0, nil
	}
	// May it be read?
	own := ours(c.first, u)
	path := fetch.Normal(u.EscapedPath())
	whole := fetch.Normal(u.RequestURI())
	another, _ := entry[page.ListMember].(bool)
	fits := func(p *regexp.Regexp) bool {
		return p.MatchString(path) || p.MatchString(whole)
	}
	where := c.src.where(u)
	switch {
	case !own:
		c.skipped = "is of another host: name that host in source.url"
	case !another && c.links != nil && !slices.ContainsFunc(c.links, fits):
		c.skipped = "does not fit source.links (" + strings.Join(c.src.Links, ", ") + ")"
	case !c.rules.Allows(u.RequestURI()):
		c.skipped = "is forbidden by robots.txt: if the site is your own, write source.robots: no"
	default:
		c.seen[text] = true
	}
	// It waits in line: a list to be read next, a page to be requested.
	switch {
	case !c.seen[text]:
		c.skipped = where + " " + c.skipped
		return 0, nil
	case another && len(c.lists) == maxSitemaps:
		return 0, ErrTooLarge.Errorf("more than %d sitemaps: name one of them in source.url",
			maxSitemaps)
	case another:
		c.lists = append(c.lists, u)
		return 1, nil
	case len(c.seen) > maxCrawled:
		return 0, ErrTooLarge.Errorf("more than %d pages: narrow source.links to those of events",
			maxCrawled)
	default:
		changed, _ := entry[page.ChangedMember].(string)
		return 1, c.start(ctx, &pending{
			Item: Item{Pos: Position{File: where, Index: 1}, Answers: list.answers,
				raw: jq.Line(map[string]any{"page": where})},
			request: &fetch.Request{URL: u, Where: where, Limit: maxPageBytes},
			version: c.version(changed),
		})
	}
}

// version digests the time of a page's last change, as its sitemap states it. It returns nil if the
// time cannot be relied on, such as a day that is not over everywhere.
func (c *crawler) version(changed string) []byte {
	for layout, settled := range map[string]time.Duration{time.RFC3339: time.Hour,
		time.DateOnly: 48 * time.Hour} {
		t, err := time.Parse(layout, changed)
		if err == nil && c.src.Conditional && c.opts.Now().Sub(t) >= settled {
			sum := sha256.Sum256([]byte("lastmod\n" + changed))
			return sum[:16]
		}
	}
	return nil
}

// taken hands on the events of a page.
func (c *crawler) taken(ctx context.Context, w *pending) error {
	c.pages++
	if w.gone() {
		c.stats.Gone++
		return nil
	}
	err := w.err
	if err != nil && w.old != nil && context.Cause(ctx) == nil {
		// The events of the page are still on: its content of the last pull is the best known.
		if c.stats.Old++; c.stats.OldWhy == "" {
			c.stats.OldWhy = clean(fetch.Redact(c.src.Source, err)).Error()
		}
		w.answer, err = w.old, nil
	}
	var body io.Reader
	if err == nil {
		body, err = w.answer.Open()
	}
	if err == nil {
		_, _, err = c.reader.read(ctx, document{name: w.request.Where,
			answers: append(slices.Clip(w.Answers), w.cached),
			url:     w.request.URL.String(), charset: w.answer.Charset, body: body})
	}
	switch {
	case err == nil && w.err == nil:
		c.memory.Remember(w.cached, w.answer, w.version)
		return nil
	case err == nil, settled(err), context.Cause(ctx) != nil,
		c.src.MaxBytes > 0 && c.stats.Bytes > c.src.MaxBytes:
		return err
	}
	c.stats.Items++
	return c.items.add(ctx, outcome{Item: w.Item, err: ErrItem.Errorf("%w", err)})
}

// judge returns an error if too many pages failed for the crawl to be complete, or if no page had
// an event.
func (c *crawler) judge() error {
	switch {
	case !mayBeGone(c.stats.Gone, c.pages):
		return ErrIncomplete.Errorf("%d of %d pages answered 404 or 410: the list is out of date",
			c.stats.Gone, c.pages)
	case !mayBeGone(c.stats.Old, c.pages):
		return ErrIncomplete.Errorf("%d of %d pages could not be read, the first: %s", c.stats.Old,
			c.pages, c.stats.OldWhy)
	case c.stats.Items > 0:
		return nil
	case c.pages > 0:
		return ErrEmpty.Errorf("none of %d pages has a schema.org Event in JSON-LD or "+
			"microdata%s: check source.url and source.links", c.pages, c.saw())
	case c.skipped != "":
		return ErrEmpty.Errorf("the list names no page that may be read: %s", c.skipped)
	}
	return nil
}
