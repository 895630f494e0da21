package format

import (
	"encoding/binary"
	"math/bits"
)

// lookups is what makes searches of the dictionary of terms fast. It is made in memory of keys that
// are proven, and is no part of a file.
type lookups struct {
	letters letters
	filter  filter
}

func newLookups(d *Dictionary) *lookups {
	l := &lookups{filter: makeFilter(d.n, d.Key)}
	l.letters.fill(d)
	return l
}

// filter is a Bloom filter of the keys of a dictionary (Bloom, "Space/Time Trade-offs in Hash
// Coding with Allowable Errors", 1970), of one hash. Most keys that a query asks for are nowhere:
// other forms of its words, spellings that sound alike, pairs of words as one. One bit tells so of
// seven in eight or more, see BenchmarkFindAbsent.
type filter struct {
	set   []uint64 // a power of two of them
	shift uint8    // from a hash to its bit
}

// filterBits is how many bits there are for each key, at least.
const filterBits = 8

// makeFilter returns the filter of n keys.
func makeFilter(n int, key func(i int) []byte) filter {
	size := bits.Len(uint(max(n*filterBits, 64) - 1))
	f := filter{set: make([]uint64, (1<<size)/64), shift: uint8(64 - size)}
	for i := range n {
		key := key(i)
		bit := filterHash(key, TextKey(key)) >> f.shift
		f.set[bit/64] |= 1 << (bit % 64)
	}
	return f
}

// mayHave reports whether the dictionary may have a key that TextKey returned start of. One that it
// has it always may have.
func (f *filter) mayHave(key []byte, start uint64) bool {
	bit := filterHash(key, start) >> f.shift
	return f.set[bit/64]&(1<<(bit%64)) != 0
}

// filterHash is a number of 64 bits, of which the highest are spread best, of the first bytes of a
// key, of each eight behind them, and of the last eight.
func filterHash(key []byte, start uint64) uint64 {
	h := start + uint64(len(key))
	for rest := key; len(rest) > KeySize; {
		rest = rest[KeySize:]
		eight := key[len(key)-KeySize:]
		if len(rest) > KeySize {
			eight = rest
		}
		h = (h^h>>32)*golden ^ binary.LittleEndian.Uint64(eight)
	}
	h ^= h >> 32
	return h * golden
}

// golden is 2⁶⁴ by the golden ratio (Knuth, TAOCP 3, 6.4).
const golden = 0x9E3779B97F4A7C15
