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

// TestRename: under another key a brand is served as before: its former addresses, removed events,
// changes and the sequence of its calendars go on, when only its folders are moved yet, and after.
func TestRename(t *testing.T) {
	dir := t.TempDir()
	brands, out := filepath.Join(dir, "brands"), filepath.Join(dir, "out")
	old := filepath.Join(brands, "velho")
	require.NoError(t, os.MkdirAll(old, 0o755))
	write(t, old, "brand.yaml", `name: Velho
locale: pt-BR
timezone: America/Recife
site_url: https://velho.example
base_url: https://velho.example/api/public/v1
auth_url: https://auth.velho.example
as_of: 2026-11-20T12:00:00-03:00
export: no
guards: {max_shrink: 1}
source: {kind: file, path: catalogue.json}
`)
	start := `"starts_at":"2027-01-01T20:00:00-03:00"`
	write(t, old, "catalogue.json", `[{"id":1,"name":"Frevo",`+start+`},
		{"id":2,"name":"Choro",`+start+`},{"id":3,"name":"Samba",`+start+`}]`)
	mustRun(t, "build", "--brands", brands, "--out", out)
	write(t, old, "catalogue.json", `[{"id":1,"name":"Maracatu",`+start+`},
		{"id":2,"name":"Choro",`+start+`}]`)
	mustRun(t, "build", "--brands", brands, "--out", out)

	require.NoError(t, os.Rename(old, filepath.Join(brands, "novo")))
	require.NoError(t, os.Rename(filepath.Join(out, "velho"), filepath.Join(out, "novo")))
	e := startEdge(t, out)
	client := &http.Client{Timeout: time.Minute, CheckRedirect: func(*http.Request,
		[]*http.Request) error {
		return http.ErrUseLastResponse
	}}
	ask := func(target string, status int, parts ...string) {
		t.Helper()
		res, body, err := get(client, e.Addr, "velho.example", target)
		require.NoError(t, err)
		require.Equal(t, status, res.StatusCode, target)
		for _, part := range parts {
			require.Contains(t, res.Header.Get("Location")+string(body), part, target)
		}
	}
	all := func() {
		t.Helper()
		ask("/eventos/frevo", 301, "/eventos/maracatu")
		ask("/eventos/samba", 410)
		ask("/mudancas.md", 200, "[Samba]", "[Maracatu]")
		ask("/eventos/maracatu.ics", 200, "UID:1@velho.example", "SEQUENCE:1")
		ask("/eventos/choro.ics", 200, "SEQUENCE:0")
	}
	all()
	run := func(release string, args ...string) {
		t.Helper()
		mustRun(t, append(args, "--brands", brands, "--out", out)...)
		require.Eventually(t, func() bool {
			_, status, err := get(client, e.Admin, "admin", "/status")
			require.NoError(t, err)
			return strings.Contains(string(status), `"release":"`+release)
		}, time.Minute, 10*time.Millisecond)
	}
	run("00000003-", "rename", "velho", "novo")
	all()
	require.NotContains(t, mustRun(t, "status", "--brands", brands, "--out", out), "velho ")
	require.Equal(t, 0, e.Stop(t))
}
