package answer_test

import (
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/edge/internal/answer"
)

// Words for time in the text of a search are read as days and hours, and the page says so. Today is
// Friday, 20 November 2026.
func TestTimeWordsInASearch(t *testing.T) {
	const raiz, choro, tarde, frevo, teatro = "Samba de raiz", "Choro e samba", "Samba da tarde",
		"Frevo", "Peça no 15 de Novembro"
	c := agendaCatalogue(t, agendaEvent{teatro, "2026-12-20T20:00:00-03:00",
		"Teatro 15 de Novembro"})
	read := func(words string) []string {
		return []string{"“" + words + "” foi lido como data ou hora. Para buscar estas palavras, " +
			"escreva-as entre aspas."}
	}
	for _, tc := range []struct {
		q            string
		cards, wrong []string
		self         string // the query of the canonical address
	}{
		{"samba hoje", []string{raiz}, read("hoje"), "?q=samba&from=2026-11-20&to=2026-11-20"},
		{"hoje às 21h", []string{raiz}, append(read("hoje"), read("às 21h")...),
			"?from=2026-11-20&to=2026-11-20&after=21"},
		{"fim de semana", []string{choro, tarde}, read("fim de semana"),
			"?from=2026-11-21&to=2026-11-22"},
		{"samba sábado à noite", []string{choro}, read("sábado à noite"),
			"?q=samba&from=2026-11-21&to=2026-11-21&after=18"},
		{"em dezembro", []string{frevo, teatro}, read("em dezembro"),
			"?from=2026-12-01&to=2026-12-31"},
		// In quotation marks words stay words, and so do words that mean a time when nothing is
		// then, but something has that name.
		{`"15 de novembro"`, []string{teatro}, nil, "?q=%2215%20de%20novembro%22"},
		{"teatro 15 de novembro", []string{teatro}, nil, "?q=teatro%2015%20de%20novembro"},
		{"samba da tarde", []string{tarde}, nil, "?q=samba%20da%20tarde"},
		// Nothing at all: the time is a filter that can be removed, and what is next is shown.
		{"frevo amanhã", []string{frevo}, read("amanhã"), "?q=frevo&from=2026-11-21&to=2026-11-21"},
	} {
		for _, path := range []string{"/eventos", "/eventos.md"} {
			a := ask(c, answer.Request{Path: path, Query: "q=" + url.QueryEscape(tc.q)})
			require.Equal(t, 200, a.Status, tc.q)
			require.Contains(t, a.Field("Link"), "/eventos"+tc.self+">; rel=\"canonical\"", tc.q)
			if path == "/eventos" {
				require.Equal(t, tc.cards, found(cardNames, string(a.Body)), tc.q)
				require.Equal(t, tc.wrong, found(wrongs, string(a.Body)), tc.q)
			}
		}
	}
	// A day that was chosen by hand goes first.
	a := ask(c, answer.Request{Path: "/eventos",
		Query: "q=samba+hoje&from=2026-11-21&to=2026-11-22"})
	require.Contains(t, a.Field("Link"), "?q=samba%20hoje&from=2026-11-21&to=2026-11-22>")
	// The API searches for words.
	a = ask(c, answer.Request{Path: "/api/public/v1/events", Query: "q=samba+hoje"})
	require.Contains(t, string(a.Body), `"total":0`)
}
