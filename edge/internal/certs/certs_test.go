package certs_test

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/caddyserver/certmagic"
	"github.com/stretchr/testify/require"

	"cartaz/edge/internal/certs"
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

// managed is a manager of short-lived certificates behind its two listeners.
type managed struct {
	*certs.Manager
	addr string // of TLS
	log  *programtest.Log
}

// manage serves a manager that looks at its certificates five times a second.
func manage(t *testing.T, ca *authority, challenges string) *managed {
	t.Helper()
	text, err := os.ReadFile(ca.roots)
	require.NoError(t, err)
	block, _ := pem.Decode(text)
	require.NotNil(t, block)
	root, err := x509.ParseCertificate(block.Bytes)
	require.NoError(t, err)
	roots := x509.NewCertPool()
	roots.AddCert(root)
	number, err := strconv.Atoi(port(t, challenges))
	require.NoError(t, err)
	m := &managed{log: new(programtest.Log)}
	m.Manager = certs.New(certs.Config{Authority: ca.directory, Folder: t.TempDir(), Roots: roots,
		Host: "127.0.0.1", Port: number, Check: 200 * time.Millisecond,
		Log: slog.New(slog.NewTextHandler(m.log, nil))})
	t.Cleanup(m.Close)
	plain, err := net.Listen("tcp", challenges)
	require.NoError(t, err)
	clear := &http.Server{Handler: http.HandlerFunc(
		func(w http.ResponseWriter, r *http.Request) { m.Challenge(w, r) })}
	go clear.Serve(plain)
	t.Cleanup(func() { clear.Close() })
	secure, err := tls.Listen("tcp", "127.0.0.1:0", m.TLS())
	require.NoError(t, err)
	t.Cleanup(func() { secure.Close() })
	go func() {
		for {
			conn, err := secure.Accept()
			if err != nil {
				return // closed
			}
			go func() {
				defer conn.Close()
				_ = conn.(*tls.Conn).Handshake() // the client says what became of it
			}()
		}
	}()
	m.addr = secure.Addr().String()
	return m
}

// serial is the number of the certificate that a client of this name is shown, or "".
func (m *managed) serial(name string) string {
	conn, err := tls.Dial("tcp", m.addr, &tls.Config{ServerName: name, InsecureSkipVerify: true})
	if err != nil {
		return ""
	}
	defer conn.Close()
	return conn.ConnectionState().PeerCertificates[0].SerialNumber.String()
}

// TestAuthorityAway: a certificate is renewed while the manager runs; when the authority is away
// the next time, the certificate goes on. A host that is gone has none, nor has any other name.
func TestAuthorityAway(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Pebble")
	}
	challenges := freeAddr(t)
	ca := newAuthority(t, challenges, 12*time.Second)
	m := manage(t, ca, challenges)
	m.Manage(t.Context(), []string{"a.example", "b.example"})
	eventually := func(what string, holds func() bool) {
		t.Helper()
		require.Eventually(t, holds, time.Minute, 20*time.Millisecond, "%s: %s", what, m.log)
	}
	eventually("certificates", func() bool {
		return m.serial("a.example") != "" && m.serial("b.example") != ""
	})
	require.Empty(t, m.serial("c.example"))
	m.Manage(t.Context(), []string{"a.example"})
	require.Empty(t, m.serial("b.example"), "a brand that is gone")

	first := m.serial("a.example")
	eventually("renewed", func() bool {
		now := m.serial("a.example")
		require.NotEmpty(t, now, "no moment without certificate")
		return now != first
	})
	second := m.serial("a.example")
	ca.stop()
	eventually("a failed renewal", func() bool {
		return strings.Contains(m.log.String(), "no certificate") && m.serial("a.example") == second
	})
	require.Contains(t, m.log.String(), "host=a.example")
}

// authorityAway is the address of an authority that is never asked.
const authorityAway = "https://127.0.0.1:1/dir"

// keep puts a certificate of a host into a folder, as if the authority had given it.
func keep(t testing.TB, folder, host string) (certificate string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{host},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(80 * 24 * time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	require.NoError(t, err)
	encoded, err := x509.MarshalPKCS8PrivateKey(key)
	require.NoError(t, err)
	storage := &certmagic.FileStorage{Path: folder}
	issuer := (&certmagic.ACMEIssuer{CA: authorityAway}).IssuerKey()
	names := certmagic.StorageKeys
	for name, text := range map[string][]byte{
		names.SiteCert(issuer, host): pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE",
			Bytes: der}),
		names.SitePrivateKey(issuer, host): pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY",
			Bytes: encoded}),
		names.SiteMeta(issuer, host): []byte(`{"sans":["` + host + `"]}`),
	} {
		require.NoError(t, storage.Store(t.Context(), name, text))
	}
	return storage.Filename(names.SiteCert(issuer, host))
}

// TestFolder: certificates of the folder are served as soon as Manage returns. A file that is
// damaged affects no other host, is logged, and is read again at the next look.
func TestFolder(t *testing.T) {
	folder := t.TempDir()
	hosts := []string{"a.example.com", "b.example.com", "c.example.com"}
	files := map[string]string{}
	for _, host := range hosts {
		files[host] = keep(t, folder, host)
	}
	whole, err := os.ReadFile(files[hosts[0]])
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(files[hosts[0]], []byte("no certificate"), 0o600))
	var log bytes.Buffer
	m := certs.New(certs.Config{Authority: authorityAway, Folder: folder,
		Log: slog.New(slog.NewTextHandler(&log, nil))})
	defer m.Close()
	serves := func(host string) bool {
		ours, theirs := net.Pipe()
		go func() {
			// The client says how it went.
			_ = tls.Server(ours, m.TLS()).HandshakeContext(t.Context())
			_ = ours.Close()
		}()
		defer theirs.Close()
		client := tls.Client(theirs, &tls.Config{ServerName: host, InsecureSkipVerify: true})
		return client.HandshakeContext(t.Context()) == nil &&
			client.ConnectionState().PeerCertificates[0].VerifyHostname(host) == nil
	}
	m.Manage(t.Context(), hosts)
	require.False(t, serves(hosts[0]))
	require.True(t, serves(hosts[1]))
	require.True(t, serves(hosts[2]))
	m.Manage(t.Context(), hosts)
	require.Equal(t, 1, strings.Count(log.String(), "cannot be read"), "said at each look")
	require.Contains(t, log.String(), "host="+hosts[0])

	require.NoError(t, os.WriteFile(files[hosts[0]], whole, 0o600))
	m.Manage(t.Context(), hosts)
	require.True(t, serves(hosts[0]))
	require.NotContains(t, log.String(), "certificate obtained")
}
