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
