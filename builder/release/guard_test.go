package release_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/release"
	rt "cartaz/builder/release/releasetest"
)

// A Go process dies if a mapped file is cut and it reads beyond the cut. Guard makes an error of
// it, and the process lives.
func TestGuardAgainstCutFiles(t *testing.T) {
	dir := t.TempDir()
	big := strings.Repeat("0123456789abcdef", 4096)
	id := rt.Build(t, dir, brand, map[string]rt.Resource{
		"/big": {Bodies: []rt.Body{{Fields: []release.Field{{Name: "Content-Type",
			Value: "text/plain"}}, Text: big, Codings: []release.Coding{release.Identity}}}},
	}, rt.Search([]byte(big)))
	r := rt.Open(t, dir, id)
	ref, ok := r.Lookup("/big")
	require.True(t, ok)
	read := func() error {
		_, err := ref.Variant(0).Body()
		return err
	}
	require.NoError(t, release.Guard(read))

	rt.Truncate(t, rt.Segments(t, dir)[0], 4096)
	require.ErrorIs(t, release.Guard(read), release.ErrCorrupt)
	require.ErrorIs(t, r.Verify(true), release.ErrCorrupt)
	require.NoError(t, r.Verify(false), "the index is whole")
	rt.Truncate(t, rt.File(dir, id, release.SearchFile), 0)
	require.ErrorIs(t, r.Verify(false), release.ErrCorrupt)
	rt.Truncate(t, rt.File(dir, id, release.TableFile), 0)
	require.ErrorIs(t, release.Guard(func() error {
		_, _ = r.Lookup("/big")
		return nil
	}), release.ErrCorrupt)
}

func TestGuardPassesOthersOn(t *testing.T) {
	mine := errors.New("mine")
	require.Equal(t, mine, release.Guard(func() error { return mine }))
	require.NoError(t, release.Guard(func() error { return nil }))
	require.PanicsWithValue(t, "mine", func() { _ = release.Guard(func() error { panic("mine") }) })
	require.Panics(t, func() {
		_ = release.Guard(func() error {
			var m *release.Manifest
			_ = m.Format // a nil pointer is a bug here, not a fault on disk
			return nil
		})
	})
	require.Panics(t, func() {
		_ = release.Guard(func() error { _ = make([]byte, 1)[len(big())]; return nil })
	})
}

func big() string { return strings.Repeat("x", 10) }
