package cli_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/cli"
)

var (
	metricName = `[a-zA-Z_:][a-zA-Z0-9_:]*`
	helpLine   = regexp.MustCompile(`^# HELP (` + metricName + `) (?:[^\\]|\\\\|\\n)+$`)
	typeLine   = regexp.MustCompile(`^# TYPE (` + metricName +
		`) (counter|gauge|histogram|summary|untyped)$`)
	sampleLine = regexp.MustCompile(`^(` + metricName +
		`)\{((?:[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\]|\\\\|\\"|\\n)*",?)+)\} (\S+)$`)
)

// checkExposition reads the text format of Prometheus, version 0.0.4, as strictly
// as the collector of node_exporter: each family once, HELP and TYPE before its
// samples, no series twice, no time stamps, a line break at the end.
func checkExposition(text string) error {
	if !strings.HasSuffix(text, "\n") {
		return fmt.Errorf("no line break at the end")
	}
	families, series := map[string]int{}, map[string]bool{}
	family, step := "", 0 // 1 after HELP, 2 after TYPE
	for n, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		help, kind, sample := helpLine.FindStringSubmatch(line), typeLine.FindStringSubmatch(line),
			sampleLine.FindStringSubmatch(line)
		switch {
		case help != nil && families[help[1]] == 0:
			family, step = help[1], 1
			families[family]++
		case kind != nil && kind[1] == family && step == 1:
			step = 2
		case sample != nil && sample[1] == family && step == 2 && !series[sample[1]+sample[2]]:
			series[sample[1]+sample[2]] = true
			if _, err := strconv.ParseFloat(sample[3], 64); err != nil {
				return fmt.Errorf("line %d: %w", n+1, err)
			}
		default:
			return fmt.Errorf("line %d does not belong there: %s", n+1, line)
		}
	}
	return nil
}

func TestCheckExposition(t *testing.T) {
	const head = "# HELP a_b What it is.\n# TYPE a_b gauge\n"
	require.NoError(t, checkExposition(head+"a_b{brand=\"x\"} 1\na_b{brand=\"y\\\"\"} 1.5e9\n"))
	for _, text := range []string{
		"", head, // the second without its last line break, below
		"a_b{brand=\"x\"} 1\n", head + "a_b{brand=\"x\"} 1 1700000000\n", head +
			"a_b{brand=\"x\"} 1\na_b{brand=\"x\"} 2\n",
		head + "c{brand=\"x\"} 1\n", head + head, head + "a_b{brand=x} 1\n", head +
			"a_b{brand=\"x\"} one\n", head + "\n", "# TYPE a_b gauge\n",
		head + "a_b{brand=\"x\\y\"} 1\n", head + "a_b{brand=\"x\"} 1\r\n",
	} {
		if text == head {
			text = strings.TrimSuffix(head, "\n")
		}
		require.Error(t, checkExposition(text), "%q", text)
	}
}

// TestMetricsOfManyRuns: one cron line for each brand, one file for all of them.
// Nobody loses what another wrote.
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
