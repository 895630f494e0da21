package search_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search"
	"cartaz/builder/search/text"
)

func TestApart(t *testing.T) {
	x := mustIndex(t, []search.Doc{
		{Name: "Noite", Description: "Bossa nova e samba de roda, no bar do Zé."},
		{Name: "Tom, drag queen", Description: "É de 2026."}, {Name: "東京"},
	})
	for word, want := range map[string][]string{
		"bossanova": {
			"bossa nova"}, "BOSSANÓVA": {"bossa nova"}, "tomzé": {"tom ze"},
		"dragqueen": {"drag queen"}, "noite2026": {"noite 2026"},
		"sambade":     nil, // a stop word
		"novax":       nil,
		"bossa":       nil,
		"bossa nova":  nil,
		"bossa-nova":  nil,
		"東京":          nil,
		"":            nil,
		"!":           nil,
		"bossanovaer": nil, // no beginnings
	} {
		require.Equal(t, want, x.Apart(word), word)
	}
}

func TestCityNear(t *testing.T) {
	x := mustIndex(t, []search.Doc{
		{Name: "a", City: "São Paulo"}, {Name: "b", City: "Recife"}, {Name: "c", City: "Natal"},
		{Name: "d", City: "Santos"}, {Name: "e", City: "Santo"},
		{Name: "f", City: "Santo"}, {Name: "g", City: "Paolo"},
	}, []string{"recife", "a veneza brasileira"})
	for text, want := range map[string]string{
		"Sampa": "São Paulo", "sp": "São Paulo", "São Paolo": "São Paulo",
		"sao  PAOLO": "São Paulo", "sao paolu": "São Paulo", "saopaulo": "São Paulo",
		"a Veneza brasileira": "Recife", "Recfie": "Recife", "Nata": "", "Natla": "Natal",
		"Recfei": "", "Santoss": "Santos", "Santo5": "",
		"Santor": "Santo", "": "", "!": "", "xyzzy": "",
	} {
		label, ok := x.CityNear(text)
		require.Equal(t, want, label, text)
		require.Equal(t, want != "", ok, text)
	}
}

func TestRetyped(t *testing.T) {
	x := mustIndexIn(t, text.Russian|text.English,
		named("Кино под открытым небом", "Рок-концерт", "Мельница", "Rock night", "Хор ветеранов"))
	for query, want := range map[string]string{
		"rbyj": "кино", "kino": "кино", "Rjywthns": "Концерты", "[jh": "хор", "кщсл": "rock",
		"melnitsa": "мелница", "mel'nitsa": "мельница", "xyzzyq": "", "": "", "東京": "",
	} {
		require.Equal(t, want, search.Retyped(x, query), query)
	}
	_, o := x.Answer(search.Query{Text: "kino"}, 0, 0, nil)
	require.Zero(t, o.Total, "it is offered, and not answered")
}
