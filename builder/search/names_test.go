package search_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"cartaz/builder/rowstest"
	"cartaz/builder/search"
	"cartaz/builder/search/internal/relevance"
	"cartaz/builder/search/lang"
	"cartaz/builder/text"
)

// read returns the first twelve words of a name, as many as of a query, or its signs if it has no
// words.
func read(name string) string {
	words := text.Words(text.Fold(name))
	if len(words) == 0 {
		return name
	}
	return strings.Join(words[:min(12, len(words))], " ")
}

// Names are found as they are written, for any name: the first answer to the name of an event is
// that event, or another of the same name.
func TestEveryNameFindsItsEvent(t *testing.T) {
	odd := []string{"Plano B DJ Set", "P!nk", "Class B UX Day", "Q Up", "Team X vs Team Y",
		"Team X vs Team Z", "V!VA", "¥$", "A", "The The", "E agora?", "C++ na prática", "1984",
		"AC/DC cover", "R&B", "Up", "Plano A", "Viva", "Team Y", "O Rappa", "Rappa e os outros"}
	check := func(name string, docs []search.Doc, x *search.Index) {
		missed := 0
		for _, d := range docs {
			ids, _ := x.Search(search.Query{Text: d.Name}, 0, 1, nil)
			if len(ids) == 0 || read(docs[ids[0]].Name) != read(d.Name) {
				missed++
				assert.Empty(t, d.Name, "%s: found %v", name, namesOf(docs, ids))
			}
		}
		t.Logf("%s: %d of %d names found first", name, len(docs)-missed, len(docs))
	}
	var docs []search.Doc
	for _, name := range odd {
		docs = append(docs, search.Doc{Name: name})
	}
	check("odd", docs, mustIndex(t, docs))
	for _, catalogue := range relevance.Catalogues() {
		events, index := loadCatalogue(t, catalogue)
		docs = nil
		for i := range events {
			docs = append(docs, events[i].Doc)
		}
		check(catalogue, docs, index)
	}
}

func namesOf(docs []search.Doc, ids []uint32) (names []string) {
	for _, id := range ids {
		names = append(names, docs[id].Name)
	}
	return names
}

// TestRuns: a run of five letters or more of a script without spaces may have one wrong, missing or
// further letter, also with filters; shorter runs and two letters may not.
func TestRuns(t *testing.T) {
	x := mustIndexIn(t, lang.Japanese, []search.Doc{
		{Name: "オーケストラの夕べ", City: "京都"}, {Name: "アコースティック", City: "京都"}, {Name: "写真展"}})
	for query, want := range map[string]int{
		"オーケスドラ": 1, "オーケスラ": 1, "オーケススタラ": 0, "オオーケストラ": 1, "ワーケストラ": 1, "オーケストナ": 1,
		"アーケスドラ": 0, "写直展": 0, "オーケスドラ 写真": 1, // the other is missing
	} {
		_, total := x.Search(search.Query{Text: query}, 0, 9, nil)
		require.Equal(t, want, total, query)
	}
	for city, want := range map[string]int{"京都": 1, "東京": 0} {
		_, total := x.Search(search.Query{Text: "オーケスドラ", City: city}, 0, 9, nil)
		require.Equal(t, want, total, city)
	}
	_, o := mustIndexIn(t, lang.Japanese, nil).Answer(search.Query{Text: "オーケスドラ"}, 0, 9, nil)
	require.Equal(t, search.Outcome{}, o)
}

// TestWhere: the name of a place after other words says where an event is, which a description does
// not. If no event is there, the nearest answer is the one without the place. Words of a partial
// answer need not be rare.
func TestWhere(t *testing.T) {
	x := mustIndex(t, []search.Doc{
		{Name: "Concert baroque", City: "Paris", Description: "Un concert."},
		{Name: "Sous les étoiles", City: "Paris", Description: "Un concert, né à Marseille."},
		{Name: "O Iluminado", Venue: "Cinema Sé", Description: "Um clássico do terror."},
		{Name: "Quilombo", Description: "A história de Zumbi."},
	})
	for _, tt := range []struct {
		query   string
		found   int
		missing []string
	}{
		{"concert à marseille", 1, []string{"marseille"}},
		{"marseille", 1, nil},
		{"concert paris", 2, nil},
		{"cinema terror zumbi", 1, []string{"zumbi"}},
	} {
		_, o := x.Answer(search.Query{Text: tt.query}, 0, 0, nil)
		require.Equal(t, tt.found, o.Total, tt.query)
		require.Equal(t, tt.missing, o.Missing, tt.query)
	}
}

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
