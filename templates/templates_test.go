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
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "html"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "html", "home.html"), []byte("mine"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "html", "zz.html"), []byte("more"), 0o600))
	files, err := templates.Load(dir)
	require.NoError(t, err)

	read := func(name string) string {
		b, err := fs.ReadFile(files, name)
		require.NoError(t, err)
		return string(b)
	}
	require.Equal(t, "mine", read("html/home.html"))
	require.Equal(t, "more", read("html/zz.html"))
	embedded, err := templates.FS.ReadFile("html/city.html")
	require.NoError(t, err)
	require.Equal(t, string(embedded), read("html/city.html"))

	names, err := templates.Files(files, "html")
	require.NoError(t, err)
	require.Contains(t, names, "html/city.html")
	require.Contains(t, names, "html/zz.html")
	require.IsIncreasing(t, names)
	globbed, err := fs.Glob(files, "html/*.html")
	require.NoError(t, err)
	require.Equal(t, names, globbed, "what the template parsers see")

	_, err = fs.ReadFile(files, "html/none.html")
	require.ErrorIs(t, err, fs.ErrNotExist)
	_, err = fs.ReadDir(files, "none")
	require.ErrorIs(t, err, fs.ErrNotExist)
}

func TestLoadWithoutFolder(t *testing.T) {
	files, err := templates.Load("")
	require.NoError(t, err)
	_, err = fs.Stat(files, "site.css")
	require.NoError(t, err)
	_, err = templates.Load(filepath.Join(t.TempDir(), "none"))
	require.ErrorIs(t, err, fs.ErrNotExist)
	_, err = templates.Load("templates_test.go")
	require.ErrorContains(t, err, "not a folder")
	_, err = templates.Files(files, "none")
	require.ErrorIs(t, err, fs.ErrNotExist)
}
