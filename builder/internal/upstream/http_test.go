package upstream_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/upstream/fetch"
	"cartaz/builder/rowstest"
)

// clock is time that passes only while the pull sleeps.
type clock struct {
	now   time.Time
	slept []time.Duration
}

func newClock() *clock { return &clock{now: time.Date(2026, 5, 23, 12, 0, 0, 0, time.UTC)} }

func (c *clock) options() upstream.Options {
	return upstream.Options{
		Options: fetch.Options{
			Now: func() time.Time { return c.now }, Jitter: func() float64 { return 1 },
			Sleep: func(_ context.Context, d time.Duration) error {
				c.now = c.now.Add(d)
				c.slept = append(c.slept, d)
				return nil
			}}}
}

// script answers each request with the next of its handlers, the last for ever.
type script struct {
	steps []http.HandlerFunc
	count int
}

func (s *script) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	step := s.steps[min(s.count, len(s.steps)-1)]
	s.count++
	step(w, r)
}

func answer(status int, body string, fields ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i+1 < len(fields); i += 2 {
			w.Header().Set(fields[i], fields[i+1])
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// hang answers part of a body and then nothing, until the client goes away.
func hang(part string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "1000")
		_, _ = io.WriteString(w, part)
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	}
}

// reset sends part of a chunked body and breaks the connection.
func reset(part string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, part)
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	}
}

// short promises more bytes than it sends.
func short(part string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		conn, buf, err := w.(http.Hijacker).Hijack()
		if err != nil {
			panic(err)
		}
		defer conn.Close()
		fmt.Fprintf(buf, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n%s", part)
		_ = buf.Flush()
	}
}

const one = `{"data": [{"id": 1}]}`

func TestRequest(t *testing.T) {
	var got *http.Request
	src := served(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = r
		_, _ = io.WriteString(w, one)
	}), brands.Pages{Style: "none"})
	src.Headers = map[string]string{"Authorization": "Bearer x", "S_token": "y"}
	items, stats, err := pull(t, src, upstream.Options{})
	require.NoError(t, err)
	require.Len(t, items, 1)
	require.Equal(t, 1, stats.Documents)
	require.Equal(t, "/api/eventos?ativo=1", got.URL.RequestURI(),
		"the query stays as it is written")
	require.Equal(t, http.Header{
		"Accept": {"application/json"}, "Accept-Encoding": {"gzip"}, "Authorization": {"Bearer x"},
		"S_token": {"y"}, "User-Agent": {"Cartaz-Builder/1 (+https://palco.example)"},
	}, got.Header)
}

func TestContentCodingsAndLines(t *testing.T) {
	for _, tt := range []struct {
		name string
		h    http.HandlerFunc
		want int
	}{
		{"gzip", answer(200, zipped(t, one), "Content-Encoding", "gzip", "Content-Type",
			"application/json"), 1},
		{"gzip in the body only", answer(200, zipped(t, one), "Content-Type", "application/gzip"),
			1},
		{"JSON that calls itself HTML", answer(200, one, "Content-Type", "text/html"), 1},
		{"NDJSON", answer(200, "{}\n{}\n{}", "Content-Type", "application/x-ndjson; charset=utf-8"),
			3},
		{"bare array", answer(200, "\ufeff[1, 2]"), 2},
	} {
		items, _, err := pull(t, served(t, tt.h, brands.Pages{Style: "none"}), upstream.Options{})
		require.NoError(t, err, tt.name)
		require.Len(t, items, tt.want, tt.name)
	}
}

// TestCharsetOfAnswers: the charset that Content-Type names holds for every kind, a mark before it.
func TestCharsetOfAnswers(t *testing.T) {
	page := `<script type="application/ld+json">{"@type": "Event", "startDate": "2027-03-01", ` +
		`"name": "NAME"}</script>`
	for _, tt := range []struct{ kind, text, charset, name, want string }{
		{"http", `[{"name": "NAME"}]`, "iso-8859-1", "Soir\xe9e", "Soir\u00e9e"},
		{"http", "\xfe\xff\x00" + strings.Join(strings.Split("[{\"name\":\"\xe9\"}]", ""), "\x00"),
			"", "", "\u00e9"},
		{"html", page, "iso-8859-2", "\xa6wi\xeato", "\u015awi\u0119to"},
		{"html", page, "Shift_JIS", "\x89\xb9\x8ay\x8d\xd5", "\u97f3\u697d\u796d"},
		{"csv", "name,date\nNAME,2027-03-01\n", "macintosh", "Soir\x8ee", "Soir\u00e9e"},
	} {
		src := served(t, answer(200, strings.Replace(tt.text, "NAME", tt.name, 1), "Content-Type",
			"text/html; charset="+tt.charset), brands.Pages{Style: "none"})
		src.Kind = tt.kind
		items, _, err := pull(t, src, upstream.Options{})
		require.NoError(t, err, "%q", tt)
		require.Len(t, items, 1, "%q", tt)
		require.Equal(t, tt.want, items[0].Value.(map[string]any)["name"], "%q", tt)
	}
}

// TestLargeAnswerGoesToDisk: more than the memory that a spool may take.
func TestLargeAnswerGoesToDisk(t *testing.T) {
	body := `{"data": [` + strings.Repeat(`{"text": "`+strings.Repeat("x", 1000)+`"},`, 6000) +
		`{}]}`
	items, stats, err := pull(t, served(t, answer(200, body), brands.Pages{Style: "none"}),
		upstream.Options{})
	require.NoError(t, err)
	require.Len(t, items, 6001)
	require.EqualValues(t, len(body), stats.Bytes)
}

// TestRetries: faults.md B1. What passes is tried again, what does not is not.
func TestRetries(t *testing.T) {
	for _, tt := range rowstest.Read[[]struct {
		Name  string
		Steps []struct {
			Status int
			Body   string
			Fields []string
			Cut    string // the connection ends in the middle of the answer
		}
		Slept []time.Duration
		Want  string // "" for success
	}](t, "testdata/retries.yaml") {
		t.Run(tt.Name, func(t *testing.T) {
			c, s := newClock(), &script{}
			for _, step := range tt.Steps {
				h := answer(step.Status, step.Body, step.Fields...)
				switch {
				case step.Cut == "reset":
					h = reset(one)
				case step.Cut == "reset early":
					h = reset(`{"data": [{"id": 1}, {"id"`)
				case step.Cut == "short":
					h = short(one)
				case step.Status == 200:
					h = answer(200, one)
				}
				s.steps = append(s.steps, h)
			}
			opts := c.options()
			src := served(t, s, brands.Pages{Style: "none"})
			items, stats, err := pull(t, src, opts)
			require.Equal(t, tt.Slept, c.slept)
			require.Equal(t, len(tt.Slept), stats.Retries)
			require.Equal(t, len(tt.Slept)+1, s.count)
			if tt.Want == "" {
				require.NoError(t, err)
				require.Len(t, items, 1, "nothing of a broken answer was handed on")
				return
			}
			require.ErrorIs(t, err, upstream.ErrUnavailable)
			require.ErrorContains(t, err, strings.TrimSuffix(src.URL, "?ativo=1")+": ")
			require.ErrorContains(t, err, tt.Want)
			require.Empty(t, items)
		})
	}
}

func TestBackoffIsJittered(t *testing.T) {
	c := newClock()
	opts := c.options()
	opts.Jitter = func() float64 { return 0 }
	_, _, err := pull(t, served(t, answer(502, ""), brands.Pages{Style: "none"}), opts)
	require.ErrorIs(t, err, upstream.ErrUnavailable)
	require.Equal(t, []time.Duration{250 * time.Millisecond, 500 * time.Millisecond, time.Second,
		2 * time.Second}, c.slept)
}

// TestNoConnection: refused, no such host, a certificate without a known issuer.
func TestNoConnection(t *testing.T) {
	refused := httptest.NewServer(http.NotFoundHandler())
	refused.Close()
	tls := httptest.NewUnstartedServer(answer(200, one))
	tls.Config.ErrorLog = nil
	tls.Config.ErrorLog = quiet()
	tls.StartTLS()
	defer tls.Close()
	for _, tt := range []struct {
		name, url string
		transport http.RoundTripper
		tries     int
		want      string
	}{
		{"refused", refused.URL, nil, 5, "connection refused"},
		{"no such host", "http://backend.invalid", lookupFails(), 5, "no such host"},
		{"bad certificate", tls.URL, nil, 1, "certificate"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := newClock()
			opts := c.options()
			opts.Transport = tt.transport
			src := served(t, http.NotFoundHandler(), brands.Pages{Style: "none"})
			src.URL = tt.url + "/list?apikey=hunter2"
			_, stats, err := pull(t, src, opts)
			require.ErrorIs(t, err, upstream.ErrUnavailable)
			require.ErrorContains(t, err, tt.want)
			require.NotContains(t, err.Error(), "hunter2")
			require.Equal(t, tt.tries-1, stats.Retries)
		})
	}
}

func lookupFails() http.RoundTripper {
	return &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) {
		return nil, &net.DNSError{Err: "no such host", Name: "backend.invalid", IsNotFound: true}
	}}
}

// TestStall: faults.md B2. A connection that goes silent is given up and tried
// again; one that drips for ever ends with the pull.
func TestStall(t *testing.T) {
	c := newClock()
	opts := c.options()
	opts.Idle = 250 * time.Millisecond // long enough for the answer that comes
	s := &script{steps: []http.HandlerFunc{hang(`{"data": [{"id": 1}`), hang(""), answer(200, one)}}
	items, stats, err := pull(t, served(t, s, brands.Pages{Style: "none"}), opts)
	require.NoError(t, err)
	require.Len(t, items, 1)
	require.Equal(t, 2, stats.Retries)

	src := served(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			if _, err := io.WriteString(w, " "); err != nil {
				return
			}
			w.(http.Flusher).Flush()
		}
	}), brands.Pages{Style: "none"})
	src.Timeout, src.MaxBytes = 50*time.Millisecond, 1<<40
	items, _, err = pull(t, src, upstream.Options{})
	require.ErrorIs(t, err, upstream.ErrUnavailable)
	require.ErrorContains(t, err, "the whole pull took longer than source.timeout (50ms)")
	require.Empty(t, items)
}

func TestCallerStops(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("told to stop")
	src := served(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		cancel(why)
		<-r.Context().Done()
	}), brands.Pages{Style: "none"})
	_, err := upstream.Pull(ctx, src, upstream.Options{}, func(upstream.Item) error { return nil })
	require.ErrorIs(t, err, why)
	require.NotErrorIs(t, err, upstream.ErrUnavailable)
}

// TestBadAnswers: faults.md B3 and B4 over HTTP.
func TestBadAnswers(t *testing.T) {
	bomb := zipped(t, `{"data": [`+strings.Repeat(`"`+strings.Repeat("a", 1000)+`",`, 16<<10)+"0]}")
	giant := zipped(t, `{"data": ["`+strings.Repeat("a", 16<<20)+`"]}`)
	endless := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, "[0")
		for line := strings.Repeat(",0", 8<<10); r.Context().Err() == nil; {
			if _, err := io.WriteString(w, line); err != nil {
				return
			}
		}
	})
	for _, tt := range []struct {
		name string
		h    http.Handler
		kind error
		want string
	}{
		{"HTML with 200", answer(200, "<!doctype html><title>Manutenção</title>", "Content-Type",
			"text/html"), upstream.ErrMalformed,
			"malformed document: byte 0: this is HTML or XML, not JSON: check the address"},
		{"text with 200", answer(200, "OK"), upstream.ErrMalformed,
			"invalid character 'O' at start of value"},
		{"nothing with 200", answer(200, ""), upstream.ErrMalformed, "the document is empty"},
		{"errors of GraphQL", answer(200, `{"errors": [{"message": "x"}]}`), upstream.ErrMalformed,
			"the document is an object without data (it has errors)"},
		{"JSON cut off but sent whole", answer(200, `{"data": [{"id": 1}`), upstream.ErrMalformed,
			"the document is cut off"},
		{"gzip that is none", answer(200, one, "Content-Encoding", "gzip"), upstream.ErrMalformed,
			"not a sound gzip stream"},
		{"a coding nobody asked for", answer(200, one, "Content-Encoding", "br"),
			upstream.ErrMalformed, "a content coding that was not asked for"},
		{"bomb", answer(200, bomb, "Content-Encoding", "gzip"), upstream.ErrTooLarge,
			"the pull has more than 1048576 decoded bytes: raise source.max_bytes"},
		{"bomb without its name", answer(200, bomb), upstream.ErrTooLarge,
			"the pull has more than 1048576 decoded bytes"},
		{"one giant value", answer(200, giant, "Content-Encoding", "gzip"), upstream.ErrTooLarge,
			"decoded bytes"},
		{"endless stream", endless, upstream.ErrTooLarge, "the answer has more than 1048576 bytes"},
		{"more records than anybody has", answer(200, "["+strings.Repeat("0,", 10_000)+"0]"),
			upstream.ErrTooLarge, "the pull has more than 10000 records: raise source.max_bytes"},
		{"no items", answer(200, `{"data": []}`), upstream.ErrEmpty, "1 documents hold no item"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			src := served(t, tt.h, brands.Pages{Style: "none"})
			src.MaxBytes = 1 << 20
			c := newClock()
			_, stats, err := pull(t, src, c.options())
			require.ErrorIs(t, err, tt.kind)
			require.ErrorContains(t, err, tt.want)
			require.Zero(t, stats.Retries, "asking again would give the same")
			require.LessOrEqual(t, stats.Bytes, int64(1<<20+64<<10))
		})
	}
}

// TestPlacesOfAHost: all pulls together have four requests under way to one host.
func TestPlacesOfAHost(t *testing.T) {
	var now, most atomic.Int32
	full, once := make(chan struct{}), sync.Once{}
	src := served(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := now.Add(1)
		defer now.Add(-1)
		for old := most.Load(); n > old && !most.CompareAndSwap(old, n); {
			old = most.Load()
		}
		if n == 4 {
			time.Sleep(20 * time.Millisecond) // in which a fifth would come
			once.Do(func() { close(full) })
		}
		select {
		case <-full:
		case <-r.Context().Done():
		}
		answer(200, one)(w, r)
	}), brands.Pages{Style: "none", Whole: true})
	var pulls sync.WaitGroup
	errs := make(chan error, 12)
	for range cap(errs) {
		pulls.Go(func() {
			_, err := upstream.Pull(t.Context(), src, upstream.Options{},
				func(upstream.Item) error { return nil })
			errs <- err
		})
	}
	pulls.Wait()
	for range cap(errs) {
		require.NoError(t, <-errs)
	}
	require.EqualValues(t, 4, most.Load())
}
