package bucket_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/bucket"
	"cartaz/builder/bucket/parts"
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

// TestInParts: of a large file only the pieces that changed are sent and fetched, whether bytes
// were changed, put in or taken out; whoever has nothing fetches all pieces, compressed.
func TestInParts(t *testing.T) {
	storetest.Each(t, func(t *testing.T, address string) {
		ctx, b := t.Context(), open(t, address)
		here, there := t.TempDir(), filepath.Join(t.TempDir(), "palco")
		index := words(1, 4<<20)
		for version, change := range []func(){
			func() {},
			func() { copy(index[1<<20:], "other bytes") },
			func() { index = append(append([]byte("put in front"), index...), "and behind"...) },
			func() { index = append(index[:2<<20], index[2<<20+1000:]...) },
			func() { index = index[:1200<<10] },
		} {
			change()
			base := entry(t, b, "palco")
			dir, id := large(t, here, index)
			p, err := b.Push(ctx, "palco", dir, id, nil)
			require.NoError(t, err)
			require.True(t, p.Entry.Parts)
			require.NoError(t, push(t, b, dir, id, base))
			again, err := b.Push(ctx, "palco", dir, id, nil)
			require.NoError(t, err)
			require.Zero(t, again.Bytes, "nothing is missing")
			e := entry(t, b, "palco")
			n, err := b.Pull(ctx, "palco", e, there, bucket.PullOptions{})
			require.NoError(t, err)
			sameRelease(t, dir, there, id)
			require.NoError(t, b.Verify(ctx, "palco", e))
			fresh := filepath.Join(t.TempDir(), "palco")
			all, err := b.Pull(ctx, "palco", e, fresh, bucket.PullOptions{})
			require.NoError(t, err)
			sameRelease(t, dir, fresh, id)
			if version == 0 {
				require.Less(t, p.Bytes, int64(4<<20), "compressed")
				require.Equal(t, n, all)
				continue
			}
			require.Less(t, p.Bytes, int64(400<<10), "version %d", version)
			require.Less(t, n, int64(400<<10), "version %d", version)
			require.Greater(t, all, n)
		}
		live, _, err := b.Live(ctx, "")
		require.NoError(t, err)
		require.Equal(t, 2, live.Format)
	})
}

// TestSmallStaysReadable: a bucket without large files is one that earlier programs read; and large
// files that lie there whole, as these wrote them, are read and not sent again.
func TestSmallStaysReadable(t *testing.T) {
	dir := t.TempDir()
	b := open(t, "file://"+dir)
	folder, id := publish(t, t.TempDir(), "festa", "um")
	require.NoError(t, push(t, b, folder, id, bucket.Entry{}))
	live, _, err := b.Live(t.Context(), "")
	require.NoError(t, err)
	require.Equal(t, 1, live.Format)

	folder, id = large(t, t.TempDir(), words(1, 1<<20))
	prefix := filepath.Join(dir, "brands", "palco")
	require.NoError(t, os.CopyFS(prefix, os.DirFS(folder)))
	p, err := b.Push(t.Context(), "palco", folder, id, nil)
	require.NoError(t, err)
	require.Zero(t, p.Bytes)
	require.False(t, p.Entry.Parts)
	require.NoError(t, push(t, b, folder, id, bucket.Entry{}))
	live, _, err = b.Live(t.Context(), "")
	require.NoError(t, err)
	require.Equal(t, 1, live.Format)
	there := filepath.Join(t.TempDir(), "palco")
	_, err = b.Pull(t.Context(), "palco", live.Brands["palco"], there, bucket.PullOptions{})
	require.NoError(t, err)
	sameRelease(t, folder, there, id)
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

// TestDamagedParts: wrong and missing packs and lists are found by Verify and never become a file;
// what is missing or cannot be read is sent again.
func TestDamagedParts(t *testing.T) {
	for name, c := range map[string]struct {
		pattern string
		damage  func(t testing.TB, file string)
		heals   bool
		want    error
	}{
		"pack changed": {"*.pack", func(t testing.TB, file string) {
			releasetest.Flip(t, file, 5000)
		}, false, store.ErrDamaged},
		"pack cut": {"*.pack", func(t testing.TB, file string) {
			releasetest.Truncate(t, file, 5000)
		}, false, store.ErrDamaged},
		"pack missing": {"*.pack", func(t testing.TB, file string) {
			require.NoError(t, os.Remove(file))
		}, true, store.ErrNotFound},
		"list changed": {"search.idx.parts", func(t testing.TB, file string) {
			releasetest.Flip(t, file, 50)
		}, true, store.ErrDamaged},
		"list of a later version": {"search.idx.parts", func(t testing.TB, file string) {
			releasetest.Flip(t, file, 4)
		}, false, release.ErrVersion},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			b := open(t, "file://"+dir)
			folder, id := large(t, t.TempDir(), words(1, 1<<20))
			require.NoError(t, push(t, b, folder, id, bucket.Entry{}))
			files := objects(t, dir, c.pattern)
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

// TestPartsFromALyingStore: wrong and cut answers are asked for again, and damage in the file here
// that has the pieces does not reach the next one.
func TestPartsFromALyingStore(t *testing.T) {
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
			if live, err := release.Current(there); err == nil {
				releasetest.Flip(t, releasetest.File(there, live, release.SearchFile), 1500<<10)
			}
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

// TestManyParts: the packs of a file stay few however often it changes, and a prune leaves those
// that are needed and no others.
func TestManyParts(t *testing.T) {
	dir := t.TempDir()
	b, out := open(t, "file://"+dir), t.TempDir()
	index := words(1, 4<<20)
	var folder, id string
	for version := range parts.MaxPacks + 8 {
		copy(index[version*(100<<10):], fmt.Sprint("version ", version))
		base := entry(t, b, "palco")
		folder, id = large(t, out, index)
		require.NoError(t, push(t, b, folder, id, base))
	}
	list, err := os.ReadFile(filepath.Join(dir, "brands", "palco", "releases", id,
		release.SearchFile+".parts"))
	require.NoError(t, err)
	l, err := parts.Decode(list)
	require.NoError(t, err)
	require.Greater(t, len(l.Packs), parts.MaxPacks/2)
	require.LessOrEqual(t, len(l.Packs), parts.MaxPacks)
	before := len(objects(t, dir, "*.pack"))
	pruned, err := b.Prune(t.Context(), bucket.Retention{Newest: 1, Grace: -time.Minute}, nil)
	require.NoError(t, err)
	require.NoError(t, pruned[0].Err)
	e := entry(t, b, "palco")
	require.NoError(t, b.Verify(t.Context(), "palco", e))
	left := len(objects(t, dir, "*.pack"))
	require.Less(t, left, before)
	require.GreaterOrEqual(t, left, len(l.Packs))
	require.LessOrEqual(t, left, len(l.Packs)+2, "those of the segments")
	there := filepath.Join(t.TempDir(), "palco")
	_, err = b.Pull(t.Context(), "palco", e, there, bucket.PullOptions{})
	require.NoError(t, err)
	sameRelease(t, folder, there, id)

	// What cannot be read might name any pack.
	releasetest.Flip(t, filepath.Join(dir, "brands", "palco", "releases", id,
		release.SearchFile+".parts"), 50)
	pruned, err = b.Prune(t.Context(), bucket.Retention{Newest: 1, Grace: -time.Minute}, nil)
	require.NoError(t, err)
	require.True(t, errors.Is(pruned[0].Err, store.ErrDamaged), "%v", pruned[0].Err)
	require.Len(t, objects(t, dir, "*.pack"), left)
}
