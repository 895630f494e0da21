package cli

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"
)

const page = "<!DOCTYPE html><head><title>x</title></head><p>x</p>"

// start serves a page and a document behind the proxy.
func start(t *testing.T) *httptest.Server {
	t.Helper()
	edge := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/data" {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, `{"head":"</head>"}`)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("ETag", `"1"`)
		w.Header().Set("X-Host", r.Host)
		w.Header().Set("Content-Security-Policy", "default-src 'none'; connect-src 'self'")
		_, _ = io.WriteString(w, page)
	}))
	t.Cleanup(edge.Close)
	s, err := newReloadServer(edge.URL)
	require.NoError(t, err)
	front := httptest.NewServer(s)
	t.Cleanup(front.Close)
	return front
}

func get(t *testing.T, address string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	require.NoError(t, err)
	r.Host = "palco.localhost"
	resp, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	defer func() { require.NoError(t, resp.Body.Close()) }()
	body, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	return resp, string(body)
}

func TestPageHasTheScript(t *testing.T) {
	front := start(t)
	resp, body := get(t, front.URL+"/sobre")
	require.Equal(t, "<!DOCTYPE html><head><title>x</title>"+
		`<script src="/.builder/reload.js" defer></script></head><p>x</p>`, body)
	require.Equal(t, "default-src 'none'; connect-src 'self' 'self'; script-src 'self'",
		resp.Header.Get("Content-Security-Policy"))
	require.Equal(t, `"1"`, resp.Header.Get("ETag"), "the script compares it")
	require.Equal(t, "palco.localhost", resp.Header.Get("X-Host"))
	require.Equal(t, "no-store", resp.Header.Get("Cache-Control"))
	_, body = get(t, front.URL+"/data")
	require.Equal(t, `{"head":"</head>"}`, body, "only pages")
	resp, body = get(t, front.URL+"/.builder/reload.js")
	require.Contains(t, resp.Header.Get("Content-Type"), "text/javascript")
	require.Contains(t, body, "location.reload()")
}

func TestAddressOfTheEdge(t *testing.T) {
	for _, bad := range []string{"", "localhost:8080", "ftp://x", "http://"} {
		_, err := newReloadServer(bad)
		require.ErrorContains(t, err, "is not the address of an edge")
	}
}
