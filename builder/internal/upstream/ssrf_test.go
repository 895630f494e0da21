package upstream_test

import (
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/upstream/fetch"
)

// quiet is the log of a server whose client hangs up on purpose.
func quiet() *log.Logger { return log.New(io.Discard, "", 0) }

func redirect(to string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, to,
			http.StatusFound)
	}
}

// TestRedirects: faults.md B9. A backend, or who answers in its place, cannot
// make the builder ask anybody else, and no header goes astray.
func TestRedirects(t *testing.T) {
	asked := 0
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked++
		_, _ = io.WriteString(w, one)
	}))
	defer other.Close()
	for _, tt := range []struct{ name, to, want string }{
		{"another port of the same machine", other.URL + "/x", "redirects to another host (" +
			other.URL + "): name it in source.url"},
		{"link-local", "http://169.254.169.254/latest/meta-data",
			"redirects to another host (http://169.254.169.254)"},
		{"loopback by name", "http://localhost/", "redirects to another host"},
		{"a file", "file:///etc/passwd", "redirects to another host (file://)"},
		{"without end", "/again", "more than 5 redirects"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			src := served(t, redirect(tt.to), brands.Pages{Style: "none"})
			src.Headers = map[string]string{"Authorization": "Bearer hunter2"}
			_, stats, err := pull(t, src, newClock().options())
			require.ErrorIs(t, err, upstream.ErrUnavailable)
			require.ErrorContains(t, err, tt.want)
			require.Zero(t, stats.Retries)
			require.Zero(t, asked)
		})
	}
	src := served(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/v2" {
			http.Redirect(w, r, "/v2", http.StatusMovedPermanently)
			return
		}
		_, _ = io.WriteString(w, `[`+`"`+r.Header.Get("S-Token")+`"]`)
	}), brands.Pages{Style: "none"})
	src.Headers = map[string]string{"S-Token": "x"}
	items, _, err := pull(t, src, upstream.Options{})
	require.NoError(t, err)
	require.Equal(t, []any{"x"}, values(items),
		"the same host may redirect, and is sent the header")
}

func TestNextLinks(t *testing.T) {
	page := func(next string) http.HandlerFunc {
		return answer(200, `{"data": [1], "next": `+next+
			`}`)
	}
	for _, tt := range []struct {
		name  string
		steps []http.HandlerFunc
		kind  error
		want  string
	}{
		{"to itself", []http.HandlerFunc{page(`"?ativo=1"`)}, upstream.ErrMalformed,
			"page 1 leads to page 1 again: the pages form a loop"},
		{"in a ring", []http.HandlerFunc{page(`"?c=2"`), page(`"?c=3"`), page(`"?c=2"`)},
			upstream.ErrMalformed, "page 3 leads to page 2 again"},
		{"another host", []http.HandlerFunc{page(`"http://169.254.169.254/x?c=2"`)},
			upstream.ErrMalformed, "the next page is on another host (http://169.254.169.254)"},
		{"another host without scheme", []http.HandlerFunc{page(`"//evil.example/x"`)},
			upstream.ErrMalformed, "another host (http://evil.example)"},
		{"a file", []http.HandlerFunc{page(`"file:///etc/passwd"`)}, upstream.ErrMalformed,
			"another host"},
		{"a user", []http.HandlerFunc{page(`"//a:b@127.0.0.1/"`)}, upstream.ErrMalformed,
			"another host"},
		{"no text", []http.HandlerFunc{page(`{"href": "x"}`)}, upstream.ErrMalformed,
			"source.pages.next gives no address"},
		{"no address", []http.HandlerFunc{page(`":"`)}, upstream.ErrMalformed, "not an address"},
		{"to a page that fails", []http.HandlerFunc{page(`"?c=2"`), answer(404, "")},
			upstream.ErrUnavailable, "answered 404"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			src := served(t, &script{steps: tt.steps}, brands.Pages{Style: "next", Next: ".next"})
			_, _, err := pull(t, src, newClock().options())
			require.ErrorIs(t, err, tt.kind)
			require.ErrorContains(t, err, tt.want)
		})
	}
}

// TestNextKeepsTheQuery: a link says what it knows; the brand's own query fills
// the rest, or a key in the query would be lost after the first page.
func TestNextKeepsTheQuery(t *testing.T) {
	var asked []string
	steps := []string{`"?cursor=a%2Fb&ativo=0"`, `""`}
	src := served(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer(200, `{"data": [1], "next": `+steps[min(len(asked), 1)]+`}`)(w, r)
		asked = append(asked, r.URL.RawQuery)
	}), brands.Pages{Style: "next", Next: ".next", Size: 20, SizeKey: "limit"})
	src.URL += "&apikey=k"
	items, _, err := pull(t, src, upstream.Options{})
	require.NoError(t, err)
	require.Equal(t, []string{"apikey=k&ativo=1&limit=20",
		"apikey=k&ativo=0&cursor=a%2Fb&limit=20"}, asked)
	for _, i := range items {
		require.NotContains(t, i.Pos.String(), "apikey")
	}
}

// TestNextStaysOnHTTPS: a backend behind a proxy often writes http links.
func TestNextStaysOnHTTPS(t *testing.T) {
	var server *httptest.Server
	n := 0
	server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n++
		next := `"` + strings.Replace(server.URL, "https", "http", 1) + `/?c=2"`
		if n > 1 {
			next = "null"
		}
		answer(200, `{"data": [1], "next": `+next+`}`)(w, r)
	}))
	defer server.Close()
	src := served(t, http.NotFoundHandler(), brands.Pages{Style: "next", Next: ".next"})
	src.URL = server.URL
	items, _, err := pull(t, src, upstream.Options{
		Options: fetch.Options{Transport: server.Client().Transport}})
	require.NoError(t, err)
	require.Len(t, items, 2)
}

func TestZeroBasedPages(t *testing.T) {
	src := served(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer(200, `{"_embedded": {"events": ["`+r.URL.RawQuery+
			`"]}, "page": {"totalPages": 2, "totalElements": 2}}`)(w, r)
	}), brands.Pages{Style: "number", Param: "page", First: 0, Last: ".page.totalPages - 1",
		Total: ".page.totalElements", Size: 1, SizeKey: "size"})
	src.Items = "._embedded.events"
	items, _, err := pull(t, src, upstream.Options{})
	require.NoError(t, err)
	require.Equal(t, []any{"ativo=1&page=0&size=1", "ativo=1&page=1&size=1"}, values(items))
	base := strings.TrimSuffix(src.URL, "?ativo=1")
	require.Equal(t, []string{base + "?page=0, item 1", base + "?page=1, item 1"}, positions(items))
}

func TestCountsThatAreNone(t *testing.T) {
	for _, tt := range []struct{ total, want string }{
		{`"1"`, ""},
		{`1.0`, ""},
		{`1.5`, "source.pages.total gives no count: it must yield a whole number, or null"},
		{`-1`, "gives no count"},
		{`"many"`, "gives no count"},
		{`99999999999999999999`, "gives no count"},
	} {
		src := served(t, answer(200, `{"data": [1], "total": `+tt.total+`}`),
			brands.Pages{Style: "none", Total: ".total"})
		_, _, err := pull(t, src, upstream.Options{})
		if tt.want == "" {
			require.NoError(t, err, tt.total)
			continue
		}
		require.ErrorIs(t, err, upstream.ErrMalformed, tt.total)
		require.ErrorContains(t, err, tt.want, tt.total)
	}
}

// TestSecretsStayOut loads a brand whose secrets are in the address and in a header, and looks for
// them in everything that comes out.
func TestSecretsStayOut(t *testing.T) {
	secret := "s3cr3t/+key"
	echo := func(w http.ResponseWriter, r *http.Request) {
		answer(200, `{"data": [{"id": 1}], "next": "http://`+"s3cr3t"+`.example/"}`)(w, r)
	}
	for _, tt := range []struct {
		name string
		h    http.HandlerFunc
	}{
		{"not found", answer(404, "")},
		{"cut off", reset("[")},
		{"HTML", answer(200, "<html>")},
		{"redirect that repeats it", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://evil.example/"+r.URL.RequestURI(), http.StatusFound)
		}},
		{"incomplete", answer(200, `{"data": [1], "total": 9}`)},
		{"jq", echo},
	} {
		t.Run(tt.name, func(t *testing.T) {
			server := httptest.NewServer(tt.h)
			defer server.Close()
			b := loaded(t, `
  kind: http
  url: `+server.URL+`/${TOKEN}/list?key=${TOKEN}
  headers: {Authorization: "Bearer ${TOKEN}"}
  items: if .next then error($file + "`+"${TOKEN}"+`") else .data end
`, map[string]string{"TOKEN": secret})
			items, _, err := pull(t, upstream.FromBrand(b), newClock().options())
			require.Error(t, err)
			for _, text := range []string{err.Error(), strings.Join(positions(items), "")} {
				for _, form := range []string{secret, "s3cr3t%2F%2Bkey", "s3cr3t/%2Bkey",
					"s3cr3t%2F+key"} {
					require.NotContains(t, text, form)
				}
			}
		})
	}
}
