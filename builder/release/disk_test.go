package release_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/durable"
	"cartaz/builder/release"
	rt "cartaz/builder/release/releasetest"
)

// A full disk gives one line with path and need, and the live release stays.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	id := rt.Build(t, dir, brand, catalogue())
	full := false
	f := mustHold(t, dir,
		release.Options{Hook: func(op durable.Op, _ string, do func() error) error {
			if full && op == durable.OpWrite {
				return syscall.ENOSPC
			}
			return do()
		}})
	w := mustCreate(t, f)
	full = true
	loc := mustBody(t, w, strings.Repeat("x", 1000))
	require.NoError(t,
		w.Add(release.Resource{Path: "/", Variants: []release.Variant{plain("x", loc)}}))
	_, err := w.Seal(facts, nil)
	require.ErrorIs(t, err, syscall.ENOSPC)
	require.EqualError(t, err, "seal release: write 1016 bytes at offset 0 of "+dir+
		"/segments/.tmp-0: no space left on device")
	big := make([]byte, 1<<20)
	w = mustCreate(t, f)
	_, err = w.AppendBody(big)
	require.ErrorIs(t, err, syscall.ENOSPC)
	require.NoError(t, w.Abort())
	live, err := release.Current(dir)
	require.NoError(t, err)
	require.Equal(t, id, live)
	ids, err := release.List(dir)
	require.NoError(t, err)
	require.Equal(t, []string{id}, ids)
	require.Empty(t, debris(t, dir))
}

// A release that cannot be sealed removes its new segments, and keeps those that existed before.
func TestSegmentsOfAFailedSeal(t *testing.T) {
	dir := t.TempDir()
	rt.Build(t, dir, brand, catalogue())
	before, err := os.ReadDir(filepath.Join(dir, release.SegmentsDir))
	require.NoError(t, err)
	f := mustHold(t, dir,
		release.Options{Hook: func(op durable.Op, name string, do func() error) error {
			if strings.HasSuffix(name, release.TableFile) {
				return syscall.ENOSPC
			}
			return do()
		}})
	for range 2 {
		w := mustCreate(t, f)
		loc := mustBody(t, w, strings.Repeat("x", 1000))
		require.NoError(t,
			w.Add(release.Resource{Path: "/", Variants: []release.Variant{plain("x", loc)}}))
		_, err = w.Seal(facts, nil)
		require.ErrorIs(t, err, syscall.ENOSPC)
		after, err := os.ReadDir(filepath.Join(dir, release.SegmentsDir))
		require.NoError(t, err)
		require.Equal(t, len(before), len(after))
	}
	live, err := release.Current(dir)
	require.NoError(t, err)
	require.NoError(t, serve(dir, live))
}

// debris lists temporary names below a folder.
func debris(t testing.TB, dir string) (found []string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if strings.HasPrefix(d.Name(), release.TempPrefix) {
			found = append(found, p)
		}
		return err
	}))
	return found
}

// A release that was copied from the folder of another brand is whole, and refused by name.
func TestReleaseOfAnotherBrand(t *testing.T) {
	dir, elsewhere := t.TempDir(), t.TempDir()
	f := mustHold(t, dir, release.Options{})
	require.NoError(t, f.WriteBrand(brand))
	own := rt.Seal(t, f, brand, catalogue())
	require.NoError(t, f.Publish(own))
	other := brand
	other.Key, other.Hosts = "outra", []string{"outra.example"}
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

	// A brand that was given another key keeps its hosts, and its releases.
	renamed := brand
	renamed.Key = "novo"
	require.NoError(t, f.WriteBrand(renamed))
	r, err := release.Open(dir, own)
	require.NoError(t, err)
	require.NoError(t, r.Close())
	live, err := release.Current(dir)
	require.NoError(t, err)
	require.Equal(t, own, live)
}
