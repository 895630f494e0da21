package upstream

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"strconv"
	"strings"

	"cartaz/brands"
	"cartaz/builder/internal/upstream/fetch"
	"cartaz/builder/text"
)

// walker goes from page to page of an HTTP source.
type walker struct {
	*puller
	reader   *reader
	first    *url.URL
	previous []byte // digest of the page before
	stated   int    // total that the source stated; -1 for none
	statedAt string
	size     int    // items that were asked for last
	read     int    // of style offset: items so far
	whole    bool   // of style offset: a page came as large as asked for
	sent     string // of style token: what was sent last
}

// envelope is what the filters of source.pages see of an answer.
type envelope struct {
	Signs // what is read where source.pages names no filter
	url   *url.URL
	where string
	page  int
	items int
}

// walk reads all pages. The style of the source says what is asked after each, nil for nothing.
func (w *walker) walk(ctx context.Context) error {
	n, style, at := 1, w.alone, any(nil)
	switch w.src.Pages.Style {
	case brands.PagesNumber:
		n, style, at = w.src.Pages.First, w.numbered, w.src.Pages.First
	case brands.PagesOffset:
		style, at = w.counted, w.src.Pages.First
	case brands.PagesNext:
		style = w.linked
	case brands.PagesToken:
		style = w.continued
	}
	q, err := w.ask(at, 0)
	asked := map[string]int{}
	for ; q != nil && err == nil; n++ {
		name := q.URL.String() + string(q.Body)
		if before, twice := asked[name]; twice {
			return fmt.Errorf("%w: page %d leads to page %d again: the pages form a loop",
				ErrMalformed, n-1, before)
		}
		asked[name] = n
		var e *envelope
		if e, err = w.page(ctx, q, n); err == nil {
			q, err = style(ctx, e)
		}
	}
	return err
}

// judge compares what was read with what the source stated.
func (w *walker) judge() error {
	if w.stated < 0 || w.stats.Items == w.stated {
		return nil
	}
	return fmt.Errorf("%w: %s states %d items, %d were read: pull again if the catalogue changed "+
		"meanwhile, else check source.pages",
		ErrIncomplete, w.statedAt, w.stated, w.stats.Items)
}

// param is the query parameter of the page number; the only one that messages show.
func (w *walker) param() string { return cmp.Or(w.src.Pages.Param, "page") }

// ask makes the request for a page: that for the first, with the parameter of the pages set in its
// query, or in its body when it has one; at is nil for the first page as it is. before is how many
// items the pages before it have: a page that ends beyond source.pages.window is cut, or refused
// when pages are counted.
func (w *walker) ask(at any, before int) (*fetch.Request, error) {
	u, pages := *w.first, w.src.Pages
	w.size = pages.Size
	if pages.Window > 0 {
		left := pages.Window - before
		if left <= 0 || left < w.size && pages.Style == brands.PagesNumber {
			return nil, beyond(pages.Window)
		}
		w.size = min(w.size, left)
	}
	q := &fetch.Request{URL: &u, Where: w.src.where(&u)}
	set := map[string]any{}
	if w.size > 0 && pages.SizeKey != "" {
		set[pages.SizeKey] = w.size
	}
	if at != nil {
		set[pages.Param] = at
	}
	if w.src.Body == nil {
		if query := u.Query(); len(set) > 0 {
			for name, v := range set {
				query.Set(name, fmt.Sprint(v))
			}
			u.RawQuery = query.Encode()
		}
		if at != nil && pages.Style != brands.PagesToken {
			q.Where += fmt.Sprintf("?%s=%v", w.param(), at)
		}
		return q, nil
	}
	body := w.src.Body
	for name, v := range set {
		body = within(body, strings.Split(name, "."), v)
	}
	var err error
	if q.Body, err = text.JSON(body, ""); err != nil {
		return nil, fmt.Errorf("%w: source.body: %w", ErrUnavailable, err)
	}
	return q, nil
}

// within sets a member of a JSON object; the object itself stays as it is.
func within(object map[string]any, path []string, v any) map[string]any {
	out := maps.Clone(object)
	if out == nil {
		out = map[string]any{}
	}
	if len(path) > 1 {
		child, _ := out[path[0]].(map[string]any)
		v = within(child, path[1:], v)
	}
	out[path[0]] = v
	return out
}

// page asks for one page and hands its items on. n is its number.
func (w *walker) page(ctx context.Context, q *fetch.Request, n int) (*envelope, error) {
	key := w.memory.Key(q)
	a, err := w.fetch(ctx, q, w.memory.Recall(key))
	if err != nil {
		return nil, err
	}
	defer a.Close()
	w.stats.Pages++
	same := bytes.Equal(a.Digest, w.previous)
	w.previous = a.Digest
	if a.Known() {
		w.memory.Page(key)
	}
	body, err := a.Open()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", q.Where, err)
	}
	last := w.reader.edges[1]
	doc, items, err := w.reader.read(ctx, document{name: q.Where, url: q.URL.String(), page: n,
		ndjson: a.NDJSON, charset: a.Charset, body: body})
	e := &envelope{Signs: Signs{Doc: doc, Header: a.Header}, url: q.URL,
		where: q.Where, page: n, items: items}
	if err == nil || errors.Is(err, ErrMalformed) {
		// What the source says of itself goes before the faults of its list.
		err = cmp.Or(w.complaint(ctx, e), err)
	}
	style := w.src.Pages.Style
	counts := style == brands.PagesNumber || style == brands.PagesOffset
	switch {
	case err != nil:
		return nil, err
	case same && items > 0:
		return nil,
			fmt.Errorf("%w: %s is the page before once more: the source does not know the "+
				"parameter %s, so set source.pages.param",
				ErrIncomplete, q.Where, w.param())
	case counts && !w.opts.Shifting && last != nil && last == w.reader.edges[0]:
		return nil, fmt.Errorf("%w: %s begins with the last item of the page before: records "+
			"moved while they were read, so pull again", ErrMoved, q.Where)
	}
	w.memory.Remember(key, a, nil)
	return e, w.note(ctx, e)
}

// note keeps what the source states. It must say the same on every page: a number that changes
// means that records moved over a page's edge, so one may be missing although the sum is right.
func (w *walker) note(ctx context.Context, e *envelope) error {
	stated, _, known := e.Total()
	stated, known, err := w.number(ctx, w.total, e, stated, known)
	switch {
	case err != nil || !known:
		return err
	case w.stated >= 0 && w.stated != stated:
		return fmt.Errorf("%w: %s states %d items, pages before it %d: the catalogue changed "+
			"while it was read, so pull again",
			ErrMoved, e.where, stated, w.stated)
	}
	w.stated, w.statedAt = stated, e.where
	if window := w.src.Pages.Window; window > 0 && stated > window {
		return beyond(window)
	}
	return nil
}

// beyond says that a catalogue is larger than its source lets one see.
func beyond(window int) error {
	return fmt.Errorf("%w: the source has more than the %d items that its pages reach "+
		"(source.pages.window): narrow source.url, as by a range of dates",
		ErrIncomplete, window)
}

// alone ends after the one answer of a source without pages. Unless the brand itself says that it
// is the whole catalogue, it must not look like the first page of a longer list.
func (w *walker) alone(_ context.Context, e *envelope) (*fetch.Request, error) {
	if w.src.Pages.Whole {
		return nil, nil
	}
	before := 0
	if w.opts.Before != nil {
		before = w.opts.Before()
	}
	if doubt := e.Doubt(e.items, w.stated, before, e.url); doubt != "" {
		return nil, fmt.Errorf("%w: %s %s", ErrIncomplete, e.where, doubt)
	}
	return nil, nil
}

// numbered counts pages up with the brand's own query. Links of the source are not followed: those
// of Laravel drop the page size, which skips and repeats records.
func (w *walker) numbered(ctx context.Context, e *envelope) (*fetch.Request, error) {
	pages, _, known := e.pages()
	last, known, err := w.number(ctx, w.last, e, pages-1+w.src.Pages.First, known)
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
	next := e.page + 1
	return w.ask(next, (next-w.src.Pages.First)*w.src.Pages.Size)
}

// counted asks from the item behind the pages so far. What came is counted, not what was asked for:
// a source may give fewer than that.
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
	return w.ask(w.src.Pages.First+w.read, w.read)
}

// continued sends back what each page gave for the next.
func (w *walker) continued(ctx context.Context, e *envelope) (*fetch.Request, error) {
	v, _ := e.token()
	v, err := w.look(ctx, w.token, e, v)
	if err != nil {
		return nil, err
	}
	token, ok := plainValue(v)
	switch {
	case !ok:
		return nil, fmt.Errorf("%w: %s: source.pages.token gives no token: it must yield text, or "+
			"null at the end", ErrMalformed, e.where)
	case token == "", e.items == 0 && token == w.sent: // some go on giving the last token
		return nil, nil
	}
	w.sent = token
	return w.ask(v, 0)
}

// linked follows the address of the next page, on the same host only.
func (w *walker) linked(ctx context.Context, e *envelope) (*fetch.Request, error) {
	v, _ := e.next()
	v, err := w.look(ctx, w.next, e, v)
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
	return &fetch.Request{URL: next, Where: w.src.where(next)}, nil
}

// ours makes an address one that the source may be asked for: on https when the first one is, since
// a backend behind a proxy writes http. It reports whether the address is on the host of the first.
func ours(first, u *url.URL) bool {
	if first.Scheme == "https" && u.Scheme == "http" {
		u.Scheme = "https"
	}
	u.Fragment, u.RawFragment = "", ""
	return fetch.SameHost(first, u) && u.User == nil
}

// resolve makes a next link ours, with what the brand's own query says where the link says nothing
// (Laravel drops the page size, others the key).
func (w *walker) resolve(from *url.URL, link string) (*url.URL, error) {
	ref, err := url.Parse(link)
	if err != nil {
		return nil, fmt.Errorf("%w: the link to the next page is not an address", ErrMalformed)
	}
	next := from.ResolveReference(ref)
	if !ours(w.first, next) {
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
