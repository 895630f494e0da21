package search

import (
	"iter"

	"cartaz/builder/search/analysis"
	"cartaz/builder/search/internal/index"
	"cartaz/builder/text"
)

// Facets are the values that documents are filtered by, with their keys and the labels that people
// read.
type Facets struct{ file *index.File }

// Facet is one of them.
type Facet = index.Section

// The facets that have labels. The key of a city is its folded name, of an organiser the slug, of a
// country the ISO 3166-1 code.
const (
	Cities        = index.Cities
	Organizations = index.Organizations
	Venues        = index.Venues
	Countries     = index.Countries
	Topics        = index.Topics
)

// Label returns how a value is usually written, given its key in any case: the spelling that most
// documents have, of equally frequent ones the first. It returns false where no document has the
// value.
func (x Facets) Label(f Facet, key string) (string, bool) {
	var buf [128]byte
	d := x.file.Dictionary(f)
	i, ok := d.Find(text.AppendKey(buf[:0], key))
	if !ok {
		return "", false
	}
	label := d.Label(i)
	return string(label), len(label) > 0
}

// Values yields the folded key and the label of every value, in the order of the keys. The bytes
// are those of the index: they must not be changed, nor used after it is closed.
func (x Facets) Values(f Facet) iter.Seq2[[]byte, []byte] {
	return func(yield func(key, label []byte) bool) {
		d := x.file.Dictionary(f)
		for i := range d.Len() {
			key, label := d.Key(i), d.Label(i)
			if len(key) > 0 && len(label) > 0 && !yield(key, label) {
				return
			}
		}
	}
}

// StateKey returns the abbreviation of a state that documents are in, folded, given the
// abbreviation in any case or the name of a Brazilian state. It returns false when no document is
// in that state.
func (x Facets) StateKey(state string) (string, bool) {
	var key [128]byte
	folded := analysis.AppendStateKey(key[:0], state)
	if len(folded) == 0 {
		return "", false
	}
	d := x.file.Dictionary(index.States)
	if _, ok := d.Find(folded); !ok {
		return "", false
	}
	return string(folded), true
}
