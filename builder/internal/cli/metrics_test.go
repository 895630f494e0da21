package cli_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
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
		yaml := strings.ReplaceAll(goodBrands["brands/festa/brand.yaml"], "festa.example",
			fmt.Sprintf("b%d.example", i))
		require.NoError(t, os.WriteFile(filepath.Join(folder, "brand.yaml"), []byte(yaml), 0o644))
		require.NoError(t, os.WriteFile(filepath.Join(folder, "catalogue.json"),
			[]byte(goodBrands["brands/festa/catalogue.json"]), 0o644))
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
