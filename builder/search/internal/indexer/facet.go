package indexer

import (
	"fmt"
	"math"
	"strings"

	"cartaz/builder/search/internal/index"
)

// facet collects the documents of each value of a filtered field, by its key.
type facet map[string]*facetValue

type facetValue struct {
	postings []uint32
	labels   []facetLabel // in the order of their first appearance
}

type facetLabel struct {
	text  string
	count int
}

// add records that a document has a value, unless the key is empty.
func (f facet) add(key []byte, label string, doc int) error {
	if len(key) == 0 {
		return nil
	}
	label = strings.TrimSpace(label)
	if len(key) > math.MaxUint16 || len(label) > math.MaxUint16 {
		return fmt.Errorf("%w: over %d bytes", ErrFieldTooLong, math.MaxUint16)
	}
	v := f.value(key)
	if n := len(v.postings); n > 0 && int(v.postings[n-1]>>index.DocShift) == doc {
		return nil // if two topics have one key, the first counts
	}
	v.postings = append(v.postings, uint32(doc)<<index.DocShift|uint32(index.InDescription))
	if label == "" {
		return nil
	}
	for j := range v.labels {
		if v.labels[j].text == label {
			v.labels[j].count++
			return nil
		}
	}
	v.labels = append(v.labels, facetLabel{text: label, count: 1})
	return nil
}

// value returns the value of a key.
func (f facet) value(key []byte) *facetValue {
	v := f[string(key)]
	if v == nil {
		v = new(facetValue)
		f[string(key)] = v
	}
	return v
}

// label returns the spelling that most documents have; of equally frequent ones the first.
func (v *facetValue) label() string {
	var best facetLabel
	for _, l := range v.labels {
		if l.count > best.count {
			best = l
		}
	}
	return best.text
}
