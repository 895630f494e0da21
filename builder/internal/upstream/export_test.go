package upstream

import (
	"context"
	"net/url"

	"cartaz/brands"
)

// DetailAddress makes one address from a template.
func DetailAddress(base, template string, item any) (*url.URL, error) {
	c := &programs{src: Source{Source: brands.Source{URL: base,
		Detail: brands.Detail{URL: template}}}}
	defer c.runner.Close()
	t, err := c.compileTemplate()
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
	w := &walker{src: Source{Source: brands.Source{Pages: brands.Pages{Size: 20,
		SizeKey: "limit"}}}, first: first}
	return w.resolve(first, link)
}
