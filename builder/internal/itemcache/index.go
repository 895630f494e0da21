package itemcache

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"os"
	"slices"

	"cartaz/builder/internal/durable"
)

const (
	logMagic   = "CARTAZML"
	indexMagic = "CARTAZMX"
	version    = 1

	indexHead = 56
	entrySize = 32
	// maxString is the most that a length can say, and more than an item may have.
	maxString = 1<<31 - 1
	maxIndex  = indexHead + math.MaxUint32*entrySize + 4
	// compactBelow is the share of live bytes under which the log is written anew.
	compactBelow = 0.5
)

var (
	le         = binary.LittleEndian
	castagnoli = crc32.MakeTable(crc32.Castagnoli)
)

// entry is one string of the log.
type entry struct {
	sum    Sum
	offset int64
	length uint32
	crc    uint32
}

func (e entry) ref() Ref { return Ref{Offset: e.offset, Length: int32(e.length)} }

// checksum covers the digest too: a string that is found under the wrong one must not count.
func checksum(sum Sum, b []byte) uint32 {
	return crc32.Update(crc32.Checksum(sum[:], castagnoli), castagnoli, b)
}

func logHead(name [16]byte) []byte { return append([]byte(logMagic), name[:]...) }

// index is the index file as it was read.
type index struct {
	name    [16]byte
	size    int64 // of the log
	count   int
	entries []byte
}

// readIndex reads the index of root for a key. It gives neither an index nor an error when there is
// none for that key.
func readIndex(root *os.Root, key Sum) (*index, error) {
	b, err := durable.ReadFile(root, IndexName, maxIndex)
	if missing(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	rotten := fmt.Errorf("%s is not what was written", IndexName)
	if len(b) < indexHead+4 || string(b[:8]) != indexMagic {
		return nil, rotten
	}
	if crc32.Checksum(b[:len(b)-4], castagnoli) != le.Uint32(b[len(b)-4:]) {
		return nil, rotten
	}
	x := &index{name: [16]byte(b[16:32]), count: int(le.Uint32(b[12:])),
		size: int64(le.Uint64(b[48:]))}
	if le.Uint32(b[8:]) != version || Sum(b[32:48]) != key {
		return nil, nil
	}
	x.entries = b[indexHead : len(b)-4]
	if len(x.entries) != x.count*entrySize || x.size < headSize {
		return nil, rotten
	}
	for i := range x.count {
		e := x.entry(i)
		if e.offset < headSize || e.length > maxString || e.offset > x.size-int64(e.length) {
			return nil, rotten
		}
	}
	return x, nil
}

func (x *index) entry(i int) entry {
	b := x.entries[i*entrySize:][:entrySize]
	return entry{sum: Sum(b), offset: int64(le.Uint64(b[16:])), length: le.Uint32(b[24:]),
		crc: le.Uint32(b[28:])}
}

// find looks a digest up; a nil index has none.
func (x *index) find(sum Sum) (int, bool) {
	if x == nil {
		return 0, false
	}
	low, high := 0, x.count
	for low < high {
		mid := int(uint(low+high) >> 1)
		if bytes.Compare(x.entries[mid*entrySize:][:16], sum[:]) < 0 {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low, low < x.count && Sum(x.entries[low*entrySize:]) == sum
}

// Commit makes what was found and put since Open all that the next build knows. It is for a build
// that has seen the whole source. When nothing was put and everything was found nothing is written.
// After an error the next build knows less, nothing wrong.
func (m *Cache) Commit() error {
	if err := m.Flush(); err != nil {
		return err
	}
	list, live := m.live()
	if len(m.fresh) == 0 && len(list) == m.Len() && m.old != nil {
		return nil
	}
	name, size := m.name, m.size
	if float64(live) < compactBelow*float64(m.size-headSize) {
		slices.SortFunc(list, func(a, b entry) int { return cmp.Compare(a.offset, b.offset) })
		var err error
		if name, size, err = m.rewrite(list); err != nil {
			return fmt.Errorf("itemcache: %w", err)
		}
	}
	// Of two strings under one digest, which an item that is there twice makes, one is enough.
	slices.SortStableFunc(list, func(a, b entry) int { return bytes.Compare(a.sum[:], b.sum[:]) })
	list = slices.CompactFunc(list, func(a, b entry) bool { return a.sum == b.sum })
	if err := m.fs.WriteFile(IndexName, m.encode(list, name, size), perm); err != nil {
		return fmt.Errorf("itemcache: %w", err)
	}
	return nil
}

// live is the entries of the next index, and the bytes of their strings.
func (m *Cache) live() (list []entry, size int64) {
	list = make([]entry, 0, len(m.fresh)+m.Len())
	for i := range m.Len() {
		if m.used[i/64]&(1<<(i%64)) != 0 {
			list = append(list, m.old.entry(i))
		}
	}
	list = append(list, m.fresh...)
	for _, e := range list {
		size += int64(e.length)
	}
	return list, size
}

// rewrite puts a log with the live strings only in the place of the log. Between that and the next
// index there is an index without its log, and so nothing is known.
func (m *Cache) rewrite(list []entry) (name [16]byte, size int64, err error) {
	f, name, err := createLog(m.root, tempLog)
	if err != nil {
		return name, 0, err
	}
	size, err = m.copyTo(f, list)
	if err = errors.Join(err, f.Close()); err == nil {
		err = m.root.Rename(tempLog, LogName)
	}
	if err != nil {
		return name, 0, errors.Join(err, m.root.RemoveAll(tempLog))
	}
	return name, size, nil
}

func (m *Cache) encode(list []entry, name [16]byte, size int64) []byte {
	b := make([]byte, 0, indexHead+len(list)*entrySize+4)
	b = append(b, indexMagic...)
	b = le.AppendUint32(b, version)
	b = le.AppendUint32(b, uint32(len(list)))
	b = append(b, name[:]...)
	b = append(b, m.key[:]...)
	b = le.AppendUint64(b, uint64(size))
	for _, e := range list {
		b = append(b, e.sum[:]...)
		b = le.AppendUint64(b, uint64(e.offset))
		b = le.AppendUint32(b, e.length)
		b = le.AppendUint32(b, e.crc)
	}
	return le.AppendUint32(b, crc32.Checksum(b, castagnoli))
}
