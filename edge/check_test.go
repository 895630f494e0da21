package main_test

import (
	"cmp"
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCheckSamples holds the sample brands against every check that the builder has
// for the sites of others.
func TestCheckSamples(t *testing.T) {
	edge := startEdge(t, sampleOut(t), "--rate-address", "0")
	for _, brand := range []string{"palco", "virada", "confs", "paris"} {
		t.Run(brand, func(t *testing.T) {
			code, stdout, stderr := runBuilder(t, "check", "--connect", edge.addr, "http://"+brand+
				".localhost:8080")
			require.Equal(t, 0, code, "%s%s", stdout, stderr)
			require.Contains(t, stdout, " 0 fail, ")
			skipped := map[string]string{"palco": "1"}[brand] // its agents live with its API
			require.Contains(t, stdout, " "+cmp.Or(skipped, "0")+" skipped\n")
		})
	}
	t.Run("json", func(t *testing.T) {
		code, stdout, stderr := runBuilder(t, "check", "--json", "--connect", edge.addr,
			"http://palco.localhost:8080")
		require.Equal(t, 0, code, stderr)
		var report struct {
			URL      string
			Requests int
			Results  []struct{ Name, State, Detail, Source string }
		}
		require.NoError(t, json.Unmarshal([]byte(stdout), &report))
		require.Equal(t, "http://palco.localhost:8080", report.URL)
		require.Positive(t, report.Requests)
		require.Greater(t, len(report.Results), 12)
		for _, r := range report.Results {
			require.NotEmpty(t, r.Name)
			require.True(t, slices.Contains([]string{"pass", "not offered"}, r.State) ||
				r.Name == "agent-endpoints" && r.State == "skipped", "%v", r)
			require.NotEmpty(t, r.Detail, r.Name)
			require.NotEmpty(t, r.Source, r.Name)
		}
	})
	t.Run("a host that is no site", func(t *testing.T) {
		code, stdout, _ := runBuilder(t, "check", "--connect", edge.addr,
			"http://nobody.localhost:8080")
		require.Equal(t, 1, code)
		require.Contains(t, stdout, "/robots.txt answers 421")
	})
	require.Equal(t, 0, edge.stop(t))
}
