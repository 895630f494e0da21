package rank

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search/internal/query"
)

// TestPoints: the points of one token are in this order, and scores and sums of tie-breakers fit a
// byte.
func TestPoints(t *testing.T) {
	require.IsDecreasing(t, []int{exactInName, variantInName, exactInPlace, variantInPlace,
		exactInDescription, variantInDescription, prefixInName, prefixInPlace, prefixInDescription,
		edit1InName, edit1InPlace, edit1InDescription, edit2InName, edit2InPlace,
		edit2InDescription, 0})
	require.LessOrEqual(t, exactInName*query.MaxTokens, math.MaxUint8)
	require.LessOrEqual(t, maxTies, math.MaxUint8)
}
