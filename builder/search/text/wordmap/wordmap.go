// Package wordmap has a map by folded words that is mostly asked for words it does not have: each
// word of a query is looked up in a dozen tables of a language (stop words, kinds of events, forms
// of verbs), and stands in one of them or none.
//
// A bitset tells most of those words in one look, without a hash of the whole word: three of its
// bytes and its length choose a bit, which is set where some word of the map chooses it.
package wordmap

import "math/bits"

// Map is a map by words. It does not change, and is safe for concurrent use. The zero Map has no
// words.
type Map[V any] struct {
	values map[string]V
	chosen []uint64 // a power of two of them
	shift  uint8    // of a slot
}

// bitsPerWord is how many bits there are for each word, so that one in sixteen that is not there is
// looked up all the same.
const bitsPerWord = 16

// Of returns a Map of the words and values of a map, which must not change any more.
func Of[V any](values map[string]V) Map[V] {
	if len(values) == 0 {
		return Map[V]{}
	}
	size := bits.Len(uint(max(len(values)*bitsPerWord, 64) - 1))
	m := Map[V]{values: values, chosen: make([]uint64, (1<<size)/64), shift: uint8(32 - size)}
	for word := range values {
		i := slot([]byte(word)) >> m.shift
		m.chosen[i/64] |= 1 << (i % 64)
	}
	return m
}

// Set is a Map that only says which words it has.
type Set = Map[struct{}]

// SetOf returns a Set of some words.
func SetOf(words []string) Set {
	values := map[string]struct{}{}
	for _, word := range words {
		values[word] = struct{}{}
	}
	return Of(values)
}

// Get returns the value of a word, and whether the map has it.
func (m *Map[V]) Get(word []byte) (value V, ok bool) {
	if len(m.chosen) == 0 {
		return value, false
	}
	if i := slot(word) >> m.shift; m.chosen[i/64]&(1<<(i%64)) == 0 {
		return value, false
	}
	value, ok = m.values[string(word)]
	return value, ok
}

// Has reports whether the map has a word.
func (m *Map[V]) Has(word []byte) bool {
	_, ok := m.Get(word)
	return ok
}

// slot is a number of 32 bits, of which the highest are spread best.
func slot(word []byte) uint32 {
	n := len(word)
	if n == 0 {
		return 0
	}
	h := uint32(word[0]) | uint32(word[n/2])<<8 | uint32(word[n-1])<<16 | uint32(n)<<24
	return h * 0x9E3779B1 // 2³² by the golden ratio (Knuth, TAOCP 3, 6.4)
}
