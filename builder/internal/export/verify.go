package export

import (
	"crypto/sha256"
	"io"
	"os"
	"syscall"

	"cartaz/builder/release"
)

// turns is how many exports it takes until each file and each folder has been looked at. With cron
// every five minutes that is a night of five hours.
const turns = 64

// holds says whether what lies below site is what is remembered, as far as one export looks: at the
// stamps of all folders, at the names in each 64th folder, and at the bytes of each 64th file.
func (m *memory) holds(site *os.Root) bool {
	for i := range m.folders {
		f := &m.folders[i]
		inode, changed, err := stamp(site, f.name)
		if err != nil || inode != f.inode || changed != f.changed {
			return false
		}
	}
	turn, n := int(m.turn%turns), 0
	for i := range m.folders {
		f := &m.folders[i]
		first := (turn - n%turns + turns) % turns
		n += len(f.files)
		list := i%turns == turn
		if !list && first >= len(f.files) {
			continue
		}
		if !f.holds(site, first, list) {
			return false
		}
	}
	return true
}

// holds looks at each 64th file of a folder from the first on, and at its names when list is true.
func (f *folder) holds(site *os.Root, first int, list bool) bool {
	dir, err := site.OpenRoot(f.name)
	if err != nil {
		return false
	}
	defer dir.Close()
	if list && !f.names(dir) {
		return false
	}
	for i := first; i < len(f.files); i += turns {
		if !f.files[i].holds(dir) {
			return false
		}
	}
	return true
}

// names says whether the folder holds its files and no others; folders below it have stamps of
// their own, and are made known by that of this one.
func (f *folder) names(dir *os.Root) bool {
	d, err := dir.Open(".")
	if err != nil {
		return false
	}
	entries, err := d.ReadDir(-1)
	if d.Close() != nil || err != nil {
		return false
	}
	known := make(map[string]bool, len(f.files))
	for i := range f.files {
		known[f.files[i].name] = true
	}
	for _, entry := range entries {
		if !entry.IsDir() && !(entry.Type().IsRegular() && known[entry.Name()]) {
			return false
		}
		delete(known, entry.Name())
	}
	return len(known) == 0
}

// holds says whether a file is a regular one with the bytes that were exported. It never blocks.
func (x *file) holds(dir *os.Root) bool {
	f, err := dir.OpenFile(x.name, os.O_RDONLY|syscall.O_NONBLOCK|syscall.O_NOFOLLOW, 0)
	if err != nil {
		return false
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() != int64(x.size) {
		return false
	}
	b := make([]byte, x.size)
	if _, err := io.ReadFull(f, b); err != nil {
		return false
	}
	sum := sha256.Sum256(b)
	return release.Digest(sum[:len(x.digest)]) == x.digest
}
