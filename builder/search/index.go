package search

import (
	"sync"

	"cartaz/builder/search/internal/format"
	"cartaz/builder/search/internal/match"
	"cartaz/builder/search/pack"
	"cartaz/builder/search/text"
)

// FormatVersion is the version of the index that Writer writes, and the only one that Open reads.
const FormatVersion = format.Version

var (
	// ErrNotIndex means that the bytes are no search index at all.
	ErrNotIndex = format.ErrNotIndex
	// ErrVersion means that the index has a version which this program does not read.
	ErrVersion = format.ErrVersion
	// ErrCorrupt means that bytes of the index are missing or changed.
	ErrCorrupt = format.ErrCorrupt
	// ErrNoDocument means that a document number is not below Len.
	ErrNoDocument = format.ErrNoDocument
)

// Index answers queries over the bytes of an index, usually a mapping of its file. It is safe for
// concurrent use. The bytes must not change, and stay mapped, while the Index or a fragment is in
// use.
//
// Open looks at a few blocks only. What it did not look at is checked where it is used: damaged
// lists and dictionaries give wrong answers but no panic, and Err says so from then on; a damaged
// fragment is an error. Verify finds all damage.
type Index struct {
	Facets
	Fragments
	file    *format.File
	matcher *match.Index
	pool    sync.Pool // of *queryBuffers
}

// Open returns the Index in b. It refuses, in this order: what is no index (ErrNotIndex), another
// version (ErrVersion), and a header, footer or section table that is damaged or does not fit b
// (ErrCorrupt).
func Open(b []byte) (*Index, error) {
	file, err := format.Open(b)
	if err != nil {
		return nil, err
	}
	return &Index{Facets: Facets{file}, Fragments: Fragments{file}, file: file,
		matcher: match.NewIndex(file)}, nil
}

// Len is the number of documents; their numbers are 0 to Len()-1, in list order.
func (x *Index) Len() int { return x.file.Docs() }

// Languages are those that the index was built for: see Writer.Languages.
func (x *Index) Languages() text.Languages { return x.file.Rules().Languages() }

// Verify reads the whole index and reports the first damage as ErrCorrupt: a section that does not
// match its checksum, a fragment that does not match its own, or contents that break a rule of the
// format. An index that passes answers exactly; every change of a single byte is found here, if
// Open did not refuse it already.
func (x *Index) Verify() error { return x.file.Verify() }

// MarkVerified says that the caller has compared the whole file with a checksum of its own, as
// Verify does: later answers compare no blocks any more.
func (x *Index) MarkVerified() { x.file.MarkVerified() }

// Err returns the first damage that a call before found among the bytes that its answer rests on,
// and nil as long as there is none; it wraps ErrCorrupt. It stays: whoever takes an answer from the
// Index asks for Err after it, and uses the answer only when Err is nil.
func (x *Index) Err() error { return x.file.Err() }

// Form names one of the ready pieces of answers that an index holds of each document.
type Form = format.Form

// The forms.
const (
	JSONForm = format.JSONForm // item of the JSON list
	CardForm = format.CardForm // item of the HTML list
	LineForm = format.LineForm // item of the Markdown list
)

// Fragments are the texts that answers are joined from, by document and form.
type Fragments struct{ file *format.File }

// Fragment returns a fragment of a document, a slice of the index. It fails with ErrNoDocument, or
// with ErrCorrupt when the bytes do not match their checksum.
func (x Fragments) Fragment(form Form, doc uint32) ([]byte, error) {
	return x.file.Blob(doc, format.Blob(form))
}

// JSON returns the document's item of the JSON list, as Fragment does.
func (x Fragments) JSON(doc uint32) ([]byte, error) { return x.Fragment(JSONForm, doc) }

// Card returns the document's item of the HTML list, as Fragment does.
func (x Fragments) Card(doc uint32) ([]byte, error) { return x.Fragment(CardForm, doc) }

// Line returns the document's item of the Markdown list, as Fragment does.
func (x Fragments) Line(doc uint32) ([]byte, error) { return x.Fragment(LineForm, doc) }

// Description returns the text of Doc.Description as it was given, as Fragment does. No answer
// needs it: it saves a builder that writes the next index from working it out again.
func (x Fragments) Description(doc uint32) ([]byte, error) {
	return x.file.Blob(doc, format.Description)
}

// Packed returns a fragment for joining, packed for the Coding of its form. The bytes are a slice
// of the index. It fails as Fragment does.
func (x Fragments) Packed(form Form, doc uint32) (pack.Text, error) {
	return x.file.Packed(form,
		doc)
}

// Coding returns the coding of all fragments of a form. It is read and checked once, when it is
// first asked for. It fails with ErrCorrupt.
func (x Fragments) Coding(form Form) (*pack.Coding, error) { return x.file.Coding(form) }
