package main_test

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"path/filepath"
	"regexp"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
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
