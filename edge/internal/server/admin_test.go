package server_test

import (
	"encoding/json"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/program"
	"cartaz/edge/internal/edgetest"
	"cartaz/edge/internal/server"
)

// TestAdmin: operators see which build runs and may take profiles; the public
// listener has none of it.
func TestAdmin(t *testing.T) {
	out := t.TempDir()
	edgetest.Publish(t, out, edgetest.Brand("palco"), 1, 1)
	e := start(t, out, nil)
	_, text := adminGet(t, e, "/status")
	var status struct {
		Build program.Info `json:"build"`
	}
	require.NoError(t, json.Unmarshal([]byte(text), &status))
	require.Equal(t, program.Read(), status.Build)
	require.Equal(t, runtime.Version(), status.Build.Go)
	for _, path := range []string{"/debug/pprof/", "/debug/pprof/cmdline",
		"/debug/pprof/goroutine?debug=1", "/debug/pprof/heap", "/debug/pprof/symbol"} {
		require.Equal(t, 200, adminStatus(t, e, path), path)
	}
	play(t, e,
		"GET http://palco.example/debug/pprof/\nstatus 404\n\nGET "+
			"http://palco.example/status\nstatus 404\n")
}

// TestLive: an edge that has nothing to serve is alive, and says so in as many bytes as any other.
func TestLive(t *testing.T) {
	e := start(t, t.TempDir(), nil)
	status, _ := adminGet(t, e, "/ready")
	require.Equal(t, 503, status)
	status, text := adminGet(t, e, "/live")
	require.Equal(t, 200, status)
	require.Equal(t, "{\"live\":true}\n", text)
}

// TestMetrics: the format is the Prometheus format with its own histograms, each series has its
// help, and what limits refuse is counted by itself.
func TestMetrics(t *testing.T) {
	out := t.TempDir()
	edgetest.Publish(t, out, edgetest.Brand("palco"), 1, 1)
	e := start(t, out, func(c *server.Config) { c.Rates.Address = 1 })
	const list = "GET http://palco.example/api/public/v1/events\n"
	play(t, e, list+"status 200\n\n"+list+"status 429\n")
	// A request is counted after its answer.
	require.Eventually(t, func() bool {
		_, text := adminGet(t, e, "/metrics")
		return strings.Contains(text,
			`cartaz_edge_requests_total{brand="palco",coding="identity",route="list",`+
				`status="429"} 1`)
	}, time.Minute, 5*time.Millisecond)
	_, text := adminGet(t, e, "/metrics")
	for _, line := range []string{
		`cartaz_edge_requests_total{brand="palco",coding="identity",route="list",status="2xx"} 1`,
		`cartaz_edge_request_seconds_bucket{route="list",le="+Inf"} 2`,
		`cartaz_edge_request_seconds_count{route="list"} 2`,
		`cartaz_edge_brand_events{brand="palco"} 1`,
		`cartaz_edge_brand_refused{brand="palco"} 0`,
		"# TYPE cartaz_edge_request_seconds histogram",
		"# TYPE process_resident_memory_bytes gauge",
	} {
		require.Contains(t, text, line+"\n")
	}
	require.Regexp(t, `(?m)^cartaz_edge_build_info\{.*goversion="`+runtime.Version()+`".*\} 1$`,
		text)
	for line := range strings.Lines(text) {
		name, _, ok := strings.Cut(line, "{")
		if ok && strings.HasPrefix(name, "cartaz_") &&
			!strings.HasPrefix(name, "cartaz_edge_request_seconds") {
			require.Contains(t, text, "# HELP "+name+" ")
		}
	}
}
