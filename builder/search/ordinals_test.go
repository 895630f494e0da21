package search_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search"
)

func TestOrdinalNumbers(t *testing.T) {
	docs := named("Feira, 2ª edição", "Feira 2", "Feira 2º", "Feira 2b", "3rd summit",
		"3º encontro", "Edição 12 da feira", "12ª feira", "2026a x")
	x := mustIndex(t, docs)
	for text, want := range map[string][]string{
		"feira 2":   {"Feira 2", "Feira, 2ª edição", "Feira 2º"},
		"2 feira":   {"Feira 2", "Feira, 2ª edição", "Feira 2º"},
		"2ª edição": {"Feira, 2ª edição"},
		"2a edicao": {"Feira, 2ª edição"},
		"3 summit":  {"3rd summit"},
		"12 feira":  {"Edição 12 da feira", "12ª feira"},
		"12ª feira": {"12ª feira"}, // see ordinals
		"2026 x":    nil,
	} {
		require.Equal(t, want, found(t, x, docs, search.Query{Text: text}), text)
	}
}
