package release_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/release"
	rt "cartaz/builder/release/releasetest"
)

// A release that somebody copied from the folder of another brand is whole, and refused by name.
func TestReleaseOfAnotherBrand(t *testing.T) {
	dir, elsewhere := t.TempDir(), t.TempDir()
	f := mustHold(t, dir, release.Options{})
	require.NoError(t, f.WriteBrand(brand))
	own := rt.Seal(t, f, brand, catalogue())
	require.NoError(t, f.Publish(own))
	other := brand
	other.Key = "outra"
	foreign := rt.Build(t, elsewhere, other, catalogue())
	require.NotEqual(t, own, foreign)
	for _, part := range []string{filepath.Join(release.ReleasesDir, foreign),
		release.SegmentsDir} {
		entries, err := os.ReadDir(filepath.Join(elsewhere, part))
		require.NoError(t, err)
		require.NoError(t, os.MkdirAll(filepath.Join(dir, part), 0o755))
		for _, e := range entries {
			b, err := os.ReadFile(filepath.Join(elsewhere, part, e.Name()))
			require.NoError(t, err)
			if _, err := os.Stat(filepath.Join(dir, part, e.Name())); err != nil {
				require.NoError(t, os.WriteFile(filepath.Join(dir, part, e.Name()), b, 0o444))
			}
		}
	}
	refused := func(err error) {
		t.Helper()
		require.ErrorIs(t, err, release.ErrCorrupt)
		require.ErrorContains(t, err, "release "+foreign+
			" is of brand outra, the folder is of brand "+brand.Key)
	}
	_, err := release.Open(dir, foreign)
	refused(err)
	_, err = release.ReadManifest(dir, foreign)
	refused(err)
	refused(f.Publish(foreign))
	_, err = f.Rollback(foreign)
	refused(err)
	live, err := release.Current(dir)
	require.NoError(t, err)
	require.Equal(t, own, live)
}
