package search_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search"
)

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
