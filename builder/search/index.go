package search

import (
	"fmt"
	"hash/crc32"
	"sync"
	"sync/atomic"

	"cartaz/builder/search/pack"
)

// Index answers queries over the bytes of an index, usually a mapping of its file. It is safe for concurrent use. The
// bytes must not change, and stay mapped, while the Index or a fragment is in use.
//
// Open looks at a few hundred bytes only. What it did not look at is checked where it is used: damaged lists and
// dictionaries give wrong answers but no panic, and a damaged fragment is an error. Verify finds all damage.
type Index struct {
	data         []byte
	stored       section // how many sections this version has; the others are empty
	sections     [sectionCount][]byte
	sums         [sectionCount]uint32
	docs         int
	firstWord    int                                     // in the dictionary of terms, behind the marks
	codings      [formCount]func() (*pack.Coding, error) // read when first asked for
	bucketTables [lengths]atomic.Pointer[bucketTable]    // of corrections, made when first asked for
	longest      func() int                              // words of a synonym; looked up when first asked for
	pool         sync.Pool                               // of *scratch
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
	version := le.Uint32(b[8:])
	if version < 1 || version > FormatVersion {
		return nil, fmt.Errorf("%w: %d", ErrVersion, version)
	}
	sections := sectionsOf(version)
	footerSize := footerSize(sections)
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
	tail := footer[int(sections)*sectionSize:]
	x := &Index{data: b, stored: sections, docs: int(le.Uint32(tail))}
	if size := le.Uint64(tail[8:]); size != uint64(len(b)) {
		return nil, corrupt("%d bytes instead of %d", len(b), size)
	}
	if x.docs > maxDocs || le.Uint32(b[12:]) != 0 || le.Uint32(tail[4:]) != 0 {
		return nil, corrupt("header or footer out of bounds")
	}
	at := headerSize
	for s := range sections {
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
	for f := range formCount {
		x.codings[f] = sync.OnceValues(func() (*pack.Coding, error) { return x.openCoding(f) })
	}
	x.longest = sync.OnceValue(x.longestMember)
	if err := x.checkSizes(); err != nil {
		return nil, err
	}
	terms := x.dict(termDict)
	x.firstWord = terms.lowerIn(0, terms.n, []byte{firstWord})
	return x, nil
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
	if n := len(x.sections[codingBytes]); n < codingHead {
		return corrupt("%d bytes of %s", n, codingBytes)
	}
	if n := len(x.sections[corrections]) - lengths*4; n < 0 || n%8 != 0 {
		return corrupt("%d bytes of %s", len(x.sections[corrections]), corrections)
	}
	if x.stored > halves && x.halfLists().lists == 0 {
		return corrupt("%d bytes of %s", len(x.sections[halves]), halves)
	}
	return nil
}

// Len is the number of documents; their numbers are 0 to Len()-1, in list order.
func (x *Index) Len() int { return x.docs }
