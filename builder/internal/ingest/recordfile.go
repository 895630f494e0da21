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
// what events say. The records lie in the brand's cache, which keeps those of unchanged items, and
// the answers of its backend, for the next build.
type RecordFile struct {
	cache *cache.Log
	order []byte // the items of the catalogue in their order, see replay.go; nil without a memory
	kept  bool
	log   *slog.Logger
}

// OpenRecords opens the cache of the brand's output folder. Damage is told and no more: a build
// without memory reads everything again. That of a dry run leaves nothing behind.
func OpenRecords(o Options) (*RecordFile, error) {
	f := &RecordFile{log: o.Log}
	var err error
	if o.DryRun {
		f.cache, err = cache.Peek(o.Dir, o.Work)
	} else {
		f.cache, err = cache.Open(o.Dir, nil)
	}
	if err != nil {
		return nil, err
	}
	if err := f.cache.Damage(); err != nil {
		o.Log.Warn("no memory of the last build", "err", err)
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

// Keep makes what this build found and put durable for the next one. A second call does nothing.
//
// good says that the catalogue was read whole and that no guard holds it; then what it did not ask
// for is forgotten. A catalogue that has lost most of its events must not make the builder forget
// their details, nor the last good one.
func (f *RecordFile) Keep(good bool) {
	if f == nil || f.kept {
		return
	}
	f.kept = true
	var err error
	if good && f.order != nil {
		if b, _, ok := f.cache.Find(orderKey); !ok || !bytes.Equal(b, f.order) {
			_, err = f.cache.Put(&orderKey, f.order)
		}
	}
	if err == nil {
		err = f.cache.Commit(good)
	}
	if err != nil {
		f.log.Warn("this build is not remembered", "err", err)
	}
}

// Close closes the file.
func (f *RecordFile) Close() error { return f.cache.Close() }
