package storetest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Fault is what a [Proxy] does to a request. The zero value passes it on.
type Fault struct {
	Status  int           // answers with this status instead
	Code    string        // of an S3 error beside Status, as in SlowDown; "" for an empty answer
	Delay   time.Duration // waits before passing on
	Cut     bool          // sends half of the answer's body and closes the connection
	Flip    bool          // changes one byte in the middle of the answer's body
	Hang    bool          // answers nothing until the request is given up
	Accepts bool          // reports success where the store reports an unmet condition
	Refused bool          // closes the connection at once
	Old     bool          // answers with the first live that the proxy has seen
}

// Proxy is a server in front of a store. The function of Decide chooses the fault of each request.
type Proxy struct {
	URL string

	mu     sync.Mutex
	decide func(*http.Request) Fault
	count  map[string]int // requests by method
	bytes  int64          // of answers' bodies
	old    *answer        // the first live
}

// answer is a whole answer of the store.
type answer struct {
	header http.Header
	body   []byte
}

// NewProxy starts a proxy before an endpoint, until the test ends.
func NewProxy(t testing.TB, endpoint string) *Proxy {
	t.Helper()
	target, err := url.Parse(endpoint)
	require.NoError(t, err)
	p := &Proxy{count: map[string]int{}}
	forward := &httputil.ReverseProxy{
		// The host stays, because the signature covers it.
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.Scheme, r.Out.URL.Host = target.Scheme, target.Host
			r.Out.Host = r.In.Host
		},
		ModifyResponse: p.spoil,
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) {
			panic(http.ErrAbortHandler)
		},
		ErrorLog: nil,
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.serve(w, r, forward)
	}))
	t.Cleanup(server.Close)
	p.URL = server.URL
	return p
}

type faultKey struct{}

func (p *Proxy) serve(w http.ResponseWriter, r *http.Request, forward http.Handler) {
	p.mu.Lock()
	p.count[r.Method]++
	var f Fault
	if p.decide != nil {
		f = p.decide(r)
	}
	old := p.old
	p.mu.Unlock()
	switch {
	case f.Old && old != nil && Is(r, http.MethodGet, "/live"):
		maps.Copy(w.Header(), old.header)
		_, _ = w.Write(old.body) // the client may be gone
		return
	case f.Hang:
		// Only then does the server notice that the client has gone.
		_, _ = io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
		panic(http.ErrAbortHandler)
	case f.Refused:
		panic(http.ErrAbortHandler)
	case f.Status != 0:
		_, _ = io.Copy(io.Discard, r.Body)
		w.WriteHeader(f.Status)
		if f.Code != "" {
			fmt.Fprintf(w, "<Error><Code>%s</Code></Error>", f.Code)
		}
		return
	}
	select {
	case <-time.After(f.Delay):
	case <-r.Context().Done():
	}
	forward.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), faultKey{}, f)))
}

// spoil changes an answer as its fault says.
func (p *Proxy) spoil(a *http.Response) error {
	f, _ := a.Request.Context().Value(faultKey{}).(Fault)
	if f.Accepts && a.StatusCode == http.StatusPreconditionFailed {
		a.StatusCode, a.Status = http.StatusOK, "200 OK"
		a.Header.Set("ETag", `"0"`)
		return nil
	}
	if a.Request.Method != http.MethodGet || a.StatusCode >= 300 {
		return nil
	}
	if err := p.remember(a); err != nil {
		return err
	}
	if !f.Cut && !f.Flip {
		a.Body = &counted{ReadCloser: a.Body, proxy: p}
		return nil
	}
	body, err := io.ReadAll(a.Body)
	if err != nil {
		return err
	}
	_ = a.Body.Close() // all of it was read
	if f.Flip && len(body) > 0 {
		body[len(body)/2] ^= 1
	}
	if f.Cut {
		body = body[:len(body)/2] // the announced length stays: the connection is closed
	}
	a.Body = io.NopCloser(bytes.NewReader(body))
	return nil
}

// remember keeps the first live.
func (p *Proxy) remember(a *http.Response) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.old != nil || !Is(a.Request, http.MethodGet, "/live") {
		return nil
	}
	body, err := io.ReadAll(a.Body)
	if err != nil {
		return err
	}
	_ = a.Body.Close() // all of it was read
	a.Body = io.NopCloser(bytes.NewReader(body))
	p.old = &answer{a.Header.Clone(), body}
	return nil
}

type counted struct {
	io.ReadCloser
	proxy *Proxy
}

// Read implements io.Reader.
func (c *counted) Read(b []byte) (int, error) {
	n, err := c.ReadCloser.Read(b)
	c.proxy.mu.Lock()
	c.proxy.bytes += int64(n)
	c.proxy.mu.Unlock()
	return n, err
}

// Decide sets the faults of the next requests; nil passes all on.
func (p *Proxy) Decide(decide func(*http.Request) Fault) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.decide = decide
}

// Counts returns how many requests of each method came since the last call, and how many bytes of
// bodies went back.
func (p *Proxy) Counts() (map[string]int, int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	counts, n := p.count, p.bytes
	p.count, p.bytes = map[string]int{}, 0
	return counts, n
}

// Is reports whether a request has a method, and a key with a suffix.
func Is(r *http.Request, method, suffix string) bool {
	return r.Method == method && strings.HasSuffix(r.URL.Path, suffix)
}
