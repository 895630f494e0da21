package release_test

import (
	"bytes"
	"errors"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/release"
	rt "cartaz/builder/release/releasetest"
)

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
