package page

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/words"
	"cartaz/builder/rowstest"
)

// TestTableClass: names go above their numbers if the four columns have no room. .ci/browser
// measures the classes in a browser.
func TestTableClass(t *testing.T) {
	for _, test := range rowstest.Read[[]struct {
		Name, Price, Fee, Total, Tag string
		Want                         string
	}](t, "testdata/table-class.yaml") {
		// A cheap ticket next to it changes nothing: the widest cell of each column decides.
		box := tickets{Table: &words.TicketTable{Rows: []words.TicketRow{
			{Name: "Meia", Price: "5,00", Fee: "–", Total: "5,00"},
			{Name: test.Name, Price: test.Price, Fee: test.Fee, Total: test.Total, Tag: test.Tag},
		}}}
		require.Equal(t, test.Want, box.TableClass(), "%v", test)
	}
	require.Empty(t, new(tickets).TableClass())
}
