package search_test

import (
	"slices"
	"strings"
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

// The table of halves finds every word that two edits reach, and none twice.
func TestTwoEdits(t *testing.T) {
	letters := rapid.SampledFrom([]rune("abcdefé日"))
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringOfN(letters, 9, 14, 64).Draw(t, "word")
		var name strings.Builder
		for range rapid.IntRange(1, 40).Draw(t, "others") {
			w := []rune(word)
			for range rapid.IntRange(0, 3).Draw(t, "edits") {
				i := rapid.IntRange(0, len(w)-1).Draw(t, "at")
				switch rapid.IntRange(0, 3).Draw(t, "edit") {
				case 0:
					w = slices.Insert(w, i, letters.Draw(t, "letter"))
				case 1:
					w = slices.Delete(w, i, i+1)
				case 2:
					w[i] = letters.Draw(t, "letter")
				case 3:
					j := min(i+1, len(w)-1)
					w[i], w[j] = w[j], w[i]
				}
			}
			name.WriteString(string(w) + " ")
		}
		byHalves, byBuckets := search.TwoEdits(mustIndex(t, []search.Doc{{Name: name.String()}}), search.Fold(word))
		require.Equal(t, byBuckets, byHalves)
	})
}
