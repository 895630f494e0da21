package rank

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/search/internal/index"
	"cartaz/builder/search/internal/query"
)

// TestPoints: the points of one token are in this order, and scores and sums of tie-breakers fit a
// byte.
func TestPoints(t *testing.T) {
	exact, variant := Points[query.Exact], Points[query.Variant]
	points := []uint8{exact[index.InName], variant[index.InName], exact[index.InPlace],
		variant[index.InPlace], exact[index.InDescription], variant[index.InDescription]}
	for _, how := range [...]query.MatchType{query.Prefix, query.Edit1, query.Edit2} {
		of := Points[how]
		points = append(points, of[index.InName], of[index.InPlace], of[index.InDescription])
	}
	require.IsDecreasing(t, append(points, 0))
	require.LessOrEqual(t, maxPoints*query.MaxTokens, math.MaxUint8)
	require.LessOrEqual(t, maxTies, math.MaxUint8)
}
