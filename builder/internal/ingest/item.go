package ingest

import (
	"encoding/binary"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/cache"
	"cartaz/builder/internal/validate"
)

// checked is what the check made of one record of an item.
type checked struct {
	findings []validate.Finding // on disk without a position
	rec      *catalog.Record    // nil for a dropped record: nothing of what follows is there
	key      validate.Key
	ref      cache.Ref // where the record lies
	restated bool      // the record lies there as it was at an earlier time
}

// checkedItem is what the check made of all records of an item. The item cache has it as
//
//	uvarint number of records, then for each record:
//	    uvarint number of findings, then of each: kind, reason, detail, slug, varint id
//	    flags: 1 not dropped, 2 the source wrote the slug so
//	    unless it is dropped: hash 16 bytes, uvarint length, the record in its binary form
type checkedItem []checked

// NumRecords implements [upstream.Known].
func (item checkedItem) NumRecords() int { return len(item) }

// append appends the item. The offset of each ref is then that in b.
func (item checkedItem) append(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(len(item)))
	for i := range item {
		c := &item[i]
		b = binary.AppendUvarint(b, uint64(len(c.findings)))
		for _, f := range c.findings {
			b = validate.AppendTexts(b, f.Kind, f.Reason, f.Detail, f.Slug)
			b = binary.AppendVarint(b, f.ID)
		}
		b = append(b, validate.Flags(c.rec != nil, c.key.Given))
		if c.rec == nil {
			continue
		}
		packed := validate.AppendRecord(nil, c.rec)
		b = append(b, c.key.Hash[:]...)
		b = binary.AppendUvarint(b, uint64(len(packed)))
		c.ref = cache.Ref{Offset: int64(len(b)), Length: int32(len(packed))}
		b = append(b, packed...)
	}
	return b
}

// readItem reads what append wrote; at is where the bytes lie.
func readItem(b []byte, at cache.Ref) (checkedItem, error) {
	r := validate.NewDecoder(b)
	item := make(checkedItem, r.Count())
	for i := range item {
		c := &item[i]
		for range r.Count() {
			c.findings = append(c.findings, validate.Finding{Kind: r.Text(), Reason: r.Text(),
				Detail: r.Text(), Slug: r.Text(), ID: r.Int()})
		}
		set := r.Flags()
		if set&1 == 0 {
			continue
		}
		c.key = validate.Key{Given: set&2 != 0}
		copy(c.key.Hash[:], r.Bytes(len(c.key.Hash)))
		length := r.Count()
		c.ref = cache.Ref{Offset: at.Offset + int64(len(b)-r.Rest()), Length: int32(length)}
		c.rec = r.Record()
		c.key.ID, c.key.Slug, c.key.Updated = c.rec.ID, c.rec.Slug, c.rec.UpdatedAt.Unix()
	}
	return item, r.End()
}

// restate makes the records say of now, in Unix seconds, whether they have started or ended, and
// reports whether one of them said something else.
func (item checkedItem) restate(now int64) (changed bool) {
	for i := range item {
		c := &item[i]
		if c.rec == nil {
			continue
		}
		ended := !c.rec.Over.IsZero() && c.rec.Over.Unix() < now
		begins, ok := c.rec.Begins()
		started := ok && begins.Unix() < now && !ended
		if c.rec.IsEnded != ended || c.rec.IsStarted != started {
			c.rec.IsEnded, c.rec.IsStarted = ended, started
			c.key.Hash, c.restated, changed = validate.Hash(c.rec), true, true
		}
	}
	return changed
}
