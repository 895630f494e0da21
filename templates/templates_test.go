package templates_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/templates"
)

func TestLoadOverridesFileByFile(t *testing.T) {
	dir, elsewhere := t.TempDir(), filepath.Join(t.TempDir(), "linked")
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "html"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "html", "home.html"), []byte("mine"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "html", "zz.html"), []byte("more"), 0o600))
	require.NoError(t, os.WriteFile(elsewhere, []byte("linked"), 0o600))
	require.NoError(t, os.Symlink(elsewhere, filepath.Join(dir, "html", "list.html")))
	// Emacs marks a file that it edits with a link to nothing.
	require.NoError(t, os.Symlink("me@here.1", filepath.Join(dir, "html", ".#home.html")))
	files, err := templates.Load(dir)
	require.NoError(t, err)

	require.Equal(t, "mine", files["html/home.html"])
	require.Equal(t, "more", files["html/zz.html"])
	require.Equal(t, "linked", files["html/list.html"])
	require.NotEqual(t, "mine", templates.Embedded["html/home.html"])
	require.Equal(t, templates.Embedded["html/city.html"], files["html/city.html"])
	require.NotEmpty(t, files["html/city.html"])

	names := files.Below("html/")
	require.Contains(t, names, "html/city.html")
	require.Contains(t, names, "html/zz.html")
	require.IsIncreasing(t, names)
	_, err = files.Text("html/none.html")
	require.ErrorIs(t, err, fs.ErrNotExist)

	own := files.With(map[string]string{"html/home.html": "x"})
	require.Equal(t, "x", own["html/home.html"])
	require.Equal(t, "mine", files["html/home.html"])
}

func TestLoadWithoutFolder(t *testing.T) {
	files, err := templates.Load("")
	require.NoError(t, err)
	require.NotEmpty(t, files["site.css"])
	_, err = templates.Load(filepath.Join(t.TempDir(), "none"))
	require.ErrorIs(t, err, fs.ErrNotExist)
	_, err = templates.Load("templates_test.go")
	require.ErrorContains(t, err, "not a folder")
}
