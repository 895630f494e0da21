package server_test

import (
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/bucket"
	"cartaz/builder/bucket/storetest"
	"cartaz/edge/internal/edgetest"
	"cartaz/edge/internal/mirror"
	"cartaz/edge/internal/server"
)

// get asks an edge for a path of a host.
func get(t *testing.T, e *server.Edge, host, path string) (int, string) {
	t.Helper()
	r, err := http.NewRequest("GET", "http://"+e.Addr().String()+path, nil)
	require.NoError(t, err)
	r.Host = host
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	res, err := client.Do(r)
	require.NoError(t, err)
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	return res.StatusCode, string(body)
}

// TestE4EmptyCacheDeadBucket: an edge that begins with nothing, from a store that is dead, is alive
// and not ready; the catalogue is 502 with a stable code. It serves as soon as the store is there.
func TestE4EmptyCacheDeadBucket(t *testing.T) {
	store := storetest.Start(t, "versitygw")
	address := store.Address()
	b, err := bucket.Open(t.Context(), address)
	require.NoError(t, err)
	brand, out := edgetest.Brand("palco"), t.TempDir()
	id := edgetest.Publish(t, out, brand, 3, 1)
	p, err := b.Push(t.Context(), "palco", filepath.Join(out, "palco"), id, nil)
	require.NoError(t, err)
	_, err = (&bucket.Mover{Bucket: b, Now: time.Now}).Move(t.Context(),
		[]*bucket.Move{{Brand: "palco", Next: p.Entry}})
	require.NoError(t, err)
	store.Kill()

	cache := filepath.Join(t.TempDir(), "cache")
	m, err := mirror.New(mirror.Config{Bucket: b, Dir: cache, Every: 50 * time.Millisecond})
	require.NoError(t, err)
	e := start(t, cache, func(c *server.Config) { c.Mirror = m })
	status, body := get(t, e, "palco.example", "/api/public/v1/events")
	require.Equal(t, 502, status)
	require.Contains(t, body, `"code":"upstream_unavailable"`)
	status, body = get(t, e, "palco.example", "/api/public/v1/health")
	require.Equal(t, 200, status)
	require.Contains(t, body, `"status":"ok"`)
	status, _ = adminGet(t, e, "/ready")
	require.Equal(t, 503, status)
	require.Eventually(t, func() bool {
		_, body := adminGet(t, e, "/status")
		return strings.Contains(body, "connection refused")
	}, time.Minute, 50*time.Millisecond, "the status does not say why")

	store.Resume(t)
	require.Eventually(t, func() bool {
		status, _ := get(t, e, "palco.example", "/api/public/v1/events")
		return status == 200
	}, time.Minute, 20*time.Millisecond)
	require.Eventually(t, func() bool { return adminStatus(t, e, "/ready") == 200 }, time.Minute,
		20*time.Millisecond)
	status, _ = get(t, e, "unknown.example", "/")
	require.Equal(t, 421, status)
	_, metrics := adminGet(t, e, "/metrics")
	require.Contains(t, metrics, "cartaz_edge_bucket_brands_behind 0")
	require.NotContains(t, metrics, "cartaz_edge_bucket_fetched_bytes_total 0\n")
}
