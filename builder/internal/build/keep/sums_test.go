package keep

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSumsAreFoundAgain reads back what was sealed: every sum of it is known, and no other.
func TestSumsAreFoundAgain(t *testing.T) {
	of := func(n int64) Sum {
		s := new(Summer)
		s.Begin("/locais/teatro")
		s.Int(n)
		return s.Sum()
	}
	for _, n := range []int64{0, 1, 2, 3, 100} {
		var first Sums
		for i := range n {
			require.False(t, first.Known(of(i)), "there is no base release")
		}
		second := Sums{base: first.encode()}
		for i := range n {
			require.True(t, second.Known(of(i)), "%d of %d", i, n)
		}
		require.Equal(t, first.encode(), second.encode())
		require.False(t, second.Known(of(n)))
	}
}

// TestSummerTellsValuesApart: texts do not run into each other, and long input counts to its end.
func TestSummerTellsValuesApart(t *testing.T) {
	long := make([]byte, 4<<10)
	seen := map[Sum]int{}
	for i, add := range []func(s *Summer){
		func(*Summer) {},
		func(s *Summer) { s.Text("ab", "c") },
		func(s *Summer) { s.Text("a", "bc") },
		func(s *Summer) { s.Text("abc") },
		func(s *Summer) { s.Int(1, 2) },
		func(s *Summer) { s.Int(2, 1) },
		func(s *Summer) { s.Text(string(long)) },
		func(s *Summer) { s.Text(string(long)); s.Int(1) },
		func(s *Summer) { s.Hash([16]byte{1}) },
	} {
		s := new(Summer)
		s.Begin("/cidades/recife")
		add(s)
		sum := s.Sum()
		require.NotContains(t, seen, sum, "%d is as %d", i, seen[sum])
		seen[sum] = i
	}
}
