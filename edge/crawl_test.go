package main_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"hash/fnv"
	"image/png"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
	"go.yaml.in/yaml/v3"
	"golang.org/x/net/html"

	"cartaz/builder/catalog"
	"cartaz/builder/release"
)

// maxRead bounds how many pages of a brand the crawl reads: all of a small
// brand, a sample of a large one. The choice is by a hash of the address, so it
// is the same in every run and spread over the whole catalogue. Addresses that
// are not read are still asked for when a page that was read links to them.
const maxRead = 100

// crawler walks the addresses of one brand from a few seeds.
type crawler struct {
	t     *testing.T
	w     *web
	brand release.Brand
	site  *url.URL
	// spelling is how the brand spells its addresses.
	spelling catalog.Spelling

	pages int      // in the sitemap
	queue []string // to be read
	// every address of the site that was linked, with one address that links to it
	linked map[string]string
	asked  map[string]bool // read, or seen to be there
	ids    map[string][]string
	jumps  [][3]string // address, fragment, who links to it

	read    struct{ html, markdown, styles, jsonLD, other int }
	largest *reply // page, by its size after gzip
}

// TestCrawl reads every sample brand as a program would that knows only its host: every link must
// lead somewhere, and every page must be sound.
func TestCrawl(t *testing.T) {
	out := sampleOut(t)
	w := newWeb(t, startEdge(t, out, "--rate-address", "0"))
	for _, key := range sampleKeys {
		t.Run(key, func(t *testing.T) {
			brand := sampleBrand(t, out, key)
			site, err := url.Parse(brand.SiteURL)
			require.NoError(t, err)
			c := &crawler{t: t, w: w, brand: brand, site: site,
				spelling: catalog.NewSpelling(brand.SiteURL, brand.Paths),
				linked:   map[string]string{}, asked: map[string]bool{}, ids: map[string][]string{}}
			c.run()
			t.Logf("%d HTML pages (%d with JSON-LD), %d Markdown texts, %d other documents read; "+
				"%d addresses linked",
				c.read.html, c.read.jsonLD, c.read.markdown, c.read.other, len(c.linked))
			t.Logf("largest page: %d bytes, %d behind gzip: %s", len(c.largest.body),
				c.largest.wire, c.largest.url)
			require.Greater(t, c.read.html, 30)
			require.Greater(t, c.read.markdown, 2*c.read.html,
				"each page and its twin, and the guides")
			require.Greater(t, c.read.jsonLD, 15)
			require.Equal(t, 1, c.read.styles)
		})
	}
}

func (c *crawler) run() {
	locations := sitemapOf(c.t, c.w, c.brand.SiteURL+"/sitemap.xml")
	c.pages = len(locations)
	for _, seed := range []string{"/", "/sitemap.xml", "/llms.txt", "/.well-known/api-catalog",
		"/robots.txt"} {
		c.link("", c.brand.SiteURL+seed)
	}
	for len(c.queue) > 0 {
		next := c.queue[0]
		c.queue = c.queue[1:]
		c.readAddress(next)
	}
	for address, from := range c.linked {
		if !c.asked[address] {
			c.exists(address, from)
		}
	}
	for _, jump := range c.jumps {
		if ids, isPage := c.ids[jump[0]]; isPage {
			require.Contains(c.t, ids, jump[1], "%s links to %s#%s", jump[2], jump[0], jump[1])
		}
	}
}

// link notes an address that from links to, and plans to read it.
func (c *crawler) link(from, address string) {
	target, err := url.Parse(address)
	require.NoError(c.t, err, "link in %s", from)
	if !c.ours(target) {
		return
	}
	fragment := target.Fragment
	target.Fragment, target.RawFragment = "", ""
	if target.Path == "" {
		target.Path = "/"
	}
	address = target.String()
	if fragment != "" {
		c.jumps = append(c.jumps, [3]string{address, fragment, from})
	}
	if _, known := c.linked[address]; known {
		return
	}
	c.linked[address] = from
	if c.chosen(target) {
		c.queue = append(c.queue, address)
	}
}

// ours reports whether an address is of this brand and is meant to be fetched.
func (c *crawler) ours(target *url.URL) bool {
	if target.Scheme != c.site.Scheme || target.Port() != c.site.Port() ||
		!slices.Contains(c.brand.Hosts, target.Hostname()) {
		return false
	}
	return target.String() != c.brand.BaseURL // names the API as a whole, not a document
}

// chosen reports whether an address is read, not only asked for.
func (c *crawler) chosen(target *url.URL) bool {
	switch {
	case strings.HasPrefix(target.Path, c.brand.BasePath+"/events"),
		strings.HasSuffix(target.Path, ".ics"):
		return false // held against the OpenAPI document, and by the builder's tests
	case strings.HasSuffix(target.Path, ".md") && target.Path != "/auth.md" &&
		!strings.HasPrefix(target.Path, "/.well-known/"):
		return false // a twin is read with its page
	case c.pages <= maxRead, target.Path == "/", !strings.Contains(target.Path[1:], "/") &&
		target.RawQuery == "",
		strings.HasPrefix(target.Path, "/.well-known/"), strings.HasPrefix(target.Path, "/assets/"),
		strings.HasSuffix(target.Path, "/openapi.json"):
		return true
	}
	h := fnv.New32a()
	h.Write([]byte(target.String()))
	return int(h.Sum32()>>1)%c.pages < maxRead
}

// exists asks for an address without reading it. The API takes no HEAD; the
// address that issues identities takes no GET either, and says so.
func (c *crawler) exists(address, from string) {
	c.asked[address] = true
	r := c.w.ask(c.t, "HEAD", address, "")
	if r.status == 405 && r.header.Get("Allow") == "GET" {
		r = c.w.ask(c.t, "GET", address, "")
	}
	if r.status == 405 && r.header.Get("Allow") == "POST" {
		return
	}
	if c.leads(r, address) {
		return
	}
	require.Equal(c.t, 200, r.status, "%s links to %s", from, address)
}

// leads follows a redirect by the clock, such as the redirect of /hoje.
func (c *crawler) leads(r *reply, address string) bool {
	if r.status != 302 {
		return false
	}
	c.link(address, c.resolve(address, r.header.Get("Location")))
	return true
}

func (c *crawler) readAddress(address string) {
	c.asked[address] = true
	r := c.w.ask(c.t, "GET", address, "", "Accept-Encoding", "gzip")
	if r.status == 405 && r.header.Get("Allow") == "POST" {
		return
	}
	if c.leads(r, address) {
		return
	}
	require.Equal(c.t, 200, r.status, "%s links to %s", c.linked[address], address)
	for _, m := range linkTarget.FindAllStringSubmatch(strings.Join(r.header["Link"], ", "), -1) {
		c.link(address, c.resolve(address, m[1]))
	}
	mediaType, _, _ := strings.Cut(r.header.Get("Content-Type"), ";")
	switch mediaType {
	case "text/html":
		c.readPage(r)
		return
	case "text/markdown":
		c.readMarkdown(r, strings.HasPrefix(r.url, c.brand.SiteURL+"/.well-known/"), "")
		return
	case "text/plain":
		if strings.HasSuffix(address, "/llms.txt") {
			c.readMarkdown(r, false, "")
			return
		}
		m := sitemapLine.FindSubmatch(r.body)
		require.NotNil(c.t, m, "robots.txt names the sitemap")
		c.link(address, string(m[1]))
	case "application/xml":
		if address == c.brand.SiteURL+catalog.SchedulePath {
			var schedule struct {
				XMLName xml.Name `xml:"schedule"`
			}
			require.NoError(c.t, xml.Unmarshal(r.body, &schedule), address)
			return
		}
		for _, location := range sitemapOf(c.t, c.w, address) {
			c.link(address, location)
		}
	case "text/css":
		c.read.styles++
		c.t.Logf("style sheet: %d bytes, %d behind gzip", len(r.body), r.wire)
		require.LessOrEqual(c.t, r.wire, 8<<10, "the style sheet behind gzip")
		require.NotContains(c.t, string(r.body), "@import")
		for _, m := range regexp.MustCompile(`url\(([^)]*)`).FindAllSubmatch(r.body, -1) {
			require.Regexp(c.t, `^"?/assets/`, string(m[1]), "only the brand's own fonts")
		}
	case "text/javascript":
		require.LessOrEqual(c.t, len(r.body), 3<<10, "the script")
	case "image/svg+xml", "image/jpeg", "image/webp":
	case "image/png":
		_, err := png.Decode(bytes.NewReader(r.body))
		require.NoError(c.t, err, address)
	case "application/x-ndjson":
		for line := range bytes.Lines(r.body) {
			require.True(c.t, json.Valid(line), "%s: %s", address, line)
		}
	case "font/woff2":
	case "application/atom+xml":
		require.NoError(c.t, xml.Unmarshal(r.body, new(struct{})), address)
	case "application/feed+json", "application/json", "application/linkset+json",
		"application/manifest+json":
		var document any
		require.NoError(c.t, json.Unmarshal(r.body, &document), address)
		c.linkStrings(address, document)
	default:
		c.t.Errorf("%s has the type %s, which no test knows", address, mediaType)
	}
	c.read.other++
}

var (
	linkTarget  = regexp.MustCompile(`<([^>]*)>`)
	sitemapLine = regexp.MustCompile(`(?m)^Sitemap: (\S+)$`)
)

// linkStrings notes every address in a JSON document, wherever it is. A string counts if all of it
// is an address, not if words are around one.
func (c *crawler) linkStrings(from string, v any) {
	switch v := v.(type) {
	case map[string]any:
		for name, member := range v {
			address, ok := member.(string)
			if ok && (name == "href" || name == "url") && !strings.Contains(address, " ") {
				member = c.resolve(from, address)
			}
			c.linkStrings(from, member)
		}
	case []any:
		for _, member := range v {
			c.linkStrings(from, member)
		}
	case string:
		if (strings.HasPrefix(v, "http://") || strings.HasPrefix(v, "https://")) &&
			!strings.ContainsAny(v, " {}\n") {
			c.link(from, v)
		}
	}
}

func (c *crawler) resolve(from, reference string) string {
	base, err := url.Parse(from)
	require.NoError(c.t, err)
	target, err := base.Parse(reference)
	require.NoError(c.t, err, "link in %s", from)
	return target.String()
}

// sitemapOf are the locations of a sitemap, of all of its parts when it is an
// index.
func sitemapOf(t testing.TB, w *web, address string) []string {
	t.Helper()
	var sitemap struct {
		XMLName  xml.Name
		Pages    []string `xml:"url>loc"`
		Sitemaps []string `xml:"sitemap>loc"`
	}
	require.NoError(t, xml.Unmarshal(w.get(t, address).body, &sitemap), address)
	require.Equal(t, "http://www.sitemaps.org/schemas/sitemap/0.9", sitemap.XMLName.Space)
	for _, part := range sitemap.Sitemaps {
		sitemap.Pages = append(sitemap.Pages, sitemapOf(t, w, part)...)
	}
	return sitemap.Pages
}

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
