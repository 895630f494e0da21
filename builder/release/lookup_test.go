package release_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/release"
	rt "cartaz/builder/release/releasetest"
)

// told is all that a reader learns of a path.
func told(r *release.Release, path string) string {
	ref, ok := r.Lookup(path)
	if !ok {
		return "nothing"
	}
	if ref.NumVariants() == 0 {
		return "damaged"
	}
	b := &strings.Builder{}
	fmt.Fprintf(b, "%s %s %s %d", ref.Path(), ref.Canonical(), ref.Alternate(), ref.Modified())
	for i := range ref.NumVariants() {
		v := ref.Variant(i)
		body, err := v.Body()
		if err != nil {
			return "damaged"
		}
		fmt.Fprintf(b, " %v %s %d %x %s", v.Profile(), v.Coding(), v.Tokens(), v.Digest(), body)
	}
	return b.String()
}

// A release whose checksums nobody has compared (Open reads no row) never answers a path with
// what another one has, nor with nothing, whichever byte of its table has a flipped bit.
func TestLookupSeesFlippedBits(t *testing.T) {
	dir := t.TempDir()
	id := rt.Build(t, dir, brand, catalogue())
	file := rt.File(dir, id, release.TableFile)
	good := rt.Open(t, dir, id)
	want := map[string]string{"/eventos/nenhum": "nothing", "/": "", "/zzz": "nothing",
		":a": "nothing"}
	for ref := range good.Resources() {
		want[string(ref.Path())] = ""
	}
	for path := range want {
		want[path] = told(good, path)
	}
	require.Greater(t, len(want), 4)
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	noticed := 0
	for i := range data {
		data[i] ^= 1 << (i % 8)
		rt.Overwrite(t, file, data)
		data[i] ^= 1 << (i % 8)
		r, err := release.Open(dir, id)
		if err != nil {
			noticed++
			continue
		}
		for path, right := range want {
			if got := told(r, path); got == "damaged" {
				noticed++
			} else if got != right {
				require.Equal(t, right, got, "bit %d of byte %d: %s", i%8, i, path)
			}
		}
		require.NoError(t, r.Close())
	}
	require.Greater(t, noticed, len(data)/2)
}
