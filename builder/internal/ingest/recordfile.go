package ingest

import (
	"bytes"
	"fmt"
	"log/slog"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/cache"
	"cartaz/builder/internal/validate"
)

// RecordFile keeps checked records on disk between the passes, so that memory does not grow with
// what events say. The records lie in the brand's item cache, which keeps those of unchanged items
// for the next build.
type RecordFile struct {
	cache *cache.Log
	order []byte // the items of the catalogue in their order, see replay.go; nil without a memory
	log   *slog.Logger
}

// OpenRecords opens the item cache of a folder. What it knows is good for one key: a digest of all
// that a check depends on besides the item. A nil key opens an empty file that leaves nothing
// behind.
func OpenRecords(dir string, key *cache.Key, log *slog.Logger) (*RecordFile, error) {
	f := &RecordFile{log: log}
	var err error
	if key == nil {
		f.cache, err = cache.Scratch(dir)
		return f, err
	}
	if f.cache, err = cache.Open(dir, *key, nil); err != nil {
		return nil, err
	}
	if err := f.cache.Damage(); err != nil {
		log.Warn("no memory of unchanged items", "err", err)
	}
	return f, nil
}

// Put appends a record that this build alone needs.
func (f *RecordFile) Put(rec *catalog.Record) (cache.Ref, error) {
	ref, err := f.cache.Put(nil, validate.AppendRecord(nil, rec))
	if err != nil {
		return ref, fmt.Errorf("record %d on disk: %w", rec.ID, err)
	}
	return ref, nil
}

// Get reads a record back. Many goroutines may call it at once. What was put since the last Flush
// may not be there yet.
func (f *RecordFile) Get(ref cache.Ref) (*catalog.Record, error) {
	b := make([]byte, ref.Length)
	if err := f.cache.ReadAt(b, ref.Offset); err != nil {
		return nil, fmt.Errorf("record on disk: %w", err)
	}
	rec, err := validate.ReadRecord(b)
	if err != nil {
		return nil, fmt.Errorf("record on disk: %w", err)
	}
	return rec, nil
}

// Flush makes all that was put readable.
func (f *RecordFile) Flush() error { return f.cache.Flush() }

// Keep makes what was found and put all that the next build knows. It is for a catalogue that was
// read whole, and that no guard holds.
func (f *RecordFile) Keep() {
	if f.order == nil {
		return
	}
	b, _, ok := f.cache.Find(orderKey)
	var err error
	if !ok || !bytes.Equal(b, f.order) {
		_, err = f.cache.Put(&orderKey, f.order)
	}
	if err == nil {
		err = f.cache.Commit(true)
	}
	if err != nil {
		f.log.Warn("items are not remembered", "err", err)
	}
}

// Close closes the file.
func (f *RecordFile) Close() error { return f.cache.Close() }
