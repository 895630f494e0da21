package site_test

import (
	"io/fs"
	"os"
	"path/filepath"
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
