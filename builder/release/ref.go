package release

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"iter"
)

// Lookup finds the resource of a path. It parses and allocates nothing.
func (r *Release) Lookup(path string) (Ref, bool) {
	h := hashPath(path)
	at := firstSlot(h, r.info.slots)
	for range r.info.maxProbe {
		slot := r.slots[at*slotSize:]
		number := binary.LittleEndian.Uint32(slot[4:])
		if number == 0 {
			break
		}
		if binary.LittleEndian.Uint32(slot) == uint32(h) && number <= r.info.resources {
			if ref := (Ref{r, number - 1}); string(ref.Path()) == path {
				return ref, true
			}
		}
		if at++; at == r.info.slots {
			at = 0
		}
	}
	return Ref{}, false
}

// NumResources is the number of resources, private ones included.
func (r *Release) NumResources() int { return int(r.info.resources) }

// Resources yields all resources in the byte order of their paths, the public
// ones ("/…") before the private ones (":…").
func (r *Release) Resources() iter.Seq[Ref] {
	return func(yield func(Ref) bool) {
		for i := range r.info.resources {
			if !yield(Ref{r, i}) {
				return
			}
		}
	}
}

// Event finds the row of an event.
func (r *Release) Event(id int64) (EventRow, bool) { return findEvent(r.eventRows, id) }

// Events yields the rows of all events in the order of their ids.
func (r *Release) Events() iter.Seq[EventRow] {
	return func(yield func(EventRow) bool) {
		for i := range len(r.eventRows) / eventSize {
			if !yield(eventAt(r.eventRows, i)) {
				return
			}
		}
	}
}

// Ref is a resource in an open release. The slices that its methods return are
// mapped memory: read-only, and valid until the release is closed. Whatever the
// bytes on disk, no method panics; a row that points outside its section reads
// as empty.
type Ref struct {
	release *Release
	row     uint32
}

func (f Ref) data() []byte { return f.release.rows[uint64(f.row)*rowSize:][:rowSize] }

// text slices the strings section.
func (f Ref) text(off uint32, n uint16) []byte {
	s := f.release.strings
	end := uint64(off) + uint64(n)
	if end > uint64(len(s)) {
		return nil
	}
	return s[off:end:end]
}

// Path is the resource's path.
func (f Ref) Path() []byte {
	b := f.data()
	return f.text(binary.LittleEndian.Uint32(b), binary.LittleEndian.Uint16(b[4:]))
}

// Canonical is the path of the canonical page, empty for none.
func (f Ref) Canonical() []byte {
	b := f.data()
	return f.text(binary.LittleEndian.Uint32(b[8:]), binary.LittleEndian.Uint16(b[6:]))
}

// Alternate is the path of the Markdown twin, empty for none.
func (f Ref) Alternate() []byte {
	b := f.data()
	return f.text(binary.LittleEndian.Uint32(b[12:]), binary.LittleEndian.Uint16(b[16:]))
}

// Modified is when the content last changed, in Unix seconds.
func (f Ref) Modified() int64 { return int64(binary.LittleEndian.Uint64(f.data()[24:])) }

// NumVariants is the number of variants, at least 1 in an intact release.
func (f Ref) NumVariants() int {
	b := f.data()
	n := uint32(binary.LittleEndian.Uint16(b[18:]))
	first := binary.LittleEndian.Uint32(b[20:])
	if first > f.release.info.variants || n > f.release.info.variants-first {
		return 0
	}
	return int(n)
}

// Variant is variant i, counted from 0 in the builder's order of preference.
// Like a slice it panics when i is not below NumVariants.
func (f Ref) Variant(i int) VariantRef {
	if uint(i) >= uint(f.NumVariants()) {
		panic("release: variant out of range")
	}
	return VariantRef{f.release, binary.LittleEndian.Uint32(f.data()[20:]) + uint32(i)}
}

// VariantRef is a variant in an open release.
type VariantRef struct {
	release *Release
	row     uint32
}

func (v VariantRef) data() []byte {
	return v.release.variants[uint64(v.row)*variantSize:][:variantSize]
}

// Profile is the variant's header fields, parsed when the release was opened.
// They must not be changed, and stay valid after Close.
func (v VariantRef) Profile() []Field {
	i := int(binary.LittleEndian.Uint16(v.data()[38:]))
	if i >= len(v.release.profiles) {
		return nil
	}
	return v.release.profiles[i].Fields
}

// ProfileIndex numbers the profiles of a release from 0, for callers that keep
// something of their own for each.
func (v VariantRef) ProfileIndex() int { return int(binary.LittleEndian.Uint16(v.data()[38:])) }

// ContentType is the value of the first field of the profile, "" without one.
func (v VariantRef) ContentType() string {
	if fields := v.Profile(); len(fields) > 0 {
		return fields[0].Value
	}
	return ""
}

// Coding is the content coding of the stored bytes.
func (v VariantRef) Coding() Coding { return Coding(v.data()[40]) }

// Tokens is the estimate of language-model tokens, 0 for none.
func (v VariantRef) Tokens() uint32 { return binary.LittleEndian.Uint32(v.data()[32:]) }

// Digest is the first half of the SHA-256 of the body before it was coded.
func (v VariantRef) Digest() Digest { return Digest(v.data()[8:24]) }

// AppendETag appends the strong entity tag: the digest in base64url and a
// suffix for the coding, in quotes.
func (v VariantRef) AppendETag(dst []byte) []byte {
	dst = append(dst, '"')
	dst = base64.RawURLEncoding.AppendEncode(dst, v.data()[8:24])
	dst = append(dst, v.Coding().etagSuffix()...)
	return append(dst, '"')
}

// Len is the number of stored bytes.
func (v VariantRef) Len() int { return int(binary.LittleEndian.Uint32(v.data()[24:])) }

// Location is where the stored bytes lie, for use in the next release.
func (v VariantRef) Location() Location {
	b := v.data()
	i := int(binary.LittleEndian.Uint16(b[36:]))
	if i >= len(v.release.segments) {
		return Location{}
	}
	return Location{
		segment: v.release.segments[i].segment,
		offset:  binary.LittleEndian.Uint64(b),
		length:  binary.LittleEndian.Uint32(b[24:]),
		crc:     binary.LittleEndian.Uint32(b[28:]),
	}
}

// Body returns the stored bytes, coded as Coding says. It compares them with
// their checksum on every call, so a byte that rotted or tore is never served:
// the error wraps [ErrCorrupt] and names the segment.
func (v VariantRef) Body() ([]byte, error) {
	b := v.data()
	i := int(binary.LittleEndian.Uint16(b[36:]))
	if i >= len(v.release.segments) {
		return nil, v.release.fault(v.release.table.name, fmt.Errorf("%w: variant %d: segment %d", ErrCorrupt, v.row, i))
	}
	s := &v.release.segments[i]
	off, n := binary.LittleEndian.Uint64(b), uint64(binary.LittleEndian.Uint32(b[24:]))
	if off < segmentHeader || off > uint64(len(s.data)) || n > uint64(len(s.data))-off {
		return nil, v.release.fault(s.name, fmt.Errorf("%w: body at %d, length %d, lies outside", ErrCorrupt, off, n))
	}
	body := s.data[off : off+n : off+n]
	if checksum(body) != binary.LittleEndian.Uint32(b[28:]) {
		return nil, v.release.fault(s.name, fmt.Errorf("%w: checksum of the body at %d, length %d", ErrCorrupt, off, n))
	}
	return body, nil
}
