package main_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestPreferences: what a brand chooses about the use of its text is said in
// robots.txt by both standards, and on every answer that carries its text.
func TestPreferences(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs both programs")
	}
	dir := t.TempDir()
	brandsDir, out := filepath.Join(dir, "brands"), filepath.Join(dir, "out")
	chosen := map[string]struct{ yaml, signal, usage string }{
		"aberta": {"", "search=yes, ai-input=yes, ai-train=no", "search=y, train-ai=n"},
		"festa": {"ai: {search: true, input: true, train: true}\n",
			"search=yes, ai-input=yes, ai-train=yes", "search=y, train-ai=y"},
		"fechada": {"ai: {search: false, input: false, train: false}\n",
			"search=no, ai-input=no, ai-train=no", "search=n, train-ai=n"},
	}
	for key, c := range chosen {
		writeBrand(t, brandsDir, key, 3, 1)
		f, err := os.OpenFile(filepath.Join(brandsDir, key, "brand.yaml"), os.O_APPEND|os.O_WRONLY,
			0)
		require.NoError(t, err)
		_, err = f.WriteString(c.yaml)
		require.NoError(t, err)
		require.NoError(t, f.Close())
	}
	code, stdout, stderr := runBuilder(t, "build", "--brands", brandsDir, "--out", out)
	require.Equal(t, 0, code, "%s%s", stdout, stderr)
	edge := startEdge(t, out)
	client := &http.Client{Timeout: 10 * time.Second,
		Transport: &http.Transport{DisableCompression: true}}
	for key, c := range chosen {
		t.Run(key, func(t *testing.T) {
			host := key + ".localhost"
			_, robots, err := get(client, edge.addr, host, "/robots.txt")
			require.NoError(t, err)
			require.Equal(t, 1, strings.Count(string(robots), "\nContent-Signal: "+c.signal+"\n"),
				"%s", robots)
			require.NotContains(t, string(robots), "Content-Usage", "validators reject the line")
			require.Equal(t, 1, strings.Count(string(robots), "User-agent:"),
				"a second group would need the lines again")
			for _, target := range []string{
				"/", "/index.md", "/eventos", "/eventos?q=show", "/eventos.md", "/eventos/show-1",
				"/eventos/show-1.md", "/eventos/show-1.ics", "/cidades/recife-sp",
				"/problemas/not_found", "/robots.txt", "/sitemap.xml", "/llms.txt", "/auth.md",
				"/.well-known/openapi.json", "/.well-known/api-catalog",
				"/.well-known/oauth-protected-resource", "/.well-known/oauth-authorization-server",
				"/.well-known/agent-skills/index.json",
				"/api/public/v1/events", "/api/public/v1/events?q=show",
				"/api/public/v1/events/show-1",
			} {
				for _, accept := range []string{"text/html", "text/markdown"} {
					res, _, err := get(client, edge.addr, host, target, "Accept", accept)
					require.NoError(t, err)
					require.Equal(t, 200, res.StatusCode, target)
					require.Equal(t, []string{c.signal}, res.Header.Values("Content-Signal"),
						"%s as %s", target, accept)
					if !strings.HasPrefix(target, "/api/") {
						require.Equal(t, []string{c.usage}, res.Header.Values("Content-Usage"),
							"%s as %s", target, accept)
					}
				}
			}
		})
	}
	require.Equal(t, 0, edge.stop(t))
}
