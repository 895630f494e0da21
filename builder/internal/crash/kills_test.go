package crash_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/generate"
	"cartaz/builder/release"
)

// The size of TestRandomKills, which make kills raises, and how many calls
// TestSystemCalls leaves out, none with make kills.
var (
	kills  = flag.Int("kills", 4, "how often TestRandomKills kills the builder")
	events = flag.Int("events", 200, "events of the catalogue of TestRandomKills")
	seed   = flag.Uint64("seed", 0, "seed of TestRandomKills; 0 for one of chance")
	stride = flag.Int("stride", 61, "TestSystemCalls takes every n-th call; from 2 on each call "+
		"goes wrong in one way only, the ways taking turns")
)

// inShort skips a test that builds and runs programs where only quick ones are wanted.
func inShort(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("builds and runs programs")
	}
}

// inFull skips a test that takes long, but for make kills.
func inFull(t testing.TB) {
	t.Helper()
	if *stride > 1 {
		t.Skip("takes long: make kills runs it")
	}
}

// keep is how many releases the builds of TestRandomKills keep besides the live
// one: so few that each of them has something to prune.
const keep = 1

// killer builds one brand again and again, and kills most of its builds.
type killer struct {
	testing.TB
	brands, out, dir string
	random           *rand.Rand
	version          int
	source           *backend // nil for a file
	// of the stages, and of a whole build; true where all has changed
	lengths map[bool]*[stages + 1]time.Duration
}

// newKiller makes a brand below root.
func newKiller(t testing.TB, root string, seed uint64) *killer {
	k := &killer{
		TB: t, brands: filepath.Join(root, "brands"), out: filepath.Join(root, "out"),
		random:  rand.New(rand.NewPCG(seed, 0)),
		lengths: map[bool]*[stages + 1]time.Duration{false: {}, true: {}},
	}
	k.dir = filepath.Join(k.out, "festa")
	return k
}

// every how many catalogues all events have changed.
const every = 12

// all says whether all events have changed in the last catalogue.
func (k *killer) all() bool { return k.version%every == 0 }

// edit writes another catalogue: a few per cent of the events changed, or every
// now and then all of them.
func (k *killer) edit() {
	k.Helper()
	k.version++
	o := generate.Options{Events: *events, Seed: 1 + uint64(k.version/every),
		Changed: *events * (1 + k.version%7) / 100}
	if k.source != nil {
		k.source.serve(o)
		return
	}
	require.NoError(k, generate.Brand(k.brands, "festa", o))
}

func (k *killer) command() []string {
	return []string{"build", "--brands", k.brands, "--out", k.out, "--keep", fmt.Sprint(keep)}
}

// complete lets a build go through, and measures its stages.
func (k *killer) complete() {
	k.Helper()
	var said strings.Builder
	cmd := exec.Command(program(k, "builder"), k.command()...)
	cmd.Stdout, cmd.Stderr = &said, &said
	started, found, lengths := time.Now(), look(k, k.dir), k.lengths[k.all()]
	require.NoError(k, cmd.Start())
	done := make(chan struct{})
	var ended error
	go func() { ended = cmd.Wait(); close(done) }()
	last := started
	for s := draw; s < stages && found.watch(k.dir, s, done); s++ {
		lengths[s-1], last = time.Since(last), time.Now()
	}
	<-done
	lengths[prune], lengths[stages] = time.Since(last), time.Since(started)
	require.NoError(k, ended, said.String())
}

// kill starts a build and ends it with SIGKILL: at a moment of its whole run, or
// of one stage of it, so that the short stages get their share. It returns the
// stage that it found, and false when the build was faster than the kill.
func (k *killer) kill(n int) (stage, bool) {
	k.Helper()
	lengths := k.lengths[k.all()]
	aim, within := pull, &lengths[stages]
	if n%2 == 1 {
		aim = stage(k.random.IntN(int(stages)))
		within = &lengths[aim]
	}
	found, killed := k.killAt(aim, time.Duration(k.random.Int64N(int64(*within)+1)))
	if !killed {
		*within = *within * 3 / 4 // this machine has less to do than when it was measured
	}
	return found, killed
}

// killAt starts a build and kills it a while after it has reached a stage.
func (k *killer) killAt(aim stage, later time.Duration) (stage, bool) {
	k.Helper()
	cmd := exec.Command(program(k, "builder"), k.command()...)
	found := look(k, k.dir)
	require.NoError(k, cmd.Start())
	done := make(chan struct{})
	go func() { _ = cmd.Wait(); close(done) }()
	found.watch(k.dir, aim, done)
	select {
	case <-time.After(later):
	case <-done:
	}
	_ = cmd.Process.Kill()
	<-done
	return found.stage(k.dir), !cmd.ProcessState.Exited()
}

// TestRandomKills kills builds of one brand at random moments while an edge
// serves it and clients read. No answer is torn and no request fails; what is
// live is whole after every kill; a build that is let through heals what the
// killed ones left; and neither the disk nor the edge's memory grows.
func TestRandomKills(t *testing.T) {
	inShort(t)
	chosen := *seed
	if chosen == 0 {
		chosen = rand.Uint64()
	}
	t.Logf("seed %d: -seed=%d draws the same moments again", chosen, chosen)
	root := t.TempDir()
	k := newKiller(t, root, chosen)
	k.source = newBackend(t, k, *events) // with all that a builder remembers of one
	k.edit()
	code, said := runBuilder(t, k.command()...)
	require.Zero(t, code, said)
	oracle := newOracle(k.dir)
	oracle.learn(t)
	edge := startEdge(t, k.out)
	clients := startLoad(t, edge.addr, *events, 4, chosen, oracle)

	var counts [stages]int
	var most, least int64
	var early memory
	var healed, late, releases int
	var live string // before the last kill
	complete := func() {
		k.edit()
		k.complete()
		oracle.learn(t)
		size := requireClean(t, k.dir, keep)
		if least == 0 {
			least = size
		}
		most = max(most, size)
		healed++
	}
	k.version = every - 1
	complete() // both kinds are measured
	complete()
	for n := 0; n < *kills; {
		if n%5 == 0 || look(t, k.dir).live != live {
			k.edit() // or there is nothing to do any more
		}
		live = look(t, k.dir).live
		at, killed := k.kill(n)
		oracle.learn(t)
		_, err := oracle.judge()
		require.NoError(t, err, "after kill %d, in %s", n, at)
		code, said := runBuilder(t, "verify", "--out", k.out)
		require.Zero(t, code, "after kill %d, in %s: %s", n, at, said)
		if !killed {
			late++
			continue
		}
		counts[at]++
		n++
		if n%5 == 0 {
			complete()
		}
		if n == *kills/4 {
			early = edge.memory(t, k.out)
		}
	}
	complete()
	clients.end()
	asked, err := oracle.judge()
	require.NoError(t, err)
	releases = len(oracle.releases)
	requireExported(t, k.dir, *events)
	content := contentOf(t, k.dir)
	code, said = runBuilder(t, "build", "--brands", k.brands, "--out", k.out+".cold",
		"--export=false")
	require.Zero(t, code, said)
	require.Equal(t, contentOf(t, filepath.Join(k.out+".cold", "festa")), content,
		"a build from nothing says something else")
	end := edge.memory(t, k.out)

	var table strings.Builder
	for s := range stages {
		fmt.Fprintf(&table, "  %-8s %4d\n", s, counts[s])
	}
	t.Logf("%d kills of builds of %d events, by what lay on disk:\n%s%d builds were over before "+
		"their kill, %d let through, %d releases live in turn\n"+
		"%d requests answered, 0 torn, 0 failed\n"+
		"disk after complete builds: %d to %d MiB\nedge after a quarter: %v\nedge at the end: "+
		"     %v",
		*kills, *events, &table, late, healed, releases, asked, least>>20, most>>20, early, end)
	require.Greater(t, asked, 10**kills)
	require.LessOrEqual(t, most, 3*least, "the disk is bounded")
	require.LessOrEqual(t, end.anon, early.anon*3/2+16<<20, "the edge does not grow with releases")
	require.LessOrEqual(t, end.maps, early.maps+8)
	require.LessOrEqual(t, end.files, early.files+8)
}

// requireExported demands that the plain files are those of the live release.
func requireExported(t testing.TB, dir string, events int) {
	t.Helper()
	id, err := release.Current(dir)
	require.NoError(t, err)
	rel, err := release.Open(dir, id)
	require.NoError(t, err)
	defer rel.Close()
	require.NoError(t, rel.Verify(true))
	files := 0
	for ref := range rel.Resources() {
		path := string(ref.Path())
		name := filepath.Join(dir, release.SiteDir, path)
		if path[0] != '/' {
			continue
		}
		if strings.HasPrefix(ref.Variant(0).ContentType(), "text/html") {
			name = strings.Replace(name+".html", release.SiteDir+".html", release.SiteDir+
				"/index.html", 1)
		}
		got, err := os.ReadFile(name)
		require.NoError(t, err)
		require.Equal(t, ref.Variant(0).Digest(), digest(got), name)
		files++
	}
	require.Greater(t, files, events)
}

// TestB23OutOfMemory: a builder that holds more than it may ends a build with exit code 1, one
// line, its gauges and the call of --on-failure; the next run builds all.
func TestB23OutOfMemory(t *testing.T) {
	inShort(t)
	k := newKiller(t, t.TempDir(), 1)
	small(t, k.brands, 0)
	backend := newBackend(t, k, 60)
	slow := func() { time.Sleep(time.Second) } // the builder looks at its memory more often
	backend.before.Store(&slow)
	metrics, called := filepath.Join(k.out, "m.prom"), filepath.Join(k.out, "called")
	require.NoError(t, os.MkdirAll(k.out, 0o755))
	build := func(env ...string) (string, int) {
		cmd := exec.CommandContext(t.Context(), program(t, "builder"), append(k.command(),
			"--metrics", metrics, "--on-failure", "echo $BRAND >>"+called)...)
		cmd.Env = append(os.Environ(), env...)
		out, err := cmd.CombinedOutput()
		require.Equal(t, err == nil, cmd.ProcessState.Success())
		return string(out), cmd.ProcessState.ExitCode()
	}
	said, code := build("GOMEMLIMIT=8MiB")
	require.Equal(t, 1, code, said)
	require.Equal(t, 1, strings.Count(said, "out of memory: the builder holds more than 8 MiB"),
		said)
	gauges, err := os.ReadFile(metrics)
	require.NoError(t, err)
	require.Contains(t, string(gauges), `{brand="festa"`)
	text, err := os.ReadFile(called)
	require.NoError(t, err)
	require.Equal(t, "festa\n", string(text))

	said, code = build()
	require.Zero(t, code, said)
	_, err = release.Current(k.dir)
	require.NoError(t, err)
}

// requireLiveSoon waits until the edge answers from a release.
func requireLiveSoon(t testing.TB, edge *runningEdge, id string) {
	t.Helper()
	want, err := release.ParseID(id)
	require.NoError(t, err)
	c := newClient(t, edge.addr, 1, nil)
	c.back.Store(true)
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(2 * time.Millisecond) {
		_, err := c.ask("/api/public/v1/health", "*/*")
		require.NoError(t, err)
		if c.sequence == want {
			return
		}
		require.True(t, time.Now().Before(deadline), "release %s is not live, but number %d", id,
			c.sequence)
	}
}

// TestA13Reload swaps releases of a catalogue under load, by the pointer alone,
// so that no builder takes the processor meanwhile, in an edge with a memory
// limit of 1.3 times what it holds. No request fails and no answer is torn; the
// peak stays close to what it held before; how long answers took is printed, for
// machines differ.
func TestA13Reload(t *testing.T) {
	inFull(t)
	k := newKiller(t, t.TempDir(), 1)
	oracle := newOracle(k.dir)
	var ids []string
	for version := range 4 {
		require.NoError(t, generate.Brand(k.brands, "festa",
			generate.Options{Events: *events, Seed: 1, Changed: version * *events / 100}))
		code, said := runBuilder(t, append(k.command(), "--keep", "8", "--export=false")...)
		require.Zero(t, code, said)
		ids = append(ids, oracle.learn(t))
	}
	measure := func(edge *runningEdge, swaps bool) (took []time.Duration, peak memory) {
		clients := startLoad(t, edge.addr, *events, 2, 1, oracle)
		clients.back.Store(true)
		probe := newClient(t, edge.addr, *events, oracle)
		probe.back.Store(true)
		for n := range 500 {
			if swaps && n%25 == 0 {
				f, err := release.Lock(k.dir, release.Options{})
				require.NoError(t, err)
				require.NoError(t, f.Publish(ids[n/25%len(ids)]))
				require.NoError(t, f.Close())
			}
			started := time.Now()
			a, err := probe.ask(probe.choose())
			took = append(took, time.Since(started))
			oracle.note(a, err)
			if n%5 == 0 {
				peak.anon = max(peak.anon, edge.memory(t, k.out).anon)
			}
		}
		clients.end()
		_, err := oracle.judge()
		require.NoError(t, err)
		slices.Sort(took)
		return took, peak
	}
	_, free := measure(startEdge(t, k.out), false)
	t.Setenv("GOMEMLIMIT", fmt.Sprint(free.anon*13/10))
	edge := startEdge(t, k.out)
	calm, steady := measure(edge, false)
	during, peak := measure(edge, true)
	p := func(took []time.Duration, n int) time.Duration {
		return took[len(took)*n/100].Round(10 * time.Microsecond)
	}
	t.Logf("%d events, 20 swaps: median %v, p99 %v; before: %v, %v; memory of its own at most %d "+
		"MiB, %d before",
		*events, p(during, 50), p(during, 99), p(calm, 50), p(calm, 99), peak.anon>>20,
		steady.anon>>20)
	require.LessOrEqual(t, peak.anon, steady.anon*115/100+4<<20)
	requireLiveSoon(t, edge, ids[19%len(ids)])
}
