package cli_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/cli"
)

// runHere runs a command line in this process and returns what it printed.
func runHere(t *testing.T, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code := cli.Run(t.Context(), args, cli.Env{Stdout: &stdout, Stderr: &stderr,
		Lookup: os.LookupEnv, Now: time.Now})
	require.Zero(t, code, stderr.String())
	return stdout.String()
}

// TestReadmeSearch: builder/README.md shows the real answers of the search on the sample brand.
func TestReadmeSearch(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..", "..")
	text, err := os.ReadFile(filepath.Join(root, "builder", "README.md"))
	require.NoError(t, err)
	shown := regexp.MustCompile(
		`(?m)^    \$ builder search palco "(.+)" --why (\S+)\n((?:    .*\n)+)`).FindStringSubmatch(
		string(text))
	require.NotNil(t, shown)

	out := t.TempDir()
	runHere(t, "build", "palco", "--brands", filepath.Join(root, "brands"), "--out", out,
		"--export=false")
	said := runHere(t, "search", "palco", shown[1], "--why", shown[2], "--out", out)
	said = regexp.MustCompile(`00000001-[0-9a-f]{16}`).ReplaceAllString(said, "00000001-…")
	require.Equal(t, strings.ReplaceAll("\n"+shown[3], "\n    ", "\n")[1:], said)
}

// TestReadmeBrand: the commands of the README for a new brand work in a clone, which has the sample
// brands already.
func TestReadmeBrand(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..", "..")
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	require.NoError(t, err)
	_, section, _ := strings.Cut(string(text), "\n## Add a brand in five minutes\n")
	typed := regexp.MustCompile(
		`(?m)^    \.bin/builder (init|build) (\S+)(?: +#.*)?$`).FindAllStringSubmatch(section, -1)
	require.Len(t, typed, 2)

	brands, out := t.TempDir(), t.TempDir()
	require.NoDirExists(t, filepath.Join(root, "brands", typed[0][2]))
	require.Contains(t, runHere(t, typed[0][1], typed[0][2], "--brands", brands), "brand.yaml")
	require.Contains(t, runHere(t, typed[1][1], typed[1][2], "--brands", brands, "--out", out),
		typed[0][2]+": published")
}
