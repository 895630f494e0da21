package answer_test

import (
	"fmt"
	"html"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/resultpage"
	"cartaz/builder/rowstest"
	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/edgetest"
)

// agendaEvent is an event of agendaCatalogue.
type agendaEvent struct{ name, at, venue string }

// agendaCatalogue is a brand with events on several days, and more; today is Friday, 20 November
// 2026.
func agendaCatalogue(t *testing.T, more ...agendaEvent) *answer.Catalogue {
	t.Helper()
	brand := edgetest.Brand("palco")
	year := "2027-11-20"
	ends := map[string]*string{"Exposição": &year}
	var events []catalog.Event
	for i, e := range append([]agendaEvent{
		{"Samba de raiz", "2026-11-20T21:00:00-03:00", "Teatro Sul"},
		{"Choro e samba", "2026-11-21T19:00:00-03:00", "Teatro Sul"},
		{"Samba da tarde", "2026-11-22T15:00:00-03:00", "Casa Azul"},
		{"Frevo", "2026-12-05T22:00:00-03:00", "Casa Azul"},
	}, more...) {
		city, state, slug := "Recife", "PE", "e-"+string(rune('a'+i))
		events = append(events, catalog.Event{
			ID: int64(i + 1), Slug: slug, Name: e.name, URL: brand.SiteURL + "/eventos/" + slug,
			StartsAt: &e.at, EndsAt: ends[e.name],
			Location: &catalog.Location{Name: &e.venue, City: &city, StateAbbr: &state},
			Producer: &catalog.Producer{Name: "Casa", Slug: "casa"}, IsOnline: i == 3,
		})
	}
	slices.SortStableFunc(events, func(x, y catalog.Event) int { // the list order
		return strings.Compare(*x.StartsAt, *y.StartsAt)
	})
	return openEvents(t, events)
}

var (
	cardNames = regexp.MustCompile(`<li>(.*?)</li>`)
	wrongs    = regexp.MustCompile(`<b>(.*?)</b>`)
)

func found(pattern *regexp.Regexp, page string) (all []string) {
	for _, m := range pattern.FindAllStringSubmatch(page, -1) {
		all = append(all, html.UnescapeString(m[1]))
	}
	return all
}

// The results of a page, and the sentences about values that were not understood.
func TestRefinedList(t *testing.T) {
	c := agendaCatalogue(t)
	for query, want := range rowstest.Read[map[string]struct{ Cards, Wrong []string }](t,
		"testdata/refined-list.yaml") {
		a := ask(c, answer.Request{Path: "/eventos", Query: query})
		require.Equal(t, 200, a.Status, query)
		require.Equal(t, want.Cards, found(cardNames, string(a.Body)), query)
		require.Equal(t, want.Wrong, found(wrongs, string(a.Body)), query)
		isPlain := strings.HasPrefix(query, "free=0&order")
		require.Equal(t, !isPlain, regexp.MustCompile(`noindex`).Match(a.Body), query)
	}
}

// Events that began before today come last in lists of pages, and first in the list of the API,
// which is in the order of the starts.
func TestBegunComesLast(t *testing.T) {
	c := agendaCatalogue(t, agendaEvent{"Exposição", "2026-10-01T10:00:00-03:00", "Casa Azul"})
	for query, want := range map[string][]string{
		"": {"Samba de raiz", "Choro e samba", "Samba da tarde", "Frevo",
			"Exposição"},
		"venue=casa-azul": {"Samba da tarde", "Frevo", "Exposição"},
	} {
		a := ask(c, answer.Request{Path: "/eventos", Query: query})
		require.Equal(t, want, found(cardNames, string(a.Body)), query)
	}
	a := ask(c, answer.Request{Path: "/api/public/v1/events"})
	require.Less(t, strings.Index(string(a.Body), "Exposição"),
		strings.Index(string(a.Body), "Samba de raiz"))
}

// The API does not know these parameters: its list is the same with them.
func TestTheAPIIsNotRefined(t *testing.T) {
	c := agendaCatalogue(t)
	const path = "/api/public/v1/events"
	plain := ask(c, answer.Request{Path: path, Query: "q=samba"})
	refined := ask(c, answer.Request{Path: path,
		Query: "q=samba&from=2026-12-01&to=x&venue=y&free=1" +
			"&online=1&cfp=1&country=de&tag=frevo&order=date&after=22"})
	require.Equal(t, string(plain.Body), string(refined.Body))
	require.Equal(t, plain.Fields, refined.Fields)
}

// Each filter in use is a chip that leads to the search without it; the form keeps the filters that
// it has no field for.
func TestRefinedChips(t *testing.T) {
	c := agendaCatalogue(t)
	a := ask(c, answer.Request{Path: "/eventos",
		Query: "q=samba&from=2026-11-20&to=2026-12-31&after=9" +
			"&venue=casa-azul&country=br&tag=samba&order=date"})
	body := html.UnescapeString(string(a.Body))
	const days = "from=2026-11-20&to=2026-12-31"
	for _, link := range rowstest.Read[[]string](t, "testdata/refined-chips.yaml") {
		require.Contains(t, body, link)
	}
	require.Contains(t, a.Field("Link"), "/eventos?q=samba&"+days+"&after=9&venue=casa-azul&"+
		"country=br&tag=samba&order=date>; rel=\"canonical\"")
	a = ask(c, answer.Request{Path: "/eventos", Query: "max_price=1200&hour=evening"})
	require.Contains(t, string(a.Body), `<a href="/eventos?max_price=1200">à noite</a>`+
		`<a href="/eventos?hour=evening">Preço até: R$`+"\u00a0"+`1.200</a>`)
}

// The quick choices follow the clock of the brand, and so does the validator.
func TestQuickDays(t *testing.T) {
	c := agendaCatalogue(t)
	friday := ask(c, answer.Request{Path: "/eventos", Query: "from=2026-11-20&to=2026-11-20"})
	require.Contains(t, string(friday.Body), `aria-current="true">hoje`)
	sunday := ask(c, answer.Request{Path: "/eventos", Query: "from=2026-11-21&to=2026-11-22",
		Time: time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)})
	require.Contains(t, string(sunday.Body), `aria-current="true">fim de semana`)
	require.Contains(t, string(sunday.Body),
		`<a href="/eventos?from=2026-11-22&#38;to=2026-11-22">hoje</a>`)
	next := ask(c, answer.Request{Path: "/eventos", Query: "from=2026-11-20&to=2026-11-20",
		Time: now.AddDate(0, 0, 1)})
	require.NotEqual(t, friday.Field("ETag"), next.Field("ETag"))
	require.NotEqual(t, friday.Field("ETag"), sunday.Field("ETag"))
}

// A search that finds nothing offers the same search without each filter, with its results.
func TestNothingRefined(t *testing.T) {
	c := agendaCatalogue(t)
	a := ask(c, answer.Request{Path: "/eventos",
		Query: "from=2026-11-20&to=2026-11-20&tag=frevo&online=1"})
	var offers []string
	for _, m := range helpLink.FindAllStringSubmatch(string(a.Body), -1) {
		offers = append(offers, html.UnescapeString(m[1])+" "+m[2])
	}
	slices.Sort(offers)
	require.Equal(t, []string{
		"/eventos?from=2026-11-21&tag=frevo&online=1 a partir de 21 nov 2026: 1",
		"/eventos?tag=frevo&online=1 Sem 20 nov 2026: 1"}, offers)
	require.Equal(t, []string{"Frevo"}, found(cardNames, string(a.Body)), "what comes next")
	// A day with nothing shows the first three events after it; an open end has nothing after it.
	for query, want := range map[string][]string{
		"from=2026-11-19&to=2026-11-19": {"Samba de raiz", "Choro e samba", "Samba da tarde"},
		"to=2026-11-19&venue=casa-azul": {"Samba da tarde", "Frevo"},
		"from=2027-01-01":               nil,
	} {
		a := ask(c, answer.Request{Path: "/eventos", Query: query})
		require.Equal(t, want, found(cardNames, string(a.Body)), query)
		require.Contains(t, string(a.Body), "<p>nenhum</p>", query)
	}
}

// In the events of a day, events that have begun before come last, and programs receive the day.
func TestWhatGoesOn(t *testing.T) {
	c := agendaCatalogue(t, agendaEvent{"Exposição", "2023-09-01", "Museu"})
	for query, want := range map[string][]string{
		"from=2026-11-21&to=2026-11-21": {"Choro e samba", "Exposição 2026-11-21"},
		"from=2026-12-05":               {"Frevo", "Exposição 2026-12-05"},
		"to=2026-11-20":                 {"Samba de raiz", "Exposição 2026-11-20"},
	} {
		var got []string
		for _, e := range c.ReadList(new(answer.Answer), query, now).Data {
			got = append(got, strings.TrimSpace(e.Name+" "+e.Next))
		}
		require.Equal(t, want, got, query)
	}
}

// TestNamed: a visitor who looks for an event that is not on sale by its name finds it under any
// answer. An event that is over is named if nothing on sale has all words as they were typed.
func TestNamed(t *testing.T) {
	var events []catalog.Event
	for i, e := range []struct {
		name, starts string
		closed       bool
	}{
		{"Palavra Solta", "2026-12-15T19:00:00-03:00", true}, // cancelled
		{"Noite de Jazz", "2026-12-16T19:00:00-03:00", true}, // closed
		{"Jazz na Laje", "2024-03-01T19:00:00-03:00", true},  // over
		{"Choro na Laje", "2024-03-02T19:00:00-03:00", true},
		{"Quarteto de Jazz", "2026-12-20T19:00:00-03:00", false},
		{"Roda do Solto", "2026-12-21T19:00:00-03:00", false},
	} {
		city, state := "Recife", "PE"
		events = append(events, catalog.Event{ID: int64(i + 1), Slug: fmt.Sprintf("e-%d", i),
			Name: e.name, IsClosed: e.closed, StartsAt: &e.starts,
			Location: &catalog.Location{City: &city, StateAbbr: &state},
			Producer: &catalog.Producer{Name: "Casa", Slug: "casa"}})
	}
	c := openEvents(t, events)
	struck := regexp.MustCompile(`<s><a href="/eventos/e-\d">([^<]*)</a> Cancelado</s>`)
	for _, row := range rowstest.Read[[]struct {
		Query string
		Total int
		Names []string
	}](t, "testdata/named.yaml") {
		a := ask(c, answer.Request{Path: "/eventos", Query: row.Query})
		require.Equal(t, 200, a.Status, row.Query)
		var page, agent []string
		for _, m := range struck.FindAllStringSubmatch(string(a.Body), -1) {
			page = append(page, m[1])
		}
		require.Equal(t, row.Names, page, row.Query)
		list := c.ReadList(new(answer.Answer), row.Query, now)
		require.Equal(t, row.Total, list.Meta.Total, row.Query)
		for _, e := range list.NotOnSale {
			require.Equal(t, resultpage.Past{Slug: e.Slug, Name: e.Name, Note: "Cancelado"}, e)
			agent = append(agent, e.Name)
		}
		require.Equal(t, row.Names, agent, row.Query)
	}
}

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
	return openEvents(t, events)
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
		a := ask(c, answer.Request{Path: path, Query: query})
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
	a := ask(c, answer.Request{Path: "/eventos", Query: query})
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
	a := ask(c, answer.Request{Path: "/eventos",
		Query: "q=gastronoma&city=s%C3%A3o+paulo&page=3"})
	require.Contains(t, string(a.Body),
		`<p>para <a href="/eventos?q=gastronomia&#38;city=s%C3%A3o%20paulo">gastronomia</a></p>`)
}

// TestPageLinks: the pages before and after are announced in the form of the
// page, on 304 too.
func TestPageLinks(t *testing.T) {
	brand := edgetest.Brand("palco")
	c := open(t, brand, 50)
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
