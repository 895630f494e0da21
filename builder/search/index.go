package search

import (
	"fmt"
	"strings"
	"sync"

	"cartaz/builder/search/internal/index"
	"cartaz/builder/search/internal/query"
	"cartaz/builder/search/lang"
)

// FormatVersion is the version of the index that Writer writes, and the only one that Open reads.
const FormatVersion = index.Version

var (
	// ErrNotIndex means that the bytes are not a search index.
	ErrNotIndex = index.ErrNotIndex
	// ErrVersion means that this program does not read the version of the index.
	ErrVersion = index.ErrVersion
	// ErrCorrupt means that bytes of the index are missing or changed.
	ErrCorrupt = index.ErrCorrupt
)

// Index answers queries over the bytes of an index, usually a mapping of its file. It is safe for
// concurrent use. The bytes must not change, and stay mapped, while the Index or a fragment is in
// use.
//
// Open checks a few blocks only. The others are checked where they are used: damaged lists and
// dictionaries give wrong answers but no panic, and Err says so from then on; a damaged fragment is
// an error.
type Index struct {
	Facets
	query *query.Index
	pool  sync.Pool // of *queryBuffers

	currency func() string
}

// Open returns the Index in b. It refuses, in this order: bytes that are not an index
// (ErrNotIndex), another version (ErrVersion), and a header, footer or section table that is
// damaged or does not fit b (ErrCorrupt).
func Open(b []byte) (*Index, error) {
	file, err := index.Open(b)
	if err != nil {
		return nil, err
	}
	languages := lang.Set(file.Languages())
	if languages&^lang.All != 0 {
		return nil, fmt.Errorf("open search index: %w: unknown languages %b", ErrCorrupt, languages)
	}
	x := &Index{Facets: Facets{file},
		query: &query.Index{File: file, Analyzer: languages.Analyzer()}}
	x.currency = sync.OnceValue(x.usualCurrency)
	return x, nil
}

// Len returns the number of documents; their numbers are 0 to Len()-1, in list order.
func (x *Index) Len() int { return x.file.Docs() }

// Currency returns the currency of most prices, the only one in which prices are compared, or "" if
// no price is known.
func (x *Index) Currency() string { return x.currency() }

// usualCurrency returns the currency that most marks of prices have.
func (x *Index) usualCurrency() (usual string) {
	counts := map[string]int{}
	d := x.file.Dictionary(index.Marks)
	for i := range d.Len() {
		if currency := index.PriceCurrency(d.Key(i)); currency != "" {
			if counts[currency] += d.Count(i); counts[currency] > counts[usual] {
				usual = currency
			}
		}
	}
	return strings.ToUpper(usual)
}

// Days returns the first and the last day of a document, or 0 for one without a date.
func (x *Index) Days(doc uint32) (first, last Day) {
	days := x.file.DaysTable()
	if a, z := days.Of(doc); a != index.NoFirstDay {
		return Day(a), Day(z)
	}
	return 0, 0
}

// Next returns the first day from a day on with a session of a document, or 0; ok is false if its
// sessions are not known.
func (x *Index) Next(doc uint32, from Day) (day Day, ok bool) {
	marks := x.file.Dictionary(index.Marks)
	i, ok := marks.Find([]byte(index.SessionsMark))
	if !ok {
		return 0, false
	}
	if list, _ := marks.Postings(i); !list.Has(doc) {
		return 0, false
	}
	_, last := x.Days(doc)
	key := index.AppendSessionKey(nil, uint32(from), 0)
	for i := marks.LowerBound(0, marks.Len(), key); i < marks.Len(); i++ {
		day, _, ok := index.Session(marks.Key(i))
		if !ok || Day(day) > last {
			break
		}
		if list, _ := marks.Postings(i); list.Has(doc) {
			return Day(day), true
		}
	}
	return 0, true
}

// MarkVerified records that the caller has compared the whole file with a checksum of its own:
// later answers no longer compare blocks.
func (x *Index) MarkVerified() { x.file.MarkVerified() }

// CheckAgain records that the file may have changed: later answers compare every block again.
func (x *Index) CheckAgain() { x.file.CheckAgain() }

// Err returns the first damage that an earlier call found among the bytes that its answer depends
// on, or nil; it wraps ErrCorrupt. The error stays: callers call Err after they take an answer from
// the Index, and use the answer only if Err returns nil.
func (x *Index) Err() error { return x.file.Err() }

// Form is one of the texts that an index holds of each document.
type Form = index.Form

// The forms: ready pieces of answers, and Doc.Description as it was given. No answer needs the
// description: it saves a builder that writes the next index from computing it again.
const (
	JSONForm        = index.JSONForm // item of the JSON list
	CardForm        = index.CardForm // item of the HTML list
	LineForm        = index.LineForm // item of the Markdown list
	DescriptionForm = index.DescriptionForm
)

// Fragment returns a text of a document, a slice of the index. It fails for a number that is not
// below Len, and with ErrCorrupt if the bytes do not match their checksum.
func (x *Index) Fragment(form Form, doc uint32) ([]byte, error) {
	return x.file.Fragment(doc, form)
}

// JSON returns the Fragment of JSONForm.
func (x *Index) JSON(doc uint32) ([]byte, error) { return x.Fragment(JSONForm, doc) }
