package answer_test

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/release"
	"cartaz/builder/release/releasetest"
	"cartaz/builder/resultpage"
	"cartaz/builder/rowstest"
	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/edgetest"
)

// TestFormerAddresses: a former address of an event leads to its present one, and the address of a
// removed event says so, in the forms of a page. The API answers 404, by contract.
func TestFormerAddresses(t *testing.T) {
	former := resultpage.AppendTable(nil, []resultpage.Row{
		{Path: "/eventos/samba", Value: "/eventos/samba-2027 2026-11-20"},
		{Path: catalog.GoneKey("/eventos/frevo"), Value: ":gone/cidades/olinda-pe 2026-11-20"},
		{Path: "/eventos/coco", Value: ":gone/cidades/recife-pe 2026-11-20"},
		{Path: "/programação", Value: "/eventos?city=Recife"},
		{Path: "/2019/foto.html", Value: "https://fotos.example/%C3%A1"},
	})
	c := openMore(t, edgetest.Brand("palco"), map[string]releasetest.Resource{
		catalog.FormerPath:        releasetest.Text("text/plain", string(former)),
		":gone":                   releasetest.Page("<h1>Saiu</h1>", "# Saiu\n"),
		":gone/cidades/olinda-pe": releasetest.Page("<h1>Olinda</h1>", "# Olinda\n"),
	})
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
	const path = catalog.OAuthPrefix + "protected-resource"
	c := openMore(t, edgetest.Brand("palco"), map[string]releasetest.Resource{
		path: releasetest.Text("application/json", "{}")})
	for host, status := range map[string]int{"palco.example": 200, "palco.example:8080": 200,
		"api.palco.example": 404, "API.palco.example.:8080": 404} {
		require.Equal(t, status, ask(c, answer.Request{Host: host, Path: path}).Status, host)
	}
}

// TestSpelledAddresses: a brand's addresses are answered in its words and in the Portuguese ones,
// with one body and one canonical link; links lead to its words.
func TestSpelledAddresses(t *testing.T) {
	brand := edgetest.Brand("palco")
	brand.Paths = map[string]string{"eventos": "events", "agenda": "calendar", "hoje": "today"}
	page := releasetest.Page("<h1>Show</h1>", "# Show\n")
	page.Canonical, page.Alternate = "/eventos/show-0", "/eventos/show-0.md"
	twin := releasetest.Text("text/markdown", "# Show\n")
	twin.Canonical = page.Canonical
	former := resultpage.AppendTable(nil, []resultpage.Row{
		{Path: "/eventos/samba", Value: "/eventos/show-0 2026-11-20"}})
	c := openMore(t, brand, map[string]releasetest.Resource{
		"/eventos/show-0": page, "/eventos/show-0.md": twin,
		catalog.FormerPath: releasetest.Text("text/plain", string(former))})
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

var literally = regexp.MustCompile(`<p>lido <a href="([^"]*)">`)

// Words of a search are read as filters, at any place, and the page says so, with a way back. Today
// is Friday, 20 November 2026. Events with even numbers are free, the first costs R$ 10.
func TestWordsInASearch(t *testing.T) {
	const raiz, choro, tarde, frevo, teatro, dupla = "Samba de raiz", "Choro e samba",
		"Samba da tarde", "Frevo", "Peça no 15 de Novembro", "Recife Jazz amanhã"
	c := agendaCatalogue(t, agendaEvent{teatro, "2026-12-20T20:00:00-03:00",
		"Teatro 15 de Novembro"}, agendaEvent{dupla, "2026-12-20T21:00:00-03:00", "Casa Azul"},
		agendaEvent{"The Weeknd: After Hours", "2027-05-20T21:00:00-03:00", "Casa Azul"})
	for _, tc := range rowstest.Read[[]struct {
		Q     string
		Cards []string
		Self  string // the query of the canonical address
	}](t, "testdata/words-in-a-search.yaml") {
		for _, path := range []string{"/eventos", "/eventos.md"} {
			a := ask(c, answer.Request{Path: path, Query: "q=" + url.QueryEscape(tc.Q)})
			require.Equal(t, 200, a.Status, tc.Q)
			require.Contains(t, a.Field("Link"), "/eventos"+tc.Self+">; rel=\"canonical\"", tc.Q)
			if path != "/eventos" {
				continue
			}
			require.Equal(t, tc.Cards, found(cardNames, string(a.Body)), tc.Q)
			back := found(literally, string(a.Body))
			typed := "?q=" + url.PathEscape(tc.Q)
			require.Equal(t, tc.Self != typed && tc.Q[0] != '"', len(back) == 1, tc.Q)
			if len(back) == 1 {
				require.Equal(t, "/eventos?q="+url.PathEscape(`"`+tc.Q+`"`), back[0])
				again := ask(c, answer.Request{Path: path, Query: back[0][len("/eventos?"):]})
				require.Empty(t, found(literally, string(again.Body)))
			}
		}
	}
	// A value chosen by hand wins over words; other words are read next to it.
	for query, self := range map[string]string{
		"q=samba+hoje&from=2026-11-21&to=2026-11-22": "" +
			"?q=samba%20hoje&from=2026-11-21&to=2026-11-22",
		"q=samba+hoje&city=Recife&free=1&order=date": "?q=samba&city=Recife&from=2026-11-20" +
			"&to=2026-11-20&free=1&order=date",
		"q=samba+em+recife&city=Olinda": "?q=samba%20em%20recife&city=Olinda",
	} {
		a := ask(c, answer.Request{Path: "/eventos", Query: query})
		require.Contains(t, a.Field("Link"), self+">; rel=\"canonical\"", query)
	}
	// The API searches for words.
	a := ask(c, answer.Request{Path: "/api/public/v1/events", Query: "q=samba+hoje"})
	require.Contains(t, string(a.Body), `"total":3`)
	require.Equal(t, "partial", a.Field("Search-Reading"))
	require.Equal(t, `</api/public/v1/events?q=samba>; rel="related"`, a.Field("Link"))
	a = ask(c, answer.Request{Path: "/api/public/v1/events", Query: "q=samab"})
	require.Equal(t, "corrected", a.Field("Search-Reading"))
}

// What has changed since a time, the newest first, in the words of the list of changes.
func TestChanges(t *testing.T) {
	const head = "# O que mudou\n\nA lista começa em 2026-11-01T00:00:00Z; as mudanças mais " +
		"novas vêm primeiro.\n\n"
	line := func(at, what string) string {
		return `{"at":"` + at + `","what":"` + what + `","id":1,"slug":"a","name":"A [b]",` +
			`"url":"https://palco.example/eventos/a","fields":["name","location.city"]}` + "\n"
	}
	said := func(at, what string) string {
		return "- " + at + " · " + what +
			` · [A \[b\]](https://palco.example/eventos/a.md) · name, location.city` + "\n"
	}
	const monday, tuesday, night = "2026-11-16T15:00:00Z", "2026-11-17T15:00:00Z",
		"2026-11-18T02:59:59Z"
	changed := func(lines string) *answer.Catalogue {
		return openMore(t, zoned(), map[string]releasetest.Resource{
			"/mudancas.ndjson": releasetest.Text("application/x-ndjson",
				`{"since":"2026-11-01T00:00:00Z"}`+"\n"+lines)})
	}
	c := changed(line(monday, "added") + line(tuesday, "changed") + line(night, "removed"))
	all := said(night, "Removido") + said(tuesday, "Mudou") + said(monday, "Novo")
	for query, want := range map[string]string{
		"":                                    all,
		"since=2026-11-17":                    said(night, "Removido") + said(tuesday, "Mudou"),
		"since=2026-11-18":                    "Nada.\n", // the night is the 17th in São Paulo
		"since=2026-11-17T15:00:00Z":          said(night, "Removido") + said(tuesday, "Mudou"),
		"since=2026-11-18T00%3A00%3A00-03:00": "Nada.\n",
	} {
		a := ask(c, answer.Request{Path: "/mudancas.md", Query: query})
		require.Equal(t, 200, a.Status)
		require.Equal(t, head+want, string(a.Body), query)
		require.Equal(t, "text/markdown; charset=utf-8", a.Field("Content-Type"))
		require.Contains(t, a.Field("Link"), "/mudancas.ndjson>")
		require.Equal(t, 304, ask(c, answer.Request{Path: "/mudancas.md", Query: query,
			IfNoneMatch: a.Field("ETag")}).Status)
	}
	wrong := ask(c, answer.Request{Path: "/mudancas.md", Query: "since=ontem"})
	require.Equal(t, strings.Replace(head, "\n\n", "\n\n“ontem” não é uma data do calendário: "+
		"escreva como em 2026-11-28. Foi ignorada.\n\n", 1)+all, string(wrong.Body))

	var many strings.Builder
	for i := range 300 {
		many.WriteString(line(fmt.Sprintf("2026-11-16T15:%02d:%02dZ", i/60, i%60), "added"))
	}
	a := ask(changed(many.String()), answer.Request{Path: "/mudancas.md"})
	require.Equal(t, 100, strings.Count(string(a.Body), "· Novo ·"))
	require.Contains(t, string(a.Body), said("2026-11-16T15:03:20Z", "Novo")+
		"\nMudanças mais antigas: <https://palco.example/mudancas.ndjson>\n")
}

// zoned is a test brand in São Paulo (UTC-3).
func zoned() release.Brand {
	b := edgetest.Brand("palco")
	b.Timezone = "America/Sao_Paulo"
	return b
}

// openDay is a catalogue with a page for one day, 20 November 2026, a Friday.
func openDay(t *testing.T, brand release.Brand) *answer.Catalogue {
	t.Helper()
	out := t.TempDir()
	return opened(t, out, brand, edgetest.PublishEvents(t, out, brand, nil, 1,
		"/agenda/2026-11-20"))
}

// at is a moment on the clocks of São Paulo.
func at(t *testing.T, text string) time.Time {
	t.Helper()
	moment, err := time.ParseInLocation("2006-01-02 15:04:05", text, time.FixedZone("", -3*60*60))
	require.NoError(t, err)
	return moment
}

// TestWhen: the targets of the addresses that mean a day by the clock, and for how long they are
// good.
func TestWhen(t *testing.T) {
	c := openDay(t, zoned())
	for _, tc := range rowstest.Read[[]struct {
		Path, Query, Now string
		Location, Cache  string
	}](t, "testdata/when.yaml") {
		for _, method := range []string{"GET", "HEAD"} {
			a := ask(c, answer.Request{Method: method, Path: tc.Path, Query: tc.Query,
				Time: at(t, tc.Now)})
			require.Equal(t, 302, a.Status, "%s at %s", tc.Path, tc.Now)
			require.Equal(t, tc.Location, a.Field("Location"), "%s at %s", tc.Path, tc.Now)
			require.Equal(t, tc.Cache, a.Field("Cache-Control"), "%s at %s", tc.Path, tc.Now)
			require.Empty(t, a.Field("Vary"))
			require.Empty(t, a.Body)
		}
	}
	a := ask(c, answer.Request{Path: "/hoje/", Time: at(t, "2026-11-20 09:00:00")})
	require.Equal(t, 308, a.Status)
	require.Equal(t, "/hoje", a.Field("Location"))
	a = ask(c, answer.Request{Method: "POST", Path: "/hoje"})
	require.Equal(t, 405, a.Status)
	require.Equal(t, "GET, HEAD", a.Field("Allow"))
	require.Empty(t, a.Field("Access-Control-Allow-Origin"))
}

// TestWhenFrozen: on a brand with a frozen clock, today is the day of that clock.
func TestWhenFrozen(t *testing.T) {
	brand := zoned()
	brand.AsOf = at(t, "2026-11-20 12:00:00").Unix()
	a := ask(openDay(t, brand), answer.Request{Path: "/hoje", Time: at(t, "2031-05-06 07:08:09")})
	require.Equal(t, "/agenda/2026-11-20", a.Field("Location"))
	require.Equal(t, "public, max-age=43200", a.Field("Cache-Control"))
}

// TestDayWithoutPage: a day without a page is no error, but one that the calendar does not have is.
func TestDayWithoutPage(t *testing.T) {
	c := openDay(t, zoned())
	for path, location := range map[string]string{
		"/agenda/2026-11-21":                 "/eventos?from=2026-11-21&to=2026-11-21",
		"/agenda/2026-11-21.md":              "/eventos.md?from=2026-11-21&to=2026-11-21",
		"/agenda/2024-02":                    "/eventos?from=2024-02-01&to=2024-02-29",
		"/agenda/2026-11-28..2026-11-29":     "/eventos?from=2026-11-28&to=2026-11-29",
		"/agenda/2026-11-28..2026-11-29.md":  "/eventos.md?from=2026-11-28&to=2026-11-29",
		"/agenda/2026-11-29..2026-11-28":     "/eventos?from=2026-11-29&to=2026-11-28",
		"/agenda/2026%2D11%2D28..2026-11-29": "/eventos?from=2026-11-28&to=2026-11-29",
	} {
		a := ask(c, answer.Request{Path: path})
		require.Equal(t, 302, a.Status, path)
		require.Equal(t, location, a.Field("Location"), path)
		require.Equal(t, "public, max-age=60", a.Field("Cache-Control"), path)
	}
	require.Equal(t, 200, ask(c, answer.Request{Path: "/agenda/2026-11-20"}).Status)
	for path, location := range map[string]string{
		"/agenda/2026-11-20/2":     "/agenda/2026-11-20",
		"/agenda/2026-11-21/12.md": "/agenda/2026-11-21.md",
	} {
		a := ask(c, answer.Request{Path: path})
		require.Equal(t, 301, a.Status, path)
		require.Equal(t, location, a.Field("Location"), path)
		require.Equal(t, catalog.CacheRedirect, a.Field("Cache-Control"), path)
	}
	for _, path := range []string{"/agenda/2026-02-31", "/agenda/2026-13", "/agenda/2026",
		"/agenda/hoje", "/agenda/2026-11-28..", "/agenda/..2026-11-28", "/agenda/2026-11..2026-12",
		"/agenda/2026-11-28..2026-11-31", "/agenda/2026-11-28/x", "/agenda/.md",
		"/agenda/2026-11-28/1", "/agenda/2026-11/2", "/agenda/2026-11-28/2/3",
		"/agenda/2026-11-28.ics", "/agendas/2026-11-28", "/agenda/2026-11-28%0A"} {
		a := ask(c, answer.Request{Path: path})
		require.Contains(t, []catalog.Code{catalog.NotFound, catalog.BadRequest}, a.Code, path)
	}
}
