package bucket_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/bucket"
	"cartaz/builder/bucket/store"
	"cartaz/builder/bucket/storetest"
	"cartaz/builder/release"
	"cartaz/builder/release/releasetest"
)

// words are bytes that compress like text. The same seed gives the same.
func words(seed uint64, size int) []byte {
	rnd := rand.New(rand.NewPCG(seed, 1))
	var b []byte
	for len(b) < size {
		b = fmt.Appendf(b, "palavra-%d ", rnd.IntN(1e6))
	}
	return b[:size]
}

// large publishes a release with a search index of some bytes and a body as large that is the same
// in all.
func large(t testing.TB, out string, index []byte) (dir, id string) {
	t.Helper()
	dir = filepath.Join(out, "palco")
	brand := release.Brand{Key: "palco", Hosts: []string{"palco.test"}}
	return dir, releasetest.Build(t, dir, brand, map[string]releasetest.Resource{
		"/":         releasetest.Page("<h1>x</h1>", "# x"),
		"/dados":    releasetest.Text("text/plain; charset=utf-8", string(words(9, 600<<10))),
		"/llms.txt": releasetest.Text("text/plain; charset=utf-8", "the same in all"),
	}, releasetest.Search(index))
}

// sameRelease checks that two folders hold the same release.
func sameRelease(t testing.TB, a, b, id string) {
	t.Helper()
	require.NoError(t, releasetest.Open(t, b, id).Verify(true))
	for _, name := range []string{release.ManifestFile, release.SearchFile, release.TableFile} {
		x, err := os.ReadFile(releasetest.File(a, id, name))
		require.NoError(t, err)
		y, err := os.ReadFile(releasetest.File(b, id, name))
		require.NoError(t, err)
		require.True(t, bytes.Equal(x, y), name)
	}
}

// TestLargeFiles: large files are sent and fetched compressed, and once.
func TestLargeFiles(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		ctx, b := t.Context(), open(t, address)
		here, there := t.TempDir(), filepath.Join(t.TempDir(), "palco")
		index := words(1, 4<<20)
		for range 2 {
			base := entry(t, b, "palco")
			dir, id := large(t, here, index)
			p, err := b.Push(ctx, "palco", dir, id, nil)
			require.NoError(t, err)
			require.Less(t, p.Bytes, int64(3<<20))
			require.NoError(t, push(t, b, dir, id, base))
			again, err := b.Push(ctx, "palco", dir, id, nil)
			require.NoError(t, err)
			require.Zero(t, again.Bytes, "nothing is missing")
			e := entry(t, b, "palco")
			n, err := b.Pull(ctx, "palco", e, there, bucket.PullOptions{})
			require.NoError(t, err)
			require.Less(t, n, int64(3<<20))
			sameRelease(t, dir, there, id)
			require.NoError(t, b.Verify(ctx, "palco", e))
			copy(index[1<<20:], "other bytes")
		}
		live, _, err := b.Live(ctx, "")
		require.NoError(t, err)
		require.Equal(t, 3, live.Format)
	})
}

// objects are the files of a folder store whose names match.
func objects(t testing.TB, dir, pattern string) (list []string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if ok, _ := filepath.Match(pattern, filepath.Base(name)); ok && !e.IsDir() {
			list = append(list, name)
		}
		return err
	}))
	return list
}

// TestDamagedLargeFiles: wrong and missing frames are found by Verify and never become a file; what
// is missing is sent again.
func TestDamagedLargeFiles(t *testing.T) {
	for name, c := range map[string]struct {
		damage func(t testing.TB, file string)
		heals  bool
		want   error
	}{
		"changed": {func(t testing.TB, file string) { releasetest.Flip(t, file, 5000) }, false,
			store.ErrDamaged},
		"cut": {func(t testing.TB, file string) { releasetest.Truncate(t, file, 5000) }, false,
			store.ErrDamaged},
		"missing": {func(t testing.TB, file string) { require.NoError(t, os.Remove(file)) }, true,
			store.ErrNotFound},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			b := open(t, "file://"+dir)
			folder, id := large(t, t.TempDir(), words(1, 1<<20))
			require.NoError(t, push(t, b, folder, id, bucket.Entry{}))
			files := objects(t, dir, "*.zst")
			require.NotEmpty(t, files)
			for _, file := range files {
				c.damage(t, file)
			}
			e, there := entry(t, b, "palco"), filepath.Join(t.TempDir(), "palco")
			require.ErrorIs(t, b.Verify(t.Context(), "palco", e), c.want)
			_, err := b.Pull(t.Context(), "palco", e, there, bucket.PullOptions{})
			require.ErrorIs(t, err, c.want)
			_, err = release.Current(there)
			require.ErrorIs(t, err, release.ErrNotFound)
			if !c.heals {
				return
			}
			_, err = b.Push(t.Context(), "palco", folder, id, nil)
			require.NoError(t, err)
			require.NoError(t, b.Verify(t.Context(), "palco", e))
			_, err = b.Pull(t.Context(), "palco", e, there, bucket.PullOptions{})
			require.NoError(t, err)
		})
	}
}

// TestLargeFilesFromALyingStore: wrong and cut answers are asked for again.
func TestLargeFilesFromALyingStore(t *testing.T) {
	server := storetest.Start(t, "versitygw")
	proxy := storetest.NewProxy(t, server.Endpoint)
	b := open(t, server.AddressAt(proxy.URL))
	out, there := t.TempDir(), filepath.Join(t.TempDir(), "palco")
	index := words(1, 2<<20)
	dir, id := large(t, out, index)
	require.NoError(t, push(t, b, dir, id, bucket.Entry{}))
	for name, fault := range map[string]storetest.Fault{"wrong bytes": {Flip: true},
		"cut": {Cut: true}, "503": {Status: 503}} {
		t.Run(name, func(t *testing.T) {
			base := entry(t, b, "palco")
			copy(index[1<<20:], name)
			dir, id := large(t, out, index)
			require.NoError(t, push(t, b, dir, id, base))
			seen := map[string]int{}
			proxy.Decide(func(r *http.Request) storetest.Fault {
				seen[r.URL.Path]++
				if r.Method == http.MethodGet && strings.Contains(r.URL.Path, "/brands/") &&
					seen[r.URL.Path] == 1 {
					return fault
				}
				return storetest.Fault{}
			})
			defer proxy.Decide(nil)
			_, err := b.Pull(t.Context(), "palco", entry(t, b, "palco"), there,
				bucket.PullOptions{})
			require.NoError(t, err)
			sameRelease(t, dir, there, id)
		})
	}
}
