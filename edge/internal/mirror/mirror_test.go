package mirror_test

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"cartaz/builder/bucket"
	"cartaz/builder/bucket/storetest"
	"cartaz/builder/release"
	"cartaz/builder/release/releasetest"
	"cartaz/edge/internal/mirror"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// machine is a builder that publishes small releases to a bucket.
type machine struct {
	t   testing.TB
	b   *bucket.Bucket
	out string
	// signs entries, or nil
	sign func(brand string, e *bucket.Entry) error
}

func newMachine(t testing.TB, address string) *machine {
	b, err := bucket.Open(t.Context(), address)
	require.NoError(t, err)
	return &machine{t: t, b: b, out: t.TempDir()}
}

// publish makes a release of a brand live and returns its id.
func (m *machine) publish(brand, text string) string {
	m.t.Helper()
	id := m.seal(brand, text)
	m.move(brand, id)
	return id
}

// seal makes a release of a brand in the folder and returns its id.
func (m *machine) seal(brand, text string) string {
	m.t.Helper()
	return releasetest.Build(m.t, filepath.Join(m.out, brand),
		release.Brand{Key: brand, Hosts: []string{brand + ".test"}},
		map[string]releasetest.Resource{"/": releasetest.Page("<h1>"+text, "# "+text)})
}

// move makes a release in the folder live.
func (m *machine) move(brand, id string) {
	m.t.Helper()
	m.swap(brand, m.push(brand, id))
}

// push sends a release in the folder.
func (m *machine) push(brand, id string) bucket.Entry {
	m.t.Helper()
	p, err := m.b.Push(m.t.Context(), brand, filepath.Join(m.out, brand), id, nil)
	require.NoError(m.t, err)
	return p.Entry
}

// swap makes an entry live, or withdraws the brand when it is empty.
func (m *machine) swap(brand string, next bucket.Entry) {
	m.t.Helper()
	live, _, err := m.b.Live(m.t.Context(), "")
	require.NoError(m.t, err)
	move := &bucket.Move{Brand: brand, Base: live.Brands[brand], Next: next}
	mover := &bucket.Mover{Bucket: m.b, Now: time.Now, Sign: m.sign}
	_, err = mover.Move(m.t.Context(), []*bucket.Move{move})
	require.NoError(m.t, err)
	require.NoError(m.t, move.Result)
}

// start runs a mirror until the test ends.
func start(t testing.TB, address, dir string, change func(*mirror.Config)) *mirror.Mirror {
	t.Helper()
	m, _ := run(t, address, dir, change)
	return m
}

// run runs a mirror until it is stopped, at the latest by the end of the test.
func run(t testing.TB, address, dir string, change func(*mirror.Config)) (*mirror.Mirror, func()) {
	t.Helper()
	b, err := bucket.Open(t.Context(), address)
	require.NoError(t, err)
	cfg := mirror.Config{Bucket: b, Dir: dir, Every: 20 * time.Millisecond,
		Log: slog.New(slog.DiscardHandler)}
	if change != nil {
		change(&cfg)
	}
	m, err := mirror.New(cfg)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { m.Run(ctx) })
	stop := func() { cancel(); running.Wait(); http.DefaultClient.CloseIdleConnections() }
	t.Cleanup(stop)
	return m, stop
}

// shows waits until the folder's live release of a brand is id, and checks every byte of it.
func shows(t testing.TB, dir, brand, id string) {
	t.Helper()
	require.Eventually(t, func() bool {
		have, err := release.Current(filepath.Join(dir, brand))
		return err == nil && have == id
	}, time.Minute, 5*time.Millisecond, "release %s of %s does not come", id, brand)
	rel, err := release.Open(filepath.Join(dir, brand), id)
	require.NoError(t, err)
	require.NoError(t, rel.Verify(true))
	require.NoError(t, rel.Close())
}

// problem waits until the mirror says something of a brand.
func problem(t testing.TB, m *mirror.Mirror, brand, text string) {
	t.Helper()
	require.Eventually(t, func() bool {
		return strings.Contains(m.Status().Problems[brand], text)
	}, time.Minute, 5*time.Millisecond, "%s is not said: %v", text, m.Status().Problems)
}

// TestFollows: an edge shows what is live, forward and back, new brands and withdrawn ones, and a
// new one begins from nothing.
func TestFollows(t *testing.T) {
	address := "file://" + t.TempDir()
	builder, dir := newMachine(t, address), filepath.Join(t.TempDir(), "cache")
	m := start(t, address, dir, nil)
	problem(t, m, "", "holds no brand: run the builder with --to")
	require.True(t, m.Pending("palco.test"), "nothing is known yet")
	require.Error(t, m.Ready())
	first := builder.publish("palco", "um")
	shows(t, dir, "palco", first)
	require.Eventually(t, func() bool { return m.Ready() == nil }, time.Minute, time.Millisecond)
	require.True(t, m.Pending("palco.test"))
	require.False(t, m.Pending("other.test"))
	second := builder.publish("palco", "dois")
	other := builder.publish("festa", "um")
	shows(t, dir, "palco", second)
	shows(t, dir, "festa", other)
	builder.move("palco", first)
	shows(t, dir, "palco", first)

	builder.swap("festa", bucket.Entry{})
	require.Eventually(t, func() bool {
		_, err := os.Stat(filepath.Join(dir, "festa"))
		return os.IsNotExist(err)
	}, time.Minute, 5*time.Millisecond)
	// The folder is removed before the pass that removes it has ended.
	require.Eventually(t, func() bool { return m.Status().Behind == 0 }, time.Minute,
		5*time.Millisecond)
	s := m.Status()
	require.Positive(t, s.Fetched)
	require.GreaterOrEqual(t, s.AgeSeconds, 0.0)
}

// TestLostCache: an edge whose cache is gone fetches it again while it runs.
func TestLostCache(t *testing.T) {
	address := "file://" + t.TempDir()
	builder, dir := newMachine(t, address), filepath.Join(t.TempDir(), "cache")
	id := builder.publish("palco", "um")
	start(t, address, dir, nil)
	shows(t, dir, "palco", id)
	require.NoError(t, os.Rename(filepath.Join(dir, "palco"), filepath.Join(t.TempDir(), "gone")))
	shows(t, dir, "palco", id)
}

// TestDamagedCache: wrong bytes in the cache are found when they are doubted, and fetched anew.
func TestDamagedCache(t *testing.T) {
	address := "file://" + t.TempDir()
	builder, dir := newMachine(t, address), filepath.Join(t.TempDir(), "cache")
	id := builder.publish("palco", "um")
	m := start(t, address, dir, nil)
	shows(t, dir, "palco", id)
	segments := releasetest.Segments(t, filepath.Join(dir, "palco"))
	for _, file := range append(segments,
		releasetest.File(filepath.Join(dir, "palco"), id, release.TableFile)) {
		releasetest.Flip(t, file, 40)
	}
	m.Doubt("palco")
	require.Eventually(t, func() bool {
		rel, err := release.Open(filepath.Join(dir, "palco"), id)
		if err != nil {
			return false
		}
		defer rel.Close()
		return rel.Verify(true) == nil
	}, time.Minute, 5*time.Millisecond)
}

// TestE2StoreFaults: whatever a real store does wrong, the last good release stays, and the newest
// one comes when the store is well.
func TestE2StoreFaults(t *testing.T) {
	for _, name := range storetest.Names {
		t.Run(name, func(t *testing.T) {
			server := storetest.Start(t, name)
			proxy := storetest.NewProxy(t, server.Endpoint)
			address := server.AddressAt(proxy.URL)
			builder, dir := newMachine(t, address), filepath.Join(t.TempDir(), "cache")
			id := builder.publish("palco", "um")
			m := start(t, address, dir, nil)
			shows(t, dir, "palco", id)
			for what, f := range map[string]storetest.Fault{
				"wrong bytes": {Flip: true}, "slow": {Delay: 5 * time.Second}, "500": {Status: 500},
				"503": {Status: 503}, "cut": {Cut: true}, "closed": {Refused: true},
			} {
				next := builder.publish("palco", what)
				proxy.Decide(func(r *http.Request) storetest.Fault {
					if r.Method == http.MethodGet {
						return f
					}
					return storetest.Fault{}
				})
				if f.Delay == 0 {
					require.Eventually(t, func() bool { return len(m.Status().Problems) > 0 },
						time.Minute, 5*time.Millisecond, what)
				}
				have, err := release.Current(filepath.Join(dir, "palco"))
				require.NoError(t, err)
				require.Contains(t, []string{id, next}, have)
				proxy.Decide(nil)
				shows(t, dir, "palco", next)
				id = next
			}
			server.Kill()
			problem(t, m, "", "read live")
			require.NoError(t, m.Ready(), "it goes on with what it has")
			server.Resume(t)
			shows(t, dir, "palco", builder.publish("palco", "novo"))
		})
	}
}

// TestOldLive: an old copy of live is refused, also after a restart.
func TestOldLive(t *testing.T) {
	folder := t.TempDir()
	builder, dir := newMachine(t, "file://"+folder), filepath.Join(t.TempDir(), "cache")
	builder.publish("palco", "um")
	old, err := os.ReadFile(filepath.Join(folder, "live"))
	require.NoError(t, err)
	second := builder.publish("palco", "dois")
	_, stop := run(t, "file://"+folder, dir, nil)
	shows(t, dir, "palco", second)
	stop()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "live"), old, 0o644))
	m := start(t, "file://"+folder, dir, nil)
	problem(t, m, "", "live is an old copy: generation 1, and 2 was seen")
	require.Positive(t, m.Status().Refused)
	shows(t, dir, "palco", second)
}

// weight sums the files of brands. A file that vanishes during the count does not count.
func weight(dir string) (sum int64) {
	_ = filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() && filepath.Dir(name) != dir {
			if info, err := e.Info(); err == nil {
				sum += info.Size()
			}
		}
		return nil
	})
	return sum
}

// TestCacheSize: the cache stays within its bound. Releases that are not live go; a release that
// cannot fit is refused, and the last good release stays.
func TestCacheSize(t *testing.T) {
	address := "file://" + t.TempDir()
	builder, dir := newMachine(t, address), filepath.Join(t.TempDir(), "cache")
	a, b := builder.publish("a", "um"), builder.publish("b", "um")
	const limit = 1 << 20
	m := start(t, address, dir, func(c *mirror.Config) { c.CacheSize = limit })

	shows(t, dir, "a", a)
	shows(t, dir, "b", b)
	for i := range 12 {
		shows(t, dir, "b", builder.publish("b", random(i, 50_000)))
		require.LessOrEqual(t, weight(dir), int64(limit))
	}
	have, err := release.Current(filepath.Join(dir, "b"))
	require.NoError(t, err)
	builder.publish("b", random(99, 3*limit))
	problem(t, m, "b", "--cache-size allows")
	shows(t, dir, "b", have)
	shows(t, dir, "a", a)
	shows(t, dir, "b", builder.publish("b", "pequeno"))
}

// random is text that does not compress well.
func random(seed, n int) string {
	var b strings.Builder
	for i := 0; b.Len() < n; i++ {
		fmt.Fprintf(&b, "%x", (uint64(i+seed*1e6)+1)*0x9E3779B97F4A7C15)
	}
	return b.String()[:n]
}

// TestForeignFolder: a folder that is no cache is not touched.
func TestForeignFolder(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "thesis.txt"), nil, 0o644))
	b, err := bucket.Open(t.Context(), "file://"+t.TempDir())
	require.NoError(t, err)
	_, err = mirror.New(mirror.Config{Bucket: b, Dir: dir})
	require.ErrorContains(t, err, dir+" is not empty and no cache of an edge")
}

// TestE3ManyEdges: five edges converge on the newest release, and looks at an unchanged live get no
// byte.
func TestE3ManyEdges(t *testing.T) {
	for _, name := range append(storetest.Names, "versitygw --sidecar") {
		t.Run(name, func(t *testing.T) { manyEdges(t, storetest.Start(t, name)) })
	}
}

func manyEdges(t *testing.T, server *storetest.Server) {
	proxy := storetest.NewProxy(t, server.Endpoint)
	address := server.AddressAt(proxy.URL)
	builder := newMachine(t, address)
	builder.publish("palco", "0")
	var dirs []string

	for range 5 {
		dir := filepath.Join(t.TempDir(), "cache")
		dirs = append(dirs, dir)
		start(t, address, dir, nil)
	}

	var slowest time.Duration
	for i := range 10 {
		id := builder.publish("palco", fmt.Sprint("versão ", i))
		began := time.Now()
		for _, dir := range dirs {
			shows(t, dir, "palco", id)
		}
		slowest = max(slowest, time.Since(began))
	}
	t.Logf("all five edges on the newest release within %s", slowest)
	looks := 0
	require.Eventually(t, func() bool { // an edge may still be reading live
		counts, n := proxy.Counts()
		if looks += counts[http.MethodGet]; n > 0 {
			looks = 0
		}
		return looks > 50
	}, time.Minute, 50*time.Millisecond, "looks at what has not changed get bytes")
}

// TestE5SignedReleases: an edge with keys serves what was signed, goes back by a signed rollback,
// and refuses what is unsigned, replayed or swapped between brands; also after a restart, and what
// its cache had accepted before it had keys.
func TestE5SignedReleases(t *testing.T) {
	folder := t.TempDir()
	private, public := keys(t)
	address := "file://" + folder
	builder, dir := newMachine(t, address), filepath.Join(t.TempDir(), "cache")
	unsigned := builder.publish("palco", "sem")
	_, stop := run(t, address, dir, nil)
	shows(t, dir, "palco", unsigned)
	stop()

	m := start(t, address, dir, func(c *mirror.Config) { c.Check = public.CheckNewer })
	require.NoDirExists(t, filepath.Join(dir, "palco"), "it was accepted without a key")
	problem(t, m, "palco", "is not signed")
	builder.sign = private.Sign
	first := builder.publish("palco", "um")
	shows(t, dir, "palco", first)
	old, err := os.ReadFile(filepath.Join(folder, "live"))
	require.NoError(t, err)
	second := builder.publish("palco", "dois")
	shows(t, dir, "palco", second)

	// The owner of the bucket replays the older statement in a live of a newer generation.
	newest, err := os.ReadFile(filepath.Join(folder, "live"))
	require.NoError(t, err)
	replayed := regexp.MustCompile(`"generation": \d+`).ReplaceAll(old, []byte(`"generation": 99`))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "live"), replayed, 0o644))
	problem(t, m, "palco", "is an older statement")
	shows(t, dir, "palco", second)
	empty := filepath.Join(t.TempDir(), "cache") // has seen nothing newer
	start(t, address, empty, func(c *mirror.Config) { c.Check = public.CheckNewer })
	shows(t, empty, "palco", first)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "live"),
		regexp.MustCompile(`"generation": \d+`).ReplaceAll(newest, []byte(`"generation": 100`)),
		0o644))
	builder.move("palco", first)
	shows(t, dir, "palco", first)
	swapped, err := os.ReadFile(filepath.Join(folder, "live"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "live"), []byte(strings.Replace(
		string(swapped), `"palco": {`, `"virada": {`, 1)), 0o644))
	problem(t, m, "virada", "the signed statement says something else")
	require.NoDirExists(t, filepath.Join(dir, "virada"))
}
