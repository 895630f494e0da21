package mirror

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/release"
	"cartaz/builder/release/releasetest"
)

// crowd makes a cache with this number of brands, each with a live release and one before; the
// first brand's is the oldest. It returns the room, and how many bytes one brand has more than its
// live release.
func crowd(t testing.TB, brands int) (r *room, spare int64) {
	t.Helper()
	one := t.TempDir()
	var ids []string
	for _, text := range []string{"um", "dois"} {
		ids = append(ids, releasetest.Build(t, one,
			release.Brand{Key: "b", Hosts: []string{"b.test"}},
			map[string]releasetest.Resource{"/": releasetest.Page("<h1>"+text, "# "+text)}))
	}
	dir := t.TempDir()
	for i := range brands {
		brand := filepath.Join(dir, name(i))
		require.NoError(t, os.CopyFS(brand, os.DirFS(one)))
		at := time.Now().Add(time.Duration(i-brands) * time.Minute)
		require.NoError(t, os.Chtimes(filepath.Join(brand, release.ReleasesDir, ids[0]), at, at))
	}
	r = &room{dir: dir, limit: 1 << 40}
	require.NoError(t, r.make("new", 1))
	require.NoError(t, r.settle("new", previous))
	held := r.used
	require.NoError(t, r.prune(name(brands-1), 1))
	require.Less(t, r.used, held)
	return r, held - r.used
}

func name(i int) string { return fmt.Sprintf("b%04d", i) }

// TestRoomOrder: room is made by the release that became live longest ago, never by the brand that
// needs it, and what becomes a spare later comes last.
func TestRoomOrder(t *testing.T) {
	r, spare := crowd(t, 6)
	kept := func() (brands []string) {
		for i := range 6 {
			ids, err := release.List(filepath.Join(r.dir, name(i)))
			require.NoError(t, err)
			if len(ids) > 1 {
				brands = append(brands, name(i))
			}
		}
		return brands
	}
	require.Equal(t, []string{name(0), name(1), name(2), name(3), name(4)}, kept())
	r.limit = r.used
	require.NoError(t, r.make(name(0), spare))
	require.Equal(t, []string{name(0), name(2), name(3), name(4)}, kept())
	require.NoError(t, r.settle(name(0), 0))
	require.Equal(t, []string{name(2), name(3), name(4)}, kept())

	locked, err := release.Lock(filepath.Join(r.dir, name(2)), release.Options{})
	require.NoError(t, err)
	r.limit = r.used
	require.NoError(t, r.make("new", spare))
	require.Equal(t, []string{name(2), name(4)}, kept(), "a folder in use is passed over")
	require.NoError(t, locked.Close())
	require.NoError(t, r.make("new", 3*spare))
	require.Empty(t, kept())
	require.ErrorContains(t, r.make("new", r.limit), "--cache-size allows")
}

// TestRoomOfManyBrands: what it costs to make room for a release does not grow with the brands that
// are not concerned.
func TestRoomOfManyBrands(t *testing.T) {
	cost := func(brands int) (objects uint64) {
		r, spare := crowd(t, brands)
		r.limit = r.used
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for i := range 10 {
			require.NoError(t, r.make("new", int64(i+1)*spare))
		}
		runtime.ReadMemStats(&after)
		return after.Mallocs - before.Mallocs
	}
	few, many := cost(16), cost(64)
	require.Less(t, many, 2*few, "four times the brands")
}
