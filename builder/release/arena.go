package release

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"
)

// resourceArena stores the resources of a release that is being written. A million events are four
// million resources with fifteen million variants. As Go values they would take gigabytes, so they
// wait in a file, which is mapped once they are read.
type resourceArena struct {
	order  []uint64 // where each record begins
	root   *os.Root
	name   string   // below root, of the file until it is open
	file   *os.File // nil before the first record
	out    *bufio.Writer
	size   uint64
	mapped []byte // of the file, as far as it was read
	buf    []byte
}

// packedResource is a record. On disk it is uvarints (lengths of blob and path; offset and length
// of canonical and alternate in the blob; count of variants), the time as varint, the blob, and the
// variants in the form of resources.tbl, but that profiles and segments have the numbers of the
// writer.
type packedResource struct {
	blob                 []byte
	pathLen              int
	canonical, alternate textSpan
	modified             int64
	variants             []byte
}

func (p *packedResource) path() []byte { return p.blob[:p.pathLen] }

func (p *packedResource) text(s textSpan) []byte { return p.blob[s.off:][:s.len] }

func (p *packedResource) numVariants() int { return len(p.variants) / variantSize }

// textSpan is a text in a blob; length 0 means none.
type textSpan struct{ off, len uint16 }

// packTexts puts the three paths of a resource into one blob with as few bytes as possible. The
// blob begins with the path. Most canonical and alternate paths are a prefix of the path or extend
// it ("/eventos/x" and "/eventos/x.md"), and then share its bytes.
func packTexts(path, canonical, alternate string) (blob string, c, a textSpan) {
	blob = path
	place := func(s string) textSpan {
		if s == "" {
			return textSpan{}
		}
		if i := strings.Index(blob, s); i >= 0 {
			return textSpan{uint16(i), uint16(len(s))}
		}
		if strings.HasPrefix(s, blob) {
			blob = s
			return textSpan{0, uint16(len(s))}
		}
		blob += s
		return textSpan{uint16(len(blob) - len(s)), uint16(len(s))}
	}
	c = place(canonical)
	a = place(alternate)
	return blob, c, a
}

// add packs a resource and returns the bytes that its texts take.
func (a *resourceArena) add(r *Resource, variants []byte) (textBytes int, err error) {
	if a.file == nil {
		// Its name goes at once, so that nothing is left of it after a crash.
		a.file, err = a.root.OpenFile(a.name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
		if err == nil {
			err = a.root.Remove(a.name)
		}
		if err != nil {
			return 0, fmt.Errorf("resources on disk: %w", err)
		}
		a.out = bufio.NewWriterSize(a.file, 256<<10)
	}
	blob, c, alt := packTexts(r.Path, r.Canonical, r.Alternate)
	a.buf = a.buf[:0]
	for _, v := range [...]int{len(blob), len(r.Path), int(c.off), int(c.len), int(alt.off),
		int(alt.len), len(variants)} {
		a.buf = binary.AppendUvarint(a.buf, uint64(v))
	}
	a.buf = binary.AppendVarint(a.buf, r.Modified)
	a.buf = append(append(a.buf, blob...), variants...)
	a.order = append(a.order, a.size)
	a.size += uint64(len(a.buf))
	_, err = a.out.Write(a.buf)
	return len(blob), err
}

// open makes all records readable.
func (a *resourceArena) open() error {
	if uint64(len(a.mapped)) == a.size {
		return nil
	}
	err := errors.Join(a.out.Flush(), a.unmap())
	if err == nil {
		a.mapped, err = syscall.Mmap(int(a.file.Fd()), 0, int(a.size), syscall.PROT_READ,
			syscall.MAP_SHARED)
	}
	if err != nil {
		return fmt.Errorf("resources on disk: %w", err)
	}
	return nil
}

func (a *resourceArena) unmap() (err error) {
	if a.mapped != nil {
		err = syscall.Munmap(a.mapped)
	}
	a.mapped = nil
	return err
}

// free releases memory and file. No record may be used after it.
func (a *resourceArena) free() error {
	err := a.unmap()
	if a.file != nil {
		err = errors.Join(err, a.file.Close())
	}
	*a = resourceArena{}
	return err
}

// uvarint reads a number from the front of b, where add wrote it.
func uvarint(b *[]byte) uint64 {
	v, n := binary.Uvarint(*b)
	*b = (*b)[n:]
	return v
}

// decode decodes the record at pos.
func (a *resourceArena) decode(pos uint64) (p packedResource) {
	b := a.mapped[pos:]
	blob := uvarint(&b)
	p.pathLen = int(uvarint(&b))
	p.canonical = textSpan{uint16(uvarint(&b)), uint16(uvarint(&b))}
	p.alternate = textSpan{uint16(uvarint(&b)), uint16(uvarint(&b))}
	variants := uvarint(&b)
	modified, n := binary.Varint(b)
	b = b[n:]
	p.modified, p.blob, p.variants = modified, b[:blob], b[blob:][:variants]
	return p
}

// path is the path of the record at pos.
func (a *resourceArena) path(pos uint64) []byte {
	p := a.decode(pos)
	return p.path()
}

// sortKey is a record with eight bytes of its path. Most comparisons are decided by these bytes and
// do not read the record, which is not in any cache.
type sortKey struct{ key, pos uint64 }

// sort sorts the records by the bytes of their paths. It is a radix sort by eight bytes: all
// records by their first eight bytes, then each run of equal ones by the next eight, and so on.
func (a *resourceArena) sort() {
	keys := make([]sortKey, len(a.order))
	for i, pos := range a.order {
		keys[i].pos = pos
	}
	a.sortRun(keys, 0)
	for i, k := range keys {
		a.order[i] = k.pos
	}
}

func (a *resourceArena) sortRun(run []sortKey, depth int) {
	for i := range run {
		run[i].key = keyAt(a.path(run[i].pos), depth)
	}
	slices.SortFunc(run, func(x, y sortKey) int { return cmp.Compare(x.key, y.key) })
	for len(run) > 0 {
		n := 1
		for n < len(run) && run[n].key == run[0].key {
			n++
		}
		switch {
		case n == 1:
		case n < 16 || depth > MaxPath:
			slices.SortFunc(run[:n],
				func(x, y sortKey) int { return bytes.Compare(a.path(x.pos), a.path(y.pos)) })
		default:
			a.sortRun(run[:n], depth+8)
		}
		run = run[n:]
	}
}

// keyAt returns eight bytes of path from depth on as a big-endian number. Missing bytes are zero,
// which no path contains.
func keyAt(path []byte, depth int) (key uint64) {
	var b [8]byte
	if depth < len(path) {
		copy(b[:], path[depth:])
	}
	return binary.BigEndian.Uint64(b[:])
}
