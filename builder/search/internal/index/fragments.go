package index

import "fmt"

// Form is one of the texts that an index holds of each document, in their order in the file: the
// ready pieces of answers, and the description.
type Form int

// The forms.
const (
	JSONForm        Form = iota // item of the JSON list
	CardForm                    // item of the HTML list
	LineForm                    // item of the Markdown list
	DescriptionForm             // Doc.Description
	Forms                       // how many there are
)

// Size returns the length of the fragment, from its document's entry of the fragment table.
func (f Form) Size(entry []byte) uint32 { return LE.Uint32(entry[8+8*f:]) }

func (f Form) sum(entry []byte) uint32 { return LE.Uint32(entry[12+8*f:]) }

// Put stores the length and the checksum of a fragment in an entry.
func (f Form) Put(entry, data []byte) {
	LE.PutUint32(entry[8+8*f:], uint32(len(data)))
	LE.PutUint32(entry[12+8*f:], fragmentSum(data))
}

// Copy stores the length and the checksum of a fragment of another entry.
func (f Form) Copy(entry, from []byte) { copy(entry[8+8*f:16+8*f], from[8+8*f:16+8*f]) }

// fragmentSum returns the checksum of a fragment. It is the complement, so that an entry of zeros,
// which names nothing, does not match.
func fragmentSum(data []byte) uint32 { return ^Checksum(data) }

// Entry returns the document's entry of the fragment table; the document must exist.
func (f *File) Entry(doc uint32) []byte {
	return f.sections[FragmentTable][int(doc)*FragmentEntrySize:][:FragmentEntrySize]
}

// Fragment returns a fragment of a document, a slice of the file. It fails with ErrNoDocument, or
// with ErrCorrupt if the bytes do not match their checksum; in a verified file it compares only the
// checksum of zeros.
func (f *File) Fragment(doc uint32, form Form) ([]byte, error) {
	if uint64(doc) >= uint64(f.docs) {
		return nil, fmt.Errorf("document %d of %d: %w", doc, f.docs, ErrNoDocument)
	}
	entry := f.Entry(doc)
	start := LE.Uint64(entry)
	for before := range form {
		// An overflow ends out of bounds or at the wrong checksum.
		start += uint64(before.Size(entry))
	}
	data, ok := cut(f.sections[FragmentBytes], start, uint64(form.Size(entry)))
	sum := form.sum(entry)
	if !ok || (sum == 0 || !f.blocks.sound.Load()) && fragmentSum(data) != sum {
		err := corrupt("fragment of document %d", doc)
		f.blocks.fail(err) // for callers that can do without the text
		return nil, err
	}
	return data, nil
}
