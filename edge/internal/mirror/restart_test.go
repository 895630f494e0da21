package mirror_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/bucket"
	"cartaz/builder/release"
	"cartaz/edge/internal/mirror"
)

// TestRestartWhileFetching: an edge with keys that is started anew, or replaced, while a newer
// release cannot be fetched, has the last good one; also after several such releases.
func TestRestartWhileFetching(t *testing.T) {
	s := startSigned(t)
	for _, text := range []string{"dois", "três"} {
		e := s.builder.push("palco", s.builder.seal("palco", text))
		removeAll(t, filepath.Join(s.folder, "brands", "palco", "segments", "*"))
		s.builder.swap("palco", e)
		problem(t, s.m, "palco", "segments/")
	}
	b, err := bucket.Open(t.Context(), "file://"+s.folder)
	require.NoError(t, err)
	_, err = mirror.New(mirror.Config{Bucket: b, Dir: s.dir, Check: s.public.CheckNewer})
	require.NoError(t, err)
	live, err := release.Current(filepath.Join(s.dir, "palco"))
	require.NoError(t, err)
	require.Equal(t, s.first, live)
	rel, err := release.Open(filepath.Join(s.dir, "palco"), live)
	require.NoError(t, err)
	require.NoError(t, rel.Verify(true))
	require.NoError(t, rel.Close())
}

// signed is an edge with keys that shows the first release of palco, and its builder.
type signed struct {
	folder          string // of the bucket
	dir             string // of the edge
	private, public *bucket.Keys
	builder         *machine
	first           string // the id of the release
	m               *mirror.Mirror
}

func startSigned(t *testing.T) *signed {
	t.Helper()
	s := &signed{folder: t.TempDir(), dir: filepath.Join(t.TempDir(), "cache")}
	s.private, s.public = keys(t)
	s.builder = newMachine(t, "file://"+s.folder)
	s.builder.sign = s.private.Sign
	s.first = s.builder.publish("palco", "um")
	s.m = start(t, "file://"+s.folder, s.dir,
		func(c *mirror.Config) { c.Check = s.public.CheckNewer })
	shows(t, s.dir, "palco", s.first)
	return s
}

// keys makes a pair of keys.
func keys(t testing.TB) (private, public *bucket.Keys) {
	t.Helper()
	dir := t.TempDir()
	_, err := bucket.GenerateKeys(dir, "builder")
	require.NoError(t, err)
	private, err = bucket.LoadKeys(filepath.Join(dir, "builder.key"))
	require.NoError(t, err)
	public, err = bucket.LoadKeys(filepath.Join(dir, "builder.pub"))
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

// TestProblemsEnd: a problem is reported only as long as it lasts: a release that could not be
// fetched and was taken back, and refused entries of a brand that was there before and of one that
// was not.
func TestProblemsEnd(t *testing.T) {
	s := startSigned(t)
	ends := func(brand string) {
		t.Helper()
		require.Eventually(t, func() bool { return len(s.m.Status().Problems) == 0 }, time.Minute,
			5*time.Millisecond, "%s: %v", brand, s.m.Status().Problems)
	}
	second := s.builder.seal("palco", "dois")
	e := s.builder.push("palco", second)
	removeAll(t, filepath.Join(s.folder, "brands", "palco", "releases", second, "*"))
	s.builder.swap("palco", e)
	problem(t, s.m, "palco", second)
	s.builder.move("palco", s.first)
	ends("palco")

	for _, brand := range []string{"palco", "festa"} {
		s.builder.sign = nil
		s.builder.publish(brand, "sem")
		problem(t, s.m, brand, "is not signed")
		s.builder.sign = s.private.Sign
		if brand == "festa" {
			s.builder.swap(brand, bucket.Entry{})
		} else {
			s.builder.move(brand, s.first)
		}
		ends(brand)
	}
	shows(t, s.dir, "palco", s.first)
}

// TestOtherBucket: a cache that belonged to another bucket, or whose memory was lost, drops the
// brands that this bucket does not have.
func TestOtherBucket(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache")
	one, other := "file://"+t.TempDir(), "file://"+t.TempDir()
	builder := newMachine(t, one)
	shown := builder.publish("palco", "um")
	gone := builder.publish("festa", "um")
	_, stop := run(t, one, dir, nil)
	shows(t, dir, "palco", shown)
	shows(t, dir, "festa", gone)
	stop()

	builder = newMachine(t, other)
	shown = builder.publish("palco", "dois")
	start(t, other, dir, nil)
	shows(t, dir, "palco", shown)
	require.Eventually(t, func() bool {
		_, err := os.Stat(filepath.Join(dir, "festa"))
		return os.IsNotExist(err)
	}, time.Minute, 5*time.Millisecond, "a brand of another bucket is served")
}

// TestStatusReadsNothing: status and probes are answered from memory, however many brands there
// are.
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

// TestKilledWhileSaving: copies of mirror.json that killed edges left go, one that may be written
// now stays, and a folder that holds nothing else is as good as an empty one.
func TestKilledWhileSaving(t *testing.T) {
	address, dir := "file://"+t.TempDir(), t.TempDir()
	b, err := bucket.Open(t.Context(), address)
	require.NoError(t, err)
	for name, age := range map[string]time.Duration{"1": time.Hour, "2": 0} {
		file := filepath.Join(dir, mirror.StateFile+"."+name)
		require.NoError(t, os.WriteFile(file, []byte(`{"form`), 0o600))
		require.NoError(t, os.Chtimes(file, time.Time{}, time.Now().Add(-age)))
	}
	for range 2 {
		_, err = mirror.New(mirror.Config{Bucket: b, Dir: dir})
		require.NoError(t, err)
		left, err := filepath.Glob(filepath.Join(dir, "*"))
		require.NoError(t, err)
		require.Equal(t, []string{filepath.Join(dir, mirror.StateFile),
			filepath.Join(dir, mirror.StateFile+".2")}, left)
	}
}

// TestContestedHost: a host stays with the brand that had it when another brand claims it too, also
// after a restart. An edge that has never seen them gives it to the first by name.
func TestContestedHost(t *testing.T) {
	address := "file://" + t.TempDir()
	builder, dir := newMachine(t, address), filepath.Join(t.TempDir(), "cache")
	builder.publish("mmm", "um")
	m := start(t, address, dir, nil)
	require.Eventually(t, func() bool { return m.Owner("mmm.test") == "mmm" }, time.Minute,
		time.Millisecond)
	claim := func(brand string) {
		e := builder.push(brand, builder.seal(brand, "um"))
		e.Hosts = append(e.Hosts, "mmm.test")
		builder.swap(brand, e)
		shows(t, dir, brand, e.Release)
	}
	claim("aaa")
	claim("zzz")
	restarted := func(dir string) *mirror.Mirror {
		b, err := bucket.Open(t.Context(), address)
		require.NoError(t, err)
		m, err := mirror.New(mirror.Config{Bucket: b, Dir: dir})
		require.NoError(t, err)
		return m
	}
	require.Equal(t, "mmm", m.Owner("mmm.test"))
	require.Equal(t, "aaa", m.Owner("aaa.test"))
	require.Equal(t, "mmm", restarted(dir).Owner("mmm.test"))
	other := start(t, address, filepath.Join(t.TempDir(), "cold"), nil)
	require.Eventually(t, func() bool { return other.Owner("mmm.test") == "aaa" }, time.Minute,
		time.Millisecond)

	builder.swap("mmm", bucket.Entry{})
	require.Eventually(t, func() bool { return m.Owner("mmm.test") == "aaa" }, time.Minute,
		time.Millisecond)
	require.Empty(t, m.Owner("nobody.test"))
}
