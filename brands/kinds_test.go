package brands_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/rowstest"
)

// TestSheetAddress: the links of a spreadsheet that people copy become the address of its CSV.
func TestSheetAddress(t *testing.T) {
	for from, want := range rowstest.Read[map[string]string](t, "testdata/sheet-address.yaml") {
		require.Equal(t, want, brands.SheetAddress(from), from)
	}
}
