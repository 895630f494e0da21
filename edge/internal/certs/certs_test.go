package certs_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/edge/internal/programtest"
)

func TestMain(m *testing.M) { programtest.Main(m) }

const pebbleModule = "github.com/letsencrypt/pebble/v2@v2.10.1"

// freeAddr returns an address of this machine without a listener.
func freeAddr(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	return l.Addr().String()
}

func port(t testing.TB, addr string) string {
	t.Helper()
	_, port, err := net.SplitHostPort(addr)
	require.NoError(t, err)
	return port
}

// background runs a program until the test ends.
func background(t testing.TB, cmd *exec.Cmd) {
	t.Helper()
	log := new(programtest.Log)
	cmd.Stdout, cmd.Stderr = log, log
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if t.Failed() {
			t.Logf("%s:\n%s", cmd.Path, log)
		}
	})
}

// authority is a running Pebble, the ACME server for tests of Let's Encrypt, which asks the names
// for their challenge at one port of this machine.
type authority struct {
	directory, roots, management string
	pool                         *x509.CertPool
	stop                         func()
}

func newAuthority(t testing.TB, challenges string, validity time.Duration) *authority {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"pebble", "pebble-challtestsrv"} {
		// What go install links anew, go run takes from the cache.
		if said, err := exec.Command("go", "run", "-exec", "cp", strings.Replace(pebbleModule, "@",
			"/cmd/"+name+"@", 1), filepath.Join(dir, name)).CombinedOutput(); err != nil {
			t.Skipf("SKIPPED: Pebble cannot be built here: %v\n%s", err, said)
		}
	}
	text, err := exec.Command("go", "mod", "download", "-json", pebbleModule).Output()
	require.NoError(t, err)
	var module struct{ Dir string }
	require.NoError(t, json.Unmarshal(text, &module))
	source := filepath.Join(module.Dir, "test", "certs")

	names, listen, management := freeAddr(t), freeAddr(t), freeAddr(t)
	background(t, exec.Command(filepath.Join(dir, "pebble-challtestsrv"), "-dnsserver", names,
		"-defaultIPv4", "127.0.0.1", "-defaultIPv6", "", "-http01", "", "-https01", "",
		"-tlsalpn01", "", "-doh", "", "-management", freeAddr(t)))
	config := filepath.Join(dir, "pebble.json")
	require.NoError(t, os.WriteFile(config, fmt.Appendf(nil, `{"pebble": {"listenAddress": %q,
		"managementListenAddress": %q, "certificate": "%s/localhost/cert.pem",
		"privateKey": "%[3]s/localhost/key.pem", "httpPort": %s, "tlsPort": 1,
		"keyAlgorithm": "ecdsa", "retryAfter": {"authz": 1, "order": 1},
		"profiles": {"default": {"description": "", "validityPeriod": %d}}}}`,
		listen, management, source, port(t, challenges), int(validity.Seconds())), 0o600))
	pebble := exec.Command(filepath.Join(dir, "pebble"), "-config", config, "-dnsserver", names)
	pebble.Env = append(os.Environ(), "PEBBLE_VA_NOSLEEP=1", "PEBBLE_WFE_NONCEREJECT=0")
	background(t, pebble)

	a := &authority{directory: "https://localhost:" + port(t, listen) + "/dir",
		roots: filepath.Join(source, "pebble.minica.pem"), management: "https://" + management,
		pool: x509.NewCertPool(), stop: func() { _ = pebble.Process.Kill() }}
	text, err = os.ReadFile(a.roots)
	require.NoError(t, err)
	own := x509.NewCertPool()
	require.True(t, own.AppendCertsFromPEM(text))
	client := http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: own}}}
	require.Eventually(t, func() bool {
		res, err := client.Get(strings.Replace(a.management, "127.0.0.1", "localhost", 1) +
			"/roots/0")
		if err != nil {
			return false
		}
		defer res.Body.Close()
		text, err := io.ReadAll(res.Body)
		return err == nil && a.pool.AppendCertsFromPEM(text)
	}, time.Minute, 20*time.Millisecond)
	return a
}

// TestHTTPS: an edge gets certificates for the hosts of its brands, speaks HTTP/2 and HTTP/1.1 over
// TLS, redirects plain HTTP, refuses unknown names before it asks an authority, and starts from its
// folder without asking again.
func TestHTTPS(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Pebble and both programs")
	}
	dir := t.TempDir()
	plain := freeAddr(t)
	ca := newAuthority(t, plain, 90*24*time.Hour)
	brand := filepath.Join(dir, "brands", "palco", "brand.yaml")
	programtest.WriteBrand(t, filepath.Join(dir, "brands"), "palco", 3, 1)
	text, err := os.ReadFile(brand)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(brand,
		[]byte(strings.ReplaceAll(strings.ReplaceAll(string(text), "localhost", "example"),
			"http://", "https://")), 0o600))
	code, stdout, stderr := programtest.Run(t, dir, programtest.Program(t, "builder"), "build",
		"--brands", "brands", "--out", "out", "--export=false")
	require.Equal(t, 0, code, "%s%s", stdout, stderr)
	secure := freeAddr(t)
	start := func() *programtest.Edge {
		return programtest.Start(t, exec.Command(programtest.Program(t, "edge"), "--out",
			filepath.Join(dir, "out"), "--listen", plain, "--https", secure, "--admin", "",
			"--certificates", filepath.Join(dir, "certificates"), "--acme", ca.directory,
			"--acme-roots", ca.roots, "--acme-email", "ops@palco.example"))
	}
	e := start()
	e.Says(t, `"msg":"certificate obtained","host":"palco.example"`)
	e.Says(t, `"msg":"certificate obtained","host":"api.palco.example"`)

	var dialer net.Dialer
	visitor := func(http2 bool) *http.Client {
		return &http.Client{Timeout: time.Minute,
			CheckRedirect: func(*http.Request, []*http.Request) error {
				return http.ErrUseLastResponse
			},
			Transport: &http.Transport{ForceAttemptHTTP2: http2, DisableKeepAlives: !http2,
				TLSClientConfig: &tls.Config{RootCAs: ca.pool},
				DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
					if strings.HasSuffix(addr, ":443") {
						return dialer.DialContext(ctx, network, secure)
					}
					return dialer.DialContext(ctx, network, plain)
				}}}
	}
	ask := func(c *http.Client, address string) (*http.Response, string) {
		t.Helper()
		res, err := c.Get(address)
		require.NoError(t, err)
		defer res.Body.Close()
		body, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		return res, string(body)
	}
	for want, client := range map[string]*http.Client{"HTTP/2.0": visitor(true),
		"HTTP/1.1": visitor(false)} {
		for range 3 {
			res, body := ask(client, "https://palco.example/eventos/show-1")
			require.Equal(t, 200, res.StatusCode)
			require.Equal(t, want, res.Proto)
			require.Contains(t, body, "Show 1")
		}
		res, body := ask(client, "https://api.palco.example/api/public/v1/events?q=show")
		require.Equal(t, 200, res.StatusCode)
		require.Contains(t, body, `"total":3`)
		res, _ = ask(client, "https://palco.example/nothing")
		require.Equal(t, 404, res.StatusCode)
		require.Equal(t, "application/problem+json", res.Header.Get("Content-Type"))
		res, err := client.Post("https://palco.example/mcp", "application/json",
			strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}`))
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		require.Equal(t, want, res.Proto)
		client.CloseIdleConnections()
	}

	clear := visitor(false)
	res, _ := ask(clear, "http://palco.example/eventos?q=show&page=2")
	require.Equal(t, 308, res.StatusCode)
	require.Equal(t, "https://palco.example:"+port(t, secure)+"/eventos?q=show&page=2",
		res.Header.Get("Location"))
	res, _ = ask(clear, "http://nobody.example/")
	require.Equal(t, 421, res.StatusCode)
	res, _ = ask(clear, "http://nobody.example/.well-known/acme-challenge/x")
	require.Equal(t, 421, res.StatusCode)
	_, err = visitor(false).Get("https://nobody.example/")
	require.ErrorContains(t, err, "tls: ")
	require.NotContains(t, e.Log.String(), "nobody.example")
	// "www." leads to the host, and gets its certificate at the first visit.
	www := func() {
		t.Helper()
		res, _ := ask(visitor(false), "https://www.palco.example/eventos?q=show")
		require.Equal(t, 301, res.StatusCode)
		require.Equal(t, "//palco.example/eventos?q=show", res.Header.Get("Location"))
	}
	require.NotContains(t, e.Log.String(), "www.palco.example")
	res, _ = ask(clear, "http://www.palco.example/eventos")
	require.Equal(t, "//palco.example/eventos", res.Header.Get("Location"))
	e.Says(t, `"msg":"certificate obtained","host":"www.palco.example"`)
	www()
	require.Equal(t, 0, e.Stop(t))

	// Without the authority, from the folder, which no one else may read.
	ca.stop()
	e = start()
	res, _ = ask(visitor(true), "https://palco.example/")
	require.Equal(t, 200, res.StatusCode)
	www()
	require.NoError(t, filepath.WalkDir(filepath.Join(dir, "certificates"),
		func(path string, entry os.DirEntry, err error) error {
			require.NoError(t, err)
			info, err := entry.Info()
			require.NoError(t, err)
			require.Zero(t, info.Mode().Perm()&0o077, path)
			return nil
		}))
	require.Equal(t, 0, e.Stop(t))
	require.NotContains(t, e.Log.String(), "certificate obtained")
}
