package main_test

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// runCheck runs "edge check" to its end.
func runCheck(t testing.TB, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	dir, err := programs()
	require.NoError(t, err)
	cmd := exec.Command(filepath.Join(dir, "edge"), append([]string{"check"}, args...)...)
	var o, e bytes.Buffer
	cmd.Stdout, cmd.Stderr = &o, &e
	err = cmd.Run()
	if exit, ok := err.(*exec.ExitError); ok {
		return exit.ExitCode(), o.String(), e.String()
	}
	require.NoError(t, err)
	return 0, o.String(), e.String()
}

// TestCheckSamples holds the sample brands against every check that the edge has
// for the sites of others.
func TestCheckSamples(t *testing.T) {
	edge := startEdge(t, sampleOut(t), "--rate-address", "0")
	for _, brand := range []string{"palco", "virada", "confs"} {
		t.Run(brand, func(t *testing.T) {
			code, stdout, stderr := runCheck(t, "--connect", edge.addr, "http://"+brand+".localhost:8080")
			require.Equal(t, 0, code, "%s%s", stdout, stderr)
			require.Contains(t, stdout, " 0 fail, ")
			require.Contains(t, stdout, " 0 skipped\n")
		})
	}
	t.Run("json", func(t *testing.T) {
		code, stdout, stderr := runCheck(t, "--json", "--connect", edge.addr, "http://palco.localhost:8080")
		require.Equal(t, 0, code, stderr)
		var report struct {
			URL      string
			Requests int
			Results  []struct{ Name, State, Detail, Source string }
		}
		require.NoError(t, json.Unmarshal([]byte(stdout), &report))
		require.Equal(t, "http://palco.localhost:8080", report.URL)
		require.Positive(t, report.Requests)
		require.Greater(t, len(report.Results), 40)
		for _, r := range report.Results {
			require.NotEmpty(t, r.Name)
			require.Contains(t, []string{"pass", "not offered"}, r.State, "%v", r)
			require.NotEmpty(t, r.Detail, r.Name)
			require.NotEmpty(t, r.Source, r.Name)
		}
	})
	t.Run("a host that is no site", func(t *testing.T) {
		code, stdout, _ := runCheck(t, "--connect", edge.addr, "http://nobody.localhost:8080")
		require.Equal(t, 1, code)
		require.Contains(t, stdout, "/robots.txt answers 421")
	})
	require.Equal(t, 0, edge.stop(t))
}

func TestCheckUsage(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program")
	}
	tests := []struct {
		name string
		args []string
		code int
		says string
	}{
		{"help", []string{"--help"}, 0, "Usage: edge check"},
		{"no address", nil, 2, "want one URL"},
		{"two addresses", []string{"http://a.localhost", "http://b.localhost"}, 2, "want one URL"},
		{"unknown flag", []string{"--xml", "http://a.localhost"}, 2, "not defined"},
		{"no site", []string{"a.localhost"}, 2, "not the address of a site"},
		{"connect without port", []string{"--connect", "nowhere", "http://a.localhost"}, 2, "want HOST:PORT"},
		{"nobody there", []string{"--connect", "127.0.0.1:1", "http://a.localhost"}, 1, "site cannot be reached"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			code, stdout, stderr := runCheck(t, tt.args...)
			require.Equal(t, tt.code, code, stderr)
			require.Contains(t, stderr, tt.says)
			require.Empty(t, stdout)
		})
	}
}
