package bucket_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/bucket"
	"cartaz/builder/bucket/store"
	"cartaz/builder/release"
)

// liveOf writes a live of n brands whose signatures have this many bytes.
func liveOf(t testing.TB, n, note int) (*bucket.Bucket, int64) {
	t.Helper()
	var b strings.Builder
	b.WriteString(`{"format":3,"generation":7,"brands":{`)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `"brand-%d":{"release":"00000001-%016x","manifest":"%016x%048x",`+
			`"hosts":["brand-%d.example"],"counter":1,"at":"2026-11-26T00:00:00Z","note":"%s"}`,
			i, i, i, i, i, strings.Repeat("a", note))
	}
	b.WriteString("}}\n")
	return liveFile(t, b.String()), int64(b.Len())
}

func liveFile(t testing.TB, text string) *bucket.Bucket {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, bucket.LiveKey), []byte(text), 0o600))
	return open(t, "file://"+dir)
}

// allocated is how many bytes a function allocates.
func allocated(f func()) int64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int64(after.TotalAlloc - before.TotalAlloc)
}

// TestLargeLive: live is read in five times its bytes; one that is too large is not
// read.
func TestLargeLive(t *testing.T) {
	b, size := liveOf(t, 10_000, 500)
	took := allocated(func() {
		live, _, err := b.Live(t.Context(), "")
		require.NoError(t, err)
		require.Len(t, live.Brands, 10_000)
		require.EqualValues(t, 7, live.Generation)
	})
	t.Logf("%d bytes: %d allocated", size, took)
	require.Less(t, took, 5*size)

	b, size = liveOf(t, 90_000, 700)
	took = allocated(func() {
		_, _, err := b.Live(t.Context(), "")
		require.ErrorContains(t, err, "at most 33554432 may be")
	})
	t.Logf("%d bytes: %d allocated", size, took)
	require.Less(t, took, int64(1<<20))
}

func TestBadLive(t *testing.T) {
	entry := `{"release":"00000001-0000000000000001","manifest":"0000000000000001` +
		strings.Repeat("0", 48) + `","hosts":%s}`
	for text, want := range map[string]error{
		`{"brands":{},"format":3}`:                                        nil,
		`{"format":3,"brands":null,"later":{"a":[1]}}`:                    nil,
		`{"format":1,"brands":{}}`:                                        release.ErrVersion,
		`{"format":4,"brands":[{}]}`:                                      release.ErrVersion,
		`{"brands":{}}`:                                                   release.ErrVersion,
		`{"format":3,"brands":[]}`:                                        store.ErrDamaged,
		`{"format":3,"brands":{"../x":` + fmt.Sprintf(entry, "[]") + `}}`: store.ErrDamaged,
		`{"format":3,"brands":{}} {}`:                                     store.ErrDamaged,
		`{"format":3,"brands":{`:                                          store.ErrDamaged,
		`{"format":3,"generation":"x"}`:                                   store.ErrDamaged,
		`[]`:                                                              store.ErrDamaged,
		``:                                                                store.ErrDamaged,
		`{"format":3,"brands":{"a":` + fmt.Sprintf(entry, `["`+strings.Repeat("a", 70_000)+`"]`) +
			`}}`: store.ErrDamaged,
	} {
		_, _, err := liveFile(t, text).Live(t.Context(), "")
		require.ErrorIs(t, err, want, "%.60s", text)
	}

	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Last-Modified", "Thu, 26 Nov 2026 00:00:00 GMT")
		_ = http.NewResponseController(w).Flush() // so the answer does not say its length
		_, _ = w.Write([]byte(`{"format":3}`))
	}))
	defer server.Close()
	t.Setenv("AWS_ACCESS_KEY_ID", "id")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
	_, _, err := open(t, "s3://bucket?endpoint="+server.URL).Live(t.Context(), "")
	require.ErrorIs(t, err, store.ErrDamaged, "of unknown length")
}
