package search_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search"
)

// Who mistypes a word gets the answer of who does not, in the same order: names that begin with
// what is meant first, then those that end with it, and words that follow each other before those
// that do not.
func TestMistypedWordsHaveTies(t *testing.T) {
	docs := named("Aula de Samba Rock", "Noite com Samba", "Samba da Vela",
		"Rock com Samba ao vivo", "Ensaio: Samba e Rock, aberto")
	x := mustIndex(t, docs)
	for right, wrong := range map[string][]string{
		"samba":      {"sambba", "smaba", "sampa"},
		"aula samba": {"aula sambba"},
		"samba aula": {"smaba aula"},
		"samba rock": {"sambba rock"},
		"rock samba": {"rock smaba"},
		"vela samba": {"vela smaba"},
	} {
		want := found(t, x, docs, search.Query{Text: right})
		for _, text := range wrong {
			require.Equal(t, want, found(t, x, docs, search.Query{Text: text}), text)
		}
	}
	require.Equal(t, []string{"word sambba | one edit samba", "word rock | exact rock",
		"#0 | one edit samba name | exact rock name + name ends rock + neighbours samba rock",
		"#4 | one edit samba name | exact rock name + neighbours samba rock",
		"#3 | one edit samba name | exact rock name",
	}, explained(requireExplained(t, x, search.Query{Text: "sambba rock"}, 0, 10)))
}

// There are more ways to read a mistyped text than there is room for in the sum of a document's
// ties.
func TestMistypedWordsHaveBoundedTies(t *testing.T) {
	const words = 12
	word := func(n int, end string) string { return fmt.Sprintf("palavr%c%s", 'a'+n, end) }
	var name, query []string
	for n := range words {
		query = append(query, word(n, "xy"))
		if n > 0 {
			for _, a := range "qwrt" {
				for _, b := range "qwrt" {
					name = append(name, word(n-1, "x"+string(a)), word(n, "x"+string(b)))
				}
			}
		}
	}
	docs := named("z", strings.Join(name, " "))
	for range 5000 {
		docs = append(docs, docs[1]) // few documents and many are sorted by different code
	}
	x := mustIndex(t, docs)
	for _, q := range []search.Query{{Text: strings.Join(query, " ")},
		{Text: strings.Join(query[:2], " ")}} {
		ids, total := x.Search(q, 0, 3, nil)
		require.Equal(t, 5001, total)
		require.Equal(t, []uint32{1, 2, 3}, ids)
	}
}

// What a mistyped word may stand for finds its synonyms, too.
func TestMistypedWordsHaveSynonyms(t *testing.T) {
	docs := []search.Doc{
		{Name: "Concerto", Venue: "Theatro Municipal"}, {Name: "Peça", Venue: "Teatro Rival"},
		{Name: "Noite", City: "São Paulo", State: "SP"},
		{Name: "Floripa hoje"}, {Name: "Municipal, sem palco"}, {Name: "Samba"}, {Name: "Sampa"},
	}
	x := mustIndex(t, docs)
	for text, want := range map[string][]string{
		"tetro municipal": {
			"Concerto"}, "tetro municpal": {"Concerto"}, "tetro": {"Concerto",
			"Peça"}, "florippa": {"Floripa hoje"},
		// samba is a word that somebody has: it is no sampa, and so not all of São Paulo
		"samba noite":  nil,
		"sammpa noite": {"Noite"},
	} {
		require.Equal(t, want, found(t, x, docs, search.Query{Text: text}), text)
	}
	require.Equal(t, []string{"word tetro | one edit teatro | one edit teatro of theatro",
		"word municipal | exact municipal",
		"#0 | one edit theatro place | exact municipal place"},
		explained(requireExplained(t, x, search.Query{Text: "tetro municipal"}, 0, 10)))
	words, _ := x.Respell(search.Query{Text: "tetro municipal"})
	require.Equal(t, []search.Spelled{{Text: "teatro", Corrected: true}, {Text: "municipal"}},
		words)
}
