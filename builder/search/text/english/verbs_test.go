package english_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search/text/english"
)

// A word stands in one row, so that no two verbs meet.
func TestRows(t *testing.T) {
	seen := map[string]bool{}
	for _, row := range english.Rows() {
		for _, word := range row {
			require.False(t, seen[word], word)
			seen[word] = true
		}
	}
	require.Greater(t, len(seen), 300)
}
