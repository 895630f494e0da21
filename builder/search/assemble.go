package search

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"slices"
)

// WriteTo writes the index to out, from its first byte to its last, and returns how many bytes went out. It can be
// called once; the spool is free afterwards. Fragments are packed by up to 8 goroutines, which end before it returns.
func (w *Writer) WriteTo(out io.Writer) (int64, error) {
	if w.err != nil {
		return 0, w.err
	}
	w.err = ErrWritten
	a := assembly{Writer: w, out: sink{w: bufio.NewWriterSize(out, 1<<16)}}
	err := a.write()
	if err == nil {
		err = a.out.flush()
	}
	if err != nil {
		return a.out.size, fmt.Errorf("write search index: %w", err)
	}
	return a.out.size, nil
}

// assembly is what is known while the file is written: sections in file order, the table that names them last.
type assembly struct {
	*Writer
	out   sink
	table [sectionCount]struct {
		start, size uint64
		sum         uint32
	}
	codings []byte
	order   []uint32 // terms in the order of their texts
	dicts   [sectionCount]dictBuilder
	texts   []byte
	list    []byte   // the one that is being written
	stored  []record // unions of prefixes, in the order they were written
}

func (a *assembly) write() error {
	if err := a.adopt(); err != nil {
		return err
	}
	a.terms.close()
	a.order = make([]uint32, a.terms.len())
	for i := range a.order {
		a.order[i] = uint32(i)
	}
	slices.SortFunc(a.order, func(x, y uint32) int { return bytes.Compare(a.terms.text(x), a.terms.text(y)) })

	header := append(make([]byte, 0, headerSize), magic...)
	header = le.AppendUint32(header, FormatVersion)
	header = le.AppendUint32(header, 0)
	a.out.write(header)
	for s := range sectionCount {
		a.table[s].start = uint64(a.out.size)
		a.out.sum = 0
		if err := a.section(s); err != nil {
			return fmt.Errorf("%s: %w", s, err)
		}
		a.table[s].size = uint64(a.out.size) - a.table[s].start
		a.table[s].sum = a.out.sum
		a.out.pad()
	}
	a.out.write(a.footer(header))
	return nil
}

// firstWord is the number of the first term that is no mark.
func (a *assembly) firstWord() int {
	n, _ := slices.BinarySearchFunc(a.order, firstWord, func(t uint32, first byte) int { return cmp.Compare(a.terms.text(t)[0], first) })
	return n
}

func (a *assembly) section(s section) error {
	switch s {
	case fragmentBytes:
		return a.fragmentBytes()
	case fragmentTable:
		for _, b := range a.entries.blocks {
			a.out.write(b)
		}
		a.entries = fragmentEntries{} // the lists need the memory
	case codingBytes:
		a.out.write(a.codings)
	case listBytes:
		return a.lists()
	case textBytes:
		a.out.write(a.texts)
	case corrections:
		a.out.write(a.corrections())
	case halves:
		a.out.write(halvesTable(a.firstWord(), len(a.order), func(rank int) []byte { return a.terms.text(a.order[rank]) }))
	default:
		a.out.write(a.dicts[s].keys)
		a.out.write(a.dicts[s].records)
		a.dicts[s] = dictBuilder{}
	}
	return nil
}

// lists writes the lists of all terms, in the order of the terms, each prefix union after the last of its terms, then
// those of the facets; and it fills the dictionaries that point at them.
func (a *assembly) lists() error {
	size := 0
	for number := range a.order {
		size += len(a.terms.text(uint32(number)))
	}
	a.texts = make([]byte, 0, size)
	a.dicts[termDict].reserve(len(a.order))
	u := newUnions(a)
	batches := batcher{Writer: a.Writer, order: a.order}
	for rank, t := range a.order {
		text := len(a.texts)
		a.texts = append(a.texts, a.terms.text(t)...)
		u.open(rank, text)
		list, err := batches.list(rank)
		if err != nil {
			return err
		}
		if err := a.addList(termDict, text, len(a.texts)-text, 0, list); err != nil {
			return err
		}
		if err := u.add(rank, list); err != nil {
			return err
		}
	}
	a.sortPrefixes()
	return a.facetLists()
}

func (a *assembly) facetLists() error {
	for _, f := range []struct {
		section section
		facet   *facet
	}{{cityDict, &a.cities}, {stateDict, &a.states}, {organizationDict, &a.organizations}} {
		for _, v := range f.facet.sorted() {
			text, label := len(a.texts), v.label()
			a.texts = append(append(a.texts, v.key...), label...)
			if err := a.addList(f.section, text, len(v.key), len(label), v.postings); err != nil {
				return fmt.Errorf("%s %q: %w", f.facet.field, v.key, err)
			}
		}
	}
	return nil
}

// addList writes one list and adds the dictionary entry that points at it.
func (a *assembly) addList(s section, text, keyLen, labelLen int, postings []uint32) error {
	at, err := a.encode(postings)
	if err != nil {
		return err
	}
	a.dicts[s].add(a.texts, record{text: text, keyLen: keyLen, labelLen: labelLen, count: len(postings), list: at})
	if len(a.texts) > math.MaxUint32 {
		return fmt.Errorf("%w: over %d bytes of words", ErrTooMany, uint32(math.MaxUint32))
	}
	return nil
}

// encode writes the postings as single numbers or as bits and returns where, in units of the alignment.
func (a *assembly) encode(postings []uint32) (int, error) {
	at := (uint64(a.out.size) - a.table[listBytes].start) / alignment
	if at > math.MaxUint32 {
		return 0, fmt.Errorf("%w: over %d bytes of lists", ErrTooMany, uint64(math.MaxUint32)*alignment)
	}
	if !isDense(len(postings), a.docs) {
		b := a.list[:0]
		for _, p := range postings {
			b = le.AppendUint32(b, p)
		}
		if len(postings)%2 > 0 {
			b = le.AppendUint32(b, 0)
		}
		a.list = b
		a.out.write(b)
		return int(at), nil
	}
	a.list = sized(a.list, listSize(len(postings), a.docs))
	b := a.list
	clear(b)
	for _, p := range postings {
		doc, c := p>>docShift, p&(1<<docShift-1)
		b[doc/64*16+doc%64/8] |= byte(c&1) << (doc % 8)
		b[doc/64*16+8+doc%64/8] |= byte(c>>1) << (doc % 8)
	}
	a.out.write(b)
	return int(at), nil
}

// footer is the section table and what seals the file.
func (a *assembly) footer(header []byte) []byte {
	b := make([]byte, 0, footerSize(sectionCount))
	for _, s := range a.table {
		b = le.AppendUint64(b, s.start)
		b = le.AppendUint64(b, s.size)
		b = le.AppendUint32(b, s.sum)
		b = le.AppendUint32(b, 0)
	}
	b = le.AppendUint32(b, uint32(a.docs))
	b = le.AppendUint32(b, 0)
	b = le.AppendUint64(b, uint64(a.out.size)+uint64(footerSize(sectionCount)))
	b = le.AppendUint32(b, crc32.Update(checksum(header), castagnoli, b))
	return append(b, endMagic...)
}

// record is one entry of a dictionary.
type record struct {
	text, keyLen, labelLen int // the key in the texts; a label follows it
	count                  int // documents
	list                   int // where they are
}

// dictBuilder collects a dictionary as it will be on disk.
type dictBuilder struct{ keys, records []byte }

// reserve makes room for n entries.
func (d *dictBuilder) reserve(n int) {
	d.keys, d.records = make([]byte, 0, n*keySize), make([]byte, 0, n*recordSize)
}

func (d *dictBuilder) add(texts []byte, r record) {
	d.keys = le.AppendUint64(d.keys, textKey(texts[r.text:r.text+r.keyLen]))
	b := le.AppendUint32(d.records, uint32(r.text))
	b = le.AppendUint16(b, uint16(r.keyLen))
	b = le.AppendUint16(b, uint16(r.labelLen))
	b = le.AppendUint32(b, uint32(r.count))
	d.records = le.AppendUint32(b, uint32(r.list))
}

// sink counts and sums what is written and keeps the first error.
type sink struct {
	w    *bufio.Writer
	size int64
	sum  uint32
	err  error
}

func (s *sink) Write(b []byte) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.w.Write(b)
	s.size += int64(n)
	s.sum = crc32.Update(s.sum, castagnoli, b[:n])
	s.err = err
	return n, err
}

// write is Write for those who look at the error at the end.
func (s *sink) write(b []byte) { _, _ = s.Write(b) }

func (s *sink) pad() {
	var zero [alignment]byte
	s.write(zero[:align(int(s.size))-int(s.size)])
}

func (s *sink) flush() error {
	if s.err != nil {
		return s.err
	}
	return s.w.Flush()
}
