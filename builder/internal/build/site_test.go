package build_test

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/build/buildtest"
	"cartaz/builder/internal/export"
	"cartaz/builder/release"
)

// site returns the export of a shop.
func (s *shop) site(name ...string) string {
	return filepath.Join(append([]string{s.Dir(), release.SiteDir}, name...)...)
}

// TestExportIsTheReleaseAsFiles: every public address is one file, under the
// name at which a static host finds it, and there is nothing else.
func TestExportIsTheReleaseAsFiles(t *testing.T) {
	t.Parallel()
	s := exporting(t, buildtest.Array(buildtest.Samba, buildtest.Choro, buildtest.Frevo))
	out := s.MustPublish()
	rel := s.Live()
	want := map[string]string{}
	for ref := range rel.Resources() {
		path := string(ref.Path())
		if path[0] == ':' {
			continue
		}
		name, media := strings.TrimPrefix(path, "/"), ""
		if v := ref.Variant(0).ContentType(); strings.HasPrefix(v, "text/html") {
			name, media = name+".html", "text/html"
		}
		if path == "/" {
			name = "index.html"
		}
		want[name] = s.Body(path, media)
	}
	got := map[string]string{}
	for name := range buildtest.Tree(t, s.site()) {
		data, err := os.ReadFile(s.site(name))
		require.NoError(t, err)
		got[name] = string(data)
	}
	require.Equal(t, want, got)
	require.Equal(t, len(want), out.Exported)
	for _, name := range []string{
		"index.html", "index.md", "eventos/samba.html", "eventos/samba.md", "eventos/samba.ics",
		"cidades/recife-pe.html",
		"organizadores/casa.md", "api/public/v1/events/samba", ".well-known/openapi.json",
		"robots.txt", "sitemap.xml", "problemas/not_found.html",
	} {
		require.Contains(t, got, name)
	}
}

func TestExportIsLeftOutOnDemand(t *testing.T) {
	t.Parallel()
	for name, off := range map[string]func(s *shop){
		"flag":       func(s *shop) { s.Options.Export = false },
		"brand.yaml": func(s *shop) { s.YAML(buildtest.FileSource + "export: no\n") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := exporting(t, buildtest.Array(buildtest.Samba))
			off(s)
			require.Zero(t, s.MustPublish().Exported)
			require.NoDirExists(t, s.site())
			require.NoError(t, os.Mkdir(s.site(), 0o755))
			require.NoError(t, os.WriteFile(s.site("mine"), nil, 0o644))
			s.Write("catalogue.json", buildtest.Array(buildtest.Samba, buildtest.Choro))
			s.MustPublish()
			require.FileExists(t, s.site("mine"), "left alone")
		})
	}
}

// TestA9PlantedInOut: symlinks and odd files in the output tree. In site/ they
// are replaced and never followed; where an edge reads, the builder replaces
// them or refuses to publish. What they lead to is as it was.
func TestA9PlantedInOut(t *testing.T) {
	t.Parallel()
	healing := exporting(t, buildtest.Array(buildtest.Samba, buildtest.Choro))
	healing.MustPublish()
	want, outside := buildtest.Tree(t, healing.site()), t.TempDir()
	secret := filepath.Join(outside, "secret")
	require.NoError(t, os.WriteFile(secret, []byte("root:x:0:0"), 0o600))
	untouched := buildtest.Tree(t, outside)
	type put func(s *shop, name string) error
	linkTo := func(target string) put {
		return func(_ *shop, name string) error { return os.Symlink(target, name) }
	}
	hardLink := func(s *shop, name string) error { return os.Link(segmentOf(s), name) }
	fifo := func(_ *shop, name string) error { return syscall.Mkfifo(name, 0o644) }
	file := func(_ *shop, name string) error { return os.WriteFile(name, nil, 0o644) }
	moved := func(s *shop, name string) error { return os.Symlink(name+".moved", name) }
	const page, temporary = "site/index.html", "site/" + release.TempPrefix + "index.html"
	const made = release.ReleasesDir + "/" + release.TempPrefix + "00000002"
	for _, test := range []struct {
		name    string
		plant   map[string]put // by name in the brand's folder; "" is the folder itself
		refused string         // "" when the builder heals it
	}{
		{"site is a symlink outside", map[string]put{"site": linkTo(outside)}, ""},
		{"folder is a symlink outside", map[string]put{"site/eventos": linkTo(outside)}, ""},
		{"page is a symlink to a secret", map[string]put{page: linkTo(secret)}, ""},
		{"page is a FIFO", map[string]put{"site/robots.txt": fifo}, ""},
		{"page is a hard link to a segment", map[string]put{"site/robots.txt": hardLink}, ""},
		{"symlink under a temporary name", map[string]put{temporary: linkTo(secret), page: file},
			""},
		{"hard link to a segment under a temporary name",
			map[string]put{temporary: hardLink, page: file}, ""},
		{"brand.json is a symlink", map[string]put{release.BrandFile: linkTo(secret)}, ""},
		{"current is a FIFO", map[string]put{release.CurrentFile: fifo}, ""},
		{"debris is a symlink", map[string]put{release.TempPrefix + "x": linkTo(outside),
			made: linkTo(outside)}, ""},
		{"release is a symlink", map[string]put{release.ReleasesDir +
			"/00000002-0123456789abcdef": linkTo(outside)}, ""},
		{"releases is a symlink", map[string]put{release.ReleasesDir: linkTo(outside)},
			"a symlink in the place of a directory"},
		{"segments is a symlink", map[string]put{release.SegmentsDir: linkTo(outside)},
			"a symlink in the place of a directory"},
		{"lock is a symlink", map[string]put{release.LockFile: linkTo(secret)},
			"not a regular file but a symlink"},
		{"lock is a FIFO", map[string]put{release.LockFile: fifo}, "not a regular file but a FIFO"},
		{"the brand's folder is a symlink outside", map[string]put{"": linkTo(outside)},
			"not a regular file but a symlink"},
		{"the brand's folder is a symlink to where it was moved", map[string]put{"": moved},
			"link the folder above, or mount a disk there"},
		{"the brand's folder is a file", map[string]put{"": file}, "not a directory"},
	} {
		s := healing
		if test.refused != "" {
			s = newShop(t, buildtest.Array(buildtest.Samba, buildtest.Choro))
			s.MustPublish()
		} else {
			require.NoError(t, os.Remove(filepath.Join(s.Dir(), export.MarkerFile)))
		}
		for name, put := range test.plant {
			name = filepath.Join(s.Dir(), name)
			if name == s.Dir() {
				require.NoError(t, os.Rename(name, name+".moved"))
			}
			require.NoError(t, os.RemoveAll(name))
			require.NoError(t, put(s, name))
		}
		out := s.Build()
		require.Equal(t, untouched, buildtest.Tree(t, outside), "%s: nothing outside is touched",
			test.name)
		if test.refused != "" {
			require.ErrorContains(t, out.Err, test.refused, test.name)
			require.False(t, out.Published)
			continue
		}
		require.NoError(t, out.Err, test.name)
		require.Equal(t, want, buildtest.Tree(t, s.site()), test.name)
		require.NoError(t, s.Live().Verify(true))
		requireOrdinary(t, s.site())
	}
}

// requireOrdinary demands files and folders only, each file with one name.
func requireOrdinary(t *testing.T, dir string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		require.True(t, info.Mode().IsRegular(), name)
		require.EqualValues(t, 1, info.Sys().(*syscall.Stat_t).Nlink, name)
		return err
	}))
}

func segmentOf(s *shop) string {
	names := buildtest.Tree(s, filepath.Join(s.Dir(), release.SegmentsDir))
	for name := range maps.Keys(names) {
		return filepath.Join(s.Dir(), release.SegmentsDir, name)
	}
	return ""
}
