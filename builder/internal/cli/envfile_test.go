package cli_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/cli"
)

// TestEnvFile: secrets come from a file that only its owner and group may read; faults in it name
// the line and never a value.
func TestEnvFile(t *testing.T) {
	t.Parallel()
	const token = "tok-5f2e9c"
	backend := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("X-Key") != token {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`[{"id":1,"slug":"show","name":"Show",` +
			`"start":"2031-01-01T20:00:00Z"}]`))
	}))
	t.Cleanup(backend.Close)
	dir := t.TempDir()
	brand := filepath.Join(dir, "brands", "palco")
	require.NoError(t, os.MkdirAll(brand, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(brand, "brand.yaml"), []byte(`name: Palco
locale: en
timezone: America/Sao_Paulo
site_url: https://palco.example
base_url: https://palco.example/api/public/v1
auth_url: https://palco.example
source: {kind: http, url: "`+backend.URL+`/e", pages: none, headers: {X-Key: "${PALCO_TOKEN}"}}
`), 0o644))
	file := filepath.Join(dir, "secrets.env")
	try := func(env map[string]string) (int, string) {
		var stdout, stderr bytes.Buffer
		code := cli.Run(t.Context(), []string{"try", "palco", "--brands", filepath.Join(dir,
			"brands"),
			"--env-file", file}, cli.Env{Stdout: &stdout, Stderr: &stderr, Now: time.Now,
			Lookup: func(name string) (string, bool) { v, ok := env[name]; return v, ok }})
		return code, stdout.String() + stderr.String()
	}
	write := func(text string, mode os.FileMode) {
		require.NoError(t, os.RemoveAll(file))
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		require.NoError(t, os.Chmod(file, mode))
	}
	const good = "# of the backend\r\n\nOTHER=\nPALCO_TOKEN=" + token + "\r\n"
	for _, mode := range []os.FileMode{0o400, 0o600, 0o640} {
		write(good, mode)
		code, text := try(nil)
		require.Equal(t, cli.ExitOK, code, text)
		require.NotContains(t, text, token)
	}
	code, text := try(map[string]string{"PALCO_TOKEN": "another"})
	require.Equal(t, cli.ExitUpstream, code, "the environment goes first: %s", text)

	for _, tt := range []struct {
		text string
		mode os.FileMode
		want string
	}{
		{good, 0o644, "can be read or changed by every user of this machine (mode " +
			"0644): chmod 600 "},
		{good, 0o602, "(mode 0602)"},
		{"\n" + token, 0o600, "secrets.env:2: not NAME=value"},
		{"export A=" + token, 0o600, "secrets.env:1: the text before = is no name of a variable"},
		{"A=1\nA=" + token, 0o600, "secrets.env:2: A is set twice"},
		{"A= " + token, 0o600, "secrets.env:1: the value of A begins or ends with a space"},
		{`A="` + token + `"`, 0o600, "secrets.env:1: the value of A begins with a quote"},
		{"A=" + string(bytes.Repeat([]byte(token), 7000)), 0o600,
			"secrets.env: it has more than 65536 bytes"},
	} {
		write(tt.text, tt.mode)
		code, text := try(nil)
		require.Equal(t, cli.ExitUsage, code, text)
		require.Contains(t, text, tt.want)
		require.NotContains(t, text, token)
	}
	require.NoError(t, os.Remove(file))
	code, text = try(nil)
	require.Equal(t, cli.ExitUsage, code)
	require.Contains(t, text, "secrets.env: there is no such file")
	require.NoError(t, syscall.Mkfifo(file, 0o600))
	code, text = try(nil)
	require.Equal(t, cli.ExitUsage, code)
	require.Contains(t, text, "secrets.env: it is not a regular file")
}
