package lang_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"cartaz/builder/search"
	"cartaz/builder/search/lang"
	"cartaz/builder/text"
)

// most returns the largest number of rows in the file of a language. Japanese writes most words in
// two ways.
func most(code string) int {
	if code == "ja" {
		return 900
	}
	return 250
}

func TestTables(t *testing.T) {
	for _, code := range lang.Codes() {
		b, err := os.ReadFile("tables/" + code + ".tsv")
		require.NoError(t, err)
		rows, seen := 0, map[string]bool{}
		for line := range strings.Lines(string(b)) {
			if strings.HasPrefix(line, "#") {
				continue
			}
			rows++
			require.False(t, seen[line], "%s: twice: %s", code, line)
			seen[line] = true
		}
		require.LessOrEqual(t, rows, most(code), code)
		require.NotNil(t, lang.Of(code).Analyzer(), "readable")
	}
}

// Packs have the format of synonyms and fit into an index of any languages.
func TestPacks(t *testing.T) {
	require.Contains(t, lang.Packs(), "classical")
	for _, name := range lang.Packs() {
		groups := lang.Pack(name)
		require.Greater(t, len(groups), 100, name)
		for _, set := range []lang.Set{lang.Default, lang.All, lang.German, lang.Russian} {
			w := search.NewWriter(nil)
			w.Languages(set)
			require.NoError(t, w.Synonyms(groups), "%s with %s", name, set)
		}
	}
	require.Empty(t, lang.Pack("nothing"))
}

// TestGolden: for each language, the names that a typed word finds and does not find, as its owner
// wrote them: a row is typed · found · not found; a comma and a blank separate several names.
func TestGolden(t *testing.T) {
	for _, code := range lang.Codes() {
		b, err := os.ReadFile("testdata/" + code + ".txt")
		require.NoError(t, err, "a language has a golden file")
		rows := 0
		for line := range strings.Lines(string(b)) {
			if strings.HasPrefix(line, "#") || strings.TrimSpace(line) == "" {
				continue
			}
			rows++
			parts := strings.Split(strings.TrimSpace(line), " · ")
			require.Len(t, parts, 3, "%s: %s", code, line)
			for i, want := range []bool{1: true, 2: false} {
				if i == 0 {
					continue
				}
				for _, name := range strings.Split(parts[i], ", ") {
					assert.Equal(t, want, finds(t, lang.Of(code), parts[0], name),
						"%s: %q finds %q", code, parts[0], name)
				}
			}
		}
		require.GreaterOrEqual(t, rows, 40, code)
	}
}

// finds reports whether a query finds an event of that name among others.
func finds(t *testing.T, set lang.Set, query, name string) bool {
	t.Helper()
	w := search.NewWriter(nil)
	w.Languages(set)
	// The last word of a query is also a beginning, and a word that no document has is corrected.
	require.NoError(t, w.Add(search.Doc{Name: name + " xyzzy"}))
	require.NoError(t, w.Add(search.Doc{Name: query + " xyzzy"}))
	var b strings.Builder
	_, err := w.WriteTo(&b)
	require.NoError(t, err)
	x, err := search.Open([]byte(b.String()))
	require.NoError(t, err)
	ids, _ := x.Search(search.Query{Text: query + " xyzzy"}, 0, 10, nil)
	for _, id := range ids {
		if id == 0 {
			return true
		}
	}
	return false
}

func TestSeen(t *testing.T) {
	var s lang.Seen
	for range 3 {
		s.Add("O show é no centro da cidade, com a banda e os amigos de sempre.")
		s.Add("この公園でまつりがあります。ぜひおこしください。")
	}
	require.Equal(t, lang.Portuguese|lang.Japanese, s.Languages())
	require.Equal(t, "pt ja", s.Languages().String())
	var terse lang.Seen // no text has three stop words
	for _, name := range []string{"La canzone napoletana", "Il lago dei cigni", "Festa dell'uva",
		"I teatri di pietra", "Le bande in parata", "Cinema all'aperto", "Corsi di lingua"} {
		terse.Add(name)
	}
	require.Equal(t, lang.Italian, terse.Languages())
	require.Equal(t, lang.Portuguese, lang.Of("pt-BR"))
	require.Zero(t, lang.Of("xx"))
	require.Equal(t, "musicas", text.Fold("Músicas"))
}
