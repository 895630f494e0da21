package upstream

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"strings"

	"cartaz/brands"
	"cartaz/builder/internal/upstream/fetch"
)

// maxPages stops a pull whose source never reports a last page; no catalogue has as many.
const maxPages = 1_000_000

// walker goes from page to page of an HTTP source.
type walker struct {
	src      Source
	fetcher  *fetch.Fetcher
	memory   *fetch.Memory
	programs *programs
	reader   *itemReader
	stats    *Stats
	first    *url.URL
	previous []byte // digest of the page before
	stated   int    // total that the source stated; -1 for none
	statedAt string
	shifting bool       // an item may come twice at the edge of two pages
	before   func() int // [Options].Before

	// Of style offset.
	read  int  // items so far
	size  int  // items that were asked for last
	whole bool // a page came as large as asked for

	token string // of style token: what was sent last
}

// walk reads all pages. The style of the source says what is asked after each, nil for nothing.
func (w *walker) walk(ctx context.Context) error {
	n, style, start := 1, w.alone, w.plain
	switch w.src.Pages.Style {
	case brands.PagesNumber:
		n, style, start = w.src.Pages.First, w.numbered, func() (*fetch.Request, error) {
			return w.askNumber(w.src.Pages.First)
		}
	case brands.PagesOffset:
		style, start = w.counted, w.askRest
	case brands.PagesNext:
		style = w.linked
	case brands.PagesToken:
		style = w.continued
	}
	q, err := start()
	asked := map[string]int{}
	for end := n + maxPages; q != nil && err == nil; n++ {
		name := q.URL.String() + string(q.Body)
		if before, twice := asked[name]; twice {
			return fmt.Errorf("%w: page %d leads to page %d again: the pages form a loop",
				ErrMalformed, n-1, before)
		}
		if n == end {
			return fmt.Errorf("%w: %d pages and no end: check source.pages", ErrTooLarge, maxPages)
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

// where is an address without what may be secret in it. Of its query only the number is left that
// the page is known by; "" for none.
func (w *walker) where(u *url.URL, number string) string {
	text := w.src.where(u)
	if number != "" && w.src.Body == nil {
		text += "?" + w.param() + "=" + number
	}
	return text
}

// param is the query parameter of the page number; the only one that messages show.
func (w *walker) param() string {
	if w.src.Pages.Param != "" {
		return w.src.Pages.Param
	}
	return "page"
}

// ask makes the request for a page: that for the first, with members set in its query, or in its
// body when it has one. size is how many items are wanted, 0 leaves that to the source; number is
// what messages know the page by.
func (w *walker) ask(size int, number string, set map[string]any) (*fetch.Request, error) {
	if key := w.src.Pages.SizeKey; size > 0 && key != "" {
		set[key] = size
	}
	u := *w.first
	q := &fetch.Request{URL: &u}
	if w.src.Body == nil {
		if query := u.Query(); len(set) > 0 {
			for name, v := range set {
				query.Set(name, fmt.Sprint(v))
			}
			u.RawQuery = query.Encode()
		}
	} else {
		body := w.src.Body
		for name, v := range set {
			body = within(body, strings.Split(name, "."), v)
		}
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(body); err != nil {
			return nil, fmt.Errorf("%w: source.body: %w", ErrUnavailable, err)
		}
		q.Body = b.Bytes()
	}
	q.Where = w.where(&u, number)
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
	a, err := w.fetcher.Fetch(ctx, q, w.memory.Recall(key))
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
	body, err := a.Open(ctx)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", q.Where, err)
	}
	last := w.reader.edges[1]
	doc, items, err := w.reader.read(ctx, document{name: q.Where, url: q.URL.String(), page: n,
		ndjson: a.NDJSON, charset: a.Charset, body: body})
	around := &envelope{doc: doc, header: a.Header, url: q.URL, where: q.Where, page: n,
		items: items, signs: Signs{Doc: doc, Header: a.Signs}}
	if err == nil || errors.Is(err, ErrMalformed) {
		// What the source says of itself goes before what is wrong with its list.
		if complaint := w.programs.complaint(ctx, around); complaint != nil {
			return nil, complaint
		}
	}
	if err != nil {
		return nil, err
	}
	if same && items > 0 {
		return nil,
			fmt.Errorf("%w: %s is the page before once more: the source does not know the "+
				"parameter %s, so set source.pages.param",
				ErrIncomplete, q.Where, w.param())
	}
	counts := w.src.Pages.Style == brands.PagesNumber || w.src.Pages.Style == brands.PagesOffset
	if counts && !w.shifting && last != nil && last == w.reader.edges[0] {
		return nil, fmt.Errorf("%w: %s begins with the last item of the page before: records "+
			"moved while they were read, so pull again", ErrMoved, q.Where)
	}
	if err := w.memory.Remember(key, a, nil); err != nil {
		return nil, fmt.Errorf("%s: %w", q.Where, err)
	}
	return around, w.total(ctx, around)
}

// total notes what the source states. It must say the same on every page: a number that changes
// means that records moved over a page's edge, so one may be missing although the sum is right.
func (w *walker) total(ctx context.Context, e *envelope) error {
	stated, known, err := w.programs.number(ctx, w.programs.total, e)
	if w.programs.total == nil {
		stated, _, known = e.signs.Total()
	}
	if err != nil || !known {
		return err
	}
	if before := w.stated; before >= 0 && before != stated {
		return fmt.Errorf("%w: %s states %d items, pages before it %d: the catalogue changed "+
			"while it was read, so pull again",
			ErrMoved, e.where, stated, before)
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
