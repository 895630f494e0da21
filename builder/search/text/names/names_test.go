package names_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search/text"
	"cartaz/builder/search/text/names"
)

// A spelling belongs to one name and is folded; a name has two or more.
func TestSpellings(t *testing.T) {
	for least, rows := range map[int][][]string{
		400: names.Spellings(), 150: names.Homophones(),
	} {
		seen := map[string]bool{}
		for _, row := range rows {
			require.Greater(t, len(row), 1, row)
			for _, spelling := range row {
				require.False(t, seen[spelling], spelling)
				require.Equal(t, text.Fold(spelling), spelling)
				seen[spelling] = true
			}
		}
		require.Greater(t, len(seen), least)
	}
}
