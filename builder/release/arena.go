package release

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"
)

// resourceArena stores the resources of a release that is being written. A million events have four
// million resources with fifteen million variants. As Go values these would take gigabytes, so they
// are in a file, which is mapped when it is read.
type resourceArena struct {
	// order is, for each record, the row of its place, shifted by placeShift, and where it begins,
	// in units of packedUnit.
	order  []uint64
	root   *os.Root
	name   string   // of the file, below root; gone once it is open
	file   *os.File // nil before the first record
	out    *bufio.Writer
	size   uint64
	mapped []byte // the file, as of the last call of open
	buf    []byte
}

// packedResource is a record. On disk it is the time (int64), the lengths of path and blob, offset
// and length of canonical and alternate in the blob, the number of variants (uint16 each), the
// blob, and the variants in the form of resources.tbl, but with the writer's numbers of profiles
// and segments.
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

const placeShift, packedUnit = 32, 8

// packedHead is the length of a record before its blob, in bytes.
const packedHead = 8 + 7*2

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
		// The name is removed at once, so a crash leaves nothing.
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
	a.buf = le.AppendUint64(a.buf[:0], uint64(r.Modified))
	for _, v := range [...]uint16{uint16(len(r.Path)), uint16(len(blob)), c.off, c.len, alt.off,
		alt.len, uint16(len(r.Variants))} {
		a.buf = le.AppendUint16(a.buf, v)
	}
	a.buf = append(append(a.buf, blob...), variants...)
	a.buf = append(a.buf, make([]byte, -len(a.buf)&(packedUnit-1))...)
	a.order = append(a.order, uint64(r.Place.row)<<placeShift|a.size/packedUnit)
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

// bytes returns the bytes from a record of order on.
func (a *resourceArena) bytes(record uint64) []byte {
	return a.mapped[uint64(uint32(record))*packedUnit:]
}

// decode decodes a record of order.
func (a *resourceArena) decode(record uint64) packedResource {
	b := a.bytes(record)
	number := func(n int) uint16 { return le.Uint16(b[8+2*n:]) }
	blob := b[packedHead:][:number(1)]
	return packedResource{
		blob: blob, pathLen: int(number(0)),
		canonical: textSpan{number(2), number(3)},
		alternate: textSpan{number(4), number(5)},
		modified:  int64(le.Uint64(b)),
		variants:  b[packedHead+len(blob):][:int(number(6))*variantSize],
	}
}

// path returns the path of a record of order.
func (a *resourceArena) path(record uint64) []byte {
	b := a.bytes(record)
	return b[packedHead:][:le.Uint16(b[8:])]
}

// sort sorts the records by the bytes of their paths: by their places, and those of one place by
// their paths.
func (a *resourceArena) sort() {
	slices.Sort(a.order)
	for from, to := 0, 0; from < len(a.order); from = to {
		for to < len(a.order) && a.order[to]>>placeShift == a.order[from]>>placeShift {
			to++
		}
		slices.SortFunc(a.order[from:to],
			func(x, y uint64) int { return bytes.Compare(a.path(x), a.path(y)) })
	}
}
