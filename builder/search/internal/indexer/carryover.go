package indexer

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"cartaz/builder/search/internal/index"
)

// Most documents of an index were in the index before it. They are carried over: their data in the
// base, the earlier index, is copied, and their words are not cut again. The file is, byte for
// byte, the file that Add would have made.
//
// Say that the base has three documents, the second is gone, and a new one comes first:
//
//	base      0 Samba     1 Choro     2 Samba e choro        terms: choro 1 2, samba 0 2
//	calls     Add(Forró)  CarryOver(0)  CarryOver(2)
//	number    [0] = 1+1, [1] = 0, [2] = 2+1: document 0 becomes 1, and 2 stays 2
//
// The fragments and the description of a carried document are copied when the file is written. Its
// postings come from the lists of the base, renumbered: choro 1 2 → 2, samba 0 2 → 1 2. They are
// merged with the postings of the documents that were added (postingsInverter). So are the lists of
// marks and hours; the days are copied. The other facets are collected again, from the fields that
// the caller passes, because their labels depend on how many documents have each spelling.

// ErrNotCarried means that CarryOver was asked for a document that the base does not have, or that
// does not come after the last one.
var ErrNotCarried = errors.New("document cannot be carried over")

// base is the earlier index from which documents are carried over.
type base struct {
	file   *index.File
	number []uint32 // by document of the base: its new number + 1, or 0 if it is not carried
	next   uint32   // the first document that may be carried next
	// by new number of the term: its entry in the base's dictionary + 1, or 0
	entries []uint32
}

// carriedBit is set in the fragment entry of a carried document; the other bits are its number in
// the base.
const carriedBit = 1 << 63

// Base sets the earlier index. It must have been written with the same synonyms, have been compared
// with its checksum, and stay open until WriteTo has returned. Base must be called before the first
// document.
func (w *Writer) Base(file *index.File) {
	w.base = &base{file: file, number: make([]uint32, file.Docs())}
}

// CarryOver appends document id of the base unchanged. It reads only the fields of d with labels or
// spellings: Venue, City, State, StateName, Country, CountryNames, Topics, Producer, ProducerSlug
// and VenueKey, which must be the same as when it was added. Documents are carried in the order of
// the base: CarryOver fails with ErrNotCarried for an id that is not above the last.
func (w *Writer) CarryOver(id uint32, d Doc) error {
	return w.try(func() error { return w.carryOver(id, &d) })
}

// carryOver implements CarryOver, without the check of earlier errors.
func (w *Writer) carryOver(id uint32, d *Doc) error {
	b := w.base
	if b == nil || id < b.next || int(id) >= len(b.number) {
		return fmt.Errorf("%w: number %d", ErrNotCarried, id)
	}
	if w.addFacets(d); w.err != nil {
		return w.err
	}
	days := b.file.DaysTable()
	first, last := days.Of(id)
	w.first, w.last = append(w.first, first), append(w.last, last)
	entry, old := w.addEntry(), b.file.Entry(id)
	index.LE.PutUint64(entry, carriedBit|uint64(id))
	for form := range index.Forms {
		form.Copy(entry, old)
	}
	// In the stream it has no words: they are in the lists of the base.
	if err := w.stream.add(&w.spool, nil, nil, w.Block); err != nil {
		return err
	}
	w.docs++
	b.number[id] = uint32(w.docs)
	b.next = id + 1
	return nil
}

// countCarried numbers the terms that carried documents have, and counts these documents.
func (w *Writer) countCarried() error {
	b := w.base
	if b == nil {
		return nil
	}
	b.entries = make([]uint32, len(w.terms.ends))
	d := b.file.Dictionary(index.Terms)
	var last []byte
	for i := range d.Len() {
		key := d.Key(i)
		if bytes.Compare(key, last) <= 0 { // an empty one, too
			return fmt.Errorf("words of the base: %w", index.ErrCorrupt)
		}
		last = key
		count := uint32(0)
		if err := b.each(&d, i, func(uint32) { count++ }); err != nil {
			return err
		}
		if count == 0 {
			continue
		}
		t, isNew := w.terms.number(key)
		if isNew {
			b.entries = append(b.entries, 0)
		}
		w.terms.counts[t] += count
		b.entries[t] = uint32(i) + 1
	}
	return nil
}

// addCarried adds the postings of carried documents to a facet without labels.
func (b *base) addCarried(s index.Section, f facet) error {
	d := b.file.Dictionary(s)
	for i := range d.Len() {
		var postings []uint32
		err := b.each(&d, i, func(posting uint32) { postings = append(postings, posting) })
		if err != nil {
			return err
		}
		if len(postings) > 0 {
			v := f.value(d.Key(i))
			v.postings = append(v.postings, postings...)
			slices.Sort(v.postings)
		}
	}
	return nil
}

// postings puts the postings of carried documents with a term at the beginning of list and returns
// their number.
func (b *base) postings(term uint32, list []uint32) (n int, err error) {
	if b.entries[term] == 0 {
		return 0, nil
	}
	d := b.file.Dictionary(index.Terms)
	err = b.each(&d, int(b.entries[term]-1), func(posting uint32) {
		list[n] = posting
		n++
	})
	return n, err
}

// each calls f with the posting, by its new number, of every carried document in a list, in their
// order.
func (b *base) each(d *index.Dictionary, entry int, f func(posting uint32)) error {
	list, ok := d.Postings(entry)
	if !ok {
		return fmt.Errorf("list of the base: %w", index.ErrCorrupt)
	}
	list.Each(len(b.number), func(doc uint32, field index.Field) {
		if int(doc) < len(b.number) && b.number[doc] != 0 {
			f((b.number[doc]-1)<<index.DocShift | uint32(field))
		}
	})
	return nil
}
