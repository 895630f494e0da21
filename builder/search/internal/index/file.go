package index

import (
	"fmt"
	"hash/crc32"
)

// File reads the bytes of an index, as search.Index documents. It is safe for concurrent use.
type File struct {
	data      []byte
	sections  [SectionCount][]byte
	starts    [SectionCount]int // of each section in the file
	blocks    blocks
	docs      int
	languages uint32
	kinds     [Sound + 2]int // where derived terms of each kind begin, then words
}

// Open returns the File in b, or an error as search.Open does.
func Open(b []byte) (*File, error) {
	f, err := open(b)
	if err != nil {
		return nil, fmt.Errorf("open search index: %w", err)
	}
	return f, nil
}

// open checks the header, the footer and the table of sections, and cuts the file into its parts.
func open(b []byte) (*File, error) {
	if len(b) < len(magic) || string(b[:len(magic)]) != magic {
		return nil, ErrNotIndex
	}
	if len(b) < headerSize {
		return nil, corrupt("%d bytes", len(b))
	}
	if version := LE.Uint32(b[8:]); version != Version {
		return nil, fmt.Errorf("%w: %d", ErrVersion, version)
	}
	if len(b) < headerSize+footerSize {
		return nil, corrupt("%d bytes", len(b))
	}
	// The footer: its checksum covers the header, too.
	body := len(b) - footerSize
	footer := b[body:]
	if string(footer[footerSize-4:]) != endMagic {
		return nil, corrupt("no end mark")
	}
	sum := crc32.Update(Checksum(b[:headerSize]), Castagnoli, footer[:footerSize-8])
	if sum != LE.Uint32(footer[footerSize-8:]) {
		return nil, corrupt("header and footer do not match their checksum")
	}
	tail := footer[int(SectionCount)*sectionSize:]
	f := &File{data: b, docs: int(LE.Uint32(tail))}
	if size := LE.Uint64(tail[8:]); size != uint64(len(b)) {
		return nil, corrupt("%d bytes instead of %d", len(b), size)
	}
	f.languages = LE.Uint32(tail[4:])
	if f.docs > MaxDocs || LE.Uint32(b[12:]) != 0 {
		return nil, corrupt("header or footer out of bounds")
	}
	// The sections follow each other without a gap, from the header to the footer.
	at := headerSize
	for s := range SectionCount {
		entry := footer[int(s)*sectionSize:]
		start, size := LE.Uint64(entry), LE.Uint64(entry[8:])
		if start != uint64(at) || size > uint64(body-at) || LE.Uint32(entry[20:]) != 0 {
			return nil, corrupt("%s out of bounds", s)
		}
		end := at + int(size)
		f.sections[s], f.starts[s] = b[at:end:end], at
		if at = Align(end); at > body {
			return nil, corrupt("%s out of bounds", s)
		}
	}
	if at != body {
		return nil, corrupt("bytes between sections and footer")
	}
	if err := f.checkSizes(); err != nil {
		return nil, err
	}
	f.blocks.open(b[:f.starts[BlockSums]], f.sections[BlockSums])
	terms := f.Dictionary(Terms)
	for kind := range f.kinds {
		f.kinds[kind] = terms.LowerBound(f.kinds[max(kind-1, 0)], terms.Len(), []byte{byte(kind)})
	}
	return f, f.Err()
}

// checkSizes checks the sizes that later code relies on.
func (f *File) checkSizes() error {
	if len(f.sections[FragmentTable]) != f.docs*FragmentEntrySize {
		return corrupt("%d bytes of %s for %d documents", len(f.sections[FragmentTable]),
			FragmentTable, f.docs)
	}
	for s := Terms; s <= lastDictionary; s++ {
		if len(f.sections[s])%(KeySize+EntrySize) != 0 {
			return corrupt("%d bytes of %s", len(f.sections[s]), s)
		}
	}
	if n := len(f.sections[Spelling]) - spellingLengths*4; n < 0 || n%8 != 0 {
		return corrupt("%d bytes of %s", len(f.sections[Spelling]), Spelling)
	}
	if n := len(f.sections[Days]); n != f.docs*8 {
		return corrupt("%d bytes of %s for %d documents", n, Days, f.docs)
	}
	if n := len(f.sections[BlockSums]); n != 4*blocksOf(f.starts[BlockSums]) {
		return corrupt("%d bytes of %s", n, BlockSums)
	}
	return nil
}

// Docs returns the number of documents. They are numbered 0 to Docs()-1, in list order.
func (f *File) Docs() int { return f.docs }

// Languages returns the languages of the index, a bit each: see package lang.
func (f *File) Languages() uint32 { return f.languages }

// FirstWord returns the first entry of the dictionary of terms that is a word; derived terms come
// before it.
func (f *File) FirstWord() int { return f.kinds[Sound+1] }

// Derived returns the entries of the dictionary of terms with the derived terms of a kind: lo to
// hi-1.
func (f *File) Derived(kind byte) (lo, hi int) { return f.kinds[kind], f.kinds[kind+1] }

// cut returns n bytes of b from start, and false if b does not hold them. No other code slices by
// numbers that come from the file.
func cut(b []byte, start, n uint64) ([]byte, bool) {
	size := uint64(len(b))
	if start > size || n > size-start {
		return nil, false
	}
	return b[start : start+n : start+n], true
}
