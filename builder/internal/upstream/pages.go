package upstream

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"cartaz/brands"
	"cartaz/builder/internal/cache"
	"cartaz/builder/internal/upstream/fetch"
	"cartaz/builder/text"
)

// walker goes from page to page of an HTTP source.
type walker struct {
	*puller
	reader   *reader
	first    *url.URL
	previous []byte // digest of the page before
	stated   int    // total that the source stated, or -1
	statedAt string
	size     int    // items that the last request asked for
	at       int    // items up to here if all pages were full
	whole    bool   // a page came as large as asked for
	empty    int    // pages in a row without an item
	again    bool   // the last page is empty and links to itself
	sent     string // the address or the token that led to the last page
}

// envelope is the part of an answer that the filters of source.pages see.
type envelope struct {
	Signs // read where source.pages names no filter
	where string
	page  int
	text  []byte // text for filters; nil for Doc
}

// walk reads all pages. The style of the source returns the request after each page, or nil.
func (w *walker) walk(ctx context.Context) error {
	n, style, at := 1, w.led, any(nil)
	switch w.src.Pages.Style {
	case brands.PagesNumber:
		n = w.src.Pages.First
		style = w.counted
		at = w.src.Pages.First
	case brands.PagesOffset:
		style, at = w.counted, w.src.Pages.First
	}
	q, err := w.ask(at, 0)
	asked := map[string]int{}
	for ; q != nil && err == nil; n++ {
		name := q.URL.String() + string(q.Body)
		if before, twice := asked[name]; twice {
			return ErrMalformed.Errorf("page %d leads to page %d again: the pages form a loop", n-1,
				before)
		}
		asked[name] = n
		var e *envelope
		if e, err = w.page(ctx, q, n); err == nil {
			if q, err = style(ctx, e); q == nil && err == nil {
				err = w.done(e)
			}
		}
	}
	return err
}

// pathOf matches the path to a member that a filter begins with: .data.events[].node.
var pathOf = regexp.MustCompile(`^\s*(\.[A-Za-z_]\w*)+`)

// within returns the path of the list, or the path that the filter for the list begins with.
func (p *puller) within() []string {
	if p.path != nil {
		return p.path
	}
	return strings.Split(pathOf.FindString(p.src.Items), ".")[1:]
}

// maxEmpty bounds the empty pages in a row while the source says that there are more: some sources
// hide items after they have cut the list into pages.
const maxEmpty = 10

// done judges the last page by itself: it must not say that there are more, by a sign that neither
// a filter of the brand nor the style explains. If a source has no pages, its one answer must not
// look like the first page of a longer list, unless the brand says that it is the whole catalogue.
func (w *walker) done(e *envelope) error {
	n := e.page
	signs := strings.Fields("pages last next number token")
	switch w.src.Pages.Style {
	case brands.PagesNumber:
		n, signs = n-w.src.Pages.First+1, signs[:2]
	case brands.PagesOffset:
		signs = signs[:2]
	}
	if w.last != nil || w.next != nil || w.token != nil {
		signs = nil
	}
	why := e.more(n, signs...)
	how := ", but the pages end there: check source.pages"
	if w.src.Pages.Style == brands.PagesNone {
		why, how = e.Doubt(w.stated, w.opts.Before), ""
	}
	if why == "" || w.again || w.src.Pages.Whole {
		return nil
	}
	return ErrIncomplete.Errorf("%s %s%s", e.where, why, how)
}

// judge compares the number of items read with the number that the source stated.
func (w *walker) judge() error {
	if w.stated < 0 || w.stats.Items == w.stated {
		return nil
	}
	return ErrIncomplete.Errorf("%s states %d items, %d were read: pull again if the catalogue "+
		"changed meanwhile, else check source.pages", w.statedAt, w.stated, w.stats.Items)
}

// param returns the query parameter of the page number, the only one that messages show.
func (w *walker) param() string { return cmp.Or(w.src.Pages.Param, "page") }

// ask makes the request for a page: the first request, with the parameter of the pages set in its
// query, or in its body if it has one. at is nil for the first page as it is. before is the number
// of items on the earlier pages: a page that ends beyond source.pages.window is cut, or refused
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
	params := map[string]any{}
	if w.size > 0 && pages.SizeKey != "" {
		params[pages.SizeKey] = w.size
	}
	if at != nil {
		params[pages.Param] = at
	}
	if w.src.Body == nil {
		if query := u.Query(); len(params) > 0 {
			for name, v := range params {
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
	for name, v := range params {
		body = within(body, strings.Split(name, "."), v)
	}
	var err error
	if q.Body, err = text.JSON(body, ""); err != nil {
		return nil, ErrUnavailable.Errorf("source.body: %w", err)
	}
	return q, nil
}

// within sets a member of a JSON object; the object itself stays as it is.
func within(object map[string]any, path []string, v any) map[string]any {
	out := map[string]any{}
	maps.Copy(out, object)
	if len(path) > 1 {
		child, _ := out[path[0]].(map[string]any)
		v = within(child, path[1:], v)
	}
	out[path[0]] = v
	return out
}

// page requests page number n and hands its items on.
func (w *walker) page(ctx context.Context, q *fetch.Request, n int) (*envelope, error) {
	key := w.memory.Key(q)
	a, err := w.fetch(ctx, q, w.memory.Recall(key))
	if err != nil {
		return nil, err
	}
	defer a.Close()
	same := bytes.Equal(a.Digest, w.previous)
	w.previous = a.Digest
	if a.Known {
		w.memory.Page(key)
	}
	body, err := a.Open()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", q.Where, err)
	}
	last := w.reader.edges[1]
	doc, items, err := w.reader.read(ctx, document{name: q.Where, url: q.URL.String(), page: n,
		answers: []cache.Key{key}, ndjson: a.NDJSON, charset: a.Charset, body: body})
	e := &envelope{Signs: Signs{Doc: doc, Header: a.Header, List: w.within(), Asked: q.URL,
		Items: items, Other: w.reader.kind != ""}.Read(), where: q.Where, page: n,
		text: w.reader.text}
	if err == nil || errors.Is(err, ErrMalformed) {
		// The source's own message wins over the faults of its list.
		err = cmp.Or(w.complaint(ctx, e), err)
	}
	style := w.src.Pages.Style
	counts := style == brands.PagesNumber || style == brands.PagesOffset
	switch {
	case err != nil:
		return nil, err
	case same && items > 0:
		return nil, ErrIncomplete.Errorf("%s is the page before once more: the source does not "+
			"know the parameter %s, so set source.pages.param", q.Where, w.param())
	case counts && !w.opts.Shifting && last != nil && last == w.reader.edges[0]:
		return nil, fmt.Errorf("%w: %s begins with the last item of the page before: records "+
			"moved while they were read, so pull again", ErrMoved, q.Where)
	}
	w.empty++
	if items > 0 {
		w.empty = 0
	} else if w.empty > maxEmpty {
		return nil, ErrIncomplete.Errorf("%s and %d pages before it are empty", q.Where, maxEmpty)
	}
	w.memory.Remember(key, a, nil)
	return e, w.note(ctx, e)
}

// note keeps the total that the source states. It must be the same on every page: a change means
// that records moved from one page to another, so one may be missing although the sum is right.
func (w *walker) note(ctx context.Context, e *envelope) error {
	stated, _ := e.Total()
	stated, err := w.number(ctx, w.total, e, stated)
	switch {
	case err != nil || stated < 0:
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

// beyond returns the error for a catalogue larger than its source lets a client see.
func beyond(window int) error {
	return ErrIncomplete.Errorf("the source has more than the %d items that its pages reach "+
		"(source.pages.window): narrow source.url, as by a range of dates", window)
}

// counted counts pages or items up with the brand's own query. Links of the source are not
// followed: Laravel's links drop the page size, which skips and repeats records. Items count as
// received, not as requested: a source may send fewer. A short page that is followed by others has
// hidden items.
func (w *walker) counted(ctx context.Context, e *envelope) (*fetch.Request, error) {
	p := w.src.Pages
	number := p.Style == brands.PagesNumber
	pages := -1
	if number {
		pages = e.said["pages"].n + p.First - 1
	}
	// Which page is the last, and how many items would there be up to here?
	last, err := w.number(ctx, w.last, e, pages)
	known := last >= p.First
	before := w.at
	w.whole = w.whole || e.Items >= w.size
	switch {
	case number:
		w.at += max(1, p.Size)
	case w.whole || e.Items == 0:
		w.at += max(e.Items, w.size)
	default:
		w.at += e.Items
	}
	// Is there another page?
	stated := w.stated >= 0
	read := w.stats.Items
	quiet := e.more(0) == "" // nothing says that there is more
	switch {
	case err != nil, known && e.page >= last:
		return nil, err // judged by the total, if there is one
	case e.Items == 0 && (known || !number && stated && read < w.stated):
		return nil, fmt.Errorf("%w: page %d, from item %d on, is empty, %d items were read: "+
			"records moved meanwhile, or the source failed: pull again", ErrMoved, e.page,
			p.First+before, read)
	case known: // on to the last page
	case quiet && e.Items == 0, stated && read >= w.stated:
		return nil, nil
	case quiet && !stated && (e.has("no") || e.has("end")):
		return nil, nil
	case !number && w.whole && e.Items < w.size && p.Window > 0 && w.at >= p.Window:
		return nil, nil // a short page at the end of the window
	}
	if number {
		return w.ask(e.page+1, w.at)
	}
	return w.ask(p.First+w.at, w.at)
}

// led follows a page to the next one: by its address, on the same host only, or by a token, which
// is sent back.
func (w *walker) led(ctx context.Context, e *envelope) (*fetch.Request, error) {
	says, what, filter := "next", "address", w.next
	switch w.src.Pages.Style {
	case brands.PagesToken:
		says, what, filter = "token", "token", w.token
	case brands.PagesNone:
		return nil, nil
	}
	sign := e.said[says].v
	if e.has("no") {
		sign = nil
	}
	v, err := w.look(ctx, filter, e, sign)
	if err != nil {
		return nil, err
	}
	text, ok := plainValue(v)
	_, isText := v.(string)
	switch {
	case text == "" && ok:
		return nil, nil
	case !ok, what == "address" && !isText:
		return nil, ErrMalformed.Errorf("%s: source.pages.%s gives no %s: it must yield text, or "+
			"null at the end", e.where, says, what)
	case e.Items == 0 && text == w.sent: // some sources repeat the last one, as in RPDE
		w.again = true
		return nil, nil
	}
	w.sent = text
	if what == "token" {
		return w.ask(v, 0)
	}
	next, err := w.resolve(e.Asked, text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", e.where, err)
	}
	return &fetch.Request{URL: next, Where: w.src.where(next)}, nil
}

// ours changes an address into the one to request: it becomes https if the first address is, since
// a backend behind a proxy writes http. It reports whether the address is on the host of the first.
func ours(first, u *url.URL) bool {
	if first.Scheme == "https" && u.Scheme == "http" {
		u.Scheme = "https"
	}
	u.Fragment, u.RawFragment = "", ""
	return fetch.SameHost(first, u) && u.User == nil
}

// resolve makes a next link ours, and adds the members of the brand's own query that the link lacks
// (Laravel drops the page size, others the key).
func (w *walker) resolve(from *url.URL, link string) (*url.URL, error) {
	ref, err := url.Parse(link)
	if err != nil {
		return nil, ErrMalformed.Errorf("the link to the next page is not an address")
	}
	next := from.ResolveReference(ref)
	if !ours(w.first, next) {
		return nil, ErrMalformed.Errorf("the next page is on another host (%s): only the host "+
			"of source.url is asked", fetch.Origin(next))
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
