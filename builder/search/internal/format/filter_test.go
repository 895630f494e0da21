package format

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// keyed is a filter of n made keys, short ones and such that differ in the middle alone.
func keyed(n int) (f filter, key func(i int) []byte) {
	key = func(i int) []byte {
		word := []byte("palavra" + strconv.Itoa(i))
		if i%3 == 0 {
			word = append(word, "independentemente"...)
		}
		return word
	}
	f = makeFilter(n, key)
	return f, key
}

// A filter has every key, and tells of seven in eight others that it has them not.
func TestFilter(t *testing.T) {
	for _, n := range []int{0, 1, 8, 9, 1000, 1024, 40000} {
		f, key := keyed(n)
		for i := range n {
			require.True(t, f.mayHave(key(i), TextKey(key(i))), "%d of %d", i, n)
		}
		wrong := 0
		const others = 20000
		for i := range others {
			if absent := key(n + 1 + i); f.mayHave(absent, TextKey(absent)) {
				wrong++
			}
		}
		require.Less(t, wrong, others/8+others/50, n)
	}
}
