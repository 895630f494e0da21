package relevance_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/rowstest"
	"cartaz/builder/search"
	"cartaz/builder/search/internal/relevance"
)

// events are a small catalogue whose slugs are a, b, c, d.
func events() []relevance.Event {
	return []relevance.Event{
		{Slug: "a", Doc: search.Doc{Name: "Rock in Rio", City: "Rio"}},
		{Slug: "b", Doc: search.Doc{Name: "Jazz", Venue: "Rock Bar"}},
		{Slug: "c", Doc: search.Doc{Name: "Samba", Description: "rock, too"}},
		{Slug: "d", Doc: search.Doc{Name: "Choro e Forró_2"}},
	}
}

// read parses the text of a file of queries.
func read(t *testing.T, text string) ([]relevance.Query, error) {
	dir := filepath.Join(t.TempDir(), "builder/search/testdata/relevance")
	require.NoError(t, os.MkdirAll(dir, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "x.txt"), []byte(text), 0o644))
	return relevance.LoadQueries(filepath.Join(dir, "../../../.."), "", "x", events())
}

func TestQueries(t *testing.T) {
	queries, err := read(t, `
# a comment
kind: genre
q: rock
first: a
must: venue~^rock
may: any~rock & text~too
not: d
q: choro: o melhor
must: d c
but: c
wrong: a b
kind: none
language: pt
q: polca
nothing
q: forró
must: name~\bforró\b
`)
	require.NoError(t, err)
	require.Equal(t, []relevance.Query{
		{Catalogue: "x", Kind: "genre", Text: "rock", Line: 4, Gains: map[int]int{0: 3, 1: 2, 2: 1},
			Traps: map[int]bool{3: true}, First: map[int]bool{0: true}},
		{Catalogue: "x", Kind: "genre", Text: "choro: o melhor", Line: 9, Gains: map[int]int{3: 2},
			Wrong: map[int]bool{0: true, 1: true}, First: map[int]bool{3: true}},
		{Catalogue: "x", Language: "pt", Kind: "none", Text: "polca", Line: 15,
			Gains: map[int]int{}, First: map[int]bool{}},
		{Catalogue: "x", Language: "pt", Kind: "none", Text: "forró", Line: 17,
			Gains: map[int]int{3: 2}, First: map[int]bool{3: true}},
	}, queries)
	require.True(t, queries[0].Judged(0))
	require.True(t, queries[0].Judged(3), "a trap")
	require.True(t, queries[1].Judged(1), "wrong")
	require.False(t, queries[1].Judged(2))
}

func TestMistakesInQueries(t *testing.T) {
	for name, c := range rowstest.Read[map[string]struct{ Text, Want string }](t,
		"testdata/mistakes-in-queries.yaml") {
		t.Run(name, func(t *testing.T) {
			_, err := read(t, c.Text)
			require.ErrorContains(t, err, c.Want)
		})
	}
}

func TestJudge(t *testing.T) {
	q := relevance.Query{Gains: map[int]int{0: 3, 1: 2, 2: 1}, Traps: map[int]bool{3: true},
		First: map[int]bool{0: true}}
	nothing := relevance.Query{}
	for name, c := range map[string]struct {
		q      *relevance.Query
		answer []int
		want   relevance.Score
	}{
		"best": {&q, []int{0, 1, 2},
			relevance.Score{Recall: 1, Precision: 1, NDCG: 1, First: 1, Clean: 1}},
		"nothing found": {&q, nil, relevance.Score{}},
		"half": {&q, []int{1, 4},
			relevance.Score{Recall: 0.5, Precision: 0.5, NDCG: 2 / 4.7619}},
		"a trap": {&q, []int{0, 3},
			relevance.Score{Recall: 0.5, Precision: 0.5, NDCG: 3 / 4.7619, First: 1, Trapped: 1}},
		"nothing there": {&nothing, nil,
			relevance.Score{Recall: 1, Precision: 1, NDCG: 1, First: 1, Clean: 1}},
		"something, nothing there": {&nothing, []int{1}, relevance.Score{Recall: 1}},
	} {
		t.Run(name, func(t *testing.T) {
			got := c.q.Judge(c.answer)
			require.InDelta(t, c.want.NDCG, got.NDCG, 1e-4)
			got.NDCG = c.want.NDCG
			require.Equal(t, c.want, got)
		})
	}
	require.Equal(t, relevance.Score{Recall: 0.5, First: 0.5, Clean: 0.5},
		relevance.Mean([]relevance.Score{{Recall: 1, Clean: 1}, {First: 1}}))
	// Only the first ten events count, and an ideal answer has no more either.
	many := relevance.Query{Gains: map[int]int{}}
	var answer []int
	for i := range 12 {
		many.Gains[i] = 2
		answer = append(answer, i)
	}
	require.InDelta(t, 1, many.Judge(answer).NDCG, 1e-9)
	require.Less(t, many.Judge(append([]int{99}, answer...)).NDCG, 1.0)
}
