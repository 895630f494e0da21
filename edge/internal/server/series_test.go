package server_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/bucket"
	"cartaz/edge/internal/edgetest"
	"cartaz/edge/internal/mirror"
	"cartaz/edge/internal/server"
)

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
