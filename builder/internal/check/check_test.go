package check_test

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/check"
)

func walk(t testing.TB, server *httptest.Server) *check.Report {
	t.Helper()
	report, err := check.Run(t.Context(), check.Config{URL: server.URL})
	require.NoError(t, err)
	return report
}

// in is the names of the results in a state.
func in(report *check.Report, state check.State) []string {
	names := []string{}
	for _, r := range report.Results {
		if r.State == state {
			names = append(names, r.Name)
		}
	}
	return names
}

func find(t testing.TB, report *check.Report, name string) check.Result {
	t.Helper()
	for _, r := range report.Results {
		if r.Name == name {
			return r
		}
	}
	t.Fatalf("no check %q", name)
	return check.Result{}
}

// A site that does everything right passes every check there is.
func TestPerfectSite(t *testing.T) {
	_, server := serve(t)
	report := walk(t, server)
	var table bytes.Buffer
	require.NoError(t, report.WriteTable(&table))
	require.Equal(t, len(check.Checks()), report.Count(check.Pass), table.String())
	require.Less(t, report.Requests, 90)
}

// Without Markdown one check fails and those that need it have nothing to say.
func TestNoMarkdown(t *testing.T) {
	f, server := serve(t)
	clear(f.md)
	f.docs["/"].set("Link", `</llms.txt>; rel="describedby"`)
	report := walk(t, server)
	require.Equal(t, []string{"markdown"}, in(report, check.Fail))
	require.Equal(t, []string{"markdown-vary", "browsers"}, in(report, check.Skipped))
}

// What is optional may be absent, also on a site that answers every path with
// its start page.
func TestNotOffered(t *testing.T) {
	optional := []string{catalog, ai, prm, skills, mcp, a2a}
	want := []string{"cross-origin", "agent-endpoints"}
	for name, page := range map[string]bool{"404": false, "start page": true} {
		t.Run(name, func(t *testing.T) {
			f, server := serve(t)
			for _, path := range optional {
				delete(f.docs, path)
				if page {
					f.docs[path] = typed("text/html", htmlPage(f.origin, "/", "What is on"))
				}
			}
			f.after = func(r *http.Request, a *reply) {
				if r.URL.Path == "/" {
					a.set("Link", `</service.html>; rel="service-doc"`)
				}
			}
			report := walk(t, server)
			require.Empty(t, in(report, check.Fail))
			require.Equal(t, want, in(report, check.NotOffered))
		})
	}
}

// Addresses on another host are never asked; the report says so.
func TestOtherHosts(t *testing.T) {
	asked := false
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter,
		*http.Request) {
		asked = true
	}))
	t.Cleanup(other.Close)
	f, server := serve(t)
	f.edit(t, mcp, f.origin+"/mcp", other.URL+"/mcp")
	f.edit(t, a2a, f.origin+"/a2a", other.URL+"/a2a")
	report := walk(t, server)
	require.Empty(t, in(report, check.Fail))
	require.Equal(t, []string{"agent-endpoints"}, in(report, check.Skipped))
	require.Contains(t, find(t, report, "agent-endpoints").Detail, other.URL)
	require.False(t, asked)
}

func TestSitemapIndex(t *testing.T) {
	f, server := serve(t)
	f.docs["/sitemap-1.xml"] = f.docs["/sitemap.xml"]
	f.docs["/sitemap.xml"] = typed("text/xml",
		`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>`+f.origin+
			`/sitemap-1.xml</loc></sitemap></sitemapindex>`)
	report := walk(t, server)
	require.Empty(t, in(report, check.Fail))
	require.Contains(t, find(t, report, "sitemap").Detail, "an index of 1 parts, 2 pages")
}

func TestRunErrors(t *testing.T) {
	away := httptest.NewServer(http.RedirectHandler("https://elsewhere.example/",
		http.StatusMovedPermanently))
	t.Cleanup(away.Close)
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	silent := make(chan struct{})
	hanging := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-silent:
		case <-r.Context().Done():
		}
	}))
	t.Cleanup(func() { close(silent); hanging.Close() })
	tests := []struct {
		name, url string
		want      error
	}{
		{"no scheme", "example.com", check.ErrURL},
		{"another scheme", "ftp://example.com", check.ErrURL},
		{"a path", "https://example.com/docs", check.ErrURL},
		{"a query", "https://example.com/?a=b", check.ErrURL},
		{"a password", "https://me@example.com/", check.ErrURL},
		{"not an address", "http://exa mple/", check.ErrURL},
		{"nobody there", closed.URL, check.ErrUnreachable},
		{"redirects away", away.URL, check.ErrElsewhere},
		{"never answers", hanging.URL, check.ErrUnreachable},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ctx := t.Context()
			if tt.url == hanging.URL {
				var cancel context.CancelFunc
				ctx, cancel = context.WithTimeout(ctx, 200*time.Millisecond)
				defer cancel()
			}
			_, err := check.Run(ctx, check.Config{URL: tt.url})
			require.ErrorIs(t, err, tt.want)
		})
	}
	_, err := check.Run(t.Context(), check.Config{URL: "http://a.localhost", Connect: "nowhere"})
	require.ErrorIs(t, err, check.ErrURL)
}

// Names below localhost are this machine, and --connect leads wherever it says;
// the site still sees the name that was asked for.
func TestWhereConnectionsGo(t *testing.T) {
	var host string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.UserAgent() != "Cartaz-Check/1" {
			w.WriteHeader(http.StatusTeapot)
		}
		host = r.Host
	}))
	t.Cleanup(server.Close)
	addr := strings.TrimPrefix(server.URL, "http://")
	_, port, _ := strings.Cut(addr, ":")
	_, err := check.Run(t.Context(), check.Config{URL: "http://some.localhost:" + port})
	require.NoError(t, err)
	require.Equal(t, "some.localhost:"+port, host)
	_, err = check.Run(t.Context(), check.Config{URL: "http://site.example", Connect: addr})
	require.NoError(t, err)
	require.Equal(t, "site.example", host)
}

// A hostile site costs bounded work and cannot write to the terminal.
func TestHostileSite(t *testing.T) {
	t.Run("endless body", func(t *testing.T) {
		f, server := serve(t)
		f.docs[mcp].body = strings.Repeat(" ", check.MaxBody+1)
		require.Contains(t, find(t, walk(t, server), "agent-endpoints").Detail, "larger than")
	})
	t.Run("redirects in a circle", func(t *testing.T) {
		f, server := serve(t)
		f.after = func(r *http.Request, a *reply) {
			if r.URL.Path == mcp {
				a.set("Location", mcp).status = 302
			}
		}
		require.Contains(t, find(t, walk(t, server), "agent-endpoints").Detail,
			"more than three times")
	})
	t.Run("coding that nobody asked for", func(t *testing.T) {
		f, server := serve(t)
		f.after = func(r *http.Request, a *reply) {
			if r.URL.Path == mcp {
				a.set("Content-Encoding", "br")
			}
		}
		require.Contains(t, find(t, walk(t, server), "agent-endpoints").Detail,
			`"br" was not asked for`)
	})
	t.Run("nothing but errors", func(t *testing.T) {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter,
			_ *http.Request) {
			w.WriteHeader(http.StatusBadGateway)
		}))
		t.Cleanup(server.Close)
		report := walk(t, server)
		require.Contains(t, find(t, report, "robots").Detail, "ban on everything")
		require.Greater(t, report.Count(check.Fail), 5)
	})
}

func TestWriteTable(t *testing.T) {
	report := &check.Report{URL: "https://a.example", Requests: 3, Results: []check.Result{
		{Area: "One", Name: "a", State: check.Pass, Detail: "fine", Source: "RFC 1"},
		{Area: "One", Name: "b", State: check.Fail, Detail: "broken", Source: "RFC 2",
			Remedy: "mend it"},
		{Area: "Two", Name: "c", State: check.NotOffered, Detail: "ab\ns  ent"},
		{Area: "Two", Name: "d", State: check.Skipped, Detail: "cannot look"},
	}}
	var b bytes.Buffer
	require.NoError(t, report.WriteTable(&b))
	require.Equal(t, `https://a.example, 3 requests

One
  pass         a                       fine
  FAIL         b                       broken
                                       → mend it (RFC 2)

Two
  not offered  c                       ab s ent
  skipped      d                       cannot look

1 pass, 1 fail, 1 not offered on purpose, 1 skipped
`, b.String())
}
