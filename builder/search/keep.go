package search

import (
	"bytes"
	"errors"
	"fmt"
	"math/bits"
)

// ErrNotKept means that Keep was asked for a document that the base does not have, or not behind the last one.
var ErrNotKept = errors.New("document cannot be kept")

// base is the earlier index that documents are kept from.
type base struct {
	x       *Index
	number  []uint32 // by document of the base: its new number + 1, 0 when it is not kept
	next    uint32   // the first that may be kept next
	entries []uint32 // by new number of the term: its entry in the base's dictionary + 1, 0 for none
}

// keptBit marks the fragment entry of a kept document; the other bits are its number in the base.
const keptBit = 1 << 63

// Base names an earlier index, from which Keep takes documents without reading their words again. It must have been
// written by this version of the package with the same synonyms, have been found sound by Verify, and stay open until
// WriteTo has returned. It comes before the first document.
func (w *Writer) Base(x *Index) {
	w.base = &base{x: x, number: make([]uint32, x.Len())}
}

// Keep appends document id of the base as it is there. Of d only City, State, StateName, Producer and ProducerSlug are
// looked at, which must be those that it was added with. Documents are kept in the order of the base: it fails with
// ErrNotKept for an id that is not above the last. The index that comes out is, byte for byte, the one that Add would
// have made.
func (w *Writer) Keep(id uint32, d Doc) error {
	if w.err != nil {
		return w.err
	}
	if err := w.keep(id, &d); err != nil {
		w.err = fmt.Errorf("index document %d: %w", w.docs, err)
		return w.err
	}
	return nil
}

func (w *Writer) keep(id uint32, d *Doc) error {
	b := w.base
	if b == nil || id < b.next || int(id) >= len(b.number) {
		return fmt.Errorf("%w: number %d", ErrNotKept, id)
	}
	if w.docs >= maxDocs {
		return fmt.Errorf("%w: more than %d documents", ErrTooMany, maxDocs)
	}
	if err := w.addFacets(d); err != nil {
		return err
	}
	entry, old := w.entries.add(), b.x.entry(id)
	le.PutUint64(entry, keptBit|uint64(id))
	for p := range blobs {
		if p < packed || p == description {
			p.copy(entry, old)
		}
	}
	// In the stream it has no words: they are in the lists of the base.
	if err := w.stream.add(&w.spool, nil, nil); err != nil {
		return err
	}
	w.docs++
	b.number[id] = uint32(w.docs)
	b.next = id + 1
	return nil
}

// copy notes a blob as another entry does.
func (p blob) copy(entry, from []byte) { copy(entry[8+8*p:16+8*p], from[8+8*p:16+8*p]) }

// kept says whether an entry is of a kept document, and which one that is.
func kept(entry []byte) (id uint32, ok bool) {
	at := le.Uint64(entry)
	return uint32(at &^ keptBit), at&keptBit != 0
}

// sampled says whether the documents of these stretches are those that the codings of the base were trained on.
func (b *base) sampled(first []int, docs int, entries *fragmentEntries) bool {
	old := stretches(b.x.docs, func(id int) []byte { return b.x.entry(uint32(id)) })
	if len(first) != len(old) {
		return false
	}
	for i := range first {
		n := min(sampleDocs, docs-first[i])
		if n != min(sampleDocs, b.x.docs-old[i]) {
			return false
		}
		for k := range n {
			if id, ok := kept(entries.of(first[i] + k)); !ok || int(id) != old[i]+k {
				return false
			}
		}
	}
	return true
}

// adopt numbers the terms that kept documents have, and counts them.
func (w *Writer) adopt() error {
	b := w.base
	if b == nil {
		return nil
	}
	b.entries = make([]uint32, w.terms.len())
	d := b.x.dict(termDict)
	var last []byte
	for i := range d.n {
		key := d.key(i)
		if bytes.Compare(key, last) <= 0 { // an empty one too
			return fmt.Errorf("words of the base: %w", ErrCorrupt)
		}
		last = key
		count := uint32(0)
		if err := b.each(&d, i, func(uint32) { count++ }); err != nil {
			return err
		}
		if count == 0 {
			continue
		}
		t, isNew, err := w.terms.number(key)
		if err != nil {
			return err
		}
		if isNew {
			b.entries = append(b.entries, 0)
		}
		w.terms.counts[t] += count
		b.entries[t] = uint32(i) + 1
	}
	return nil
}

// postings puts the postings of kept documents with a term at the beginning of list and returns how many there are.
func (b *base) postings(term uint32, list []uint32) (n int, err error) {
	if b.entries[term] == 0 {
		return 0, nil
	}
	d := b.x.dict(termDict)
	err = b.each(&d, int(b.entries[term]-1), func(posting uint32) {
		list[n] = posting
		n++
	})
	return n, err
}

// each calls f with the posting, by its new number, of every kept document in a list, in their order.
func (b *base) each(d *dict, entry int, f func(posting uint32)) error {
	list, ok := d.list(entry)
	if !ok {
		return fmt.Errorf("list of the base: %w", ErrCorrupt)
	}
	one := func(doc uint32, c uint32) {
		if int(doc) < len(b.number) && b.number[doc] != 0 {
			f((b.number[doc]-1)<<docShift | c)
		}
	}
	if !list.dense {
		for i := range list.count {
			p := list.posting(i)
			one(p>>docShift, p&(1<<docShift-1))
		}
		return nil
	}
	for i := range wordsFor(len(b.number)) {
		low, high := list.bits(i)
		for set := low | high; set != 0; set &= set - 1 {
			bit := bits.TrailingZeros64(set)
			one(uint32(i*64+bit), uint32(low>>bit&1|high>>bit&1<<1))
		}
	}
	return nil
}

// mergeRuns merges two sorted runs, p[:middle] and p[middle:], and returns what it copied one of them to, for the next
// time.
func mergeRuns(p []uint32, middle int, spare []uint32) []uint32 {
	if middle == 0 || middle == len(p) || p[middle-1] < p[middle] {
		return spare
	}
	spare = append(spare[:0], p[middle:]...)
	i, j := middle-1, len(spare)-1
	for k := len(p) - 1; j >= 0; k-- {
		if i >= 0 && p[i] > spare[j] {
			p[k] = p[i]
			i--
		} else {
			p[k] = spare[j]
			j--
		}
	}
	return spare
}
