package server

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestMaxConnections(t *testing.T) {
	for _, test := range []struct{ wish, descriptors, listeners, want int }{
		{0, 0, 1, 0}, {500, 0, 1, 500}, {0, 1 << 20, 1, 1<<20 - 1<<17}, {0, 1024, 1, 896},
		{0, 256, 1, 192}, {0, 65, 1, 1}, {0, 10, 1, 1}, {100, 1024, 1, 100},
		{5000, 1024, 1, 896}, {100, 1024, 2, 50}, {0, 1024, 2, 448}, {0, 0, 2, 0},
		{1, 1024, 2, 1}, {0, 10, 2, 1},
	} {
		require.Equal(t, test.want,
			maxConnections(test.wish, test.descriptors, test.listeners), "%+v", test)
	}
	require.Greater(t, descriptorLimit(), minReserved)
}
