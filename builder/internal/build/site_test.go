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
		want[name] = buildtest.Body(t, rel, path, media)
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
	require.NoError(t, os.WriteFile(filepath.Join(outside, "secret"), []byte("root:x:0:0"), 0o600))
	secret := buildtest.Tree(t, outside)
	fifo := func(name string) error { return syscall.Mkfifo(name, 0o644) }
	for _, test := range []struct {
		name    string
		plant   func(s *shop, outside string) error
		refused string // "" when the builder heals it
	}{
		{"site is a symlink outside", func(s *shop, outside string) error {
			return replace(s.site(), func(n string) error { return os.Symlink(outside, n) })
		}, ""},
		{"folder is a symlink outside", func(s *shop, outside string) error {
			return replace(s.site("eventos"),
				func(n string) error { return os.Symlink(outside, n) })
		}, ""},
		{"page is a symlink to a secret", func(s *shop, outside string) error {
			return replace(s.site("index.html"),
				func(n string) error { return os.Symlink(filepath.Join(outside, "secret"), n) })
		}, ""},
		{"page is a FIFO",
			func(s *shop, _ string) error { return replace(s.site("robots.txt"), fifo) }, ""},
		{"page is a hard link to a segment", func(s *shop, _ string) error {
			return replace(s.site("robots.txt"),
				func(n string) error { return os.Link(segmentOf(s), n) })
		}, ""},
		{"symlink under a temporary name", func(s *shop, outside string) error {
			return errFirst(os.Symlink(filepath.Join(outside, "secret"),
				s.site(release.TempPrefix+"index.html")),
				os.WriteFile(s.site("index.html"), nil, 0o644))
		}, ""},
		{"hard link to a segment under a temporary name", func(s *shop, _ string) error {
			return errFirst(os.Link(segmentOf(s), s.site(release.TempPrefix+"index.html")),
				os.WriteFile(s.site("index.html"), nil, 0o644))
		}, ""},
		{"brand.json is a symlink", func(s *shop, outside string) error {
			return replace(filepath.Join(s.Dir(), release.BrandFile),
				func(n string) error { return os.Symlink(filepath.Join(outside, "secret"), n) })
		}, ""},
		{"current is a FIFO",
			func(s *shop,
				_ string) error {
				return replace(filepath.Join(s.Dir(), release.CurrentFile), fifo)
			}, ""},
		{"debris is a symlink", func(s *shop, outside string) error {
			return errFirst(os.Symlink(outside, filepath.Join(s.Dir(), release.TempPrefix+"x")),
				os.Symlink(outside, filepath.Join(s.Dir(), release.ReleasesDir, release.TempPrefix+
					"00000002")))
		}, ""},
		{"release is a symlink", func(s *shop, outside string) error {
			return os.Symlink(outside, filepath.Join(s.Dir(), release.ReleasesDir,
				"00000002-0123456789abcdef"))
		}, ""},
		{"releases is a symlink", func(s *shop, outside string) error {
			return replace(filepath.Join(s.Dir(), release.ReleasesDir),
				func(n string) error { return os.Symlink(outside, n) })
		}, "a symlink in the place of a directory"},
		{"segments is a symlink", func(s *shop, outside string) error {
			return replace(filepath.Join(s.Dir(), release.SegmentsDir),
				func(n string) error { return os.Symlink(outside, n) })
		}, "a symlink in the place of a directory"},
		{"lock is a symlink", func(s *shop, outside string) error {
			return replace(filepath.Join(s.Dir(), release.LockFile),
				func(n string) error { return os.Symlink(filepath.Join(outside, "secret"), n) })
		}, "not a regular file but a symlink"},
		{"lock is a FIFO",
			func(s *shop, _ string) error {
				return replace(filepath.Join(s.Dir(), release.LockFile),
					fifo)
			}, "not a regular file but a FIFO"},
		{"the brand's folder is a symlink outside", func(s *shop, outside string) error {
			return replace(s.Dir(), func(n string) error { return os.Symlink(outside, n) })
		}, "not a regular file but a symlink"},
		{"the brand's folder is a symlink to where it was moved", func(s *shop, _ string) error {
			return errFirst(os.Rename(s.Dir(), s.Dir()+".moved"),
				os.Symlink(s.Dir()+".moved", s.Dir()))
		}, "link the folder above, or mount a disk there"},
		{"the brand's folder is a file", func(s *shop, _ string) error {
			return replace(s.Dir(), func(n string) error { return os.WriteFile(n, nil, 0o644) })
		}, "not a directory"},
	} {
		s := healing
		if test.refused != "" {
			s = newShop(t, buildtest.Array(buildtest.Samba, buildtest.Choro))
			s.MustPublish()
		} else {
			require.NoError(t, os.Remove(filepath.Join(s.Dir(), export.MarkerFile)))
		}
		require.NoError(t, test.plant(s, outside))
		out := s.Build()
		require.Equal(t, secret, buildtest.Tree(t, outside), "%s: nothing outside is touched",
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

// replace puts something else in the place of a file or folder.
func replace(name string, put func(name string) error) error {
	return errFirst(os.RemoveAll(name), put(name))
}

func errFirst(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
