package cache

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"syscall"

	"cartaz/builder/internal/durable"
)

// Files of the cache in the brand's output folder.
const (
	LogFile   = "cache.log"
	IndexFile = "cache.idx"
	newFile   = "cache.new"
)

// former are the files of version 1, which go with the first commit.
var former = []string{"items.log", "items.idx", "answers.log", "answers.idx"}

const (
	headSize = 24
	perm     = 0o600
	// readAhead: strings are looked for in the order in which they were written, nearly always.
	readAhead = 256 << 10
)

// Key is the digest of the origin of a string.
type Key [16]byte

// Ref is the place of a string within one Log.
type Ref struct {
	Offset int64
	Length int32
}

// Log is an opened cache. Use by one goroutine, under the lock of the brand's folder; only ReadAt
// may be called by many at once.
type Log struct {
	root  *os.Root // nil for a log that leaves nothing behind
	hook  durable.Hook
	begun bool // the file is cache.new until Commit

	from *os.File // what the index names; nil for none
	file *os.File // what is put; the same as from where that is there and written
	id   [16]byte // of the file
	tail *tail    // nil until there is something to write
	err  error    // the first of Put: nothing new is kept then

	old    *index
	damage error
	state  []state // of the old entries
	fresh  []entry // in the order of Put; one without an offset stands for a dropped string

	window []byte // of from, from start on
	start  int64
}

// state is the part that an old entry played in this build.
type state byte

const (
	unseen state = iota
	used         // it was found
	gone         // it was replaced or dropped, or is damaged
)

// Open opens the cache of dir, which must be there. Files that cannot be used stay until
// [Log.Commit] replaces them; [Log.Damage] says why they cannot be used. hook may be nil; it sees
// every write.
func Open(dir string, hook durable.Hook) (*Log, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("cache: %w", err)
	}
	l := &Log{root: root, hook: hook}
	l.load(root)
	l.file = l.from
	return l, nil
}

// Peek opens the cache of dir, if there is one, for a build that must leave nothing behind and
// needs no lock: what is put lies in a file without a name, in the folder work.
func Peek(dir, work string) (*Log, error) {
	f, err := durable.Unnamed(work)
	if err != nil {
		return nil, fmt.Errorf("cache: %w", err)
	}
	l := &Log{file: f}
	root, err := os.OpenRoot(dir)
	if err == nil {
		l.load(root)
		err = root.Close()
	}
	if !errors.Is(err, fs.ErrNotExist) {
		l.damage = cmp.Or(l.damage, err)
	}
	return l, nil
}

// load opens what the last build kept.
func (l *Log) load(root *os.Root) {
	if l.old, l.damage = readIndex(root); l.old == nil {
		return
	}
	if l.damage = l.adopt(root); l.damage != nil {
		l.old = nil
		return
	}
	l.id, l.state = l.old.id, make([]state, l.old.count)
}

// adopt opens the log that the index names, which is cache.new when the last build died before that
// got its place. Afterwards the log is as long as the index says; bytes that it lost are zero.
func (l *Log) adopt(root *os.Root) error {
	f, err := l.openLog(root, LogFile)
	tidy := func() error { return root.RemoveAll(newFile) }
	if err != nil {
		var e error
		if f, e = l.openLog(root, newFile); e != nil {
			return err
		}
		tidy = func() error { return root.Rename(newFile, LogFile) }
	}
	if l.root != nil {
		if err := errors.Join(tidy(), f.Truncate(l.old.size)); err != nil {
			return errors.Join(err, f.Close())
		}
	}
	l.from = f
	return nil
}

func (l *Log) openLog(root *os.Root, name string) (*os.File, error) {
	info, err := root.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: %w", name, durable.ErrNotRegular)
	}
	mode := os.O_RDWR
	if l.root == nil {
		mode = os.O_RDONLY
	}
	f, err := root.OpenFile(name, mode|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	var head [headSize]byte
	if _, err := f.ReadAt(head[:], 0); err != nil || !bytes.Equal(head[:], logHead(l.old.id)) {
		err = fmt.Errorf("%s is not the file that %s names", name, IndexFile)
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// Damage says why files that were there are not used; nil when there were none, or good ones, or
// ones of another version.
func (l *Log) Damage() error { return l.damage }

// Len is how many strings were there when the cache was opened.
func (l *Log) Len() int { return len(l.state) }

// Find is the string that an earlier build put under key, and false when there is none, or not the
// one that was put. It is valid until the next call.
func (l *Log) Find(key Key) ([]byte, Ref, bool) {
	e, ok := l.lookup(key)
	if !ok {
		return nil, Ref{}, false
	}
	b, err := l.read(e.offset, int64(e.length))
	return b, e.ref(), err == nil
}

// Open gives the string that an earlier build put under key; nil for none, as of Find.
func (l *Log) Open(key Key) *io.SectionReader {
	e, ok := l.lookup(key)
	if !ok {
		return nil
	}
	return io.NewSectionReader(l.from, e.offset, int64(e.length))
}

// lookup finds an old string whose bytes are those that were put.
func (l *Log) lookup(key Key) (entry, bool) {
	i, ok := l.old.find(key)
	if !ok || l.state[i] == gone {
		return entry{}, false
	}
	e := l.old.entry(i)
	crc := crc32.Checksum(key[:], castagnoli)
	for done := int64(0); done < int64(e.length); {
		b, err := l.read(e.offset+done, min(int64(e.length)-done, readAhead))
		if err != nil {
			break
		}
		crc = crc32.Update(crc, castagnoli, b)
		done += int64(len(b))
	}
	if l.state[i] = used; crc != e.crc {
		l.state[i] = gone
	}
	return e, crc == e.crc
}

// read reads old bytes through the window. It reads ahead when they follow those of the last call.
func (l *Log) read(offset, n int64) ([]byte, error) {
	from := offset - l.start
	if from < 0 || from+n > int64(len(l.window)) {
		size := n
		if from >= 0 && from <= int64(len(l.window)) {
			size = min(max(n, readAhead), l.old.size-offset)
		}
		if int64(cap(l.window)) < size {
			l.window = make([]byte, size)
		}
		l.window = l.window[:size]
		l.start, from = offset, 0
		if _, err := l.from.ReadAt(l.window, offset); err != nil {
			l.window = l.window[:0]
			return nil, err
		}
	}
	return l.window[from : from+n], nil
}

// Put keeps b under key for the builds to come, in the place of what was found there. With a nil
// key it is kept for this build only.
func (l *Log) Put(key *Key, b []byte) (Ref, error) { return l.PutFrom(key, bytes.NewReader(b)) }

// PutFrom is Put of what a reader gives to its end, at most 2 GiB.
func (l *Log) PutFrom(key *Key, from io.Reader) (Ref, error) {
	e := entry{}
	if key != nil {
		e.key = *key
	}
	err := l.begin()
	if err == nil {
		err = l.tail.add(&e, from)
	}
	if err != nil {
		l.err = cmp.Or(l.err, err)
		return Ref{}, fmt.Errorf("cache: %w", err)
	}
	if key != nil {
		l.forget(*key)
		l.fresh = append(l.fresh, e)
	}
	return e.ref(), nil
}

// Drop forgets what is under key, whoever put it.
func (l *Log) Drop(key Key) {
	l.forget(key)
	l.fresh = append(l.fresh, entry{key: key})
}

// forget makes an old string count no more.
func (l *Log) forget(key Key) {
	if i, ok := l.old.find(key); ok {
		l.state[i] = gone
	}
}

// Flush makes all that was put readable by ReadAt.
func (l *Log) Flush() error {
	if l.tail == nil {
		return nil
	}
	if err := l.tail.out.Flush(); err != nil {
		return fmt.Errorf("cache: %w", err)
	}
	return nil
}

// ReadAt fills b from a place in the log. What was put since the last Flush may not be there yet.
func (l *Log) ReadAt(b []byte, offset int64) error {
	if _, err := l.file.ReadAt(b, offset); err != nil {
		return fmt.Errorf("cache: %w", err)
	}
	return nil
}

// Close closes the files. Without a [Log.Commit] before it the next build knows what this one knew.
func (l *Log) Close() (err error) {
	if l.begun {
		err = l.root.RemoveAll(newFile)
	}
	if l.from != nil && l.from != l.file {
		err = errors.Join(err, l.from.Close())
	}
	if l.file != nil {
		err = errors.Join(err, l.file.Close())
	}
	if l.root != nil {
		err = errors.Join(err, l.root.Close())
	}
	return err
}

// begin makes the log ready for strings behind those that count.
func (l *Log) begin() (err error) {
	if l.tail != nil {
		return nil
	}
	size := int64(headSize)
	if l.file == nil {
		l.file, l.id, err = l.create()
		l.begun = true
	} else if l.root != nil {
		size = l.old.size
	}
	if err == nil {
		l.tail = l.newTail(l.file, size)
	}
	return err
}

// create begins a log, in the place of whatever is there.
func (l *Log) create() (f *os.File, id [16]byte, err error) {
	_, _ = rand.Read(id[:]) // it cannot fail
	err = l.step(durable.OpCreate, func() error {
		if err := l.root.RemoveAll(newFile); err != nil {
			return err
		}
		if f, err = l.root.OpenFile(newFile, os.O_RDWR|os.O_CREATE|os.O_EXCL, perm); err != nil {
			return err
		}
		_, err := f.WriteAt(logHead(id), 0)
		return err
	})
	if err != nil && f != nil {
		err = errors.Join(err, f.Close())
	}
	return f, id, err
}

func (l *Log) step(op durable.Op, do func() error) error {
	if l.hook == nil {
		return do()
	}
	return l.hook(op, LogFile, do)
}

// tail is the end of a log, where strings are written.
type tail struct {
	out  *bufio.Writer
	size int64  // of the log, with what out still holds
	crc  uint32 // of the string that is being written
}

func (l *Log) newTail(f *os.File, size int64) *tail {
	out := writerFunc(func(b []byte) (n int, err error) {
		err = l.step(durable.OpWrite, func() error {
			n, err = f.WriteAt(b, size) // whatever is read meanwhile
			return err
		})
		size += int64(n)
		return n, err
	})
	return &tail{out: bufio.NewWriterSize(out, 256<<10), size: size}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

// Write implements [io.Writer].
func (t *tail) Write(b []byte) (int, error) {
	t.size += int64(len(b))
	t.crc = crc32.Update(t.crc, castagnoli, b)
	return t.out.Write(b)
}

// errTooLong is the error of a string whose length an entry cannot say.
var errTooLong = fmt.Errorf("a string of more than %d bytes", maxString)

// add writes a string to its end, and completes its entry.
func (t *tail) add(e *entry, from io.Reader) error {
	e.offset = t.size
	t.crc = crc32.Checksum(e.key[:], castagnoli)
	if _, err := io.Copy(t, from); err != nil {
		return err
	}
	if t.size-e.offset > maxString {
		return errTooLong
	}
	e.length, e.crc = uint32(t.size-e.offset), t.crc
	return nil
}
