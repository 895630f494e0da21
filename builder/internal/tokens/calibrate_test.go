package tokens_test

import (
	"bufio"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/tokens"
)

var (
	pages = flag.String("pages", "",
		"folder of Markdown pages with their counts.tsv, to calibrate on (testdata/README.md)")
	judge = flag.Bool("judge", false,
		"with -pages: judge the present weights instead of fitting new ones")
)

// sample is one page with its exact number of tokens.
type sample struct {
	group string // the first folder of its path: the locale
	body  []byte
	exact float64
}

// mustReadSamples reads the pages that root/counts.tsv names: exact count, tab,
// path below root.
func mustReadSamples(tb testing.TB, root string) []sample {
	tb.Helper()
	f, err := os.Open(filepath.Join(root, "counts.tsv"))
	require.NoError(tb, err)
	defer f.Close()
	var samples []sample
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var s sample
		var path string
		_, err := fmt.Sscanf(lines.Text(), "%g\t%s", &s.exact, &path)
		require.NoError(tb, err, lines.Text())
		s.body, err = os.ReadFile(filepath.Join(root, path))
		require.NoError(tb, err)
		s.group, _, _ = strings.Cut(filepath.ToSlash(path), "/")
		samples = append(samples, s)
	}
	require.NoError(tb, lines.Err())
	require.NotEmpty(tb, samples)
	return samples
}

// TestCalibrate fits the weights again and prints them with their errors. It runs only when -pages
// names a folder. Every fourth page is left out of the fit and tests it.
func TestCalibrate(t *testing.T) {
	if *pages == "" {
		t.Skip("no -pages given")
	}
	samples := mustReadSamples(t, *pages)
	if *judge {
		logErrors(t, "present weights", relativeErrors(samples,
			func(body []byte) float64 { return float64(tokens.Estimate(body)) }))
		return
	}
	var train, held []sample
	for i, s := range samples {
		if i%4 == 3 {
			held = append(held, s)
		} else {
			train = append(train, s)
		}
	}
	weights := fit(train)
	for i, w := range weights {
		t.Logf("weight %2d: %8.4f = %d", i, w, int64(math.Round(w*tokens.One)))
	}
	estimate := func(body []byte) float64 { return dot(weights, body) }
	logErrors(t, "train", relativeErrors(train, estimate))
	logErrors(t, "held back", relativeErrors(held, estimate))
}

func logErrors(tb testing.TB, set string, groups map[string]groupError) {
	tb.Helper()
	for group, e := range groups {
		tb.Logf("%s, %s: mean error %.2f %%, bias %+.2f %%, worst %.2f %%, %d pages", set, group,
			100*e.mean, 100*e.bias, 100*e.worst, e.pages)
	}
}

func dot(weights []float64, body []byte) float64 {
	sum := 0.0
	for i, n := range tokens.Counts(body) {
		sum += weights[i] * float64(n)
	}
	return sum
}

// fit is the least-squares solution of counts × weights = exact. Every page is divided by its exact
// count, so that relative errors are minimised. A slight pull towards a prior of one token per word
// or sign decides counts that the pages hardly have.
func fit(samples []sample) []float64 {
	n := len(tokens.Counts(nil))
	m := make([][]float64, n)
	for i := range m {
		m[i] = make([]float64, n+1)
	}
	for _, s := range samples {
		c := tokens.Counts(s.body)
		for i := range n {
			for j := range n {
				m[i][j] += float64(c[i]) * float64(c[j]) / (s.exact * s.exact)
			}
			m[i][n] += float64(c[i]) / s.exact
		}
	}
	for i := range n {
		m[i][i] += 1e-6
		m[i][n] += 1e-6 * .3
	}
	return solve(m)
}

// solve is Gaussian elimination with pivots; the last column is the right side.
func solve(m [][]float64) []float64 {
	n := len(m)
	for col := range n {
		pivot := col
		for row := col; row < n; row++ {
			if math.Abs(m[row][col]) > math.Abs(m[pivot][col]) {
				pivot = row
			}
		}
		m[col], m[pivot] = m[pivot], m[col]
		for row := range n {
			if row == col {
				continue
			}
			factor := m[row][col] / m[col][col]
			for k := col; k <= n; k++ {
				m[row][k] -= factor * m[col][k]
			}
		}
	}
	out := make([]float64, n)
	for i := range n {
		out[i] = m[i][n] / m[i][i]
	}
	return out
}

type groupError struct {
	mean, bias, worst float64
	pages             int
}

// relativeErrors judges estimates by group.
func relativeErrors(samples []sample, estimate func([]byte) float64) map[string]groupError {
	groups := make(map[string]groupError)
	for _, s := range samples {
		e := groups[s.group]
		d := estimate(s.body)/s.exact - 1
		e.mean += math.Abs(d)
		e.bias += d
		e.worst = max(e.worst, math.Abs(d))
		e.pages++
		groups[s.group] = e
	}
	for group, e := range groups {
		e.mean /= float64(e.pages)
		e.bias /= float64(e.pages)
		groups[group] = e
	}
	return groups
}
