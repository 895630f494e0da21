package index

import "fmt"

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
// numbered as their forms, and the description.
type Blob int

// The blobs.
const (
	Description = Blob(FormCount)
	Blobs       = Description + 1 // how many there are
)

// Size is the length of a blob by its document's entry of the fragment table.
func (b Blob) Size(entry []byte) uint32 { return LE.Uint32(entry[8+8*b:]) }

func (b Blob) sum(entry []byte) uint32 { return LE.Uint32(entry[12+8*b:]) }

// Put notes length and checksum of a blob.
func (b Blob) Put(entry, data []byte) {
	LE.PutUint32(entry[8+8*b:], uint32(len(data)))
	LE.PutUint32(entry[12+8*b:], blobSum(data))
}

// Copy notes a blob as another entry does.
func (b Blob) Copy(entry, from []byte) { copy(entry[8+8*b:16+8*b], from[8+8*b:16+8*b]) }

// blobSum is the checksum of a blob. It is the complement, so that an entry of zeros, which names
// nothing, does not match.
func blobSum(data []byte) uint32 { return ^Checksum(data) }

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
	if !ok || blobSum(data) != b.sum(entry) {
		return nil, fmt.Errorf("fragment of document %d: %w", doc, ErrCorrupt)
	}
	return data, nil
}
