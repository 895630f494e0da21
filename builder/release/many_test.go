package release_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/release"
)

// TestManyResources: more than fit into one piece of the writer's memory, so that
// the others wait on disk, and nothing of that is left.
func TestManyResources(t *testing.T) {
	dir := t.TempDir()
	w := mustCreate(t, mustHold(t, dir, release.Options{}))
	const n = 60_000
	path := func(i int) string {
		return fmt.Sprintf("/%d/%s", i*7919%n,
			strings.Repeat("long-", 20))
	}
	variant := plain("the same for all", mustBody(t, w, "the same for all"))
	for i := range n {
		v := variant
		v.Tokens = uint32(i)
		require.NoError(t,
			w.Add(release.Resource{Path: path(i), Modified: int64(i),
				Variants: []release.Variant{v}}))
	}
	entries, err := filepath.Glob(filepath.Join(dir, "releases", "*", "*"))
	require.NoError(t, err)
	require.Len(t, entries, 1, "only search.idx has a name: %v", entries)
	id, err := w.Seal(facts, nil)
	require.NoError(t, err)
	r, err := release.Open(dir, id)
	require.NoError(t, err)
	defer func() { require.NoError(t, r.Close()) }()
	require.NoError(t, r.Verify(true))
	require.Equal(t, n, r.NumResources())
	for i := range n {
		ref, ok := r.Lookup(path(i))
		require.True(t, ok)
		require.Equal(t, int64(i), ref.Modified())
		require.Equal(t, uint32(i), ref.Variant(0).Tokens())
	}
}

// TestManyResourcesWithoutAFolder: what cannot be put on disk is an error.
func TestManyResourcesWithoutAFolder(t *testing.T) {
	dir := t.TempDir()
	w := mustCreate(t, mustHold(t, dir, release.Options{}))
	variant := plain("text", mustBody(t, w, "text"))
	require.NoError(t, os.RemoveAll(filepath.Join(dir, "releases")))
	var err error
	for i := 0; err == nil && i < 60_000; i++ {
		err = w.Add(release.Resource{Path: fmt.Sprintf("/%d/%s", i, strings.Repeat("long-", 20)),
			Variants: []release.Variant{variant}})
	}
	require.ErrorContains(t, err, "resources on disk")
}
