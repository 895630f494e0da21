package ingest

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// TestRowSize: a million rows are in memory through a whole build.
func TestRowSize(t *testing.T) {
	require.LessOrEqual(t, unsafe.Sizeof(Row{}), uintptr(144))
}
