package search_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"cartaz/builder/search"
)

// No word that is near enough is passed over because of its first bytes.
func TestPlausibleCorrections(t *testing.T) {
	word := rapid.StringOfN(rapid.SampledFrom([]rune("abcé")), 1, 12, -1)
	rapid.Check(t, func(t *rapid.T) {
		a, b, most := word.Draw(t, "a"), word.Draw(t, "b"), rapid.IntRange(1, 2).Draw(t, "most")
		plausible, edits := search.Plausible(a, b, most)
		require.True(t, plausible || edits > most, "%s and %s: %d edits", a, b, edits)
	})
	for _, other := range []string{"orquestra", "xrquestras", "orqu"} {
		plausible, _ := search.Plausible("festival", other, 2)
		require.False(t, plausible, other)
	}
}
