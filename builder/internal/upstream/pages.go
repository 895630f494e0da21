package upstream

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"cartaz/brands"
	"cartaz/builder/internal/paging"
	"cartaz/builder/internal/upstream/fetch"
)

// walker goes from page to page of an HTTP source.
type walker struct {
	src      Source
	fetcher  *fetch.Fetcher
	memory   *fetch.Memory
	programs *programs
	reader   *itemReader
	answered func(*envelope) // told of each page; nil for nobody
	stats    *Stats
	first    *url.URL
	previous []byte // digest of the page before
	stated   int    // total that the source stated; -1 for none
	statedAt string
	shifting bool       // an item may come twice at the edge of two pages
	before   func() int // [Options].Before
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
	text := w.src.Redact(fetch.Origin(u) + u.EscapedPath())
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

// ask makes the request for a page. size is how many items are wanted; 0 leaves that to the source.
func (w *walker) ask(size int, number string, set map[string]any) (*fetch.Request, error) {
	if key := w.src.Pages.SizeKey; size > 0 && key != "" {
		if set == nil {
			set = map[string]any{}
		}
		set[key] = size
	}
	q, err := w.assemble(set)
	if err != nil {
		return nil, err
	}
	q.Where = w.where(q.URL, number)
	return q, nil
}

// page asks for one page and hands its items on. n is its number.
func (w *walker) page(ctx context.Context, q *fetch.Request, n int) (around *envelope, items int,
	err error) {
	key := w.memory.Key(q)
	a, err := w.fetcher.Fetch(ctx, q, w.memory.Recall(key))
	if status, ok := errors.AsType[*fetch.StatusError](err); ok && q.Body == nil &&
		(status.Code == http.StatusBadRequest || status.Code == http.StatusMethodNotAllowed) {
		err = fmt.Errorf("%w. A source that answers to POST alone (GraphQL, Notion) needs "+
			`source.body, as in body: {query: "{ events { id name startsAt } }"}`, err)
	}
	if err != nil {
		return nil, 0, err
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
		return nil, 0, fmt.Errorf("%s: %w", q.Where, err)
	}
	last := w.reader.edges[1]
	doc, items, err := w.reader.read(ctx, document{name: q.Where, url: q.URL.String(), page: n,
		ndjson: a.NDJSON, charset: a.Charset, body: body})
	around = &envelope{doc: doc, header: a.Header, where: q.Where, page: n,
		signs: paging.Answer{Doc: doc, Header: a.Signs}}
	if err == nil || errors.Is(err, ErrMalformed) {
		// What the source says of itself goes before what is wrong with its list.
		if complaint := w.programs.complaint(ctx, around); complaint != nil {
			return nil, 0, complaint
		}
	}
	if err != nil {
		return nil, 0, err
	}
	if same && items > 0 {
		return nil, 0,
			fmt.Errorf("%w: %s is the page before once more: the source does not know the "+
				"parameter %s, so set source.pages.param",
				ErrIncomplete, q.Where, w.param())
	}
	counts := w.src.Pages.Style == brands.PagesNumber || w.src.Pages.Style == brands.PagesOffset
	if counts && !w.shifting && last != nil && last == w.reader.edges[0] {
		return nil, 0, fmt.Errorf("%w: %s begins with the last item of the page before: records "+
			"moved while they were read, so pull again", ErrMoved, q.Where)
	}
	if w.answered != nil {
		w.answered(around)
	}
	if err := w.memory.Remember(key, a, nil); err != nil {
		return nil, 0, fmt.Errorf("%s: %w", q.Where, err)
	}
	return around, items, w.total(ctx, around)
}

// total notes what the source states. It must say the same on every page: a number that changes
// means that records moved over a page's edge, so one may be missing although the sum is right.
func (w *walker) total(ctx context.Context, e *envelope) error {
	stated, known, err := w.programs.number(ctx, w.programs.total, e)
	if w.programs.total == nil {
		stated, _, known = paging.Total(e.signs)
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

// reach is how many items lie before the end of a page, counted from the first.
func reach(pages brands.Pages, page int) int { return (page - pages.First + 1) * pages.Size }
