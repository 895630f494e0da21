package itemcache

import (
	"bufio"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"

	"cartaz/builder/internal/durable"
)

// Names of the files in the brand's output folder.
const (
	LogName   = "items.log"
	IndexName = "items.idx"
)

const (
	tempLog  = durable.TempPrefix + LogName
	headSize = 24
	perm     = 0o644
	// readAhead: strings are looked for in the order in which they were written, nearly always.
	readAhead = 256 << 10
)

// Sum is the digest of what a string was made of.
type Sum [16]byte

// Ref is where a string lies, within one Cache.
type Ref struct {
	Offset int64
	Length int32
}

// Cache is the opened files. Use by one goroutine, under the lock of the brand's folder; only
// ReadAt may be called by many at once.
type Cache struct {
	root *os.Root
	fs   durable.FS
	key  Sum
	name [16]byte // of the log
	log  *os.File
	out  *bufio.Writer // nil until there is something to write
	size int64         // of the log, with what out still holds

	old    *index
	damage error
	used   []uint64 // a bit for each old entry that was found
	fresh  []entry

	window []byte // of the log, from start on
	start  int64
}

// Open opens the cache of dir, which must be there, for one key. Files that cannot be used are
// begun anew, and [Cache.Damage] says why. hook may be nil; it sees what replaces the index, not
// what is written into the log.
func Open(dir string, key Sum, hook durable.Hook) (*Cache, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("itemcache: %w", err)
	}
	m := &Cache{root: root, fs: durable.New(root, hook), key: key}
	m.old, m.damage = readIndex(root, key)
	if m.old != nil {
		m.damage = m.adopt()
	}
	if m.log == nil {
		m.old = nil
		m.log, m.name, err = createLog(root, LogName)
		m.size = headSize
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("itemcache: %w", err), root.Close())
	}
	if m.old != nil {
		m.used = make([]uint64, (m.old.count+63)/64)
	}
	return m, nil
}

// Scratch is a cache that knows nothing and leaves nothing behind: a log without a name in dir.
func Scratch(dir string) (*Cache, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("itemcache: %w", err)
	}
	m := &Cache{root: root, size: headSize}
	if m.log, m.name, err = createLog(root, tempLog); err == nil {
		err = root.Remove(tempLog)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("itemcache: %w", err), root.Close())
	}
	return m, nil
}

// adopt opens the log that the index belongs to and cuts off what it does not speak of.
func (m *Cache) adopt() error {
	info, err := m.root.Lstat(LogName)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s: %w", LogName, durable.ErrNotRegular)
	}
	f, err := m.root.OpenFile(LogName, os.O_RDWR|syscall.O_NONBLOCK, 0)
	if err != nil {
		return err
	}
	var head [headSize]byte
	if _, err = f.ReadAt(head[:], 0); err == nil && string(head[:]) != string(logHead(m.old.name)) {
		err = fmt.Errorf("%s is not the file that %s speaks of", LogName, IndexName)
	}
	if err == nil && info.Size() < m.old.size {
		err = fmt.Errorf("%s has %d bytes, %s says %d", LogName, info.Size(), IndexName, m.old.size)
	}
	if err == nil && info.Size() > m.old.size {
		err = f.Truncate(m.old.size)
	}
	if err != nil {
		return errors.Join(err, f.Close())
	}
	m.log, m.name, m.size = f, m.old.name, m.old.size
	return nil
}

// createLog begins a log under name, in the place of whatever is there.
func createLog(root *os.Root, name string) (f *os.File, id [16]byte, err error) {
	if err := root.RemoveAll(name); err != nil {
		return nil, id, err
	}
	if f, err = root.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, perm); err != nil {
		return nil, id, err
	}
	_, _ = rand.Read(id[:]) // it cannot fail
	if _, err := f.WriteAt(logHead(id), 0); err != nil {
		return nil, id, errors.Join(err, f.Close())
	}
	return f, id, nil
}

// Damage says why files that were there are not used; nil when there were none, or good ones, or
// ones for another key.
func (m *Cache) Damage() error { return m.damage }

// Len is how many strings were there when the cache was opened.
func (m *Cache) Len() int {
	if m.old == nil {
		return 0
	}
	return m.old.count
}

// Find is the string that an earlier build put under sum, and false when there is none, or not any
// more what was put. It is valid until the next call.
func (m *Cache) Find(sum Sum) ([]byte, Ref, bool) {
	i, ok := m.old.find(sum)
	if !ok {
		return nil, Ref{}, false
	}
	e := m.old.entry(i)
	b, err := m.read(e)
	if err != nil || checksum(sum, b) != e.crc {
		return nil, Ref{}, false
	}
	m.used[i/64] |= 1 << (i % 64)
	return b, e.ref(), true
}

// read reads through the window.
func (m *Cache) read(e entry) ([]byte, error) {
	from := e.offset - m.start
	if from < 0 || from+int64(e.length) > int64(len(m.window)) {
		n := min(max(int64(e.length), readAhead), m.old.size-e.offset)
		if int64(cap(m.window)) < n {
			m.window = make([]byte, n)
		}
		m.window = m.window[:n]
		m.start, from = e.offset, 0
		if _, err := m.log.ReadAt(m.window, e.offset); err != nil {
			m.window = m.window[:0]
			return nil, err
		}
	}
	return m.window[from : from+int64(e.length)], nil
}

// Put keeps b under sum for the builds to come, in the place of what was found there. With a nil
// sum it is kept for this build only.
func (m *Cache) Put(sum *Sum, b []byte) (Ref, error) {
	if len(b) > maxString {
		return Ref{}, fmt.Errorf("itemcache: a string of %d bytes", len(b))
	}
	if m.out == nil {
		m.out = bufio.NewWriterSize(&writerAt{m.log, m.size}, 256<<10)
	}
	e := entry{offset: m.size, length: uint32(len(b))}
	n, err := m.out.Write(b)
	m.size += int64(n)
	if err != nil {
		return Ref{}, fmt.Errorf("itemcache: %w", err)
	}
	if sum != nil {
		if i, ok := m.old.find(*sum); ok {
			m.used[i/64] &^= 1 << (i % 64)
		}
		e.sum, e.crc = *sum, checksum(*sum, b)
		m.fresh = append(m.fresh, e)
	}
	return e.ref(), nil
}

// Flush makes all that was put readable by ReadAt.
func (m *Cache) Flush() error {
	if m.out == nil {
		return nil
	}
	if err := m.out.Flush(); err != nil {
		return fmt.Errorf("itemcache: %w", err)
	}
	return nil
}

// ReadAt fills b from a place in the log. What was put since the last Flush may not be there yet.
func (m *Cache) ReadAt(b []byte, offset int64) error {
	if _, err := m.log.ReadAt(b, offset); err != nil {
		return fmt.Errorf("itemcache: %w", err)
	}
	return nil
}

// Close closes the files. Without a [Cache.Commit] before it the next build knows what this one
// knew.
func (m *Cache) Close() error { return errors.Join(m.log.Close(), m.root.Close()) }

// writerAt writes from an offset on, whatever reads are done meanwhile.
type writerAt struct {
	f  *os.File
	at int64
}

func (w *writerAt) Write(b []byte) (int, error) {
	n, err := w.f.WriteAt(b, w.at)
	w.at += int64(n)
	return n, err
}

// copyTo appends strings of the log to another one and gives their new places.
func (m *Cache) copyTo(f *os.File, list []entry) (size int64, err error) {
	out := bufio.NewWriterSize(&writerAt{f, headSize}, 256<<10)
	size = headSize
	for i := range list {
		e := &list[i]
		if _, err := io.Copy(out, io.NewSectionReader(m.log, e.offset,
			int64(e.length))); err != nil {
			return 0, err
		}
		e.offset = size
		size += int64(e.length)
	}
	return size, out.Flush()
}

// missing says whether an error means that there is no such file.
func missing(err error) bool { return errors.Is(err, fs.ErrNotExist) }
