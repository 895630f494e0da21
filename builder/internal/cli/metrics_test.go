package cli_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"
	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/cli"
)

// checkExposition reads the text format of Prometheus as its own programs do.
func checkExposition(text string) error {
	_, err := promlint.New(strings.NewReader(text)).Lint()
	return err
}

// TestMetricsOfManyRuns: one cron line for each brand, one file for all of them. No run loses the
// gauges of another.
func TestMetricsOfManyRuns(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const brands = 8
	for i := range brands {
		folder := filepath.Join(dir, "brands", fmt.Sprintf("b%d", i))
		require.NoError(t, os.MkdirAll(folder, 0o755))
		yaml := strings.ReplaceAll(goodBrands()["brands/festa/brand.yaml"], "festa.example",
			fmt.Sprintf("b%d.example", i))
		require.NoError(t, os.WriteFile(filepath.Join(folder, "brand.yaml"), []byte(yaml), 0o644))
		require.NoError(t, os.WriteFile(filepath.Join(folder, "catalogue.json"),
			[]byte(goodBrands()["brands/festa/catalogue.json"]), 0o644))
	}
	file := filepath.Join(dir, "cartaz.prom")
	var group sync.WaitGroup
	for i := range brands {
		group.Go(func() {
			var out bytes.Buffer
			env := cli.Env{Stdout: &out, Stderr: &out, Lookup: os.LookupEnv, Now: time.Now}
			code := cli.Run(t.Context(), []string{"build", "--brands", filepath.Join(dir, "brands"),
				"--out", filepath.Join(dir, "out"),
				"--metrics", file, "--export=false", fmt.Sprintf("b%d", i)}, env)
			if code != cli.ExitOK {
				t.Errorf("exit code %d: %s", code, out.String())
			}
		})
	}
	group.Wait()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.NoError(t, checkExposition(string(text)))
	for i := range brands {
		require.Contains(t, string(text), fmt.Sprintf("cartaz_builder_result{brand=\"b%d\"} 0\n",
			i))
	}
	entries, err := filepath.Glob(filepath.Join(dir, ".*"))
	require.NoError(t, err)
	require.Empty(t, entries, "nothing else is left there")
}

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
