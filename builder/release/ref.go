package release

import (
	"encoding/base64"
	"fmt"
	"hash/crc32"
	"iter"
)

// Lookup finds the resource of a path. It parses and allocates nothing. Every row that the binary
// search looks at must have matched its checksum (see [Release.RememberChecks] for when they are
// compared). If one of these rows is damaged, Lookup returns a Ref without variants. If there is no
// such resource, it returns the place of the path: a Ref that only [Resource] takes.
func (r *Release) Lookup(path string) (Ref, bool) {
	lo, hi := uint32(0), r.info.resources
	for lo < hi {
		ref := Ref{release: r, row: lo + (hi-lo)/2}
		if ref.damaged = !ref.isSound(); ref.damaged {
			return ref, true
		}
		switch own := ref.Path(); {
		case string(own) == path:
			return ref, true
		case string(own) < path:
			lo = ref.row + 1
		default:
			hi = ref.row
		}
	}
	return Ref{row: lo}, false
}

// Finder finds paths in a release, first after the last one that it found by Lookup: the files of
// an event follow its page.
type Finder struct {
	*Release
	last uint32
}

// beside is how many rows a Finder looks at before it calls Lookup.
const beside = 5

// Find is [Release.Lookup]. Without a release, it finds nothing.
func (f *Finder) Find(path string) (Ref, bool) {
	if f.Release == nil {
		return Ref{}, false
	}
	for row := f.last; row < min(f.last+beside, f.info.resources); row++ {
		ref := Ref{release: f.Release, row: row}
		if ref.isSound() && string(ref.Path()) == path {
			return ref, true
		}
	}
	ref, ok := f.Lookup(path)
	f.last = ref.row
	return ref, ok
}

// NumResources returns the number of resources, private ones included.
func (r *Release) NumResources() int { return int(r.info.resources) }

// Resources yields all resources in the byte order of their paths, the public
// ones ("/…") before the private ones (":…").
func (r *Release) Resources() iter.Seq[Ref] {
	return func(yield func(Ref) bool) {
		for i := range r.info.resources {
			if !yield(Ref{release: r, row: i}) {
				return
			}
		}
	}
}

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

// Ref is a resource in an open release. The slices that its methods return are mapped memory:
// read-only, and valid until the release is closed. No method panics, whatever the bytes on disk; a
// row that points outside its section reads as empty.
type Ref struct {
	release *Release
	row     uint32
	damaged bool // as Lookup saw it
}

// isSound reports whether the row, its texts and its variants match the checksum of the row, or
// matched it when last compared.
func (f Ref) isSound() bool {
	known := f.release.checkedRows
	if known.has(f.row) {
		return true
	}
	b := f.data()
	first, n := f.variants()
	variants := f.release.variants[uint64(first)*variantSize:][:uint64(n)*variantSize]
	sound := rowChecksum(b[:rowSum], f.Path(), f.Canonical(), f.Alternate(),
		variants) == le.Uint32(b[rowSum:])
	if sound {
		known.add(f.row)
	}
	return sound
}

// rowChecksum returns the checksum of a row: over its bytes before the checksum, its texts and its
// variants.
func rowChecksum(row, path, canonical, alternate, variants []byte) uint32 {
	sum := checksum(row)
	for _, b := range [...][]byte{path, canonical, alternate, variants} {
		sum = crc32.Update(sum, castagnoli, b)
	}
	return mask(sum)
}

func (f Ref) data() []byte { return f.release.rows[uint64(f.row)*rowSize:][:rowSize] }

// text returns the text whose offset in the strings section, and whose length, are in the row at
// these places.
func (f Ref) text(offset, length int) []byte {
	b, s := f.data(), f.release.strings
	off := uint64(le.Uint32(b[offset:]))
	end := off + uint64(le.Uint16(b[length:]))
	if end > uint64(len(s)) {
		return nil
	}
	return s[off:end:end]
}

// Path returns the resource's path.
func (f Ref) Path() []byte { return f.text(0, rowPathLen) }

// Canonical returns the path of the canonical page. It may be empty.
func (f Ref) Canonical() []byte { return f.text(rowCanonical, rowCanonicalLen) }

// Alternate returns the path of the Markdown version. It may be empty.
func (f Ref) Alternate() []byte { return f.text(rowAlternate, rowAlternateLen) }

// Modified returns when the content last changed, in Unix seconds.
func (f Ref) Modified() int64 { return int64(le.Uint64(f.data()[rowModified:])) }

// NumVariants returns the number of variants, at least 1 in an intact release.
func (f Ref) NumVariants() int {
	if f.damaged {
		return 0
	}
	_, n := f.variants()
	return n
}

// variants returns the number of the first variant and the number of variants, or 0 if the row
// points outside its section.
func (f Ref) variants() (first uint32, n int) {
	b := f.data()
	first, n = le.Uint32(b[rowFirstVariant:]), int(le.Uint16(b[rowNumVariants:]))
	if all := f.release.info.variants; first > all || uint32(n) > all-first {
		return 0, 0
	}
	return first, n
}

// Variant returns variant i, counted from 0 in the builder's order of preference. Like a slice, it
// panics if i is not below NumVariants.
func (f Ref) Variant(i int) VariantRef {
	if uint(i) >= uint(f.NumVariants()) {
		panic("release: variant out of range")
	}
	return VariantRef{f.release, le.Uint32(f.data()[rowFirstVariant:]) + uint32(i)}
}

// Plain returns the first variant without content coding; for a page, its HTML.
func (f Ref) Plain() (v VariantRef, ok bool) {
	for i := range f.NumVariants() {
		if v = f.Variant(i); v.Coding() == Identity {
			return v, true
		}
	}
	return v, false
}

// Body returns the body of [Ref.Plain]. The error wraps [ErrCorrupt].
func (f Ref) Body() ([]byte, error) {
	if v, ok := f.Plain(); ok {
		return v.Body()
	}
	return nil, fmt.Errorf("%s: %w: no variant without coding", f.Path(), ErrCorrupt)
}

// VariantRef is a variant in an open release.
type VariantRef struct {
	release *Release
	row     uint32
}

func (v VariantRef) data() []byte {
	return v.release.variants[uint64(v.row)*variantSize:][:variantSize]
}

// Profile returns the variant's header fields, parsed when the release was opened. They must not be
// changed, and stay valid after Close.
func (v VariantRef) Profile() []Field {
	i := v.ProfileIndex()
	if i >= len(v.release.profiles) {
		return nil
	}
	return v.release.profiles[i].Fields
}

// ProfileIndex numbers the profiles of a release from 0, for callers that store something for each.
func (v VariantRef) ProfileIndex() int { return int(le.Uint16(v.data()[variantProfile:])) }

// ContentType returns the value of the first field of the profile, or "".
func (v VariantRef) ContentType() string {
	if fields := v.Profile(); len(fields) > 0 {
		return fields[0].Value
	}
	return ""
}

// Coding returns the content coding of the stored bytes.
func (v VariantRef) Coding() Coding { return Coding(v.data()[variantCoding]) }

// Tokens returns the estimate of language-model tokens, or 0.
func (v VariantRef) Tokens() uint32 { return le.Uint32(v.data()[variantTokens:]) }

// Digest returns the first half of the SHA-256 of the body before it was coded.
func (v VariantRef) Digest() Digest { return Digest(v.data()[variantDigest:variantLength]) }

// ETag returns the strong entity tag: the digest in base64url and a suffix for the coding, in
// quotes.
func (v VariantRef) ETag() string {
	digest := v.Digest()
	return `"` + base64.RawURLEncoding.EncodeToString(digest[:]) + v.Coding().etagSuffix() + `"`
}

// Len returns the number of stored bytes.
func (v VariantRef) Len() int { return int(le.Uint32(v.data()[variantLength:])) }

// Location returns the location of the stored bytes, for reuse in the next release.
func (v VariantRef) Location() Location {
	b, s := v.data(), v.segment()
	if s == nil {
		return Location{}
	}
	return Location{
		segment: s.info,
		offset:  le.Uint64(b),
		length:  le.Uint32(b[variantLength:]),
		crc:     le.Uint32(b[variantCRC:]),
	}
}

// segment returns the segment of the stored bytes, or nil if the release has none of its number.
func (v VariantRef) segment() *mappedSegment {
	i := int(le.Uint16(v.data()[variantSegment:]))
	if i >= len(v.release.segments) {
		return nil
	}
	return &v.release.segments[i]
}

// Body returns the stored bytes, in the coding of Coding. It compares them with their checksum on
// every call, or as [Release.RememberChecks] says, so a damaged byte is not served: the error wraps
// [ErrCorrupt] and names the segment.
func (v VariantRef) Body() ([]byte, error) {
	if v.release.checkedBodies.has(v.row) {
		body, _, err := v.uncheckedBody()
		touch(body)
		return body, err
	}
	body, err := v.checkedBody()
	if err == nil {
		v.release.checkedBodies.add(v.row)
	}
	return body, err
}

// pageSize is the smallest page of any processor that runs this program.
const pageSize = 4 << 10

// touch reads a byte of each page, as comparing the checksum would: a file that was cut faults here
// and not in the middle of an answer, and sending does not wait for a disk.
//
//go:noinline
func touch(b []byte) (sum byte) { // the result keeps the reads
	for i := 0; i < len(b); i += pageSize {
		sum += b[i]
	}
	if len(b) > 0 {
		sum += b[len(b)-1]
	}
	return sum
}

// checkedBody returns the stored bytes after comparing them with their checksum.
func (v VariantRef) checkedBody() ([]byte, error) {
	body, s, err := v.uncheckedBody()
	if err != nil {
		return nil, err
	}
	if b := v.data(); checksum(body) != le.Uint32(b[variantCRC:]) {
		return nil,
			v.release.fileError(s.name, fmt.Errorf("%w: checksum of the body at %d, length %d",
				ErrCorrupt, le.Uint64(b), len(body)))
	}
	return body, nil
}

// uncheckedBody returns the bytes that the row points at, and their segment.
func (v VariantRef) uncheckedBody() ([]byte, *mappedSegment, error) {
	b, s := v.data(), v.segment()
	if s == nil {
		return nil, nil, v.release.fileError(v.release.table.name,
			fmt.Errorf("%w: variant %d: no such segment", ErrCorrupt, v.row))
	}
	off := le.Uint64(b)
	n := uint64(le.Uint32(b[variantLength:]))
	if off < segmentHeader || off > uint64(len(s.data)) || n > uint64(len(s.data))-off {
		return nil, nil,
			v.release.fileError(s.name, fmt.Errorf("%w: body at %d, length %d, is outside",
				ErrCorrupt, off, n))
	}
	return s.data[off : off+n : off+n], s, nil
}
