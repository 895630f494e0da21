package crash_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

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
