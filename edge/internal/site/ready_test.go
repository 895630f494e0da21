package site_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/release"
	"cartaz/edge/internal/edgetest"
)

// TestNothingToServe: an edge that has nothing to serve is not ready, says why, and
// becomes ready without a restart.
func TestNothingToServe(t *testing.T) {
	t.Run("missing", func(t *testing.T) {
		out := filepath.Join(t.TempDir(), "out")
		s, _ := newSite(t, out)
		require.ErrorContains(t, s.Ready(), "not been read yet")
		s.Scan()
		require.ErrorIs(t, s.Ready(), fs.ErrNotExist)
		require.ErrorContains(t, s.Ready(), out)
		require.Equal(t, "unknown", live(s, "palco.example"))
		edgetest.Publish(t, out, edgetest.Brand("palco"), 2, 1)
		s.Scan()
		require.NoError(t, s.Ready())
		require.NoError(t, os.RemoveAll(out))
		s.Scan()
		require.NoError(t, s.Ready(), "it goes on with what it holds")
	})
	t.Run("no folder", func(t *testing.T) {
		out := filepath.Join(t.TempDir(), "out")
		require.NoError(t, os.WriteFile(out, nil, 0o600))
		s, _ := newSite(t, out)
		s.Scan()
		require.ErrorContains(t, s.Ready(), out)
	})
	t.Run("empty", func(t *testing.T) {
		out := t.TempDir()
		require.NoError(t, os.Mkdir(filepath.Join(out, "lost+found"), 0o700))
		s, _ := newSite(t, out)
		s.Scan()
		require.ErrorContains(t, s.Ready(), out+" holds no brand")
		edgetest.Publish(t, out, edgetest.Brand("palco"), 2, 1)
		s.Scan()
		require.NoError(t, s.Ready())
	})
	t.Run("only brands that cannot be read", func(t *testing.T) {
		out := t.TempDir()
		require.NoError(t, os.Mkdir(filepath.Join(out, "palco"), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(out, "palco", release.BrandFile), []byte("{"),
			0o600))
		s, _ := newSite(t, out)
		s.Scan()
		require.ErrorContains(t, s.Ready(), "palco: ")
		require.ErrorContains(t, s.Ready(), "can be served")
	})
}

// TestNewerBuilder: releases and brand.json of a newer builder. The brand's hosts are known, the
// edge is not ready and says what to do. A brand of which not even the hosts are known makes an
// edge not ready too, also beside others.
func TestNewerBuilder(t *testing.T) {
	out := t.TempDir()
	edgetest.Publish(t, out, edgetest.Brand("festa"), 2, 1)
	id := edgetest.Publish(t, out, edgetest.Brand("palco"), 2, 1)
	rewrite := func(name, old, new string) {
		t.Helper()
		file := filepath.Join(out, "palco", name)
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		require.NoError(t, os.Remove(file))
		require.NoError(t, os.WriteFile(file, []byte(strings.Replace(string(text), old, new, 1)),
			0o600))
	}
	rewrite(filepath.Join(release.ReleasesDir, id, release.ManifestFile), `"format": `,
		`"format": 9`)
	rewrite(release.BrandFile, "{", `{"colour": "red",`)
	s, log := newSite(t, out)
	s.Scan()
	require.Empty(t, live(s, "palco.example"))
	require.ErrorContains(t, s.Ready(), "brand palco has no release that can be served: release "+
		id)
	require.ErrorContains(t, s.Ready(), "run the edge of that builder's")
	require.Contains(t, log.String(), "run the edge of that builder's")

	rewrite(release.BrandFile, "{", "[")
	s, _ = newSite(t, out)
	s.Scan()
	require.Equal(t, "unknown", live(s, "palco.example"))
	require.NotEqual(t, "unknown", live(s, "festa.example"))
	require.ErrorContains(t, s.Ready(), "brand palco")
	require.Len(t, s.Brands(), 2)
	edgetest.WriteBrand(t, out, edgetest.Brand("palco"))
	s.Scan()
	require.Empty(t, live(s, "palco.example"))
	require.NoError(t, os.RemoveAll(filepath.Join(out, "palco")))
	s.Scan()
	require.NoError(t, s.Ready())
	require.Len(t, s.Brands(), 1)
}
