package cli_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/cli"
)

// TestVerbs: verbs.txt has the text of each verb and of each of its flags, an example, and valid
// values.
func TestVerbs(t *testing.T) {
	help := func(args ...string) string {
		var out bytes.Buffer
		env := cli.Env{Stdout: &out, Stderr: &out, Lookup: os.LookupEnv, Now: time.Now}
		require.Equal(t, cli.ExitOK, cli.Run(t.Context(), args, env), "%v", args)
		return out.String()
	}
	verbs := regexp.MustCompile(`(?m)^  ([a-z]+) +\S.*$`).FindAllStringSubmatch(help("--help"), -1)
	require.Greater(t, len(verbs), 20)
	for _, verb := range verbs {
		text := help(verb[1], "--help")
		require.Regexp(t, `^Usage: builder `+verb[1]+` \[flags\]`, text)
		require.Regexp(t, `(?s)\n\n[A-Z].+\n\nFlags:\n.*\n?\nExamples:\n  \S`, text)
		require.NotRegexp(t, `(?m)^  --[a-z-]+( [A-Za-z/:]+)? *$`, text, "a flag without text")
		require.NotRegexp(t, `\{[a-z]+\}`, text)
	}
	require.Contains(t, help("prune", "--help"), "at least 1 (default 3)")
	require.Contains(t, help("prune", "--help"), "24h0m0s)")
	require.Contains(t, help("status", "--help"), "(default 1h0m0s)")
}

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
