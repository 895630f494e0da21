package search_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/rowstest"
	"cartaz/builder/search"
	"cartaz/builder/search/lang"
)

// A query that finds nothing is read in the words of other languages and in other scripts, and the
// answer says which words it has. A query that finds something is not.
func TestOtherWords(t *testing.T) {
	x := mustIndexIn(t, lang.Portuguese|lang.English|lang.Russian, []search.Doc{
		{Name: "Trapiche Jazz"},
		{Name: "Visita ao Museu dos Esgotos", City: "Recife"},
		{Name: "Feira do Livro", Description: "com um museu ao lado"},
		{Name: "Вечер Тарковского: Зеркало", Venue: "Дом кино"},
		{Name: "Kubernetes Day", City: "Olinda"},
		{Name: "相撲 千秋楽"},
		{Name: "Noite de Réveillon"},
		{Name: "Peter Kane", Description: "Das Kind"},
	})
	for query, want := range rowstest.Read[map[string]struct {
		ID    uint32
		Found []string // nil where nothing is said
	}](t, "testdata/other-words.yaml") {
		ids, o := x.Answer(search.Query{Text: query}, 0, 9, nil)
		require.NotEmpty(t, ids, query)
		require.Equal(t, want.ID, ids[0], query)
		if want.Found != nil {
			require.Equal(t, search.Corrected, o.Reading, query)
			require.Equal(t, want.Found, o.Found, query)
		}
	}
	for _, nothing := range []string{"трамвай", "クラシック", "xylophone", "zoológico", "тр"} {
		_, o := x.Answer(search.Query{Text: nothing}, 0, 9, nil)
		require.Zero(t, o.Total, nothing)
	}
}
