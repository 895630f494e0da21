package cli_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestListsLeftBehind: a later builder removes the list of a builder that was killed while its hook
// ran, and keeps the list of a hook that may still run.
func TestListsLeftBehind(t *testing.T) {
	temp, out := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", temp)
	for name, age := range map[string]time.Duration{"cartaz-purge-1": time.Hour,
		"cartaz-purge-2": time.Minute, "other": time.Hour} {
		file := filepath.Join(temp, name)
		require.NoError(t, os.WriteFile(file, nil, 0o600))
		then := time.Now().Add(-age)
		require.NoError(t, os.Chtimes(file, then, then))
	}
	brands := filepath.Join("..", "..", "..", "brands")
	runHere(t, "build", "palco", "--brands", brands, "--out", out, "--export=false", "--hook",
		`grep -q . "$PURGE"`)
	left, err := os.ReadDir(temp)
	require.NoError(t, err)
	var names []string
	for _, e := range left {
		names = append(names, e.Name())
	}
	require.Equal(t, []string{"cartaz-purge-2", "other"}, names)
}
