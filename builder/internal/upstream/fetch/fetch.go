package fetch

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"mime"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"

	"golang.org/x/sync/semaphore"

	"cartaz/brands"
	"cartaz/builder/text"
)

const (
	tries        = 5                      // of one request that fails
	maxTries     = 100                    // of one request that is asked to wait
	firstWait    = 500 * time.Millisecond // doubles with each try
	maxWait      = 30 * time.Second       // of our own backoff; Retry-After may ask for more
	maxRedirects = 5
)

// Source is the backend, and the credentials for it.
type Source struct {
	brands.Source
	SiteURL string // named in the User-Agent, so that a backend's owner knows whom to ask
	Accept  string // the field Accept of every request
}

// Options are the clock and the network of a [Fetcher]. The zero value has the real ones.
type Options struct {
	Now    func() time.Time
	Sleep  func(context.Context, time.Duration) error // between tries
	Jitter func() float64                             // 0 to 1: the share of a wait left to chance
	// must not decompress or follow redirects; nil for the network
	Transport http.RoundTripper
	Idle      time.Duration // how long a connection may send nothing; 0 for 30 s
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-time.After(d):
		return nil
	}
}

// Request is one request to a source.
type Request struct {
	URL  *url.URL
	Body []byte // JSON; nil asks with GET
	// Where names the request in messages and positions: the URL without its secrets.
	Where string
	Limit int64 // bytes of the answer, as sent; 0 for the limit of the pull
}

func (q *Request) method() string {
	if q.Body != nil {
		return http.MethodPost
	}
	return http.MethodGet
}

// retry is an error that another try may not meet.
type retry struct {
	error
	after time.Duration // what the source asked to wait; 0 for nothing
}

// Unwrap returns the error.
func (e *retry) Unwrap() error { return e.error }

// StatusError is an answer with a status that another try would not change.
type StatusError struct {
	Code int
	error
}

func (e *StatusError) Unwrap() error { return e.error }

// Fetcher sends requests to the source, at the allowed pace and again if they fail. It is safe for
// concurrent use.
type Fetcher struct {
	src    Source
	opts   Options
	client *http.Client
	pace   *pace
	kept   any // the token source of earlier pulls, or nil

	mu     sync.Mutex // of what follows
	counts Counts
}

// Counts counts the work of a [Fetcher].
type Counts struct {
	Requests    int `json:"requests"` // sent, further tries included
	Retries     int `json:"retries"`
	NotModified int `json:"not_modified"` // answers that the source did not send again
}

// New makes a client that follows redirects on the same host only: the headers hold secrets, and a
// backend may not choose an address inside the network.
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
	f := &Fetcher{src: src, opts: opts, pace: newPace(src.Rate)}
	if opts.Transport == nil {
		opts.Transport = f.transport(src.URL)
	}
	f.client = &http.Client{Transport: opts.Transport, CheckRedirect: checkRedirect}
	f.kept, _ = services.Load(src.Auth)
	return f
}

// transport returns a transport to one address, with the bounds of a pull.
func (f *Fetcher) transport(address string) *http.Transport {
	g := newGuard(address)
	return &http.Transport{
		Proxy:                  g.proxy,
		DialContext:            g.dial,
		DisableCompression:     true,
		ForceAttemptHTTP2:      true,
		MaxIdleConnsPerHost:    f.src.Detail.Concurrency,
		TLSHandshakeTimeout:    10 * time.Second,
		MaxResponseHeaderBytes: 64 << 10,
	}
}

// services holds the token source of each client of a token service, by its [brands.Auth]: a token
// is used for its life, by all pulls of the process.
var services sync.Map // of oauth2.TokenSource

// tokens returns the token source of the source, or nil without source.auth.
func (f *Fetcher) tokens() oauth2.TokenSource {
	a := f.src.Auth
	if a.TokenURL == "" {
		return nil
	}
	transport := f.transport(a.TokenURL)
	transport.DisableKeepAlives = true
	service := &http.Client{Timeout: f.opts.Idle, CheckRedirect: checkRedirect,
		Transport: transport}
	config := clientcredentials.Config{TokenURL: a.TokenURL, ClientID: a.ClientID,
		ClientSecret: a.ClientSecret, Scopes: strings.Fields(a.Scope)}
	all, _ := services.LoadOrStore(a, config.TokenSource(
		context.WithValue(context.Background(), oauth2.HTTPClient, service)))
	return all.(oauth2.TokenSource)
}

// Counts returns the counters; no request may be under way.
func (f *Fetcher) Counts() Counts { return f.counts }

// Slow spaces the requests by an interval at least.
func (f *Fetcher) Slow(interval time.Duration) { f.pace.slow(interval) }

// Close gives the connections back.
func (f *Fetcher) Close() { f.client.CloseIdleConnections() }

// Fetch asks until there is a whole answer with status 200, or until the source says that an
// earlier one still holds: five times when requests fail, more often when the source only asks to
// wait. It is safe for concurrent use.
func (f *Fetcher) Fetch(ctx context.Context, q *Request, old *Answer) (*Answer, error) {
	var failed error // the last try
	for try, failures := 1, 0; ; try++ {
		var a *Answer
		err := f.pace.wait(ctx, f.opts)
		if err == nil {
			a, err = f.once(ctx, q, old)
		}
		again, ok := errors.AsType[*retry](err)
		if cause := context.Cause(ctx); cause != nil && err != nil {
			err, ok = cause, false
			if failed != nil {
				err = fmt.Errorf("%v; %w", failed, cause)
			}
		}
		if err == nil {
			return a, nil
		} else if !ok {
			return nil, fmt.Errorf("%s: %w", q.Where, err)
		}
		failed = err
		if again.after == 0 {
			failures++
		}
		if failures == tries || try == maxTries {
			return nil, fmt.Errorf("%s: %w (%d tries)", q.Where, err, try)
		}
		wait := again.after
		if wait == 0 {
			full := min(firstWait<<(failures-1), maxWait)
			// Half of the wait is left to chance, so that brands that failed together do not come
			// back together.
			wait = full/2 + time.Duration(f.opts.Jitter()*float64(full/2))
		}
		if f.src.Timeout > 0 && wait > f.src.Timeout {
			return nil, fmt.Errorf("%s: %w: waiting %s more would pass source.timeout", q.Where,
				err, wait.Round(time.Second))
		}
		f.count(&f.counts.Retries)
		if again.after > 0 {
			f.pace.hold(f.opts.Now().Add(wait))
		} else {
			_ = f.opts.Sleep(ctx, wait) // the end of ctx shows in the next try
		}
	}
}

// count changes a counter.
func (f *Fetcher) count(n *int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	*n++
}

// once sends one request when its host has a place for it, and reads the answer to its end. If
// the source says that old still holds, it returns old with the header fields of the answer.
func (f *Fetcher) once(ctx context.Context, q *Request, old *Answer) (*Answer, error) {
	all, _ := hosts.LoadOrStore(q.URL.Host, semaphore.NewWeighted(hostWeight))
	host := all.(*semaphore.Weighted)
	share := hostWeight / int64(max(leastPlaces, f.src.Detail.Concurrency))
	if err := host.Acquire(ctx, share); err != nil {
		return nil, err
	}
	defer host.Release(share)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	idle := time.AfterFunc(f.opts.Idle, func() { cancel(errStalled) })
	defer idle.Stop()
	conditional := q.Body == nil && f.src.Conditional && old.validates()
	req, err := f.httpRequest(ctx, q, old, conditional)
	if err != nil {
		return nil, ErrUnavailable.Errorf("not an address")
	}
	tokens := f.tokens()
	if tokens != nil {
		token, err := tokens.Token()
		if err != nil {
			return nil, tokenError(ctx, err)
		}
		token.SetAuthHeader(req)
	}
	f.count(&f.counts.Requests)
	resp, err := f.client.Do(req)
	if err != nil {
		return nil, netError(ctx, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNotModified && conditional {
		// The body that the source means is the one it sent with these validators.
		f.count(&f.counts.NotModified)
		a := *old
		maps.Copy(a.Header, fields(resp.Header))
		return &a, nil
	}
	// A source may answer with a range that nobody asked for: upstream.Signs reads in Content-Range
	// whether that is all.
	if resp.StatusCode != http.StatusOK && (resp.StatusCode != http.StatusPartialContent ||
		resp.Header.Get("Content-Range") == "") {
		err := f.status(resp, q)
		if resp.StatusCode == http.StatusUnauthorized && f.kept != nil && f.kept == tokens {
			services.CompareAndDelete(f.src.Auth, f.kept) // its token ended before its time
			err = &retry{error: err}
		}
		return nil, err
	}
	a, err := newAnswer(resp, q)
	if err != nil {
		return nil, err
	}
	if err = f.drain(ctx, resp.Body, a, q, idle); err != nil {
		a.Close()
		return nil, err
	}
	return a, nil
}

// newAnswer returns an answer without its body: what its header says of it.
func newAnswer(resp *http.Response, q *Request) (*Answer, error) {
	a := &Answer{Meta: note(resp.Header)}
	switch coding := strings.ToLower(resp.Header.Get("Content-Encoding")); coding {
	case "", "identity":
	case "gzip", "x-gzip":
		a.gzip = true
	default:
		return nil, ErrMalformed.Errorf("the answer has a content coding that was not asked for")
	}
	media, params, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	a.Charset = params["charset"]
	a.NDJSON = media == "application/x-ndjson" || media == "application/ndjson" ||
		media == "application/jsonl" || LinesName(q.URL.Path)
	return a, nil
}

// tokenError returns the error of a token service. The answer may hold the secret, so the message
// has only the error code of RFC 6749, section 5.2.
func tokenError(ctx context.Context, err error) error {
	said, ok := errors.AsType[*oauth2.RetrieveError](err)
	if !ok {
		return fmt.Errorf("source.auth: %w", netError(ctx, err))
	}
	err = ErrUnavailable.Errorf("the token service of source.auth answered %s %s",
		said.Response.Status, said.ErrorCode)
	if code := said.Response.StatusCode; code >= 500 || code == http.StatusTooManyRequests {
		return &retry{error: err}
	}
	return fmt.Errorf("%w: check its token_url, client_id, client_secret and scope", err)
}

// httpRequest writes a request. If conditional is true, it asks only for what has changed since the
// old answer.
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

// drain reads the body to its end. The transport reports a body that is shorter than its length or
// its chunks say.
func (f *Fetcher) drain(ctx context.Context, body io.Reader, a *Answer, q *Request,
	idle *time.Timer) error {
	limit := f.src.MaxBytes
	remedy := ": raise source.max_bytes if that is right"
	if q.Limit > 0 {
		limit, remedy = q.Limit, ""
	}
	sum := sha256.New()
	for buf := make([]byte, bufBytes); ; {
		n, err := body.Read(buf)
		idle.Reset(f.opts.Idle)
		sum.Write(buf[:n])
		if a.size == 0 && bytes.HasPrefix(buf[:n], []byte(gzipMagic)) {
			a.gzip = true
		}
		if _, err := a.Write(buf[:n]); err != nil {
			return ErrUnavailable.Errorf("keep the answer in a temporary file: %w", Plain(err))
		}
		// A document as sent is larger than decoded by a header at most.
		if limit > 0 && a.size > limit+bufBytes {
			return ErrTooLarge.Errorf("the answer has more than %d bytes%s", limit, remedy)
		}
		if err == io.EOF {
			a.Digest = sum.Sum(nil)
			return nil
		}
		if err != nil {
			return netError(ctx, err)
		}
	}
}

// netError returns the error for a failure of the network. It drops the text of url.Error, which
// has the whole address.
func netError(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); cause != nil {
		err = cause
	}
	if refused, ok := errors.AsType[*RedirectError](err); ok {
		return refused
	}
	if inside, ok := errors.AsType[*InsideError](err); ok {
		return ErrUnavailable.Errorf("%w", inside)
	}
	if cert, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return ErrUnavailable.Errorf("%w", cert)
	}
	if address, ok := errors.AsType[*url.Error](err); ok {
		err = address.Err
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		err = errors.New("the answer was cut off")
	}
	return &retry{error: ErrUnavailable.Errorf("%w", err)}
}

// status judges an answer to a request that is not 200.
func (f *Fetcher) status(resp *http.Response, q *Request) error {
	code, advice := resp.StatusCode, "check source.url"
	err := ErrUnavailable.Errorf("answered %d %s", code, http.StatusText(code))
	switch {
	case code == http.StatusTooManyRequests || code == http.StatusRequestTimeout ||
		code == http.StatusTooEarly || code >= 500:
		now := f.opts.Now()
		if date, err := http.ParseTime(resp.Header.Get("Date")); err == nil {
			now = date // a date to wait for is one of the source's clock, which need not be ours
		}
		after := retryAfter(resp.Header.Get("Retry-After"), now)
		if after == 0 && code == http.StatusTooManyRequests {
			after = retryAfter(resp.Header.Get("RateLimit-Reset"), now)
		}
		return &retry{err, after}
	case q.Body == nil && (code == http.StatusBadRequest || code == http.StatusMethodNotAllowed):
		advice = "check source.url; a source that answers to POST alone (GraphQL, Notion) needs " +
			`source.body, as in body: {query: "{ events { id name startsAt } }"}`
	case code == http.StatusUnauthorized || code == http.StatusForbidden:
		advice = "check source.headers or source.auth"
		for name := range q.URL.Query() {
			if aKey.MatchString(name) {
				advice = "check the key " + name + " in the address; " + advice
			}
		}
		words, _ := io.ReadAll(io.LimitReader(resp.Body, 200))
		if len(words) > 0 && utf8.Valid(words) {
			advice += ": the answer begins with " + strconv.Quote(text.Shorten(string(words), 100))
		}
	case code == http.StatusNotModified:
		advice = "the source took a plain request for a conditional one"
	case code >= 300 && code < 400:
		advice = "name the address it leads to in source.url"
	}
	return &StatusError{code, fmt.Errorf("%w: %s", err, advice)}
}

// aKey matches names of parameters that hold a key.
var aKey = regexp.MustCompile(`(?i)key|token|secret|auth|signature`)

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
