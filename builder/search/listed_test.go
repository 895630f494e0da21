package search_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search"
)

// Prices are compared in the currency that most of them have; who has none is left out.
func TestParts(t *testing.T) {
	x := mustIndex(t, []search.Doc{{Name: "a", Hour: 4, Price: 60, Currency: "EUR"},
		{Name: "b", Hour: 5, Price: 5, Currency: "BRL"}, {Name: "c", Hour: 17, Currency: "EUR"},
		{Name: "d", Hour: 23, Price: 1 << 40, Currency: "EUR"}, {Name: "e"}})
	require.Equal(t, "EUR", x.Currency())
	for q, want := range map[search.Query][]uint32{
		{MaxPrice: 60}: {0, 2}, {MaxPrice: 59}: {2}, {MaxPrice: 1 << 50}: {0, 2, 3},
		{Hour: "morning"}: {1}, {Hour: "afternoon"}: {2}, {Hour: "evening"}: {3},
		{Hour: "evening", MaxPrice: 60}: nil,
	} {
		ids, _ := x.Search(q, 0, 10, nil)
		require.Equal(t, want, ids, "%+v", q)
	}
	require.Empty(t, mustIndex(t, []search.Doc{{Name: "a"}}).Currency())
	require.Equal(t, search.Query{}, search.Query{Hour: "noon", MaxPrice: -1}.Asked())
}

// What has begun before the days that are asked for comes behind what begins in them, page by page.
func TestRunsComeLast(t *testing.T) {
	x := mustIndex(t, []search.Doc{{Name: "exhibition", First: 5, Last: 90},
		{Name: "fair", First: 9, Last: 20}, {Name: "concert", First: 10, Last: 10},
		{Name: "festival", First: 11, Last: 13}, {Name: "later", First: 40}, {Name: "some day"}})
	for q, want := range map[search.Query][]uint32{
		{From: 10, To: 11}: {2, 3, 0, 1}, {From: 10, To: 10}: {2, 0, 1}, {From: 1}: {0, 1, 2, 3, 4},
		{From: 50}: {0}, {To: 10}: {0, 1, 2}, {Text: "fair", From: 10, ByDate: true}: {1},
	} {
		ids, total := x.Search(q, 0, 10, nil)
		require.Equal(t, want, ids, "%+v", q)
		require.Equal(t, len(want), total)
		requireCoherent(t, x, q, 1)
		requireCoherent(t, x, q, 3)
	}
}
