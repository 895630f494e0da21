package crash_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/generate"
	"cartaz/builder/release"
)

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
