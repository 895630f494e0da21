package page

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/words"
)

// TestTableClass: names go above their numbers if the four columns have no room. .ci/browser
// measures the classes in a browser.
func TestTableClass(t *testing.T) {
	for _, test := range []struct {
		name, price, fee, total, tag string
		want                         string
	}{
		{"Inteira", "60,00", "9,00", "69,00", "", "slim"},
		{"Plateia, meia-entrada", "60,00", "9,00", "69,00", "", "slim"},
		{"Inteira", "60,00", "9,00", "69,00", "Esgotado", "slim"},
		{"Contribuição", "120,00", "18,00", "138,00", "", "slim"},
		{"Estacionamento", "120,00", "18,00", "138,00", "", "wide"},
		{"Inteira", "1.200,00", "180,00", "1.380,00", "", "slim"},
		{"Inteira", "11.200,00", "1.680,00", "12.880,00", "", "wide"},
		{"Inteira", "11.200,00", "1.680,00", "12.880,00", "Esgotado", "wide"},
		{"Camarote", "1.500.000,00", "150.000,00", "1.650.000,00", "", "wide wider"},
	} {
		// A cheap ticket next to it changes nothing: the widest cell of each column decides.
		box := tickets{Table: &words.TicketTable{Rows: []words.TicketRow{
			{Name: "Meia", Price: "5,00", Fee: "–", Total: "5,00"},
			{Name: test.name, Price: test.price, Fee: test.fee, Total: test.total, Tag: test.tag},
		}}}
		require.Equal(t, test.want, box.TableClass(), "%v", test)
	}
	require.Empty(t, new(tickets).TableClass())
}
