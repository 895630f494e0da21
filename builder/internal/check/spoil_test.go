package check_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/check"
)

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
