package mirror_test

import (
	"context"
	"os"
	"path/filepath"
	"sync"
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
	folder := t.TempDir()
	private, public := keys(t)
	address := "file://" + folder
	builder, dir := newMachine(t, address), filepath.Join(t.TempDir(), "cache")
	builder.sign = private.Sign
	first := builder.publish("palco", "um")
	m := start(t, address, dir, func(c *mirror.Config) { c.Check = public.CheckNewer })
	shows(t, dir, "palco", first)

	for _, text := range []string{"dois", "três"} {
		e := builder.push("palco", builder.seal("palco", text))
		removeAll(t, filepath.Join(folder, "brands", "palco", "segments", "*"))
		builder.swap("palco", e)
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

// keys makes a pair of keys.
func keys(t testing.TB) (private, public *statement.Keys) {
	t.Helper()
	dir := t.TempDir()
	_, err := statement.Generate(dir, "builder")
	require.NoError(t, err)
	private, err = statement.Load(filepath.Join(dir, "builder.key"))
	require.NoError(t, err)
	public, err = statement.Load(filepath.Join(dir, "builder.pub"))
	require.NoError(t, err)
	return private, public
}

// removeAll removes the files of a pattern, one at least.
func removeAll(t testing.TB, pattern string) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	require.NoError(t, err)
	require.NotEmpty(t, files, pattern)
	for _, file := range files {
		require.NoError(t, os.Remove(file))
	}
}

// TestProblemsEnd: what was wrong is said no longer than it is wrong: a release that could not be
// fetched and was taken back, and refused entries of a brand that was there before and of one that
// was not.
func TestProblemsEnd(t *testing.T) {
	folder := t.TempDir()
	private, public := keys(t)
	address := "file://" + folder
	builder, dir := newMachine(t, address), filepath.Join(t.TempDir(), "cache")
	builder.sign = private.Sign
	first := builder.publish("palco", "um")
	m := start(t, address, dir, func(c *mirror.Config) { c.Check = public.CheckNewer })
	shows(t, dir, "palco", first)
	ends := func(brand string) {
		t.Helper()
		require.Eventually(t, func() bool { return len(m.Status().Problems) == 0 }, time.Minute,
			5*time.Millisecond, "%s: %v", brand, m.Status().Problems)
	}
	second := builder.seal("palco", "dois")
	e := builder.push("palco", second)
	removeAll(t, filepath.Join(folder, "brands", "palco", "releases", second, "*"))
	builder.swap("palco", e)
	problem(t, m, "palco", second)
	builder.move("palco", first)
	ends("palco")

	for _, brand := range []string{"palco", "festa"} {
		builder.sign = nil
		builder.publish(brand, "sem")
		problem(t, m, brand, "is not signed")
		builder.sign = private.Sign
		if brand == "festa" {
			builder.swap(brand, bucket.Entry{})
		} else {
			builder.move(brand, first)
		}
		ends(brand)
	}
	shows(t, dir, "palco", first)
}

// TestOtherBucket: a cache that belonged to another bucket, or whose memory was lost, drops the
// brands that this bucket does not have.
func TestOtherBucket(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache")
	one, other := "file://"+t.TempDir(), "file://"+t.TempDir()
	builder := newMachine(t, one)
	shown := builder.publish("palco", "um")
	gone := builder.publish("festa", "um")
	ctx, stop := context.WithCancel(t.Context())
	before, err := mirror.New(mirror.Config{Bucket: builder.b, Dir: dir})
	require.NoError(t, err)
	var running sync.WaitGroup
	running.Go(func() { before.Run(ctx) })
	shows(t, dir, "palco", shown)
	shows(t, dir, "festa", gone)
	stop()
	running.Wait()

	builder = newMachine(t, other)
	shown = builder.publish("palco", "dois")
	start(t, other, dir, nil)
	shows(t, dir, "palco", shown)
	require.Eventually(t, func() bool {
		_, err := os.Stat(filepath.Join(dir, "festa"))
		return os.IsNotExist(err)
	}, time.Minute, 5*time.Millisecond, "a brand of another bucket is served")
}

// TestStatusReadsNothing: what operators and probes ask for is answered from memory, however many
// brands there are.
func TestStatusReadsNothing(t *testing.T) {
	address := "file://" + t.TempDir()
	builder, dir := newMachine(t, address), filepath.Join(t.TempDir(), "cache")
	id := builder.publish("palco", "um")
	m := start(t, address, dir, func(cfg *mirror.Config) { cfg.Every = time.Hour })
	require.Eventually(t, func() bool { return m.Ready() == nil }, time.Minute,
		5*time.Millisecond)
	shows(t, dir, "palco", id)
	require.NoError(t, os.Rename(dir, dir+".away"))
	require.NoError(t, m.Ready())
	require.Zero(t, m.Status().Behind)
	require.NoError(t, os.Rename(dir+".away", dir))
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
