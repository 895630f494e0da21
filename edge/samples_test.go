package main_test

import (
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/edge/internal/webtest"
)

// samples is the output folder with the three sample brands, built once by the
// real builder; it lies beside the programs and goes with them.
var samples = sync.OnceValues(func() (out string, err error) {
	dir, err := programs()
	return filepath.Join(dir, "out"), err
})

var buildSamples sync.Once

func sampleOut(t testing.TB) string {
	t.Helper()
	if testing.Short() {
		t.Skip("builds the sample brands")
	}
	out, err := samples()
	require.NoError(t, err)
	buildSamples.Do(func() {
		code, stdout, stderr := runBuilder(t, "build", "--brands", "brands", "--out", out,
			"--export=false")
		require.Equal(t, 0, code, "%s%s", stdout, stderr)
		require.Contains(t, stdout, "palco: published")
		require.Contains(t, stdout, "114 events (105 on sale) of 114 records")
		require.Contains(t, stdout, "1462 events (1373 on sale) of 1462 records")
		require.Contains(t, stdout, "6007 events (180 on sale) of 6831 records, 824 merged")
		t.Log(stdout)
	})
	return out
}

// TestScripts plays the plain-text scripts against a running edge that serves
// the sample brands.
func TestScripts(t *testing.T) {
	edge := startEdge(t, sampleOut(t))
	webtest.Run(t, edge.addr, "testdata/scripts")
	require.Equal(t, 0, edge.stop(t))
}
