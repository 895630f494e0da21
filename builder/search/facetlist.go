package search

import "iter"

// Cities yields every city that documents are in, as it is usually written (see CityLabel), in the order of the folded
// names. The bytes are those of the index: they must not be changed or kept.
func (x *Index) Cities() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for _, label := range x.facets(cityDict) {
			if !yield(label) {
				return
			}
		}
	}
}

// Organizations yields the slug of every producer with documents, folded, and the producer's usual name, in the order
// of the slugs. The bytes are those of the index: they must not be changed or kept.
func (x *Index) Organizations() iter.Seq2[[]byte, []byte] { return x.facets(organizationDict) }

// StateKey returns the abbreviation of a state that documents are in, folded, given the abbreviation in any case or the
// name of a Brazilian state. It returns false when no document is in that state.
func (x *Index) StateKey(state string) (string, bool) {
	var key [128]byte
	folded := appendStateKey(key[:0], state)
	if len(folded) == 0 {
		return "", false
	}
	d := x.dict(stateDict)
	if _, ok := d.find(folded); !ok {
		return "", false
	}
	return string(folded), true
}

// facets yields keys and labels of a dictionary, leaving out entries without a label.
func (x *Index) facets(s section) iter.Seq2[[]byte, []byte] {
	return func(yield func(key, label []byte) bool) {
		d := x.dict(s)
		for i := range d.n {
			key, label := d.key(i), d.label(i)
			if len(key) > 0 && len(label) > 0 && !yield(key, label) {
				return
			}
		}
	}
}
