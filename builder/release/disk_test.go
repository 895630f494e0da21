package release_test

import (
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/durable"
	"cartaz/builder/release"
	rt "cartaz/builder/release/releasetest"
)

// A full disk is one line with path and need, and the live release stays.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	id := rt.Build(t, dir, brand, catalogue())
	full := false
	f := mustHold(t, dir,
		release.Options{Hook: func(op durable.Op, _ string, do func() error) error {
			if full && op == durable.OpWrite {
				return syscall.ENOSPC
			}
			return do()
		}})
	w := mustCreate(t, f)
	full = true
	loc := mustBody(t, w, strings.Repeat("x", 1000))
	require.NoError(t,
		w.Add(release.Resource{Path: "/", Variants: []release.Variant{plain("x", loc)}}))
	_, err := w.Seal(facts, nil)
	require.ErrorIs(t, err, syscall.ENOSPC)
	require.EqualError(t, err, "seal release: write 1016 bytes at offset 0 of "+dir+
		"/segments/.tmp-0: no space left on device")
	big := make([]byte, 1<<20)
	w = mustCreate(t, f)
	_, err = w.AppendBody(big)
	require.ErrorIs(t, err, syscall.ENOSPC)
	require.NoError(t, w.Abort())
	live, err := release.Current(dir)
	require.NoError(t, err)
	require.Equal(t, id, live)
	ids, err := release.List(dir)
	require.NoError(t, err)
	require.Equal(t, []string{id}, ids)
	require.Empty(t, debris(t, dir))
}

// debris lists temporary names below a folder.
func debris(t testing.TB, dir string) (found []string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if strings.HasPrefix(d.Name(), release.TempPrefix) {
			found = append(found, p)
		}
		return err
	}))
	return found
}
