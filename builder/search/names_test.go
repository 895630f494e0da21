package search_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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
