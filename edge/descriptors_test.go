package main_test

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/edge/internal/credential"
	"cartaz/edge/internal/programtest"
)

// TestC20Descriptors: connections of many addresses never take the descriptors that
// files and the admin listener need.
func TestC20Descriptors(t *testing.T) {
	const descriptors, most = 160, 96
	dir := t.TempDir()
	writeBrand(t, filepath.Join(dir, "brands"), "palco", 3, 1)
	out := filepath.Join(dir, "out")
	code, stdout, stderr := runBuilder(t, "build", "--brands", filepath.Join(dir, "brands"),
		"--out", out)
	require.Equal(t, 0, code, "%s%s", stdout, stderr)
	edge := startEdgeUnder(t, descriptors, out, "--rate-address", "0", "--rescan", "100ms")
	for n := range 2 * descriptors {
		d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 1, byte(n/4+1))}}
		conn, err := d.Dial("tcp", edge.addr)
		switch {
		case errors.Is(err, syscall.EADDRNOTAVAIL):
			t.Skipf("NOT TESTED without the addresses 127.0.1.0/24: %v", err)
		case errors.Is(err, syscall.ECONNRESET):
			continue // refused, and reset before the dialer had it
		}
		require.NoError(t, err)
		t.Cleanup(func() { conn.Close() })
		fmt.Fprintf(conn, "GET /robots.txt HTTP/1.1\r\nHost: palco.localhost\r\n\r\n")
	}
	// The admin listener answers, scans go on, and nothing is short of descriptors.
	ready, _, err := get(&http.Client{}, edge.admin, "admin", "/ready")
	require.NoError(t, err)
	require.Equal(t, 200, ready.StatusCode)
	_, metrics, err := get(&http.Client{}, edge.admin, "admin", "/metrics")
	require.NoError(t, err)
	found := regexp.MustCompile(`\ncartaz_edge_connections_open (\d+)\n`).FindSubmatch(metrics)
	require.NotNil(t, found)
	open, err := strconv.Atoi(string(found[1]))
	require.NoError(t, err)
	require.LessOrEqual(t, open, most)
	require.NotContains(t, edge.log.String(), "too many open files")
	// When others have rested for 5 s there is room again.
	require.Eventually(t,
		func() bool { return status(http.DefaultClient, edge.addr, "palco.localhost") == 200 },
		30*time.Second, 100*time.Millisecond)
	require.Equal(t, 0, edge.stop(t))
}

// TestSharedLimits: two edges with one store and one key file allow together what one would; wrong
// flags are refused at the start, without the password of the store.
func TestSharedLimits(t *testing.T) {
	server, err := exec.LookPath("redis-server")
	if err != nil {
		t.Skip("SKIPPED: redis-server not installed: apt-get install redis-server")
	}
	dir := t.TempDir()
	socket, keys := filepath.Join(dir, "store"), filepath.Join(dir, "keys")
	require.NoError(t, os.WriteFile(keys, []byte(credential.GenerateKey("k1")), 0o600))
	store := exec.Command(server, "--port", "0", "--unixsocket", socket, "--save", "", "--dir", dir)
	require.NoError(t, store.Start())
	t.Cleanup(func() {
		_ = store.Process.Kill()
		_ = store.Wait()
	})
	writeBrand(t, filepath.Join(dir, "brands"), "palco", 3, 1)
	out := filepath.Join(dir, "out")
	code, stdout, stderr := runBuilder(t, "build", "--brands", filepath.Join(dir, "brands"),
		"--out", out)
	require.Equal(t, 0, code, "%s%s", stdout, stderr)
	var edges []*runningEdge
	for range 2 {
		e := startEdge(t, out, "--rate-address", "40", "--rate-credential", "40", "--keys", keys,
			"--limits", "unix://"+socket)
		e.edge.Says(t, "edges count together")
		edges = append(edges, e)
	}
	allowed := 0
	for n := range 100 {
		res, _, err := get(http.DefaultClient, edges[n%2].addr, "api.palco.localhost",
			"/api/public/v1/events")
		require.NoError(t, err)
		if res.StatusCode == http.StatusOK {
			allowed++
			continue
		}
		require.Equal(t, http.StatusTooManyRequests, res.StatusCode)
		require.NotEmpty(t, res.Header.Get("Retry-After"))
		require.Contains(t, res.Header.Get("RateLimit"), ";r=0;")
	}
	require.InDelta(t, 40, allowed, 3)
	for _, e := range edges {
		require.Equal(t, 0, e.stop(t))
	}
	for args, said := range map[string]string{
		"--limits valkey://h:1":                          "needs --keys",
		"--limits http://me:secret@h --keys " + keys:     "write valkey://host:6379",
		"--limits valkey://me:secret@h:x --keys " + keys: "write valkey://host:6379",
	} {
		code, _, stderr := programtest.Run(t, dir, programtest.Program(t, "edge"),
			strings.Fields(args)...)
		require.Equal(t, 2, code)
		require.Contains(t, stderr, said)
		require.NotContains(t, stderr, "secret")
	}
}
