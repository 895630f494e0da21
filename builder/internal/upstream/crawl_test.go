package upstream_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/upstream/fetch"
)

// venue is a web site with events. Its paths return texts; HOST in them is its address.
type venue struct {
	*httptest.Server
	mu    sync.Mutex
	texts map[string]string
	codes map[string]int // statuses other than 200
	asked []string       // paths, in no order
}

func newVenue(t *testing.T, texts map[string]string) *venue {
	v := &venue{texts: texts, codes: map[string]int{}}
	v.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		v.mu.Lock()
		defer v.mu.Unlock()
		path := r.URL.RequestURI()
		v.asked = append(v.asked, path)
		text, ok := v.texts[path]
		switch code := v.codes[path]; {
		case code != 0:
			w.WriteHeader(code)
			return
		case !ok:
			w.WriteHeader(http.StatusNotFound)
			return
		}
		text = strings.ReplaceAll(text, "HOST", v.URL)
		if strings.HasSuffix(path, ".gz") {
			text = packed(t, text)
		}
		etag := fmt.Sprintf(`"%x"`, len(text))
		if w.Header().Set("ETag", etag); r.Header.Get("If-None-Match") == etag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		_, _ = w.Write([]byte(text)) // the reader notices
	}))
	t.Cleanup(v.Close)
	return v
}

// packed returns a text in gzip.
func packed(t *testing.T, text string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := z.Write([]byte(text))
	require.NoError(t, err)
	require.NoError(t, z.Close())
	return b.String()
}

// requests returns the requests since the last call.
func (v *venue) requests() []string {
	v.mu.Lock()
	defer v.mu.Unlock()
	asked := v.asked
	v.asked = nil
	return asked
}

func (v *venue) source(t *testing.T, path string, links ...string) upstream.Source {
	pages := brands.Pages{Style: brands.PagesNone, Whole: true}
	if links != nil {
		pages = brands.Pages{Style: brands.PagesNext}
	}
	return upstream.Source{Brand: "palco", Dir: t.TempDir(), Source: brands.Source{
		Kind: brands.KindHTML, URL: v.URL + path, Links: links, Robots: true, Conditional: true,
		Timeout: time.Minute, MaxBytes: 1 << 24, Pages: pages,
	}}
}

// eventPage returns a page with one event.
func eventPage(name string) string {
	return `<script type="application/ld+json">{"@type": "Event", "name": "` + name +
		`", "startDate": "2027-02-01"}</script>`
}

// names returns the names of records.
func names(records []record) (out []string) {
	for _, r := range records {
		out = append(out, r.Value.(map[string]any)["name"].(string))
	}
	return out
}

const urlset = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`

// TestSitemap: an index leads to sitemaps, these to pages, and events come in their order. What did
// not change is not asked for again.
func TestSitemap(t *testing.T) {
	v := newVenue(t, map[string]string{
		"/sitemap.xml": `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` +
			`<sitemap><loc>HOST/events.xml.gz</loc></sitemap>` +
			`<sitemap><loc>HOST/pages.xml</loc></sitemap></sitemapindex>`,
		"/events.xml.gz": urlset + `<url><loc>HOST/e/1</loc><lastmod>2026-01-01</lastmod></url>` +
			`<url><loc>HOST/e/2</loc></url><url><loc>HOST/e/gone</loc></url>` +
			`<url><loc>HOST/admin/1</loc></url><url><loc>https://other.example/</loc></url>` +
			`</urlset>`,
		"/pages.xml": urlset +
			`<url><loc>HOST/about</loc></url><url><loc>HOST/e/2</loc></url></urlset>`,
		"/e/1":        eventPage("Um"),
		"/e/2":        eventPage("Dois"),
		"/about":      `<script type="application/ld+json">{"@type": "AboutPage"}</script>`,
		"/admin/1":    eventPage("Secret"),
		"/robots.txt": "User-agent: *\nDisallow: /%61dmin/\n",
	})
	src, dir := v.source(t, "/sitemap.xml"), t.TempDir()
	records, stats, err := remembering(t, dir, src, upstream.Options{
		Options: fetch.Options{Sleep: atOnce}})
	require.NoError(t, err)
	require.Equal(t, []string{"Um", "Dois"}, names(records))
	require.Equal(t, v.URL+"/e/1, item 1", records[0].Pos.String())
	require.Equal(t, 1, stats.Gone)
	require.NotContains(t, v.requests(), "/admin/1")

	again, stats, err := remembering(t, dir, src, upstream.Options{
		Options: fetch.Options{Sleep: atOnce}})
	require.NoError(t, err)
	require.Equal(t, records, again)
	require.Equal(t, 1, stats.Reused, "its lastmod is what it was")
	require.Equal(t, 5, stats.NotModified, "three lists and two pages")
	require.NotContains(t, v.requests(), "/e/1")
	v.texts["/events.xml.gz"] = strings.Replace(v.texts["/events.xml.gz"], "2026-01-01",
		"2026-01-02T00:00:00Z", 1)
	v.texts["/e/1"] = eventPage("Um outro")
	records, _, err = remembering(t, dir, src, upstream.Options{
		Options: fetch.Options{Sleep: atOnce}})
	require.NoError(t, err)
	require.Equal(t, []string{"Um outro", "Dois"}, names(records))

	src.Robots, src.Links = false, []string{"/%65/*", "/admin/*"}
	records, _, err = pull(t, src, upstream.Options{Options: fetch.Options{Sleep: atOnce}})
	require.NoError(t, err)
	require.Equal(t, []string{"Um outro", "Dois", "Secret"}, names(records))

	program := with(t, src, `select(.event.name != "Dois") | .record + {slug: .page[-3:]}`)
	records, _, err = pull(t, program, upstream.Options{Options: fetch.Options{Sleep: atOnce}})
	require.NoError(t, err)
	require.Equal(t, "e/1", records[0].Value.(map[string]any)["slug"])
	require.Len(t, records, 2)
}

// TestOldPages: what a page that cannot be read said last time stays, unless many cannot be read.
func TestOldPages(t *testing.T) {
	v := newVenue(t, map[string]string{"/sitemap.xml": urlset, "/robots.txt": ""})
	for i := range 12 {
		path := fmt.Sprintf("/e/%d", i)
		v.texts["/sitemap.xml"] += `<url><loc>HOST` + path + `</loc></url>`
		v.texts[path] = eventPage("Evento " + path)
	}
	v.texts["/sitemap.xml"] += `</urlset>`
	src, dir := v.source(t, "/sitemap.xml"), t.TempDir()
	first, _, err := remembering(t, dir, src, upstream.Options{
		Options: fetch.Options{Sleep: atOnce}})
	require.NoError(t, err)
	require.Len(t, first, 12)

	v.codes["/e/3"] = http.StatusBadGateway
	for range 3 {
		again, stats, err := remembering(t, dir, src, upstream.Options{
			Options: fetch.Options{Sleep: atOnce}})
		require.NoError(t, err)
		require.Equal(t, first, again, "the page is remembered from build to build")
		require.Equal(t, 1, stats.Old)
		require.Contains(t, stats.OldWhy, "/e/3: ")
		require.Contains(t, stats.OldWhy, "502")
	}
	delete(v.codes, "/e/3")
	v.texts["/e/3"] = eventPage("Evento mudado")
	again, stats, err := remembering(t, dir, src, upstream.Options{
		Options: fetch.Options{Sleep: atOnce}})
	require.NoError(t, err)
	require.Equal(t, "Evento mudado", names(again)[3])
	require.Zero(t, stats.Old)

	for i := range 11 {
		v.codes[fmt.Sprintf("/e/%d", i)] = http.StatusBadGateway
	}
	_, _, err = remembering(t, dir, src, upstream.Options{Options: fetch.Options{Sleep: atOnce}})
	require.ErrorIs(t, err, upstream.ErrIncomplete)
	require.ErrorContains(t, err, "11 of 12 pages could not be read, the first: ")
}

// TestLinks: a list page leads to the pages whose path fits, and to the next list page.
func TestLinks(t *testing.T) {
	v := newVenue(t, map[string]string{
		"/agenda": `<a href="/agenda/1#x">1</a><a href="/agenda/1">1</a><a href="/contato">c</a>` +
			`<a href="/agenda/2027/2">2</a><a rel=next href="?p=2">+</a>`,
		"/agenda?p=2":    `<a href="/agenda/3">3</a>`,
		"/agenda/1":      eventPage("Um"),
		"/agenda/2027/2": eventPage("Dois"),
		"/agenda/3":      eventPage("Três"),
	})
	for pattern, want := range map[string][]string{
		"/agenda/*":   {"Um", "Três"},
		"/agenda/**":  {"Um", "Dois", "Três"},
		"/agenda/*/*": {"Dois"},
	} {
		records, _, err := pull(t, v.source(t, "/agenda", pattern), upstream.Options{})
		require.NoError(t, err)
		require.Equal(t, want, names(records), pattern)
	}
	src := v.source(t, "/agenda", "/agenda/*")
	src.Pages = brands.Pages{Style: brands.PagesNumber, Param: "p", First: 1}
	v.texts["/agenda?p=1"], v.texts["/agenda?p=3"] = v.texts["/agenda"], "<p>nothing</p>"
	records, _, err := pull(t, src, upstream.Options{})
	require.NoError(t, err)
	require.Equal(t, []string{"Um", "Três"}, names(records))
}

// TestOddPages: a page that cannot be read fails alone, up to the limit; too many that are gone are
// a wrong list.
func TestOddPages(t *testing.T) {
	texts := map[string]string{"/bad": `<script type="application/ld+json">{"@type":"Event",`}
	list := urlset + "<url><loc>HOST/bad</loc></url><url><loc>HOST/broken</loc></url>"
	for i := range 30 {
		path := fmt.Sprintf("/e/%d", i)
		texts[path] = eventPage(path)
		list += "<url><loc>HOST" + path + "</loc></url>"
	}
	texts["/sitemap.xml"] = list + "</urlset>"
	v := newVenue(t, texts)
	v.codes["/broken"] = http.StatusForbidden
	src := v.source(t, "/sitemap.xml")
	_, _, err := pull(t, src, upstream.Options{Options: fetch.Options{Sleep: atOnce}})
	require.ErrorIs(t, err, upstream.ErrItem, "none may fail")
	_, stats, err := pull(t, src, upstream.Options{
		Options: fetch.Options{Sleep: atOnce}, MaxFailed: 0.1})
	require.NoError(t, err)
	require.Equal(t, 2, stats.Failed)
	require.Equal(t, 30, stats.Records)

	for i := range 15 {
		delete(v.texts, fmt.Sprintf("/e/%d", i))
	}
	_, _, err = pull(t, src, upstream.Options{
		Options: fetch.Options{Sleep: atOnce}, MaxFailed: 0.5})
	require.ErrorIs(t, err, upstream.ErrIncomplete)
	require.ErrorContains(t, err, "15 of 32 pages answered 404 or 410")
	v.texts["/sitemap.xml"] = list // cut off
	_, _, err = pull(t, src, upstream.Options{
		Options: fetch.Options{Sleep: atOnce}, MaxFailed: 0.5})
	require.ErrorIs(t, err, upstream.ErrMalformed)
}

// TestNoEvents: a site without events says what it has, and what to do.
func TestNoEvents(t *testing.T) {
	v := newVenue(t, map[string]string{
		"/sitemap.xml": urlset + "<url><loc>HOST/a</loc></url></urlset>",
		"/foreign.xml": urlset + "<url><loc>https://www.venue.example/a</loc></url></urlset>",
		"/a":           `<script type="application/ld+json">{"@type": "WebSite"}</script>`,
		"/list":        `<a href="/b">b</a>`,
	})
	for _, tt := range []struct {
		src  upstream.Source
		want string
	}{
		{v.source(t, "/sitemap.xml"), "none of 1 pages has a schema.org Event"},
		{v.source(t, "/sitemap.xml"), "(the first has WebSite)"},
		{v.source(t, "/foreign.xml"), "https://www.venue.example/a is of another host: name that "},
		{v.source(t, "/list", "/e/*"), "/b does not fit source.links (/e/*)"},
		{v.source(t, "/a"), "WebSite"},
	} {
		_, _, err := pull(t, tt.src, upstream.Options{})
		require.ErrorIs(t, err, upstream.ErrEmpty)
		require.ErrorContains(t, err, tt.want)
	}
	v.texts["/robots.txt"] = "User-agent: cartaz-builder\nDisallow: /\n"
	_, _, err := pull(t, v.source(t, "/sitemap.xml"), upstream.Options{})
	require.ErrorContains(t, err, "/a is forbidden by robots.txt")
	v.codes["/robots.txt"] = http.StatusInternalServerError
	_, _, err = pull(t, v.source(t, "/sitemap.xml"), upstream.Options{
		Options: fetch.Options{Sleep: atOnce}})
	require.ErrorIs(t, err, upstream.ErrUnavailable)
	require.ErrorContains(t, err, "source.robots: no")
}

// TestFrontPage: a front page is not all where robots.txt names a sitemap, unless the brand says
// so.
func TestFrontPage(t *testing.T) {
	v := newVenue(t, map[string]string{"/": eventPage("Um"), "/agenda": eventPage("Um"),
		"/robots.txt": "Sitemap: https://venue.example/sitemap.xml"})
	src := v.source(t, "/")
	_, _, err := pull(t, src, upstream.Options{})
	require.NoError(t, err)
	src.Pages.Whole = false
	_, _, err = pull(t, src, upstream.Options{})
	require.ErrorIs(t, err, upstream.ErrIncomplete)
	require.ErrorContains(t, err, "write source.url: https://venue.example/sitemap.xml")
	src.URL += "agenda"
	_, _, err = pull(t, src, upstream.Options{})
	require.NoError(t, err)
}
