package release_test

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/release"
	rt "cartaz/builder/release/releasetest"
)

// TestBrandClock: a brand counts days in its own zone, and a frozen clock does not advance.
func TestBrandClock(t *testing.T) {
	now := time.Date(2026, 11, 29, 1, 30, 0, 0, time.UTC)
	palco := release.Brand{Timezone: "America/Sao_Paulo"}
	require.Equal(t, "2026-11-28 22:30", palco.Now(now).In(palco.Zone()).Format("2006-01-02 15:04"))
	palco.AsOf = time.Date(2026, 11, 20, 12, 0, 0, 0, palco.Zone()).Unix()
	require.Equal(t, "2026-11-20 12:00", palco.Now(now).In(palco.Zone()).Format("2006-01-02 15:04"))
	for _, unknown := range []string{"", "Nowhere/City"} {
		b := release.Brand{Timezone: unknown}
		require.Equal(t, time.UTC, b.Zone(), unknown)
	}
}

// A manifest with an unknown member is not damaged if its id certifies it: a newer builder wrote
// it. Prune treats it as any other, and brand.json can still be read.
func TestNewerBuilder(t *testing.T) {
	built, dir := t.TempDir(), t.TempDir()
	old := buildV1(t, built)
	require.NoError(t, os.CopyFS(dir, os.DirFS(built))) // the copy is not locked
	data, err := os.ReadFile(rt.File(dir, old, release.ManifestFile))
	require.NoError(t, err)
	newer := strings.NewReplacer(`"format": 6,`, `"format": 6, "x": 1,`, `"sequence": 1`,
		`"sequence": 2`).Replace(string(data))
	sum := sha256.Sum256([]byte(newer))
	id := fmt.Sprintf("00000002-%x", sum[:8])
	require.NoError(t, os.CopyFS(filepath.Join(dir, release.ReleasesDir, id),
		os.DirFS(filepath.Join(dir, release.ReleasesDir, old))))
	rt.Overwrite(t, rt.File(dir, id, release.ManifestFile), []byte(newer))
	require.ErrorIs(t, serve(dir, id), release.ErrVersion)
	require.ErrorContains(t, serve(dir, id), `"x"`)

	f := mustHold(t, dir, release.Options{})
	removed, err := f.Prune(release.Retention{Newest: 1})
	require.NoError(t, err)
	require.Empty(t, removed)
	require.NoError(t, serve(dir, old), "no segment was removed")

	file := filepath.Join(dir, release.BrandFile)
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	rt.Overwrite(t, file, []byte(strings.Replace(string(text), "{", `{"x": 1,`, 1)))
	facts, err := release.ReadBrand(dir)
	require.NoError(t, err)
	require.Equal(t, brand, facts)

	rt.Overwrite(t, rt.File(dir, id, release.ManifestFile), []byte(newer+" "))
	require.ErrorIs(t, serve(dir, id), release.ErrCorrupt, "the id does not certify it")
}
