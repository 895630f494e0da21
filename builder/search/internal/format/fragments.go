package format

import (
	"fmt"
	"hash/crc32"

	"cartaz/builder/search/pack"
)

// Form names one of the ready pieces of answers that an index holds of each document.
type Form uint8

// The forms.
const (
	JSONForm  Form = iota // item of the JSON list
	CardForm              // item of the HTML list
	LineForm              // item of the Markdown list
	FormCount             // how many there are
)

var formNames = [FormCount]string{"JSON", "card", "line"}

func (f Form) String() string { return formNames[f] }

// Blob numbers what is stored of a document, in its order in the file: the fragments, which are
// numbered as their forms, the packed forms of them, the description.
type Blob int

// The blobs.
const (
	Packed      = Blob(FormCount) // the first packed form
	Description = 2 * Blob(FormCount)
	Blobs       = Description + 1 // how many there are
)

// IsPacked reports whether the blob is a packed form, which the writer makes.
func (b Blob) IsPacked() bool { return Packed <= b && b < Description }

// Size is the length of a blob by its document's entry of the fragment table.
func (b Blob) Size(entry []byte) uint32 { return LE.Uint32(entry[8+8*b:]) }

func (b Blob) sum(entry []byte) uint32 { return LE.Uint32(entry[12+8*b:]) }

// Put notes length and checksum of a blob. A packed form must be noted after its fragment.
func (b Blob) Put(entry, data []byte) {
	LE.PutUint32(entry[8+8*b:], uint32(len(data)))
	LE.PutUint32(entry[12+8*b:], b.sumOf(data, entry))
}

// Copy notes a blob as another entry does.
func (b Blob) Copy(entry, from []byte) { copy(entry[8+8*b:16+8*b], from[8+8*b:16+8*b]) }

// FragmentSum is the checksum of a fragment as an entry notes it.
func FragmentSum(f Form, entry []byte) uint32 { return Blob(f).sum(entry) }

// sumOf is the checksum of a blob. That of a fragment is the CRC-32 of gzip, so that answers can be
// combined from it. That of a packed form covers what the table says of its fragment too, since
// both go into the same answer.
func (b Blob) sumOf(data, entry []byte) uint32 {
	switch {
	case b < Packed:
		return crc32.ChecksumIEEE(data)
	case b < Description:
		fragment := b - Packed
		return crc32.Update(Checksum(data), Castagnoli, entry[8+8*fragment:16+8*fragment])
	}
	return Checksum(data)
}

// Entry is the document's entry of the fragment table; the document must exist.
func (f *File) Entry(doc uint32) []byte {
	return f.sections[FragmentTable][int(doc)*FragmentEntrySize:][:FragmentEntrySize]
}

// Blob returns a blob of a document, a slice of the file. It fails with ErrNoDocument, or with
// ErrCorrupt when the bytes do not match their checksum.
func (f *File) Blob(doc uint32, b Blob) ([]byte, error) {
	if uint64(doc) >= uint64(f.docs) {
		return nil, fmt.Errorf("document %d of %d: %w", doc, f.docs, ErrNoDocument)
	}
	entry := f.Entry(doc)
	start := LE.Uint64(entry)
	for before := range b {
		// An overflow ends out of bounds or at the wrong checksum.
		start += uint64(before.Size(entry))
	}
	data, ok := cut(f.sections[FragmentBytes], start, uint64(b.Size(entry)))
	if !ok || b.sumOf(data, entry) != b.sum(entry) {
		return nil, fmt.Errorf("fragment of document %d: %w", doc, ErrCorrupt)
	}
	return data, nil
}

// Packed returns a fragment for joining, packed for the Coding of its form. It fails as Blob does.
func (f *File) Packed(form Form, doc uint32) (pack.Text, error) {
	b, err := f.Blob(doc, Packed+Blob(form))
	if err != nil {
		return pack.Text{}, err
	}
	entry, fragment := f.Entry(doc), Blob(form)
	return pack.Text{Packed: b, Size: fragment.Size(entry), CRC: fragment.sum(entry)}, nil
}

// Coding returns the coding of all fragments of a form. It is read and checked once, when it is
// first asked for. It fails with ErrCorrupt.
func (f *File) Coding(form Form) (*pack.Coding, error) { return f.codings[form]() }

// Codings are all codings as they are on disk.
func (f *File) Codings() []byte { return f.sections[CodingBytes] }

func (f *File) openCoding(form Form) (*pack.Coding, error) {
	section := f.sections[CodingBytes]
	start := uint64(CodingHead)
	for before := range form {
		start += uint64(LE.Uint32(section[4*before:]))
	}
	b, ok := cut(section, start, uint64(LE.Uint32(section[4*form:])))
	if !ok || Checksum(section) != f.sums[CodingBytes] {
		return nil, corrupt("coding of %s", form)
	}
	c, err := pack.Open(b)
	if err != nil {
		return nil, fmt.Errorf("%w: coding of %s: %w", ErrCorrupt, form, err)
	}
	return c, nil
}
