package search_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search"
	"cartaz/builder/search/text"
)

func TestRespell(t *testing.T) {
	x := mustIndex(t, []search.Doc{
		{Name: "Festival de Jazz", City: "São Paulo", State: "SP"},
		{Name: "Gastronomia on-line", City: "Recife", State: "PE"},
		{Name: "Festejo", City: "Recife"},
	})
	for text, want := range map[string]string{
		"Festvial de São Paulo": "*festival de São Paulo",
		"sao pualo, festval!":   "sao *paulo *festival",
		"gastronomai on-lien":   "*gastronomia *online",
		"festival":              "",
		"xyzzyq festvial":       "",
		"":                      "",
	} {
		words, doc := x.Respell(search.Query{Text: text})
		var got []string
		for _, w := range words {
			if w.Corrected {
				w.Text = "*" + w.Text
			}
			got = append(got, w.Text)
		}
		require.Equal(t, want, strings.Join(got, " "), text)
		if want != "" {
			ids, o := x.Answer(search.Query{Text: text}, 0, 1, nil)
			require.True(t, o.Corrected, text)
			require.Equal(t, ids[0], doc, text)
		}
	}
	// A filter takes the first document away, and with it another correction is the one to tell.
	words, doc := x.Respell(search.Query{Text: "festejp", City: "recife"})
	require.Equal(t, []search.Spelled{{Text: "festejo", Corrected: true}}, words)
	require.EqualValues(t, 2, doc)
}

func TestAnswerSaysThatItIsCorrected(t *testing.T) {
	x := mustIndex(t, named("Samba", "Festival"))
	for text, want := range map[string]search.Outcome{
		"samba": {
			Total: 1}, "sambaa": {Total: 1,
			Corrected: true}, "xyzzyq": {Corrected: true}, "": {Total: 2},
	} {
		_, got := x.Answer(search.Query{Text: text}, 0, 10, nil)
		require.Equal(t, want, got, text)
	}
	_, got := x.Answer(search.Query{Text: "sambaa", City: "recife"}, 0, 10, nil)
	require.Equal(t, search.Outcome{}, got,
		"there is no such city, so the words were not looked at")
	_, got = x.Answer(search.Query{}, 0, 10, nil)
	require.False(t, got.Corrected, "nothing stays of the query before")
}

func TestKeywords(t *testing.T) {
	for query, want := range map[string]string{
		"O festival de Jazz!":       "festival|Jazz",
		"“são paulo”, (show)":       "são|paulo|show",
		"de a":                      "de|a",
		"🥁":                         "🥁",
		"samba 🥁 on-line r&b":       "samba|on-line|r&b",
		"c++ !!! 東京":                "c++|東京",
		"#samba (c#) f#, samba#":    "samba|c#|f#|samba",
		"":                          "",
		strings.Repeat("a1 b2 ", 9): "a1|b2|a1|b2|a1|b2|a1|b2|a1|b2|a1|b2",
	} {
		require.Equal(t, want, strings.Join(search.Keywords(query, text.DefaultLanguages), "|"),
			query)
	}
	require.Equal(t, []string{"musée"}, search.Keywords("le musée", text.French))
	require.Equal(t, []string{"Konzert", "Park"}, search.Keywords("Konzert im Park", text.German))
	require.Equal(t, []string{"le", "musée"}, search.Keywords("le musée", text.German))
}
