package crash_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/generate"
	"cartaz/builder/release"
)

// traceBuild runs the builder under the tracer.
func traceBuild(t testing.TB, o order) (seen traced, said string) {
	t.Helper()
	text, err := json.Marshal(o)
	require.NoError(t, err)
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Env = append(os.Environ(), asTracer+"="+string(text))
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	require.NoError(t, cmd.Run(), "%s", &stderr)
	require.NoError(t, json.Unmarshal(stdout.Bytes(), &seen))
	return seen, stderr.String()
}

// needTracer skips a test where no process may trace another.
func needTracer(t testing.TB) {
	t.Helper()
	text, err := json.Marshal(order{Program: program(t, "builder"), Args: []string{"help"},
		Below: "/nowhere"})
	require.NoError(t, err)
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Env = append(os.Environ(), asTracer+"="+string(text))
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Skipf("NOT TESTED with system calls that go wrong: ptrace(2) is not to be had here: %v "+
			"%s", err, said)
	}
}

// chosen are the calls that go wrong: every n-th. The many files of the export are written one like
// the other, so fewer of them do.
func chosen(calls []call, n int) (list []int) {
	const alike = 8
	at := map[bool]int{}
	for i, c := range calls {
		export, every := strings.Contains(c.Path, "/"+release.SiteDir+"/"), n
		if export {
			every = alike * n
		}
		if at[export]%every == 0 {
			list = append(list, i)
		}
		at[export]++
	}
	return list
}

// ways are the faults of the n-th of the chosen calls.
func ways(n int) []way {
	all := []way{failsUndone, killedAfter, failsDone, killedBefore}
	if *stride == 1 {
		return all
	}
	return all[n%len(all):][:1]
}

// TestSystemCalls lets each call of a build that changes something on disk go
// wrong in every way: it fails and did not happen, it fails and did happen, the
// builder dies before it, and after it. An edge serves all the while: no answer
// is torn and none is lost; what is live afterwards is the old release or the
// new one, whole; an error is never reported as success; and the next build
// heals.
func TestSystemCalls(t *testing.T) {
	inShort(t)
	needTracer(t)
	const events = 12
	root := t.TempDir()
	k := newKiller(t, root, 1)
	source := newBackend(t, k, events)
	next := func() { // all events change, back and forth
		k.version++
		source.serve(generate.Options{Events: events, Seed: 1, Changed: events * (k.version % 2)})
	}
	// All that a cron line may ask for.
	args := append(k.command(), "--metrics", filepath.Join(root, "m.prom"), "--purge",
		filepath.Join(root, "purge"))
	next()
	code, said := runBuilder(t, args...)
	require.Zero(t, code, said)
	oracle := newOracle(k.dir)
	oracle.learn(t)
	edge := startEdge(t, k.out)
	clients := startLoad(t, edge.addr, events, 2, 1, oracle)
	heal := func(what string) {
		code, said := runBuilder(t, args...)
		require.Zero(t, code, "%s: %s", what, said)
		oracle.learn(t)
		requireClean(t, k.dir, keep)
		requireExported(t, k.dir, events)
	}
	var contents [2]string
	for range 4 { // until there is something to prune
		next()
		heal("without a fault")
		contents[k.version%2] = contentOf(t, k.dir)
	}

	next()
	o := order{Program: program(t, "builder"), Args: args, Below: root}
	all, said := traceBuild(t, o)
	require.Zero(t, all.Code, said)
	oracle.learn(t)
	counts := map[string]int{}
	for _, c := range all.Calls {
		counts[c.Name]++
	}
	struck := map[string]map[way]int{}
	points, alive := 0, 0
	for n, at := range chosen(all.Calls, *stride) {
		for _, o.Way = range ways(n) {
			next()
			o.At = at
			found := look(t, k.dir)
			seen, said := traceBuild(t, o)
			if !seen.Struck {
				oracle.learn(t)
				continue // a call less than in the run that was listed
			}
			c := seen.Calls[at]
			what := fmt.Sprintf("call %d, %s %s, %s", at, c.Name, c.Path, o.Way)
			points++
			if struck[c.Name] == nil {
				struck[c.Name] = map[way]int{}
			}
			struck[c.Name][o.Way]++

			live := oracle.learn(t)
			rel, err := release.Open(k.dir, live)
			require.NoError(t, err, what)
			require.NoError(t, rel.Verify(true), what)
			require.NoError(t, rel.Close())
			switch o.Way {
			case killedBefore, killedAfter:
				require.Equal(t, -1, seen.Code, what)
			default:
				if seen.Code == 0 {
					alive++
					t.Logf("%s: exit 0: %s", what, said)
				}
				require.True(t, seen.Code != 0 || live != found.live,
					"%s: reported as published: %s", what, said)
			}
			_, err = oracle.judge()
			require.NoError(t, err, what)
			heal(what)
			require.NotEqual(t, found.live, look(t, k.dir).live, what)
			require.Equal(t, contents[k.version%2], contentOf(t, k.dir),
				"%s: a build without faults says something else", what)
		}
	}
	clients.end()
	oracle.learn(t)
	asked, err := oracle.judge()
	require.NoError(t, err)
	require.NotZero(t, source.known.Load(), "no build remembered what another had read")

	var table strings.Builder
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		fmt.Fprintf(&table,
			"  %-9s %4d calls, failed undone %3d, failed done %3d, killed before %3d, killed "+
				"after %3d\n", name, counts[name],
			struck[name][failsUndone], struck[name][failsDone], struck[name][killedBefore],
			struck[name][killedAfter])
	}
	t.Logf("%d calls of one build of %d events:\n%s%d faults, %d of them survived by the build; "+
		"%d requests answered, 0 torn, 0 failed",
		len(all.Calls), events, &table, points, alive, asked)
}
