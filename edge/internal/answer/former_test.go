package answer_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/release/releasetest"
	"cartaz/builder/resultpage"
	"cartaz/builder/rowstest"
	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/edgetest"
)

// TestFormerAddresses: a former address of an event leads to its present one, and the address of a
// removed event says so, in the forms of a page. The API answers 404, by contract.
func TestFormerAddresses(t *testing.T) {
	out, brand := t.TempDir(), edgetest.Brand("palco")
	c := opened(t, out, brand, edgetest.PublishMore(t, out, brand,
		map[string]releasetest.Resource{
			catalog.FormerPath: releasetest.Text("text/plain", string(
				resultpage.AppendTable(nil,
					[]resultpage.Row{
						{Path: "/eventos/samba", Value: "/eventos/samba-2027 2026-11-20"},
						{Path: catalog.GoneKey("/eventos/frevo"),
							Value: ":gone/cidades/olinda-pe 2026-11-20"},
						{Path: "/eventos/coco", Value: ":gone/cidades/recife-pe 2026-11-20"},
						{Path: "/programação", Value: "/eventos?city=Recife"},
						{Path: "/2019/foto.html", Value: "https://fotos.example/%C3%A1"},
					}))),
			":gone":                   releasetest.Page("<h1>Saiu</h1>", "# Saiu\n"),
			":gone/cidades/olinda-pe": releasetest.Page("<h1>Olinda</h1>", "# Olinda\n"),
		}))
	for _, test := range rowstest.Read[[]struct {
		Path, Query, Accept string
		Status              int
		Location, Body, Of  string
	}](t, "testdata/former-addresses.yaml") {
		a := ask(c, answer.Request{Path: test.Path, Query: test.Query, Accept: test.Accept,
			IfModifiedSince: "Fri, 20 Nov 2099 12:00:00 GMT"})
		require.Equal(t, test.Status, a.Status, "%+v", test)
		require.Equal(t, test.Location, a.Field("Location"), "%+v", test)
		require.Equal(t, test.Of, a.Field("Content-Type"), "%+v", test)
		if test.Body != "" {
			require.Equal(t, test.Body, string(a.Body), "%+v", test)
		}
	}
}

// TestForeignDocuments: on the API's own host there is no document about the authorization of the
// site, whose resource is another host (RFC 9728, section 3.3).
func TestForeignDocuments(t *testing.T) {
	out, brand := t.TempDir(), edgetest.Brand("palco")
	const path = catalog.OAuthPrefix + "protected-resource"
	c := opened(t, out, brand, edgetest.PublishMore(t, out, brand,
		map[string]releasetest.Resource{path: releasetest.Text("application/json", "{}")}))
	for host, status := range map[string]int{"palco.example": 200, "palco.example:8080": 200,
		"api.palco.example": 404, "API.palco.example.:8080": 404} {
		require.Equal(t, status, ask(c, answer.Request{Host: host, Path: path}).Status, host)
	}
}
