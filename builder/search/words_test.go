package search_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search"
)

// A first name and the word behind it are one person; elsewhere both words stand for themselves.
func TestFirstNames(t *testing.T) {
	x := mustIndex(t, []search.Doc{
		{Name: "Johann Strauss", Description: "With Richard Wagner."},
		{Name: "Don Juan", Description: "Richard Strauss. João de Andrade."},
		{Name: "Villa-Lobos", Description: "Andrade, João. São Paulo Jazz Orchestra."},
		{Name: "Jazz", Description: "Sarah Mary Smith. Peter and the Wolf.", City: "São Paulo"},
		{Name: "Wolf", Description: "Peter, Smith, Sarah, Mary."},
	})
	for query, want := range map[string][]uint32{
		"richard strauss":    {1},
		"strauss richard":    {0, 1}, // no name
		"richard wagner":     {0},
		"richard":            {0, 1},
		"joao andrade":       {1}, // across a stop word
		"mary smith":         {3},
		"sarah mary smith":   {3},
		"peter wolf":         {3},
		"wagner strauss":     {0},
		"sao paulo jazz":     {2, 3}, // Paulo is no first name behind another word
		"smith peter":        {3, 4},
		"richard villa":      nil,
		"don juan richard":   {1},
		"richardstrauss":     {1},
		"richard strausss":   {0, 1}, // a correction is no name
		"music of r strauss": nil,
	} {
		ids, _ := x.Search(search.Query{Text: query}, 0, 10, nil)
		require.ElementsMatch(t, want, ids, query)
	}
}
