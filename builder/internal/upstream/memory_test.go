package upstream_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
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

// loaded gives a brand from a brand.yaml with the given source.
func loaded(t *testing.T, source string, env map[string]string) *brands.Brand {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "palco")
	require.NoError(t, os.Mkdir(dir, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, brands.FileName), []byte(`name: Palco
locale: pt-BR
site_url: https://palco.example
base_url: https://palco.example/api/public/v1
auth_url: https://auth.palco.example
source:`+source), 0o644))
	b, err := brands.LoadOne(dir, brands.LoadOptions{Env: func(name string) (string, bool) {
		v, ok := env[name]
		return v, ok
	}})
	require.NoError(t, err)
	return b
}

// Documents of values without end are refused before they fill the memory.
func TestRepeatedValues(t *testing.T) {
	for _, tt := range []struct{ name, document, items, want string }{
		{"tiny events", "[" + strings.Repeat(`{"name":"a"},`, 200_000) + "1]", "",
			"the pull has more than 1"},
		{"many tags", `[{"id":1,"tags":[` + strings.Repeat("1,", 200_000) + "1]}]", "",
			"jq: source: too large: the document has more than 100000 values"},
		{"a filter over objects", `{"a":[` + strings.Repeat("{},", 5_000_000) + "{}]}", "[.a[]]",
			"the document has more than 5000000 values"},
	} {
		src := folder(t, "a.json", map[string]string{"a.json": tt.document})
		src.MaxBytes, src.Items = 512<<20, tt.items
		_, _, err := pull(t, src, upstream.Options{})
		require.ErrorContains(t, err, tt.want)
	}
}
