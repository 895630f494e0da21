package index

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"strconv"
	"strings"

	"cartaz/builder/search/analysis"
)

// Version is the version of the file, the only one that Open accepts.
//
//	1  first version
//	2  deletion index
//	3  checksums of blocks
//	4  venues, countries, topics, marks, hours, days
//	5  languages
//	6  parts of German compounds, runs of Japanese scripts
//	7  neither packed fragments nor a deletion index; sums that zeros do not pass
//	8  pairs of words in descriptions
//	9  marks of prices and sessions
//	10 words by how they sound
//	11 days without bounds of groups
//	12 marks of access
//	13 marks of states
const Version = 13

// The names and sizes on disk; doc.go shows them.
const (
	magic    = "CARTAZIX"
	endMagic = "XICZ"

	// headerSize is the size of the header.
	headerSize  = 16
	sectionSize = 24 // one entry of the section table
	tailSize    = 24
	footerSize  = int(SectionCount)*sectionSize + tailSize

	// FragmentEntrySize is the size of an entry of the fragment table.
	FragmentEntrySize = 8 + int(Forms)*8
	// KeySize is the size of the first part of a dictionary entry, the first bytes of its key;
	// EntrySize is the size of the other part.
	KeySize   = 8
	EntrySize = 16
	// Alignment is the multiple to which sections and lists are padded.
	Alignment = 8

	// DocShift makes room for the Field of a posting below its document.
	DocShift = 2
	// FieldMask cuts the Field out of a posting.
	FieldMask = 1<<DocShift - 1
	// MaxDocs is the largest number of documents of an index.
	MaxDocs = 1<<(32-DocShift) - 1
	// A list of more than 1/denseRatio of all documents is stored as a bitmap. At that limit it
	// takes twice the space of plain postings; in return no list costs a query more than 1/32
	// posting for each document.
	denseRatio = 32
)

// Section numbers the parts of the file in their order.
type Section int

// The sections.
const (
	FragmentBytes Section = iota
	FragmentTable
	ListBytes
	Terms
	Prefixes
	Cities
	States
	Organizations
	Venues
	Countries
	Topics
	Marks
	Hours
	TextBytes
	Spelling
	Days
	BlockSums
	SectionCount
)

var sectionNames = strings.Split("fragments,fragment table,postings,terms,prefixes,cities,states,"+
	"organizations,venues,countries,topics,marks,hours,texts,spelling table,days,block sums", ",")

// lastDictionary is the last of the sections from Terms on that are dictionaries.
const lastDictionary = Hours

func (s Section) String() string { return sectionNames[s] }

// Field is the kind of field in which a document holds a term, the greatest of several. The file
// has this number; 0 is absence.
type Field uint8

// The fields.
const (
	InDescription Field = 1 + iota
	InPlace             // organiser, venue, city, state
	InName
	Fields // how many there are, absence included
)

var (
	// ErrNotIndex means that the bytes are not a search index.
	ErrNotIndex = errors.New("not a search index")
	// ErrVersion means that this program does not read the version of the index.
	ErrVersion = errors.New("unknown version of the search index")
	// ErrCorrupt means that bytes of the index are missing or changed.
	ErrCorrupt = errors.New("search index is damaged")
	// ErrNoDocument means that a document number is not below Docs.
	ErrNoDocument = errors.New("no such document")
)

func corrupt(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrCorrupt, fmt.Sprintf(format, args...))
}

// SessionsMark is the mark of the documents whose sessions are known.
const SessionsMark = "s"

// AppendSessionKey appends the mark of the documents with a session that begins in an hour of a
// day. The keys are in the order of days and hours, without an hour first and midnight last.
func AppendSessionKey(dst []byte, day uint32, hour int) []byte {
	dst = append(dst, SessionsMark...)
	day = min(day, 9_999_999)
	for unit := uint32(1_000_000); unit > 0; unit /= 10 {
		dst = append(dst, byte('0'+day/unit%10))
	}
	return append(dst, HourKey(hour)...)
}

// Session returns the day and the hour of the mark of a session; ok is false for any other mark.
func Session(key []byte) (day uint32, hour int, ok bool) {
	n, err := strconv.Atoi(strings.TrimPrefix(string(key), SessionsMark))
	ok = err == nil && len(key) == len(SessionsMark)+len("000000000")
	return uint32(n / 100), n % 100, ok
}

// PriceKey returns the mark of an event that costs units of a currency (ISO 4217); the greatest
// mark also covers higher prices. The keys of a currency are in the order of the prices.
func PriceKey(currency string, units int) string {
	return fmt.Sprintf("%s%08d", strings.ToLower(currency), min(units, 99_999_999))
}

// PriceCurrency returns the folded currency of the mark of a price, or "" for any other mark.
func PriceCurrency(key []byte) string {
	if len(key) != len("brl00000000") {
		return ""
	}
	return string(key[:3])
}

// LastHour is the last hour of a day.
const LastHour = 23

const hourKeys = "00010203040506070809101112131415161718192021222324"

// HourKey returns the key of an hour, 0 to LastHour, or 24.
func HourKey(hour int) string { return hourKeys[2*hour:][:2] }

// LE is the byte order of all numbers on disk.
var LE = binary.LittleEndian

// Castagnoli is CRC-32C, which processors compute by themselves.
var Castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Checksum returns the CRC-32C of b.
func Checksum(b []byte) uint32 { return crc32.Checksum(b, Castagnoli) }

// BlockSum returns the checksum of block number i of a file, given the CRC-32C of its bytes. It
// includes the number, so that a block in the place of another does not match, and zeros whose sum
// is zero do not match either.
func BlockSum(i int, crc uint32) uint32 { return ^crc ^ uint32(i)*0x9E3779B1 }

// WordsFor returns the number of 64-bit words that hold one bit for each document.
func WordsFor(docs int) int { return (docs + 63) / 64 }

// isDense reports whether a list of count documents is stored as bits, and not as single postings.
func isDense(count, docs int) bool { return uint64(count)*denseRatio > uint64(docs) }

// listSize returns the size in bytes of a list of count documents, padding included.
func listSize(count, docs int) int {
	if isDense(count, docs) {
		return DenseSize(docs)
	}
	return Align(count * 4)
}

// DenseSize returns the size in bytes of a dense list.
func DenseSize(docs int) int { return WordsFor(docs) * 16 }

// Align rounds n up to the next multiple of Alignment.
func Align(n int) int { return (n + Alignment - 1) &^ (Alignment - 1) }

// TextKey returns the first eight bytes of a text as a number: texts with different keys sort as
// their keys do.
func TextKey(b []byte) uint64 {
	var key [KeySize]byte
	copy(key[:], b)
	return binary.BigEndian.Uint64(key[:])
}

// Placed is the place of a section in the file: an entry of the section table.
type Placed struct {
	Start, Size uint64 // in bytes, without padding
	Sum         uint32 // Checksum of these bytes
}

// Header returns the header of a file.
func Header() []byte {
	b := append(make([]byte, 0, headerSize), magic...)
	b = LE.AppendUint32(b, Version)
	return LE.AppendUint32(b, 0)
}

// Footer returns the footer of a file of docs documents in some languages (see File.Languages),
// after size bytes.
func Footer(table *[SectionCount]Placed, docs int, languages uint32, size uint64) []byte {
	b := make([]byte, 0, footerSize)
	for _, s := range table {
		b = LE.AppendUint64(b, s.Start)
		b = LE.AppendUint64(b, s.Size)
		b = LE.AppendUint32(b, s.Sum)
		b = LE.AppendUint32(b, 0)
	}
	b = LE.AppendUint32(b, uint32(docs))
	b = LE.AppendUint32(b, languages)
	b = LE.AppendUint64(b, size+uint64(footerSize))
	b = LE.AppendUint32(b, crc32.Update(Checksum(Header()), Castagnoli, b))
	return append(b, endMagic...)
}

// A short prefix begins thousands of words. If joining their lists would cost a query more than one
// posting for every sixteen documents, the joined list is stored; if it costs less, the query joins
// them.
const (
	unionBase  = 64 // what joining may cost in the smallest index, in postings
	unionRatio = 16
	listCost   = 4 // what a list costs a query before its first posting, in postings

	// MinPrefix is the length in letters of the shortest prefix that finds anything.
	MinPrefix = 2
)

// JoinCost returns the cost that a list of count documents adds to joining lists, in postings.
func JoinCost(count, docs int) int { return min(count, docs/denseRatio) + listCost }

// JoinLimit returns the cost from which on a joined list is stored.
func JoinLimit(docs int) int { return unionBase + docs/unionRatio }

// spellingLengths is the number of word lengths, in letters, in the spelling table.
const spellingLengths = analysis.MaxToken + 2
