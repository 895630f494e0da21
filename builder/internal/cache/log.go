package cache

import (
	"bufio"
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
	"strings"

	"cartaz/builder/internal/durable"
)

// LogFile is the file of the cache in the brand's output folder.
const LogFile = "cache.log"

const (
	magic    = "CARTAZL3"
	headSize = 28
	perm     = 0o600
)

var (
	le         = binary.LittleEndian
	castagnoli = crc32.MakeTable(crc32.Castagnoli)
)

// Key is the digest of the origin of a string.
type Key [16]byte

// Ref is the place of a string within one Log.
type Ref struct {
	Offset int64
	Length int32
}

// Log is an opened cache. It is for one goroutine, which holds the lock of the brand's folder; only
// ReadAt may be called by several.
type Log struct {
	// Tight makes Commit leave nothing in the file that is not in use.
	Tight bool

	root   *os.Root     // nil for a log that leaves nothing behind
	old    *os.File     // what earlier builds put; nil for nothing
	file   *os.File     // what is put; the same as old but for a log that leaves nothing behind
	size   int64        // of file
	known  []entry      // of old, by key
	fresh  []entry      // strings that were put under a key
	erased map[Key]bool // those that Erase keeps
	damage error
	err    error // the first of Put
	out    *bufio.Writer
	buf    []byte
}

// entry is one string of a file.
type entry struct {
	key    Key
	at     int64
	length uint32
	crc    uint32
	found  bool
}

// Open opens the cache of the folder dir, which must exist. If the file cannot be used,
// [Log.Damage] says why. Everything after a damaged head is cut off.
func Open(dir string) (*Log, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("cache: %w", err)
	}
	l := &Log{root: root, out: bufio.NewWriter(nil), erased: map[Key]bool{}}
	l.damage = l.begin()
	// Builds that are killed every time never come to Commit.
	if l.old != nil && l.wastes(l.known) && l.shrink(l.known) == nil {
		_ = l.old.Close() // was only read
		l.old, l.known, l.size = nil, nil, 0
		l.damage = errors.Join(l.damage, l.begin())
	}
	if l.old == nil {
		l.root = nil
		l.file, err = durable.Unnamed(dir)
		err = errors.Join(err, root.Close())
	}
	if err != nil {
		return nil, fmt.Errorf("cache: %w", err)
	}
	return l, nil
}

// begin opens the file for reading, and for writing after its last string.
func (l *Log) begin() error {
	if info, err := l.root.Lstat(LogFile); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s: %w", LogFile, durable.ErrNotRegular)
	}
	f, err := l.root.OpenFile(LogFile, os.O_RDWR|os.O_CREATE, perm)
	if err != nil {
		return err
	}
	damage := l.scan(f)
	if err = f.Truncate(l.size); err == nil && l.size == 0 {
		l.size = int64(len(magic))
		_, err = f.WriteAt([]byte(magic), 0)
	}
	if err != nil {
		l.old = nil
		return errors.Join(err, f.Close())
	}
	l.file = f
	return damage
}

// Peek opens the cache of dir, if there is one, for a build that must leave nothing behind and
// needs no lock: new strings go to a file without a name, in the folder work.
func Peek(dir, work string) (*Log, error) {
	l := &Log{out: bufio.NewWriter(nil), erased: map[Key]bool{}}
	root, err := os.OpenRoot(dir)
	if err == nil {
		var f *os.File
		if f, err = durable.OpenFile(root, LogFile); err == nil {
			err = l.scan(f)
			l.size = 0
		}
		err = errors.Join(err, root.Close())
	}
	if !errors.Is(err, fs.ErrNotExist) {
		l.damage = err
	}
	if l.file, err = durable.Unnamed(work); err != nil {
		return nil, fmt.Errorf("cache: %w", err)
	}
	return l, nil
}

// scan notes the strings of a file; size is the offset after the last sound one.
func (l *Log) scan(f *os.File) error {
	l.old = f
	r := bufio.NewReaderSize(f, 256<<10)
	head := make([]byte, headSize)
	_, err := io.ReadFull(r, head[:len(magic)])
	if string(head[:len(magic)]) == magic {
		l.size = int64(len(magic))
	}
	for l.size > 0 {
		_, err = io.ReadFull(r, head)
		if err == io.ErrUnexpectedEOF || err == nil && bytes.Equal(head, make([]byte, headSize)) {
			err = io.EOF // a string that a killed build did not finish, or that is written now
		}
		if err != nil || checksum(head[:24]) != le.Uint32(head[24:]) {
			break
		}
		e := entry{key: Key(head), at: l.size + headSize, length: le.Uint32(head[16:]),
			crc: le.Uint32(head[20:])}
		if _, err = r.Discard(int(e.length)); err != nil {
			break
		}
		l.size = e.at + int64(e.length)
		if e.key != (Key{}) {
			l.known = append(l.known, e)
		}
	}
	// Of the strings of one key the last one counts; that of an erased key says so.
	l.known = last(l.known)
	for i := range l.known {
		e := &l.known[i]
		if int(e.length) == len(erased) {
			b, _, ok := l.Find(e.key)
			l.erased[e.key] = ok && string(b) == erased
			e.found = false
		}
	}
	if err != io.EOF {
		return fmt.Errorf("%s is damaged at byte %d: what follows is not known", LogFile, l.size)
	}
	return nil
}

func checksum(b []byte) uint32 { return crc32.Checksum(b, castagnoli) }

// last sorts entries by their keys, and keeps the last one of each that is not empty.
func last(list []entry) []entry {
	slices.SortFunc(list, func(a, b entry) int {
		return cmp.Or(bytes.Compare(a.key[:], b.key[:]), cmp.Compare(b.at, a.at))
	})
	list = slices.CompactFunc(list, func(a, b entry) bool { return a.key == b.key })
	return slices.DeleteFunc(list, func(e entry) bool { return e.length == 0 })
}

// Damage returns the error that hid strings of the log, or nil.
func (l *Log) Damage() error { return l.damage }

// Find returns the string that an earlier build put under key, or false if it is missing or
// damaged. The bytes are valid until the next call.
func (l *Log) Find(key Key) ([]byte, Ref, bool) {
	i, ok := slices.BinarySearchFunc(l.known, key, func(e entry, key Key) int {
		return bytes.Compare(e.key[:], key[:])
	})
	if !ok {
		return nil, Ref{}, false
	}
	e := &l.known[i]
	l.buf = slices.Grow(l.buf[:0], int(e.length))[:e.length]
	_, err := l.old.ReadAt(l.buf, e.at)
	e.found = err == nil && crc32.Update(checksum(key[:]), castagnoli, l.buf) == e.crc
	return l.buf, Ref{Offset: e.at, Length: int32(e.length)}, e.found
}

// erased is the string of a key whose string must not be kept.
const erased = "erased"

// Erase removes a string that must not be kept, also from the disk at the next Commit. Its key
// takes no other string, nor does it in later builds that call Erase.
func (l *Log) Erase(key Key) (err error) {
	if !l.erased[key] {
		l.Tight = true
		_, err = l.Put(&key, []byte(erased))
		l.erased[key] = true
	}
	l.Find(key) // else the next Commit may forget it
	return err
}

// Put keeps b under key for the next builds and replaces an earlier string; an empty one deletes
// it. With a nil key b is kept for this build only.
func (l *Log) Put(key *Key, b []byte) (Ref, error) {
	return l.Write(key, func(w io.Writer) error {
		_, err := w.Write(b)
		return err
	})
}

// Write is like [Log.Put] for the bytes that a function writes, 2 GiB at most. After an error
// nothing is kept.
func (l *Log) Write(key *Key, write func(io.Writer) error) (Ref, error) {
	if key != nil && l.erased[*key] {
		return Ref{}, nil
	}
	e := entry{at: l.size + headSize}
	if key != nil {
		e.key = *key
	}
	to := io.NewOffsetWriter(l.file, e.at)
	sum := crc32.New(castagnoli)
	sum.Write(e.key[:])
	l.out.Reset(to)
	err := write(io.MultiWriter(l.out, sum))
	err = cmp.Or(err, l.out.Flush())
	n, _ := to.Seek(0, io.SeekCurrent) // which cannot fail
	if err == nil && n > math.MaxInt32 {
		err = fmt.Errorf("a string of more than %d bytes", math.MaxInt32)
	}
	if err == nil {
		e.length = uint32(n)
		head := le.AppendUint32(slices.Clone(e.key[:]), e.length)
		head = le.AppendUint32(head, sum.Sum32())
		_, err = l.file.WriteAt(le.AppendUint32(head, checksum(head)), l.size)
	}
	if err != nil {
		l.err = cmp.Or(l.err, err)
		return Ref{}, fmt.Errorf("cache: %w", err)
	}
	l.size = e.at + n
	if key != nil {
		l.fresh = append(l.fresh, e)
	}
	return Ref{Offset: e.at, Length: int32(n)}, nil
}

// ReadAt fills b from a place in the log.
func (l *Log) ReadAt(b []byte, offset int64) error {
	if _, err := l.file.ReadAt(b, offset); err != nil {
		return fmt.Errorf("cache: %w", err)
	}
	return nil
}

// Commit makes the log smaller when most of it is unused, or it must be Tight: strings that were
// replaced, and, if the build has seen the whole source, strings that no Find asked for. It also
// returns an error of an earlier Put: then the next build may lack some strings.
func (l *Log) Commit(whole bool) error {
	if l.root == nil || l.err != nil {
		return l.err
	}
	list := slices.Clone(l.fresh)
	for _, e := range l.known {
		if e.found || !whole {
			list = append(list, e)
		}
	}
	if list = last(list); !l.Tight && !l.wastes(list) {
		return nil
	}
	if err := l.shrink(list); err != nil {
		return fmt.Errorf("cache: %w", err)
	}
	return nil
}

// wastes reports whether all but these strings take half of the log or more.
func (l *Log) wastes(list []entry) bool {
	live := int64(0)
	for _, e := range list {
		live += headSize + int64(e.length)
	}
	return live <= l.size/2 && l.size > int64(len(magic))
}

// shrink copies strings to a log that takes the place of this one.
func (l *Log) shrink(list []entry) error {
	list = slices.SortedFunc(slices.Values(list),
		func(a, b entry) int { return cmp.Compare(a.at, b.at) })
	parts := []io.Reader{strings.NewReader(magic)}
	for _, e := range list {
		parts = append(parts, io.NewSectionReader(l.file, e.at-headSize, headSize+int64(e.length)))
	}
	return durable.New(l.root, nil).CopyFile(LogFile, io.MultiReader(parts...), perm)
}

// Close closes the files.
func (l *Log) Close() (err error) {
	if l.old != nil && l.old != l.file {
		err = l.old.Close()
	}
	if l.root != nil {
		err = errors.Join(err, l.root.Close())
	}
	return errors.Join(err, l.file.Close())
}
