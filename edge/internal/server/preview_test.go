package server_test

import (
	"encoding/base64"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/bucket"
	"cartaz/builder/bucket/storetest"
	"cartaz/builder/release"
	"cartaz/edge/internal/edgetest"
	"cartaz/edge/internal/mirror"
	"cartaz/edge/internal/server"
)

// hold has the release id shown at a host; the release before it stays live.
func hold(t testing.TB, out, brand, host, live, id string) {
	t.Helper()
	folder, err := release.Lock(filepath.Join(out, brand), release.Options{})
	require.NoError(t, err)
	require.NoError(t, folder.Publish(live))
	require.NoError(t, folder.Hold(release.Held{Release: id, Host: host}))
	require.NoError(t, folder.Close())
}

// TestPreview: a held release is shown only at its own host, to visitors who know the password, and
// to no cache or search engine.
func TestPreview(t *testing.T) {
	out, brand := t.TempDir(), edgetest.Brand("palco")
	live := edgetest.Publish(t, out, brand, 2, 1)
	hold(t, out, "palco", "preview.example", live, edgetest.Publish(t, out, brand, 3, 2))
	festa := edgetest.Brand("festa")
	live = edgetest.Publish(t, out, festa, 2, 1)
	hold(t, out, "festa", "preview.festa.localhost", live, edgetest.Publish(t, out, festa, 3, 2))
	forro := edgetest.Brand("forro")
	live = edgetest.Publish(t, out, forro, 2, 1)
	hold(t, out, "forro", "preview.forro.example", live, edgetest.Publish(t, out, forro, 3, 2))
	file := filepath.Join(t.TempDir(), "previews")
	require.NoError(t, os.WriteFile(file, []byte("# who may look\npalco:open:sesame\n"), 0o600))
	previews, err := server.LoadPreviews(file)
	require.NoError(t, err)
	basic := func(text string) string {
		return "with Authorization: Basic " + base64.StdEncoding.EncodeToString([]byte(text))
	}
	e := start(t, out, func(c *server.Config) { c.Previews = previews })
	playFile(t, e, "preview")
	for range 10 {
		play(t, e, "with Authorization: Bearer x\nGET http://preview.example/\nstatus 401\n\n"+
			basic("anna:guess")+"\nGET http://preview.example/\nstatus 401\n")
	}
	play(t, e, basic("anna:open:sesame")+"\nGET http://preview.example/\nstatus 429\n"+
		"header Retry-After == 60\n")
	_, text := adminGet(t, e, "/metrics")
	require.NotContains(t, text, `cartaz_edge_brand_age_seconds{brand="palco/held"}`)
	_, text = adminGet(t, e, "/status")
	require.Contains(t, text, `"state":"preview"`)

	// A held release is nothing to fall back on.
	folder, err := release.Lock(filepath.Join(out, "palco"), release.Options{})
	require.NoError(t, err)
	require.NoError(t, folder.Unhold())
	require.NoError(t, folder.Close())
	require.Eventually(t, func() bool {
		_, text := adminGet(t, e, "/status")
		return !strings.Contains(text, `"preview.example"`)
	}, time.Minute, 5*time.Millisecond)
	play(t, e, "GET http://preview.example/\nstatus 421\n")
}

// TestNeverLive: with a damaged live release the edge does not show the held one to everybody.
func TestNeverLive(t *testing.T) {
	out, brand := t.TempDir(), edgetest.Brand("palco")
	live := edgetest.Publish(t, out, brand, 2, 1)
	hold(t, out, "palco", "preview.example", live, edgetest.Publish(t, out, brand, 3, 2))
	edgetest.Version(t, filepath.Join(out, "palco"), live, 99)
	play(t, start(t, out, nil), `
GET http://api.palco.example/api/public/v1/events
status 502
`)
}

// TestPreviewFile: faults of the file of passwords name its line and no password.
func TestPreviewFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "previews")
	require.NoError(t, os.WriteFile(file, []byte("palco:short\n"), 0o600))
	_, err := server.LoadPreviews(file)
	require.ErrorContains(t, err, "previews:1: write brand:password")
	require.NotContains(t, err.Error(), "short")
}

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
