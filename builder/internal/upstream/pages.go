package upstream

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/itchyny/gojq"

	"cartaz/brands"
)

// pages reads an HTTP source page by page.
func (p *puller) pages(ctx context.Context) error {
	first, err := url.Parse(p.src.URL)
	if err != nil || first.Host == "" || first.Scheme != "http" && first.Scheme != "https" {
		return fmt.Errorf("%w: source.url is not an http(s) address", ErrUnavailable)
	}
	client, done := p.client()
	defer done()
	if p.detailURL != nil {
		p.details = p.newDetails(ctx, client)
		defer p.details.stop()
	}
	if err := (&walker{p: p, client: client, first: first}).walk(ctx); err != nil {
		return err
	}
	if p.details != nil {
		return p.details.flush(ctx)
	}
	return nil
}

// walker goes from page to page.
type walker struct {
	p        *puller
	client   *http.Client
	first    *url.URL
	previous []byte // digest of the page before
}

// where is an address without what may be secret in it. Of its query only the
// number is left that the page is known by; "" for none.
func (w *walker) where(u *url.URL, number string) string {
	text := w.p.src.Redact(origin(u) + u.EscapedPath())
	if number != "" && w.p.src.Body == nil {
		text += "?" + w.param() + "=" + number
	}
	return text
}

// param is the query parameter of the page number; the only one that messages show.
func (w *walker) param() string {
	if w.p.src.Pages.Param != "" {
		return w.p.src.Pages.Param
	}
	return "page"
}

// ask makes the request for a page. size is how many items are wanted; 0 leaves
// that to the source.
func (w *walker) ask(size int, number string, set map[string]any) (*request, error) {
	if key := w.p.src.Pages.SizeKey; size > 0 && key != "" {
		if set == nil {
			set = map[string]any{}
		}
		set[key] = size
	}
	q, err := w.assemble(set)
	if err != nil {
		return nil, err
	}
	q.where = w.where(q.url, number)
	return q, nil
}

// page asks for one page and hands its items on. n is its number.
func (w *walker) page(ctx context.Context, q *request, n int) (around *envelope, items int, err error) {
	p := w.p
	key := p.key(q)
	a, err := p.fetch(ctx, w.client, q, p.recall(key))
	if err != nil {
		return nil, 0, err
	}
	defer a.close()
	p.stats.Pages++
	same := bytes.Equal(a.Digest, w.previous)
	w.previous = a.Digest
	if a.kept != nil {
		p.reused = append(p.reused, key)
	}
	content, err := a.content()
	if err != nil {
		return nil, 0, fmt.Errorf("%s: %w: %w", q.where, ErrUnavailable, plain(err))
	}
	body, err := unpack(&raw{ctx, content}, a.gzip)
	if err != nil {
		return nil, 0, fmt.Errorf("%s: %w", q.where, err)
	}
	doc, items, err := p.read(ctx, document{name: q.where, page: n, ndjson: a.NDJSON, body: body})
	around = &envelope{doc: doc, header: a.Header, where: q.where, page: n}
	if err == nil || errors.Is(err, ErrMalformed) {
		// What the source says of itself goes before what is wrong with its list.
		if complaint := p.complaint(ctx, around); complaint != nil {
			return nil, 0, complaint
		}
	}
	if err != nil {
		return nil, 0, err
	}
	if same && items > 0 {
		return nil, 0, fmt.Errorf("%w: %s is the page before once more: the source does not know the parameter %s, so set source.pages.param",
			ErrIncomplete, q.where, w.param())
	}
	if err := p.remember(key, a, nil); err != nil {
		return nil, 0, fmt.Errorf("%s: %w", q.where, err)
	}
	return around, items, w.total(ctx, around)
}

// envelope is what the filters of source.pages see of an answer.
type envelope struct {
	doc    any // the document without its list; nil when it is nothing but the list
	header map[string]string
	where  string
	page   int
}

// total notes what the source states. It must say the same on every page: a
// number that changes means that records moved over a page's edge, so one may
// be missing although the sum is right.
func (w *walker) total(ctx context.Context, e *envelope) error {
	stated, known, err := w.p.number(ctx, w.p.total, e)
	if err != nil || !known {
		return err
	}
	if before := w.p.stated; before >= 0 && before != stated {
		return fmt.Errorf("%w: %s states %d items, pages before it %d: the catalogue changed while it was read, so pull again",
			ErrMoved, e.where, stated, before)
	}
	w.p.stated, w.p.statedAt = stated, e.where
	if window := w.p.src.Pages.Window; window > 0 && stated > window {
		return beyond(window)
	}
	return nil
}

// beyond says that a catalogue is larger than its source lets one see.
func beyond(window int) error {
	return fmt.Errorf("%w: the source has more than the %d items that its pages reach (source.pages.window): narrow source.url, as by a range of dates",
		ErrIncomplete, window)
}

// number evaluates a filter that gives a count.
func (p *puller) number(ctx context.Context, filter *program, e *envelope) (int, bool, error) {
	v, err := p.look(ctx, filter, e)
	if v == nil || err != nil {
		return 0, false, err
	}
	c, ok := count(v)
	if !ok {
		return 0, false, fmt.Errorf("%w: %s: %s gives no count: it must yield a whole number, or null", ErrMalformed, e.where, filter.name)
	}
	return c, true, nil
}

// look evaluates a filter of source.pages. A document that is nothing but the
// list has nothing to look at, unless the filter looks at the header.
func (p *puller) look(ctx context.Context, filter *program, e *envelope) (any, error) {
	if filter == nil || e.doc == nil && !filter.headers {
		return nil, nil
	}
	header := make(map[string]any, len(e.header))
	for name, v := range e.header {
		header[name] = v
	}
	v, err := filter.first(ctx, e.doc, []any{e.where, e.page, p.src.Brand, p.src.Locale, header})
	if err != nil && ended(ctx) == nil {
		err = fmt.Errorf("%s: %w", e.where, err)
	}
	return v, err
}

// complaint is what the source says went wrong, in an answer whose status says
// that nothing did, as GraphQL has it.
func (p *puller) complaint(ctx context.Context, e *envelope) error {
	if _, object := e.doc.(map[string]any); !object {
		return nil
	}
	v, err := p.look(ctx, p.errors, e)
	if v == nil || err != nil {
		return err
	}
	switch c := v.(type) {
	case string:
		if c == "" {
			return nil
		}
	case []any:
		if len(c) == 0 {
			return nil
		}
		v = c[0]
	case map[string]any:
		if len(c) == 0 {
			return nil
		}
	}
	return fmt.Errorf("%s: %w: answered 200 with errors: %s", e.where, ErrUnavailable, brief(v))
}

// brief is the text of an error object, short and without control characters.
func brief(v any) string {
	if object, ok := v.(map[string]any); ok {
		for _, member := range []string{"message", "detail", "title"} {
			if text, ok := object[member].(string); ok {
				v = text
				break
			}
		}
	}
	text, ok := v.(string)
	if !ok {
		b, err := gojq.Marshal(v)
		if err != nil {
			return "of an unknown kind"
		}
		text = string(b)
	}
	if len(text) > 200 {
		text = strings.ToValidUTF8(text[:200], "") + "…"
	}
	return strconv.Quote(text)
}

// reach is how many items lie before the end of a page, counted from the first.
func reach(pages brands.Pages, page int) int { return (page - pages.First + 1) * pages.Size }
