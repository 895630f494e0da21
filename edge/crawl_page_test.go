package main_test

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/stretchr/testify/require"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
	"go.yaml.in/yaml/v3"
	"golang.org/x/net/html"

	"cartaz/builder/catalog"
)

// maxPage is the greatest size of a page after gzip; the page of a day has all of its events.
const (
	maxPage = 10 << 10
	maxDay  = 32 << 10
)

// readPage checks a page in all of its forms.
func (c *crawler) readPage(r *reply) {
	c.read.html++
	t := c.t
	require.Equal(t, negotiated, r.header.Get("Vary"), r.url)
	require.NotContains(t, r.header, "X-Markdown-Tokens", r.url)
	most := maxPage
	if strings.HasPrefix(r.url, c.brand.SiteURL+c.spelling.Own(catalog.AgendaPath+"/")) {
		most = maxDay
	}
	require.LessOrEqual(t, r.wire, most, "%s behind gzip", r.url)
	if c.largest == nil || r.wire > c.largest.wire {
		c.largest = r
	}
	document, err := html.Parse(bytes.NewReader(r.body))
	require.NoError(t, err, r.url)
	p := &page{c: c, url: r.url}
	p.walk(document)
	p.finish()

	// The twin is named by the page, and what the page sends as Markdown is the
	// twin, byte by byte.
	require.NotEmpty(t, p.twin, "%s has no Markdown twin", r.url)
	markdown := c.w.get(t, r.url, "Accept", "text/markdown")
	require.Equal(t, typeMarkdown, markdown.header.Get("Content-Type"), r.url)
	require.Equal(t, negotiated, markdown.header.Get("Vary"), r.url)
	require.Regexp(t, `^[1-9]\d*$`, markdown.header.Get("X-Markdown-Tokens"), r.url)
	twin := c.w.get(t, p.twin)
	require.Equal(t, string(markdown.body), string(twin.body), p.twin)
	require.Equal(t, typeMarkdown, twin.header.Get("Content-Type"), p.twin)
	require.Equal(t, markdown.header.Get("X-Markdown-Tokens"), twin.header.Get("X-Markdown-Tokens"),
		p.twin)
	require.Equal(t, "noindex", twin.header.Get("X-Robots-Tag"), p.twin)
	c.asked[p.twin] = true
	c.readMarkdown(markdown, true, p.canonical)
	c.readMarkdown(twin, true, p.canonical)
}

// page collects the parts of an HTML page while walking through it. What holds of every page by
// itself, such as its headings, is tested in package page.
type page struct {
	c               *crawler
	url             string
	canonical, twin string
	ids             []string
}

func (p *page) walk(n *html.Node) {
	if n.Type == html.ElementNode {
		p.element(n)
	}
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		p.walk(child)
	}
}

func (p *page) element(n *html.Node) {
	t := p.c.t
	attribute := map[string]string{}
	for _, a := range n.Attr {
		attribute[a.Key] = a.Val
		switch a.Key {
		case "id":
			p.ids = append(p.ids, a.Val)
		case "href", "src", "action":
			p.c.link(p.url, p.c.resolve(p.url, a.Val))
		}
	}
	switch {
	case n.Data == "script" && attribute["src"] == "":
		var facts map[string]any
		require.NoError(t, json.Unmarshal([]byte(n.FirstChild.Data), &facts), p.url)
		require.Equal(t, "https://schema.org", facts["@context"], p.url)
		p.c.linkStrings(p.url, facts)
		p.c.read.jsonLD++
	case attribute["rel"] == "canonical":
		p.canonical = attribute["href"]
	case attribute["rel"] == "alternate" && attribute["type"] == "text/markdown":
		p.twin = attribute["href"]
	}
}

func (p *page) finish() {
	want := p.url
	// The API names a problem by an address that is the same for every brand.
	if path := strings.TrimPrefix(p.url, p.c.brand.SiteURL); strings.HasPrefix(path,
		catalog.ProblemPath("")) {
		want = p.c.brand.SiteURL + p.c.spelling.Own(path)
	}
	require.Equal(p.c.t, strings.TrimSuffix(want, "/"), strings.TrimSuffix(p.canonical, "/"),
		"canonical address")
	p.c.ids[p.url] = p.ids
}

// readMarkdown checks a Markdown text: every link absolute, the front matter good YAML. canonical
// is the page that it is a form of, or "".
func (c *crawler) readMarkdown(r *reply, hasFront bool, canonical string) {
	c.read.markdown++
	t := c.t
	body := r.body
	if hasFront {
		front, _, ok := bytes.Cut(bytes.TrimPrefix(body, []byte("---\n")), []byte("\n---\n"))
		require.True(t, ok && bytes.HasPrefix(body, []byte("---\n")), "%s: no front matter", r.url)
		var matter map[string]any
		require.NoError(t, yaml.Unmarshal(front, &matter), "%s\n%s", r.url, front)
		if canonical != "" {
			require.NotEmpty(t, matter["title"], r.url)
			require.NotEmpty(t, matter["description"], r.url)
			require.Equal(t, c.brand.Locale, matter["lang"], r.url)
			require.Equal(t, strings.TrimSuffix(canonical, "/"),
				strings.TrimSuffix(matter["canonical"].(string), "/"), r.url)
		}
	}
	headings := 0
	document := goldmark.DefaultParser().Parse(text.NewReader(body))
	err := ast.Walk(document, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			if n.Level == 1 {
				headings++
			}
		case *ast.HTMLBlock:
			t.Errorf("%s: HTML in Markdown", r.url)
		case *ast.RawHTML:
			// The guide for agents names the section that the authorization
			// server's metadata points into.
			require.Regexp(t, `^(<a id="[a-z-]+">|</a>)$`, string(n.Segments.Value(body)),
				"%s: HTML in Markdown", r.url)
			require.Equal(t, c.brand.SiteURL+"/auth.md", r.url)
		case *ast.Link:
			c.absolute(r.url, string(n.Destination))
		case *ast.Image:
			c.absolute(r.url, string(n.Destination))
		case *ast.AutoLink:
			c.absolute(r.url, string(n.URL(body)))
		}
		return ast.WalkContinue, nil
	})
	require.NoError(t, err)
	require.Equal(t, 1, headings, "%s: number of first-level headings", r.url)
}

// absolute notes a link of a Markdown text, which a program may read far from
// where it lay.
func (c *crawler) absolute(from, address string) {
	require.Regexp(c.t, `^(https?://|mailto:|webcal://)`, address, "%s: link that is not absolute",
		from)
	c.link(from, address)
}
