package answer_test

import (
	"net/url"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/edge/internal/answer"
)

var literally = regexp.MustCompile(`<p>lido <a href="([^"]*)">`)

// Words of a search are read as filters, at any place, and the page says so, with a way back. Today
// is Friday, 20 November 2026. Events with even numbers are free, the first costs R$ 10.
func TestWordsInASearch(t *testing.T) {
	const raiz, choro, tarde, frevo, teatro, dupla = "Samba de raiz", "Choro e samba",
		"Samba da tarde", "Frevo", "Peça no 15 de Novembro", "Recife Jazz amanhã"
	c := agendaCatalogue(t, agendaEvent{teatro, "2026-12-20T20:00:00-03:00",
		"Teatro 15 de Novembro"}, agendaEvent{dupla, "2026-12-20T21:00:00-03:00", "Casa Azul"})
	for _, tc := range []struct {
		q     string
		cards []string
		self  string // the query of the canonical address
	}{
		{"samba hoje", []string{raiz}, "?q=samba&from=2026-11-20&to=2026-11-20"},
		{"hoje às 21h", []string{raiz}, "?from=2026-11-20&to=2026-11-20&after=21"},
		{"fim de semana", []string{choro, tarde}, "?from=2026-11-21&to=2026-11-22"},
		{"samba sábado à noite", []string{choro},
			"?q=samba&from=2026-11-21&to=2026-11-21&hour=evening"},
		{"em dezembro", []string{frevo, teatro, dupla}, "?from=2026-12-01&to=2026-12-31"},
		{"samba grátis em recife", []string{choro}, "?q=samba&city=Recife&free=1"},
		{"grátis", []string{choro, frevo, dupla}, "?free=1"},
		{"recife sábado", []string{choro}, "?city=Recife&from=2026-11-21&to=2026-11-21"},
		{"samba até 10 reais", []string{raiz, choro}, "?q=samba&max_price=10"},
		{"online perto da Casa Azul", []string{frevo}, "?venue=casa-azul&online=1"},
		// In quotation marks words stay words, and so do the names of events and venues.
		{`"15 de novembro"`, []string{teatro}, "?q=%2215%20de%20novembro%22"},
		{"15 de novembro", []string{teatro}, "?q=15%20de%20novembro"},
		{"teatro 15 de novembro", []string{teatro}, "?venue=teatro-15-de-novembro"},
		{"samba da tarde", []string{tarde}, "?q=samba%20da%20tarde"},
		{"recife jazz amanhã", []string{dupla}, "?q=recife%20jazz%20amanh%C3%A3"},
		// Nothing at all: the filters can be removed, and the next events are shown.
		{"frevo amanhã", []string{frevo}, "?q=frevo&from=2026-11-21&to=2026-11-21"},
	} {
		for _, path := range []string{"/eventos", "/eventos.md"} {
			a := ask(c, answer.Request{Path: path, Query: "q=" + url.QueryEscape(tc.q)})
			require.Equal(t, 200, a.Status, tc.q)
			require.Contains(t, a.Field("Link"), "/eventos"+tc.self+">; rel=\"canonical\"", tc.q)
			if path != "/eventos" {
				continue
			}
			require.Equal(t, tc.cards, found(cardNames, string(a.Body)), tc.q)
			back := found(literally, string(a.Body))
			typed := "?q=" + url.PathEscape(tc.q)
			require.Equal(t, tc.self != typed && tc.q[0] != '"', len(back) == 1, tc.q)
			if len(back) == 1 {
				require.Equal(t, "/eventos?q="+url.PathEscape(`"`+tc.q+`"`), back[0])
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
