package release_test

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/durable"
	"cartaz/builder/release"
	rt "cartaz/builder/release/releasetest"
)

// crashBase makes a folder with an older and a live release.
func crashBase(t testing.TB) (dir, live string) {
	t.Helper()
	dir = filepath.Join(mustFastDir(t), "base")
	older := catalogue()
	older["/alt"] = rt.Text("text/plain", "gone soon")
	rt.Build(t, dir, brand, older)
	return dir, rt.Build(t, dir, brand, catalogue())
}

// runBuild does everything that a build does to a folder: brand, bodies in
// several segments, one of them reused, seal, publish, prune. published is the
// id when Publish reported success.
func runBuild(dir string, hook durable.Hook) (published string, err error) {
	f, err := release.Lock(dir, release.Options{Hook: hook, SegmentSize: 100})
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	renamed := brand
	renamed.Name = "Outro nome"
	if err := f.WriteBrand(renamed); err != nil {
		return "", err
	}
	w, err := f.Create()
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, w.Abort()) }()
	for i := range 5 {
		text := strings.Repeat(strconv.Itoa(i), 60)
		loc, err := w.AppendBody([]byte(text))
		if err != nil {
			return "", err
		}
		if i == 4 {
			continue // its segment is not used and is dropped
		}
		if err := w.Add(release.Resource{Path: "/" + text,
			Variants: []release.Variant{plain(text, loc)}}); err != nil {
			return "", err
		}
	}
	old, err := release.Open(dir, w.Previous())
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, old.Close()) }()
	ref, _ := old.Lookup("/eventos/samba")
	v := ref.Variant(0)
	err = w.Add(release.Resource{Path: "/eventos/samba", Variants: []release.Variant{
		{Profile: release.Profile{Fields: v.Profile()}, Digest: v.Digest(), Body: v.Location()},
	}})
	if err != nil {
		return "", err
	}
	if _, err := w.SearchIndex().Write([]byte("a new index")); err != nil {
		return "", err
	}
	id, err := w.Seal(facts, []byte("{}"))
	if err != nil {
		return "", err
	}
	if err := f.Publish(id); err != nil {
		return "", err
	}
	_, err = f.Prune(release.Retention{Newest: 1})
	return id, err
}

// requireIntact demands that the folder serves the old release or a newer one, whole; that every
// listed release is whole; and that the next build succeeds unaided and leaves no debris.
func requireIntact(t *testing.T, dir, old, published, what string) {
	t.Helper()
	live, err := release.Current(dir)
	require.NoError(t, err, what)
	if published != "" {
		require.Equal(t, published, live, "%s: reported as published", what)
	}
	require.GreaterOrEqual(t, live, old, what)
	ids, err := release.List(dir)
	require.NoError(t, err, what)
	require.Contains(t, ids, live, what)
	for _, id := range ids {
		r, err := release.Open(dir, id)
		require.NoError(t, err, what)
		require.NoError(t, r.Verify(true), what)
		require.NoError(t, r.Close())
	}
	_, err = release.ReadBrand(dir)
	require.NoError(t, err, what)

	next, err := runBuild(dir, unsynced)
	require.NoError(t, err, what)
	require.Greater(t, next, live, "%s: releases are in order", what)
	require.NoError(t, serve(dir, next), what)
	require.Empty(t, debris(t, dir), what)
}

// everyFault runs an operation on copies of a folder. In each, one of its steps fails, or is the
// last one because the builder dies: then no later step happens, not even cleaning up. The failed
// step itself took effect, or did not. It returns how many steps the operation has.
func everyFault(t *testing.T, base string, run func(dir string, hook durable.Hook) error,
	check func(dir, what string)) (steps int) {
	t.Helper()
	for n := 0; ; n++ {
		for _, way := range []struct{ happened, dies bool }{{false, false}, {true, false},
			{false, true}, {true, true}} {
			dir, i, failed := mustCopy(t, base), 0, ""
			err := run(dir, func(op durable.Op, name string, do func() error) error {
				i++
				switch {
				case i-1 < n || i-1 > n && !way.dies:
					return unsynced(op, name, do)
				case i-1 == n:
					failed = fmt.Sprint(op, " ", name)
					if way.happened {
						require.NoError(t, unsynced(op, name, do))
					}
				}
				return syscall.EIO
			})
			if i <= n {
				require.NoError(t, err)
				return n
			}
			what := fmt.Sprintf("step %d (%s): %+v", n, failed, way)
			require.ErrorIs(t, err, syscall.EIO, what)
			check(dir, what)
		}
	}
}

func mustCopy(t *testing.T, base string) string {
	t.Helper()
	dir := filepath.Join(mustFastDir(t), "x")
	require.NoError(t, os.CopyFS(dir, os.DirFS(base)))
	return dir
}

// mustFastDir returns a temporary directory, in memory if possible: these tests make thousands of
// small files.
func mustFastDir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "release-test-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(dir)) })
	return dir
}

func TestEveryStepFails(t *testing.T) {
	base, old := crashBase(t)
	published := ""
	build := func(dir string, hook durable.Hook) (err error) {
		published, err = runBuild(dir, hook)
		return err
	}
	steps := everyFault(t, base, build, func(dir, what string) {
		requireIntact(t, dir, old, published, what)
	})
	require.Greater(t, steps, 30)
}

// A full disk gives one line with path and need, and the live release stays.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	id := rt.Build(t, dir, brand, catalogue())
	full := false
	f := mustHold(t, dir,
		release.Options{Hook: func(op durable.Op, _ string, do func() error) error {
			if full && op == durable.OpWrite {
				return syscall.ENOSPC
			}
			return do()
		}})
	w := mustCreate(t, f)
	full = true
	loc := mustBody(t, w, strings.Repeat("x", 1000))
	require.NoError(t,
		w.Add(release.Resource{Path: "/", Variants: []release.Variant{plain("x", loc)}}))
	_, err := w.Seal(facts, nil)
	require.ErrorIs(t, err, syscall.ENOSPC)
	require.EqualError(t, err, "seal release: write 1016 bytes at offset 0 of "+dir+
		"/segments/.tmp-0: no space left on device")
	big := make([]byte, 1<<20)
	w = mustCreate(t, f)
	_, err = w.AppendBody(big)
	require.ErrorIs(t, err, syscall.ENOSPC)
	require.NoError(t, w.Abort())
	requireLive(t, dir, id)
	ids, err := release.List(dir)
	require.NoError(t, err)
	require.Equal(t, []string{id}, ids)
	require.Empty(t, debris(t, dir))
}

// A release that cannot be sealed removes its new segments, and keeps those that existed before.
func TestSegmentsOfAFailedSeal(t *testing.T) {
	dir := t.TempDir()
	rt.Build(t, dir, brand, catalogue())
	before, err := os.ReadDir(filepath.Join(dir, release.SegmentsDir))
	require.NoError(t, err)
	f := mustHold(t, dir,
		release.Options{Hook: func(op durable.Op, name string, do func() error) error {
			if strings.HasSuffix(name, release.TableFile) {
				return syscall.ENOSPC
			}
			return do()
		}})
	for range 2 {
		w := mustCreate(t, f)
		loc := mustBody(t, w, strings.Repeat("x", 1000))
		require.NoError(t,
			w.Add(release.Resource{Path: "/", Variants: []release.Variant{plain("x", loc)}}))
		_, err = w.Seal(facts, nil)
		require.ErrorIs(t, err, syscall.ENOSPC)
		after, err := os.ReadDir(filepath.Join(dir, release.SegmentsDir))
		require.NoError(t, err)
		require.Equal(t, len(before), len(after))
	}
	live, err := release.Current(dir)
	require.NoError(t, err)
	require.NoError(t, serve(dir, live))
}

// debris lists temporary names below a folder.
func debris(t testing.TB, dir string) (found []string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if strings.HasPrefix(d.Name(), release.TempPrefix) {
			found = append(found, p)
		}
		return err
	}))
	return found
}

// A release that was copied from the folder of another brand is whole, and refused by name.
func TestReleaseOfAnotherBrand(t *testing.T) {
	dir, elsewhere := t.TempDir(), t.TempDir()
	f := mustHold(t, dir, release.Options{})
	require.NoError(t, f.WriteBrand(brand))
	own := rt.Seal(t, f, brand, catalogue())
	require.NoError(t, f.Publish(own))
	other := brand
	other.Key, other.Hosts = "outra", []string{"outra.example"}
	foreign := rt.Build(t, elsewhere, other, catalogue())
	require.NotEqual(t, own, foreign)
	for _, part := range []string{filepath.Join(release.ReleasesDir, foreign),
		release.SegmentsDir} {
		entries, err := os.ReadDir(filepath.Join(elsewhere, part))
		require.NoError(t, err)
		require.NoError(t, os.MkdirAll(filepath.Join(dir, part), 0o755))
		for _, e := range entries {
			b, err := os.ReadFile(filepath.Join(elsewhere, part, e.Name()))
			require.NoError(t, err)
			if _, err := os.Stat(filepath.Join(dir, part, e.Name())); err != nil {
				require.NoError(t, os.WriteFile(filepath.Join(dir, part, e.Name()), b, 0o444))
			}
		}
	}
	refused := func(err error) {
		t.Helper()
		require.ErrorIs(t, err, release.ErrCorrupt)
		require.ErrorContains(t, err, "release "+foreign+
			" is of brand outra, the folder is of brand "+brand.Key)
	}
	_, err := release.Open(dir, foreign)
	refused(err)
	_, err = release.ReadManifest(dir, foreign)
	refused(err)
	refused(f.Publish(foreign))
	_, err = f.Rollback(foreign)
	refused(err)

	// A brand that was given another key keeps its hosts, and its releases.
	renamed := brand
	renamed.Key = "novo"
	require.NoError(t, f.WriteBrand(renamed))
	r, err := release.Open(dir, own)
	require.NoError(t, err)
	require.NoError(t, r.Close())
	requireLive(t, dir, own)
}

func needStrace(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("slow")
	}
	if out, err := exec.Command("strace", "-f", "-qq", "-o", "/dev/null",
		"true").CombinedOutput(); err != nil {
		t.Skipf("strace does not run here: %v %s", err, out)
	}
}

// The order of system calls: every rename that publishes has an fsync of the file before it and of
// the directory after it, and the rename of the pointer is last.
func TestOrderOfSystemCalls(t *testing.T) {
	if dir := os.Getenv("CARTAZ_TEST_BUILD"); dir != "" { // the process under strace
		_, err := runBuild(dir, func(_ durable.Op, _ string, do func() error) error { return do() })
		require.NoError(t, err)
		return
	}
	needStrace(t)
	base, _ := crashBase(t)
	dir := mustCopy(t, base)
	log := filepath.Join(t.TempDir(), "log")
	cmd := exec.Command("strace", "-f", "-qq", "-y", "-o", log, "-e",
		"trace=fsync,renameat,renameat2", os.Args[0], "-test.run=^TestOrderOfSystemCalls$")
	cmd.Env = append(os.Environ(), "CARTAZ_TEST_BUILD="+dir)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	var calls []string
	for _, line := range wholeCalls(string(mustRead(t, log))) {
		if strings.Contains(line, dir) {
			calls = append(calls, line)
		}
	}
	synced := map[string]bool{}
	lastRename := ""
	for i, line := range calls {
		if strings.Contains(line, "fsync(") {
			synced[between(line, "<", ">")] = true
			continue
		}
		quoted := strings.Split(line, `"`)
		from := between(line, "<", ">") + "/" + quoted[1]
		if strings.HasPrefix(quoted[3], release.TempPrefix) {
			continue // removed: nothing to keep
		}
		require.True(t, synced[from], "renamed before its fsync: %s", line)
		parent := filepath.Dir(from)
		rest := strings.Join(calls[i:], "")
		require.Contains(t, rest, "<"+parent+">) = 0", "no fsync of the directory after: %s", line)
		lastRename = quoted[3]
	}
	require.Equal(t, "current", lastRename, "the pointer comes last")
}

// wholeCalls returns the lines of a trace of several threads, each with a call and its result.
// strace cuts a call in two if another thread makes one meanwhile; the whole call is where it
// ended.
func wholeCalls(log string) (calls []string) {
	begun := map[string]string{} // by thread
	for line := range strings.Lines(log) {
		thread, _, _ := strings.Cut(line, " ")
		if call, cut := strings.CutSuffix(line, " <unfinished ...>\n"); cut {
			begun[thread] = call
			continue
		}
		if _, rest, cut := strings.Cut(line, " resumed>"); cut {
			line = begun[thread] + rest
		}
		calls = append(calls, line)
	}
	return calls
}

func between(s, a, b string) string {
	_, s, _ = strings.Cut(s, a)
	s, _, _ = strings.Cut(s, b)
	return s
}

// disk models what a power cut leaves. A file has the content of its last fsync. A directory has
// the entries of its last fsync or its current ones, because file systems write metadata at any
// time.
type disk struct {
	t     *testing.T
	dir   string
	files map[uint64][]byte           // inode: content at the last fsync
	dirs  map[uint64]map[string]inode // inode: entries at the last fsync
}

type inode struct {
	number uint64
	isDir  bool
}

// newDisk takes everything in dir as durable.
func newDisk(t *testing.T, dir string) *disk {
	d := &disk{t: t, dir: dir, files: map[uint64][]byte{}, dirs: map[uint64]map[string]inode{}}
	require.NoError(t, filepath.WalkDir(dir, func(p string, e fs.DirEntry, err error) error {
		name, _ := filepath.Rel(dir, p)
		if e.IsDir() {
			d.syncDir(name)
		} else {
			d.sync(name)
		}
		return err
	}))
	return d
}

func (d *disk) inode(name string) inode {
	info, err := os.Lstat(filepath.Join(d.dir, name))
	require.NoError(d.t, err)
	return inode{info.Sys().(*syscall.Stat_t).Ino, info.IsDir()}
}

func (d *disk) sync(name string) {
	data, err := os.ReadFile(filepath.Join(d.dir, name))
	require.NoError(d.t, err)
	d.files[d.inode(name).number] = data
}

func (d *disk) entries(name string) map[string]inode {
	list, err := os.ReadDir(filepath.Join(d.dir, name))
	require.NoError(d.t, err)
	entries := map[string]inode{}
	for _, e := range list {
		entries[e.Name()] = d.inode(path.Join(name, e.Name()))
	}
	return entries
}

func (d *disk) syncDir(name string) { d.dirs[d.inode(name).number] = d.entries(name) }

// hook follows every file operation of a builder.
func (d *disk) hook(after func(step string)) durable.Hook {
	return func(op durable.Op, name string, do func() error) error {
		switch op {
		case durable.OpSync:
			d.sync(name)
		case durable.OpSyncDir:
			d.syncDir(name)
		default:
			if err := do(); err != nil {
				return err
			}
		}
		switch op { // inode numbers are used again
		case durable.OpCreate:
			delete(d.files, d.inode(name).number)
		case durable.OpMkdir:
			d.dirs[d.inode(name).number] = nil
		}
		after(string(op) + " " + name)
		return nil
	}
}

// tree returns what is left after a power cut: content by name, directories with a slash at the
// end. late decides for each directory whether its current entries are on disk.
func (d *disk) tree(late func() bool) map[string]string {
	now := map[uint64]map[string]inode{}
	require.NoError(d.t, filepath.WalkDir(d.dir, func(p string, e fs.DirEntry, err error) error {
		if e.IsDir() {
			name, _ := filepath.Rel(d.dir, p)
			now[d.inode(name).number] = d.entries(name)
		}
		return err
	}))
	tree := map[string]string{}
	var add func(n inode, name string)
	add = func(n inode, name string) {
		if !n.isDir {
			tree[name] = string(d.files[n.number])
			return
		}
		tree[name+"/"] = ""
		entries := d.dirs[n.number]
		if current, ok := now[n.number]; ok && late() {
			entries = current
		}
		for _, e := range slices.Sorted(maps.Keys(entries)) {
			add(entries[e], name+"/"+e)
		}
	}
	add(d.inode("."), "")
	return tree
}

// restore writes a tree to a new folder.
func restore(t *testing.T, tree map[string]string) string {
	to := filepath.Join(mustFastDir(t), "x")
	for _, name := range slices.Sorted(maps.Keys(tree)) {
		if strings.HasSuffix(name, "/") {
			require.NoError(t, os.Mkdir(to+name, 0o755))
		}
	}
	for name, data := range tree {
		if !strings.HasSuffix(name, "/") {
			require.NoError(t, os.WriteFile(to+name, []byte(data), 0o644))
		}
	}
	return to
}

// seen remembers trees, so that each is looked at once.
type seen map[string]bool

func (s seen) add(tree map[string]string) (isNew bool) {
	key := fmt.Sprint(tree) // maps are printed in the order of their keys
	isNew = !s[key]
	s[key] = true
	return isNew
}

// The power goes after every step of a build, in three ways: only synced data is on disk; all names
// are, without the bytes; some of both.
func TestPowerLoss(t *testing.T) {
	base, old := crashBase(t)
	rnd := rand.New(rand.NewPCG(1, 2))
	for name, late := range map[string]func() bool{
		"synced only": func() bool { return false },
		"names early": func() bool { return true },
		"mixed":       func() bool { return rnd.Uint32()&1 == 0 },
	} {
		t.Run(name, func(t *testing.T) {
			dir := mustCopy(t, base)
			d, known := newDisk(t, dir), seen{}
			published, err := runBuild(dir, d.hook(func(step string) {
				if tree := d.tree(late); known.add(tree) {
					requireIntact(t, restore(t, tree), old, "", "power lost after "+step)
				}
			}))
			require.NoError(t, err)
			require.Greater(t, len(known), 5)
			requireIntact(t, restore(t, d.tree(late)), old, published, "at the end")
		})
	}
}
