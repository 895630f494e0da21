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

// resourceArena stores the resources of a release that is being written. A million events are four
// million resources with fifteen million variants. As Go values they would take gigabytes, so each
// is packed into bytes: about 120 for a resource with four variants.
//
// Records go into chunks of 4 MiB. The chunk being filled is an anonymous mapping and not Go heap,
// which the collector would let grow to twice its size. A full chunk is written to a file and
// mapped from there, so that the kernel can drop it from memory when memory is short.
type resourceArena struct {
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

// A record is: uvarint lengths and offsets of the texts within its blob, then the blob, then the
// variants.
const (
	recordHeader = 7*3 + 10 // blob, path, canonical, alternate, count of variants; modified
	variantMax   = 1 + 3 + 16 + 5 + 3 + 10 + 5 + 4
)

// chunkWithRoom returns the number of a chunk that has room for any record.
func (a *resourceArena) chunkWithRoom() (n int, err error) {
	n = len(a.chunks) - 1
	if n >= 0 && chunkSize-len(a.chunks[n]) >= maxRecord {
		return n, nil
	}
	if n >= 0 {
		if err := a.spillChunk(n); err != nil {
			return 0, fmt.Errorf("resources on disk: %w", err)
		}
	}
	chunk, err := syscall.Mmap(-1, 0, chunkSize, syscall.PROT_READ|syscall.PROT_WRITE,
		syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return 0, fmt.Errorf("memory for resources: %w", err)
	}
	a.chunks = append(a.chunks, chunk[:0])
	return n + 1, nil
}

// spillChunk moves a full chunk into the file and replaces it by a mapping of the file. The chunk
// is written with a system call and not through a mapping, so that a full disk is an error and not
// a signal.
func (a *resourceArena) spillChunk(n int) error {
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
	mapped, err := syscall.Mmap(int(a.spill.Fd()), int64(n)*chunkSize, chunkSize, syscall.PROT_READ,
		syscall.MAP_SHARED)
	if err != nil {
		return err
	}
	a.chunks[n] = mapped
	return syscall.Munmap(full)
}

// free releases the memory. No record may be used after it.
func (a *resourceArena) free() error {
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

// packedResource is a record, decoded as far as a pass needs it.
type packedResource struct {
	blob                 []byte
	pathLen              int
	canonical, alternate textSpan
	modified             int64
	variants             int
	rest                 []byte // the packed variants
}

func (p *packedResource) path() []byte { return p.blob[:p.pathLen] }

func (p *packedResource) text(s textSpan) []byte { return p.blob[s.off : s.off+s.len] }

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

// packedVariant is a variant whose profile and segment are numbers in the writer's lists.
type packedVariant struct {
	profile, segment uint16
	coding           Coding
	digest           Digest
	tokens           uint32
	offset           uint64
	length, crc      uint32
}

// Flags: what a variant has in common with the variant before it, which is most. The codings of one
// body lie one after the other and differ in their length only.
const (
	sameProfile = 1 << (2 + iota)
	sameDigest
	sameTokens
	sameSegment
	nextOffset
	codingMask = 3
)

// add packs a resource and returns the bytes that its texts take.
func (a *resourceArena) add(r *Resource, variants []packedVariant) (textBytes int, err error) {
	n, err := a.chunkWithRoom()
	if err != nil {
		return 0, err
	}
	b := a.chunks[n]
	a.order = append(a.order, uint64(n)<<chunkBits|uint64(len(b)))

	blob, c, alt := packTexts(r.Path, r.Canonical, r.Alternate)
	for _, v := range [...]int{len(blob), len(r.Path), int(c.off), int(c.len), int(alt.off),
		int(alt.len), len(variants)} {
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

// uvarint reads a number from the front of b, where add wrote it.
func uvarint(b *[]byte) uint64 {
	v, n := binary.Uvarint(*b)
	*b = (*b)[n:]
	return v
}

// decode decodes the record at pos.
func (a *resourceArena) decode(pos uint64) packedResource {
	b := a.chunks[pos>>chunkBits][pos&(chunkSize-1):]
	var p packedResource
	blob := uvarint(&b)
	p.pathLen = int(uvarint(&b))
	p.canonical = textSpan{uint16(uvarint(&b)), uint16(uvarint(&b))}
	p.alternate = textSpan{uint16(uvarint(&b)), uint16(uvarint(&b))}
	p.variants = int(uvarint(&b))
	modified, n := binary.Varint(b)
	b = b[n:]
	p.modified, p.blob, p.rest = modified, b[:blob], b[blob:]
	return p
}

// next reads the next variant of the record. last is the variant before it.
func (p *packedResource) next(last packedVariant) packedVariant {
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
