package upstream

import (
	"context"
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
)

// maxPages ends a source that never does; no catalogue has as many.
const maxPages = 1_000_000

// pages reads an HTTP source page by page.
func (p *puller) pages(ctx context.Context) error {
	first, err := url.Parse(p.src.URL)
	if err != nil || first.Host == "" || first.Scheme != "http" && first.Scheme != "https" {
		return fmt.Errorf("%w: source.url is not an http(s) address", ErrUnavailable)
	}
	client, done := p.client()
	defer done()
	switch w := (&walker{p: p, client: client, first: first}); p.src.Pages.Style {
	case "number":
		return w.numbered(ctx)
	case "next":
		return w.linked(ctx)
	default:
		_, _, err := w.page(ctx, first, 1)
		return err
	}
}

// walker goes from page to page.
type walker struct {
	p        *puller
	client   *http.Client
	first    *url.URL
	previous [sha256.Size]byte // digest of the page before
}

// numbered counts pages up with the brand's own query. Links of the source are
// not followed: those of Laravel drop the page size, which skips and repeats
// records.
func (w *walker) numbered(ctx context.Context) error {
	pages := w.p.src.Pages
	for n := pages.First; n-pages.First < maxPages; n++ {
		u := *w.first
		q := u.Query()
		q.Set(pages.Param, strconv.Itoa(n))
		w.size(q)
		u.RawQuery = q.Encode()
		around, items, err := w.page(ctx, &u, n)
		if err != nil {
			return err
		}
		last, known, err := w.number(ctx, w.p.last, "source.pages.last", around, n)
		switch {
		case err != nil:
			return err
		case !known && items == 0:
			return nil
		case !known:
			continue
		case items == 0 && n < last:
			return fmt.Errorf("%w: page %d of %d is empty: records moved while they were read, or the source failed: pull again", ErrIncomplete, n, last)
		case n >= last:
			return nil
		}
	}
	return fmt.Errorf("%w: %d pages and no end: set source.pages.last", ErrTooLarge, maxPages)
}

// linked follows the address of the next page, on the same host only.
func (w *walker) linked(ctx context.Context) error {
	u, seen := *w.first, map[string]int{}
	q := u.Query()
	w.size(q)
	u.RawQuery = q.Encode()
	for n := 1; n <= maxPages; n++ {
		if before, twice := seen[u.String()]; twice {
			return fmt.Errorf("%w: the next page after page %d is page %d again: the links form a loop", ErrMalformed, n-1, before)
		}
		seen[u.String()] = n
		around, _, err := w.page(ctx, &u, n)
		if err != nil {
			return err
		}
		v, err := w.p.look(ctx, w.p.next, around, w.where(&u, n), n)
		if err != nil {
			return err
		}
		if v == nil || v == "" {
			return nil
		}
		text, ok := v.(string)
		if !ok {
			return fmt.Errorf("%w: %s: source.pages.next gives no address: it must yield text, or null at the end", ErrMalformed, w.where(&u, n))
		}
		next, err := w.resolve(&u, text)
		if err != nil {
			return fmt.Errorf("%s: %w", w.where(&u, n), err)
		}
		u = *next
	}
	return fmt.Errorf("%w: %d pages and no end: check source.pages.next", ErrTooLarge, maxPages)
}

// resolve makes a next link ours: on the same host, on https when the source
// is (a backend behind a proxy writes http), and with what the brand's own query
// says where the link says nothing (Laravel drops the page size, others the key).
func (w *walker) resolve(from *url.URL, link string) (*url.URL, error) {
	ref, err := url.Parse(link)
	if err != nil {
		return nil, fmt.Errorf("%w: the link to the next page is not an address", ErrMalformed)
	}
	next := from.ResolveReference(ref)
	if from.Scheme == "https" && next.Scheme == "http" {
		next.Scheme = "https"
	}
	next.Fragment, next.RawFragment = "", ""
	if !sameHost(w.first, next) || next.User != nil {
		return nil, fmt.Errorf("%w: the next page lies on another host (%s): only the host of source.url is asked", ErrMalformed, origin(next))
	}
	q := next.Query()
	own := w.first.Query()
	w.size(own)
	for name, values := range own {
		if !q.Has(name) && name != w.param() {
			q[name] = values
		}
	}
	next.RawQuery = q.Encode()
	return next, nil
}

// size asks for a page size.
func (w *walker) size(q url.Values) {
	if s := w.p.src.Pages; s.Size > 0 && s.SizeKey != "" {
		q.Set(s.SizeKey, strconv.Itoa(s.Size))
	}
}

// param is the query parameter of the page number; the only one that messages show.
func (w *walker) param() string {
	if w.p.src.Pages.Param != "" {
		return w.p.src.Pages.Param
	}
	return "page"
}

// where is an address without what may be secret in it.
func (w *walker) where(u *url.URL, n int) string {
	text := w.p.src.Redact(origin(u) + u.EscapedPath())
	if w.p.src.Pages.Style == "number" {
		text += "?" + w.param() + "=" + strconv.Itoa(n)
	}
	return text
}

// page asks for one page and hands its items on.
func (w *walker) page(ctx context.Context, u *url.URL, n int) (around any, items int, err error) {
	where := w.where(u, n)
	a, err := w.p.fetch(ctx, w.client, u, where)
	if err != nil {
		return nil, 0, err
	}
	defer a.body.close()
	w.p.stats.Pages++
	digest := a.body.digest()
	same := digest == w.previous
	w.previous = digest
	content, err := a.body.reader()
	if err != nil {
		return nil, 0, fmt.Errorf("%s: %w: %w", where, ErrUnavailable, plain(err))
	}
	body, err := unpack(&raw{ctx, content}, a.gzip)
	if err != nil {
		return nil, 0, fmt.Errorf("%s: %w", where, err)
	}
	around, items, err = w.p.read(ctx, document{name: where, page: n, ndjson: a.ndjson, body: body})
	if err != nil {
		return nil, 0, err
	}
	if same && items > 0 {
		return nil, 0, fmt.Errorf("%w: %s is the page before once more: the source does not know the parameter %s, so set source.pages.param",
			ErrIncomplete, where, w.param())
	}
	return around, items, w.total(ctx, around, where, n)
}

// total notes what the source states. It must say the same on every page: a
// number that changes means that records moved over a page's edge, so one may
// be missing although the sum is right.
func (w *walker) total(ctx context.Context, around any, where string, n int) error {
	stated, known, err := w.number(ctx, w.p.total, "source.pages.total", around, n)
	if err != nil || !known {
		return err
	}
	if before := w.p.stated; before >= 0 && before != stated {
		return fmt.Errorf("%w: %s states %d items, pages before it %d: the catalogue changed while it was read, so pull again",
			ErrIncomplete, where, stated, before)
	}
	w.p.stated, w.p.statedAt = stated, where
	return nil
}

// number evaluates a filter that gives a count.
func (w *walker) number(ctx context.Context, filter *program, name string, around any, n int) (int, bool, error) {
	v, err := w.p.look(ctx, filter, around, w.where(w.first, n), n)
	if v == nil || err != nil {
		return 0, false, err
	}
	c, ok := count(v)
	if !ok {
		return 0, false, fmt.Errorf("%w: %s: %s gives no count: it must yield a whole number, or null", ErrMalformed, w.where(w.first, n), name)
	}
	return c, true, nil
}

// look evaluates a filter of source.pages. A document that is nothing but the
// list has nothing to look at.
func (p *puller) look(ctx context.Context, filter *program, around any, where string, n int) (any, error) {
	if filter == nil || around == nil {
		return nil, nil
	}
	v, err := filter.first(ctx, around, []any{where, n, p.src.Brand})
	if err != nil && ended(ctx) == nil {
		err = fmt.Errorf("%s: %w", where, err)
	}
	return v, err
}
