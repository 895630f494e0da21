package build_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/release"
)

// TestBuildHealsADamagedRelease: whatever rots of the live release, the next
// build ends with a whole one that says the same.
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
		{"a segment cut short", segment, func(t *testing.T, file string) { require.NoError(t, os.Truncate(file, 5000)) }},
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
			s := newShop(t, array(samba, choro, frevo))
			s.mustPublish()
			whole := s.live().Manifest().Content
			site := tree(t, filepath.Join(s.dir(), release.SiteDir))
			files, err := filepath.Glob(filepath.Join(s.dir(), test.file))
			require.NoError(t, err)
			require.Len(t, files, 1)
			test.damage(t, files[0])

			out := s.mustBuild()
			require.Equal(t, test.file != release.BrandFile, out.Published)
			live := s.live()
			require.NoError(t, live.Verify(true))
			require.Equal(t, whole, live.Manifest().Content)
			require.Equal(t, site, tree(t, filepath.Join(s.dir(), release.SiteDir)))
			brand, err := release.ReadBrand(s.dir())
			require.NoError(t, err)
			require.Equal(t, "palco", brand.Key)
			require.False(t, s.mustBuild().Published, "once is enough")
		})
	}
}

// TestDamageInWhatIsTakenOver: one event is new, the rotten bytes belong to
// those that a build leaves where they lie.
func TestDamageInWhatIsTakenOver(t *testing.T) {
	t.Parallel()
	s := newShop(t, array(samba, choro, frevo))
	s.mustPublish()
	files, err := filepath.Glob(filepath.Join(s.dir(), release.SegmentsDir, "*.seg"))
	require.NoError(t, err)
	data, err := os.ReadFile(files[0])
	require.NoError(t, err)
	data[len(data)/10] ^= 1
	require.NoError(t, os.Remove(files[0]))
	require.NoError(t, os.WriteFile(files[0], data, 0o444))

	s.write("catalogue.json", array(samba, choro, frevo, `{"id":4,"name":"Baião"}`))
	s.mustPublish()
	require.NoError(t, s.live().Verify(true))
	require.False(t, s.mustBuild().Published)
}
