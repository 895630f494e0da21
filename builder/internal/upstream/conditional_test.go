package upstream_test

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/internal/cache"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/upstream/fetch"
	"cartaz/builder/rowstest"
)

// tagged answers with an ETag of the body, or with 304.
func tagged(body func(r *http.Request) string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		text := body(r)
		tag := fmt.Sprintf(`W/"%x"`, len(text))
		w.Header().Set("ETag", tag)
		if r.Header.Get("If-None-Match") == tag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		_, _ = w.Write([]byte(text))
	}
}

// TestUnchangedPages: pages that the source says are unchanged are read from
// memory, the others anew.
func TestUnchangedPages(t *testing.T) {
	dir := t.TempDir()
	second := "2, 3"
	h := tagged(func(r *http.Request) string {
		return map[string]string{"1": `{"data": [1], "meta": {"last_page": 3}}`, "2": `{"data": [` +
			second +
			`], "meta": {"last_page": 3}}`,
			"3": `{"data": [4], "meta": {"last_page": 3}} `}[r.URL.Query().Get("page")]
	})
	pages := laravelPages("number")
	pages.Size = 0
	src := served(t, h, pages)
	src.Conditional = true
	first, stats, err := remembering(t, dir, src, upstream.Options{})
	require.NoError(t, err)
	require.Equal(t, []any{1, 2, 3, 4}, values(first))
	require.Zero(t, stats.NotModified)
	again, stats, err := remembering(t, dir, src, upstream.Options{})
	require.NoError(t, err)
	require.Equal(t, first, again)
	require.Equal(t, 3, stats.NotModified)
	require.Equal(t, 3, stats.Requests)

	second = "2, 33"
	items, stats, err := remembering(t, dir, src, upstream.Options{})
	require.NoError(t, err)
	require.Equal(t, []any{1, 2, 33, 4}, values(items))
	require.Equal(t, 2, stats.NotModified)

	src.Conditional = false
	_, stats, err = remembering(t, dir, src, upstream.Options{})
	require.NoError(t, err)
	require.Zero(t, stats.NotModified)
	src.Conditional = true
	_, stats, err = remembering(t, dir, src, upstream.Options{})
	require.NoError(t, err)
	require.Equal(t, 3, stats.NotModified, "what is asked for but not needed stays")
}

// TestRecordedList: a recorded list with its recorded ETag, and a document large
// enough to be on disk.
func TestRecordedList(t *testing.T) {
	list, err := os.ReadFile(filepath.Join("testdata", "gancio", "events.json"))
	require.NoError(t, err)
	for name, body := range map[string]string{"recorded": string(list), "large": "[" +
		strings.TrimSuffix(strings.Repeat(`"`+strings.Repeat("x", 1<<10)+`",`, 6<<10), ",") + "]"} {
		for _, packed := range []bool{false, true} {
			dir := t.TempDir()
			const tag = `W/"79ae-pNoH1r6ucwQKctFy74ar2AD2DUk"`
			src := served(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Header.Get("If-None-Match") == tag {
					answer(304, "", "ETag", tag)(w, r)
				} else if packed {
					answer(200, zipped(t, body), "ETag", tag, "Content-Encoding", "gzip")(w, r)
				} else {
					answer(200, body, "ETag", tag)(w, r)
				}
			}), brands.Pages{Style: "none"})
			src.Conditional = true
			first, _, err := remembering(t, dir, src, upstream.Options{})
			require.NoError(t, err)
			info, err := os.Stat(filepath.Join(dir, cache.LogFile))
			require.NoError(t, err)
			require.Less(t, info.Size(), int64(len(body)/2), "kept compressed")
			again, stats, err := remembering(t, dir, src, upstream.Options{})
			require.NoError(t, err)
			require.Equal(t, first, again, name)
			require.Equal(t, 1, stats.NotModified)
			require.EqualValues(t, len(body), stats.Bytes,
				"decoded bytes count wherever they come from")
		}
	}
}

// TestValidators: what is remembered of an answer, and when it is not.
func TestValidators(t *testing.T) {
	type row struct {
		Name   string
		Fields []string
		Want   [2]string // If-None-Match and If-Modified-Since of the second request
	}
	for _, tt := range append(rowstest.Read[[]row](t, "testdata/validators.yaml"),
		row{"endless tag", []string{"ETag", `"` + strings.Repeat("a", 2000) + `"`}, [2]string{}}) {
		t.Run(tt.Name, func(t *testing.T) {
			dir := t.TempDir()
			var got [2]string
			src := served(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				got = [2]string{r.Header.Get("If-None-Match"), r.Header.Get("If-Modified-Since")}
				answer(200, `[1]`, tt.Fields...)(w, r)
			}), brands.Pages{Style: "none"})
			src.Conditional = true
			for range 2 {
				items, _, err := remembering(t, dir, src, upstream.Options{})
				require.NoError(t, err)
				require.Len(t, items, 1)
			}
			require.Equal(t, tt.Want, got)
		})
	}
}

// TestMemoryOfHeaders: totals in the header are also there with a 304, which need not repeat them.
func TestMemoryOfHeaders(t *testing.T) {
	dir := t.TempDir()
	total := 2
	src := served(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("If-None-Match") != "" {
			if total != 2 {
				w.Header().Set("X-WP-Total", strconv.Itoa(total))
			}
			answer(304, "", "ETag", `"a"`)(w, r)
			return
		}
		answer(200, `[1, 2]`, "ETag", `"a"`, "X-WP-Total", "2")(w, r)
	}), brands.Pages{Style: "none"})
	src.Conditional = true
	_, _, err := remembering(t, dir, src, upstream.Options{})
	require.NoError(t, err)
	src.Pages.Total = `$headers["x-wp-total"]`
	_, stats, err := remembering(t, dir, src, upstream.Options{})
	require.NoError(t, err)
	require.Equal(t, 1, stats.NotModified)
	total = 3
	_, _, err = remembering(t, dir, src, upstream.Options{})
	require.ErrorIs(t, err, upstream.ErrIncomplete)
	require.ErrorContains(t, err, "states 3 items, 2 were read")
}

// TestMemoryHeals: a source whose ETag does not change with its pages would
// make every pull incomplete; the pages from memory are forgotten when one is.
func TestMemoryHeals(t *testing.T) {
	dir := t.TempDir()
	total := 2
	src := served(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if page := r.URL.Query().Get("page"); page == "1" && r.Header.Get("If-None-Match") != "" {
			answer(304, "", "ETag", `"same"`)(w, r)
		} else {
			answer(200, fmt.Sprintf(`{"data": [%s], "meta": {"total": %d, "last_page": 2}}`, page,
				total), map[string][]string{"1": {"ETag", `"same"`}}[page]...)(w, r)
		}
	}), laravelPages("number"))
	src.Conditional = true
	_, _, err := remembering(t, dir, src, upstream.Options{})
	require.NoError(t, err)
	total = 3
	_, _, err = remembering(t, dir, src, upstream.Options{})
	require.ErrorIs(t, err, upstream.ErrIncomplete)
	total = 2
	_, stats, err := remembering(t, dir, src, upstream.Options{})
	require.NoError(t, err)
	require.Zero(t, stats.NotModified)
}

// TestMemoryAndSecrets: a new token forgets nothing, and none is written
// down.
func TestMemoryAndSecrets(t *testing.T) {
	dir := t.TempDir()
	h := tagged(func(*http.Request) string { return `[1]` })
	pulled := func(token string) upstream.Stats {
		b := loaded(t,
			"\n  kind: http\n  url: http://backend.example/list?key=${TOKEN}\n  headers: "+
				"{Authorization: \"Bearer ${TOKEN}\"}\n", map[string]string{"TOKEN": token})
		src := upstream.FromBrand(b)
		_, stats, err := remembering(t, dir, src, upstream.Options{
			Options: fetch.Options{Transport: toServer(t, h)}})
		require.NoError(t, err)
		return stats
	}
	require.Zero(t, pulled("first-secret").NotModified)
	require.Equal(t, 1, pulled("second-secret").NotModified)
	text, err := os.ReadFile(filepath.Join(dir, cache.LogFile))
	require.NoError(t, err)
	require.NotContains(t, string(text), "secret")
}

// toServer leads every request to a handler, whatever its host.
func toServer(t *testing.T, h http.Handler) http.RoundTripper {
	at, err := url.Parse(served(t, h, brands.Pages{}).URL)
	require.NoError(t, err)
	return roundTrip(func(r *http.Request) (*http.Response, error) {
		r = r.Clone(r.Context())
		r.URL.Host = at.Host
		return http.DefaultTransport.RoundTrip(r)
	})
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// TestUnexpected304 is no answer to a plain request.
func TestUnexpected304(t *testing.T) {
	src := served(t, answer(304, ""), brands.Pages{Style: "none"})
	_, _, err := pull(t, src, newClock().options())
	require.ErrorIs(t, err, upstream.ErrUnavailable)
	require.ErrorContains(t, err,
		"answered 304 Not Modified: the source took a plain request for a conditional one")
}

// TestBodiesAreNotConditional: a POST has no validators.
func TestBodiesAreNotConditional(t *testing.T) {
	dir := t.TempDir()
	src := served(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		require.Empty(t, r.Header.Get("If-None-Match"))
		answer(200, `[1]`, "ETag", `"a"`)(w, r)
	}), brands.Pages{Style: "none"})
	src.Conditional, src.Body = true, map[string]any{"query": "x"}
	for range 2 {
		_, stats, err := remembering(t, dir, src, upstream.Options{})
		require.NoError(t, err)
		require.Zero(t, stats.NotModified)
	}
}
