package crash_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/generate"
	"cartaz/builder/release"
	rt "cartaz/builder/release/releasetest"
	"cartaz/builder/resultpage"
)

// TestA10OutputReplaced has the output folder moved away, made anew, hidden by a mount and shown
// again, all under a running edge. It goes on with its open release, and takes up the new tree
// within a poll.
func TestA10OutputReplaced(t *testing.T) {
	inShort(t)
	root := t.TempDir()
	k := newKiller(t, root, 1)
	oracle := newOracle(k.dir)
	build := func(out string, version int) {
		small(t, k.brands, version)
		code, said := runBuilder(t, "build", "--brands", k.brands, "--out", out,
			"--export=false")
		require.Zero(t, code, said)
	}
	build(k.out, 0)
	first := oracle.learn(t)
	edge := startEdge(t, k.out)
	clients := startLoad(t, edge.addr, 60, 2, 1, oracle)
	clients.back.Store(true) // another tree counts from one again

	require.NoError(t, os.Rename(k.out, k.out+".away"))
	other := filepath.Join(root, "other")
	build(other, 1)
	build(other, 2)
	require.NoError(t, os.Rename(other, k.out))
	second := oracle.learn(t)
	require.NotEqual(t, first, second)
	requireLiveSoon(t, edge, second)

	if err := syscall.Mount(k.out+".away", k.out, "", syscall.MS_BIND, ""); err != nil {
		t.Logf("NOT TESTED with a mount over it, which takes root: %v", err)
	} else {
		mounted := true
		unmount := func() {
			if mounted {
				require.NoError(t, syscall.Unmount(k.out, syscall.MNT_DETACH))
				mounted = false
			}
		}
		t.Cleanup(unmount)
		requireLiveSoon(t, edge, first)
		unmount()
		requireLiveSoon(t, edge, second)
	}
	require.NoError(t, os.RemoveAll(k.out))
	requireLiveSoon(t, edge, second) // gone from the disk, and served
	build(k.out, 0)
	requireLiveSoon(t, edge, oracle.learn(t))
	clients.end()
	_, err := oracle.judge()
	require.NoError(t, err)
}

// TestA11EventsLost: more file events than the kernel queues, and an output
// folder that is a symlink which is swapped, as volumes of Kubernetes are. The
// scan finds what the events do not tell.
func TestA11EventsLost(t *testing.T) {
	inFull(t)
	root := t.TempDir()
	k := newKiller(t, root, 1)
	build := func(out string, version int) string {
		small(t, k.brands, version)
		code, said := runBuilder(t, "build", "--brands", k.brands, "--out", out,
			"--export=false")
		require.Zero(t, code, said)
		id, err := release.Current(filepath.Join(out, "festa"))
		require.NoError(t, err)
		return id
	}
	trees := []string{filepath.Join(root, "one"), filepath.Join(root, "two")}
	first := build(trees[0], 0)
	build(trees[1], 0)
	second := build(trees[1], 1)
	swap := func(tree string) {
		require.NoError(t, os.Symlink(filepath.Base(tree), filepath.Join(root, "..data")))
		require.NoError(t, os.Rename(filepath.Join(root, "..data"), k.out))
	}
	swap(trees[0])
	edge := startEdge(t, k.out)
	requireLiveSoon(t, edge, first)
	swap(trees[1])
	requireLiveSoon(t, edge, second)
	swap(trees[0])
	requireLiveSoon(t, edge, first)

	// The queue of inotify(7) holds 16,384 events. While the edge does not run it
	// reads none.
	require.NoError(t, syscall.Kill(edge.pid, syscall.SIGSTOP))
	for n := range 20_000 {
		name := filepath.Join(trees[0], "festa", fmt.Sprintf("noise-%d", n%7))
		require.NoError(t, os.WriteFile(name, nil, 0o644))
		require.NoError(t, os.Remove(name))
	}
	third := build(trees[0], 1)
	require.NoError(t, syscall.Kill(edge.pid, syscall.SIGCONT))
	requireLiveSoon(t, edge, third)
	requireLiveSoon(t, edge, build(trees[0], 2))
}

// TestA12ReleaseStorm publishes faster than anyone should: the edge ends on the
// newest, and holds no more than before.
func TestA12ReleaseStorm(t *testing.T) {
	inFull(t)
	k := newKiller(t, t.TempDir(), 1)
	small(t, k.brands, 0)
	code, said := runBuilder(t, append(k.command(), "--export=false")...)
	require.Zero(t, code, said)
	live := newOracle(k.dir).learn(t)
	rel, err := release.Open(k.dir, live)
	require.NoError(t, err)
	defer rel.Close()
	brand, index := rel.Manifest().Brand, rel.SearchIndex()
	big := strings.Repeat("Uma noite de samba. ", 5000)
	publish := func(n int) string {
		// The pages of results come from the builder, the rest is of no interest.
		resources := map[string]rt.Resource{"/": rt.Text("text/plain; charset=utf-8",
			fmt.Sprint(n, big))}
		for _, path := range []string{resultpage.PathHTML, resultpage.PathMarkdown} {
			ref, ok := rel.Lookup(path)
			require.True(t, ok)
			v := ref.Variant(0)
			body, err := v.Body()
			require.NoError(t, err)
			resources[path] = rt.Resource{Bodies: []rt.Body{{Fields: v.Profile(),
				Text: string(body), Codings: []release.Coding{release.Identity}}}}
		}
		id := rt.Build(t, k.dir, brand, resources, rt.Search(index))
		f, err := release.Lock(k.dir, release.Options{})
		require.NoError(t, err)
		_, err = f.Prune(release.Retention{Newest: 3})
		require.NoError(t, err)
		require.NoError(t, f.Close())
		return id
	}
	edge := startEdge(t, k.out)
	newest := ""
	// Until the heap of the edge has the size at which it is collected.
	for n := range 50 {
		newest = publish(n)
	}
	requireLiveSoon(t, edge, newest)
	start := edge.memory(t, k.out)
	for n := range 100 {
		newest = publish(1000 + n)
	}
	requireLiveSoon(t, edge, newest)
	end := edge.memory(t, k.out)
	t.Logf("before 100 releases: %v\nafter:               %v", start, end)
	require.LessOrEqual(t, end.anon, start.anon*11/10+8<<20)
	require.LessOrEqual(t, end.maps, start.maps+4)
	require.LessOrEqual(t, end.files, start.files+4)
	requireSwappedOneByOne(t, edge)
}

// requireSwappedOneByOne reads the log of the edge: the numbers of the releases
// that went live only grow, and none was refused.
func requireSwappedOneByOne(t testing.TB, edge *runningEdge) {
	t.Helper()
	before := ""
	for line := range strings.Lines(edge.log.String()) {
		if _, rest, ok := strings.Cut(line, `"release":"`); ok {
			require.Greater(t, rest[:8], before)
			before = rest[:8]
		}
		require.NotContains(t, line, "refused")
	}
	require.NotEmpty(t, before)
}

// TestA16SlowRuns: a source so slow that cron starts three more builders before
// the first is done. Those say so and end, without waiting; nothing queues up,
// and the metrics tell that the brand is not fresh.
func TestA16SlowRuns(t *testing.T) {
	inShort(t)
	root := t.TempDir()
	k := newKiller(t, root, 1)
	source := newBackend(t, k, 60)
	asked, answer := make(chan struct{}), make(chan struct{})
	prom := filepath.Join(root, "cartaz.prom")
	args := append(k.command(), "--metrics", prom, "--export=false")
	code, said := runBuilder(t, args...)
	require.Zero(t, code, said)
	fresh := metric(t, prom, "cartaz_builder_last_success_timestamp_seconds")

	source.serve(generate.Options{Events: 60, Seed: 1, Changed: 5})
	wait := func() { close(asked); <-answer }
	source.before.Store(&wait)
	var first sync.WaitGroup
	var firstCode int
	var firstSaid string
	first.Go(func() { firstCode, firstSaid = runBuilder(t, args...) })
	<-asked
	for range 3 {
		code, said := runBuilder(t, args...)
		require.Equal(t, 5, code, said)
		require.Contains(t, said, "another builder is running")
		require.Equal(t, "5", metric(t, prom, "cartaz_builder_result"))
		require.Equal(t, fresh, metric(t, prom, "cartaz_builder_last_success_timestamp_seconds"))
	}
	source.serve(generate.Options{Events: 60, Seed: 1, Changed: 7})
	close(answer)
	first.Wait()
	require.Zero(t, firstCode, firstSaid)
	require.Equal(t, "0", metric(t, prom, "cartaz_builder_result"))
	code, said = runBuilder(t, args...)
	require.Zero(t, code, said)
	require.Contains(t, said, "unchanged",
		"the slow one read what the source said when it answered")
	require.Equal(t, "2", metric(t, prom, "cartaz_builder_release_sequence"))
	requireClean(t, k.dir, keep)
}

// metric is a gauge of the brand in a metrics file.
func metric(t testing.TB, file, name string) string {
	t.Helper()
	f, err := os.Open(file)
	require.NoError(t, err)
	defer f.Close()
	text, err := io.ReadAll(f)
	require.NoError(t, err)
	_, rest, ok := strings.Cut(string(text), "\n"+name+`{brand="festa"} `)
	require.True(t, ok, "%s in\n%s", name, text)
	value, _, _ := strings.Cut(rest, "\n")
	return value
}
