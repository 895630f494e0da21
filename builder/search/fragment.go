package search

import (
	"fmt"
	"hash/crc32"

	"cartaz/builder/search/pack"
)

// Form names one of the ready pieces of answers that an index holds of each document.
type Form uint8

// The forms.
const (
	JSONForm Form = iota // item of the JSON list
	CardForm             // item of the HTML list
	LineForm             // item of the Markdown list
	formCount
)

var formNames = [formCount]string{"JSON", "card", "line"}

func (f Form) String() string { return formNames[f] }

// blob numbers what is stored of a document, in its order in the file: the fragments, their packed forms, the
// description.
type blob int

const (
	packed      = blob(formCount) // the first packed form
	description = 2 * blob(formCount)
	blobs       = description + 1
)

// The fields of an entry of the fragment table that belong to a blob.
func (p blob) size(entry []byte) uint32 { return le.Uint32(entry[8+8*p:]) }
func (p blob) sum(entry []byte) uint32  { return le.Uint32(entry[12+8*p:]) }

// put notes a blob. A packed form is noted behind its fragment.
func (p blob) put(entry, b []byte) {
	le.PutUint32(entry[8+8*p:], uint32(len(b)))
	le.PutUint32(entry[12+8*p:], blobSum(p, b, entry))
}

// blobSum is the checksum of a blob. That of a fragment is the CRC-32 of gzip, so that answers can be combined from it.
// That of a packed form covers what the table says of its fragment too, since both go into the same answer.
func blobSum(p blob, b, entry []byte) uint32 {
	switch {
	case p < packed:
		return crc32.ChecksumIEEE(b)
	case p < description:
		fragment := p - packed
		return crc32.Update(checksum(b), castagnoli, entry[8+8*fragment:16+8*fragment])
	}
	return checksum(b)
}

// Fragment returns a fragment of a document, a slice of the index. It fails with ErrNoDocument, or with ErrCorrupt when
// the bytes do not match their checksum.
func (x *Index) Fragment(f Form, id uint32) ([]byte, error) { return x.blob(id, blob(f)) }

// JSON returns the document's item of the JSON list, as Fragment does.
func (x *Index) JSON(id uint32) ([]byte, error) { return x.Fragment(JSONForm, id) }

// Card returns the document's item of the HTML list, as Fragment does.
func (x *Index) Card(id uint32) ([]byte, error) { return x.Fragment(CardForm, id) }

// Line returns the document's item of the Markdown list, as Fragment does.
func (x *Index) Line(id uint32) ([]byte, error) { return x.Fragment(LineForm, id) }

// Description returns the text of Doc.Description as it was given, as Fragment does. No answer needs it: it saves a builder
// that writes the next index from working it out again.
func (x *Index) Description(id uint32) ([]byte, error) { return x.blob(id, description) }

// Packed returns a fragment for joining, packed for the Coding of its form. The bytes are a slice of the index. It fails
// as Fragment does.
func (x *Index) Packed(f Form, id uint32) (pack.Text, error) {
	b, err := x.blob(id, packed+blob(f))
	if err != nil {
		return pack.Text{}, err
	}
	entry := x.entry(id)
	return pack.Text{Packed: b, Size: blob(f).size(entry), CRC: blob(f).sum(entry)}, nil
}

// Coding returns the coding of all fragments of a form. It is read and checked once, when it is first asked for. It
// fails with ErrCorrupt.
func (x *Index) Coding(f Form) (*pack.Coding, error) { return x.codings[f]() }

func (x *Index) openCoding(f Form) (*pack.Coding, error) {
	section := x.sections[codingBytes]
	start := uint64(codingHead)
	for i := range f {
		start += uint64(le.Uint32(section[4*i:]))
	}
	b, ok := cut(section, start, uint64(le.Uint32(section[4*f:])))
	if !ok || checksum(section) != x.sums[codingBytes] {
		return nil, corrupt("coding of %s", f)
	}
	c, err := pack.Open(b)
	if err != nil {
		return nil, fmt.Errorf("%w: coding of %s: %w", ErrCorrupt, f, err)
	}
	return c, nil
}

// entry is the document's entry of the fragment table; the document must exist.
func (x *Index) entry(id uint32) []byte {
	return x.sections[fragmentTable][int(id)*fragmentSize:][:fragmentSize]
}

func (x *Index) blob(id uint32, p blob) ([]byte, error) {
	if uint64(id) >= uint64(x.docs) {
		return nil, fmt.Errorf("document %d of %d: %w", id, x.docs, ErrNoDocument)
	}
	entry := x.entry(id)
	start := le.Uint64(entry)
	for i := range p {
		start += uint64(i.size(entry)) // an overflow ends out of bounds or at the wrong checksum
	}
	b, ok := cut(x.sections[fragmentBytes], start, uint64(p.size(entry)))
	if !ok || blobSum(p, b, entry) != p.sum(entry) {
		return nil, fmt.Errorf("fragment of document %d: %w", id, ErrCorrupt)
	}
	return b, nil
}

// cut returns n bytes of b from start, and false when it does not hold them. Nothing else slices by numbers that come
// from the file.
func cut(b []byte, start, n uint64) ([]byte, bool) {
	size := uint64(len(b))
	if start > size || n > size-start {
		return nil, false
	}
	return b[start : start+n : start+n], true
}
