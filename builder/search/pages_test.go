package search_test

import (
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search"
	"cartaz/builder/search/internal/generated"
)

// Whoever turns the pages of an answer sees each document once, in whatever steps, order and
// company: every way of making a page (from a list, scored one by one, divided by score, filled
// level by level) gives the same stretch of one and the same order.
func TestPagesAreStable(t *testing.T) {
	docs := make([]search.Doc, 9000)
	c := generated.New(5)
	for i := range docs {
		docs[i] = c.Doc(i)
		docs[i].Description = docs[i].Description[:20]
	}
	x := mustIndex(t, docs)
	queries := append([]search.Query{
		{}, {Text: "show"}, {Text: "de"}, {Text: "show de"}, {Text: "festival de jazz"},
		{Text: "sa"}, {Text: "festvial"}, {Text: "stand-up"},
		{Text: "show", City: "São Paulo"}, {City: "Curitiba"}, {State: "SP"},
	}, generated.Queries(6, 16)...)
	var group sync.WaitGroup
	failed := make([]string, 4)
	for g := range failed {
		group.Go(func() {
			rnd := rand.New(rand.NewPCG(uint64(g), 1))
			for _, q := range queries {
				all, total := x.Search(q, 0, len(docs), nil)
				seen := make([]bool, len(docs))
				for _, id := range all {
					if seen[id] {
						failed[g] = q.Text + ": a document twice"
					}
					seen[id] = true
				}
				for range 12 {
					offset, limit := rnd.IntN(total+2), 1+rnd.IntN(300)
					page, again := x.Search(q, offset, limit, nil)
					want := all[min(offset, total):min(offset+limit, total)]
					if again != total || !slices.Equal(page, want) {
						failed[g] = q.Text + ": another page"
					}
				}
			}
		})
	}
	group.Wait()
	for _, f := range failed {
		require.Empty(t, f)
	}
}
