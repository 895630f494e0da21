package upstream

import (
	"context"
	"fmt"
	"net/url"
	"strconv"

	"cartaz/builder/internal/upstream/fetch"
)

// plain asks for the first page as the source gives it.
func (w *walker) plain() (*fetch.Request, error) {
	return w.ask(w.src.Pages.Size, "", map[string]any{})
}

// alone ends after the one answer of a source without pages. Unless the brand itself says that it
// is the whole catalogue, it must not look like the first page of a longer list.
func (w *walker) alone(_ context.Context, e *envelope) (*fetch.Request, error) {
	if w.src.Pages.Whole {
		return nil, nil
	}
	before := 0
	if w.before != nil {
		before = w.before()
	}
	if doubt := e.signs.Doubt(e.items, w.stated, before, e.url); doubt != "" {
		return nil, fmt.Errorf("%w: %s %s", ErrIncomplete, e.where, doubt)
	}
	return nil, nil
}

// numbered counts pages up with the brand's own query. Links of the source are not followed: those
// of Laravel drop the page size, which skips and repeats records.
func (w *walker) numbered(ctx context.Context, e *envelope) (*fetch.Request, error) {
	last, known, err := w.programs.number(ctx, w.programs.last, e)
	if w.programs.last == nil {
		var pages int
		pages, _, known = e.signs.pages()
		last = pages - 1 + w.src.Pages.First
	}
	switch {
	case err != nil:
		return nil, err
	case known && e.items == 0 && e.page < last:
		return nil, fmt.Errorf("%w: page %d of %d is empty: records moved while they were read, "+
			"or the source failed: pull again", ErrMoved, e.page, last)
	case known && e.page >= last, !known && e.items == 0,
		!known && w.stated >= 0 && w.stats.Items >= w.stated:
		return nil, nil // judged by the total, when there is one
	}
	return w.askNumber(e.page + 1)
}

// askNumber asks for the page with a number, unless it ends behind the window of the source.
func (w *walker) askNumber(n int) (*fetch.Request, error) {
	pages := w.src.Pages
	if pages.Window > 0 && (n-pages.First+1)*pages.Size > pages.Window {
		return nil, beyond(pages.Window)
	}
	return w.ask(pages.Size, strconv.Itoa(n), map[string]any{pages.Param: n})
}

// counted asks from the item on that the pages so far end before. What came is counted, not what
// was asked for: a source may give fewer than that.
func (w *walker) counted(_ context.Context, e *envelope) (*fetch.Request, error) {
	w.read += e.items
	switch {
	case w.stated >= 0 && w.read >= w.stated:
		return nil, nil
	case e.items == 0 && w.stated >= 0:
		return nil, fmt.Errorf("%w: the page from item %d on is empty, %d of %d were read: "+
			"records moved meanwhile, or the source failed: pull again", ErrMoved,
			w.src.Pages.First+w.read, w.read, w.stated)
	case e.items == 0, w.stated < 0 && w.whole && e.items < w.size:
		// A short page is the end only where pages are known to come whole: a source that gives
		// fewer than asked for has short pages only.
		return nil, nil
	}
	w.whole = w.whole || e.items >= w.size
	return w.askRest()
}

// askRest asks for the items behind those that were read, within the window of the source.
func (w *walker) askRest() (*fetch.Request, error) {
	pages := w.src.Pages
	w.size = pages.Size
	if pages.Window > 0 {
		if w.size = min(w.size, pages.Window-w.read); w.size <= 0 {
			return nil, beyond(pages.Window)
		}
	}
	at := pages.First + w.read
	return w.ask(w.size, strconv.Itoa(at), map[string]any{pages.Param: at})
}

// continued sends back what each page gave for the next.
func (w *walker) continued(ctx context.Context, e *envelope) (*fetch.Request, error) {
	v, err := w.programs.look(ctx, w.programs.token, e)
	if w.programs.token == nil {
		v, _ = e.signs.token()
	}
	if err != nil {
		return nil, err
	}
	token, ok := plainValue(v)
	switch {
	case !ok:
		return nil, fmt.Errorf("%w: %s: source.pages.token gives no token: it must yield text, or "+
			"null at the end", ErrMalformed, e.where)
	case token == "", e.items == 0 && token == w.token: // some go on giving the last token
		return nil, nil
	}
	w.token = token
	return w.ask(w.src.Pages.Size, "", map[string]any{w.src.Pages.Param: v})
}

// linked follows the address of the next page, on the same host only.
func (w *walker) linked(ctx context.Context, e *envelope) (*fetch.Request, error) {
	v, err := w.programs.look(ctx, w.programs.next, e)
	if w.programs.next == nil {
		v, _ = e.signs.next()
	}
	if v == nil || v == "" || err != nil {
		return nil, err
	}
	text, ok := v.(string)
	if !ok {
		return nil, fmt.Errorf("%w: %s: source.pages.next gives no address: it must yield text, "+
			"or null at the end", ErrMalformed, e.where)
	}
	next, err := w.resolve(e.url, text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", e.where, err)
	}
	return &fetch.Request{URL: next, Where: w.where(next, "")}, nil
}

// resolve makes a next link ours: on the same host, on https when the source is (a backend behind a
// proxy writes http), and with what the brand's own query says where the link says nothing (Laravel
// drops the page size, others the key).
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
	if !fetch.SameHost(w.first, next) || next.User != nil {
		return nil,
			fmt.Errorf("%w: the next page lies on another host (%s): only the host of source.url "+
				"is asked", ErrMalformed, fetch.Origin(next))
	}
	q := next.Query()
	own := w.first.Query()
	if s := w.src.Pages; s.Size > 0 && s.SizeKey != "" {
		own.Set(s.SizeKey, strconv.Itoa(s.Size))
	}
	for name, values := range own {
		if !q.Has(name) && name != w.param() {
			q[name] = values
		}
	}
	next.RawQuery = q.Encode()
	return next, nil
}
