package mirror_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/bucket"
	"cartaz/builder/bucket/statement"
	"cartaz/builder/bucket/storetest"
	"cartaz/builder/bucket/wake"
	"cartaz/builder/release"
	"cartaz/edge/internal/mirror"
)

// TestRestartWhileFetching: an edge with keys that is started anew, or replaced, while a newer
// release cannot be fetched, has the last good one; also after several such releases.
func TestRestartWhileFetching(t *testing.T) {
	folder, keys := t.TempDir(), t.TempDir()
	_, err := statement.Generate(keys, "builder")
	require.NoError(t, err)
	private, err := statement.Load(filepath.Join(keys, "builder.key"))
	require.NoError(t, err)
	public, err := statement.Load(filepath.Join(keys, "builder.pub"))
	require.NoError(t, err)
	address := "file://" + folder
	builder, dir := newMachine(t, address), filepath.Join(t.TempDir(), "cache")
	builder.sign = private.Sign
	first := builder.publish("palco", "um")
	m := start(t, address, dir, func(c *mirror.Config) { c.Check = public.CheckNewer })
	shows(t, dir, "palco", first)

	place := filepath.Join(folder, "brands", "palco", "segments")
	require.NoError(t, os.Chmod(place, 0o755))
	for _, text := range []string{"dois", "três"} {
		builder.publish("palco", text)
		segments, err := filepath.Glob(filepath.Join(place, "*"))
		require.NoError(t, err)
		for _, file := range segments {
			require.NoError(t, os.Remove(file))
		}
		problem(t, m, "palco", "segments/")
	}
	b, err := bucket.Open(t.Context(), address)
	require.NoError(t, err)
	_, err = mirror.New(mirror.Config{Bucket: b, Dir: dir, Check: public.CheckNewer})
	require.NoError(t, err)
	live, err := release.Current(filepath.Join(dir, "palco"))
	require.NoError(t, err)
	require.Equal(t, first, live)
	rel, err := release.Open(filepath.Join(dir, "palco"), live)
	require.NoError(t, err)
	require.NoError(t, rel.Verify(true))
	require.NoError(t, rel.Close())
}

// TestWoken: an edge that rarely asks shows what is live as soon as a builder says so.
func TestWoken(t *testing.T) {
	valkey := "valkey://" + storetest.StartValkey(t).Addr
	address := "file://" + t.TempDir()
	builder, dir := newMachine(t, address), filepath.Join(t.TempDir(), "cache")
	start(t, address, dir, func(cfg *mirror.Config) { cfg.Every, cfg.Wake = time.Hour, valkey })
	for _, text := range []string{"um", "dois"} {
		id := builder.publish("palco", text)
		require.NoError(t, wake.Tell(t.Context(), valkey))
		shows(t, dir, "palco", id)
	}
}
