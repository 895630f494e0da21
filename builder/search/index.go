package search

import (
	"fmt"
	"hash/crc32"
	"sync"
)

// Index answers queries over the bytes of an index, usually a mapping of its file. It is safe for concurrent use. The
// bytes must not change, and stay mapped, while the Index or a fragment is in use.
//
// Open looks at a few hundred bytes only. What it did not look at is checked where it is used: damaged lists and
// dictionaries give wrong answers but no panic, and a damaged fragment is an error. Verify finds all damage.
type Index struct {
	data     []byte
	sections [sectionCount][]byte
	sums     [sectionCount]uint32
	docs     int
	pool     sync.Pool // of *scratch
}

// Open returns the Index in b. It refuses, in this order: what is no index (ErrNotIndex), another version
// (ErrVersion), and a header, footer or section table that is damaged or does not fit b (ErrCorrupt).
func Open(b []byte) (*Index, error) {
	x, err := open(b)
	if err != nil {
		return nil, fmt.Errorf("open search index: %w", err)
	}
	return x, nil
}

func open(b []byte) (*Index, error) {
	if len(b) < len(magic) || string(b[:len(magic)]) != magic {
		return nil, ErrNotIndex
	}
	if len(b) < headerSize {
		return nil, corrupt("%d bytes", len(b))
	}
	if v := le.Uint32(b[8:]); v != FormatVersion {
		return nil, fmt.Errorf("%w: %d", ErrVersion, v)
	}
	if len(b) < headerSize+footerSize {
		return nil, corrupt("%d bytes", len(b))
	}
	body := len(b) - footerSize
	footer := b[body:]
	if string(footer[footerSize-4:]) != endMagic {
		return nil, corrupt("no end mark")
	}
	sum := crc32.Update(checksum(b[:headerSize]), castagnoli, footer[:footerSize-8])
	if sum != le.Uint32(footer[footerSize-8:]) {
		return nil, corrupt("header and footer do not match their checksum")
	}
	tail := footer[int(sectionCount)*sectionSize:]
	x := &Index{data: b, docs: int(le.Uint32(tail))}
	if size := le.Uint64(tail[8:]); size != uint64(len(b)) {
		return nil, corrupt("%d bytes instead of %d", len(b), size)
	}
	if x.docs > maxDocs || le.Uint32(b[12:]) != 0 || le.Uint32(tail[4:]) != 0 {
		return nil, corrupt("header or footer out of bounds")
	}
	at := headerSize
	for s := range sectionCount {
		entry := footer[int(s)*sectionSize:]
		start, size := le.Uint64(entry), le.Uint64(entry[8:])
		if start != uint64(at) || size > uint64(body-at) || le.Uint32(entry[20:]) != 0 {
			return nil, corrupt("%s out of bounds", s)
		}
		end := at + int(size)
		x.sections[s] = b[at:end:end]
		x.sums[s] = le.Uint32(entry[16:])
		if at = align(end); at > body {
			return nil, corrupt("%s out of bounds", s)
		}
	}
	if at != body {
		return nil, corrupt("bytes between sections and footer")
	}
	return x, x.checkSizes()
}

// checkSizes looks at what later code takes for granted.
func (x *Index) checkSizes() error {
	if len(x.sections[fragmentTable]) != x.docs*fragmentSize {
		return corrupt("%d bytes of %s for %d documents", len(x.sections[fragmentTable]), fragmentTable, x.docs)
	}
	for s := termDict; s <= organizationDict; s++ {
		if len(x.sections[s])%(keySize+recordSize) != 0 {
			return corrupt("%d bytes of %s", len(x.sections[s]), s)
		}
	}
	if n := len(x.sections[corrections]) - lengths*4; n < 0 || n%8 != 0 {
		return corrupt("%d bytes of %s", len(x.sections[corrections]), corrections)
	}
	return nil
}

// Len is the number of documents; their numbers are 0 to Len()-1, in list order.
func (x *Index) Len() int { return x.docs }

// JSON returns the document's item of the JSON list, a slice of the index. It fails with ErrNoDocument, or with
// ErrCorrupt when the bytes do not match their checksum.
func (x *Index) JSON(id uint32) ([]byte, error) { return x.fragment(id, 0) }

// Card returns the document's item of the HTML list, as JSON does.
func (x *Index) Card(id uint32) ([]byte, error) { return x.fragment(id, 1) }

// Line returns the document's item of the Markdown list, as JSON does.
func (x *Index) Line(id uint32) ([]byte, error) { return x.fragment(id, 2) }

func (x *Index) fragment(id uint32, kind int) ([]byte, error) {
	if uint64(id) >= uint64(x.docs) {
		return nil, fmt.Errorf("document %d of %d: %w", id, x.docs, ErrNoDocument)
	}
	entry := x.sections[fragmentTable][int(id)*fragmentSize:][:fragmentSize]
	start := le.Uint64(entry)
	for i := range kind {
		start += uint64(le.Uint32(entry[8+8*i:])) // an overflow ends out of bounds or at the wrong checksum
	}
	b, ok := cut(x.sections[fragmentBytes], start, uint64(le.Uint32(entry[8+8*kind:])))
	if !ok || checksum(b) != le.Uint32(entry[12+8*kind:]) {
		return nil, fmt.Errorf("fragment of document %d: %w", id, ErrCorrupt)
	}
	return b, nil
}

// cut returns n bytes of b from start, and false when it does not hold them. Nothing else slices by numbers that come
// from the file.
func cut(b []byte, start, n uint64) ([]byte, bool) {
	size := uint64(len(b))
	if start > size || n > size-start {
		return nil, false
	}
	return b[start : start+n : start+n], true
}
