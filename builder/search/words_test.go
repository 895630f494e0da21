package search_test

import (
	"testing"

	"github.com/stretchr/testify/require"

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
	for query, want := range map[string]struct {
		id    uint32
		found []string // nil where nothing is said
	}{
		"trapixe":            {0, []string{"trapiche"}},
		"трапиш джаз":        {0, []string{"trapiche", "jazz"}},
		"τραπισε":            {0, []string{"trapiche"}},
		"sewer museum":       {1, []string{"esgotos", "museu"}},
		"musée égouts":       {1, []string{"museu", "esgotos"}},
		"Kanalisation":       {1, []string{"esgotos"}},
		"buchmesse":          {2, nil},
		"book fair":          {2, []string{"livro", "feira"}},
		"tarkovskiy zerkalo": {3, []string{"тарковского", "зеркало"}},
		"кубернетес":         {4, []string{"kubernetes"}},
		"クバネテス olinda":       {4, []string{"kubernetes", "olinda"}},
		"sumo":               {5, []string{"相撲"}},
		"silvester":          {6, nil},
		"capodanno":          {6, nil},
		"museu":              {1, nil},
		"kind":               {7, nil}, // no criança
		"trapiche":           {0, nil},
	} {
		ids, o := x.Answer(search.Query{Text: query}, 0, 9, nil)
		require.NotEmpty(t, ids, query)
		require.Equal(t, want.id, ids[0], query)
		if want.found != nil {
			require.Equal(t, search.Corrected, o.Reading, query)
			require.Equal(t, want.found, o.Found, query)
		}
	}
	for _, nothing := range []string{"трамвай", "クラシック", "xylophone", "zoológico", "тр"} {
		_, o := x.Answer(search.Query{Text: nothing}, 0, 9, nil)
		require.Zero(t, o.Total, nothing)
	}
}
