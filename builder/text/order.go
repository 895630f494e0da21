package text

import (
	"cmp"
	"iter"
	"maps"
	"slices"
)

// InOrder yields the entries of a map in the order of their keys.
func InOrder[K cmp.Ordered, V any](m map[K]V) iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		keys := slices.AppendSeq(make([]K, 0, len(m)), maps.Keys(m))
		slices.Sort(keys)
		for _, key := range keys {
			if !yield(key, m[key]) {
				return
			}
		}
	}
}
