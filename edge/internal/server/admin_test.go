package server_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/bucket"
	"cartaz/builder/program"
	"cartaz/edge/internal/edgetest"
	"cartaz/edge/internal/mirror"
	"cartaz/edge/internal/server"
)

// TestAdmin: operators see which build runs and may take profiles; the public
// listener has none of it.
func TestAdmin(t *testing.T) {
	e := palco(t, 1, nil)
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
	e := palco(t, 1, func(c *server.Config) { c.Rates.Address = 1 })
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

// TestSeries: edge/README.md lists exactly the series of /metrics, a brand that was never
// published has its own, and alerts and dashboard use no other.
func TestSeries(t *testing.T) {
	out := t.TempDir()
	from, err := bucket.Open(t.Context(), "file://"+t.TempDir())
	require.NoError(t, err)
	m, err := mirror.New(mirror.Config{Bucket: from, Dir: out, Every: 2 * time.Second})
	require.NoError(t, err)
	edgetest.Publish(t, out, edgetest.Brand("palco"), 1, 1)
	edgetest.WriteBrand(t, out, edgetest.Brand("festa"))
	thief := edgetest.Brand("thief")
	thief.Hosts = append(thief.Hosts, "palco.example")
	edgetest.WriteBrand(t, out, thief)
	e := start(t, out, func(c *server.Config) { c.Limits, c.Mirror = "valkey://127.0.0.1:1", m })
	play(t, e, "GET http://palco.example/api/public/v1/events\nstatus 200\n")
	var text string
	require.Eventually(t, func() bool { // a request is counted after its answer
		_, text = adminGet(t, e, "/metrics")
		return strings.Contains(text, "cartaz_edge_requests_total{")
	}, time.Minute, 5*time.Millisecond)
	require.Contains(t, text, `cartaz_edge_brand_release{brand="festa"} 0`+"\n")
	require.Contains(t, text, `cartaz_edge_brand_events{brand="festa"} 0`+"\n")
	require.Contains(t, text, `cartaz_edge_brand_refused{brand="festa"} 0`+"\n")
	require.Contains(t, text, `cartaz_edge_brand_hosts_refused{brand="festa"} 0`+"\n")
	require.Contains(t, text, `cartaz_edge_brand_hosts_refused{brand="thief"} 1`+"\n")

	names := func(pattern, text string) []string {
		seen := map[string]bool{}
		var list []string
		for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
			if !seen[m[1]] {
				seen[m[1]] = true
				list = append(list, m[1])
			}
		}
		return list
	}
	served := names(`(?m)^# TYPE (cartaz_\w+) `, text)
	read := func(name string) string {
		b, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(name)))
		require.NoError(t, err)
		return string(b)
	}
	require.ElementsMatch(t, served, names("(?m)^\\| `(cartaz_edge_\\w+)` \\|", read("README.md")))

	gauges := names("`(cartaz_builder_\\w+)`", read("../builder/README.md"))
	for _, file := range []string{"deploy/alerts.yaml", "deploy/dashboard.json"} {
		used := names(`\b(cartaz_\w+)`, read(file))
		require.Greater(t, len(used), 5, file)
		for _, name := range used {
			require.Contains(t, append(served, gauges...), strings.TrimSuffix(name, "_bucket"),
				file)
		}
	}
	require.True(t, json.Valid([]byte(read("deploy/dashboard.json"))))
}

// TestAlerts: Prometheus reads the alerts; each fires when its fault occurs, and none when all is
// well.
func TestAlerts(t *testing.T) {
	tool, err := exec.LookPath("promtool")
	if err != nil {
		t.Skip("SKIPPED: promtool not installed: apt-get install prometheus")
	}
	said, err := exec.Command(tool, "check", "rules", "../../deploy/alerts.yaml").CombinedOutput()
	require.NoError(t, err, "%s", said)
	require.Contains(t, string(said), "21 rules found")
	said, err = exec.Command(tool, "test", "rules",
		"../../deploy/alerts.test.yaml").CombinedOutput()
	require.NoError(t, err, "%s", said)
	rules, err := os.ReadFile("../../deploy/alerts.yaml")
	require.NoError(t, err)
	tests, err := os.ReadFile("../../deploy/alerts.test.yaml")
	require.NoError(t, err)
	for _, alert := range regexp.MustCompile(`alert: (\w+)`).FindAllSubmatch(rules, -1) {
		require.Contains(t, string(tests), `alertname="`+string(alert[1])+`"`)
	}
}

// TestContainerKeepsAdminToItself: the image and its composition show the address for operators to
// no one outside the container.
func TestContainerKeepsAdminToItself(t *testing.T) {
	for _, file := range []string{"Containerfile", "compose.yaml"} {
		text, err := os.ReadFile("../../deploy/" + file)
		require.NoError(t, err)
		admin := regexp.MustCompile(`--admin(?:=|", ")([^"\s]*)`).
			FindAllStringSubmatch(string(text), -1)
		require.NotEmpty(t, admin, file)
		for _, m := range admin {
			require.Equal(t, "127.0.0.1:8081", m[1], file)
		}
	}
}
