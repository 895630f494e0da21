package release_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/release"
	rt "cartaz/builder/release/releasetest"
)

// A release that remembers tells of every path what it told before, until it is to check again:
// then it notices every byte of its table that was overwritten meanwhile, as one that never
// remembers does at once. Verify compares whatever is remembered.
func TestRememberChecks(t *testing.T) {
	dir := t.TempDir()
	id := rt.Build(t, dir, brand, catalogue())
	file := rt.File(dir, id, release.TableFile)
	every, once := rt.Open(t, dir, id), rt.Open(t, dir, id)
	once.RememberChecks()
	want := map[string]string{}
	for ref := range every.Resources() {
		path := string(ref.Path())
		want[path] = told(every, path)
		require.Equal(t, want[path], told(once, path))
	}
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	noticed := 0
	for i := range data {
		data[i] ^= 1 << (i % 8)
		rt.Overwrite(t, file, data)
		for path := range want {
			require.NotPanics(t, func() { told(once, path) })
		}
		require.Equal(t, every.Verify(false) == nil, once.Verify(false) == nil)
		once.CheckAgain()
		for path := range want {
			got := told(every, path)
			require.Equal(t, got, told(once, path), "byte %d: %s", i, path)
			if got == "damaged" {
				noticed++
			}
		}
		data[i] ^= 1 << (i % 8)
		rt.Overwrite(t, file, data)
		for path, right := range want {
			require.Equal(t, right, told(once, path), "damage is not remembered")
		}
	}
	require.Greater(t, noticed, len(data)/2)
}
