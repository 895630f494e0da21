package indexer

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"

	"cartaz/builder/search/internal/index"
	"cartaz/builder/text"
)

// WriteTo writes the index to out, from its first byte to its last, and returns the number of bytes
// written. It can be called once; the spool is free afterwards.
func (w *Writer) WriteTo(out io.Writer) (int64, error) {
	if w.err != nil {
		return 0, w.err
	}
	w.err = ErrWritten
	a := indexAssembler{Writer: w, out: &fileWriter{w: bufio.NewWriterSize(out, 1<<16)}}
	err := a.write()
	if err == nil {
		err = a.out.flush()
	}
	if err != nil {
		return a.out.size, fmt.Errorf("write search index: %w", err)
	}
	return a.out.size, nil
}

// indexAssembler is the state while the file is written: sections in file order, and last the table
// that names them.
type indexAssembler struct {
	*Writer
	out      *fileWriter
	table    [index.SectionCount]index.Placed
	order    []uint32 // terms in the order of their texts
	dicts    [index.SectionCount]dictionaryBuilder
	texts    []byte
	encoded  []byte        // the list that is being written
	prefixes []index.Entry // with their joined lists, in the order these were written
}

// write writes the file: the header, the sections in their order, the footer.
func (a *indexAssembler) write() error {
	if err := a.countCarried(); err != nil {
		return err
	}
	a.terms.numbers = nil // no further term comes
	a.order = make([]uint32, len(a.terms.ends))
	for i := range a.order {
		a.order[i] = uint32(i)
	}
	slices.SortFunc(a.order,
		func(x, y uint32) int { return bytes.Compare(a.terms.text(x), a.terms.text(y)) })

	a.out.write(index.Header())
	for s := range index.SectionCount {
		a.table[s].Start = uint64(a.out.size)
		a.out.sum = 0
		if err := a.section(s); err != nil {
			return fmt.Errorf("%s: %w", s, err)
		}
		a.table[s].Size = uint64(a.out.size) - a.table[s].Start
		a.table[s].Sum = a.out.sum
		a.out.pad()
	}
	a.out.write(index.Footer(&a.table, a.docs, a.analyzer.Languages, uint64(a.out.size)))
	return nil
}

// firstWord returns the rank of the first term that is a word.
func (a *indexAssembler) firstWord() int {
	n, _ := slices.BinarySearchFunc(a.order, index.FirstWordByte,
		func(t uint32, first byte) int { return cmp.Compare(a.terms.text(t)[0], first) })
	return n
}

// text returns the term of a rank.
func (a *indexAssembler) text(rank int) []byte { return a.terms.text(a.order[rank]) }

// section writes the content of one section.
func (a *indexAssembler) section(s index.Section) error {
	switch s {
	case index.FragmentBytes:
		return a.fragmentBytes()
	case index.FragmentTable:
		a.out.write(a.fragments)
		a.fragments = nil // the lists need the memory
	case index.ListBytes:
		return a.lists()
	case index.TextBytes:
		a.out.write(a.texts)
	case index.Spelling:
		a.out.write(index.AppendSpelling(nil, a.firstWord(), len(a.order), a.text))
	case index.Days:
		a.out.write(index.AppendDays(nil, a.first, a.last))
	case index.BlockSums:
		a.out.write(a.out.blockSums())
	default:
		a.out.write(a.dicts[s].keys)
		a.out.write(a.dicts[s].entries)
		a.dicts[s] = dictionaryBuilder{}
	}
	return nil
}

// lists writes the lists of all terms, in the order of the terms, each prefix's joined list after
// the last of its terms, then the lists of the parts of compounds and of the facets; and it fills
// the dictionaries that point at them.
func (a *indexAssembler) lists() error {
	size := 0
	for number := range a.order {
		size += len(a.terms.text(uint32(number)))
	}
	a.texts = make([]byte, 0, size)
	terms := &a.dicts[index.Terms]
	terms.keys = make([]byte, 0, len(a.order)*index.KeySize)
	terms.entries = make([]byte, 0, len(a.order)*index.EntrySize)
	p, compounds := newPrefixJoiner(a), newCompoundJoiner(a)
	inverter := postingsInverter{Writer: a.Writer, order: a.order}
	for rank, t := range a.order {
		start, term := len(a.texts), a.terms.text(t)
		if rank+1 == len(a.order) || !bytes.HasPrefix(a.text(rank+1), term) {
			a.texts = append(a.texts, term...)
		} // else the bytes of the next one will be there
		p.open(rank, start)
		postings, err := inverter.postings(rank)
		if err != nil {
			return err
		}
		a.addList(index.Terms, term, index.Entry{Text: start, KeyLen: len(term)}, postings)
		p.add(rank, postings)
		compounds.add(rank, postings)
	}
	compounds.write()
	a.sortPrefixes()
	return a.facetLists()
}

// facetLists writes the lists of all facets, with those of carried documents for marks and hours.
func (a *indexAssembler) facetLists() error {
	for s := index.Cities; s <= index.Hours; s++ {
		f := a.facets[s]
		if a.base != nil && (s == index.Marks || s == index.Hours) {
			if err := a.base.addCarried(s, f); err != nil {
				return err
			}
		}
		for key, term := range text.InOrder(f) {
			start, label := len(a.texts), term.label()
			a.texts = append(append(a.texts, key...), label...)
			a.addList(s, []byte(key),
				index.Entry{Text: start, KeyLen: len(key), LabelLen: len(label)}, term.postings)
		}
	}
	return nil
}

// addList writes one list and adds the dictionary entry that points at it.
func (a *indexAssembler) addList(s index.Section, key []byte, e index.Entry, postings []uint32) {
	e.Count, e.List = len(postings), a.encode(postings)
	a.dicts[s].add(key, e)
	if len(a.texts) > math.MaxUint32 {
		a.out.err = fmt.Errorf("%w: over %d bytes of words", ErrTooMany, uint32(math.MaxUint32))
	}
}

// encode writes the postings and returns their place, in units of Alignment.
func (a *indexAssembler) encode(postings []uint32) int {
	at := (uint64(a.out.size) - a.table[index.ListBytes].Start) / index.Alignment
	if at > math.MaxUint32 {
		a.out.err = fmt.Errorf("%w: over %d bytes of lists", ErrTooMany,
			uint64(math.MaxUint32)*index.Alignment)
	}
	a.encoded = index.Append(a.encoded[:0], postings, a.docs)
	a.out.write(a.encoded)
	return int(at)
}

// dictionaryBuilder collects a dictionary in the form on disk.
type dictionaryBuilder struct{ keys, entries []byte }

func (d *dictionaryBuilder) add(key []byte, e index.Entry) {
	d.keys = index.LE.AppendUint64(d.keys, index.TextKey(key))
	d.entries = e.Append(d.entries)
}
