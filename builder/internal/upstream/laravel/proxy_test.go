package laravel_test

import (
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// proxy stands in front of an application and spoils what passes. Each address
// fails as many times as the proxy says, each time in another way, before its
// answer comes through whole: sometimes compressed, sometimes in drips.
type proxy struct {
	app   *app
	fails int // of each address that fails
	each  int // one address in so many fails; 0 for all
	// edit changes a whole answer before it is sent; nil leaves it.
	edit func(r *http.Request, body string) string

	mu    sync.Mutex
	tries map[string]int
	seen  map[string]int // by fault
	next  int
}

// faults are the ways to fail, in turn.
var faults = []struct {
	name string
	send func(w http.ResponseWriter, r *http.Request, body string)
}{
	{"500 in HTML", func(w http.ResponseWriter, _ *http.Request, _ string) {
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(500)
		_, _ = io.WriteString(w, "<!doctype html><title>Server Error</title>")
	}},
	{"429 with Retry-After", func(w http.ResponseWriter, _ *http.Request, _ string) {
		w.Header().Set("Retry-After", "7")
		w.WriteHeader(429)
	}},
	{"shorter than its length", func(w http.ResponseWriter, _ *http.Request, body string) {
		conn, buf, err := w.(http.Hijacker).Hijack()
		if err != nil {
			panic(err)
		}
		defer conn.Close()
		fmt.Fprintf(buf,
			"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
			len(body), body[:len(body)*99/100])
		_ = buf.Flush()
	}},
	{"reset between chunks", func(w http.ResponseWriter, _ *http.Request, body string) {
		_, _ = io.WriteString(w, body[:len(body)/2])
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	}},
	{"503 without a word", func(w http.ResponseWriter, _ *http.Request,
		_ string) {
		w.WriteHeader(503)
	}},
	{"silence in the middle", func(w http.ResponseWriter, r *http.Request, body string) {
		_, _ = io.WriteString(w, body[:10])
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	}},
	{"compressed and cut off", func(w http.ResponseWriter, _ *http.Request, body string) {
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		_, _ = io.WriteString(z, body[:len(body)/3])
		_ = z.Flush()
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	}},
}

// front serves a proxy and gives its address.
func (p *proxy) front(t testing.TB) string {
	t.Helper()
	p.tries, p.seen = map[string]int{}, map[string]int{}
	server := httptest.NewServer(p)
	t.Cleanup(server.Close)
	return server.URL
}

func (p *proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	req, err := http.NewRequestWithContext(r.Context(), r.Method, p.app.url+r.URL.RequestURI(), nil)
	require.NoError(p.app, err)
	req.Header = r.Header.Clone()
	req.Header.Del("Accept-Encoding")
	resp, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	body := string(text)
	p.mu.Lock()
	p.tries[r.URL.String()]++
	turn, fails := p.next, p.tries[r.URL.String()] <= p.fails && len(p.tries)%max(p.each, 1) == 0
	p.next++
	p.mu.Unlock()
	if fails && len(body) > 10 {
		f := faults[turn%len(faults)]
		p.mu.Lock()
		p.seen[f.name]++
		p.mu.Unlock()
		f.send(w, r, body)
		return
	}
	if p.edit != nil {
		body = p.edit(r, body)
	}
	w.Header().Set("Content-Type", resp.Header.Get("Content-Type"))
	switch {
	case resp.StatusCode != http.StatusOK:
		w.WriteHeader(resp.StatusCode)
		_, _ = io.WriteString(w, body)
	case turn%3 == 0:
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		_, _ = io.WriteString(z, body)
		_ = z.Close()
	case turn%3 == 1: // drips, each in a packet of its own
		for len(body) > 0 {
			n := min(len(body), 997)
			_, _ = io.WriteString(w, body[:n])
			w.(http.Flusher).Flush()
			body = body[n:]
		}
	default:
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		_, _ = io.Copy(w, strings.NewReader(body))
	}
}
