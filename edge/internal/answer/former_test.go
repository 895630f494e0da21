package answer_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/release/releasetest"
	"cartaz/builder/resultpage"
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
	const html, md = "text/html; charset=utf-8", "text/markdown; charset=utf-8"
	for _, test := range []struct {
		path, query, accept string
		status              int
		location, body, of  string
	}{
		{"/eventos/samba", "", "text/html", 301, "/eventos/samba-2027", "", ""},
		{"/eventos/samba", "utm=1", "", 301, "/eventos/samba-2027?utm=1", "", ""},
		{"/eventos/samba.md", "", "", 301, "/eventos/samba-2027.md", "", ""},
		{"/eventos/samba.ics", "", "text/calendar", 301, "/eventos/samba-2027.ics", "", ""},
		{"/eventos/frevo", "", "text/html", 410, "", "<h1>Olinda</h1>", html},
		{"/eventos/frevo", "", "text/markdown", 410, "", "# Olinda\n", md},
		{"/eventos/frevo.md", "", "text/html", 410, "", "# Olinda\n", md},
		{"/eventos/coco.ics", "", "text/calendar", 410, "", "# Saiu\n", md},
		{"/eventos/samba/", "", "text/html", 301, "/eventos/samba-2027", "", ""},
		{"/programa%C3%A7%c3%a3o/", "", "", 301, "/eventos?city=Recife", "", ""},
		{"/programa%C3%A7%c3%a3o", "p=2", "", 301, "/eventos?city=Recife&p=2", "", ""},
		{"/2019/foto.html", "a=1", "", 301, "https://fotos.example/%C3%A1?a=1", "", ""},
		{"/programa%C3%A7%c3%a3o.md", "", "", 404, "", "", "application/problem+json"},
		{"/eventos/maracatu", "", "text/html", 404, "", "<h1>Evento não encontrado</h1>", html},
		{"/api/public/v1/events/samba", "", "", 404, "", "", "application/problem+json"},
		{"/api/public/v1/events/frevo", "", "", 404, "", "", "application/problem+json"},
		{"/:gone", "", "text/html", 404, "", "", html},
	} {
		a := ask(c, answer.Request{Path: test.path, Query: test.query, Accept: test.accept,
			IfModifiedSince: "Fri, 20 Nov 2099 12:00:00 GMT"})
		require.Equal(t, test.status, a.Status, "%+v", test)
		require.Equal(t, test.location, a.Field("Location"), "%+v", test)
		require.Equal(t, test.of, a.Field("Content-Type"), "%+v", test)
		if test.body != "" {
			require.Equal(t, test.body, string(a.Body), "%+v", test)
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
