package ingest

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/cache"
	"cartaz/builder/internal/validate"
)

// RecordFile keeps checked records on disk between the passes, so that memory does not grow with
// the texts of events. The records are in the brand's cache, which keeps the records of unchanged
// items, and the answers of its backend, for the next build.
type RecordFile struct {
	cache   *cache.Log
	program string // that keeps the order, or ""
	order   []byte // keys of the items of the catalogue, for [Replay]
	kept    bool
	// ids of records that their source did not want to be public when last read, for [Replay]
	withheld map[int64]bool
	buf      []byte
	log      *slog.Logger
}

// OpenRecords opens the cache of the brand's output folder. Damage is only reported: a build
// without memory reads everything again. In a dry run the file leaves nothing behind.
func OpenRecords(o Options) (*RecordFile, error) {
	f := &RecordFile{log: o.Log, program: o.Program}
	var err error
	if o.DryRun {
		f.program = ""
		f.cache, err = cache.Peek(o.Dir, o.Work)
	} else {
		f.cache, err = cache.Open(o.Dir)
	}
	if err != nil {
		return nil, err
	}
	f.cache.Tight = o.Tight
	if err := f.cache.Damage(); err != nil {
		o.Log.Warn("no memory of the last build", "err", err)
	}
	return f, nil
}

// orderKey returns the key of the order that a program keeps: another program reads items
// differently.
func orderKey(program string) cache.Key {
	sum := sha256.Sum256([]byte("order of items\x00" + program))
	return cache.Key(sum[:16])
}

// withhold notes the ids of records that the source does not want to be public: a build that a
// guard holds withdraws them, too. It replaces the list of an earlier build.
func (f *RecordFile) withhold(ids map[int64]bool) error {
	if f.program == "" {
		return nil
	}
	c, list := validate.Codec{}, slices.Sorted(maps.Keys(ids))
	codeIDs(&c, &list)
	key := withheldKey(f.program)
	if b, _, ok := f.cache.Find(key); ok && bytes.Equal(b, c.Bytes) {
		return nil
	}
	_, err := f.cache.Put(&key, c.Bytes)
	return err
}

// recallWithheld reads the ids that withhold noted.
func (f *RecordFile) recallWithheld() {
	var list []int64
	if b, _, ok := f.cache.Find(withheldKey(f.program)); ok {
		codeIDs(validate.NewReader(b), &list)
	}
	f.withheld = map[int64]bool{}
	for _, id := range list {
		f.withheld[id] = true
	}
}

func codeIDs(c *validate.Codec, ids *[]int64) {
	for i := range validate.List(c, ids) {
		c.Int(&(*ids)[i])
	}
}

// withheldKey returns the key of the ids that a program withholds.
func withheldKey(program string) cache.Key { return orderKey("withheld\x00" + program) }

// find returns the source and the records of the item with a key; ok is false if it is missing, or
// not as it was written.
func (f *RecordFile) find(key cache.Key) (source string, records []validate.Checked, ok bool) {
	b, ref, ok := f.cache.Find(key)
	if !ok {
		return "", nil, false
	}
	c := validate.NewReader(b)
	c.Texts(&source)
	c.Checked(&records)
	locate(records, ref)
	return source, records, c.End() == nil
}

// put puts the source and the records of an item on disk. key is nil for an item of unknown bytes:
// the digest of its records replaces it.
func (f *RecordFile) put(key *cache.Key, source string, records []validate.Checked) error {
	c := validate.Codec{Bytes: f.buf[:0]}
	c.Texts(&source)
	c.Checked(&records)
	f.buf = c.Bytes
	if key == nil && f.program != "" {
		sum := sha256.Sum256(c.Bytes)
		key = (*cache.Key)(sum[:16])
	}
	f.inOrder(key)
	ref, err := f.cache.Put(key, c.Bytes)
	locate(records, ref)
	return err
}

// inOrder notes the next item of the catalogue.
func (f *RecordFile) inOrder(key *cache.Key) {
	if f.program != "" {
		f.order = append(f.order, key[:]...)
	}
}

// Put appends a record that only this build needs.
func (f *RecordFile) Put(rec *catalog.Record) (cache.Ref, error) {
	ref, err := f.cache.Put(nil, validate.AppendRecord(nil, rec))
	if err != nil {
		return ref, fmt.Errorf("record %d on disk: %w", rec.ID, err)
	}
	return ref, nil
}

// Get reads a record back. Several goroutines may call it at the same time.
func (f *RecordFile) Get(ref cache.Ref) (*catalog.Record, error) {
	b := make([]byte, ref.Length)
	err := f.cache.ReadAt(b, ref.Offset)
	var rec *catalog.Record
	if err == nil {
		rec, err = validate.ReadRecord(b)
	}
	if err != nil {
		return nil, fmt.Errorf("record on disk: %w", err)
	}
	return rec, nil
}

// Keep ends what this build puts for the next one. A second call does nothing.
//
// good means that the catalogue was read whole and that no guard holds it; then data that was not
// used may be forgotten. A catalogue that has lost most of its events must not make the builder
// forget their details, nor the last good catalogue.
func (f *RecordFile) Keep(good bool) {
	if f == nil || f.kept {
		return
	}
	f.kept = true
	var err error
	if good && f.program != "" {
		key := orderKey(f.program)
		if b, _, ok := f.cache.Find(key); !ok || !bytes.Equal(b, f.order) {
			_, err = f.cache.Put(&key, f.order)
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

// locate turns the places of records in an item into places in the file. The item is at ref.
func locate(records []validate.Checked, ref cache.Ref) {
	for i := range records {
		records[i].Ref.Offset += ref.Offset
	}
}

// restate updates records to whether they have started or ended by now, and reports whether one of
// them changed.
func restate(records []validate.Checked, now time.Time) (changed bool) {
	for i := range records {
		checked := &records[i]
		if checked.Record != nil && validate.Restate(checked.Record, now) {
			checked.Key.Hash = validate.Hash(checked.Record)
			changed = true
		}
	}
	return changed
}
