package theme_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/theme"
)

// The choice is part of what a page looks like for ever: a changed hash would
// change the bytes of every page.
func TestArtIsStable(t *testing.T) {
	tests := []struct {
		slug             string
		palette, pattern int
	}{
		{"", 1, 2},
		{"evinha-cartao-postal-1971-d2f8", 4, 1},
	}
	for _, tt := range tests {
		palette, pattern := theme.Art(tt.slug)
		require.Equal(t, [2]int{tt.palette, tt.pattern}, [2]int{palette, pattern}, tt.slug)
	}
}

func TestArtSpreads(t *testing.T) {
	seen := make(map[[2]int]int)
	for i := range 5000 {
		palette, pattern := theme.Art("evento-" + strconv.Itoa(i))
		seen[[2]int{palette, pattern}]++
	}
	require.Len(t, seen, 25, "every palette meets every pattern")
	for poster, n := range seen {
		require.InDelta(t, 200, n, 100, poster)
	}
}
