package server

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestMaxConnections(t *testing.T) {
	for _, test := range []struct{ wish, descriptors, want int }{
		{0, 0, 0}, {500, 0, 500}, {0, 1 << 20, 1<<20 - 1<<17}, {0, 1024, 896}, {0, 256, 192},
		{0, 65, 1}, {0, 10, 1}, {100, 1024, 100}, {5000, 1024, 896},
	} {
		require.Equal(t, test.want, maxConnections(test.wish, test.descriptors), "%+v", test)
	}
	require.Greater(t, descriptorLimit(), minReserved)
}
