package fleet_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/bucket"
	"cartaz/builder/bucket/storetest"
	"cartaz/edge/internal/programtest"
)

var (
	releases = flag.Int("releases", 2, "how many releases of each brand TestChaos publishes at "+
		"least")
	poll  = flag.Duration("poll", 500*time.Millisecond, "--poll of the edges of TestChaos")
	store = flag.String("store", "", "store of TestChaos: versitygw, minio or folder; default "+
		"the first that is installed")
	seed = flag.Uint64("seed", 0, "seed of TestChaos; 0 for one of chance")
)

// inFull skips a test that takes long, except in make fleet.
func inFull(t testing.TB) {
	t.Helper()
	if *releases < 10 {
		t.Skip("takes long: make fleet runs it")
	}
}

// soon is how long an edge may take until it serves the newest releases once they are reachable,
// on a machine that is busy with other things.
const soon = time.Minute

// chaos is a fleet at work.
type chaos struct {
	*testing.T
	rng        *rand.Rand
	store      *storetest.Server // nil for a folder
	address    string            // of the bucket, without a proxy between
	edges      []*edge
	cramped    *edge // its cache is a small disk; or nil
	builders   []*builder
	limits     *process
	limitsAddr string
	visitors   *visitors
	history    *history

	mu     sync.Mutex
	kills  int
	claims map[string]string // release by brand and sequence, of builders that say so
	took   []time.Duration   // until an edge served the newest
	count  map[string]int    // faults by name
	fixed  time.Time         // when what concerns all was last well
}

func newChaos(t *testing.T) *chaos {
	if *seed == 0 {
		*seed = rand.Uint64()
	}
	c := &chaos{T: t, claims: map[string]string{}, count: map[string]int{},
		rng: rand.New(rand.NewPCG(*seed, 0))}
	name := *store
	if name == "" {
		if name = storeName(); name == "" {
			t.Log("NOT TESTED with a store of objects, only with a folder: make stores")
			name = "folder"
		}
	}
	t.Logf("seed %d, store %s", *seed, name)
	way := func() (string, *storetest.Proxy) { return c.address, nil }
	if name == "folder" {
		c.address = "file://" + t.TempDir()
	} else {
		c.store = storetest.Start(t, name)
		c.address = c.store.Address()
		place, _, _ := strings.Cut(c.address, "?")
		way = func() (string, *storetest.Proxy) {
			p := storetest.NewProxy(t, c.store.Endpoint)
			return place + "?endpoint=" + p.URL, p
		}
	}
	for n := 1; n <= 3; n++ {
		b := &builder{n: n, dir: t.TempDir()}
		b.to, b.proxy = way()
		c.builders = append(c.builders, b)
	}
	c.limits, c.limitsAddr = limitStore(t)
	keys := keyFile(t)
	for n := 1; n <= 5; n++ {
		e := &edge{n: n, addr: freeAddr(t), admin: freeAddr(t), cache: t.TempDir()}
		from := ""
		from, e.proxy = way()
		e.flags = []string{"--from", from, "--poll", poll.String(), "--keys", keys, "--limits",
			"valkey://" + c.limitsAddr, "--rate-address", "1000000", "--trusted-proxies",
			"127.0.0.1"}
		if n == 5 {
			if dir, own := disk(t, 64<<20); own {
				e.cache, c.cramped = dir, e
			}
		}
		c.edges = append(c.edges, e)
	}
	return c
}

// TestChaos publishes release after release from three builders at once, while machines are killed,
// paused, cut off, lied to or full, and visitors ask through a balancer. Whatever happens, every
// answer is good and of one release; once what is live is within reach, every edge serves it soon;
// one builder wins each race; what is in the bucket is whole.
func TestChaos(t *testing.T) {
	if testing.Short() {
		t.Skip("runs both programs for half a minute")
	}
	need(t, "haproxy", "haproxy")
	need(t, "redis-server", "redis-server")
	began := time.Now()
	c := newChaos(t)
	c.write(0)
	_, code, said := c.builders[0].run(t, nil)
	require.Zero(t, code, said)
	for _, e := range c.edges {
		e.start(t)
	}
	ctx, stop := context.WithCancel(t.Context())
	c.history = follow(ctx, t, c.address)
	for _, e := range c.edges {
		require.NoError(t, c.newest(e, c.history.live()))
	}
	c.visitors = &visitors{addr: balance(t, c.edges)}
	require.Eventually(t, func() bool {
		status, _, err := get(ctx, client, c.visitors.addr, brandKeys[0], "/")
		return err == nil && status == 200
	}, time.Minute, 20*time.Millisecond)
	c.visitors.visit(ctx, 4, 20*time.Millisecond)

	t.Logf("all runs after %s", time.Since(began).Round(time.Millisecond))
	rounds := 0
	began = time.Now()
	for !t.Failed() && (rounds < min(len(ofAll), *releases) || c.history.least() < *releases) {
		c.round(rounds)
		rounds++
	}
	took := time.Since(began)
	stop()
	c.visitors.running.Wait()
	c.history.running.Wait()
	c.report(rounds, took)
	// What a decision takes is bounded by TestC13StoreFaults of edge/internal/ratelimit.
	alive, dead := c.withoutLimits()
	t.Logf("limit store dead: an answer of an edge takes p50 %s, p99 %s instead of %s, %s",
		dead[0], dead[1], alive[0], alive[1])
	c.verify()
}

// write gives each builder a catalogue of its own for a round.
func (c *chaos) write(round int) {
	for _, b := range c.builders {
		for _, key := range brandKeys {
			programtest.WriteBrand(c, filepath.Join(b.dir, "brands"), key, 5, 10*round+b.n)
		}
	}
}

// round publishes a release of each brand while things go wrong, and waits until all edges have it.
func (c *chaos) round(n int) {
	c.write(n + 1)
	before := c.history.live()
	at, one, two, all := c.rng.Perm(len(c.edges)), 2*n%len(ofWays), (2*n+1)%len(ofWays),
		ofAll[n%len(ofAll)]
	// The disk that may be full belongs to one edge.
	for i, w := range []int{one, two} {
		if cramped := slices.Index(at, len(c.edges)-1); ofWays[w].name == "full disk" {
			at[i+1], at[cramped] = at[cramped], at[i+1]
		}
	}
	said, ends := all.name, make([]func(), 3)
	for i, f := range []fault{ofEdges[n%len(ofEdges)], ofWays[one], ofWays[two]} {
		ends[i] = c.begin(f, c.edges[at[i]])
		said += fmt.Sprintf(", %s %d", f.name, c.edges[at[i]].n)
	}
	c.Logf("round %d: %s", n, said)
	endAll := c.begin(all, nil)
	healed := make(chan struct{})
	time.AfterFunc(800*time.Millisecond, func() {
		endAll()
		close(healed)
	})
	c.race(ofBuilders[n%len(ofBuilders)])
	<-healed
	c.fixed = time.Now()
	c.finish(before)
	time.Sleep(500 * time.Millisecond) // these edges are away for a while longer
	for _, end := range ends {
		end()
	}
	reach, want := time.Now(), c.history.live()
	var waiting sync.WaitGroup
	for i, e := range at {
		since := reach
		if i >= len(ends) {
			since = c.reachable(want)
		}
		waiting.Go(func() { c.converge(c.edges[e], want, since) })
	}
	waiting.Wait()
}

// begin begins a fault and counts it.
func (c *chaos) begin(f fault, e *edge) (end func()) {
	if end = f.begin(c, e); end == nil {
		return func() {}
	}
	c.count[f.name]++
	return end
}

// race runs all builders at once, the first of them with a fault.
func (c *chaos) race(f builderFault) {
	c.count[f.name]++
	var running sync.WaitGroup
	for i, b := range c.builders {
		var disturb func(*os.Process)
		if i == 0 && f.disturb != nil {
			disturb = func(p *os.Process) { f.disturb(c, p) }
		}
		running.Go(func() { c.claim(b.run(c, disturb)) })
	}
	running.Wait()
}

// claim notes what a builder says it has published: no other builder may have said so of another
// release with the same number.
func (c *chaos) claim(claims map[string]string, code int, said string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for brand, id := range claims {
		sequence, _, _ := strings.Cut(id, "-")
		was := c.claims[brand+" "+sequence]
		if was != "" && was != id {
			c.Errorf("%s: two builders won: %s and %s", brand, was, id)
		}
		c.claims[brand+" "+sequence] = id
	}
	if code == 2 {
		c.Errorf("a builder takes it for wrong usage:\n%s", said)
	}
}

// finish runs a builder until every brand has moved on, when the faults kept all three from it.
func (c *chaos) finish(before map[string]bucket.Entry) {
	for try := 0; ; try++ {
		live := c.history.live()
		moved := 0
		for key := range before {
			if live[key].Counter > before[key].Counter {
				moved++
			}
		}
		if moved == len(before) {
			return
		}
		claims, code, said := c.builders[1].run(c, nil)
		c.claim(claims, code, said)
		require.Less(c, try, 10, "no builder publishes:\n%s", said)
	}
}

// reachable is when the last of these entries was live and nothing that concerns all was wrong.
func (c *chaos) reachable(want map[string]bucket.Entry) time.Time {
	last := c.fixed
	for _, e := range want {
		if at := c.history.since(e.Release); at.After(last) {
			last = at
		}
	}
	return last
}

// converge waits until an edge serves these entries, and notes how long that took.
func (c *chaos) converge(e *edge, want map[string]bucket.Entry, since time.Time) {
	err := c.newest(e, want)
	took := max(0, time.Since(since))
	c.mu.Lock()
	defer c.mu.Unlock()
	c.took = append(c.took, took)
	if err != nil {
		c.Errorf("edge %d serves the newest releases after %s: %v\n%s", e.n, took, err,
			e.running.Log)
	}
}

// newest waits until an edge serves these entries.
func (c *chaos) newest(e *edge, want map[string]bucket.Entry) error {
	var text []byte
	for deadline := time.Now().Add(soon); time.Now().Before(deadline); time.Sleep(
		20 * time.Millisecond) {
		res, err := client.Get("http://" + e.admin + "/status")
		if err != nil {
			continue
		}
		text, err = io.ReadAll(res.Body)
		_ = res.Body.Close() // all of it was read, or err says so
		var status struct {
			Brands []struct{ Brand, Release string }
		}
		if err != nil || json.Unmarshal(text, &status) != nil {
			continue
		}
		have := 0
		for _, b := range status.Brands {
			if want[b.Brand].Release == b.Release {
				have++
			}
		}
		if have == len(want) {
			return nil
		}
	}
	return fmt.Errorf("it serves others: %s", text)
}

// withoutLimits measures the answers of one edge with the store of limits alive and dead: p50, p99.
func (c *chaos) withoutLimits() (alive, dead [2]time.Duration) {
	measure := func() [2]time.Duration {
		v := &visitors{addr: c.edges[0].addr}
		ctx, stop := context.WithTimeout(c.Context(), time.Second)
		defer stop()
		v.visit(ctx, 2, 2*time.Millisecond)
		v.running.Wait()
		require.Empty(c, v.failed)
		p50, p99, _ := quantiles(v.took)
		return [2]time.Duration{p50, p99}
	}
	alive = measure()
	c.limits.kill()
	return alive, measure()
}

// report prints what was done and seen, and fails when any answer was not good.
func (c *chaos) report(rounds int, took time.Duration) {
	v := c.visitors
	for _, name := range slices.Sorted(maps.Keys(c.count)) {
		c.Logf("%3d × %s", c.count[name], name)
	}
	p50, p99, longest := quantiles(v.took)
	c.Logf("%d rounds, %d releases, %d kills in %s", rounds, c.history.moves(), c.kills,
		took.Round(time.Second))
	c.Logf("%d answers, %d torn, %d failed; p50 %s, p99 %s, longest %s",
		len(v.took)+len(v.torn)+len(v.failed), len(v.torn), len(v.failed), p50, p99, longest)
	p50, p99, longest = quantiles(c.took)
	c.Logf("%d times until an edge served the newest: p50 %s, p99 %s, longest %s", len(c.took), p50,
		p99, longest)
	require.NotEmpty(c, v.took)
	require.Empty(c, v.torn)
	require.Empty(c, v.failed)
	for at, id := range c.claims {
		brand, _, _ := strings.Cut(at, " ")
		require.True(c, c.history.was(brand, id), "%s %s is said to be live and never was", brand,
			id)
	}
}

// verify reads the bucket from another machine: all of it is whole, there and after a pull.
func (c *chaos) verify() {
	program, dir := programtest.Program(c, "builder"), c.TempDir()
	for _, args := range [][]string{{"verify", "--from", c.address},
		{"pull", "--from", c.address, "--out", dir}, {"verify", "--out", dir}} {
		code, stdout, stderr := programtest.Run(c, dir, program, args...)
		require.Zero(c, code, "%v: %s%s", args, stdout, stderr)
		for _, key := range brandKeys {
			require.Contains(c, stdout, key)
		}
	}
}

// fault is something that goes wrong while a release is published.
type fault struct {
	name string
	// begin begins it, at an edge where it is one of edges, and returns what ends it; nil when it
	// cannot be tested here.
	begin func(c *chaos, e *edge) (end func())
}

// ofEdges happen to the process of an edge.
var ofEdges = []fault{
	{"edge killed", func(c *chaos, e *edge) func() {
		e.kill(c)
		c.kills++
		return func() { e.start(c) }
	}},
	{"edge paused", func(_ *chaos, e *edge) func() {
		e.send(syscall.SIGSTOP)
		return func() { e.send(syscall.SIGCONT) }
	}},
	{"edge killed, its cache lost", func(c *chaos, e *edge) func() {
		e.kill(c)
		c.kills++
		files, err := filepath.Glob(filepath.Join(e.cache, "*"))
		require.NoError(c, err)
		for _, file := range files {
			require.NoError(c, os.RemoveAll(file))
		}
		return func() { e.start(c) }
	}},
	{"edge restarted", func(c *chaos, e *edge) func() {
		return func() { e.restart(c) }
	}},
}

// ofWays happen between an edge and the store.
var ofWays = []fault{
	way("cut off", storetest.Fault{Refused: true}),
	way("black hole", storetest.Fault{Hang: true}),
	way("slow by 5 s", storetest.Fault{Delay: 5 * time.Second}),
	way("500", storetest.Fault{Status: 500, Code: "InternalError"}),
	way("503 SlowDown", storetest.Fault{Status: 503, Code: "SlowDown"}),
	way("wrong bytes", storetest.Fault{Flip: true}),
	way("truncated bodies", storetest.Fault{Cut: true}),
	way("old live", storetest.Fault{Old: true}),
	{"full disk", func(c *chaos, e *edge) func() {
		if e != c.cramped {
			return nil
		}
		return fill(c, e.cache)
	}},
}

// way is a fault of the proxy before an edge.
func way(name string, f storetest.Fault) fault {
	return fault{name, func(_ *chaos, e *edge) func() {
		if e.proxy == nil {
			return nil
		}
		e.proxy.Decide(func(*http.Request) storetest.Fault { return f })
		return func() { e.proxy.Decide(nil) }
	}}
}

// ofAll happen to what all machines need.
var ofAll = []fault{
	{"limit store killed", func(c *chaos, _ *edge) func() {
		c.limits.kill()
		c.kills++
		return func() { c.limits.start(c, c.limitsAddr) }
	}},
	{"store killed", func(c *chaos, _ *edge) func() {
		if c.store == nil {
			return nil
		}
		c.store.Kill()
		c.kills++
		return func() { c.store.Resume(c) }
	}},
	{"limit store paused", func(c *chaos, _ *edge) func() {
		c.limits.send(syscall.SIGSTOP)
		return func() { c.limits.send(syscall.SIGCONT) }
	}},
	{"store paused", func(c *chaos, _ *edge) func() {
		if c.store == nil {
			return nil
		}
		require.NoError(c, c.store.Pause())
		return func() { require.NoError(c, c.store.Continue()) }
	}},
	{"nothing for all", func(*chaos, *edge) func() { return nil }},
}

// builderFault happens to a builder at work.
type builderFault struct {
	name    string
	disturb func(c *chaos, p *os.Process)
}

var ofBuilders = []builderFault{
	{"builder killed", func(c *chaos, p *os.Process) {
		time.Sleep(rand.N(600 * time.Millisecond))
		if p.Kill() == nil {
			c.mu.Lock()
			c.kills++
			c.mu.Unlock()
		}
	}},
	{"builder paused", func(_ *chaos, p *os.Process) {
		time.Sleep(rand.N(300 * time.Millisecond))
		_ = p.Signal(syscall.SIGSTOP) // it has ended: all the better
		time.Sleep(time.Second)
		_ = p.Signal(syscall.SIGCONT)
	}},
	{"builders race", nil},
}
