package listquery

import (
	"iter"

	"cartaz/builder/search"
	"cartaz/builder/search/text"
)

// facet is one kind of value that the list is filtered by, by key.
type facet struct {
	label  func(x *search.Index, key string) (string, bool)
	values func(x *search.Index) iter.Seq2[[]byte, []byte]
}

var (
	venues    = facet{(*search.Index).VenueLabel, (*search.Index).Venues}
	countries = facet{(*search.Index).CountryLabel, (*search.Index).Countries}
	topics    = facet{(*search.Index).TopicLabel, (*search.Index).Topics}
)

// key is the key of a value, given itself in any case, or else the label of the value; ok is false
// where no event on sale has it.
func (f *facet) key(x *search.Index, value string) (key string, ok bool) {
	folded := text.Fold(value)
	if _, ok := f.label(x, folded); ok {
		return folded, true
	}
	for key, label := range f.values(x) {
		if text.Fold(string(label)) == folded {
			return string(key), true
		}
	}
	return "", false
}
