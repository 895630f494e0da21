package crash_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/generate"
	"cartaz/builder/release"
)

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

// TestA14RollbackWhileServed takes releases back while an edge serves and
// clients read: the release before, and the fifth before, are live at once; one
// that was pruned is refused with the list of what there is; and what cron does
// next undoes nothing until the source says something new.
func TestA14RollbackWhileServed(t *testing.T) {
	inShort(t)
	k := newKiller(t, t.TempDir(), 1)
	args := append(k.command(), "--keep", "6")
	var ids []string
	oracle := newOracle(k.dir)
	publish := func() string {
		k.version++
		require.NoError(t, generate.Brand(k.brands, "festa",
			generate.Options{Events: 60, Seed: 1, Changed: 3 * k.version}))
		code, said := runBuilder(t, args...)
		require.Zero(t, code, said)
		ids = append(ids, oracle.learn(t))
		return said
	}
	publish()
	edge := startEdge(t, k.out)
	clients := startLoad(t, edge.addr, 60, 2, 1, oracle)
	clients.back.Store(true)
	for range 7 {
		publish()
	}
	rollback := func(want int, to ...string) string {
		code, said := runBuilder(t, append([]string{"rollback", "--out", k.out, "festa"}, to...)...)
		require.Equal(t, want, code, said)
		return said
	}
	cron := func(want string) {
		code, said := runBuilder(t, args...)
		require.Zero(t, code, said)
		require.Contains(t, said, want)
	}
	newest := ids[len(ids)-1]
	requireLiveSoon(t, edge, newest)

	rollback(0)
	requireLiveSoon(t, edge, ids[len(ids)-2])
	cron("since " + newest + " was taken back")
	rollback(0, ids[len(ids)-6])
	requireLiveSoon(t, edge, ids[len(ids)-6])
	for range 2 {
		cron("unchanged " + ids[len(ids)-6] + ", since " + newest + " was taken back")
	}
	requireLiveSoon(t, edge, ids[len(ids)-6])
	requireExported(t, k.dir, 60)

	said := rollback(1, ids[0])
	require.Contains(t, said, "there are: "+ids[1]+", "+ids[2])
	requireLiveSoon(t, edge, ids[len(ids)-6])

	said = publish()
	require.Contains(t, said, "which ends the rollback from "+newest)
	requireLiveSoon(t, edge, ids[len(ids)-1])
	clients.end()
	asked, err := oracle.judge()
	require.NoError(t, err)
	require.NotZero(t, asked)
}
