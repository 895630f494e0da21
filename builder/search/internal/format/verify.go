package format

import (
	"bytes"
	"fmt"
	"slices"

	"cartaz/builder/search/pack"
	"cartaz/builder/search/text"
)

// Verify reads the whole file and reports the first damage as ErrCorrupt: a section that does not
// match its checksum, a fragment that does not match its own, or contents that break a rule of the
// format. An index that passes answers exactly; every change of a single byte is found here, if
// Open did not refuse it already.
func (f *File) Verify() error {
	if err := (verifier{f}).verify(); err != nil {
		return fmt.Errorf("verify search index: %w", err)
	}
	return nil
}

// verifier goes through a file, section after section.
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
	if err := f.verifyDeletions(); err != nil {
		return err
	}
	return f.verifyDays()
}

func isZero(b []byte) bool {
	for _, c := range b {
		if c != 0 {
			return false
		}
	}
	return true
}

func (f verifier) verifyFragments() error {
	unpackers, err := f.unpackers()
	if err != nil {
		return err
	}
	next := uint64(0)
	var all [Blobs][]byte
	var unpacked []byte
	for doc := range uint32(f.docs) {
		entry := f.Entry(doc)
		if LE.Uint64(entry) != next {
			return corrupt("fragments of document %d are not behind those before", doc)
		}
		for b := range Blobs {
			next += uint64(b.Size(entry))
			if all[b], err = f.Blob(doc, b); err != nil {
				return err
			}
		}
		for form := range FormCount {
			fragment := all[form]
			unpacked, err = unpackers[form].Append(unpacked[:0], all[Packed+Blob(form)],
				len(fragment))
			if err != nil || !bytes.Equal(unpacked, fragment) {
				return corrupt("%s of document %d is not what is packed", form, doc)
			}
		}
	}
	if size := len(f.sections[FragmentBytes]); next != uint64(size) {
		return corrupt("%d bytes of fragments instead of %d", size, next)
	}
	return nil
}

func (f verifier) unpackers() (all [FormCount]*pack.Unpacker, err error) {
	section := f.sections[CodingBytes]
	size := uint64(CodingHead)
	for form := range FormCount {
		c, err := f.Coding(form)
		if err != nil {
			return all, err
		}
		all[form] = pack.NewUnpacker(c)
		size += uint64(LE.Uint32(section[4*form:]))
	}
	if size != uint64(len(section)) {
		return all, corrupt("%d bytes of codings instead of %d", len(section), size)
	}
	return all, nil
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
		case d.KeyStart(i) != TextKey(key):
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
			number := t.Word(row)
			if number >= terms.Len() {
				return corrupt("%s: word %d out of bounds", Spelling, row)
			}
			mask, letters := LetterMask(terms.Key(number))
			if mask != t.Mask(row) || letters != n {
				return corrupt("%s: word %d is another one", Spelling, row)
			}
			if row > start {
				before := t.Mask(row - 1)
				if before > mask || before == mask && number <= t.Word(row-1) {
					return corrupt("%s: word %d is out of order", Spelling, row)
				}
			}
		}
	}
	return nil
}

// verifyDeletions looks at every entry and counts those that there must be. It makes nothing that
// grows with the number of words: an edge verifies each release that goes live.
func (f verifier) verifyDeletions() error {
	terms := f.Dictionary(Terms)
	var buf [text.MaxToken]rune
	want := 0
	for number := f.firstWord; number < terms.Len(); number++ {
		if w := text.Runes(&buf, terms.Key(number)); len(w) >= minDeletion {
			all := DeletionHashes(w)
			slices.Sort(all[:])
			want += len(slices.Compact(all[:]))
		}
	}
	t := f.DeletionIndex()
	if t.n != want || t.lists != deletionListsFor(want) || LE.Uint32(t.starts) != 0 {
		return corrupt("%s: %d entries in %d lists instead of %d in %d",
			Deletions, t.n, t.lists, want, deletionListsFor(want))
	}
	seen := 0
	for at := range t.lists {
		list := t.at(at)
		seen += len(list) / DeletionEntry
		last := uint64(0) // hash and number + 1, which grow
		for ; len(list) > 0; list = list[DeletionEntry:] {
			number := int(LE.Uint32(list[4:]))
			if number < f.firstWord || number >= terms.Len() {
				return corrupt("%s: word %d out of bounds", Deletions, number)
			}
			w := text.Runes(&buf, terms.Key(number))
			mask, _ := LetterMask(terms.Key(number))
			if len(w) < minDeletion || mask != LE.Uint32(list) {
				return corrupt("%s: word %d is another one", Deletions, number)
			}
			next := uint64(0)
			for _, h := range DeletionHashes(w) {
				if key := uint64(h)<<32 + uint64(number) + 1; h.list(t.lists) == at && key > last &&
					(next == 0 || key < next) {
					next = key
				}
			}
			if next == 0 {
				return corrupt("%s: word %d in the wrong place", Deletions, number)
			}
			last = next
		}
	}
	if seen != t.n {
		return corrupt("%s: lists out of bounds", Deletions)
	}
	return nil
}
