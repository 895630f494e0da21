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

// maxPage is the greatest size of a page behind gzip; that of a day has all of its events.
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
	p := &page{c: c, url: r.url, ids: map[string]bool{}}
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

// page is what is seen of an HTML page while walking through it.
type page struct {
	c   *crawler
	url string

	h1, level              int
	title, canonical, twin string
	description            string
	ids                    map[string]bool
	refers                 []string // ids that aria-labelledby and for name
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
		require.NotEqual(t, "style", a.Key, "%s: inline style", p.url)
		require.False(t, strings.HasPrefix(a.Key, "on"), "%s: inline script in %s", p.url, a.Key)
		require.NotContains(t, strings.ToLower(a.Val), "javascript:", p.url)
		switch a.Key {
		case "id":
			require.False(t, p.ids[a.Val], "%s: two elements with the id %s", p.url, a.Val)
			p.ids[a.Val] = true
		case "aria-labelledby", "aria-describedby", "for":
			p.refers = append(p.refers, strings.Fields(a.Val)...)
		case "href", "src", "action":
			if n.Data != "base" {
				p.c.link(p.url, p.c.resolve(p.url, a.Val))
			}
		}
	}
	switch n.Data {
	case "style":
		t.Errorf("%s: inline style sheet", p.url)
	case "base":
		t.Errorf("%s: base element", p.url)
	case "html":
		require.Equal(t, p.c.brand.Locale, attribute["lang"], p.url)
	case "title":
		p.title = n.FirstChild.Data
	case "meta":
		if attribute["name"] == "description" {
			p.description = attribute["content"]
		}
	case "img":
		require.Contains(t, attribute, "alt", "%s: image without alt", p.url)
	case "script":
		if src, ok := attribute["src"]; ok {
			require.Regexp(t, `^/assets/[0-9a-f]+\.js$`, src, "%s: only the site's script", p.url)
			require.Contains(t, attribute, "defer", "%s: a script that a page waits for", p.url)
			return
		}
		require.Equal(t, "application/ld+json", attribute["type"], "%s: script", p.url)
		var facts map[string]any
		require.NoError(t, json.Unmarshal([]byte(n.FirstChild.Data), &facts), p.url)
		require.Equal(t, "https://schema.org", facts["@context"], p.url)
		p.c.linkStrings(p.url, facts)
		p.c.read.jsonLD++
	case "link":
		switch attribute["rel"] {
		case "canonical":
			require.Empty(t, p.canonical, "%s: two canonical addresses", p.url)
			p.canonical = attribute["href"]
		case "alternate":
			if attribute["type"] == "text/markdown" {
				p.twin = attribute["href"]
			}
		}
	case "h1", "h2", "h3", "h4", "h5", "h6":
		level := int(n.Data[1] - '0')
		require.LessOrEqual(t, level, p.level+1, "%s: a heading level is skipped before %s", p.url,
			words(n))
		require.NotEmpty(t, strings.TrimSpace(words(n)), "%s: empty heading", p.url)
		p.level = level
		if level == 1 {
			p.h1++
		}
	}
}

func (p *page) finish() {
	t := p.c.t
	require.Equal(t, 1, p.h1, "%s: number of h1", p.url)
	require.NotEmpty(t, strings.TrimSpace(p.title), p.url)
	require.NotEmpty(t, strings.TrimSpace(p.description), p.url)
	want := p.url
	// The API names a problem by an address that is the same for every brand.
	if path := strings.TrimPrefix(p.url, p.c.brand.SiteURL); strings.HasPrefix(path,
		catalog.ProblemPath("")) {
		want = p.c.brand.SiteURL + p.c.spelling.Own(path)
	}
	require.Equal(t, strings.TrimSuffix(want, "/"), strings.TrimSuffix(p.canonical, "/"),
		"canonical address")
	for _, id := range p.refers {
		require.True(t, p.ids[id], "%s: nothing has the id %s", p.url, id)
	}
	p.c.ids[p.url] = []string{}
	for id := range p.ids {
		p.c.ids[p.url] = append(p.c.ids[p.url], id)
	}
}

// words is the text of an element.
func words(n *html.Node) string {
	if n.Type == html.TextNode {
		return n.Data
	}
	var b strings.Builder
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		b.WriteString(words(child))
	}
	return b.String()
}

// readMarkdown checks a Markdown text: every link absolute, the front matter
// good YAML. canonical is the page that it is a form of, "" for none.
func (c *crawler) readMarkdown(r *reply, hasFront bool, canonical string) {
	c.read.markdown++
	t := c.t
	body := r.body
	if hasFront {
		front, rest, ok := bytes.Cut(bytes.TrimPrefix(body, []byte("---\n")), []byte("\n---\n"))
		require.True(t, ok && bytes.HasPrefix(body, []byte("---\n")), "%s: no front matter", r.url)
		var matter map[string]any
		require.NoError(t, yaml.Unmarshal(front, &matter), "%s\n%s", r.url, front)
		body = rest
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
