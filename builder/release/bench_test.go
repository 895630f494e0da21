package release_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/release"
	rt "cartaz/builder/release/releasetest"
)

// buildMany makes a release of n pages with bodies of about 2.3 KB, the size of
// a page after gzip, as fast as it can: without fsync.
func buildMany(b *testing.B, n int) (dir, id string, paths []string) {
	b.Helper()
	dir = b.TempDir()
	f := mustHold(b, dir, release.Options{Hook: unsynced})
	w := mustCreate(b, f)
	body := strings.Repeat("x", 2300)
	for i := range n {
		path := fmt.Sprintf("/eventos/festival-de-inverno-de-sao-paulo-%07d", i)
		if i < 10_000 {
			paths = append(paths, path)
		}
		v := plain(body, mustBody(b, w, body))
		require.NoError(b,
			w.Add(release.Resource{Path: path, Alternate: path + ".md", Modified: rt.Modified,
				Variants: []release.Variant{v, v, v}}))
	}
	id, err := w.Seal(facts, nil)
	require.NoError(b, err)
	return dir, id, paths
}

// BenchmarkLookupBody does the work of the edge for a page: look up, take a variant, check and
// slice the body, make the entity tag.
func BenchmarkLookupBody(b *testing.B) {
	dir, id, paths := buildMany(b, 10_000)
	r := rt.Open(b, dir, id)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		ref, ok := r.Lookup(paths[i%len(paths)])
		if !ok {
			b.Fatal("missing")
		}
		v := ref.Variant(1)
		if _, err := v.Body(); err != nil {
			b.Fatal(err)
		}
		_ = v.ETag()
	}
}
