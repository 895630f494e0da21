package answer_test

import (
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
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
	out := t.TempDir()
	return opened(t, out, brand, edgetest.PublishEvents(t, out, brand, events, 1))
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
