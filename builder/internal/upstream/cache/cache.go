package cache

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"

	"cartaz/builder/internal/durable"
	"cartaz/builder/internal/upstream/fetch"
)

// Name is the file in the brand's output folder.
const Name = "answers.cache"

// tempName is the file while it is written. There is one builder at a time, and
// the next one removes it with all other temporary names.
const tempName = durable.TempPrefix + Name

var _ fetch.Cache = (*Cache)(nil)

// Cache is the opened file. Use by one goroutine, under the lock of the brand's
// folder.
type Cache struct {
	root   *os.Root
	fs     durable.FS
	old    *reader // nil when there is nothing to read
	damage error
	peek   bool // write nothing

	wanted []uint64 // a bit for each old entry that was asked for
	gone   []uint64 // a bit for each that was replaced, dropped or found rotten

	file  *writer // nil until there is something to write
	fresh map[fetch.CacheKey]entry
	err   error // the first of writing: nothing is kept then
}

// Open reads the file in dir, a brand's output folder, which must be there. A
// file that cannot be used is none: [Cache.Damage] tells. hook may be nil.
func Open(dir string, hook durable.Hook) (*Cache, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("answers: %w", err)
	}
	c := &Cache{root: root, fs: durable.New(root, hook), fresh: map[fetch.CacheKey]entry{}}
	c.old, c.damage = openFile(root)
	if c.old != nil {
		c.wanted = make([]uint64, (c.old.count+63)/64)
		c.gone = make([]uint64, (c.old.count+63)/64)
	}
	return c, nil
}

// Peek is Open for a pull that must leave nothing behind, as a dry run: what is
// put is lost, and the lock is not needed.
func Peek(dir string) (*Cache, error) {
	c, err := Open(dir, nil)
	if err == nil {
		c.peek = true
	}
	return c, err
}

// Damage says why the file that was there is not used; nil when there was none,
// or a good one.
func (c *Cache) Damage() error { return c.damage }

// Len is how many answers the file held when it was opened.
func (c *Cache) Len() int {
	if c.old == nil {
		return 0
	}
	return c.old.count
}

// Get implements [fetch.Cache]: only what earlier pulls put is found.
func (c *Cache) Get(key fetch.CacheKey) *fetch.Kept {
	if c.old == nil {
		return nil
	}
	i, e := c.old.find(key)
	if i < 0 || has(c.gone, i) {
		return nil
	}
	kept, err := c.old.kept(e)
	if err != nil {
		set(c.gone, i)
		return nil
	}
	set(c.wanted, i)
	return kept
}

// Put implements [fetch.Cache]. Its errors are told by [Cache.Commit].
func (c *Cache) Put(key fetch.CacheKey, meta []byte, body io.Reader) {
	if len(meta) > maxMeta || c.peek {
		return
	}
	if c.old != nil {
		if i, _ := c.old.find(key); i >= 0 {
			set(c.gone, i)
		}
	}
	if c.err == nil && c.file == nil {
		c.file, c.err = create(c.fs)
	}
	if c.err != nil {
		return
	}
	e, err := c.file.add(io.MultiReader(bytes.NewReader(meta), body))
	if err != nil {
		c.err = err
		return
	}
	e.key, e.metaSize = key, uint32(len(meta))
	e.bodySize -= int64(len(meta))
	c.fresh[key] = e
}

// Drop implements [fetch.Cache].
func (c *Cache) Drop(key fetch.CacheKey) {
	delete(c.fresh, key)
	if c.old != nil {
		if i, _ := c.old.find(key); i >= 0 {
			set(c.gone, i)
		}
	}
}

// Commit makes what was put durable. whole says that the pull was: what it did
// not ask for is then given up, else it is kept, so that a pull that broke off
// goes on where it was. A file that would say the same is not written. After an
// error the old file is there as it was.
func (c *Cache) Commit(whole bool) error {
	if c.peek {
		return nil
	}
	if c.err != nil {
		return fmt.Errorf("answers: %w", c.err)
	}
	keep := c.keep(whole)
	if len(c.fresh) == 0 && c.damage == nil && len(keep) == c.Len() {
		return nil
	}
	if c.file == nil {
		if c.file, c.err = create(c.fs); c.err != nil {
			return fmt.Errorf("answers: %w", c.err)
		}
	}
	entries := slices.Collect(maps.Values(c.fresh))
	for _, i := range keep {
		e, err := c.old.at(i)
		if err != nil {
			continue // unreadable: asked for again
		}
		moved, err := c.file.add(c.old.whole(e))
		if err != nil {
			return fmt.Errorf("answers: %w", err)
		}
		if moved.sum != e.sum {
			continue // rotten: asked for again
		}
		e.offset = moved.offset
		entries = append(entries, e)
	}
	slices.SortFunc(entries, func(a, b entry) int { return compare(a.key, b.key) })
	if err := c.file.finish(entries); err != nil {
		return fmt.Errorf("answers: %w", err)
	}
	c.file = nil
	return nil
}

// keep gives the old entries that stay, in the order of the index.
func (c *Cache) keep(whole bool) (list []int) {
	for i := range c.Len() {
		if !has(c.gone, i) && (!whole || has(c.wanted, i)) {
			list = append(list, i)
		}
	}
	return list
}

// Close gives everything back and removes what was not committed.
func (c *Cache) Close() error {
	var errs []error
	if c.file != nil {
		errs = append(errs, c.file.abort())
	}
	if c.old != nil {
		errs = append(errs, c.old.file.Close())
	}
	return errors.Join(append(errs, c.root.Close())...)
}

func has(bits []uint64, i int) bool { return bits[i/64]>>(i%64)&1 == 1 }
func set(bits []uint64, i int)      { bits[i/64] |= 1 << (i % 64) }

// writer is the new file.
type writer struct {
	file *durable.File
	buf  []byte
	at   int64
	sum  uint32
}

// create begins a file. What an interrupted build left in its place goes.
func create(d durable.FS) (*writer, error) {
	if err := d.Remove(tempName); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	f, err := d.Create(tempName, 0o600)
	if err != nil {
		return nil, err
	}
	w := &writer{file: f, buf: make([]byte, 0, 64<<10)}
	return w, w.write(header())
}

// write appends through the buffer.
func (w *writer) write(b []byte) error {
	w.at += int64(len(b))
	w.sum = crc32.Update(w.sum, castagnoli, b)
	if len(w.buf)+len(b) <= cap(w.buf) {
		w.buf = append(w.buf, b...)
		return nil
	}
	if err := w.flush(); err != nil {
		return err
	}
	if len(b) >= cap(w.buf) {
		_, err := w.file.Write(b)
		return err
	}
	w.buf = append(w.buf, b...)
	return nil
}

func (w *writer) flush() error {
	if len(w.buf) == 0 {
		return nil
	}
	_, err := w.file.Write(w.buf)
	w.buf = w.buf[:0]
	return err
}

// add appends an entry; its body size counts the meta too.
func (w *writer) add(from io.Reader) (entry, error) {
	e := entry{offset: w.at}
	w.sum = 0
	_, err := io.Copy(writeFunc(w.write), from)
	e.bodySize, e.sum = w.at-e.offset, w.sum
	return e, err
}

type writeFunc func([]byte) error

func (f writeFunc) Write(b []byte) (int, error) {
	if err := f(b); err != nil {
		return 0, err
	}
	return len(b), nil
}

// finish writes index and footer and gives the file its name.
func (w *writer) finish(entries []entry) error {
	at := w.at
	w.sum = 0
	for _, e := range entries {
		if err := w.write(e.encode()); err != nil {
			return err
		}
	}
	err := w.write(footer(at, len(entries), w.sum))
	return cmp.Or(err, w.flush(), w.file.Commit(Name))
}

func (w *writer) abort() error { return w.file.Abort() }
