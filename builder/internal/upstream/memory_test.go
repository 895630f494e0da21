package upstream_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/internal/cache"
	"cartaz/builder/internal/upstream"
)

// remembering pulls with the memory in dir, as a build does.
func remembering(t *testing.T, dir string, src upstream.Source, opts upstream.Options) ([]record,
	upstream.Stats, error) {
	t.Helper()
	c, err := cache.Open(dir)
	require.NoError(t, err)
	require.NoError(t, c.Damage())
	opts.Cache = c
	items, stats, err := pull(t, src, opts)
	require.NoError(t, c.Commit(err == nil))
	require.NoError(t, c.Close())
	return items, stats, err
}

// TestUnchangedDetails: an event whose key stays the same costs no request.
func TestUnchangedDetails(t *testing.T) {
	dir := t.TempDir()
	a := &agenda{list: events(100)}
	src := with(t, detailed(t, a, brands.Detail{Items: ".data", Key: ".updated"}),
		"{id, path: .detail.path}")
	first, stats, err := remembering(t, dir, src, upstream.Options{})
	require.NoError(t, err)
	require.Equal(t, 101, stats.Requests)
	again, stats, err := remembering(t, dir, src, upstream.Options{})
	require.NoError(t, err)
	require.Equal(t, first, again)
	require.Equal(t, 1, stats.Requests)
	require.Equal(t, 100, stats.Reused)
	require.Equal(t, 100, stats.Details)

	// Two events change, one goes, and one that comes has no key yet.
	a.list = strings.Replace(strings.Replace(a.list, `"id": 5, "updated": "v1"`,
		`"id": 5, "updated": "v2"`, 1), `"id": 7, "updated": "v1"`, `"id": 7, "updated": {"at": 3}`,
		1)
	a.list = strings.Replace(a.list, `{"id": 9, "updated": "v1"}`, `{"id": 1009}`, 1)
	a.asked = nil
	items, stats, err := remembering(t, dir, src, upstream.Options{})
	require.NoError(t, err)
	require.Len(t, items, 100)
	require.ElementsMatch(t, []string{"/api/evento/5", "/api/evento/7", "/api/evento/1009"},
		a.asked)
	require.Equal(t, 97, stats.Reused)
	a.asked = nil
	_, _, err = remembering(t, dir, src, upstream.Options{})
	require.NoError(t, err)
	require.Equal(t, []string{"/api/evento/1009"}, a.asked,
		"what has neither key nor validator is not kept")
}

// TestDetailsWithoutKey are asked for again, with the validators of the last
// answer.
func TestDetailsWithoutKey(t *testing.T) {
	for _, key := range []string{"", ".updated"} {
		dir := t.TempDir()
		a := &agenda{list: events(10), details: map[string]http.HandlerFunc{}}
		for i := range 10 {
			a.details[fmt.Sprintf("/api/evento/%d", i+1)] = func(w http.ResponseWriter,
				r *http.Request) {
				if r.Header.Get("If-None-Match") == `W/"x"` {
					w.WriteHeader(304)
					return
				}
				answer(200, `{"text": "same"}`, "ETag", `W/"x"`)(w, r)
			}
		}
		src := detailed(t, a, brands.Detail{Key: key})
		first, _, err := remembering(t, dir, src, upstream.Options{})
		require.NoError(t, err)
		a.list = strings.ReplaceAll(a.list, "v1", "v2")
		for range 2 {
			again, stats, err := remembering(t, dir, src, upstream.Options{})
			require.NoError(t, err)
			require.Equal(t, first[3].Value.(map[string]any)["detail"],
				again[3].Value.(map[string]any)["detail"])
			if stats.Reused == 0 {
				require.Equal(t, 10, stats.NotModified)
				require.Equal(t, 11, stats.Requests)
			} else {
				require.Equal(t, 1, stats.Requests, "a 304 is remembered under the new key")
			}
		}
	}
}

// TestBrokenOffPull: the next one goes on where it was.
func TestBrokenOffPull(t *testing.T) {
	dir := t.TempDir()
	a := &agenda{list: events(40),
		details: map[string]http.HandlerFunc{"/api/evento/30": answer(401, "")}}
	src := detailed(t, a, brands.Detail{Key: ".updated", Concurrency: 1})
	_, _, err := remembering(t, dir, src, upstream.Options{})
	require.ErrorIs(t, err, upstream.ErrUnavailable)
	a.detail("/api/evento/30", nil)
	items, stats, err := remembering(t, dir, src, upstream.Options{})
	require.NoError(t, err)
	require.Len(t, items, 40)
	require.GreaterOrEqual(t, stats.Reused, 25)
}
