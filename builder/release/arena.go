package release

import (
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

// arena keeps the resources of a release being written. A million events are
// four million resources with fifteen million variants: as Go values they would
// take gigabytes, so each is packed into bytes, about 120 for a resource with
// four variants. The chunk being filled is memory of the kernel's, not of the Go
// heap, which the collector would let grow to twice its size; a full one goes to
// a file and is mapped from there, so that until the release is sealed it takes
// memory only where there is enough.
type arena struct {
	chunks [][]byte
	order  []uint64 // position of each record: chunk number<<chunkBits | offset
	spill  *os.File // of all chunks but the last; nil until there are two
	create func() (*os.File, error)
}

const (
	chunkBits = 22
	chunkSize = 1 << chunkBits
	// maxRecord is above the largest record: header, three paths, all variants.
	maxRecord = recordHeader + 3*MaxPath + MaxVariants*variantMax
)

// A record: uvarint lengths and offsets of the texts within its blob, then the
// blob, then the variants.
const (
	recordHeader = 7*3 + 10 // blob, path, canonical, alternate, count of variants; modified
	variantMax   = 1 + 3 + 16 + 5 + 3 + 10 + 5 + 4
)

// room returns a chunk that a record fits into.
func (a *arena) room() (n int, err error) {
	n = len(a.chunks) - 1
	if n >= 0 && chunkSize-len(a.chunks[n]) >= maxRecord {
		return n, nil
	}
	if n >= 0 {
		if err := a.store(n); err != nil {
			return 0, fmt.Errorf("resources on disk: %w", err)
		}
	}
	chunk, err := syscall.Mmap(-1, 0, chunkSize, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return 0, fmt.Errorf("memory for resources: %w", err)
	}
	a.chunks = append(a.chunks, chunk[:0])
	return n + 1, nil
}

// store puts a full chunk into the file and a mapping of that in its place. It is
// written and not mapped for writing: a full disk is an error then, and no signal.
func (a *arena) store(n int) error {
	if a.spill == nil {
		var err error
		if a.spill, err = a.create(); err != nil {
			return err
		}
	}
	full := a.chunks[n][:chunkSize]
	if _, err := a.spill.WriteAt(full, int64(n)*chunkSize); err != nil {
		return err
	}
	mapped, err := syscall.Mmap(int(a.spill.Fd()), int64(n)*chunkSize, chunkSize, syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		return err
	}
	a.chunks[n] = mapped
	return syscall.Munmap(full)
}

// free gives the memory back. No record may be used after it.
func (a *arena) free() error {
	var errs []error
	for _, chunk := range a.chunks {
		errs = append(errs, syscall.Munmap(chunk[:chunkSize]))
	}
	if a.spill != nil {
		errs = append(errs, a.spill.Close())
	}
	a.chunks, a.order, a.spill = nil, nil, nil
	return errors.Join(errs...)
}

// packed is a record, decoded as far as a pass needs it.
type packed struct {
	blob                 []byte
	pathLen              int
	canonical, alternate span
	modified             int64
	variants             int
	rest                 []byte // the packed variants
}

func (p *packed) path() []byte { return p.blob[:p.pathLen] }

func (p *packed) text(s span) []byte { return p.blob[s.off : s.off+s.len] }

// span is a text in a blob; length 0 means none.
type span struct{ off, len uint16 }

// packTexts puts the three paths of a resource into as few bytes as possible:
// most canonical and alternate paths are beginnings of the path or go on from
// it ("/eventos/x" and "/eventos/x.md"). The path itself begins the blob.
func packTexts(path, canonical, alternate string) (blob string, c, a span) {
	blob = path
	place := func(s string) span {
		if s == "" {
			return span{}
		}
		if i := strings.Index(blob, s); i >= 0 {
			return span{uint16(i), uint16(len(s))}
		}
		if strings.HasPrefix(s, blob) {
			blob = s
			return span{0, uint16(len(s))}
		}
		blob += s
		return span{uint16(len(blob) - len(s)), uint16(len(s))}
	}
	c = place(canonical)
	a = place(alternate)
	return blob, c, a
}

// packedVariant is a variant with its profile and segment as numbers of the
// writer's lists.
type packedVariant struct {
	profile, segment uint16
	coding           Coding
	digest           Digest
	tokens           uint32
	offset           uint64
	length, crc      uint32
}

// What a variant has in common with the one before it, which is most: the
// codings of one body lie one behind the other and differ in length only.
const (
	sameProfile = 1 << (2 + iota)
	sameDigest
	sameTokens
	sameSegment
	nextOffset
	codingMask = 3
)

// add packs a resource and returns the bytes that its texts take.
func (a *arena) add(r *Resource, variants []packedVariant) (textBytes int, err error) {
	n, err := a.room()
	if err != nil {
		return 0, err
	}
	b := a.chunks[n]
	a.order = append(a.order, uint64(n)<<chunkBits|uint64(len(b)))

	blob, c, alt := packTexts(r.Path, r.Canonical, r.Alternate)
	for _, v := range [...]int{len(blob), len(r.Path), int(c.off), int(c.len), int(alt.off), int(alt.len), len(variants)} {
		b = binary.AppendUvarint(b, uint64(v))
	}
	b = binary.AppendVarint(b, r.Modified)
	b = append(b, blob...)
	var last packedVariant
	for i, v := range variants {
		b = appendPacked(b, v, last, i == 0)
		last = v
	}
	a.chunks[n] = b
	return len(blob), nil
}

func appendPacked(b []byte, v, last packedVariant, first bool) []byte {
	flags := byte(v.coding)
	at := len(b)
	b = append(b, 0)
	if !first && v.profile == last.profile {
		flags |= sameProfile
	} else {
		b = binary.AppendUvarint(b, uint64(v.profile))
	}
	if !first && v.digest == last.digest {
		flags |= sameDigest
	} else {
		b = append(b, v.digest[:]...)
	}
	if !first && v.tokens == last.tokens {
		flags |= sameTokens
	} else {
		b = binary.AppendUvarint(b, uint64(v.tokens))
	}
	if !first && v.segment == last.segment {
		flags |= sameSegment
	} else {
		b = binary.AppendUvarint(b, uint64(v.segment))
	}
	if !first && v.offset == last.offset+uint64(last.length) {
		flags |= nextOffset
	} else {
		b = binary.AppendUvarint(b, v.offset)
	}
	b[at] = flags
	b = binary.AppendUvarint(b, uint64(v.length))
	return binary.LittleEndian.AppendUint32(b, v.crc)
}

// uvarint takes a number off b, which add wrote.
func uvarint(b *[]byte) uint64 {
	v, n := binary.Uvarint(*b)
	*b = (*b)[n:]
	return v
}

// at decodes the record at pos.
func (a *arena) at(pos uint64) packed {
	b := a.chunks[pos>>chunkBits][pos&(chunkSize-1):]
	var p packed
	blob := uvarint(&b)
	p.pathLen = int(uvarint(&b))
	p.canonical = span{uint16(uvarint(&b)), uint16(uvarint(&b))}
	p.alternate = span{uint16(uvarint(&b)), uint16(uvarint(&b))}
	p.variants = int(uvarint(&b))
	modified, n := binary.Varint(b)
	b = b[n:]
	p.modified, p.blob, p.rest = modified, b[:blob], b[blob:]
	return p
}

// next takes the next variant off the record. last is the one before it.
func (p *packed) next(last packedVariant) packedVariant {
	flags := p.rest[0]
	b := p.rest[1:]
	v := last
	v.coding = Coding(flags & codingMask)
	if flags&sameProfile == 0 {
		v.profile = uint16(uvarint(&b))
	}
	if flags&sameDigest == 0 {
		b = b[copy(v.digest[:], b):]
	}
	if flags&sameTokens == 0 {
		v.tokens = uint32(uvarint(&b))
	}
	if flags&sameSegment == 0 {
		v.segment = uint16(uvarint(&b))
	}
	if flags&nextOffset != 0 {
		v.offset += uint64(last.length)
	} else {
		v.offset = uvarint(&b)
	}
	v.length = uint32(uvarint(&b))
	v.crc = binary.LittleEndian.Uint32(b)
	p.rest = b[4:]
	return v
}

// path is the path of the record at pos.
func (a *arena) path(pos uint64) []byte {
	p := a.at(pos)
	return p.path()
}

// sortKey is a record with eight bytes of its path, so that most comparisons
// stay away from the record itself, which is not in any cache.
type sortKey struct{ key, pos uint64 }

// sort brings order into the byte order of the paths: by their first eight
// bytes, then each run of equal ones by the next eight, and so on.
func (a *arena) sort() {
	keys := make([]sortKey, len(a.order))
	for i, pos := range a.order {
		keys[i].pos = pos
	}
	a.sortRun(keys, 0)
	for i, k := range keys {
		a.order[i] = k.pos
	}
}

func (a *arena) sortRun(run []sortKey, depth int) {
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
			slices.SortFunc(run[:n], func(x, y sortKey) int { return bytes.Compare(a.path(x.pos), a.path(y.pos)) })
		default:
			a.sortRun(run[:n], depth+8)
		}
		run = run[n:]
	}
}

// keyAt is the eight bytes of path from depth on as a big-endian number, filled
// up with zeros, which no path contains.
func keyAt(path []byte, depth int) (key uint64) {
	var b [8]byte
	if depth < len(path) {
		copy(b[:], path[depth:])
	}
	return binary.BigEndian.Uint64(b[:])
}
