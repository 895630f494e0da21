package upstream

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

const (
	tries        = 5
	firstWait    = 500 * time.Millisecond // doubles with each try
	maxWait      = 30 * time.Second       // of our own backoff; Retry-After may ask for more
	maxRedirects = 5
)

// answer is one response, read to its end.
type answer struct {
	body   *spool
	gzip   bool
	ndjson bool
}

// tryError is a request that went wrong, and whether the next may go better.
type tryError struct {
	err   error
	again bool
	after time.Duration // what the source asked to wait; 0 for nothing
}

// fetch asks until there is a whole answer with status 200, at most five times.
func (p *puller) fetch(ctx context.Context, client *http.Client, u *url.URL, where string) (*answer, error) {
	for try := 1; ; try++ {
		a, failed := p.once(ctx, client, u)
		if failed == nil {
			return a, nil
		}
		if err := ended(ctx); err != nil {
			return nil, fmt.Errorf("%s: %w", where, err)
		}
		if !failed.again {
			return nil, fmt.Errorf("%s: %w", where, failed.err)
		}
		if try == tries {
			return nil, fmt.Errorf("%s: %w (%d tries)", where, failed.err, tries)
		}
		wait := failed.after
		if wait == 0 {
			full := min(firstWait<<(try-1), maxWait)
			// Half of the wait is left to chance, so that brands that failed
			// together do not come back together.
			wait = full/2 + time.Duration(p.opts.Jitter()*float64(full/2))
		}
		if p.src.Timeout > 0 && p.opts.Now().Add(wait).After(p.until) {
			return nil, fmt.Errorf("%s: %w: waiting %s more would pass source.timeout", where, failed.err, wait.Round(time.Second))
		}
		p.stats.Retries++
		p.opts.Retry(where, try+1, wait, redact(p.src.Source, failed.err))
		if err := p.opts.Sleep(ctx, wait); err != nil {
			return nil, fmt.Errorf("%s: %w", where, err)
		}
	}
}

// once sends one request and reads the answer into a spool.
func (p *puller) once(ctx context.Context, client *http.Client, u *url.URL) (_ *answer, failed *tryError) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	idle := time.AfterFunc(p.opts.Idle, func() { cancel(errStalled) })
	defer idle.Stop()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, &tryError{err: fmt.Errorf("%w: not an address", ErrUnavailable)}
	}
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", "Cartaz-Builder/1 (+"+p.src.SiteURL+")")
	for name, v := range p.src.Headers {
		req.Header.Set(name, v)
	}
	// Asked for by hand: the transport would decompress without a limit.
	req.Header.Set("Accept-Encoding", "gzip")
	resp, err := client.Do(req)
	if err != nil {
		return nil, p.netError(ctx, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, p.status(resp)
	}
	a := &answer{body: newSpool()}
	defer func() {
		if failed != nil {
			a.body.close()
		}
	}()
	switch coding := strings.ToLower(resp.Header.Get("Content-Encoding")); coding {
	case "", "identity":
	case "gzip", "x-gzip":
		a.gzip = true
	default:
		return nil, &tryError{err: fmt.Errorf("%w: the answer has a content coding that was not asked for", ErrMalformed)}
	}
	media, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	a.ndjson = media == "application/x-ndjson" || media == "application/ndjson" || media == "application/jsonl" || linesName(u.Path)
	return a, p.drain(ctx, resp.Body, a.body, idle)
}

// drain reads the body to its end. The transport reports one that is shorter
// than its length or its chunks promised.
func (p *puller) drain(ctx context.Context, body io.Reader, to *spool, idle *time.Timer) *tryError {
	buf := make([]byte, bufBytes)
	for {
		n, err := body.Read(buf)
		idle.Reset(p.opts.Idle)
		if _, werr := to.Write(buf[:n]); werr != nil {
			return &tryError{err: fmt.Errorf("%w: keep the answer in a temporary file: %w", ErrUnavailable, plain(werr))}
		}
		// No document is larger as sent than it is decoded by more than a header.
		if limit := p.src.MaxBytes; limit > 0 && to.size > limit+bufBytes {
			return &tryError{err: fmt.Errorf("%w: the answer has more than %d bytes: raise source.max_bytes if that is right", ErrTooLarge, limit)}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return p.netError(ctx, err)
		}
	}
}

// netError makes a try of whatever the network says. The text of url.Error is
// taken off, because it holds the whole address.
func (p *puller) netError(ctx context.Context, err error) *tryError {
	if cause := ended(ctx); cause != nil {
		err = cause
	}
	var refused *redirectError
	var address *url.Error
	var cert *tls.CertificateVerificationError
	switch {
	case errors.As(err, &refused):
		return &tryError{err: refused.err}
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

// status judges an answer that is not 200.
func (p *puller) status(resp *http.Response) *tryError {
	code := resp.StatusCode
	t := &tryError{err: fmt.Errorf("%w: answered %d %s", ErrUnavailable, code, http.StatusText(code))}
	switch {
	case code == http.StatusTooManyRequests || code >= 500:
		t.again = true
		t.after = retryAfter(resp.Header.Get("Retry-After"), p.opts.Now())
	case code == http.StatusUnauthorized || code == http.StatusForbidden:
		t.err = fmt.Errorf("%w: check source.headers", t.err)
	case code >= 300 && code < 400:
		t.err = fmt.Errorf("%w: name the address it leads to in source.url", t.err)
	default:
		t.err = fmt.Errorf("%w: check source.url", t.err)
	}
	return t
}

// retryAfter reads seconds or a date, RFC 9110 section 10.2.3; 0 for neither.
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

// redirectError is a redirect that is not followed.
type redirectError struct{ err error }

func (e *redirectError) Error() string { return e.err.Error() }

// client follows redirects on the same host only: the headers hold secrets, and
// an address inside the network is not for a backend to choose.
func (p *puller) client() (*http.Client, func()) {
	transport, done := p.opts.Transport, func() {}
	if transport == nil {
		t := &http.Transport{
			Proxy:                  http.ProxyFromEnvironment,
			DisableCompression:     true,
			ForceAttemptHTTP2:      true,
			MaxIdleConnsPerHost:    1,
			TLSHandshakeTimeout:    10 * time.Second,
			MaxResponseHeaderBytes: 64 << 10,
		}
		transport, done = t, t.CloseIdleConnections
	}
	return &http.Client{Transport: transport, CheckRedirect: func(req *http.Request, via []*http.Request) error {
		if len(via) > maxRedirects {
			return &redirectError{fmt.Errorf("%w: more than %d redirects: check source.url", ErrUnavailable, maxRedirects)}
		}
		if !sameHost(via[0].URL, req.URL) {
			return &redirectError{fmt.Errorf("%w: redirects to another host (%s): name it in source.url if that is right", ErrUnavailable, origin(req.URL))}
		}
		return nil
	}}, done
}

// sameHost allows the same host and port, and the step from http to https.
func sameHost(from, to *url.URL) bool {
	if !strings.EqualFold(from.Hostname(), to.Hostname()) {
		return false
	}
	if from.Scheme == to.Scheme {
		return port(from) == port(to)
	}
	return from.Scheme == "http" && to.Scheme == "https" && port(from) == "80" && port(to) == "443"
}

func port(u *url.URL) string {
	if u.Port() != "" {
		return u.Port()
	}
	return map[string]string{"http": "80", "https": "443"}[u.Scheme]
}

// origin is as much of a foreign address as a message may show.
func origin(u *url.URL) string { return u.Scheme + "://" + u.Host }
