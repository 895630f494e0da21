package export_test

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/build/buildtest"
	"cartaz/builder/internal/export"
	"cartaz/builder/release"
	"cartaz/builder/release/releasetest"
)

// turns is how many exports it takes at most until a fault is found.
const turns = 64

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

// exported is what lies below the site folder, with the times of folders long ago: what happens to
// them next is another time, however fast the test is.
func exported(t *testing.T, dir string, rel *release.Release) map[string]string {
	t.Helper()
	_, err := export.Site(dir, rel)
	require.NoError(t, err)
	site := filepath.Join(dir, release.SiteDir)
	require.NoError(t, filepath.WalkDir(site, func(name string, e fs.DirEntry, err error) error {
		if err == nil && e.IsDir() {
			err = os.Chtimes(name, time.Unix(1e9, 0), time.Unix(1e9, 0))
		}
		return err
	}))
	_, err = export.Site(dir, rel)
	require.NoError(t, err)
	return buildtest.Tree(t, site)
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

// TestFaultsAreFound: whatever is done to the exported files, or to what is remembered of them, an
// export brings them in order: what changes a folder at once, the rest within 64 exports.
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
		at     int // exports that it takes at most
		damage func(site string) error
	}{
		{"other bytes, as many", turns, write(file, "Event 70")},
		{"a file grows", turns, write(file, "event 70 and more")},
		{"a file is cut", turns, func(site string) error {
			return os.Truncate(filepath.Join(site, file), 3)
		}},
		{"a file goes", 1, func(site string) error { return os.Remove(filepath.Join(site, file)) }},
		{"a file more", 1, write("eventos/planted", "x")},
		{"a file more at the top", 1, write("planted.html", "x")},
		{"a folder more", 1, func(site string) error {
			return os.MkdirAll(filepath.Join(site, "cidades/x/y"), 0o755)
		}},
		{"a folder goes", 1, func(site string) error {
			return os.RemoveAll(filepath.Join(site, "cidades/c3"))
		}},
		{"a link in the place of a file", 1, func(site string) error {
			name := filepath.Join(site, file)
			if err := os.Remove(name); err != nil {
				return err
			}
			return os.Symlink("/etc/passwd", name)
		}},
		{"a pipe in the place of a file", 1, func(site string) error {
			name := filepath.Join(site, file)
			if err := os.Remove(name); err != nil {
				return err
			}
			return syscall.Mkfifo(name, 0o644)
		}},
		{"a link in the place of a folder", 1, func(site string) error {
			name := filepath.Join(site, "cidades/c3")
			if err := os.Rename(name, filepath.Join(site, "..", "elsewhere")); err != nil {
				return err
			}
			return os.Symlink("../../elsewhere", name)
		}},
		{"another file by rename", 1, func(site string) error {
			other := filepath.Join(site, "..", "other")
			if err := os.WriteFile(other, []byte("Event 70"), 0o644); err != nil {
				return err
			}
			return os.Rename(other, filepath.Join(site, file))
		}},
		{"a file more, and the old time of its folder", turns, func(site string) error {
			if err := write("eventos/planted", "x")(site); err != nil {
				return err
			}
			return os.Chtimes(filepath.Join(site, "eventos"), time.Unix(1e9, 0), time.Unix(1e9, 0))
		}},
		{"a link in the place of a file, and the old time of its folder", turns,
			func(site string) error {
				name := filepath.Join(site, file)
				if err := os.Remove(name); err != nil {
					return err
				}
				if err := os.Symlink("/etc/passwd", name); err != nil {
					return err
				}
				return os.Chtimes(filepath.Join(site, "eventos"), time.Unix(1e9, 0),
					time.Unix(1e9, 0))
			}},
		{"no site", 1, os.RemoveAll},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			rel := seal(t, dir, texts(100))
			want := exported(t, dir, rel)
			site := filepath.Join(dir, release.SiteDir)
			require.NoError(t, test.damage(site))
			changed := 0
			for range test.at {
				n, err := export.Site(dir, rel)
				require.NoError(t, err)
				changed += n
			}
			require.Positive(t, changed)
			require.Equal(t, want, buildtest.Tree(t, site))
			n, err := export.Site(dir, rel)
			require.NoError(t, err)
			require.Zero(t, n, "once is enough")
		})
	}
}

// TestWholeFindsAtOnce: the verb looks at every byte.
func TestWholeFindsAtOnce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	rel := seal(t, dir, texts(100))
	want := exported(t, dir, rel)
	site := filepath.Join(dir, release.SiteDir)
	require.NoError(t, os.WriteFile(filepath.Join(site, "eventos/e7"), []byte("Event 7"), 0o644))
	n, err := export.Whole(dir, rel)
	require.NoError(t, err)
	require.Equal(t, 1, n)
	require.Equal(t, want, buildtest.Tree(t, site))
}

// TestDamagedMemory: what is remembered and is damaged, cut, of another folder or no file at all
// counts as nothing, and the export looks at every byte again.
func TestDamagedMemory(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	rel := seal(t, dir, texts(20))
	want := exported(t, dir, rel)
	other := t.TempDir()
	exported(t, other, seal(t, other, texts(20)))
	memory, site := filepath.Join(dir, export.MemoryFile), filepath.Join(dir, release.SiteDir)
	whole, err := os.ReadFile(memory)
	require.NoError(t, err)
	foreign, err := os.ReadFile(filepath.Join(other, export.MemoryFile))
	require.NoError(t, err)
	try := func(name string, plant func() error) {
		require.NoError(t, os.WriteFile(filepath.Join(site, "eventos/e7"), []byte("Event 7"),
			0o644))
		require.NoError(t, os.RemoveAll(memory))
		require.NoError(t, plant(), name)
		n, err := export.Site(dir, rel)
		require.NoError(t, err, name)
		require.Equal(t, 1, n, name)
		require.Equal(t, want, buildtest.Tree(t, site), name)
	}
	put := func(b []byte) func() error {
		return func() error { return os.WriteFile(memory, b, 0o644) }
	}
	for range 200 {
		b := append([]byte(nil), whole...)
		at := rand.IntN(len(b))
		if at >= 8 && at < 12 {
			continue // the turn, which may be any number
		}
		b[at] ^= 1 << rand.IntN(8)
		try(fmt.Sprintf("byte %d", at), put(b))
		try(fmt.Sprintf("cut to %d", at), put(whole[:at]))
	}
	try("foreign", put(foreign))
	try("more", put(append(whole[:len(whole):len(whole)], 0)))
	try("nothing", func() error { return nil })
	try("folder", func() error { return os.MkdirAll(filepath.Join(memory, "x"), 0o755) })
	try("link", func() error { return os.Symlink("../nowhere", memory) })
	try("pipe", func() error { return syscall.Mkfifo(memory, 0o644) })
}

// TestNextRelease: from one release to the next, with a memory and without one, the same files
// come of it, and as many are written or removed.
func TestNextRelease(t *testing.T) {
	t.Parallel()
	for seed := range uint64(40) {
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
