package crash_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/generate"
	"cartaz/builder/release"
)

// TestSystemCallsOfVerbs is TestSystemCalls for the verbs that an operator calls
// when something is wrong already: what goes wrong in them makes nothing worse,
// and calling them again does what they are for.
func TestSystemCallsOfVerbs(t *testing.T) {
	inFull(t)
	needTracer(t)
	const events = 12
	root := t.TempDir()
	k := newKiller(t, root, 1)
	oracle := newOracle(k.dir)
	args := append(k.command(), "--keep", "4")
	publish := func() string {
		k.version++
		require.NoError(t, generate.Brand(k.brands, "festa",
			generate.Options{Events: events, Seed: 1, Changed: 1 + k.version%events}))
		code, said := runBuilder(t, args...)
		require.Zero(t, code, said)
		return oracle.learn(t)
	}
	one, two := publish(), publish()
	edge := startEdge(t, k.out)
	clients := startLoad(t, edge.addr, events, 2, 1, oracle)
	clients.back.Store(true)
	isLive := func(id string) {
		t.Helper()
		require.Equal(t, id, look(t, k.dir).live)
		requireExported(t, k.dir, events)
	}

	// Back and forth between two releases; two is live.
	target := two
	for _, verb := range []struct {
		name  string
		given func()          // brings about what the verb is to change
		args  func() []string // after the name of the verb
		done  func()          // demands that it has
	}{
		{"rollback", func() {
			if target = one; look(t, k.dir).live == one {
				target = two
			}
		}, func() []string { return []string{"festa", target} }, func() { isLive(target) }},
		{"export",
			func() {
				require.NoError(t,
					os.RemoveAll(filepath.Join(k.dir, release.SiteDir, "eventos")))
			},
			func() []string { return []string{"festa"} }, func() { isLive(target) }},
		{"prune", func() { target = publish() },
			func() []string { return []string{"--keep", "1", "festa"} }, func() {
				isLive(target)
				requireClean(t, k.dir, 1)
			}},
	} {
		t.Run(verb.name, func(t *testing.T) {
			o := order{Program: program(t, "builder"), Below: root}
			run := func(at int, w way) (traced, string) {
				verb.given()
				o.Args, o.At, o.Way = append([]string{verb.name, "--out", k.out},
					verb.args()...), at, w
				return traceBuild(t, o)
			}
			all, said := run(0, noFault)
			require.Zero(t, all.Code, said)
			verb.done()
			points := 0
			for n, at := range chosen(all.Calls, *stride) {
				for _, w := range ways(n) {
					seen, said := run(at, w)
					if !seen.Struck {
						continue
					}
					points++
					what := fmt.Sprintf("%s: call %d, %s %s, %s: %s", verb.name, at,
						seen.Calls[at].Name, seen.Calls[at].Path, w, said)
					rel, err := release.Open(k.dir, oracle.learn(t))
					require.NoError(t, err, what)
					require.NoError(t, rel.Verify(true), what)
					require.NoError(t, rel.Close())
					if seen.Code == 0 {
						verb.done() // it had to be no more than a warning
					}
					code, said := runBuilder(t, o.Args...)
					require.Zero(t, code, "%s\nand again: %s", what, said)
					verb.done()
					_, err = oracle.judge()
					require.NoError(t, err, what)
				}
			}
			require.NotZero(t, points)
			t.Logf("%d calls, %d faults", len(all.Calls), points)
		})
	}
	clients.end()
	asked, err := oracle.judge()
	require.NoError(t, err)
	t.Logf("%d requests answered, 0 torn, 0 failed", asked)
}
