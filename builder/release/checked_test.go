package release_test

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/release"
	rt "cartaz/builder/release/releasetest"
)

// A release whose checksums were not compared (Open reads no row) never answers a path with another
// path's content, nor with nothing, whichever byte of its table has a flipped bit. After
// RememberChecks it answers every path as before until CheckAgain; then it notices the same. Verify
// always compares.
func TestRememberChecks(t *testing.T) {
	dir := t.TempDir()
	id := rt.Build(t, dir, brand, catalogue())
	file := rt.File(dir, id, release.TableFile)
	every, once := rt.Open(t, dir, id), rt.Open(t, dir, id)
	once.RememberChecks()
	want := map[string]string{"/eventos/nenhum": "", "/": "", "/zzz": "", ":a": ""}
	for ref := range every.Resources() {
		want[string(ref.Path())] = ""
	}
	for path := range want {
		want[path] = told(every, path)
		require.Equal(t, want[path], told(once, path))
	}
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	noticed, tried := 0, 0
	for i := 0; i < len(data); i += 5 { // each bit of a byte in turn
		tried++
		data[i] ^= 1 << (i % 8)
		rt.Overwrite(t, file, data)
		for path := range want {
			require.NotPanics(t, func() { told(once, path) })
		}
		require.Equal(t, every.Verify(false) == nil, once.Verify(false) == nil)
		once.CheckAgain()
		for path, right := range want {
			got := told(every, path)
			require.Equal(t, got, told(once, path), "byte %d: %s", i, path)
			if got == "damaged" {
				noticed++
			} else {
				require.Equal(t, right, got, "bit %d of byte %d: %s", i%8, i, path)
			}
		}
		data[i] ^= 1 << (i % 8)
		rt.Overwrite(t, file, data)
		for path, right := range want {
			require.Equal(t, right, told(once, path), "damage is not remembered")
		}
	}
	require.Greater(t, noticed, tried/2)
}

// Pages of segments that were read leave resident memory: a build of 1,000,000 events with 1 %
// changed reads calendars all over 32 GB.
func TestForgottenSegmentsAreNotResident(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux takes this advice")
	}
	const size = 64 << 20
	whole := rt.Text("text/plain", strings.Repeat("Cartaz! ", size/8))
	whole.Bodies[0].Codings = []release.Coding{release.Identity}
	dir := filepath.Join(t.TempDir(), "ingresso")
	r := rt.Open(t, dir, rt.Build(t, dir, brand, map[string]rt.Resource{"/large": whole}))
	ref, ok := r.Lookup("/large")
	require.True(t, ok)
	for range 2 {
		body, err := ref.Variant(0).Body()
		require.NoError(t, err)
		require.Len(t, body, size)
		before := residentFiles(t)
		r.ForgetPages()
		require.Less(t, residentFiles(t), before-size/2)
	}
}

// residentFiles returns how many bytes of mapped files this process has in memory, including files
// of a tmpfs.
func residentFiles(t *testing.T) (n int) {
	status, err := os.ReadFile("/proc/self/status")
	require.NoError(t, err)
	for _, field := range []string{"RssFile:", "RssShmem:"} {
		_, rest, ok := bytes.Cut(status, []byte(field))
		require.True(t, ok)
		kib, err := strconv.Atoi(string(bytes.Fields(rest)[0]))
		require.NoError(t, err)
		n += kib << 10
	}
	return n
}
