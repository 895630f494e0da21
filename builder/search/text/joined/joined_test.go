package joined_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search/text"
	"cartaz/builder/search/text/joined"
)

func TestPairs(t *testing.T) {
	seen := map[[2]string]bool{}
	for _, pair := range joined.Pairs() {
		require.False(t, seen[pair], pair)
		require.Equal(t, text.Fold(pair[0]+pair[1]), pair[0]+pair[1])
		require.True(t, joined.Has([]byte(pair[0]), []byte(pair[1])))
		require.True(t, joined.Has([]byte(pair[0]), []byte(pair[1]+"s")))
		seen[pair] = true
	}
	require.False(t, joined.Has(nil, []byte("source")))
	require.False(t, joined.Has([]byte("open"), []byte("mind")))
	require.Greater(t, len(seen), 300)
}
