package upstream

import (
	"bytes"
	"context"
	"io"
	"net/url"

	"cartaz/brands"
)

// Decode decodes one document; chunk is how many bytes a read gives.
func Decode(text []byte, chunk int) (any, error) {
	d := newDecoder(&chunks{bytes.NewReader(text), chunk})
	return d.whole(1 << 20)
}

// List walks the default list of a document.
func List(text []byte) (items []any, around map[string]any, err error) {
	d := newDecoder(bytes.NewReader(text))
	around, err = d.list(place{auto: true}, func(v any) error {
		items = append(items, v)
		return nil
	})
	return items, around, err
}

// ListBySpans walks the same list, cutting every item out before it is decoded;
// chunk is how many bytes a read gives. spans are the items as they were cut out.
func ListBySpans(text []byte, chunk int) (items []any, spans []string, around map[string]any, err error) {
	d := newDecoder(&chunks{bytes.NewReader(text), chunk})
	d.known = func(span []byte) (bool, error) {
		spans = append(spans, string(span))
		return false, nil
	}
	around, err = d.list(place{auto: true}, func(v any) error {
		items = append(items, v)
		return nil
	})
	return items, spans, around, err
}

type chunks struct {
	r    io.Reader
	size int
}

func (c *chunks) Read(b []byte) (int, error) { return c.r.Read(b[:min(len(b), c.size)]) }

// DetailAddress makes one address from a template.
func DetailAddress(base, template string, item any) (*url.URL, error) {
	p := &puller{src: Source{Source: brands.Source{URL: base, Detail: brands.Detail{URL: template}}}}
	t, err := p.compileTemplate()
	if err != nil {
		return nil, err
	}
	return t.address(context.Background(), item, []any{"", nil, "", ""})
}

// NextPage resolves the link of a page as the style next does.
func NextPage(base, link string) (*url.URL, error) {
	first, err := url.Parse(base)
	if err != nil {
		return nil, err
	}
	w := &walker{p: &puller{src: Source{Source: brands.Source{Pages: brands.Pages{Size: 20, SizeKey: "limit"}}}}, first: first}
	return w.resolve(first, link)
}

// RetryAfter reads the header field of that name.
var RetryAfter = retryAfter
