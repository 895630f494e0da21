package crash_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/generate"
)

// backend serves the catalogue of a brand over HTTP, with a tag, so that the
// builder remembers what it got.
type backend struct {
	options atomic.Pointer[generate.Options]
	known   atomic.Int64           // requests answered with 304
	before  atomic.Pointer[func()] // called before an answer; may be nil
}

// newBackend makes the brand read from a backend instead of from its file.
func newBackend(t testing.TB, k *killer, events int) *backend {
	t.Helper()
	b := &backend{}
	b.serve(generate.Options{Events: events, Seed: 1})
	server := httptest.NewServer(b)
	t.Cleanup(server.Close)
	require.NoError(t, generate.Brand(k.brands, "festa", generate.Options{Events: events, Seed: 1}))
	folder := filepath.Join(k.brands, "festa")
	yaml, err := os.ReadFile(filepath.Join(folder, "brand.yaml"))
	require.NoError(t, err)
	text := strings.Replace(string(yaml), "kind: file, path: catalogue.ndjson", "kind: http, url: "+
		server.URL+"/events.ndjson, pages: none", 1)
	require.NotEqual(t, text, string(yaml))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "brand.yaml"), []byte(text), 0o644))
	require.NoError(t, os.Remove(filepath.Join(folder, "catalogue.ndjson")))
	return b
}

// serve changes the catalogue.
func (b *backend) serve(o generate.Options) { b.options.Store(&o) }

func (b *backend) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if before := b.before.Swap(nil); before != nil {
		(*before)()
	}
	o := *b.options.Load()
	tag := fmt.Sprintf(`"%d-%d-%d"`, o.Seed, o.Events, o.Changed)
	w.Header().Set("ETag", tag)
	if r.Header.Get("If-None-Match") == tag {
		b.known.Add(1)
		w.WriteHeader(http.StatusNotModified)
		return
	}
	// A client that has gone away is no fault of the source.
	_ = generate.Records(w, o)
}
