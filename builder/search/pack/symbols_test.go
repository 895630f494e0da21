package pack_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search/pack"
)

// The borders of the tables of RFC 1951, section 3.2.5.
func TestSymbols(t *testing.T) {
	for _, c := range []struct{ n, symbol, extra int }{
		{3, 257, 0}, {4, 258, 0}, {10, 264, 0}, {11, 265, 0}, {12, 265, 1}, {13, 266, 0},
		{18, 268, 1}, {19, 269, 0}, {22, 269, 3},
		{34, 272, 3}, {35, 273, 0}, {66, 276, 7}, {67, 277, 0}, {130, 280, 15}, {131, 281, 0},
		{162, 281, 31}, {163, 282, 0},
		{226, 283, 31}, {227, 284, 0}, {257, 284, 30}, {258, 285, 0},
	} {
		symbol, extra := pack.LengthSymbol(c.n)
		require.Equal(t, [2]int{c.symbol, c.extra}, [2]int{symbol, extra}, "length %d", c.n)
	}
	for _, c := range []struct{ n, symbol, extra int }{
		{1, 0, 0}, {2, 1, 0}, {4, 3, 0}, {5, 4, 0}, {6, 4, 1}, {7, 5, 0}, {8, 5, 1}, {9, 6, 0},
		{12, 6, 3}, {13, 7, 0}, {192, 14, 63},
		{193, 15, 0}, {256, 15, 63}, {257, 16, 0}, {4097, 24, 0}, {16384, 27, 4095}, {16385, 28, 0},
		{24577, 29, 0}, {32768, 29, 8191},
	} {
		symbol, extra := pack.DistanceSymbol(c.n)
		require.Equal(t, [2]int{c.symbol, c.extra}, [2]int{symbol, extra}, "distance %d", c.n)
	}
}

func TestSymbolsThereAndBack(t *testing.T) {
	for n := 3; n <= 258; n++ {
		symbol, extra := pack.LengthSymbol(n)
		base, width := pack.LengthOf(symbol)
		require.Equal(t, n, base+extra)
		require.Less(t, extra, 1<<width)
	}
	for n := 1; n <= 1<<15; n++ {
		symbol, extra := pack.DistanceSymbol(n)
		base, width := pack.DistanceOf(symbol)
		require.Equal(t, n, base+extra)
		require.Less(t, extra, 1<<width)
	}
}

// The lengths are those of a complete code within the limit, and no symbol has a longer code than a
// rarer one.
func TestCodeLengths(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	for range 500 {
		n := 2 + rnd.IntN(286)
		counts := make([]uint32, n)
		for i := range counts {
			counts[i] = 1 << rnd.IntN(28)
		}
		limit := 9 + rnd.IntN(7)
		lengths := pack.CodeLengths(counts, limit)
		sum := 0
		for i, l := range lengths {
			require.LessOrEqual(t, int(l), limit)
			require.NotZero(t, l)
			sum += 1 << (limit - int(l))
			for k := range lengths {
				require.False(t, counts[i] > counts[k] && l > lengths[k],
					"a frequent symbol has the longer code")
			}
		}
		require.Equal(t, 1<<limit, sum)
	}
	require.Equal(t, []uint8{0, 1, 0}, pack.CodeLengths([]uint32{0, 9, 0}, 7))
	require.Equal(t, []uint8{0, 0}, pack.CodeLengths([]uint32{0, 0}, 7))
	require.Equal(t, []uint8{2, 2, 1}, pack.CodeLengths([]uint32{1, 1, 5}, 7))
	require.Equal(t, []uint8{3, 3, 2, 1}, pack.CodeLengths([]uint32{1, 1, 2, 4}, 7))
}
