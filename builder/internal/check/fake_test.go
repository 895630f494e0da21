package check_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/check"
)

// reply is an answer of a fake site.
type reply struct {
	status int
	header http.Header
	body   string
}

func (r *reply) set(name, value string) *reply {
	r.header.Set(name, value)
	return r
}

// fake is a site that passes every check. Tests spoil one thing of it: a
// document, or through after the answers themselves.
type fake struct {
	origin string
	docs   map[string]*reply // by path; only their body, type and own fields
	md     map[string]string // Markdown of pages
	after  func(r *http.Request, a *reply)
}

func digest(body string) string {
	sum := sha256.Sum256([]byte(body))
	return "sha256:" + hex.EncodeToString(sum[:])
}

func typed(contentType, body string) *reply {
	r := &reply{200, http.Header{}, body}
	return r.set("Content-Type", contentType)
}

func asJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}

type object = map[string]any

func htmlPage(origin, path, title string) string {
	return fmt.Sprintf(`<!DOCTYPE html><html lang="en"><head><title>%s</title>
<link rel="canonical" href="%s%s"></head><body><h1>%s</h1><p>%s</p></body></html>`,
		title, origin, path, title, strings.Repeat("Something to read. ", 100))
}

func newFake(origin string) *fake {
	const jsonType = "application/json"
	open := func(r *reply) *reply { return r.set("Access-Control-Allow-Origin", "*") }
	f := &fake{origin: origin, docs: map[string]*reply{}, md: map[string]string{}}
	f.docs["/"] = typed("text/html; charset=utf-8", htmlPage(origin, "/", "What is on"))
	f.md["/"] = "# What is on\n\n[Samba](" + origin + "/events/samba)\n" +
		strings.Repeat("Something to read. ", 20)
	f.docs["/events/samba"] = typed("text/html; charset=utf-8",
		htmlPage(origin, "/events/samba", "Samba, at night"))
	f.md["/events/samba"] = `# Samba\, at night` + "\n" + strings.Repeat("Something to read. ", 20)
	f.docs["/robots.txt"] = typed("text/plain; charset=utf-8",
		"User-agent: *\nContent-Signal: search=yes, ai-input=yes, ai-train=no\n"+
			"Allow: /\nDisallow: /checkout\n\nSitemap: "+origin+
			"/sitemap.xml\n")
	f.docs["/sitemap.xml"] = typed(
		"application/xml; charset=utf-8",
		`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>`+origin+`/</loc><lastmod>2026-11-20</lastmod></url>
<url><loc>`+origin+`/events/samba</loc><lastmod>2026-11-20T10:00:00Z</lastmod></url></urlset>`,
	)
	for _, path := range []string{catalog, skills, ai, prm} {
		f.docs[path] = open(typed(jsonType, `{}`))
	}
	f.docs[mcp] = open(typed(jsonType, asJSON(object{
		"remotes": []any{object{"type": "streamable-http", "url": origin + "/mcp"}},
	})))
	f.docs[a2a] = typed(jsonType, asJSON(object{
		"supportedInterfaces": []any{object{"url": origin + "/a2a", "protocolBinding": "JSONRPC"}},
	}))
	return f
}

// edit replaces text in a document and fails the test when it is not there, so
// that a test cannot spoil nothing.
func (f *fake) edit(t testing.TB, path, from, to string) {
	t.Helper()
	if !strings.Contains(f.docs[path].body, from) {
		t.Fatalf("%s does not hold %q", path, from)
	}
	f.docs[path].body = strings.ReplaceAll(f.docs[path].body, from, to)
}

// ServeHTTP implements http.Handler.
func (f *fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a := f.answer(r)
	if f.after != nil {
		f.after(r, a)
	}
	for name, values := range a.header {
		w.Header()[name] = values
	}
	w.WriteHeader(a.status)
	if r.Method != http.MethodHead && a.status != http.StatusNotModified {
		_, _ = io.WriteString(w, a.body)
	}
}

func (f *fake) answer(r *http.Request) *reply {
	if r.Method == http.MethodPost && (r.URL.Path == "/mcp" || r.URL.Path == "/a2a") {
		return typed("application/json", asJSON(object{"jsonrpc": "2.0", "id": 1,
			"error": object{"code": -32601, "message": "no"}}))
	}
	doc, ok := f.docs[r.URL.Path]
	if !ok {
		return (&reply{404, http.Header{}, `{"type":"` + f.origin +
			`/problems/not_found","title":"Not found","status":404}`}).
			set("Content-Type", "application/problem+json").set("Vary", "Accept, Accept-Encoding")
	}
	a := &reply{200, doc.header.Clone(), doc.body}
	a.set("Cache-Control", "public, max-age=60").set("Vary",
		"Accept-Encoding").set("Content-Signal", "search=yes, ai-input=yes, ai-train=no")
	if md, ok := f.md[r.URL.Path]; ok {
		a.set("Vary", "Accept, Accept-Encoding")
		a.header.Add("Link",
			`</.well-known/api-catalog>; rel="api-catalog", </openapi.json>; rel=service-desc,`+
				` </llms.txt>; rel="describedby"`)
		a.header.Add("Link", "<"+f.origin+r.URL.Path+`>; rel="canonical"`)
		if wantsMarkdown(r.Header.Get("Accept")) {
			a.body = md
			a.set("Content-Type", "text/markdown; charset=utf-8").set("X-Markdown-Tokens",
				fmt.Sprint(len(md)/4))
		}
	}
	tag := digest(a.body)[7:20]
	if r.Header.Get("Accept-Encoding") == "gzip" && len(a.body) > 500 {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		_, _ = io.WriteString(z, a.body)
		_ = z.Close()
		a.body, tag = b.String(), tag+"-gz"
		a.set("Content-Encoding", "gzip")
	}
	a.set("ETag", `"`+tag+`"`)
	if r.Header.Get("If-None-Match") == a.header.Get("ETag") {
		a.status, a.body = http.StatusNotModified, ""
	}
	return a
}

// wantsMarkdown is the rule of negotiation for the few fields that this tool
// sends.
func wantsMarkdown(accept string) bool {
	switch accept {
	case "text/markdown", "text/markdown, text/html, */*", "text/markdown, */*",
		"text/html;q=0.3, text/markdown;q=0.8":
		return true
	}
	return false
}

// serve starts a fake site that a test may change before it is asked.
func serve(t testing.TB) (*fake, *httptest.Server) {
	t.Helper()
	f := new(fake)
	server := httptest.NewServer(f)
	t.Cleanup(server.Close)
	*f = *newFake(server.URL)
	return f, server
}

// spoil is one way to fail one check, and nothing else.
type spoil struct {
	check, name string
	detail      string // what the result must say
	do          func(t *testing.T, f *fake)
}

// header changes a field of the answers for a path.
func header(path, field, value string) func(*testing.T, *fake) {
	return func(_ *testing.T, f *fake) {
		f.after = func(r *http.Request, a *reply) {
			if r.URL.Path == path {
				a.set(field, value)
			}
		}
	}
}

func edit(path, from, to string) func(*testing.T, *fake) {
	return func(t *testing.T, f *fake) { t.Helper(); f.edit(t, path, from, to) }
}

func accept(f *fake, path, field string, change func(a *reply)) {
	f.after = func(r *http.Request, a *reply) {
		if r.URL.Path == path && r.Header.Get("Accept") == field {
			change(a)
		}
	}
}

func (f *fake) asMarkdown(a *reply) {
	a.set("Content-Type", "text/markdown; charset=utf-8").set("X-Markdown-Tokens",
		"100").body = f.md["/"]
}

const (
	catalog = "/.well-known/api-catalog"
	prm     = "/.well-known/oauth-protected-resource"
	skills  = "/.well-known/agent-skills/index.json"
	mcp     = "/.well-known/mcp/server-card.json"
	a2a     = "/.well-known/agent-card.json"
	ai      = "/.well-known/ai-catalog.json"
	browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
	event   = "/events/samba"
)

var spoils = []spoil{
	{"robots", "served as a page", "has type", header("/robots.txt", "Content-Type", "text/html")},
	{"sitemap", "wrong namespace", "lists nothing",
		edit("/sitemap.xml", "schemas/sitemap/0.9", "schemas/sitemap/0.8")},
	{"sitemap", "relative address", "not a whole address",
		func(t *testing.T, f *fake) {
			f.edit(t, "/sitemap.xml", "<loc>"+f.origin+"/</loc>",
				"<loc>/</loc>")
		}},
	{"sitemap", "broken", "not XML", edit("/sitemap.xml", "</urlset>", "")},
	{"sitemap", "served as text", "has type", header("/sitemap.xml", "Content-Type", "text/plain")},
	{"link-headers", "none", "GET / has no Link", func(_ *testing.T, f *fake) {
		f.after = func(r *http.Request, a *reply) {
			if r.URL.Path == "/" {
				a.header.Del("Link")
			}
		}
	}},
	{"link-headers", "not on HEAD", "HEAD / has no Link", func(_ *testing.T, f *fake) {
		f.after = func(r *http.Request, a *reply) {
			if r.URL.Path == "/" && r.Method == "HEAD" {
				a.header.Del("Link")
			}
		}
	}},
	{"cross-origin", "one document is closed", prm + " has Access-Control",
		header(prm, "Access-Control-Allow-Origin", "https://other.example")},
	{"markdown-vary", "only on Markdown", "/ as HTML has Vary", func(_ *testing.T, f *fake) {
		f.after = func(r *http.Request, a *reply) {
			if r.URL.Path == "/" && a.header.Get("X-Markdown-Tokens") == "" {
				a.set("Vary", "Accept-Encoding")
			}
		}
	}},
	{"markdown-vary", "not on 304", "/ as 304 has Vary", func(_ *testing.T, f *fake) {
		f.after = func(_ *http.Request, a *reply) {
			if a.status == 304 {
				a.set("Vary", "Accept-Encoding")
			}
		}
	}},
	{"browsers", "wildcard", `"*/*" brings text/markdown`, func(_ *testing.T, f *fake) {
		accept(f, "/", "*/*", f.asMarkdown)
	}},
	{"agent-endpoints", "no POST", "answers 405", func(_ *testing.T, f *fake) {
		f.after = func(r *http.Request, a *reply) {
			if r.URL.Path == "/mcp" {
				*a = *typed("text/plain", "method not allowed")
				a.status = 405
			}
		}
	}},
	{"head", "refused", "405 to HEAD", func(_ *testing.T, f *fake) {
		f.after = func(r *http.Request, a *reply) {
			if r.Method == "HEAD" && r.URL.Path == "/robots.txt" {
				a.status = 405
			}
		}
	}},
	{"head", "another type", "Content-Type", func(_ *testing.T, f *fake) {
		f.after = func(r *http.Request, a *reply) {
			if r.Method == "HEAD" && r.URL.Path == "/sitemap.xml" {
				a.set("Content-Type", "text/plain")
			}
		}
	}},
	{"not-found", "every path is a page", "does not exist and answers 200",
		func(_ *testing.T, f *fake) {
			f.after = func(r *http.Request, a *reply) {
				if strings.HasSuffix(r.URL.Path, "-here") && r.Header.Get("Accept") == browser {
					a.status = 200
				}
			}
		}},
	{"cache-headers", "no Cache-Control", "/robots.txt has no Cache-Control",
		func(_ *testing.T, f *fake) {
			f.after = func(r *http.Request, a *reply) {
				if r.URL.Path == "/robots.txt" {
					a.header.Del("Cache-Control")
				}
			}
		}},
	{"conditional", "always 200", "with its own ETag answers 200", func(_ *testing.T, f *fake) {
		f.after = func(r *http.Request, a *reply) {
			if a.status == 304 {
				a.status, a.body = 200, f.docs["/"].body
			}
		}
	}},
	{"conditional", "bare 304", "Cache-Control", func(_ *testing.T, f *fake) {
		f.after = func(_ *http.Request, a *reply) {
			if a.status == 304 {
				a.header.Del("Cache-Control")
			}
		}
	}},
	{"coding", "shared tag", "share the strong ETag", func(_ *testing.T, f *fake) {
		f.after = func(r *http.Request, a *reply) {
			a.set("ETag", strings.Replace(a.header.Get("ETag"), "-gz", "", 1))
		}
	}},
	{"canonical", "of another page", "says that its address is", func(t *testing.T, f *fake) {
		f.edit(t, event, `href="`+f.origin+event, `href="`+f.origin+"/events/other")
	}},
	{"canonical", "missing", "0 canonical links", edit(event, `rel="canonical"`, `rel="next"`)},
}

// Each way to be wrong fails the check that is about it and no other.
func TestSpoiledSites(t *testing.T) {
	covered := map[string]bool{"markdown": true} // has a test of its own below
	for _, tt := range spoils {
		covered[tt.check] = true
		t.Run(tt.check+"/"+tt.name, func(t *testing.T) {
			t.Parallel()
			f, server := serve(t)
			tt.do(t, f)
			report := walk(t, server)
			require.Equal(t, []string{tt.check}, in(report, check.Fail), "%v",
				find(t, report, tt.check))
			result := find(t, report, tt.check)
			require.Contains(t, result.Detail, tt.detail)
			require.NotEmpty(t, result.Remedy)
			require.NotEmpty(t, result.Source)
		})
	}
	for _, c := range check.Checks() {
		require.True(t, covered[c.Name], "no site fails %s", c.Name)
	}
}
