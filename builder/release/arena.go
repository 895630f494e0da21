package release

import (
	"bytes"
	"encoding/binary"
	"strings"
)

// arena keeps the resources of a release being written. A million events are
// four million resources with fifteen million variants: as Go values they would
// take gigabytes, so each is packed into bytes, about 120 for a page with its
// variants. Chunks are never moved, so growth copies nothing.
type arena struct {
	chunks [][]byte
	order  []uint64 // position of each record: chunk number<<chunkBits | offset
}

const (
	chunkBits = 20
	chunkSize = 1 << chunkBits
	// maxRecord is above the largest record: header, three paths, all variants.
	maxRecord = recordHeader + 3*MaxPath + MaxVariants*variantMax
)

// A record: lengths and offsets of the texts within its blob, then the blob,
// then the variants.
const (
	recordHeader = 22 // blob length, path length, canonical offset and length, alternate offset and length, count of variants: uint16; modified: int64
	variantMax   = 64
)

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
// codings of one body differ in place and length only.
const (
	sameProfile = 1 << (2 + iota)
	sameDigest
	sameTokens
	sameSegment
	codingMask = 3
)

// add packs a resource and returns the bytes that its texts take.
func (a *arena) add(r *Resource, variants []packedVariant) int {
	if n := len(a.chunks); n == 0 || chunkSize-len(a.chunks[n-1]) < maxRecord {
		a.chunks = append(a.chunks, make([]byte, 0, chunkSize))
	}
	n := len(a.chunks) - 1
	b := a.chunks[n]
	a.order = append(a.order, uint64(n)<<chunkBits|uint64(len(b)))

	blob, c, alt := packTexts(r.Path, r.Canonical, r.Alternate)
	for _, v := range []uint16{uint16(len(blob)), uint16(len(r.Path)), c.off, c.len, alt.off, alt.len, uint16(len(variants))} {
		b = binary.LittleEndian.AppendUint16(b, v)
	}
	b = binary.LittleEndian.AppendUint64(b, uint64(r.Modified))
	b = append(b, blob...)
	var last packedVariant
	for i, v := range variants {
		b = appendPacked(b, v, last, i == 0)
		last = v
	}
	a.chunks[n] = b
	return len(blob)
}

func appendPacked(b []byte, v, last packedVariant, first bool) []byte {
	flags := byte(v.coding)
	at := len(b)
	b = append(b, 0)
	if !first && v.profile == last.profile {
		flags |= sameProfile
	} else {
		b = binary.LittleEndian.AppendUint16(b, v.profile)
	}
	if !first && v.digest == last.digest {
		flags |= sameDigest
	} else {
		b = append(b, v.digest[:]...)
	}
	if !first && v.tokens == last.tokens {
		flags |= sameTokens
	} else {
		b = binary.LittleEndian.AppendUint32(b, v.tokens)
	}
	if !first && v.segment == last.segment {
		flags |= sameSegment
	} else {
		b = binary.LittleEndian.AppendUint16(b, v.segment)
	}
	b[at] = flags
	b = binary.AppendUvarint(b, v.offset)
	b = binary.AppendUvarint(b, uint64(v.length))
	return binary.LittleEndian.AppendUint32(b, v.crc)
}

// at decodes the record at pos.
func (a *arena) at(pos uint64) packed {
	b := a.chunks[pos>>chunkBits][pos&(chunkSize-1):]
	u16 := func(i int) uint16 { return binary.LittleEndian.Uint16(b[2*i:]) }
	blob := int(u16(0))
	return packed{
		blob:      b[recordHeader : recordHeader+blob],
		pathLen:   int(u16(1)),
		canonical: span{u16(2), u16(3)},
		alternate: span{u16(4), u16(5)},
		variants:  int(u16(6)),
		modified:  int64(binary.LittleEndian.Uint64(b[14:])),
		rest:      b[recordHeader+blob:],
	}
}

// next takes the next variant off the record. last is the one before it.
func (p *packed) next(last packedVariant) packedVariant {
	b := p.rest
	v := last
	flags := b[0]
	b = b[1:]
	v.coding = Coding(flags & codingMask)
	if flags&sameProfile == 0 {
		v.profile = binary.LittleEndian.Uint16(b)
		b = b[2:]
	}
	if flags&sameDigest == 0 {
		b = b[copy(v.digest[:], b):]
	}
	if flags&sameTokens == 0 {
		v.tokens = binary.LittleEndian.Uint32(b)
		b = b[4:]
	}
	if flags&sameSegment == 0 {
		v.segment = binary.LittleEndian.Uint16(b)
		b = b[2:]
	}
	offset, n := binary.Uvarint(b)
	length, m := binary.Uvarint(b[n:])
	v.offset, v.length = offset, uint32(length)
	v.crc = binary.LittleEndian.Uint32(b[n+m:])
	p.rest = b[n+m+4:]
	return v
}

// comparePaths orders two records.
func (a *arena) comparePaths(x, y uint64) int {
	p, q := a.at(x), a.at(y)
	return bytes.Compare(p.path(), q.path())
}
