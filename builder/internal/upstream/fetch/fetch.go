package fetch

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"cartaz/brands"
)

const (
	tries        = 5                      // of one request that fails
	maxTries     = 100                    // of one request that is told to wait
	firstWait    = 500 * time.Millisecond // doubles with each try
	maxWait      = 30 * time.Second       // of our own backoff; Retry-After may ask for more
	maxRedirects = 5
)

// Source is what is asked, and in whose name.
type Source struct {
	brands.Source
	SiteURL string // named in the User-Agent, so that a backend's owner knows whom to ask
	Accept  string // the field Accept of every request
}

// Options are what a [Fetcher] takes from the machine. The zero value is the real clock and
// network.
type Options struct {
	Now       func() time.Time
	Sleep     func(context.Context, time.Duration) error
	Jitter    func() float64    // from 0 to 1: the share of a wait that is left to chance
	Transport http.RoundTripper // nil for the network
	Idle      time.Duration     // how long a connection may send nothing; 0 for 30 s
	Until     time.Time         // end of the pull by Now
	Headers   bool              // a filter of the pages looks at the header
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-time.After(d):
		return nil
	}
}

// Request is what a source is asked for.
type Request struct {
	URL  *url.URL
	Body []byte // JSON; nil asks with GET
	// Where names the request in messages and positions: the address without what may be secret in
	// it.
	Where string
	Limit int64 // bytes of the answer, as sent; 0 for the limit of the pull
}

func (q *Request) method() string {
	if q.Body != nil {
		return http.MethodPost
	}
	return http.MethodGet
}

// Answer is one response, read to its end, or one remembered from an earlier pull.
type Answer struct {
	Meta
	body   *spool // nil for a remembered one
	kept   []byte // nil for a new one
	gzip   bool   // by its content coding, or because it was remembered so
	packed bool   // gzip by its first bytes
}

// Known reports whether the answer was remembered.
func (a *Answer) Known() bool { return a.kept != nil }

// Open gives the decompressed body from its start.
func (a *Answer) Open(ctx context.Context) (io.Reader, error) {
	content, err := a.content()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, Plain(err))
	}
	return Unpack(ctx, content, a.gzip)
}

// Text is the beginning of the decompressed body.
func (a *Answer) Text(ctx context.Context, limit int64) ([]byte, error) {
	body, err := a.Open(ctx)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(body, limit))
}

// content gives the body from its start.
func (a *Answer) content() (io.Reader, error) {
	if a.body == nil {
		return bytes.NewReader(a.kept), nil
	}
	return a.body.reader()
}

// Close gives memory and disk back.
func (a *Answer) Close() {
	if a.body != nil {
		a.body.close()
	}
}

// tryError is a request that went wrong, and whether the next may go better.
type tryError struct {
	err   error
	again bool
	after time.Duration // what the source asked to wait; 0 for nothing
}

// StatusError is an answer whose status ends the matter.
type StatusError struct {
	Code int
	err  error
}

func (e *StatusError) Error() string { return e.err.Error() }
func (e *StatusError) Unwrap() error { return e.err }

// Fetcher asks the source, at its pace and as often as it takes. It is safe for concurrent use.
type Fetcher struct {
	src    Source
	opts   Options
	client *http.Client
	pace   *pace
	close  func() // gives the connections back

	mu     sync.Mutex // of what follows
	counts Counts
}

// Counts is what a [Fetcher] did.
type Counts struct {
	Requests    int // sent, further tries included
	Retries     int
	NotModified int // answers that the source did not send again
}

// New makes a client that follows redirects on the same host only: the headers hold secrets, and an
// address inside the network is not for a backend to choose.
func New(src Source, opts Options) *Fetcher {
	if opts.Now == nil {
		opts.Now = time.Now
	}
	if opts.Sleep == nil {
		opts.Sleep = sleep
	}
	if opts.Jitter == nil {
		opts.Jitter = rand.Float64
	}
	opts.Idle = cmp.Or(opts.Idle, 30*time.Second)
	transport, done := opts.Transport, func() {}
	if transport == nil {
		g := newGuard(src.URL)
		t := &http.Transport{
			Proxy:                  g.proxy,
			DialContext:            g.dial,
			DisableCompression:     true,
			ForceAttemptHTTP2:      true,
			MaxIdleConnsPerHost:    max(1, src.Detail.Concurrency),
			TLSHandshakeTimeout:    10 * time.Second,
			MaxResponseHeaderBytes: 64 << 10,
		}
		transport, done = t, t.CloseIdleConnections
	}
	return &Fetcher{
		src: src, opts: opts, close: done, pace: newPace(src.Rate),
		client: &http.Client{Transport: transport, CheckRedirect: checkRedirect},
	}
}

// Counts gives the counters; no request may be under way.
func (f *Fetcher) Counts() Counts { return f.counts }

// Slow spaces the requests by an interval at least.
func (f *Fetcher) Slow(interval time.Duration) { f.pace.slow(interval) }

// Close gives the connections back.
func (f *Fetcher) Close() { f.close() }

// Fetch asks until there is a whole answer with status 200, or until the source says that an
// earlier one still holds: five times when requests fail, more often when the source only asks to
// wait. It is safe for concurrent use.
func (f *Fetcher) Fetch(ctx context.Context, q *Request, old *Answer) (*Answer, error) {
	failures := 0
	for try := 1; ; try++ {
		if err := f.pace.wait(ctx, f.opts); err != nil {
			return nil, fmt.Errorf("%s: %w", q.Where, err)
		}
		a, failed := f.once(ctx, q, old)
		if failed == nil {
			return a, nil
		}
		if err := context.Cause(ctx); err != nil {
			return nil, fmt.Errorf("%s: %w", q.Where, err)
		}
		if !failed.again {
			return nil, fmt.Errorf("%s: %w", q.Where, failed.err)
		}
		if failed.after == 0 {
			failures++
		}
		if failures == tries || try == maxTries {
			return nil, fmt.Errorf("%s: %w (%d tries)", q.Where, failed.err, try)
		}
		wait := failed.after
		if wait == 0 {
			full := min(firstWait<<(failures-1), maxWait)
			// Half of the wait is left to chance, so that brands that failed together do not come
			// back together.
			wait = full/2 + time.Duration(f.opts.Jitter()*float64(full/2))
		}
		if f.src.Timeout > 0 && f.opts.Now().Add(wait).After(f.opts.Until) {
			return nil, fmt.Errorf("%s: %w: waiting %s more would pass source.timeout", q.Where,
				failed.err, wait.Round(time.Second))
		}
		f.count(&f.counts.Retries)
		if failed.after > 0 {
			f.pace.hold(f.opts.Now().Add(wait))
			continue
		}
		if err := f.opts.Sleep(ctx, wait); err != nil {
			return nil, fmt.Errorf("%s: %w", q.Where, err)
		}
	}
}

// count changes a counter.
func (f *Fetcher) count(n *int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	*n++
}

// once sends one request and reads the answer into a spool.
func (f *Fetcher) once(ctx context.Context, q *Request, old *Answer) (_ *Answer,
	failed *tryError) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	idle := time.AfterFunc(f.opts.Idle, func() { cancel(errStalled) })
	defer idle.Stop()
	conditional := q.Body == nil && f.src.Conditional && old.validates()
	req, err := f.httpRequest(ctx, q, old, conditional)
	if err != nil {
		return nil, &tryError{err: fmt.Errorf("%w: not an address", ErrUnavailable)}
	}
	f.count(&f.counts.Requests)
	resp, err := f.client.Do(req)
	if err != nil {
		return nil, f.netError(ctx, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNotModified && conditional {
		// The body that the source means is the one it sent with these validators.
		f.count(&f.counts.NotModified)
		a := *old
		for name, v := range f.shownHeader(resp.Header) {
			a.Header[name] = v
		}
		if s := signs(resp.Header); s != nil {
			a.Signs = s
		}
		return &a, nil
	}
	if resp.StatusCode != http.StatusOK {
		return nil, f.status(resp, q)
	}
	a := &Answer{Meta: f.note(resp), body: newSpool()}
	defer func() {
		if failed != nil {
			a.Close()
		}
	}()
	switch coding := strings.ToLower(resp.Header.Get("Content-Encoding")); coding {
	case "", "identity":
	case "gzip", "x-gzip":
		a.gzip = true
	default:
		return nil,
			&tryError{err: fmt.Errorf("%w: the answer has a content coding that was not asked for",
				ErrMalformed)}
	}
	media, params, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	a.Charset = params["charset"]
	a.NDJSON = media == "application/x-ndjson" || media == "application/ndjson" ||
		media == "application/jsonl" || LinesName(q.URL.Path)
	if failed = f.drain(ctx, resp.Body, a.body, q, idle); failed != nil {
		return nil, failed
	}
	a.Digest, a.packed = a.body.sum.Sum(nil), a.body.packed()
	return a, nil
}

// httpRequest writes a request, with the conditions of an earlier answer.
func (f *Fetcher) httpRequest(ctx context.Context, q *Request, old *Answer,
	conditional bool) (*http.Request, error) {
	var body io.Reader
	if q.Body != nil {
		body = bytes.NewReader(q.Body)
	}
	req, err := http.NewRequestWithContext(ctx, q.method(), q.URL.String(), body)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", f.src.Accept)
	req.Header.Set("User-Agent", "Cartaz-Builder/1 (+"+f.src.SiteURL+")")
	if q.Body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	switch {
	case !conditional:
	case old.ETag != "":
		req.Header.Set("If-None-Match", old.ETag)
	default:
		req.Header.Set("If-Modified-Since", old.LastModified)
	}
	for name, v := range f.src.Headers {
		req.Header.Set(name, v)
	}
	// Asked for by hand: the transport would decompress without a limit.
	req.Header.Set("Accept-Encoding", "gzip")
	return req, nil
}

// drain reads the body to its end. The transport reports one that is shorter than its length or its
// chunks promised.
func (f *Fetcher) drain(ctx context.Context, body io.Reader, to *spool, q *Request,
	idle *time.Timer) *tryError {
	buf := make([]byte, bufBytes)
	limit, remedy := f.src.MaxBytes, ": raise source.max_bytes if that is right"
	if q.Limit > 0 {
		limit, remedy = q.Limit, ""
	}
	for {
		n, err := body.Read(buf)
		idle.Reset(f.opts.Idle)
		if _, werr := to.Write(buf[:n]); werr != nil {
			return &tryError{err: fmt.Errorf("%w: keep the answer in a temporary file: %w",
				ErrUnavailable, Plain(werr))}
		}
		// No document is larger as sent than it is decoded by more than a header.
		if limit > 0 && to.size > limit+bufBytes {
			return &tryError{err: fmt.Errorf("%w: the answer has more than %d bytes%s", ErrTooLarge,
				limit, remedy)}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return f.netError(ctx, err)
		}
	}
}

// netError makes a try of whatever the network says. The text of url.Error is taken off, because it
// holds the whole address.
func (f *Fetcher) netError(ctx context.Context, err error) *tryError {
	if cause := context.Cause(ctx); cause != nil {
		err = cause
	}
	var refused *RedirectError
	var address *url.Error
	var inside *InsideError
	var cert *tls.CertificateVerificationError
	switch {
	case errors.As(err, &refused):
		return &tryError{err: refused}
	case errors.As(err, &inside):
		return &tryError{err: fmt.Errorf("%w: %w", ErrUnavailable, inside)}
	case errors.As(err, &cert):
		return &tryError{err: fmt.Errorf("%w: %w", ErrUnavailable, cert)}
	case errors.As(err, &address):
		err = address.Err
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		err = errors.New("the answer was cut off")
	}
	return &tryError{err: fmt.Errorf("%w: %w", ErrUnavailable, err), again: true}
}

// status judges an answer to a request that is not 200.
func (f *Fetcher) status(resp *http.Response, q *Request) *tryError {
	code := resp.StatusCode
	t := &tryError{err: fmt.Errorf("%w: answered %d %s", ErrUnavailable, code,
		http.StatusText(code))}
	switch {
	case code == http.StatusTooManyRequests || code == http.StatusRequestTimeout ||
		code == http.StatusTooEarly || code >= 500:
		t.again = true
		now := f.opts.Now()
		if date, err := http.ParseTime(resp.Header.Get("Date")); err == nil {
			now = date // a date to wait for is one of the source's clock, which need not be ours
		}
		t.after = retryAfter(resp.Header.Get("Retry-After"), now)
		if t.after == 0 && code == http.StatusTooManyRequests {
			t.after = retryAfter(resp.Header.Get("RateLimit-Reset"), now)
		}
		return t
	case q.Body == nil && (code == http.StatusBadRequest ||
		code == http.StatusMethodNotAllowed):
		t.err = fmt.Errorf("%w: check source.url; a source that answers to POST alone (GraphQL, "+
			`Notion) needs source.body, as in body: {query: "{ events { id name startsAt } }"}`,
			t.err)
	case code == http.StatusUnauthorized || code == http.StatusForbidden:
		t.err = fmt.Errorf("%w: check source.headers", t.err)
	case code == http.StatusNotModified:
		t.err = fmt.Errorf("%w: the source took a plain request for a conditional one", t.err)
	case code >= 300 && code < 400:
		t.err = fmt.Errorf("%w: name the address it leads to in source.url", t.err)
	default:
		t.err = fmt.Errorf("%w: check source.url", t.err)
	}
	t.err = &StatusError{code, t.err}
	return t
}

// retryAfter reads seconds or a date, RFC 9110 section 10.2.3; 0 for neither. now is the time of
// the answer.
func retryAfter(v string, now time.Time) time.Duration {
	v = strings.TrimSpace(v)
	if n, err := strconv.ParseInt(v, 10, 64); err == nil && n >= 0 {
		return time.Duration(min(n, 1<<31)) * time.Second
	}
	if t, err := http.ParseTime(v); err == nil && t.After(now) {
		return t.Sub(now)
	}
	return 0
}
