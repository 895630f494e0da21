package build_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/release"
)

// TestA15ClockSteps moves the builder's clock back and on, by a day and by ten
// years. Releases are in the order in which they were made, the newest is live
// and what is kept is kept; what has changed has a later date than before, and
// what has not keeps its own.
func TestA15ClockSteps(t *testing.T) {
	t.Parallel()
	// Without dates, so that they never end.
	const changing, undated = `{"id":1,"slug":"samba","name":"Samba"}`, `{"id":2,"name":"Coco"}`
	s := newShop(t, array(changing, undated))
	s.options.KeepFor = 72 * time.Hour
	modified := func(path string) int64 {
		ref, ok := s.live().Lookup(path)
		require.True(t, ok, path)
		return ref.Modified()
	}
	live := s.mustPublish().Release
	undatedAt := modified("/eventos/coco")
	for n, clock := range []time.Time{
		noon.AddDate(0, 0, -1), noon.AddDate(0, 0, 1), noon, noon, noon.AddDate(-10, 0, 0),
		noon.AddDate(10, 0, 0), noon.Add(time.Hour),
	} {
		before := modified("/eventos/samba")
		s.options.Now = clock
		s.write("catalogue.json",
			array(strings.Replace(changing, `"Samba"`, `"Samba `+strings.Repeat("I", n+1)+`"`, 1),
				undated))
		out := s.mustPublish()
		require.Greater(t, out.Release, live)
		live = out.Release
		s.requireLive(live)
		require.Greater(t, modified("/eventos/samba"), before, "at %s", clock)
		require.GreaterOrEqual(t, modified("/eventos/samba"), clock.Unix())
		require.False(t, s.mustBuild().Published, "nothing is new")
		ids, err := release.List(s.dir())
		require.NoError(t, err)
		require.Contains(t, ids, live)
		require.LessOrEqual(t, len(ids), 4+n, "retention by age goes on working")
		require.NoError(t, s.live().Verify(true))
	}
	require.Equal(t, undatedAt, modified("/eventos/coco"))
}
