package search

import (
	"iter"

	"cartaz/builder/search/analysis"
	"cartaz/builder/search/internal/index"
	"cartaz/builder/text"
)

// Facets are what documents are filtered by: cities, states, organizations, venues, countries and
// topics, each by its key, with the label that people read.
type Facets struct{ file *index.File }

// CityLabel returns how the city is usually written, given any spelling of it: the one that most
// documents have, of equally frequent ones the first. It returns false when no document is in that
// city.
func (x Facets) CityLabel(city string) (string, bool) {
	return x.label(index.Cities, city)
}

// OrganizationLabel returns the producer's usual name, given its slug in any case, as CityLabel
// does for cities.
func (x Facets) OrganizationLabel(slug string) (string, bool) {
	return x.label(index.Organizations, slug)
}

// Cities yields every city that documents are in, as it is usually written (see CityLabel), in the
// order of the folded names. The bytes are those of the index: they must not be changed, nor used
// after it is closed.
func (x Facets) Cities() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for _, label := range x.file.Labelled(index.Cities) {
			if !yield(label) {
				return
			}
		}
	}
}

// Organizations yields the slug of every producer with documents, folded, and the producer's usual
// name, in the order of the slugs. The bytes are those of the index: they must not be changed, nor
// used after it is closed.
func (x Facets) Organizations() iter.Seq2[[]byte, []byte] {
	return x.file.Labelled(index.Organizations)
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

// VenueLabel returns the usual name of a venue, given its key in any case, as CityLabel does for
// cities.
func (x Facets) VenueLabel(key string) (string, bool) { return x.label(index.Venues, key) }

// CountryLabel returns the name of a country, given its ISO 3166-1 code in any case, as CityLabel
// does for cities.
func (x Facets) CountryLabel(code string) (string, bool) { return x.label(index.Countries, code) }

// TopicLabel returns how a topic is usually written, given its key in any case, as CityLabel does
// for cities.
func (x Facets) TopicLabel(key string) (string, bool) { return x.label(index.Topics, key) }

func (x Facets) label(s index.Section, value string) (string, bool) {
	var key [128]byte
	return x.file.LabelOf(s, text.AppendKey(key[:0], value))
}

// Venues yields the folded key and the usual name of every venue with documents, as Organizations
// does.
func (x Facets) Venues() iter.Seq2[[]byte, []byte] { return x.file.Labelled(index.Venues) }

// Countries yields the folded ISO 3166-1 code and the name of every country with documents, as
// Organizations does.
func (x Facets) Countries() iter.Seq2[[]byte, []byte] { return x.file.Labelled(index.Countries) }

// Topics yields the folded key and the label of every topic with documents, as Organizations does.
func (x Facets) Topics() iter.Seq2[[]byte, []byte] { return x.file.Labelled(index.Topics) }
