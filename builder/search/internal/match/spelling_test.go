package match

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"cartaz/builder/search/internal/format"
	"cartaz/builder/search/internal/write"
	"cartaz/builder/search/text"
)

// No word that is near enough is passed over because of its first bytes.
func TestPlausibleCorrections(t *testing.T) {
	word := rapid.StringOfN(rapid.SampledFrom([]rune("abcé")), 1, 12, -1)
	rapid.Check(t, func(t *rapid.T) {
		a, b, most := word.Draw(t, "a"), word.Draw(t, "b"), rapid.IntRange(1, 2).Draw(t, "most")
		plausible, edits := compare(a, b, most)
		require.True(t, plausible || edits > most, "%s and %s: %d edits", a, b, edits)
	})
	for _, other := range []string{"orquestra", "xrquestras", "orqu"} {
		plausible, _ := compare("festival", other, 2)
		require.False(t, plausible, other)
	}
}

// compare reports whether a candidate is compared as a whole with a word, and how many edits that
// finds.
func compare(word, other string, most int) (plausible bool, edits int) {
	var m measure
	m.begin([]byte(word))
	return m.plausible(format.TextKey([]byte(other)), most), m.distance([]byte(other), most)
}

// The deletion index finds every word that two edits reach, and none twice: as many as there are in
// the dictionary.
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
		w := write.New(nil)
		require.NoError(t, w.Add(write.Doc{Name: name.String()}))
		var file bytes.Buffer
		_, err := w.WriteTo(&file)
		require.NoError(t, err)
		f, err := format.Open(file.Bytes())
		require.NoError(t, err)
		folded := []byte(text.Fold(word))
		var m measure
		m.begin(folded)
		want, got := map[string]int{}, map[string]int{}
		terms := f.Dictionary(format.Terms)
		for i := f.FirstWord(); i < terms.Len(); i++ {
			if d := m.distance(terms.Key(i), maxEdits); 0 < d && d <= maxEdits {
				want[string(terms.Key(i))] = d
			}
		}
		budget := spellingBudget
		NewIndex(f).candidates(&m, folded, maxEdits, &budget,
			func(term, edits int) { got[string(terms.Key(term))] += edits })
		require.Equal(t, want, got)
	})
}
