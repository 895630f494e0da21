package release_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/release"
	rt "cartaz/builder/release/releasetest"
)

var update = flag.Bool("update", false, "write the golden files anew")

// compatDir holds one published release per format version, as its program
// wrote it. They are never written again: a new version adds one.
const compatDir = "testdata/compat"

// The text of buildV1, coded once: gzip, and a zstd frame with one raw block.
const (
	storedGzip = "1f8b08000000000002ffb3514cc94f2ea92c4855c828c9cdb1b329c92cc949b50b4ecc4d4ab4" +
		"d18770b800bb2c7de524000000"
	storedZstd = "28b52ffd20242101003c21646f63747970652068746d6c3e3c7469746c653e53616d62613c2f" +
		"7469746c653e0a"
)

// buildV1 writes the release whose bytes are golden. The coded bodies are constants, so another
// version of a compressor does not change the format.
func buildV1(t testing.TB, dir string) (id string) {
	t.Helper()
	const text = "<!doctype html><title>Samba</title>\n"
	f := mustHold(t, dir, release.Options{SegmentSize: 60})
	require.NoError(t, f.WriteBrand(brand))
	w := mustCreate(t, f)
	page := plain(text, mustBody(t, w, text))
	page.Tokens = 12
	coded, err := hex.DecodeString(storedGzip)
	require.NoError(t, err)
	packed := page
	packed.Coding = release.Gzip
	packed.Body = mustBody(t, w, string(coded))
	coded, err = hex.DecodeString(storedZstd)
	require.NoError(t, err)
	squeezed := page
	squeezed.Coding = release.Zstd
	squeezed.Body = mustBody(t, w, string(coded))
	twin := plain("# Samba\n", mustBody(t, w, "# Samba\n"))
	twin.Profile.Fields = []release.Field{{Name: "Content-Type",
		Value: "text/markdown; charset=utf-8"}, {Name: "Vary", Value: "Accept"}}
	private := plain("pieces", mustBody(t, w, "pieces"))
	private.Profile.Fields = nil
	for _, r := range []release.Resource{
		{Path: ":pieces", Variants: []release.Variant{private}},
		{Path: "/eventos/samba.md", Canonical: "/eventos/samba", Modified: 1772366400,
			Variants: []release.Variant{twin}},
		{Path: "/eventos/samba", Alternate: "/eventos/samba.md", Modified: 1772366400,
			Variants: []release.Variant{page, packed, squeezed, twin}},
		{Path: "/", Modified: -1, Variants: []release.Variant{page}},
	} {
		require.NoError(t, w.Add(r))
	}
	for _, row := range events {
		require.NoError(t, w.AddEvent(row))
	}
	_, err = w.SearchIndex().Write([]byte("index"))
	require.NoError(t, err)
	facts := release.Facts{Brand: brand, BuiltAt: rt.BuiltAt, Events: 3, OnSale: 2}
	id, err = w.Seal(facts, []byte("{\"dropped\":0}\n"))
	require.NoError(t, err)
	require.NoError(t, f.Publish(id))
	return id
}

// golden are the releases in compatDir.
var golden = []struct {
	name     string
	build    func(t testing.TB, dir string) string
	variants int // of /eventos/samba
}{
	{fmt.Sprintf("v%d", release.FormatVersion), buildV1, 4},
}

// Every byte of a release. If they differ without a new format version, edges of the last
// deployment cannot read the release, or read it wrongly.
func TestGoldenBytes(t *testing.T) {
	for _, g := range golden {
		dir := t.TempDir()
		g.build(t, dir)
		golden := filepath.Join(compatDir, g.name)
		if *update {
			require.NoError(t, os.RemoveAll(golden))
			require.NoError(t, os.CopyFS(golden, os.DirFS(dir)))
			require.NoError(t, os.Remove(filepath.Join(golden, release.LockFile)))
		}
		require.Equal(t, snapshot(t, golden), snapshot(t, dir))
		for _, name := range []string{release.CurrentFile, release.BrandFile} {
			want, err := os.ReadFile(filepath.Join(golden, name))
			require.NoError(t, err)
			got, err := os.ReadFile(filepath.Join(dir, name))
			require.NoError(t, err)
			require.Equal(t, string(want), string(got))
		}
	}
}

// Releases of old versions open and verify, from a folder without write permission: reading takes
// no lock and leaves no trace.
func TestCompat(t *testing.T) {
	versions, err := os.ReadDir(compatDir)
	require.NoError(t, err)
	require.Len(t, versions, len(golden), "nothing is tagged yet, so nothing older is read")
	for _, g := range golden {
		t.Run(g.name, func(t *testing.T) {
			dir := filepath.Join(compatDir, g.name)
			id, err := release.Current(dir)
			require.NoError(t, err)
			r := rt.Open(t, dir, id)
			require.NoError(t, r.Verify(true))
			ref, ok := r.Lookup("/eventos/samba")
			require.True(t, ok)
			require.Equal(t, g.variants, ref.NumVariants())
			got, err := release.ReadBrand(dir)
			require.NoError(t, err)
			require.Equal(t, brand, got)
		})
	}
}

func mustRead(t testing.TB, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	return data
}

func requireSentinel(t *testing.T, err error) {
	t.Helper()
	require.True(t, errors.Is(err, release.ErrCorrupt) || errors.Is(err, release.ErrVersion), err)
}

// A table of any content, even with right checksums, is refused, or every method answers without a
// panic.
func FuzzTable(f *testing.F) {
	dir := f.TempDir()
	id := buildV1(f, dir)
	table := mustRead(f, rt.File(dir, id, release.TableFile))
	f.Add(table, false, []byte("seg"), "/")
	f.Add(table, true, bytes.Repeat([]byte{7}, 100), "/eventos/samba")
	empty := f.TempDir()
	f.Add(mustRead(f, rt.File(empty, rt.Build(f, empty, brand, nil), release.TableFile)), true,
		[]byte{}, "")
	f.Add([]byte("CTZR\x01\x00\x00\x00"), true, []byte{}, "/")
	f.Fuzz(func(t *testing.T, table []byte, fix bool, segment []byte, path string) {
		if fix {
			table = bytes.Clone(table)
			release.FixSums(table)
		}
		r, err := release.OpenTable(table, segment, segment, segment, segment)
		if err != nil {
			requireSentinel(t, err)
			return
		}
		walk(r)
		// A damaged row on the way answers for any path, but without a variant.
		if ref, ok := r.Lookup(path); ok && ref.NumVariants() > 0 {
			require.Equal(t, path, string(ref.Path()))
		}
	})
}

// walk calls every method on every row.
func walk(r *release.Release) {
	n := 0
	for ref := range r.Resources() {
		if n++; n > 1000 {
			return
		}
		_, _ = r.Lookup(string(ref.Path()))
		_, _, _ = ref.Canonical(), ref.Alternate(), ref.Modified()
		for i := range min(ref.NumVariants(), 100) {
			v := ref.Variant(i)
			_, _, _, _ = v.Profile(), v.ContentType(), v.Tokens(), v.Location()
			_ = v.ETag()
			_, _ = v.Body()
		}
	}
}

func FuzzEvents(f *testing.F) {
	b, err := release.EncodeEvents(append([]release.EventRow(nil), events...))
	require.NoError(f, err)
	f.Add(b, false, int64(7))
	f.Add(b[:40], true, int64(0))
	f.Fuzz(func(t *testing.T, b []byte, fix bool, id int64) {
		if fix {
			b = bytes.Clone(b)
			release.FixEventSums(b)
		}
		if _, err := release.EventsOf(b); err != nil {
			requireSentinel(t, err)
		}
	})
}

func FuzzManifest(f *testing.F) {
	dir := f.TempDir()
	f.Add(mustRead(f, rt.File(dir, buildV1(f, dir), release.ManifestFile)))
	f.Add([]byte(`{"format":1}`))
	f.Add([]byte(`{"format":2,"x":[[[[`))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := release.DecodeManifest(data)
		if err != nil {
			requireSentinel(t, err)
			return
		}
		require.Equal(t, release.FormatVersion, m.Format)
		require.NotEmpty(t, m.Brand.Key)
	})
}

func FuzzCurrent(f *testing.F) {
	f.Add([]byte("00000001-0123456789abcdef\n"))
	f.Add([]byte("00000001-0123456789abcdef"))
	f.Add([]byte("../../etc/passwd\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		id, err := release.ParseCurrent(data)
		if err != nil {
			requireSentinel(t, err)
			return
		}
		require.Equal(t, string(data), id+"\n")
		require.NotContains(t, id, "/")
	})
}
