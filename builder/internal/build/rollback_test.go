package build_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/build"
	"cartaz/builder/internal/build/buildtest"
	"cartaz/builder/release"
)

const (
	oneShow  = `[{"id": 1, "name": "Samba", "starts_at": "2027-01-01T20:00"}]`
	twoShows = `[{"id": 1, "name": "Samba", "starts_at": "2027-01-01T20:00"}, {"id": 2,` +
		` "name": "Choro", "starts_at": "2027-01-02T20:00"}]`
	threeShows = `[{"id": 1, "name": "Samba", "starts_at": "2027-01-01T20:00"}, {"id": 2,` +
		` "name": "Choro", "starts_at": "2027-01-02T20:00"}, {"id": 3, "name": "Frevo"}]`
)

// later moves the builder's clock on, as cron does.
func (s *shop) later() { s.Options.Now = s.Options.Now.Add(5 * time.Minute) }

// rollback takes the live release back.
func (s *shop) rollback(id string) {
	s.Helper()
	f, err := release.Lock(s.Dir(), release.Options{})
	require.NoError(s, err)
	_, err = f.Rollback(id)
	require.NoError(s, err)
	require.NoError(s, f.Close())
}

// requireLive holds the pointer against an id.
func (s *shop) requireLive(id string) {
	s.Helper()
	live, err := release.Current(s.Dir())
	require.NoError(s, err)
	require.Equal(s, id, live)
}

// The clock goes on and the source still says what made the release that was
// taken back: cron publishes nothing, however often it runs, until the source
// says something else.
func TestRollbackOutlivesCron(t *testing.T) {
	s := exporting(t, oneShow)
	first := s.MustPublish().Release
	s.later()
	s.Write("catalogue.json", twoShows)
	second := s.MustPublish().Release
	s.later()
	s.Write("catalogue.json", threeShows)
	third := s.MustPublish().Release

	s.rollback(first)
	for range 3 {
		s.later()
		out := s.MustBuild()
		require.False(t, out.Published)
		require.Equal(t, third, out.TakenBack)
		require.Equal(t, first, out.Release)
		s.requireLive(first)
		require.Zero(t, out.Drawn, "nothing has to be drawn to know that")
	}
	require.NotContains(t, buildtest.Tree(t, s.Dir()), "site/eventos/frevo.html")

	// The source is repaired back to what the second release said. That was not
	// taken back.
	s.later()
	s.Write("catalogue.json", twoShows)
	out := s.MustPublish()
	require.Equal(t, third, out.TakenBack)
	require.NoFileExists(t, filepath.Join(s.Dir(), release.RollbackFile))
	require.NotEqual(t, second, out.Release)
	s.later()
	require.False(t, s.MustBuild().Published)
	// And from here on the third is news like any other.
	s.later()
	s.Write("catalogue.json", threeShows)
	require.Empty(t, s.MustPublish().TakenBack)
	s.RequireClean()
}

// Whatever step back by step back was taken: what the source says is the newest.
func TestRollbackTwice(t *testing.T) {
	s := newShop(t, oneShow)
	first := s.MustPublish().Release
	s.later()
	s.Write("catalogue.json", twoShows)
	second := s.MustPublish().Release
	s.later()
	s.Write("catalogue.json", threeShows)
	third := s.MustPublish().Release
	s.rollback(second)
	s.rollback(first)
	s.later()
	require.Equal(t, third, s.MustBuild().TakenBack)
	s.rollback(second) // forward
	s.later()
	require.Equal(t, third, s.MustBuild().TakenBack)
	s.rollback(third)
	s.later()
	out := s.MustBuild()
	require.Empty(t, out.TakenBack)
	require.False(t, out.Published, "the third release is live and is what the source says")
	s.requireLive(third)
}

// The guard compares with the live release, not with the one that was taken back.
func TestRollbackAndGuard(t *testing.T) {
	s := newShop(t, threeShows)
	full := s.MustPublish().Release
	s.later()
	s.Write("catalogue.json", oneShow)
	s.Options.AcceptShrink = true
	s.MustPublish()
	s.Options.AcceptShrink = false
	s.rollback(full)
	s.later()
	require.ErrorIs(t, s.Build().Err, build.ErrHeld)
	s.requireLive(full)
	s.Options.AcceptShrink = true
	s.later()
	require.NotEmpty(t, s.MustBuild().TakenBack, "it is still what was taken back")
	s.requireLive(full)
}

// A note that cannot be read stops the brand: what an operator took back must
// not come back because a file rotted.
func TestRollbackNoteDamaged(t *testing.T) {
	s := newShop(t, oneShow)
	first := s.MustPublish().Release
	s.Write("catalogue.json", twoShows)
	s.later()
	s.MustPublish()
	s.rollback(first)
	require.NoError(t, os.WriteFile(filepath.Join(s.Dir(), release.RollbackFile), []byte("{"),
		0o644))
	s.later()
	out := s.Build()
	require.ErrorIs(t, out.Err, release.ErrCorrupt)
	require.ErrorContains(t, out.Err, "builder rollback --clear palco")
	s.requireLive(first)
}

// What was taken back because it is damaged cannot be made again byte by byte:
// it is built anew.
func TestRollbackFromDamage(t *testing.T) {
	s := newShop(t, oneShow)
	first := s.MustPublish().Release
	s.Write("catalogue.json", twoShows)
	s.later()
	second := s.MustPublish().Release
	s.rollback(first)
	require.NoError(t,
		os.RemoveAll(filepath.Join(s.Dir(), release.ReleasesDir, second, release.TableFile)))
	s.later()
	out := s.MustPublish()
	require.Equal(t, second, out.TakenBack)
	require.Equal(t, []string{"choro", "samba"}, buildtest.EventSlugs(s.Live()))
}
