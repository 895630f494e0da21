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

// The spelling table finds every word that one edit reaches, the deletion index every word that two
// reach, and none twice: as many as there are in the dictionary.
func TestEdits(t *testing.T) {
	letters := rapid.SampledFrom([]rune("abcdefé日"))
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringOfN(letters, 5, 14, 64).Draw(t, "word")
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
		terms := f.Dictionary(format.Terms)
		var p Plan
		p.begin(NewIndex(f))
		begun, whole := begunBy(&p, folded)
		for most := 1; most <= maxEdits; most++ {
			if most == maxEdits && len(m.runes) < minTwoEdits {
				continue
			}
			want, got := map[string]int{}, map[string]int{}
			longest := 0
			for i := f.FirstWord(); i < terms.Len(); i++ {
				key := terms.Key(i)
				if d := m.distance(key, most); 0 < d && d <= most {
					want[string(key)] = d
				}
				for n := range len(folded) + 1 {
					if bytes.HasPrefix(key, folded[:n]) {
						longest = max(longest, n)
					}
					if string(key) == string(folded[:n]) {
						require.LessOrEqual(t, n, whole)
					}
				}
			}
			require.Equal(t, longest, begun)
			budget := spellingBudget
			p.index.candidates(&m, folded, begun, most, &budget,
				func(term, edits int) { got[string(terms.Key(term))] += edits })
			require.Equal(t, want, got)
		}
	})
}
