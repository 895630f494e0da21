package upstream

import (
	"context"
	"fmt"
	"net/url"
	"strconv"

	"cartaz/brands"
	"cartaz/builder/internal/paging"
	"cartaz/builder/internal/upstream/fetch"
)

// maxPages ends a source that never does; no catalogue has as many.
const maxPages = 1_000_000

// walk reads all pages in the way of source.pages.style.
func (w *walker) walk(ctx context.Context) error {
	switch w.src.Pages.Style {
	case brands.PagesNumber:
		return w.numbered(ctx)
	case brands.PagesOffset:
		return w.counted(ctx)
	case brands.PagesNext:
		return w.linked(ctx)
	case brands.PagesToken:
		return w.continued(ctx)
	}
	return w.alone(ctx)
}

// alone reads the one answer of a source without pages. Unless the brand itself says that it is the
// whole catalogue, it must not look like the first page of a longer list.
func (w *walker) alone(ctx context.Context) error {
	q, err := w.ask(0, "", nil)
	if err != nil {
		return err
	}
	around, items, err := w.page(ctx, q, 1)
	if err != nil || w.src.Pages.Whole {
		return err
	}
	before := 0
	if w.before != nil {
		before = w.before()
	}
	doubt := paging.Doubt(around.signs, items, w.stated, before, q.URL)
	if doubt != "" {
		return fmt.Errorf("%w: %s %s", ErrIncomplete, around.where, doubt)
	}
	return nil
}

// numbered counts pages up with the brand's own query. Links of the source are not followed: those
// of Laravel drop the page size, which skips and repeats records.
func (w *walker) numbered(ctx context.Context) error {
	pages := w.src.Pages
	for n := pages.First; n-pages.First < maxPages; n++ {
		if pages.Window > 0 && reach(pages, n) > pages.Window {
			return beyond(pages.Window)
		}
		q, err := w.ask(pages.Size, strconv.Itoa(n), map[string]any{pages.Param: n})
		if err != nil {
			return err
		}
		around, items, err := w.page(ctx, q, n)
		if err != nil {
			return err
		}
		last, known, err := w.last(ctx, around)
		switch {
		case err != nil:
			return err
		case !known && w.stated >= 0 && w.stats.Items >= w.stated:
			return nil
		case !known && items == 0:
			return nil // judged by the total, when there is one
		case !known:
			continue
		case items == 0 && n < last:
			return fmt.Errorf("%w: page %d of %d is empty: records moved while they were read, "+
				"or the source failed: pull again", ErrMoved, n, last)
		case n >= last:
			return nil
		}
	}
	return fmt.Errorf("%w: %d pages and no end: set source.pages.last", ErrTooLarge, maxPages)
}

// last is the number of the last page, as far as the answer tells it.
func (w *walker) last(ctx context.Context, e *envelope) (int, bool, error) {
	if w.programs.last != nil {
		return w.programs.number(ctx, w.programs.last, e)
	}
	pages, _, known := paging.Pages(e.signs)
	return pages - 1 + w.src.Pages.First, known, nil
}

// counted asks from the item on that the pages so far end before. What came is counted, not what
// was asked for: a source may give fewer than that.
func (w *walker) counted(ctx context.Context) error {
	pages := w.src.Pages
	read, whole := 0, false // items so far; a page came as large as asked for
	for n := 1; n <= maxPages; n++ {
		size := pages.Size
		if pages.Window > 0 {
			if size = min(size, pages.Window-read); size <= 0 {
				return beyond(pages.Window)
			}
		}
		at := pages.First + read
		q, err := w.ask(size, strconv.Itoa(at), map[string]any{pages.Param: at})
		if err != nil {
			return err
		}
		_, items, err := w.page(ctx, q, n)
		if err != nil {
			return err
		}
		read += items
		total := w.stated // -1 for none
		switch {
		case total >= 0 && read >= total:
			return nil
		case items == 0 && total >= 0:
			return fmt.Errorf("%w: the page from item %d on is empty, %d of %d were read: "+
				"records moved meanwhile, or the source failed: pull again",
				ErrMoved, at, read, total)
		case items == 0, total < 0 && whole && items < size:
			// A short page is the end only where pages are known to come whole: a source that gives
			// fewer than asked for has short pages only.
			return nil
		}
		whole = whole || items >= size
	}
	return fmt.Errorf("%w: %d pages and no end: set source.pages.total", ErrTooLarge, maxPages)
}

// continued sends back what each page gave for the next.
func (w *walker) continued(ctx context.Context) error {
	pages := w.src.Pages
	seen := map[string]int{}
	set := map[string]any{}
	for n := 1; n <= maxPages; n++ {
		q, err := w.ask(pages.Size, "", set)
		if err != nil {
			return err
		}
		around, items, err := w.page(ctx, q, n)
		if err != nil {
			return err
		}
		v, err := w.programs.look(ctx, w.programs.token, around)
		if w.programs.token == nil {
			v, _, _ = paging.Token(around.signs)
		}
		if err != nil {
			return err
		}
		token, ok := plainValue(v)
		if !ok {
			return fmt.Errorf("%w: %s: source.pages.token gives no token: it must yield text, or "+
				"null at the end", ErrMalformed, q.Where)
		}
		before, twice := seen[token]
		switch {
		case token == "":
			return nil
		case twice && items == 0:
			return nil // some go on giving the last token
		case twice:
			return fmt.Errorf("%w: page %d gives the token of page %d once more: the tokens "+
				"form a loop", ErrMalformed, n, before)
		}
		seen[token] = n
		set = map[string]any{pages.Param: v}
	}
	return fmt.Errorf("%w: %d pages and no end: check source.pages.token", ErrTooLarge, maxPages)
}

// linked follows the address of the next page, on the same host only.
func (w *walker) linked(ctx context.Context) error {
	seen := map[string]int{}
	q, err := w.ask(w.src.Pages.Size, "", map[string]any{})
	if err != nil {
		return err
	}
	for n := 1; n <= maxPages; n++ {
		if before, twice := seen[q.URL.String()]; twice {
			return fmt.Errorf("%w: the next page after page %d is page %d again: the links "+
				"form a loop", ErrMalformed, n-1, before)
		}
		seen[q.URL.String()] = n
		around, _, err := w.page(ctx, q, n)
		if err != nil {
			return err
		}
		v, err := w.programs.look(ctx, w.programs.next, around)
		if w.programs.next == nil {
			v, _ = paging.Next(around.signs)
		}
		if err != nil {
			return err
		}
		if v == nil || v == "" {
			return nil
		}
		text, ok := v.(string)
		if !ok {
			return fmt.Errorf("%w: %s: source.pages.next gives no address: it must yield text, "+
				"or null at the end", ErrMalformed, q.Where)
		}
		next, err := w.resolve(q.URL, text)
		if err != nil {
			return fmt.Errorf("%s: %w", q.Where, err)
		}
		q = &fetch.Request{URL: next, Where: w.where(next, "")}
	}
	return fmt.Errorf("%w: %d pages and no end: check source.pages.next", ErrTooLarge, maxPages)
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
