package search_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"cartaz/builder/search"
)

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
