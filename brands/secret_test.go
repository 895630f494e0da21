package brands_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSecretFiles: a source value takes the text of a file without its last line break, and no
// message shows that text.
func TestSecretFiles(t *testing.T) {
	dir := t.TempDir()
	const token = "tok-5f2e9c"
	write := func(name, content string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
		return path
	}
	read := func(path string) (string, string, error) {
		b, _, err := one(t, strings.Replace(least,
			"  kind: file\n  path: events.json\n", "", 1)+"  kind: http\n  url: "+
			"https://b.example/e\n  headers: {X-Key: \"Bearer ${file:"+
			path+"}\"}\n")
		if err != nil {
			return "", "", err
		}
		return b.Source.Headers["X-Key"], b.Source.Redact("refused: Bearer " + token), nil
	}
	for name, content := range map[string]string{
		"bare": token, "line": token + "\n", "windows": token + "\r\n",
	} {
		path := write(name, content)
		got, redacted, err := read(path)
		require.NoError(t, err)
		require.Equal(t, "Bearer "+token, got, name)
		require.Equal(t, "refused: Bearer ${file:"+path+"}", redacted)
	}
	link := filepath.Join(dir, "link")
	require.NoError(t, os.Symlink("bare", link))
	got, _, err := read(link)
	require.NoError(t, err, "mounted secrets are symbolic links")
	require.Equal(t, "Bearer "+token, got)

	pipe := filepath.Join(dir, "pipe")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	for name, content := range map[string]string{
		"empty": "\n", "large": strings.Repeat(token, 2000), "two": token + "\nX: y\n",
	} {
		write(name, content)
	}
	for path, want := range map[string]string{
		filepath.Join(dir, "absent"): "there is no such file",
		filepath.Join(dir, "empty"):  "is empty: write the value into it",
		filepath.Join(dir, "large"):  "it has more than 16384 bytes",
		filepath.Join(dir, "two"):    "holds a line break",
		pipe:                         "it is not a regular file",
		dir:                          "it is not a regular file",
		"run/secrets/x":              `"run/secrets/x" is not a whole path`,
		"":                           `"" is not a whole path`,
	} {
		_, _, err := read(path)
		require.ErrorContains(t, err, want)
		require.ErrorContains(t, err, "source.headers.X-Key")
		require.NotContains(t, err.Error(), token)
	}
}
