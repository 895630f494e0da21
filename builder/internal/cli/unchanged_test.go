package cli_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/build/unchanged"
	"cartaz/builder/internal/cli"
)

// took is what differs between two runs that do the same: how long they took, and when.
var took = regexp.MustCompile(`in \d+(\.\d+)?m?s|"duration_seconds":[0-9.e-]+|` +
	`(?m)^cartaz_builder_(duration|last_\w+)_\S+ \S+$`)

// TestUnchangedSaysTheSame: a build that ends early because nothing has changed says what one says
// that goes all the way, in lines, in JSON and in metrics, with the same exit code.
func TestUnchangedSaysTheSame(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range goodBrands {
		file := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	}
	metrics := filepath.Join(dir, "cartaz.prom")
	build := func(flags ...string) string {
		var out bytes.Buffer
		env := cli.Env{Stdout: &out, Stderr: &out, Lookup: os.LookupEnv, Now: time.Now}
		code := cli.Run(t.Context(), append([]string{"build", "--brands",
			filepath.Join(dir, "brands"), "--out", filepath.Join(dir, "out"), "--metrics", metrics},
			flags...), env)
		require.Equal(t, cli.ExitOK, code, out.String())
		text, err := os.ReadFile(metrics)
		require.NoError(t, err)
		return took.ReplaceAllString(out.String()+string(text), "X")
	}
	build()
	build()
	memories, err := filepath.Glob(filepath.Join(dir, "out", "*", unchanged.FileName))
	require.NoError(t, err)
	require.NotEmpty(t, memories)
	for _, flags := range [][]string{{"--reasons"}, {"--json"}, {"--export=false"}} {
		early := build(flags...)
		for _, file := range memories {
			require.NoError(t, os.Remove(file))
		}
		require.Equal(t, build(flags...), early)
		require.Contains(t, early, "unchanged")
	}
}
