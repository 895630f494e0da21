package portuguese_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search/text"
	"cartaz/builder/search/text/portuguese"
)

// A word is folded and stands in one row.
func TestRows(t *testing.T) {
	seen := map[string]bool{}
	for _, row := range portuguese.Rows() {
		require.Greater(t, len(row), 1, row)
		for _, word := range row {
			require.False(t, seen[word], word)
			require.Equal(t, text.Fold(word), word)
			seen[word] = true
		}
	}
}
