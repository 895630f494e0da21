package answer_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/release/releasetest"
	"cartaz/builder/resultpage"
	"cartaz/builder/rowstest"
	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/edgetest"
)

// TestSpelledAddresses: a brand's addresses are answered in its words and in the Portuguese ones,
// with one body and one canonical link; links lead to its words.
func TestSpelledAddresses(t *testing.T) {
	out, brand := t.TempDir(), edgetest.Brand("palco")
	brand.Paths = map[string]string{"eventos": "events", "agenda": "calendar", "hoje": "today"}
	page := releasetest.Page("<h1>Show</h1>", "# Show\n")
	page.Canonical, page.Alternate = "/eventos/show-0", "/eventos/show-0.md"
	twin := releasetest.Text("text/markdown", "# Show\n")
	twin.Canonical = page.Canonical
	c := opened(t, out, brand, edgetest.PublishMore(t, out, brand,
		map[string]releasetest.Resource{"/eventos/show-0": page, "/eventos/show-0.md": twin,
			catalog.FormerPath: releasetest.Text("text/plain",
				string(resultpage.AppendTable(nil, []resultpage.Row{
					{Path: "/eventos/samba", Value: "/eventos/show-0 2026-11-20"}})))}))
	const site = "https://palco.example"
	for _, test := range rowstest.Read[[]struct {
		Own, Key, Query, Accept string
		Status                  int
		Location, Canonical     string
	}](t, "testdata/spelled-addresses.yaml") {
		a := ask(c, answer.Request{Path: test.Own, Query: test.Query, Accept: test.Accept})
		b := ask(c, answer.Request{Path: test.Key, Query: test.Query, Accept: test.Accept})
		require.Equal(t, test.Status, a.Status, "%+v", test)
		require.Equal(t, test.Status, b.Status, "%+v", test)
		require.Equal(t, a.Field("Location"), b.Field("Location"), "%+v", test)
		if test.Location != "" {
			require.Equal(t, test.Location, a.Field("Location"))
		}
		if test.Status == 302 {
			require.Regexp(t, `^/events\?free=1&from=`, a.Field("Location"))
		}
		if test.Canonical != "" {
			require.Equal(t, string(a.Body), string(b.Body), "%+v", test)
			require.Equal(t, a.Fields, b.Fields)
			require.Contains(t, fmt.Sprint(a.Fields),
				"<"+site+test.Canonical+`>; rel="canonical"`, "%+v", test)
		}
	}
}
