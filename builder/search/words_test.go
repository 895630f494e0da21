package search_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

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
		{Name: "Street Theatre"},
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

// Every count is the number of events that the search with that value finds.
func TestCountsAreTotals(t *testing.T) {
	compared := map[string]bool{}
	rapid.Check(t, func(t *rapid.T) {
		x := mustIndex(t, drawDocs(t, 60))
		q := search.Query{Text: rapid.SampledFrom([]string{"", "samba", "jazz"}).Draw(t, "q"),
			Today: 1, From: search.Day(rapid.IntRange(0, 5).Draw(t, "from"))}
		if q.From > 0 && rapid.Bool().Draw(t, "closed") {
			q.To = q.From + 3
		}
		most := rapid.IntRange(1, 4).Draw(t, "most")
		_, o := x.Answer(q, 0, 0, nil)
		counts, more := x.Counts(q, most)
		if o.Total == 0 {
			require.Empty(t, counts)
			return
		}
		for name, values := range counts {
			require.True(t, name == "day" || len(values) <= most)
			require.True(t, more[name] == 0 || len(values) == most)
			for value, n := range values {
				with := q
				switch name {
				case "city":
					with.City = value
				case "country", "venue", "tag":
					continue // their values are names here, and keys in a query
				case "day":
					day := search.Day(1)
					for day.String() != value {
						day++
					}
					require.True(t, day >= q.From && (q.To == 0 || day <= q.To))
					with.From, with.To = day, day
				}
				if o.Reading < search.Corrected {
					_, total := x.Search(with, 0, 0, nil)
					require.Equal(t, total, n, "%s %s", name, value)
					compared[name] = true
				}
			}
		}
	})
	require.Equal(t, map[string]bool{"city": true, "day": true}, compared)
}

// If there are several values separated by line feeds, any matches.
func TestAnyOf(t *testing.T) {
	x := mustIndex(t, []search.Doc{{Name: "a", City: "Recife", JSON: []byte("{}")},
		{Name: "b", City: "Olinda", JSON: []byte("{}")},
		{Name: "c", City: "Natal", JSON: []byte("{}")}})
	for city, want := range map[string][]uint32{"olinda\nNATAL": {1, 2}, "Recife\nLua": {0},
		"Lua\nSol": nil, "Recife\nRecife": {0}, "Recife": {0}} {
		ids, total := x.Search(search.Query{City: city}, 0, 9, nil)
		require.Equal(t, want, ids, city)
		require.Equal(t, len(want), total, city)
	}
}
