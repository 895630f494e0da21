package ingest

import (
	"encoding/binary"

	"cartaz/builder/internal/cache"
	"cartaz/builder/internal/validate"
)

// checkedItem is what the check made of all records of an item. The item cache has it as
//
//	uvarint number of records, then for each record:
//	    uvarint number of findings, then of each: kind, reason, detail, slug, varint id
//	    flags: 1 not dropped, 2 the source wrote the slug so
//	    unless it is dropped: hash 16 bytes, uvarint length, the record in its binary form
type checkedItem []Checked

// NumRecords implements [upstream.Known].
func (item checkedItem) NumRecords() int { return len(item) }

// append appends the item. The offset of each ref is then that in b.
func (item checkedItem) append(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(len(item)))
	for i := range item {
		c := &item[i]
		b = binary.AppendUvarint(b, uint64(len(c.Findings)))
		for _, f := range c.Findings {
			b = validate.AppendTexts(b, f.Kind, f.Reason, f.Detail, f.Slug)
			b = binary.AppendVarint(b, f.ID)
		}
		b = append(b, validate.Flags(c.Record != nil, c.Key.Given))
		if c.Record == nil {
			continue
		}
		packed := validate.AppendRecord(nil, c.Record)
		b = append(b, c.Key.Hash[:]...)
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
			c.Findings = append(c.Findings, validate.Finding{Kind: r.Text(), Reason: r.Text(),
				Detail: r.Text(), Slug: r.Text(), ID: r.Int()})
		}
		set := r.Flags()
		if set&1 == 0 {
			continue
		}
		c.Key = validate.Key{Given: set&2 != 0}
		copy(c.Key.Hash[:], r.Bytes(len(c.Key.Hash)))
		length := r.Count()
		c.ref = cache.Ref{Offset: at.Offset + int64(len(b)-r.Rest()), Length: int32(length)}
		c.Record = r.Record()
		c.Key.ID, c.Key.Slug, c.Key.Updated = c.Record.ID, c.Record.Slug, c.Record.UpdatedAt.Unix()
	}
	return item, r.End()
}

// restate makes the records say of now, in Unix seconds, whether they have started or ended, and
// reports whether one of them said something else.
func (item checkedItem) restate(now int64) (changed bool) {
	for i := range item {
		c := &item[i]
		if c.Record == nil {
			continue
		}
		ended := !c.Record.Over.IsZero() && c.Record.Over.Unix() < now
		begins, ok := c.Record.Begins()
		started := ok && begins.Unix() < now && !ended
		if c.Record.IsEnded != ended || c.Record.IsStarted != started {
			c.Record.IsEnded, c.Record.IsStarted = ended, started
			c.Key.Hash, c.restated, changed = validate.Hash(c.Record), true, true
		}
	}
	return changed
}
