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
const Version = 10

// The names and sizes on disk; doc.go draws them.
const (
	magic    = "CARTAZIX"
	endMagic = "XICZ"

	// headerSize is the size of the header.
	headerSize  = 16
	sectionSize = 24 // one entry of the section table
	tailSize    = 24
	footerSize  = int(SectionCount)*sectionSize + tailSize

	// FragmentEntrySize is one entry of the fragment table.
	FragmentEntrySize = 8 + int(Forms)*8
	// KeySize is the first part of a dictionary entry, the first bytes of its key; EntrySize is the
	// other part.
	KeySize   = 8
	EntrySize = 16
	// Alignment is what sections and lists are padded to.
	Alignment = 8

	// DocShift makes room for the Field of a posting below its document.
	DocShift = 2
	// FieldMask cuts the Field out of a posting.
	FieldMask = 1<<DocShift - 1
	// MaxDocs is the most documents of an index.
	MaxDocs = 1<<(32-DocShift) - 1
	// denseRatio: a list that names more than one document in so many is stored as bits. It takes
	// the double space of plain postings at that border; in return no list costs a query more than
	// 1/32 posting for each document.
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

// Field says in which kind of field a document holds a term; of several the greatest counts. It is
// the form on disk; 0 is absence.
type Field uint8

// The fields.
const (
	InDescription Field = 1 + iota
	InPlace             // organiser, venue, city, state
	InName
	Fields // how many there are, absence included
)

var (
	// ErrNotIndex means that the bytes are no search index at all.
	ErrNotIndex = errors.New("not a search index")
	// ErrVersion means that the index has a version which this program does not read.
	ErrVersion = errors.New("unknown version of the search index")
	// ErrCorrupt means that bytes of the index are missing or changed.
	ErrCorrupt = errors.New("search index is damaged")
	// ErrNoDocument means that a document number is not below Docs.
	ErrNoDocument = errors.New("no such document")
)

func corrupt(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrCorrupt, fmt.Sprintf(format, args...))
}

// The keys of the marks.
const (
	FreeMark   = "free"
	OnlineMark = "online"
	CFPMark    = "cfp"
	// SessionsMark is that of the documents whose sessions are known.
	SessionsMark = "s"
)

// AppendSessionKey appends the mark of the documents with a session on a day that begins in an
// hour. The keys are in the order of days and hours.
func AppendSessionKey(dst []byte, day uint32, hour int) []byte {
	dst = append(dst, SessionsMark...)
	day = min(day, 9_999_999)
	for unit := uint32(1_000_000); unit > 0; unit /= 10 {
		dst = append(dst, byte('0'+day/unit%10))
	}
	return append(dst, HourKey(hour)...)
}

// Session is the day and the hour of the mark of a session; ok is false for any other mark.
func Session(key []byte) (day uint32, hour int, ok bool) {
	n, err := strconv.Atoi(strings.TrimPrefix(string(key), SessionsMark))
	ok = err == nil && len(key) == len(SessionsMark)+len("000000000")
	return uint32(n / 100), n % 100, ok
}

// PriceKey is the mark of an event that costs so many units of a currency (ISO 4217), of one
// that costs more the greatest there is. The keys of a currency are in the order of the prices.
func PriceKey(currency string, units int) string {
	return fmt.Sprintf("%s%08d", strings.ToLower(currency), min(units, 99_999_999))
}

// PriceCurrency is the currency of the mark of a price, folded; "" for any other mark.
func PriceCurrency(key []byte) string {
	if len(key) != len("brl00000000") {
		return ""
	}
	return string(key[:3])
}

// LastHour is the last hour of a day.
const LastHour = 23

const hourKeys = "000102030405060708091011121314151617181920212223"

// HourKey is the key of an hour, 0 to LastHour.
func HourKey(hour int) string { return hourKeys[2*hour:][:2] }

// LE is the byte order of all numbers on disk.
var LE = binary.LittleEndian

// Castagnoli is CRC-32C, which processors compute by themselves.
var Castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Checksum is the CRC-32C of b.
func Checksum(b []byte) uint32 { return crc32.Checksum(b, Castagnoli) }

// BlockSum is the checksum of block number i of a file, given the CRC-32C of its bytes. The number
// is part of it, so that a block in another's place does not match, nor do zeros whose sum is
// zero.
func BlockSum(i int, crc uint32) uint32 { return ^crc ^ uint32(i)*0x9E3779B1 }

// WordsFor is the number of 64-bit words that hold one bit for each document.
func WordsFor(docs int) int { return (docs + 63) / 64 }

// isDense says how a list of count documents is stored: as bits or as single postings.
func isDense(count, docs int) bool { return uint64(count)*denseRatio > uint64(docs) }

// listSize is the size in bytes of a list of count documents, padding included.
func listSize(count, docs int) int {
	if isDense(count, docs) {
		return DenseSize(docs)
	}
	return Align(count * 4)
}

// DenseSize is the size in bytes of a dense list.
func DenseSize(docs int) int { return WordsFor(docs) * 16 }

// Align rounds n up to the next multiple of Alignment.
func Align(n int) int { return (n + Alignment - 1) &^ (Alignment - 1) }

// TextKey is the first eight bytes of a text as a number: texts with different keys sort as their
// keys do.
func TextKey(b []byte) uint64 {
	var key [KeySize]byte
	copy(key[:], b)
	return binary.BigEndian.Uint64(key[:])
}

// Placed is where a section lies in the file: an entry of the section table.
type Placed struct {
	Start, Size uint64 // in bytes, without padding
	Sum         uint32 // Checksum of them
}

// Header returns the header of a file.
func Header() []byte {
	b := append(make([]byte, 0, headerSize), magic...)
	b = LE.AppendUint32(b, Version)
	return LE.AppendUint32(b, 0)
}

// Footer returns the footer of a file of so many documents in some languages (see File.Languages),
// where size bytes precede it.
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

// A short prefix begins thousands of words. Where joining their lists would cost a query more than
// one posting for every sixteen documents, the joined list is stored; where it costs less, the
// query joins them.
const (
	unionBase  = 64 // what joining may cost in the smallest index, in postings
	unionRatio = 16
	listCost   = 4 // what a list costs a query before its first posting, in postings

	// MinPrefix is the shortest prefix that finds anything, in letters.
	MinPrefix = 2
)

// JoinCost is what a list of count documents adds to joining lists, in postings.
func JoinCost(count, docs int) int { return min(count, docs/denseRatio) + listCost }

// JoinLimit is the cost from which on a joined list is stored.
func JoinLimit(docs int) int { return unionBase + docs/unionRatio }

// spellingLengths is the number of word lengths, in letters, that the spelling table tells apart.
const spellingLengths = analysis.MaxToken + 2
