package main_test

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/release"
)

// document is one address of a brand with what must hold of its answers.
type document struct {
	name        string
	url         string
	accept      string
	contentType string
	must        map[string]string // field: regular expression
	open        bool              // any origin may read it
	joined      bool              // made by the edge for each request: no Last-Modified
	vary        string
}

const (
	typeHTML     = "text/html; charset=utf-8"
	typeMarkdown = "text/markdown; charset=utf-8"
	negotiated   = "Accept, Accept-Encoding"
)

// documents are the discovery documents, and one page of each kind in all of
// its forms.
func documents(t testing.TB, w *web, brand release.Brand) []document {
	t.Helper()
	at := func(path, contentType string) document {
		return document{name: path, url: brand.SiteURL + path, contentType: contentType, open: true,
			vary: "Accept-Encoding"}
	}
	list := []document{
		at("/.well-known/openapi.json", "application/json"),
		{name: "openapi.json of the API", url: brand.BaseURL + "/openapi.json",
			contentType: "application/json", open: true, vary: "Accept-Encoding"},
		at("/.well-known/api-catalog",
			`application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"`),
		at("/.well-known/oauth-protected-resource", "application/json"),
		at("/.well-known/oauth-authorization-server", "application/json"),
		at("/.well-known/agent-skills/index.json", "application/json"),
		at("/auth.md", typeMarkdown),
		at("/robots.txt", "text/plain; charset=utf-8"),
		at("/sitemap.xml", "application/xml; charset=utf-8"),
		at("/llms.txt", "text/plain; charset=utf-8"),
	}
	list[2].must = map[string]string{"Link": `^</\.well-known/api-catalog>; rel="api-catalog"$`}
	for _, skill := range skillsOf(t, w, brand) {
		list = append(list, at(strings.TrimPrefix(skill.url, brand.SiteURL), typeMarkdown))
	}
	for i := range list {
		if list[i].contentType == typeMarkdown {
			list[i].must = map[string]string{"X-Markdown-Tokens": `^[1-9]\d*$`}
		}
	}
	for path, contentType := range map[string]string{
		"/favicon.ico": "image/x-icon", "/apple-touch-icon.png": "image/png",
		"/site.webmanifest": "application/manifest+json",
	} {
		file := at(path, contentType)
		file.open, file.must = false, map[string]string{"Cache-Control": "^public, max-age=60,"}
		list = append(list, file)
	}
	for _, page := range pagesOf(t, w, brand) {
		list = append(list, formsOf(brand, page)...)
	}
	return list
}

// pagesOf returns one page of each kind: the first of its kind in the sitemap.
func pagesOf(t testing.TB, w *web, brand release.Brand) []string {
	t.Helper()
	spelling := catalog.NewSpelling(brand.SiteURL, brand.Paths)
	pages := []string{"/", spelling.Own(catalog.EventsPath),
		spelling.Own(catalog.ProblemPath(catalog.RateLimited))}
	locations := sitemapOf(t, w, brand.SiteURL+"/sitemap.xml")
	for _, folder := range []string{catalog.EventsPath, catalog.CitiesPath,
		catalog.OrganisersPath} {
		own := brand.SiteURL + spelling.Own(folder+"/")
		i := slices.IndexFunc(locations,
			func(l string) bool { return strings.HasPrefix(l, own) })
		if i < 0 && folder == catalog.OrganisersPath && brand.Key != "palco" {
			continue // the sources of the others name no organisers
		}
		require.NotEqual(t, -1, i, "no page below %s", folder)
		pages = append(pages, strings.TrimPrefix(locations[i], brand.SiteURL))
	}
	return pages
}

// formsOf are HTML, negotiated Markdown and the Markdown twin of a page.
func formsOf(brand release.Brand, page string) []document {
	spelling := catalog.NewSpelling(brand.SiteURL, brand.Paths)
	joined := page == spelling.Own(catalog.EventsPath)
	twin := page + ".md"
	if page == "/" {
		twin = "/index.md"
	}
	links := map[string]string{"Link": `rel="api-catalog".*rel="service-desc".*rel="service-doc".` +
		`*rel="describedby".*` +
		`<` + regexp.QuoteMeta(brand.SiteURL+page) +
		`>; rel="canonical"`, "Content-Signal": `^search=(yes|no), ai-input=(yes|no), ` +
		`ai-train=(yes|no)$`,
		"Content-Language": "^" + brand.Locale + "$"}
	with := func(more ...string) map[string]string {
		must := map[string]string{}
		for name, pattern := range links {
			must[name] = pattern
		}
		for i := 0; i < len(more); i += 2 {
			must[more[i]] = more[i+1]
		}
		return must
	}
	alternate := links["Link"] + `, <` + regexp.QuoteMeta(brand.SiteURL+twin) +
		`>; rel="alternate"; type="text/markdown"`
	html := document{name: page + " as HTML", url: brand.SiteURL + page, contentType: typeHTML,
		vary: negotiated, joined: joined,
		must: with("Link", alternate, "Content-Security-Policy", "^default-src 'none';",
			"Cache-Control", "^public")}
	markdown := document{name: page + " as Markdown", url: html.url, accept: "text/markdown",
		contentType: typeMarkdown, vary: negotiated, joined: joined,
		must: with("Link", alternate, "X-Markdown-Tokens", `^[1-9]\d*$`, "Cache-Control",
			"^private")}
	own := document{name: twin, url: brand.SiteURL + twin, contentType: typeMarkdown,
		vary: "Accept-Encoding", joined: joined,
		must: with("X-Markdown-Tokens", `^[1-9]\d*$`, "Cache-Control", "^public", "X-Robots-Tag",
			"^noindex$")}
	return []document{html, markdown, own}
}

// TestDocuments holds every discovery document and every kind of page of two sample brands, one in
// Portuguese and one in English, against the one table of what an edge sends, over GET and HEAD.
func TestDocuments(t *testing.T) {
	out := sampleOut(t)
	w := newWeb(t, startEdge(t, out))
	for _, key := range []string{"palco", "confs"} {
		brand := sampleBrand(t, out, key)
		t.Run(key, func(t *testing.T) {
			for _, d := range documents(t, w, brand) {
				t.Run(d.name, func(t *testing.T) { checkDocument(t, w, brand, d) })
			}
			t.Run("skills", func(t *testing.T) { checkSkills(t, w, brand) })
		})
	}
}

// accepting are request fields for the document's form and more.
func (d *document) accepting(more ...string) []string {
	if d.accept == "" {
		return more
	}
	return append([]string{"Accept", d.accept}, more...)
}

func checkDocument(t *testing.T, w *web, brand release.Brand, d document) {
	r := w.get(t, d.url, d.accepting()...)
	require.Equal(t, []string{d.contentType}, r.header["Content-Type"])
	require.Equal(t, d.vary, r.header.Get("Vary"))
	require.Equal(t, []string{"nosniff"}, r.header["X-Content-Type-Options"])
	require.NotContains(t, r.header, "Set-Cookie")
	for name, pattern := range d.must {
		require.Regexp(t, pattern, strings.Join(r.header[name], ", "), name)
	}
	if d.open {
		require.Equal(t, "*", r.header.Get("Access-Control-Allow-Origin"))
		preflight := w.ask(t, "OPTIONS", d.url, "", "Origin", "https://elsewhere.example",
			"Access-Control-Request-Method", "GET")
		require.Equal(t, 204, preflight.status)
		require.Equal(t, "GET, HEAD", preflight.header.Get("Access-Control-Allow-Methods"))
	}
	if !strings.HasPrefix(d.contentType, "text/markdown") {
		require.NotContains(t, r.header, "X-Markdown-Tokens")
	}

	// HEAD sends the same fields and no body.
	head := w.ask(t, "HEAD", d.url, "", d.accepting()...)
	require.Equal(t, 200, head.status)
	require.Zero(t, head.wire)
	require.Equal(t, comparable(r.header), comparable(head.header))

	checkValidators(t, w, d, r)

	// Neither who asks nor which host of the brand is asked changes a byte.
	for _, agent := range []string{"GPTBot/1.2", "Mozilla/5.0 (X11; Linux x86_64)"} {
		other := w.get(t, d.url, d.accepting("User-Agent", agent, "Cookie", "session=1",
			"Accept-Language", "de")...)
		require.Equal(t, r.body, other.body)
		require.Equal(t, comparable(r.header), comparable(other.header))
	}
	api, err := url.Parse(brand.BaseURL)
	require.NoError(t, err)
	for _, host := range brand.Hosts {
		elsewhere, err := url.Parse(d.url)
		require.NoError(t, err)
		if strings.HasPrefix(elsewhere.Path, catalog.OAuthPrefix) && host == api.Hostname() &&
			!strings.HasSuffix(brand.SiteURL, "//"+api.Host) {
			continue // RFC 9728, section 3.3: it speaks of the site
		}
		elsewhere.Host = host
		require.Equal(t, r.body, w.get(t, elsewhere.String(), d.accepting()...).body, host)
	}

	// Every other method is refused with the methods that are taken.
	for _, method := range []string{"POST", "PUT", "DELETE", "OPTIONS"} {
		refused := w.ask(t, method, d.url, "", d.accepting()...)
		require.Equal(t, 405, refused.status, method)
		require.Equal(t, "GET, HEAD", refused.header.Get("Allow"), method)
		require.Equal(t, "application/problem+json", refused.header.Get("Content-Type"), method)
		require.Equal(t, "no-store", refused.header.Get("Cache-Control"), method)
		require.Equal(t, "method_not_allowed", refused.json(t)["code"], method)
	}
}

// checkValidators checks ETag, 304 and content codings.
func checkValidators(t *testing.T, w *web, d document, r *reply) {
	t.Helper()
	tag := r.header.Get("ETag")
	require.Regexp(t, `^"[A-Za-z0-9_-]{22}"$`, tag)
	for _, method := range []string{"GET", "HEAD"} {
		same := w.ask(t, method, d.url, "", d.accepting("If-None-Match", `"other", W/`+tag)...)
		require.Equal(t, 304, same.status, method)
		require.Zero(t, same.wire)
		for _, name := range []string{"Etag", "Vary", "Cache-Control", "Link", "Last-Modified",
			"Access-Control-Allow-Origin"} {
			require.Equal(t, r.header[name], same.header[name], "%s of a 304", name)
		}
	}
	if d.joined {
		require.NotContains(t, r.header, "Last-Modified")
	} else {
		require.NoError(t, torn(&http.Response{Header: r.header}, r.body))
		since := r.header.Get("Last-Modified")
		require.NotEmpty(t, since)
		require.Equal(t, 304, w.ask(t, "GET", d.url, "",
			d.accepting("If-Modified-Since", since)...).status)
	}

	coded := w.get(t, d.url, d.accepting("Accept-Encoding", "gzip")...)
	require.Equal(t, r.body, coded.body)
	if coded.header.Get("Content-Encoding") == "gzip" {
		require.Less(t, coded.wire, r.wire)
		require.Equal(t, strings.TrimSuffix(tag, `"`)+`-gz"`, coded.header.Get("ETag"))
		return
	}
	require.True(t, r.wire < 1024 || strings.HasPrefix(d.contentType, "image/"),
		"only a short or packed body goes without a coding")
	require.Equal(t, tag, coded.header.Get("ETag"))
}

// comparable are the fields that must be equal between two answers.
func comparable(header http.Header) http.Header {
	h := header.Clone()
	h.Del("Date")
	h.Del("RateLimit")
	return h
}

// skill is one entry of a skills index.
type skill struct{ name, url, digest string }

func skillsOf(t testing.TB, w *web, brand release.Brand) []skill {
	t.Helper()
	index := brand.SiteURL + "/.well-known/agent-skills/index.json"
	base, err := url.Parse(index)
	require.NoError(t, err)
	var skills []skill
	for _, entry := range w.get(t, index).json(t)["skills"].([]any) {
		m := entry.(map[string]any)
		at, err := base.Parse(m["url"].(string))
		require.NoError(t, err)
		skills = append(skills, skill{m["name"].(string), at.String(), m["digest"].(string)})
	}
	require.NotEmpty(t, skills)
	return skills
}

// checkSkills: an agent must refuse a skill whose bytes differ from the index, and a skill that is
// not there must be 404.
func checkSkills(t *testing.T, w *web, brand release.Brand) {
	for _, s := range skillsOf(t, w, brand) {
		for _, coding := range []string{"identity", "gzip"} {
			sum := sha256.Sum256(w.get(t, s.url, "Accept-Encoding", coding).body)
			require.Equal(t, s.digest, "sha256:"+hex.EncodeToString(sum[:]), "%s, %s", s.name,
				coding)
		}
		require.Equal(t, s.name, path.Base(path.Dir(s.url)))
	}
	for _, missing := range []string{"no-such-skill/SKILL.md", "no-such-skill", "",
		"../agent-skills/x"} {
		for _, method := range []string{"GET", "HEAD"} {
			r := w.ask(t, method, brand.SiteURL+"/.well-known/agent-skills/"+missing, "")
			require.Equal(t, 404, r.status, missing)
			require.Equal(t, "application/problem+json", r.header.Get("Content-Type"))
		}
	}
}
