package answer_test

import (
	"net/url"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/rowstest"
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
