package search_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search"
)

// A warm search allocates nothing, for any query, except for the results of corrections.
func TestSearchDoesNotAllocate(t *testing.T) {
	x := mustIndex(t, smallDocs())
	require.NoError(t, x.Verify())
	dst := make([]uint32, 0, 64)
	for _, q := range []search.Query{{}, {Text: "jazz"}, {Text: "ca"}, {Text: "on-line"},
		{Text: "festival de jazz"}, {Text: "東京"}, {City: "Sao  Paulo"},
		{Text: "can", City: "santos"},
		{State: "mg", Organization: "casa-azul"}, {From: 739_602}, {After: 20}, {Text: "sampa"}} {
		n := testing.AllocsPerRun(100, func() { dst, _ = x.Search(q, 0, 20, dst[:0]) })
		require.Zero(t, n, "%+v", q)
	}
}
