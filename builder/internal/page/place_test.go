package page_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html/atom"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/page"
	"cartaz/builder/rowstest"
)

// TestWhere: every known fact of a place appears once, and nothing else.
func TestWhere(t *testing.T) {
	r, err := mustNew(t, palco()).WithSections(page.Sections{Home: "BR"}, nil)
	require.NoError(t, err)
	for name, test := range rowstest.Read[map[string]struct {
		Place  *catalog.Place
		Online bool
		Want   string // of the second fact of the HTML page
	}](t, "testdata/where.yaml") {
		t.Run(name, func(t *testing.T) {
			rec := sparse()
			rec.Location, rec.IsOnline = test.Place, test.Online
			e := mustEvent(t, r, rec)
			require.Equal(t, test.Want, textOf(find(parse(t, e.HTML), atom.Dd)[1]))
		})
	}
}
