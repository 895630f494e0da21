package text_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search/text"
	"cartaz/builder/search/text/months"
)

func TestEachTerm(t *testing.T) {
	for in, want := range map[string]struct{ terms, hyphenated []string }{
		"":            {},
		"— !":         {},
		"rock in rio": {terms: []string{"rock", "in", "rio"}},
		"e-mail": {
			terms: []string{"e", "mail", "email"}, hyphenated: []string{"e+mail"},
		},
		"a/b/c":               {terms: []string{"a", "b", "c", "abc"}},
		"c++ c# c+x ab+":      {terms: []string{"c++", "c", "c#", "c", "c", "x", "ab"}},
		"東京 ドーム":              {terms: []string{"東", "東京", "京", "京ド", "ド", "ドー", "ー", "ーム", "ム"}},
		"东京都内":                {terms: []string{"东", "东京", "京", "东京都", "都", "都内", "内"}},
		"rock 🥁🥁":             {terms: []string{"rock", "🥁", "🥁"}},
		"a-b-c-d-e-f.example": {terms: []string{"a", "b", "c", "d", "e", "f", "example"}},
	} {
		var terms, hyphenated []string
		text.EachTerm([]byte(in), nil,
			func(term []byte) { terms = append(terms, string(term)) },
			func(joined []byte, first int) {
				hyphenated = append(hyphenated, string(joined[:first])+"+"+string(joined[first:]))
			})
		require.ElementsMatch(t, want.terms, terms, in)
		require.Equal(t, want.hyphenated, hyphenated, in)
	}
}

func TestWords(t *testing.T) {
	for in, want := range map[string][]string{
		"":                        nil,
		" - ":                     nil,
		"Rio de Janeiro (RJ), 2ª": {"Rio", "de", "Janeiro", "RJ", "2ª"},
		"\u0301a\u0301b":          {"a\u0301b"},
		"a\xffb":                  {"a", "b"},
		"東京ドーム":                   {"東京ドーム"},
	} {
		require.Equal(t, want, text.Words(in), in)
	}
}

// Every word of the tables of months is as queries are folded, and no name of a month is a word
// that queries skip.
func TestMonths(t *testing.T) {
	for _, table := range months.Tables {
		language := text.LanguageOf(table.Language)
		rules := language.Rules()
		require.NotZero(t, language)
		rows := strings.Split(strings.TrimSpace(table.Rows), "\n")
		require.Len(t, rows, 12)
		for _, list := range append(rows, table.Leads, table.Links, table.Articles) {
			for _, word := range strings.Fields(list) {
				require.Equal(t, word, text.Fold(word))
			}
		}
		for i, row := range rows {
			for word := range strings.FieldsSeq(strings.ReplaceAll(row, "|", "")) {
				m, ok := text.Months(rules).Of([]byte(word))
				require.True(t, ok, word)
				require.Equal(t, i+1, m.Number, word)
				require.False(t, rules.IsStop([]byte(word)), word)
				require.False(t, rules.Asks([]byte(word)), word)
				require.False(t, text.IsKind(rules, []byte(word)), word)
			}
		}
	}
	m, _ := text.Months(text.German.Rules()).Of([]byte("april"))
	require.True(t, m.Sure)
	m, _ = text.Months((text.German | text.English).Rules()).Of([]byte("april"))
	require.False(t, m.Sure, "a first name in English")
}

func TestClip(t *testing.T) {
	require.Equal(t, "ab", text.Clip("ab", 2))
	require.Equal(t, "a", text.Clip("aé", 2))
	require.Equal(t, "", text.Clip("é", 1))
	require.Equal(t, "\x80\x80\x80\x80\x80", text.Clip("\x80\x80\x80\x80\x80\x80", 5),
		"no rune begins near")
	require.Equal(t, []byte("東"), text.Clip([]byte("東京"), 5))
}
