package release_test

import (
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/durable"
)

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
