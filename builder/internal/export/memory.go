package export

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"syscall"

	"cartaz/builder/internal/durable"
	"cartaz/builder/release"
)

// MemoryFile is the name, in the brand's folder, of what the exporter remembers of site/.
//
//	magic "CARTAZXP", u32 turn, then u32 version, release, boot, u32 folders; each folder: name,
//	u64 inode, u64 time of its last change in ns, u32 files; each file: its name in the folder,
//	u32 size, digest of 16 bytes; then u32 CRC-32C of all behind the turn
//
// Numbers are little-endian; texts have their length before them, u16. The turn counts exports, and
// is written in place. Exported files are not fsynced, so what is remembered counts until the
// machine starts again: boot names its start.
const MemoryFile = "site.idx"

const (
	memoryMagic   = "CARTAZXP"
	memoryVersion = 1
	turnAt        = len(memoryMagic)
	bodyAt        = turnAt + 4
	// maxRemembered bounds the memory that the exporter takes: 100 bytes a file. A larger site is
	// compared byte by byte each time.
	maxRemembered = 1_000_000
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// memory is what lies below site/ as the exporter left it.
type memory struct {
	turn    uint32
	release string
	folders []folder
}

type folder struct {
	name    string // below site; "." is site itself
	inode   uint64
	changed int64 // ns
	files   []file
}

type file struct {
	name   string // within its folder
	size   uint32
	digest release.Digest
}

// boot names the time since this machine was started; "" when it does not say.
var boot = sync.OnceValue(func() string {
	b, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(b))
})

func (m *memory) encode() []byte {
	b := append([]byte(memoryMagic), 0, 0, 0, 0)
	text := func(s string) {
		b = append(binary.LittleEndian.AppendUint16(b, uint16(len(s))), s...)
	}
	b = binary.LittleEndian.AppendUint32(b, memoryVersion)
	text(m.release)
	text(boot())
	b = binary.LittleEndian.AppendUint32(b, uint32(len(m.folders)))
	for i := range m.folders {
		f := &m.folders[i]
		text(f.name)
		b = binary.LittleEndian.AppendUint64(b, f.inode)
		b = binary.LittleEndian.AppendUint64(b, uint64(f.changed))
		b = binary.LittleEndian.AppendUint32(b, uint32(len(f.files)))
		for j := range f.files {
			text(f.files[j].name)
			b = binary.LittleEndian.AppendUint32(b, f.files[j].size)
			b = append(b, f.files[j].digest[:]...)
		}
	}
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b[bodyAt:], castagnoli))
}

// decodeMemory reads what encode wrote, for this start of the machine; nil for anything else.
func decodeMemory(b []byte) *memory {
	if len(b) < bodyAt+8 || string(b[:turnAt]) != memoryMagic {
		return nil
	}
	end := len(b) - 4
	if crc32.Checksum(b[bodyAt:end], castagnoli) != binary.LittleEndian.Uint32(b[end:]) {
		return nil
	}
	d := decoder{rest: string(b[bodyAt:end])}
	m := &memory{turn: binary.LittleEndian.Uint32(b[turnAt:])}
	version := d.number(4)
	m.release = d.text()
	if started := d.text(); version != memoryVersion || started == "" || started != boot() {
		return nil
	}
	for range d.number(4) {
		f := folder{name: d.text(), inode: d.number(8), changed: int64(d.number(8))}
		for range d.number(4) {
			x := file{name: d.text(), size: uint32(d.number(4))}
			copy(x.digest[:], d.bytes(len(x.digest)))
			if d.short {
				return nil
			}
			f.files = append(f.files, x)
		}
		m.folders = append(m.folders, f)
	}
	if d.short || d.rest != "" {
		return nil
	}
	return m
}

// decoder takes values from the front of a text.
type decoder struct {
	rest  string
	short bool // there was less than was asked for
}

func (d *decoder) bytes(n int) string {
	if d.short = d.short || n > len(d.rest); d.short {
		return ""
	}
	b := d.rest[:n]
	d.rest = d.rest[n:]
	return b
}

func (d *decoder) number(size int) (n uint64) {
	b := d.bytes(size)
	for i := range len(b) {
		n |= uint64(b[i]) << (8 * i)
	}
	return n
}

func (d *decoder) text() string { return d.bytes(int(d.number(2))) }

// recall reads what is remembered; nil for nothing that can be used.
func recall(root *os.Root) *memory {
	f, err := durable.OpenFile(root, MemoryFile)
	if err != nil {
		return nil
	}
	b, err := io.ReadAll(f)
	if err = errors.Join(err, f.Close()); err != nil {
		return nil
	}
	return decodeMemory(b)
}

// next makes the next export check another part.
func (m *memory) next(root *os.Root) error {
	f, err := root.OpenFile(MemoryFile, os.O_WRONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteAt(binary.LittleEndian.AppendUint32(nil, m.turn+1), int64(turnAt))
	return errors.Join(err, f.Close())
}

// remember writes down what lies below site now. Without it the next export compares every byte, so
// an error of it is none of the export.
func (e *exporter) remember(root *os.Root, id string) error {
	if e.count > maxRemembered || boot() == "" {
		return nil
	}
	m := memory{release: id}
	for _, name := range slices.Sorted(maps.Keys(e.files)) {
		f := folder{name: name, files: e.files[name]}
		var err error
		if f.inode, f.changed, err = stamp(e.root, name); err != nil {
			return err
		}
		m.folders = append(m.folders, f)
	}
	if err := durable.New(root, nil).WriteFile(MemoryFile, m.encode(), 0o644); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	return nil
}

// stamp is what tells whether something was added to, removed from or replaced in a folder.
func stamp(root *os.Root, name string) (inode uint64, changed int64, err error) {
	info, err := root.Lstat(name)
	if err != nil {
		return 0, 0, err
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !info.IsDir() || !ok {
		return 0, 0, fmt.Errorf("%s is no folder", name)
	}
	return stat.Ino, info.ModTime().UnixNano(), nil
}

// join is the name of a file of a folder below site.
func (f *folder) join(name string) string { return path.Join(f.name, name) }
