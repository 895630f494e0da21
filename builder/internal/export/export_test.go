package export_test

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/build/buildtest"
	"cartaz/builder/internal/export"
	"cartaz/builder/release"
	"cartaz/builder/release/releasetest"
)

var brand = release.Brand{
	Key: "palco", Name: "Palco", Locale: "pt-BR", Hosts: []string{"palco.example"},
	SiteURL: "https://palco.example", BaseURL: "https://palco.example/api/public/v1",
	AuthURL: "https://auth.palco.example", BasePath: "/api/public/v1",
}

// seal makes a release of these texts by path.
func seal(t *testing.T, dir string, texts map[string]string) *release.Release {
	t.Helper()
	resources := map[string]releasetest.Resource{}
	for path, text := range texts {
		resources[path] = releasetest.Text("text/plain; charset=utf-8", text)
	}
	return releasetest.Open(t, dir, releasetest.Build(t, dir, brand, resources))
}

// exported returns the files below the site folder after an export.
func exported(t *testing.T, dir string, rel *release.Release) map[string]string {
	t.Helper()
	_, err := export.Site(dir, rel)
	require.NoError(t, err)
	return buildtest.Tree(t, filepath.Join(dir, release.SiteDir))
}

func texts(n int) map[string]string {
	all := map[string]string{}
	for i := range n {
		all[fmt.Sprintf("/eventos/e%d", i)] = fmt.Sprintf("event %d", i)
		all[fmt.Sprintf("/cidades/c%d/lista", i%7)] = fmt.Sprintf("city %d", i%7)
	}
	all["/robots.txt"] = "all"
	return all
}

// TestFaultsAreFound: after any change of the exported files, the verb and the export of another
// release without a marker repair them.
func TestFaultsAreFound(t *testing.T) {
	t.Parallel()
	const file = "eventos/e70"
	write := func(name, text string) func(dir string) error {
		return func(dir string) error {
			return os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644)
		}
	}
	for _, test := range []struct {
		name   string
		damage func(site string) error
	}{
		{"other bytes, as many", write(file, "Event 70")},
		{"a file grows", write(file, "event 70 and more")},
		{"a file is cut", func(site string) error {
			return os.Truncate(filepath.Join(site, file), 3)
		}},
		{"a file goes", func(site string) error { return os.Remove(filepath.Join(site, file)) }},
		{"a file more", write("eventos/planted", "x")},
		{"a file more at the top", write("planted.html", "x")},
		{"a folder more", func(site string) error {
			return os.MkdirAll(filepath.Join(site, "cidades/x/y"), 0o755)
		}},
		{"a folder goes", func(site string) error {
			return os.RemoveAll(filepath.Join(site, "cidades/c3"))
		}},
		{"a link in the place of a file", func(site string) error {
			name := filepath.Join(site, file)
			if err := os.Remove(name); err != nil {
				return err
			}
			return os.Symlink("/etc/passwd", name)
		}},
		{"a pipe in the place of a file", func(site string) error {
			name := filepath.Join(site, file)
			if err := os.Remove(name); err != nil {
				return err
			}
			return syscall.Mkfifo(name, 0o644)
		}},
		{"a link in the place of a folder", func(site string) error {
			name := filepath.Join(site, "cidades/c3")
			if err := os.Rename(name, filepath.Join(site, "..", "elsewhere")); err != nil {
				return err
			}
			return os.Symlink("../../elsewhere", name)
		}},
		{"another file by rename", func(site string) error {
			other := filepath.Join(site, "..", "other")
			if err := os.WriteFile(other, []byte("Event 70"), 0o644); err != nil {
				return err
			}
			return os.Rename(other, filepath.Join(site, file))
		}},
		{"no site", os.RemoveAll},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			rel := seal(t, dir, texts(100))
			want := exported(t, dir, rel)
			site := filepath.Join(dir, release.SiteDir)
			require.NoError(t, test.damage(site))
			n, err := export.Whole(dir, rel)
			require.NoError(t, err)
			require.Positive(t, n)
			require.Equal(t, want, buildtest.Tree(t, site))
			n, err = export.Site(dir, rel)
			require.NoError(t, err)
			require.Zero(t, n, "once is enough")

			// The next release writes below the damaged files, or finds them without a marker.
			more := texts(100)
			more["/eventos/e70/x"], more["/cidades/c3/x"], more["/new"] = "x", "x", "new"
			delete(more, "/eventos/e70")
			require.NoError(t, os.RemoveAll(filepath.Join(dir, "elsewhere")))
			require.NoError(t, test.damage(site))
			require.NoError(t, os.RemoveAll(filepath.Join(dir, export.MarkerFile)))
			rel = seal(t, dir, more)
			got, plain := exported(t, dir, rel), t.TempDir()
			require.Equal(t, exported(t, plain, seal(t, plain, more)), got)
		})
	}
}

// TestMarker: an export of the release that the marker names looks at no file. A marker that is
// damaged, not a file or of another start of the machine does not count, nor does one without the
// folder.
func TestMarker(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	rel := seal(t, dir, texts(20))
	want := exported(t, dir, rel)
	marker, site := filepath.Join(dir, export.MarkerFile), filepath.Join(dir, release.SiteDir)
	whole, err := os.ReadFile(marker)
	require.NoError(t, err)
	put := func(text string) func() error {
		return func() error { return os.WriteFile(marker, []byte(text), 0o644) }
	}
	for _, test := range []struct {
		name    string
		plant   func() error
		changed int
	}{
		{"as it was", put(string(whole)), 0},
		{"another start of the machine", put(rel.ID() + "\nx\n"), 1},
		{"another release", put("00000007-0123456789abcdef" + string(whole[len(rel.ID()):])), 1},
		{"cut", put(string(whole[:len(whole)-1])), 1},
		{"more", put(string(whole) + "x"), 1},
		{"nothing", func() error { return nil }, 1},
		{"folder", func() error { return os.MkdirAll(filepath.Join(marker, "x"), 0o755) }, 1},
		{"link", func() error { return os.Symlink("../nowhere", marker) }, 1},
		{"pipe", func() error { return syscall.Mkfifo(marker, 0o644) }, 1},
	} {
		require.NoError(t, os.WriteFile(filepath.Join(site, "eventos/e7"), []byte("Event 7"),
			0o644))
		require.NoError(t, os.RemoveAll(marker))
		require.NoError(t, test.plant(), test.name)
		n, err := export.Site(dir, rel)
		require.NoError(t, err, test.name)
		require.Equal(t, test.changed, n, test.name)
		if n > 0 {
			require.Equal(t, want, buildtest.Tree(t, site), test.name)
		}
	}
	require.NoError(t, os.RemoveAll(site))
	require.Equal(t, want, exported(t, dir, rel))
}

// TestFilesGone: a removed folder does not stop the export of the next release.
func TestFilesGone(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	exported(t, dir, seal(t, dir, texts(20)))
	require.NoError(t, os.RemoveAll(filepath.Join(dir, release.SiteDir, "eventos")))
	more, plain := texts(21), t.TempDir()
	require.Equal(t, exported(t, plain, seal(t, plain, more)), exported(t, dir, seal(t, dir, more)))
}

// TestSpelled: files are under the brand's words, and files under its former words are removed.
func TestSpelled(t *testing.T) {
	dir, before := t.TempDir(), brand
	t.Cleanup(func() { brand = before })
	for _, words := range []map[string]string{nil, {"eventos": "shows"}, {"eventos": "gigs"}, nil} {
		brand.Paths = words
		want := cmp.Or(words["eventos"], "eventos")
		require.ElementsMatch(t, []string{"cidades/c0/lista", "robots.txt", want + "/e0"},
			slices.Collect(maps.Keys(exported(t, dir, seal(t, dir, texts(1))))))
	}
}

// TestNextRelease: from one release to the next, with a marker and without one, the same files
// result, and the same number is written or removed.
func TestNextRelease(t *testing.T) {
	t.Parallel()
	for seed := range uint64(4) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		some := func() map[string]string {
			all := map[string]string{"/robots.txt": "all"}
			for range rnd.IntN(30) {
				path := fmt.Sprintf("/a%d", rnd.IntN(4))
				for range rnd.IntN(3) {
					path += fmt.Sprintf("/b%d", rnd.IntN(4))
				}
				all[path] = fmt.Sprint(rnd.IntN(3))
			}
			for path := range all { // a file system has either a file or a folder of a name
				for up := filepath.Dir(path); up != "/"; up = filepath.Dir(up) {
					delete(all, up)
				}
			}
			return all
		}
		dir, plain := t.TempDir(), t.TempDir()
		for range 4 {
			rel := seal(t, dir, some())
			want, err := export.Whole(plain, rel)
			require.NoError(t, err)
			got, err := export.Site(dir, rel)
			require.NoError(t, err)
			require.Equal(t, want, got, "seed %d", seed)
			require.Equal(t, buildtest.Tree(t, filepath.Join(plain, release.SiteDir)),
				buildtest.Tree(t, filepath.Join(dir, release.SiteDir)), "seed %d", seed)
		}
	}
}
