package cache

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"slices"

	"cartaz/builder/internal/durable"
	"cartaz/builder/internal/upstream/fetch"
)

// FormatVersion is the version that is written, and the only one that is read.
const FormatVersion = 1

const (
	magic      = "CARTANSW"
	headerSize = 16
	entrySize  = 40
	footerSize = 32
	maxMeta    = 64 << 10
	maxCount   = 50_000_000 // answers; more is no catalogue
)

var (
	castagnoli = crc32.MakeTable(crc32.Castagnoli)
	order      = binary.LittleEndian
)

// ErrCorrupt is wrapped by [Cache.Damage] when the file is not one of this
// package, of another version, or damaged.
var ErrCorrupt = errors.New("file of answers unusable")

// entry is one row of the index.
type entry struct {
	key      fetch.CacheKey
	offset   int64
	bodySize int64
	metaSize uint32
	sum      uint32
}

func (e entry) encode() []byte {
	b := append(make([]byte, 0, entrySize), e.key[:]...)
	b = order.AppendUint64(b, uint64(e.offset))
	b = order.AppendUint64(b, uint64(e.bodySize))
	b = order.AppendUint32(b, e.metaSize)
	return order.AppendUint32(b, e.sum)
}

// decodeEntry reads a row and checks it against the place of the index.
func decodeEntry(b []byte, index int64) (entry, error) {
	e := entry{
		key: fetch.CacheKey(b), offset: int64(order.Uint64(b[16:])),
		bodySize: int64(order.Uint64(b[24:])),
		metaSize: order.Uint32(b[32:]), sum: order.Uint32(b[36:]),
	}
	if e.offset < headerSize || e.offset > index || e.bodySize < 0 || e.bodySize > index-e.offset ||
		e.metaSize > maxMeta || int64(e.metaSize) > index-e.offset-e.bodySize {
		return entry{}, fmt.Errorf("%w: an entry lies outside the file", ErrCorrupt)
	}
	return e, nil
}

func header() []byte {
	return order.AppendUint32(order.AppendUint32([]byte(magic), FormatVersion), 0)
}

func footer(index int64, count int, sum uint32) []byte {
	b := order.AppendUint64(make([]byte, 0, footerSize), uint64(index))
	b = order.AppendUint64(b, uint64(count))
	b = order.AppendUint32(b, sum)
	return append(order.AppendUint32(b, 0), magic...)
}

// reader is a file that was checked but for its entries.
type reader struct {
	file  *os.File
	index int64
	count int
	marks []fetch.CacheKey // the first key of each stretch of the index
}

// stretch is how many rows of the index a look-up reads at once. The index stays
// on disk, but for one key in so many.
const stretch = 64

// openFile opens and checks the file; nil and nil when there is none.
func openFile(root *os.Root) (*reader, error) {
	f, err := durable.OpenFile(root, Name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	r := &reader{file: f}
	if err := r.check(); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return r, nil
}

// check reads header, footer and index. It holds no more of them than a buffer.
func (r *reader) check() error {
	info, err := r.file.Stat()
	if err != nil {
		return err
	}
	size := info.Size()
	if size < headerSize+footerSize {
		return fmt.Errorf("%w: %d bytes are too few", ErrCorrupt, size)
	}
	var head [headerSize]byte
	var foot [footerSize]byte
	if _, err := r.file.ReadAt(head[:], 0); err != nil {
		return err
	}
	if !bytes.Equal(head[:], header()) {
		return fmt.Errorf("%w: not of this format and version", ErrCorrupt)
	}
	if _, err := r.file.ReadAt(foot[:], size-footerSize); err != nil {
		return err
	}
	index, count, sum := order.Uint64(foot[:]), order.Uint64(foot[8:]), order.Uint32(foot[16:])
	if count > maxCount || index < headerSize || index > uint64(size) ||
		uint64(size)-index != count*entrySize+footerSize ||
		!bytes.Equal(foot[:], footer(int64(index), int(count), sum)) {
		return fmt.Errorf("%w: its end is damaged", ErrCorrupt)
	}
	r.index, r.count = int64(index), int(count)
	return r.checkIndex(sum)
}

func (r *reader) checkIndex(sum uint32) error {
	in := bufio.NewReaderSize(io.NewSectionReader(r.file, r.index, int64(r.count)*entrySize),
		64<<10)
	var row [entrySize]byte
	var before fetch.CacheKey
	var got uint32
	for i := range r.count {
		if _, err := io.ReadFull(in, row[:]); err != nil {
			return err
		}
		got = crc32.Update(got, castagnoli, row[:])
		e, err := decodeEntry(row[:], r.index)
		if err != nil {
			return err
		}
		if i > 0 && compare(before, e.key) >= 0 {
			return fmt.Errorf("%w: its index is not in order", ErrCorrupt)
		}
		before = e.key
		if i%stretch == 0 {
			r.marks = append(r.marks, e.key)
		}
	}
	if got != sum {
		return fmt.Errorf("%w: its index is damaged", ErrCorrupt)
	}
	return nil
}

// at reads a row of the index.
func (r *reader) at(i int) (entry, error) {
	var row [entrySize]byte
	if _, err := r.file.ReadAt(row[:], r.index+int64(i)*entrySize); err != nil {
		return entry{}, err
	}
	return decodeEntry(row[:], r.index)
}

// find looks for a key; -1 when it is not there.
func (r *reader) find(key fetch.CacheKey) (int, entry) {
	mark, exact := slices.BinarySearchFunc(r.marks, key, compare)
	if !exact {
		mark-- // the stretch before begins at or below the key
	}
	if mark < 0 {
		return -1, entry{}
	}
	first := mark * stretch
	rows := make([]byte, min(stretch, r.count-first)*entrySize)
	if _, err := r.file.ReadAt(rows, r.index+int64(first)*entrySize); err != nil {
		return -1, entry{}
	}
	for i := range len(rows) / entrySize {
		row := rows[i*entrySize:][:entrySize]
		if [16]byte(row) != key {
			continue
		}
		e, err := decodeEntry(row, r.index)
		if err != nil {
			return -1, entry{}
		}
		return first + i, e
	}
	return -1, entry{}
}

func compare(a, b fetch.CacheKey) int { return bytes.Compare(a[:], b[:]) }

func (r *reader) whole(e entry) *io.SectionReader {
	return io.NewSectionReader(r.file, e.offset, int64(e.metaSize)+e.bodySize)
}

// maxHeld is the size of an entry up to which it is read at once.
const maxHeld = 1 << 20

// kept gives an entry, all of whose bytes are as they were written.
func (r *reader) kept(e entry) (*fetch.Kept, error) {
	size := int64(e.metaSize) + e.bodySize
	if size <= maxHeld {
		b := make([]byte, size)
		if _, err := r.file.ReadAt(b, e.offset); err != nil {
			return nil, err
		}
		if crc32.Checksum(b, castagnoli) != e.sum {
			return nil, fmt.Errorf("%w: an entry is damaged", ErrCorrupt)
		}
		return &fetch.Kept{Meta: b[:e.metaSize], Body: bytes.NewReader(b[e.metaSize:])}, nil
	}
	sum := crc32.New(castagnoli)
	if _, err := io.Copy(sum, r.whole(e)); err != nil {
		return nil, err
	}
	if sum.Sum32() != e.sum {
		return nil, fmt.Errorf("%w: an entry is damaged", ErrCorrupt)
	}
	meta := make([]byte, e.metaSize)
	if _, err := r.file.ReadAt(meta, e.offset); err != nil {
		return nil, err
	}
	return &fetch.Kept{Meta: meta, Body: io.NewSectionReader(r.file, e.offset+int64(e.metaSize),
		e.bodySize)}, nil
}
