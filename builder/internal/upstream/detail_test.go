package upstream_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"cartaz/brands"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/upstream/fetch"
	"cartaz/builder/rowstest"
)

// agenda is a backend with a list and one detail per event.
type agenda struct {
	mu      sync.Mutex
	list    string
	details map[string]http.HandlerFunc // by path; the usual answer for others
	asked   []string                    // paths of details
	header  []http.Header
	now     atomic.Int32
	most    int32 // requests for details at once
}

func (a *agenda) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/api/eventos" {
		answer(200, a.list)(w, r)
		return
	}
	n := a.now.Add(1)
	defer a.now.Add(-1)
	a.mu.Lock()
	a.most = max(a.most, n)
	a.asked = append(a.asked, r.URL.RequestURI())
	a.header = append(a.header, r.Header)
	h := a.details[r.URL.Path]
	a.mu.Unlock()
	if h == nil {
		h = answer(200, fmt.Sprintf(`{"data": {"path": %q}}`, r.URL.Path))
	}
	h(w, r)
}

// detail sets the answer for a path; nil is the usual one. A request that a pull broke off may
// still be at its handler.
func (a *agenda) detail(path string, h http.HandlerFunc) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.details[path] = h
}

// sharedClock is a clock for several goroutines.
type sharedClock struct {
	mu sync.Mutex
	clock
}

func (c *sharedClock) options() upstream.Options {
	o := c.clock.options()
	now, nap := o.Now, o.Sleep
	o.Now = func() time.Time { c.mu.Lock(); defer c.mu.Unlock(); return now() }
	o.Sleep = func(ctx context.Context,
		d time.Duration) error {
		c.mu.Lock()
		defer c.mu.Unlock()
		return nap(ctx, d)
	}
	return o
}

// detailed gives a source over an agenda.
func detailed(t *testing.T, a *agenda, d brands.Detail) upstream.Source {
	t.Helper()
	src := served(t, a, brands.Pages{Style: "none", Whole: true})
	if d.URL == "" {
		d.URL = "evento/{id}"
	}
	if d.Merge == "" {
		d.Merge = "detail"
	}
	if d.Concurrency == 0 {
		d.Concurrency = 4
	}
	src.Detail, src.Conditional = d, true
	return src
}

func events(n int) string {
	var b strings.Builder
	b.WriteString(`{"data": [`)
	for i := range n {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, `{"id": %d, "updated": "v1"}`, i+1)
	}
	return b.String() + "]}"
}

func TestDetails(t *testing.T) {
	a := &agenda{list: events(50)}
	src := detailed(t, a, brands.Detail{Items: ".data"})
	items, stats, err := pull(t, with(t, src, "{id, path: .detail.path, place: $file}"),
		upstream.Options{})
	require.NoError(t, err)
	for i, item := range items {
		require.Equal(t, map[string]any{"id": i + 1, "path": fmt.Sprintf("/api/evento/%d", i+1),
			"place": strings.TrimSuffix(src.URL, "?ativo=1")}, item.Value)
		require.Equal(t, i+1, item.Pos.Index, "in the order of the list, whatever came first")
	}
	require.Len(t, items, 50)
	require.Len(t, a.asked, 50)
	require.Equal(t, 51, stats.Requests)
	require.Equal(t, 50, stats.Details)
	require.Equal(t, 1, stats.Documents)
	require.LessOrEqual(t, a.most, int32(4))
}

// TestDetailConcurrency: all places are taken, and no more.
func TestDetailConcurrency(t *testing.T) {
	a := &agenda{list: events(6), details: map[string]http.HandlerFunc{}}
	together := make(chan struct{})
	var arrived atomic.Int32
	for i := range 6 {
		a.details[fmt.Sprintf("/api/evento/%d", i+1)] = func(w http.ResponseWriter,
			r *http.Request) {
			if arrived.Add(1) == 3 {
				close(together)
			}
			select {
			case <-together:
			case <-r.Context().Done():
			}
			answer(200, `{}`)(w, r)
		}
	}
	src := detailed(t, a, brands.Detail{Concurrency: 3})
	_, _, err := pull(t, src, upstream.Options{})
	require.NoError(t, err)
	require.Equal(t, int32(3), a.most)
}

// TestDetailAddresses: an item has a say in the last part of an address, never
// in the host or the folder.
func TestDetailAddresses(t *testing.T) {
	for _, tt := range rowstest.Read[[]struct {
		Name, URL, Item string
		Want            string // the request; "" for an error
		Fault           string
	}](t, "testdata/detail-addresses.yaml") {
		t.Run(tt.Name, func(t *testing.T) {
			a := &agenda{list: `[` + tt.Item + `]`}
			_, _, err := pull(t, detailed(t, a, brands.Detail{URL: tt.URL}), upstream.Options{})
			if tt.Fault != "" {
				require.ErrorContains(t, err, "item 1: ")
				require.ErrorContains(t, err, tt.Fault)
				require.Empty(t, a.asked)
				return
			}
			require.NoError(t, err)
			require.Equal(t, []string{tt.Want}, a.asked)
		})
	}
}

// TestNoDetail: a placeholder that yields nothing says that the item has none.
func TestNoDetail(t *testing.T) {
	a := &agenda{list: `[{"id": 1, "series": true}, {"id": 2}]`}
	src := detailed(t, a, brands.Detail{URL: "./{if .series then .id else null end}/dates",
		Merge: "dates"})
	items, stats, err := pull(t, src, upstream.Options{})
	require.NoError(t, err)
	require.Equal(t, []string{"/api/1/dates"}, a.asked)
	require.Equal(t, map[string]any{"id": 2, "dates": nil}, items[1].Value)
	require.Equal(t, 1, stats.Details)
}

func TestDetailFaults(t *testing.T) {
	const path = "/api/evento/2"
	for _, tt := range []struct {
		name   string
		list   string
		detail brands.Detail
		h      http.HandlerFunc
		kind   error
		want   string
	}{
		{"HTML", "", brands.Detail{}, answer(200, "<html>"), upstream.ErrMalformed,
			"/api/evento/2: malformed document: byte 0: this is HTML or XML"},
		{"cut off", "", brands.Detail{}, answer(200, `{"a`), upstream.ErrMalformed,
			"the document is cut off"},
		{"duplicate members", "", brands.Detail{}, answer(200, `{"a": 1, "a": 2}`),
			upstream.ErrMalformed, "the member is there twice"},
		{"too large as sent", "", brands.Detail{},
			answer(200, `{"a": "`+strings.Repeat("a", 5<<20)+`"}`), upstream.ErrTooLarge,
			"the answer has more than 4194304 bytes"},
		{"bomb", "", brands.Detail{}, answer(200,
			zipped(t, `{"a": "`+strings.Repeat("a", 8<<20)+`"}`), "Content-Encoding", "gzip"),
			upstream.ErrTooLarge, "the document has more than 4194304 bytes"},
		{"errors with 200", "", brands.Detail{}, answer(200, `{"errors": ["no"]}`),
			upstream.ErrUnavailable, `answered 200 with errors: "no"`},
		{"nothing found", "", brands.Detail{Items: ".data"}, answer(200, `{"message": "x"}`),
			upstream.ErrMalformed, "source.detail.items finds nothing in the answer"},
		{"filter fails", "", brands.Detail{Items: ".data.x"}, answer(200, `{"data": "x"}`),
			upstream.ErrMap, "jq: source.detail.items: "},
		{"unauthorized", "", brands.Detail{}, answer(401, ""), upstream.ErrUnavailable,
			"answered 401 Unauthorized: check source.headers"},
		{"500 for ever", "", brands.Detail{}, answer(500, ""), upstream.ErrUnavailable,
			"answered 500 Internal Server Error (5 tries)"},
		{"elsewhere", "", brands.Detail{}, redirect("http://169.254.169.254/"),
			upstream.ErrUnavailable, "redirects to another host (http://169.254.169.254)"},
		{"item that is no object", `[{"id": 1}, 2]`, brands.Detail{}, nil, upstream.ErrMalformed,
			"item 2: malformed document: an item must be an object for source.detail to be put " +
				"into it"},
		{"member taken", `[{"id": 1, "detail": ""}]`, brands.Detail{}, nil, upstream.ErrMap,
			"item 1: jq: the item has a member detail already: name another one with " +
				"source.detail.merge"},
		{"key fails", "", brands.Detail{Key: ".id.x"}, nil, upstream.ErrMap,
			"jq: source.detail.key: "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := &agenda{list: events(3), details: map[string]http.HandlerFunc{path: tt.h}}
			if tt.list != "" {
				a.list = tt.list
			}
			src := detailed(t, a, tt.detail)
			if tt.detail.Items != "" {
				for _, other := range []string{"/api/evento/1", "/api/evento/3"} {
					a.details[other] = answer(200, `{"data": {"x": 1}}`)
				}
			}
			src.Errors = ".errors?"
			_, _, err := pull(t, src, (&sharedClock{clock: *newClock()}).options())
			require.ErrorIs(t, err, tt.kind)
			require.ErrorContains(t, err, tt.want)
		})
	}
}

// TestDetailGone: an event that goes while the list is read takes no other with
// it; many that are gone are a wrong address.
func TestDetailGone(t *testing.T) {
	gone := func(n int, status int) *agenda {
		a := &agenda{list: events(50), details: map[string]http.HandlerFunc{}}
		for i := range n {
			a.details[fmt.Sprintf("/api/evento/%d", i+1)] = answer(status, "Not Found")
		}
		return a
	}
	for _, status := range []int{404, 410} {
		items, stats, err := pull(t, detailed(t, gone(9, status), brands.Detail{}),
			upstream.Options{})
		require.NoError(t, err)
		require.Len(t, items, 41)
		require.Equal(t, 9, stats.Gone)
		require.Equal(t, 50, stats.Items)
	}
	_, _, err := pull(t, detailed(t, gone(10, 404), brands.Detail{}), upstream.Options{})
	require.ErrorIs(t, err, upstream.ErrIncomplete)
	require.EqualError(t, err,
		"pull incomplete: 10 of 50 details answered 404 or 410: check source.detail.url")
	a := gone(2, 404)
	a.list = events(2)
	_, _, err = pull(t, detailed(t, a, brands.Detail{}), upstream.Options{})
	require.EqualError(t, err,
		"pull incomplete: 2 of 2 details answered 404 or 410: check source.detail.url")
}

// TestDetailWaits: the wait that one request is told counts for all, and a source that only asks to
// wait is not given up after five times.
func TestDetailWaits(t *testing.T) {
	a := &agenda{list: events(1), details: map[string]http.HandlerFunc{}}
	limited := answer(429, "", "Retry-After", "60")
	a.details["/api/evento/1"] = (&script{steps: []http.HandlerFunc{
		limited, limited, limited, limited, limited, limited,
		answer(429, "", "RateLimit-Reset", "30"), answer(200, `{}`)}}).ServeHTTP
	c := &sharedClock{clock: *newClock()}
	src := detailed(t, a, brands.Detail{Concurrency: 1})
	src.Timeout = time.Hour
	_, stats, err := pull(t, src, c.options())
	require.NoError(t, err)
	require.Equal(t, 7, stats.Retries)
	require.Equal(t, 6*time.Minute+30*time.Second, c.now.Sub(newClock().now))

	a.detail("/api/evento/1", limited)
	src.Timeout = 24 * time.Hour
	_, _, err = pull(t, src, c.options())
	require.ErrorIs(t, err, upstream.ErrUnavailable)
	require.ErrorContains(t, err, "answered 429 Too Many Requests (100 tries)")
}

// TestRate: requests keep the brand's distance, after one second's worth.
func TestRate(t *testing.T) {
	c := &sharedClock{clock: *newClock()}
	src := detailed(t, &agenda{list: events(24)}, brands.Detail{Concurrency: 1})
	src.Rate = 5
	_, stats, err := pull(t, src, c.options())
	require.NoError(t, err)
	require.Equal(t, 25, stats.Requests)
	require.Equal(t, 4*time.Second, c.now.Sub(newClock().now),
		"the first five at once, twenty more at five a second")
}

// TestDetailRetries: a detail is asked for again like a page.
func TestDetailRetries(t *testing.T) {
	a := &agenda{list: events(20), details: map[string]http.HandlerFunc{}}
	for i, broken := range []http.HandlerFunc{answer(500, ""), reset(`{"a`), short(`{}`),
		answer(503, "", "Retry-After", "3")} {
		s := &script{steps: []http.HandlerFunc{broken, answer(200, `{"data": 1}`)}}
		a.details[fmt.Sprintf("/api/evento/%d", 1+4*i)] = s.ServeHTTP
	}
	items, stats, err := pull(t, detailed(t, a, brands.Detail{}),
		(&sharedClock{clock: *newClock()}).options())
	require.NoError(t, err)
	require.Len(t, items, 20)
	require.Equal(t, 4, stats.Retries)
	require.Equal(t, 25, stats.Requests)
}

// TestDetailsEnd: when a pull ends early, nothing goes on after it.
func TestDetailsEnd(t *testing.T) {
	running := goleak.IgnoreCurrent()
	t.Cleanup(func() { goleak.VerifyNone(t, running) }) // after the server is gone
	a := &agenda{list: events(100), details: map[string]http.HandlerFunc{
		"/api/evento/70": hang(`{`), "/api/evento/71": hang(`{`)}}
	stop := errors.New("enough")
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	src := detailed(t, a, brands.Detail{})
	_, err := upstream.Pull(t.Context(), src, upstream.Options{
		Options: fetch.Options{Transport: transport}},
		func(upstream.Item) error { return stop })
	require.Equal(t, stop, err)
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("told to stop")
	a.detail("/api/evento/2", func(_ http.ResponseWriter, r *http.Request) {
		cancel(why)
		<-r.Context().Done()
	})
	_, err = upstream.Pull(ctx, src, upstream.Options{Options: fetch.Options{Transport: transport}},
		func(upstream.Item) error { return nil })
	require.ErrorIs(t, err, why)
	src.Timeout = 100 * time.Millisecond
	_, err = upstream.Pull(t.Context(), src, upstream.Options{
		Options: fetch.Options{Transport: transport}},
		func(upstream.Item) error { return nil })
	require.ErrorIs(t, err, upstream.ErrUnavailable)
	require.ErrorContains(t, err, "the whole pull took longer than source.timeout")
}
