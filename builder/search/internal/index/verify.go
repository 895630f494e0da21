package index

import (
	"bytes"
	"fmt"
)

// Verify reads the whole file and returns the first damage, as search.Index.Verify documents.
func (f *File) Verify() error {
	if err := (verifier{f}).verify(); err != nil {
		return fmt.Errorf("verify search index: %w", err)
	}
	return nil
}

// verifier checks a file, section after section.
type verifier struct{ *File }

func (f verifier) verify() error {
	at := headerSize
	for s := range SectionCount {
		b := f.sections[s]
		if Checksum(b) != f.sums[s] {
			return corrupt("%s do not match their checksum", s)
		}
		end := at + len(b)
		if !isZero(f.data[end:Align(end)]) {
			return corrupt("padding after %s", s)
		}
		at = Align(end)
	}
	if err := f.blocks.verify(); err != nil {
		return err
	}
	if err := f.verifyFragments(); err != nil {
		return err
	}
	for s := Terms; s <= lastDictionary; s++ {
		if err := f.verifyDictionary(s); err != nil {
			return err
		}
	}
	if err := f.verifySpelling(); err != nil {
		return err
	}
	return f.verifyDays()
}

func isZero(b []byte) bool { return len(bytes.TrimLeft(b, "\x00")) == 0 }

func (f verifier) verifyFragments() error {
	next := uint64(0)
	for doc := range uint32(f.docs) {
		entry := f.Entry(doc)
		if LE.Uint64(entry) != next {
			return corrupt("fragments of document %d are not behind those before", doc)
		}
		for form := range Forms {
			next += uint64(form.Size(entry))
			data, err := f.Fragment(doc, form)
			if err != nil {
				return err
			}
			if fragmentSum(data) != form.sum(entry) {
				return corrupt("fragment of document %d", doc)
			}
		}
	}
	if size := len(f.sections[FragmentBytes]); next != uint64(size) {
		return corrupt("%d bytes of fragments instead of %d", size, next)
	}
	return nil
}

func (f verifier) verifyDictionary(s Section) error {
	d := f.Dictionary(s)
	var last []byte
	for i := range d.n {
		key := d.Key(i)
		switch {
		case len(key) == 0:
			return corrupt("%s: entry %d has no text", s, i)
		case i > 0 && bytes.Compare(last, key) >= 0:
			return corrupt("%s: entry %d is out of order", s, i)
		case d.start(i) != TextKey(key):
			return corrupt("%s: entry %d has another key than its text", s, i)
		case len(d.Label(i)) != d.entry(i).LabelLen:
			return corrupt("%s: label of entry %d out of bounds", s, i)
		}
		postings, ok := d.Postings(i)
		if !ok {
			return corrupt("%s: list of entry %d out of bounds", s, i)
		}
		if !postings.valid(f.docs) {
			return corrupt("%s: list of entry %d", s, i)
		}
		last = key
	}
	return nil
}

func (f verifier) verifySpelling() error {
	t, terms := f.SpellingTable(), f.Dictionary(Terms)
	size := len(t.masks) / 4
	end := 0
	for n := range spellingLengths {
		start := end
		if n+1 < spellingLengths {
			end = int(LE.Uint32(t.lengths[n*4+4:]))
		} else {
			end = size
		}
		if int(LE.Uint32(t.lengths[n*4:])) != start || end < start || end > size {
			return corrupt("%s: words of %d letters out of bounds", Spelling, n)
		}
		for row := start; row < end; row++ {
			number := int(t.word(row))
			if number >= terms.Len() {
				return corrupt("%s: word %d out of bounds", Spelling, row)
			}
			mask, letters := LetterMask(terms.Key(number))
			if mask != t.mask(row) || letters != n {
				return corrupt("%s: word %d is another one", Spelling, row)
			}
			if row > start {
				before := t.mask(row - 1)
				if before > mask || before == mask && number <= int(t.word(row-1)) {
					return corrupt("%s: word %d is out of order", Spelling, row)
				}
			}
		}
	}
	return nil
}
