package release_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/release"
	rt "cartaz/builder/release/releasetest"
)

// TestVerifySome: from whatever place, what is within reach is checked, around the
// end too, and what is not is left.
func TestVerifySome(t *testing.T) {
	dir := t.TempDir()
	const resources, size = 10, 1000
	m := map[string]rt.Resource{}
	for i := range resources {
		m[fmt.Sprintf("/%d", i)] = rt.Resource{Bodies: []rt.Body{{
			Fields:  []release.Field{{Name: "Content-Type", Value: "text/plain"}},
			Text:    strings.Repeat(fmt.Sprint(i), size),
			Codings: []release.Coding{release.Identity},
		}}}
	}
	id := rt.Build(t, dir, brand, m)
	r := rt.Open(t, dir, id)
	for where := range uint64(2 * resources) {
		require.NoError(t, r.VerifySome(where, 1<<20))
	}
	segment := rt.Segments(t, dir)[0]
	data := mustRead(t, segment)
	at := strings.Index(string(data), strings.Repeat("7", size))
	require.Positive(t, at)
	rt.Flip(t, segment, int64(at+10))
	r = rt.Open(t, dir, id)
	for where := range uint64(2 * resources) {
		require.ErrorIs(t, r.VerifySome(where, 1<<20), release.ErrCorrupt)
		found := r.VerifySome(where, 3*size) != nil
		n := where % resources
		require.Equal(t, n >= 5 && n <= 7, found, "three resources from %d on", n)
	}
	require.NoError(t, rt.Open(t, dir, rt.Build(t, dir, brand, nil)).VerifySome(5, 1),
		"a release without resources")
}
