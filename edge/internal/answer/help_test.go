package answer_test

import (
	"html"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/rowstest"
	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/edgetest"
)

// helpCatalogue returns a brand with a few events whose names tell what they test.
func helpCatalogue(t *testing.T) *answer.Catalogue {
	t.Helper()
	brand := edgetest.Brand("palco")
	var events []catalog.Event
	for i, e := range []struct{ name, city, state, org string }{
		{"Gastronomia na Praça", "São Paulo", "SP", "Casa Azul"},
		{"Festival de Jazz", "São Paulo", "SP", "Casa Azul"},
		{"Festival de Choro e Seresta", "Recife", "PE", "Clube do Choro"},
		{"Jazz de Câmara", "Recife", "PE", "Casa Azul"},
		{"Corrida noturna", "Olinda", "PE", "Clube do Choro"},
	} {
		slug := "e-" + string(rune('a'+i))
		events = append(events, catalog.Event{
			ID: int64(i + 1), Slug: slug, Name: e.name, URL: brand.SiteURL + "/eventos/" + slug,
			Location: &catalog.Location{City: &e.city, StateAbbr: &e.state},
			Producer: &catalog.Producer{Name: e.org,
				Slug: strings.ReplaceAll(strings.ToLower(e.org), " ", "-")},
		})
	}
	out := t.TempDir()
	id := edgetest.PublishEvents(t, out, brand, events, 1)
	c := opened(t, out, brand, id)
	return c
}

var (
	helpLink = regexp.MustCompile(`<a href="([^"]*)">([^<]*: \d+)</a>`)
	helpText = regexp.MustCompile(`<p>(para|parcial)(.*?)</p>`)
	markup   = regexp.MustCompile(`<[^>]*>`)
)

// TestHelp checks the help of a page next to its results; every search that it offers is asked for,
// and must have as many results as was said.
func TestHelp(t *testing.T) {
	c := helpCatalogue(t)
	get := func(address string) string {
		path, query, _ := strings.Cut(address, "?")
		r := answer.Request{Method: "GET", Path: path, Query: query, Time: now}
		var a answer.Answer
		c.Answer(&a, &r, c.Route(&r))
		require.Equal(t, 200, a.Status, address)
		return string(a.Body)
	}
	for name, test := range rowstest.Read[map[string]struct {
		Query url.Values
		Want  []string
	}](t, "testdata/help.yaml") {
		t.Run(name, func(t *testing.T) {
			address := "/eventos?" + test.Query.Encode()
			body, notes := get(address), notesOf(c, test.Query.Encode())
			var got []string
			for _, m := range helpText.FindAllStringSubmatch(body, -1) {
				got = append(got, html.UnescapeString(m[1]+markup.ReplaceAllString(m[2], "")))
			}
			for _, m := range helpLink.FindAllStringSubmatch(body, -1) {
				label := html.UnescapeString(m[2])
				got = append(got, label)
				link := html.UnescapeString(m[1])
				found := strings.Count(get(link), "<li>")
				require.Equal(t, label[len(label)-1:], string(rune('0'+found)), "%s offers %s",
					address, link)
				require.Contains(t, notes, label+" https://palco.example"+
					strings.Replace(link, "/eventos", "/eventos.md", 1))
			}
			require.ElementsMatch(t, test.Want, got)
			twin := get("/eventos.md?" + test.Query.Encode())
			require.Equal(t, strings.Count(body, "<li>"), strings.Count(twin, "\n- "),
				"as many results in both forms")
		})
	}
}

// notesOf are the notes of the same search for an agent.
func notesOf(c *answer.Catalogue, query string) []string {
	return c.ReadList(new(answer.Answer), query, now).Notes
}

// A search without results is named whole, for people and for agents.
func TestNothingIsNamed(t *testing.T) {
	c := helpCatalogue(t)
	const query = "q=jazz&city=recife&country=br&from=2026-11-20&to=2026-11-22&free=1&online=1"
	const asked = "Nenhum evento em cartaz para “jazz”, Cidade: Recife, " +
		"20 nov 2026 a 22 nov 2026, País: Brasil, Grátis, Online."
	require.Contains(t, notesOf(c, query), asked)
	r := answer.Request{Method: "GET", Path: "/eventos", Query: query, Time: now}
	var a answer.Answer
	c.Answer(&a, &r, c.Route(&r))
	require.Contains(t, string(a.Body), "<p>com “jazz”, Cidade: Recife, "+
		"20 nov 2026 a 22 nov 2026, País: Brasil, Grátis, Online</p>")
	require.Equal(t, []string{"Nenhum evento em cartaz para “gastronoma”. Mostrando resultados " +
		"para “gastronomia” e palavras parecidas."}, notesOf(c, "q=gastronoma"))
	require.Empty(t, notesOf(c, "q=jazz"))
	list := c.ReadList(new(answer.Answer), "q=jazz+na+Lua", now)
	require.True(t, list.Partial)
	require.Equal(t, []string{"Lua"}, list.Missing)
	require.Equal(t, []string{"Nenhum evento em cartaz tem todas estas palavras. Aqui há “jazz”; " +
		"falta “Lua”."}, list.Notes)
	require.Equal(t, "“sexta 28/11/2026” foi lido pela data, que cai em outro dia da semana.",
		notesOf(c, "q=jazz+sexta+28/11/2026")[0])
	require.NotContains(t, strings.Join(notesOf(c, "q=jazz+sábado+28/11/2026"), ""), "outro dia")
	require.Equal(t, []string{"“amanhã” ficou como palavra da busca, não como data ou hora: " +
		"escreva uma só data, ou o período com duas."},
		notesOf(c, "q=jazz+amanhã&from=2026-11-20")[:1])
}

// The corrected search for a mistyped term is linked, and keeps the filters.
func TestHelpLinksTheCorrectedSearch(t *testing.T) {
	c := helpCatalogue(t)
	r := answer.Request{Method: "GET", Path: "/eventos",
		Query: "q=gastronoma&city=s%C3%A3o+paulo&page=3", Time: now}
	var a answer.Answer
	c.Answer(&a, &r, c.Route(&r))
	require.Contains(t, string(a.Body),
		`<p>para <a href="/eventos?q=gastronomia&#38;city=s%C3%A3o%20paulo">gastronomia</a></p>`)
}

// TestPageLinks: the pages before and after are announced in the form of the
// page, on 304 too.
func TestPageLinks(t *testing.T) {
	brand := edgetest.Brand("palco")
	out := t.TempDir()
	id := edgetest.Publish(t, out, brand, 50, 1)
	c := opened(t, out, brand, id)
	for address, want := range map[string]string{
		"/eventos": `</eventos?page=2>; rel="next"`,
		"/eventos?q=show&page=2": `</eventos?q=show>; rel="prev",` +
			` </eventos?q=show&page=3>; rel="next"`,
		"/eventos.md?q=show&page=3": `</eventos.md?q=show&page=2>; rel="prev"`,
		"/eventos?page=4":           "",
		"/eventos?q=xyzzyq":         "",
	} {
		path, query, _ := strings.Cut(address, "?")
		r := answer.Request{Method: "GET", Path: path, Query: query, Time: now}
		for _, status := range []int{200, 304} {
			var a answer.Answer
			c.Answer(&a, &r, c.Route(&r))
			require.Equal(t, status, a.Status)
			twin := "/eventos.md"
			if query != "" {
				query = "?" + strings.TrimPrefix(query, "?")
			}
			link := "</eventos" + query + `>; rel="canonical", <` + twin + query +
				`>; rel="alternate"; type="text/markdown"`
			if want != "" {
				link += ", " + want
			}
			require.Equal(t, strings.ReplaceAll(link, "</", "<"+brand.SiteURL+"/"), a.Field("Link"),
				address)
			r.IfNoneMatch = a.Field("ETag")
		}
	}
}
