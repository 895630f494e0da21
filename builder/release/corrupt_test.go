package release_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/release"
	rt "cartaz/builder/release/releasetest"
	"cartaz/builder/rowstest"
)

// serve does what an edge does before and while it serves a release: open,
// verify, and read every body.
func serve(dir, id string) error {
	r, err := release.Open(dir, id)
	if err != nil {
		return err
	}
	defer r.Close()
	if err := r.Verify(false); err != nil {
		return err
	}
	for ref := range r.Resources() {
		for i := range ref.NumVariants() {
			if _, err := ref.Variant(i).Body(); err != nil {
				return err
			}
		}
	}
	return nil
}

// requireNamed demands an error that callers can branch on and that names the
// file.
func requireNamed(t *testing.T, err error, file, what string) {
	t.Helper()
	require.Error(t, err, what)
	named := errors.Is(err, release.ErrCorrupt) || errors.Is(err, release.ErrVersion) ||
		errors.Is(err, release.ErrNotFound)
	require.True(t, named, "%s: %v", what, err)
	require.Contains(t, err.Error(), filepath.Base(file), what)
}

// served returns the files that an edge reads.
func served(t *testing.T, dir, id string) []string {
	t.Helper()
	files := rt.Segments(t, dir)
	for _, name := range []string{release.ManifestFile, release.TableFile, release.SearchFile,
		release.EventsFile} {
		files = append(files, rt.File(dir, id, name))
	}
	return files
}

// No single changed byte anywhere goes unnoticed.
func TestEveryFlippedByteIsNoticed(t *testing.T) {
	dir := t.TempDir()
	id := buildV1(t, dir)
	require.NoError(t, serve(dir, id))
	for _, file := range served(t, dir, id) {
		info, err := os.Stat(file)
		require.NoError(t, err)
		for i := range info.Size() {
			rt.Flip(t, file, i)
			requireNamed(t, serve(dir, id), file, fmt.Sprintf("byte %d of %s", i, file))
			rt.Flip(t, file, i)
		}
	}
	require.NoError(t, serve(dir, id))
}

func TestEveryCutIsNoticed(t *testing.T) {
	dir := t.TempDir()
	id := buildV1(t, dir)
	for _, file := range served(t, dir, id) {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		for n := len(data) - 1; n >= 0; n-- {
			rt.Truncate(t, file, int64(n))
			requireNamed(t, serve(dir, id), file, fmt.Sprintf("%s cut at %d", file, n))
		}
		rt.Overwrite(t, file, append(data, 0))
		requireNamed(t, serve(dir, id), file, file+" with a byte more")
		require.NoError(t, os.Remove(file))
		requireNamed(t, serve(dir, id), file, file+" removed")
		require.NoError(t, os.WriteFile(file, data, 0o444))
	}
	require.NoError(t, serve(dir, id))
}

// An unknown version is refused as such, whatever else is in the file.
func TestUnknownVersions(t *testing.T) {
	dir := t.TempDir()
	id := buildV1(t, dir)
	for _, name := range []string{release.TableFile, release.EventsFile, rt.Segments(t, dir)[0]} {
		file := name
		if !filepath.IsAbs(name) {
			file = rt.File(dir, id, name)
		}
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, version := range []byte{0, 1, 2, 3, 255} {
			if version == data[4] {
				continue
			}
			future := append([]byte(nil), data...)
			for i := 8; i < len(future); i++ {
				future[i] = 0xA5
			}
			future[4] = version
			rt.Overwrite(t, file, future)
			require.ErrorIs(t, serve(dir, id), release.ErrVersion, name)
		}
		rt.Overwrite(t, file, data)
	}
	for _, manifest := range []string{`{"format":1}`, `{"format":0,"files":7}`,
		`{"new":{},"format":99}`} {
		rt.Overwrite(t, rt.File(dir, id, release.ManifestFile), []byte(manifest))
		require.ErrorIs(t, serve(dir, id), release.ErrVersion, manifest)
	}
}

func TestDecodeManifestRefuses(t *testing.T) {
	dir := t.TempDir()
	id := buildV1(t, dir)
	data, err := os.ReadFile(rt.File(dir, id, release.ManifestFile))
	require.NoError(t, err)
	_, err = release.DecodeManifest(data)
	require.NoError(t, err)
	for name, edit := range rowstest.Read[map[string][2]string](t,
		"testdata/decode-manifest-refuses.yaml") {
		bad := strings.Replace(string(data), edit[0], edit[1], 1)
		require.NotEqual(t, string(data), bad, name)
		_, err := release.DecodeManifest([]byte(bad))
		require.ErrorIs(t, err, release.ErrCorrupt, name)
	}
	_, err = release.DecodeManifest(append(data, '{', '}'))
	require.ErrorIs(t, err, release.ErrCorrupt)
}

// Files of two releases must not mix, even if each is intact.
func TestSwappedFilesAreNoticed(t *testing.T) {
	dir := t.TempDir()
	a := rt.Build(t, dir, brand, catalogue(), rt.Search([]byte("aaaa")), rt.Events(events...))
	other := catalogue()
	other["/"] = rt.Page("<!doctype html><title>Outros</title>", "")
	b := rt.Build(t, dir, brand, other, rt.Search([]byte("bbbb")),
		rt.Events(events[0], events[1], release.EventRow{ID: 9}))
	for _, name := range []string{release.ManifestFile, release.SearchFile, release.EventsFile} {
		mine, err := os.ReadFile(rt.File(dir, a, name))
		require.NoError(t, err)
		theirs, err := os.ReadFile(rt.File(dir, b, name))
		require.NoError(t, err)
		rt.Overwrite(t, rt.File(dir, a, name), theirs)
		requireNamed(t, serve(dir, a), name, name)
		rt.Overwrite(t, rt.File(dir, a, name), mine)
	}
	mine, err := os.ReadFile(rt.File(dir, a, release.TableFile))
	require.NoError(t, err)
	theirs, err := os.ReadFile(rt.File(dir, b, release.TableFile))
	require.NoError(t, err)
	require.Len(t, theirs, len(mine))
	rt.Overwrite(t, rt.File(dir, a, release.TableFile), theirs)
	requireNamed(t, serve(dir, a), release.TableFile, "a table whose sections are all intact")
}

// Verify(true) sees what checksums cannot: a builder that stored a wrong body, or a zstd frame
// whose window browsers refuse.
func TestVerifyComparesDigests(t *testing.T) {
	// One empty raw last block; the window descriptor has exponent 14, 16 MiB, or 13, 8 MiB.
	wide := []byte{0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x70, 0x01, 0x00, 0x00}
	narrow := []byte{0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x68, 0x01, 0x00, 0x00}
	for name, c := range map[string]struct {
		coding release.Coding
		text   string
		stored []byte
	}{
		"identity":      {release.Identity, "text", []byte("other")},
		"gzip":          {release.Gzip, "text", rt.Encode(t, release.Gzip, "other")},
		"zstd":          {release.Zstd, "text", rt.Encode(t, release.Zstd, "other")},
		"no gzip":       {release.Gzip, "text", []byte("text")},
		"no zstd":       {release.Zstd, "text", []byte("text")},
		"cut gzip":      {release.Gzip, "text", rt.Encode(t, release.Gzip, "text")[:20]},
		"empty zst":     {release.Zstd, "text", nil},
		"wide window":   {release.Zstd, "", wide},
		"narrow window": {release.Zstd, "", narrow},
	} {
		dir := t.TempDir()
		w := mustCreate(t, mustHold(t, dir, release.Options{}))
		v := plain(c.text, mustBody(t, w, string(c.stored)))
		v.Coding = c.coding
		require.NoError(t, w.Add(release.Resource{Path: "/bad", Variants: []release.Variant{v}}))
		id, err := w.Seal(facts, nil)
		require.NoError(t, err)
		r := rt.Open(t, dir, id)
		require.NoError(t, r.Verify(false))
		err = r.Verify(true)
		if name == "narrow window" {
			require.NoError(t, err)
			continue
		}
		require.ErrorIs(t, err, release.ErrCorrupt, name)
		require.ErrorContains(t, err, "/bad", name)
	}
}

// A symlink, FIFO or directory in place of a file or directory is refused, never followed, and
// never waited for.
func TestPlantedFiles(t *testing.T) {
	for _, kind := range []string{"symlink", "link to outside", "FIFO", "directory"} {
		plant := func(t *testing.T, file string) {
			saved := file + ".saved"
			require.NoError(t, os.Rename(file, saved))
			switch kind {
			case "symlink":
				require.NoError(t, os.Symlink(filepath.Base(saved), file))
			case "link to outside":
				require.NoError(t, os.Symlink("/etc/passwd", file))
			case "FIFO":
				require.NoError(t, syscall.Mkfifo(file, 0o644))
			case "directory":
				require.NoError(t, os.Mkdir(file, 0o755))
			}
		}
		t.Run(kind, func(t *testing.T) {
			base := mustFastDir(t)
			build := func(name string) (dir, id string) {
				dir = filepath.Join(base, name)
				return dir, rt.Build(t, dir, brand, catalogue())
			}
			dir, id := build("files")
			for i, file := range served(t, dir, id) {
				dir, id := build(fmt.Sprint("files", i))
				at := served(t, dir, id)[i]
				plant(t, at)
				requireNamed(t, serve(dir, id), file, file)
			}
			dir, _ = build("current")
			plant(t, filepath.Join(dir, release.CurrentFile))
			_, err := release.Current(dir)
			require.ErrorIs(t, err, release.ErrCorrupt)
			dir, _ = build("brand")
			plant(t, filepath.Join(dir, release.BrandFile))
			_, err = release.ReadBrand(dir)
			require.ErrorIs(t, err, release.ErrCorrupt)
			if kind == "directory" {
				return
			}
			for _, name := range []string{release.ReleasesDir, release.SegmentsDir,
				release.LockFile} {
				dir, id := build("in " + name)
				plant(t, filepath.Join(dir, name))
				_, err := release.Lock(dir, release.Options{})
				require.ErrorContains(t, err, name, "a builder does not publish into it")
				if name != release.LockFile {
					require.ErrorIs(t, serve(dir, id), release.ErrCorrupt)
				}
			}
		})
	}
	file := filepath.Join(t.TempDir(), "fifo")
	require.NoError(t, syscall.Mkfifo(file, 0o644))
	_, err := release.Current(file)
	require.ErrorIs(t, err, release.ErrCorrupt, "a FIFO in the place of the brand's folder")
}

func TestBadPointers(t *testing.T) {
	dir := t.TempDir()
	_, err := release.Current(dir)
	require.ErrorIs(t, err, release.ErrNotFound)
	_, err = release.Current(filepath.Join(dir, "missing"))
	require.ErrorIs(t, err, release.ErrNotFound)
	_, err = release.ReadBrand(dir)
	require.ErrorIs(t, err, release.ErrNotFound)
	good := "00000001-0123456789abcdef"
	for _, content := range []string{"", "\n", good, good + "\n\n", good + "\r\n", " " + good +
		"\n", "../../../../../../etc/passwd\n",
		"00000000-0123456789abcdef\n", "00000001-0123456789ABCDEF\n", "0000000a-0123456789abcdef\n",
		strings.Repeat("x", 1<<20)} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, release.CurrentFile), []byte(content),
			0o644))
		_, err := release.Current(dir)
		require.ErrorIs(t, err, release.ErrCorrupt, "%.60q", content)
		require.ErrorContains(t, err, release.CurrentFile)
	}
	for _, content := range []string{"", "{}", `{"y":1}`, `{"key":"x"}{}`,
		"{\"key\":\"x\\n\"}", strings.Repeat(" ", 2<<20)} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, release.BrandFile), []byte(content),
			0o644))
		_, err := release.ReadBrand(dir)
		require.ErrorIs(t, err, release.ErrCorrupt, "%.60q", content)
	}
	_, err = release.Open(dir, good)
	require.ErrorIs(t, err, release.ErrNotFound)
	_, err = release.Open(dir, "../"+good)
	require.ErrorIs(t, err, release.ErrCorrupt)
	_, err = release.Report(dir, good)
	require.ErrorIs(t, err, release.ErrNotFound)
}

func TestReportIsChecked(t *testing.T) {
	dir := t.TempDir()
	id := rt.Build(t, dir, brand, nil)
	rt.Flip(t, rt.File(dir, id, release.ReportFile), 0)
	_, err := release.Report(dir, id)
	require.ErrorIs(t, err, release.ErrCorrupt)
}

// A Go process dies if a mapped file is cut and it reads beyond the cut. Guard makes an error of
// it, and the process lives.
func TestGuardAgainstCutFiles(t *testing.T) {
	dir := t.TempDir()
	big := strings.Repeat("0123456789abcdef", 4096)
	id := rt.Build(t, dir, brand, map[string]rt.Resource{
		"/big": {Bodies: []rt.Body{{Fields: []release.Field{{Name: "Content-Type",
			Value: "text/plain"}}, Text: big, Codings: []release.Coding{release.Identity}}}},
	}, rt.Search([]byte(big)))
	r := rt.Open(t, dir, id)
	ref, ok := r.Lookup("/big")
	require.True(t, ok)
	read := func() error {
		_, err := ref.Variant(0).Body()
		return err
	}
	require.NoError(t, release.Guard(read))

	rt.Truncate(t, rt.Segments(t, dir)[0], 4096)
	require.ErrorIs(t, release.Guard(read), release.ErrCorrupt)
	require.ErrorIs(t, r.Verify(true), release.ErrCorrupt)
	require.NoError(t, r.Verify(false), "the index is whole")
	rt.Truncate(t, rt.File(dir, id, release.SearchFile), 0)
	require.ErrorIs(t, r.Verify(false), release.ErrCorrupt)
	rt.Truncate(t, rt.File(dir, id, release.TableFile), 0)
	require.ErrorIs(t, release.Guard(func() error {
		_, _ = r.Lookup("/big")
		return nil
	}), release.ErrCorrupt)
}

func TestGuardPassesOthersOn(t *testing.T) {
	mine := errors.New("mine")
	require.Equal(t, mine, release.Guard(func() error { return mine }))
	require.NoError(t, release.Guard(func() error { return nil }))
	require.PanicsWithValue(t, "mine", func() { _ = release.Guard(func() error { panic("mine") }) })
	require.Panics(t, func() {
		_ = release.Guard(func() error {
			var m *release.Manifest
			_ = m.Format // a nil pointer is a bug here, not a fault on disk
			return nil
		})
	})
	require.Panics(t, func() {
		_ = release.Guard(func() error { _ = make([]byte, 1)[len(big())]; return nil })
	})
}

func big() string { return strings.Repeat("x", 10) }

// A release whose checksums were not compared (Open reads no row) never answers a path with another
// path's content, nor with nothing, whichever byte of its table has a flipped bit. After
// RememberChecks it answers every path as before until CheckAgain; then it notices the same. Verify
// always compares.
func TestRememberChecks(t *testing.T) {
	dir := t.TempDir()
	id := rt.Build(t, dir, brand, catalogue())
	file := rt.File(dir, id, release.TableFile)
	every, once := rt.Open(t, dir, id), rt.Open(t, dir, id)
	once.RememberChecks()
	want := map[string]string{"/eventos/nenhum": "", "/": "", "/zzz": "", ":a": ""}
	for ref := range every.Resources() {
		want[string(ref.Path())] = ""
	}
	for path := range want {
		want[path] = told(every, path)
		require.Equal(t, want[path], told(once, path))
	}
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	noticed, tried := 0, 0
	for i := 0; i < len(data); i += 5 { // each bit of a byte in turn
		tried++
		data[i] ^= 1 << (i % 8)
		rt.Overwrite(t, file, data)
		for path := range want {
			require.NotPanics(t, func() { told(once, path) })
		}
		require.Equal(t, every.Verify(false) == nil, once.Verify(false) == nil)
		once.CheckAgain()
		for path, right := range want {
			got := told(every, path)
			require.Equal(t, got, told(once, path), "byte %d: %s", i, path)
			if got == "damaged" {
				noticed++
			} else {
				require.Equal(t, right, got, "bit %d of byte %d: %s", i%8, i, path)
			}
		}
		data[i] ^= 1 << (i % 8)
		rt.Overwrite(t, file, data)
		for path, right := range want {
			require.Equal(t, right, told(once, path), "damage is not remembered")
		}
	}
	require.Greater(t, noticed, tried/2)
}

// Pages of segments that were read leave resident memory: a build of 1,000,000 events with 1 %
// changed reads calendars all over 32 GB.
func TestForgottenSegmentsAreNotResident(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux takes this advice")
	}
	const size = 64 << 20
	whole := rt.Text("text/plain", strings.Repeat("Cartaz! ", size/8))
	whole.Bodies[0].Codings = []release.Coding{release.Identity}
	dir := filepath.Join(t.TempDir(), "ingresso")
	r := rt.Open(t, dir, rt.Build(t, dir, brand, map[string]rt.Resource{"/large": whole}))
	ref, ok := r.Lookup("/large")
	require.True(t, ok)
	for range 2 {
		body, err := ref.Variant(0).Body()
		require.NoError(t, err)
		require.Len(t, body, size)
		before := residentFiles(t)
		r.ForgetPages()
		require.Less(t, residentFiles(t), before-size/2)
	}
}

// residentFiles returns how many bytes of mapped files this process has in memory, including files
// of a tmpfs.
func residentFiles(t *testing.T) (n int) {
	status, err := os.ReadFile("/proc/self/status")
	require.NoError(t, err)
	for _, field := range []string{"RssFile:", "RssShmem:"} {
		_, rest, ok := bytes.Cut(status, []byte(field))
		require.True(t, ok)
		kib, err := strconv.Atoi(string(bytes.Fields(rest)[0]))
		require.NoError(t, err)
		n += kib << 10
	}
	return n
}
