package place_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/page/place"
	"cartaz/builder/rowstest"
)

// TestAddressLines: the name of a venue is left out of its address only where a street remains.
func TestAddressLines(t *testing.T) {
	for _, row := range rowstest.Read[[]struct{ Name, Address, Want string }](t,
		"testdata/address-lines.yaml") {
		lines := place.AddressLines(&catalog.Place{Name: row.Name, City: "Olinda",
			Address: row.Address}, "Olinda, PE")
		want := []string{row.Want, "Olinda, PE"}
		if row.Want == "" {
			want = want[1:]
		}
		require.Equal(t, want, lines, row.Address)
	}
}
