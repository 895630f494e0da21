package answer_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/release/releasetest"
	"cartaz/builder/resultpage"
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
	for _, test := range []struct {
		own, key, query, accept string
		status                  int
		location, canonical     string
	}{
		{"/events/show-0", "/eventos/show-0", "", "", 200, "", "/events/show-0"},
		{"/events/show-0.md", "/eventos/show-0.md", "", "", 200, "", "/events/show-0"},
		{"/events", "/eventos", "q=show", "", 200, "", "/events?q=show"},
		{"/events", "/eventos", "", "text/markdown", 200, "", "/events"},
		{"/events/", "/eventos/", "q=x", "", 308, "/events?q=x", ""},
		{"/events/samba.md", "/eventos/samba.md", "a=1", "", 301, "/events/show-0.md?a=1", ""},
		{"/today", "/hoje", "free=1", "", 302, "", ""},
		{"/calendar/2026-11-20/2", "/agenda/2026-11-20/2", "", "", 301, "/calendar/2026-11-20", ""},
		{"/Events", "/Eventos", "", "", 404, "", ""},
		{"/events.ndjson", "/eventos2", "", "", 404, "", ""},
	} {
		a := ask(c, answer.Request{Path: test.own, Query: test.query, Accept: test.accept})
		b := ask(c, answer.Request{Path: test.key, Query: test.query, Accept: test.accept})
		require.Equal(t, test.status, a.Status, "%+v", test)
		require.Equal(t, test.status, b.Status, "%+v", test)
		require.Equal(t, a.Field("Location"), b.Field("Location"), "%+v", test)
		if test.location != "" {
			require.Equal(t, test.location, a.Field("Location"))
		}
		if test.status == 302 {
			require.Regexp(t, `^/events\?free=1&from=`, a.Field("Location"))
		}
		if test.canonical != "" {
			require.Equal(t, string(a.Body), string(b.Body), "%+v", test)
			require.Equal(t, a.Fields, b.Fields)
			require.Contains(t, fmt.Sprint(a.Fields),
				"<"+site+test.canonical+`>; rel="canonical"`, "%+v", test)
		}
	}
}
