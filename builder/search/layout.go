package search

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
)

// FormatVersion is the version of the index that Writer writes. Open accepts it and those before.
//
//	1  first version
//	2  table of halves
const FormatVersion = 2

// The names and sizes on disk; doc.go draws them.
const (
	magic    = "CARTAZIX"
	endMagic = "XICZ"

	headerSize   = 16
	sectionSize  = 24 // one entry of the section table
	tailSize     = 24
	fragmentSize = 64 // one entry of the fragment table
	keySize      = 8  // one entry of a dictionary: the first bytes of its text …
	recordSize   = 16 // … and the rest about it
	alignment    = 8

	// codingHead is before the codings: the size of each.
	codingHead = int(formCount) * 4

	// docShift makes room for the class of a posting below its document.
	docShift = 2
	// maxDocs is the most documents of an index.
	maxDocs = 1<<(32-docShift) - 1
	// denseRatio: a list that names more than one document in so many is stored as bits. It takes the double space of
	// plain postings at that border; in return no list costs a query more than 1/32 posting per document.
	denseRatio = 32
	// lengths is the number of word lengths, in letters, that the correction table tells apart.
	lengths = maxWord + 2
)

// section numbers the parts of the file in their order.
type section int

const (
	fragmentBytes section = iota
	fragmentTable
	codingBytes
	listBytes
	termDict
	prefixDict
	cityDict
	stateDict
	organizationDict
	textBytes
	corrections
	halves
	sectionCount
)

var sectionNames = [sectionCount]string{
	"fragments", "fragment table", "codings", "lists", "terms", "prefixes", "cities", "states", "organizations", "texts", "corrections", "halves",
}

// sectionsOf is how many sections an index of a version has.
func sectionsOf(version uint32) section {
	if version == 1 {
		return halves
	}
	return sectionCount
}

// footerSize is the size of the footer of an index with so many sections.
func footerSize(sections section) int { return int(sections)*sectionSize + tailSize }

func (s section) String() string { return sectionNames[s] }

// class says in which kind of field a document holds a word; the greater one weighs more. It is also the form on
// disk.
type class uint8

const (
	inDescription class = 1 + iota
	inPlace             // organiser, venue, city, state
	inName
)

var (
	// ErrNotIndex means that the bytes are no search index at all.
	ErrNotIndex = errors.New("not a search index")
	// ErrVersion means that the index has a version which this program does not read.
	ErrVersion = errors.New("unknown version of the search index")
	// ErrCorrupt means that bytes of the index are missing or changed.
	ErrCorrupt = errors.New("search index is damaged")
	// ErrNoDocument means that a document number is not below Len.
	ErrNoDocument = errors.New("no such document")
	// ErrWritten means that a Writer was used after WriteTo.
	ErrWritten = errors.New("search index is already written")
	// ErrTooMany means more documents, words or postings than the format can number.
	ErrTooMany = errors.New("too much for one search index")
	// ErrFragmentTooLong means a fragment or description of 2 GiB or more.
	ErrFragmentTooLong = errors.New("fragment too long")
	// ErrFieldTooLong means a city, state or producer of more than 65,535 bytes.
	ErrFieldTooLong = errors.New("field too long")
)

func corrupt(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrCorrupt, fmt.Sprintf(format, args...))
}

var (
	le = binary.LittleEndian
	// castagnoli is CRC-32C, which processors compute by themselves.
	castagnoli = crc32.MakeTable(crc32.Castagnoli)
)

func checksum(b []byte) uint32 { return crc32.Checksum(b, castagnoli) }

// wordsFor is the number of 64-bit words that hold one bit per document.
func wordsFor(docs int) int { return (docs + 63) / 64 }

// isDense says how a list of count documents is stored: as bits or as single postings.
func isDense(count, docs int) bool { return uint64(count)*denseRatio > uint64(docs) }

// listSize is the size in bytes of a list of count documents, padding included.
func listSize(count, docs int) int {
	if isDense(count, docs) {
		return wordsFor(docs) * 16
	}
	return align(count * 4)
}

func align(n int) int { return (n + alignment - 1) &^ (alignment - 1) }

// textKey is the first eight bytes of a text as a number: texts with different keys sort as their keys do.
func textKey(b []byte) uint64 {
	if len(b) >= keySize {
		return binary.BigEndian.Uint64(b)
	}
	var pad [keySize]byte
	copy(pad[:], b)
	return binary.BigEndian.Uint64(pad[:])
}
