package cache

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"math"
	"os"
	"slices"
	"sort"

	"cartaz/builder/internal/durable"
)

// FormatVersion is the version of the index that is written, and the only one that is read.
const FormatVersion = 2

const (
	logMagic   = "CARTAZLG"
	indexMagic = "CARTAZLX"

	indexHead = 40
	entrySize = 32
	// maxString is the most that a Ref can say, and more than an item may have.
	maxString = math.MaxInt32
	maxIndex  = indexHead + math.MaxUint32*entrySize + 4
	// compactBelow is the share of live bytes under which the log is written anew.
	compactBelow = 0.5
)

var (
	le         = binary.LittleEndian
	castagnoli = crc32.MakeTable(crc32.Castagnoli)
)

// entry is one string of the log. The checksum covers the key too: a string that is found under the
// wrong one must not count.
type entry struct {
	key    Key
	offset int64
	length uint32
	crc    uint32
}

func (e entry) ref() Ref { return Ref{Offset: e.offset, Length: int32(e.length)} }

func logHead(id [16]byte) []byte { return append([]byte(logMagic), id[:]...) }

// index is the index file as it was read.
type index struct {
	id      [16]byte // of the log
	size    int64    // of the log
	count   int
	entries []byte
}

// readIndex reads the index of root; nil without an error for none, or one of another version.
func readIndex(root *os.Root) (*index, error) {
	b, err := durable.ReadFile(root, IndexFile, maxIndex)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	damaged := fmt.Errorf("%s is damaged", IndexFile)
	if len(b) < indexHead+4 || string(b[:8]) != indexMagic {
		return nil, damaged
	}
	if le.Uint32(b[8:]) != FormatVersion {
		return nil, nil
	}
	if crc32.Checksum(b[:len(b)-4], castagnoli) != le.Uint32(b[len(b)-4:]) {
		return nil, damaged
	}
	x := &index{id: [16]byte(b[16:]), count: int(le.Uint32(b[12:])), size: int64(le.Uint64(b[32:])),
		entries: b[indexHead : len(b)-4]}
	if len(x.entries) != x.count*entrySize || x.size < headSize {
		return nil, damaged
	}
	for i := range x.count {
		e := x.entry(i)
		if e.offset < headSize || e.length > maxString || e.offset > x.size-int64(e.length) ||
			i > 0 && bytes.Compare(x.entries[(i-1)*entrySize:][:16], e.key[:]) >= 0 {
			return nil, damaged
		}
	}
	return x, nil
}

func (x *index) entry(i int) entry {
	b := x.entries[i*entrySize:][:entrySize]
	return entry{key: Key(b), offset: int64(le.Uint64(b[16:])), length: le.Uint32(b[24:]),
		crc: le.Uint32(b[28:])}
}

// find looks a key up; a nil index has none.
func (x *index) find(key Key) (int, bool) {
	if x == nil {
		return 0, false
	}
	return sort.Find(x.count, func(i int) int {
		return bytes.Compare(key[:], x.entries[i*entrySize:][:16])
	})
}

// Commit makes what was found and put since the log was opened all that the next build knows. That
// is for a build that has seen the whole source; without whole the next build knows what nobody
// looked for, too. When nothing changed nothing is written. After an error the next build knows
// what this one knew.
func (l *Log) Commit(whole bool) error {
	if err := l.commit(whole); err != nil {
		return fmt.Errorf("cache: %w", err)
	}
	return nil
}

func (l *Log) commit(whole bool) error {
	if l.root == nil || l.err != nil {
		return l.err
	}
	list := l.live(whole)
	if len(l.fresh) == 0 && len(list) == l.Len() {
		return nil
	}
	if err := cmp.Or(l.begin(), l.Flush()); err != nil {
		return err
	}
	size, live := l.tail.size, int64(0)
	for _, e := range list {
		live += int64(e.length)
	}
	id, moved := l.id, l.begun
	if float64(live) < compactBelow*float64(size-headSize) {
		var err error
		moved = true
		if list, id, size, err = l.rewrite(list); err != nil {
			return err
		}
	}
	files := durable.New(l.root, l.hook)
	err := files.WriteFile(IndexFile, l.encode(list, id, size), perm)
	if err == nil && moved {
		l.begun = false
		err = files.Rename(newFile, LogFile)
	}
	for _, name := range former {
		err = cmp.Or(err, l.root.RemoveAll(name))
	}
	return err
}

// live is the entries of the next index, sorted. Of strings under one key the last one counts.
func (l *Log) live(whole bool) []entry {
	list := slices.Clone(l.fresh)
	slices.Reverse(list)
	for i, s := range l.state {
		if s == used || s == unseen && !whole {
			list = append(list, l.old.entry(i))
		}
	}
	slices.SortStableFunc(list, func(a, b entry) int { return bytes.Compare(a.key[:], b.key[:]) })
	list = slices.CompactFunc(list, func(a, b entry) bool { return a.key == b.key })
	return slices.DeleteFunc(list, func(e entry) bool { return e.offset == 0 })
}

// rewrite writes a log with the sound ones of the live strings, in the order of the log.
func (l *Log) rewrite(list []entry) (sound []entry, id [16]byte, size int64, err error) {
	f, id, err := l.create()
	if err != nil {
		return nil, id, 0, err
	}
	slices.SortFunc(list, func(a, b entry) int { return cmp.Compare(a.offset, b.offset) })
	t := l.newTail(f, headSize)
	for _, e := range list {
		crc := e.crc
		err = t.add(&e, io.NewSectionReader(l.file, e.offset, int64(e.length)))
		if err != nil {
			break
		}
		if e.crc == crc {
			sound = append(sound, e)
		}
	}
	slices.SortFunc(sound, func(a, b entry) int { return bytes.Compare(a.key[:], b.key[:]) })
	return sound, id, t.size, errors.Join(err, t.out.Flush(), f.Close())
}

func (l *Log) encode(list []entry, id [16]byte, size int64) []byte {
	b := make([]byte, 0, indexHead+len(list)*entrySize+4)
	b = append(b, indexMagic...)
	b = le.AppendUint32(b, FormatVersion)
	b = le.AppendUint32(b, uint32(len(list)))
	b = append(b, id[:]...)
	b = le.AppendUint64(b, uint64(size))
	for _, e := range list {
		b = append(b, e.key[:]...)
		b = le.AppendUint64(b, uint64(e.offset))
		b = le.AppendUint32(b, e.length)
		b = le.AppendUint32(b, e.crc)
	}
	return le.AppendUint32(b, crc32.Checksum(b, castagnoli))
}
