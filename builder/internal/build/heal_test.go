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

// TestBuildHealsADamagedRelease: whichever part of the live release rots, the next build ends with
// a whole one that says the same.
func TestBuildHealsADamagedRelease(t *testing.T) {
	t.Parallel()
	flip := func(at float64) func(t *testing.T, file string) {
		return func(t *testing.T, file string) {
			data, err := os.ReadFile(file)
			require.NoError(t, err)
			data[int(at*float64(len(data)-1))] ^= 1
			require.NoError(t, os.Remove(file)) // sealed files are read-only, and mapped
			require.NoError(t, os.WriteFile(file, data, 0o444))
		}
	}
	remove := func(t *testing.T, file string) { require.NoError(t, os.RemoveAll(file)) }
	put := func(text string) func(t *testing.T, file string) {
		return func(t *testing.T, file string) {
			require.NoError(t, os.RemoveAll(file))
			require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
		}
	}
	const segment = release.SegmentsDir + "/*.seg"
	for _, test := range []struct {
		name, file string
		damage     func(t *testing.T, file string)
	}{
		{"a byte of the manifest", "releases/*/" + release.ManifestFile, flip(0.5)},
		{"no manifest", "releases/*/" + release.ManifestFile, remove},
		{"a byte of the resource table", "releases/*/" + release.TableFile, flip(0.5)},
		{"an empty resource table", "releases/*/" + release.TableFile, put("")},
		{"a byte of the search index", "releases/*/" + release.SearchFile, flip(0.3)},
		{"a byte of the events table", "releases/*/" + release.EventsFile, flip(0.9)},
		{"no release", "releases/*", remove},
		{"the first byte of a segment", segment, flip(0)},
		{"a byte of a body", segment, flip(0.1)},
		{"another byte of a body", segment, flip(0.6)},
		{"a segment cut short", segment, func(t *testing.T, file string) {
			require.NoError(t, os.Chmod(file, 0o644)) // not even its owner may write to it
			require.NoError(t, os.Truncate(file, 5000))
		}},
		{"no segment", segment, remove},
		{"a pointer to nothing", release.CurrentFile, put("00000009-0123456789abcdef\n")},
		{"a pointer that is none", release.CurrentFile, put("../../etc/passwd\n")},
		{"no pointer", release.CurrentFile, remove},
		{"a pointer that is a symlink", release.CurrentFile, func(t *testing.T, file string) {
			require.NoError(t, os.Remove(file))
			require.NoError(t, os.Symlink("/etc/passwd", file))
		}},
		{"brand.json of another time", release.BrandFile, put("{}")},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := newShop(t, buildtest.Array(buildtest.Samba, buildtest.Choro, buildtest.Frevo))
			s.MustPublish()
			whole := s.Live().Manifest().Content
			files, err := filepath.Glob(filepath.Join(s.Dir(), test.file))
			require.NoError(t, err)
			require.Len(t, files, 1)
			test.damage(t, files[0])

			s.untilFound(func(out build.Outcome) bool {
				return out.Published || test.file == release.BrandFile
			})
			live := s.Live()
			require.NoError(t, live.Verify(true))
			require.Equal(t, whole, live.Manifest().Content)
			brand, err := release.ReadBrand(s.Dir())
			require.NoError(t, err)
			require.Equal(t, "palco", brand.Key)
			require.False(t, s.MustBuild().Published, "once is enough")
		})
	}
}

// TestDamageInWhatIsTakenOver: one event is new, the rotten bytes belong to
// the bytes that a build leaves in place.
func TestDamageInWhatIsTakenOver(t *testing.T) {
	t.Parallel()
	s := newShop(t, buildtest.Array(buildtest.Samba, buildtest.Choro, buildtest.Frevo))
	s.MustPublish()
	s.rot(s.Dir(), release.SegmentsDir, "*.seg")

	s.Write("catalogue.json", buildtest.Array(buildtest.Samba, buildtest.Choro, buildtest.Frevo,
		`{"id":4,"name":"Baião"}`))
	s.MustPublish()
	require.NoError(t, s.Live().Verify(true))
	require.False(t, s.MustBuild().Published)
}

// untilFound builds until damage among the stored bytes is found: each build looks at a part of
// them, which its clock chooses.
func (s *shop) untilFound(found func(build.Outcome) bool) {
	s.Helper()
	for range 500 {
		s.Options.Now = s.Options.Now.Add(time.Nanosecond)
		if found(s.Build()) {
			return
		}
	}
	require.Fail(s, "the damage is not found")
}

// rot turns a bit of the one file that a pattern finds.
func (s *shop) rot(pattern ...string) {
	s.Helper()
	files, err := filepath.Glob(filepath.Join(pattern...))
	require.NoError(s, err)
	require.Len(s, files, 1)
	data, err := os.ReadFile(files[0])
	require.NoError(s, err)
	data[len(data)/10] ^= 1
	require.NoError(s, os.Remove(files[0])) // sealed files are read-only, and mapped
	require.NoError(s, os.WriteFile(files[0], data, 0o444))
}

// TestDamageAndGuard: a live release that cannot be read does not switch the guard
// off. Only if nothing at all can be read is the source believed.
func TestDamageAndGuard(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		damage func(s *shop, first, second string)
		says   string // of the error; "" when the build publishes
	}{
		{"the table is gone", func(s *shop, _, second string) {
			require.NoError(s,
				os.Remove(filepath.Join(s.Dir(), release.ReleasesDir, second, release.TableFile)))
		}, "fell from 4 events in release 00000002-"},
		{"the manifest has rotted", func(s *shop, _, second string) {
			s.rot(s.Dir(), release.ReleasesDir, second, release.ManifestFile)
		}, "fell from 3 events in release 00000001-"},
		{"the release is gone", func(s *shop, _, second string) {
			require.NoError(s, os.RemoveAll(filepath.Join(s.Dir(), release.ReleasesDir, second)))
		}, "fell from 3 events in release 00000001-"},
		{"the pointer is none", func(s *shop, _, _ string) {
			require.NoError(s, os.WriteFile(filepath.Join(s.Dir(), release.CurrentFile),
				[]byte("?"), 0o644))
		}, "fell from 4 events in release 00000002-"},
		{"the pointer is gone", func(s *shop, _, _ string) {
			require.NoError(s, os.Remove(filepath.Join(s.Dir(), release.CurrentFile)))
		}, "fell from 4 events in release 00000002-"},
		{"stored bytes have rotted", func(s *shop, first, _ string) {
			m, err := release.ReadManifest(s.Dir(), first)
			require.NoError(s, err)
			s.rot(s.Dir(), release.SegmentsDir, m.Segments[0].Name+".seg")
		}, "fell from 4 events to 1"},
		{"no manifest can be read", func(s *shop, first, second string) {
			s.rot(s.Dir(), release.ReleasesDir, first, release.ManifestFile)
			s.rot(s.Dir(), release.ReleasesDir, second, release.ManifestFile)
		}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := newShop(t, buildtest.Array(buildtest.Samba, buildtest.Choro, buildtest.Frevo))
			first := s.MustPublish().Release
			s.Write("catalogue.json", buildtest.Array(buildtest.Samba, buildtest.Choro,
				buildtest.Frevo, `{"id":4,"name":"Baião"}`))
			second := s.MustPublish().Release
			test.damage(s, first, second)
			s.Write("catalogue.json", buildtest.Array(buildtest.Samba))
			if test.says != "" {
				before := s.Sealed()
				out := s.Build()
				require.ErrorIs(t, out.Err, build.ErrHeld)
				require.ErrorContains(t, out.Err, test.says)
				if out.Redrawn { // from the records of the last build
					require.NoError(t, s.Live().Verify(true))
				} else {
					require.Equal(t, before, s.Sealed())
				}
				s.Options.AcceptShrink = true
			}
			s.MustPublish()
			require.NoError(t, s.Live().Verify(true))
		})
	}
}

// TestDamageAndRollback: a release that an operator took back does not come back because the live
// one has rotted. The brand fails until an operator decides.
func TestDamageAndRollback(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		damage func(s *shop, live string)
	}{
		{"stored bytes", func(s *shop, live string) {
			m, err := release.ReadManifest(s.Dir(), live)
			require.NoError(s, err)
			s.rot(s.Dir(), release.SegmentsDir, m.Segments[0].Name+".seg")
		}},
		{"the table", func(s *shop, live string) {
			require.NoError(s,
				os.Remove(filepath.Join(s.Dir(), release.ReleasesDir, live, release.TableFile)))
		}},
	} {
		for _, export := range []bool{true, false} {
			t.Run(test.name, func(t *testing.T) {
				t.Parallel()
				s := newShop(t, buildtest.Array(buildtest.Samba))
				s.Options.Export = export
				first := s.MustPublish().Release
				s.later()
				s.Write("catalogue.json", buildtest.Array(buildtest.Samba, buildtest.Choro))
				second := s.MustPublish().Release
				s.rollback(first)
				s.later()
				require.Equal(t, second, s.MustBuild().TakenBack)
				test.damage(s, first)
				for range 2 {
					s.later()
					out := s.Build()
					require.ErrorContains(t, out.Err, "builder rollback --clear palco")
					require.ErrorContains(t, out.Err, second+" once more, which was taken back")
					s.requireLive(first)
				}
				f, err := release.Lock(s.Dir(), release.Options{})
				require.NoError(t, err)
				require.NoError(t, f.ClearRollback())
				require.NoError(t, f.Close())
				s.later()
				s.MustPublish()
				require.NoError(t, s.Live().Verify(true))
			})
		}
	}
}

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
