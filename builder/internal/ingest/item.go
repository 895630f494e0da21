package ingest

import (
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/cache"
	"cartaz/builder/internal/validate"
)

// checkedItem is what the check made of all records of an item, as the cache keeps it.
type checkedItem struct {
	source  string // of the item; "" of a brand with one source
	records []Checked
}

// NumRecords implements [upstream.Known].
func (item *checkedItem) NumRecords() int { return len(item.records) }

// code writes the item or reads it. The refs of its records count from its first byte then.
func (item *checkedItem) code(c *validate.Codec) {
	c.Texts(&item.source)
	for i := range validate.List(c, &item.records) {
		checked := &item.records[i]
		for j := range validate.List(c, &checked.Findings) {
			f := &checked.Findings[j]
			c.Texts(&f.Kind, &f.Reason, &f.Detail, &f.Slug)
			c.Int(&f.ID)
		}
		key, rec := &checked.Key, checked.Record
		kept, hash := rec != nil, string(key.Hash[:])
		if c.Flags(&kept, &key.Given); !kept {
			continue
		}
		c.Texts(&hash)
		copy(key.Hash[:], hash)
		if rec == nil {
			rec = &catalog.Record{}
		}
		start := c.At
		c.Record(rec)
		checked.Record = rec
		checked.ref = cache.Ref{Offset: int64(start), Length: int32(c.At - start)}
		key.ID, key.Slug, key.Updated = rec.ID, rec.Slug, rec.UpdatedAt.Unix()
	}
}

// lies says where the item lies.
func (item *checkedItem) lies(at cache.Ref) {
	for i := range item.records {
		item.records[i].ref.Offset += at.Offset
	}
}

// restate makes the records say of now, in Unix seconds, whether they have started or ended and
// whether their calls are open, and reports whether one of them said something else.
func (item *checkedItem) restate(now int64) (changed bool) {
	for i := range item.records {
		rec := item.records[i].Record
		if rec == nil {
			continue
		}
		ended := !rec.Over.IsZero() && rec.Over.Unix() < now
		begins, ok := rec.Begins()
		started := ok && begins.Unix() < now && !ended
		open := rec.Call.OpenAt(time.Unix(now, 0))
		called := rec.Call != nil && rec.Call.IsOpen != open
		if called {
			rec.Call.IsOpen = open
		}
		if rec.IsEnded != ended || rec.IsStarted != started || called {
			rec.IsEnded, rec.IsStarted, changed = ended, started, true
			item.records[i].Key.Hash = validate.Hash(rec)
		}
	}
	return changed
}
