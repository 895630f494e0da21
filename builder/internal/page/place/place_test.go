package place_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/page/place"
)

// TestAddressLines: the name of a venue is left out of its address only where a street remains.
func TestAddressLines(t *testing.T) {
	for _, row := range []struct{ name, address, want string }{
		{"Teatro Lume", "Teatro Lume, Rua do Cajueiro, 318", "Rua do Cajueiro, 318"},
		{"Teatro Lume", "Teatro Lume - Rua do Cajueiro, 318", "Rua do Cajueiro, 318"},
		{"Teatro Lume", "Teatro Lume", ""},
		{"Largo do Amparo", "Largo do Amparo, s/n - Amparo", "Largo do Amparo, s/n - Amparo"},
		{"Largo do Amparo", "Largo do Amparo S/N", "Largo do Amparo S/N"},
		{"Rua Augusta", "Rua Augusta, 1000", "Rua Augusta, 1000"},
		{"Rua Augusta", "Rua Augusta nº 1000", "Rua Augusta nº 1000"},
		{"Place de la Bastille", "Place de la Bastille 75011", "Place de la Bastille 75011"},
		{"Sala", "Salamanca 5", "Salamanca 5"},
		{"", "Rua do Sol, 5", "Rua do Sol, 5"},
	} {
		lines := place.AddressLines(&catalog.Place{Name: row.name, City: "Olinda",
			Address: row.address}, "Olinda, PE")
		want := []string{row.want, "Olinda, PE"}
		if row.want == "" {
			want = want[1:]
		}
		require.Equal(t, want, lines, row.address)
	}
}
