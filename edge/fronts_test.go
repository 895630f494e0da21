package main_test

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// front is a proxy that keeps what it may, started before a running edge as an
// operator would: Host goes through unchanged and is part of the key.
type front struct {
	name string
	addr string
	// keepsVary is set when the front chooses among stored answers by Vary.
	keepsVary bool
}

// frontKind is a program and how it is set up.
type frontKind struct {
	name, program, pkg string // pkg is the Debian package that brings the program
	keepsVary          bool
	command            func(t testing.TB, dir, addr, upstream string) (*exec.Cmd, error)
}

// fronts are the kinds that are tried.
var fronts = []frontKind{
	{frontPlain, "nginx", "nginx", true, func(t testing.TB, dir, addr, upstream string) (*exec.Cmd,
		error) {
		return nginx(t, dir, addr, upstream, "", documentedKey)
	}},
	// What operators write to raise their hit rate. Codings are then out of the
	// question, as the one stored copy goes to everybody.
	{frontBlind, "nginx", "nginx", false, func(t testing.TB, dir, addr, upstream string) (*exec.Cmd,
		error) {
		return nginx(t, dir, addr, upstream, ignoresVary, documentedKey)
	}},
	{"varnish", "varnishd", "varnish", true, varnish},
	{"haproxy", "haproxy", "haproxy", true, haproxy},
	{frontKeyed, "nginx", "nginx", true, func(t testing.TB, dir, addr, upstream string) (*exec.Cmd,
		error) {
		return nginx(t, dir, addr, upstream, ignoresVary,
			`proxy_cache_key $host$request_uri$http_accept;`)
	}},
}

// Names of fronts that tests ask for.
const (
	frontPlain = "nginx"
	frontBlind = "nginx that ignores Vary"
	frontKeyed = "nginx keyed on Accept"
)

// Lines of nginx: the key of the cache as edge/README.md has it, and what operators add.
const (
	documentedKey = `proxy_cache_key $host$request_uri;`
	ignoresVary   = `proxy_ignore_headers Vary; proxy_set_header Accept-Encoding "";`
)

// startFront starts one of fronts, or skips the test when its program is not on
// this machine.
func startFront(t *testing.T, name, upstream string) *front {
	t.Helper()
	at := slices.IndexFunc(fronts, func(f frontKind) bool { return f.name == name })
	require.GreaterOrEqual(t, at, 0, name)
	return startFrontKind(t, fronts[at], upstream)
}

// startFrontKind is startFront for a front that need not be one of fronts.
func startFrontKind(t *testing.T, f frontKind, upstream string) *front {
	t.Helper()
	if _, err := exec.LookPath(f.program); err != nil {
		t.Skipf("SKIPPED: %s not installed: apt-get install %s", f.program, f.pkg)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	addr := listener.Addr().String()
	require.NoError(t, listener.Close())
	dir := t.TempDir()
	cmd, err := f.command(t, dir, addr, upstream)
	require.NoError(t, err)
	var log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &log, &log
	require.NoError(t, cmd.Start())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = cmd.Wait()
	}()
	t.Cleanup(func() {
		// The interrupt lets varnishd end its child; a kill would orphan it.
		_ = cmd.Process.Signal(os.Interrupt)
		select {
		case <-ended:
		case <-time.After(time.Minute):
			_ = cmd.Process.Kill()
			<-ended
		}
		if t.Failed() {
			t.Logf("log of %s:\n%s", f.name, log.Bytes())
		}
	})
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		if conn, err := net.Dial("tcp", addr); err == nil {
			require.NoError(t, conn.Close())
			return &front{f.name, addr, f.keepsVary}
		}
		select {
		case <-ended:
			t.Fatalf("%s ended:\n%s", f.name, log.Bytes())
		default:
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s does not listen on %s after a minute", f.name, addr)
		}
	}
}

func write(t testing.TB, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	return path
}

// nginx runs the lines that edge/README.md prints, with the addresses and the folder of the test,
// more lines beside the key of the cache, and that key.
//
// Their $host is the host of the request target when it has one, else of the Host field: key and
// upstream must see the same, or an absolute-form target would be stored under one brand and
// answered by another.
func nginx(t testing.TB, dir, addr, upstream, more, key string) (*exec.Cmd, error) {
	t.Helper()
	lines := documentedNginx(t)
	for old, replacement := range map[string]string{
		"/var/cache/nginx/cartaz": dir + "/cache",
		"server 127.0.0.1:8080;":  "server " + upstream + ";",
		"listen 80;":              "listen " + addr + ";",
		documentedKey: key + " add_header X-Cache $upstream_cache_status always; " +
			more,
	} {
		require.Equal(t, 1, strings.Count(lines, old), "edge/README.md: %s", old)
		lines = strings.Replace(lines, old, replacement, 1)
	}
	config := write(t, dir, "nginx.conf", fmt.Sprintf(`daemon off;
master_process off;
pid %[1]s/nginx.pid;
error_log stderr warn;
events { worker_connections 256; }
http {
	access_log off;
	client_body_temp_path %[1]s/body;
	proxy_temp_path %[1]s/proxy;
	fastcgi_temp_path %[1]s/fastcgi;
	uwsgi_temp_path %[1]s/uwsgi;
	scgi_temp_path %[1]s/scgi;
%[2]s}
`, dir, lines))
	return exec.Command("nginx", "-p", dir, "-e", "stderr", "-c", config), nil
}

// documentedNginx is the configuration of nginx that edge/README.md prints.
func documentedNginx(t testing.TB) string {
	t.Helper()
	text, err := os.ReadFile("README.md")
	require.NoError(t, err)
	blocks := regexp.MustCompile("(?s)\n```nginx\n(.*?)```\n").FindAllStringSubmatch(string(text),
		-1)
	require.Len(t, blocks, 1)
	return blocks[0][1]
}

func varnish(t testing.TB, dir, addr, upstream string) (*exec.Cmd, error) {
	host, port, err := net.SplitHostPort(upstream)
	if err != nil {
		return nil, err
	}
	config := write(t, dir, "default.vcl", fmt.Sprintf(`vcl 4.1;
backend edge { .host = "%s"; .port = "%s"; }
sub vcl_deliver {
	if (obj.hits > 0) { set resp.http.X-Cache = "HIT"; } else { set resp.http.X-Cache = "MISS"; }
}
`, host, port))
	return exec.Command("varnishd", "-F", "-j", "none", "-n", filepath.Join(dir, "work"), "-a",
		addr, "-f", config, "-s", "malloc,64m"), nil
}

func haproxy(t testing.TB, dir, addr, upstream string) (*exec.Cmd, error) {
	config := write(t, dir, "haproxy.cfg", fmt.Sprintf(`global
	maxconn 256
defaults
	mode http
	timeout connect 5s
	timeout client 10s
	timeout server 10s
cache pages
	total-max-size 16
	max-age 60
	process-vary on
frontend public
	bind %s
	http-request cache-use pages
	http-response cache-store pages
	http-response set-header X-Cache HIT if !{ srv_id -m found }
	default_backend edge
backend edge
	server edge %s
`, addr, upstream))
	return exec.Command("haproxy", "-db", "-f", config), nil
}
