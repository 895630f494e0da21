package answer_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/edgetest"
)

func TestPagingCoversEachEventOnce(t *testing.T) {
	const n = 53
	c := open(t, edgetest.Brand("palco"), n)
	for _, perPage := range []int{1, 7, 20, 50} {
		seen := map[int64]int{}
		for page := 1; ; page++ {
			a := ask(c, answer.Request{Path: "/api/public/v1/events",
				Query: fmt.Sprintf("page=%d&per_page=%d", page, perPage)})
			require.Equal(t, 200, a.Status)
			var list catalog.EventList
			require.NoError(t, json.Unmarshal(a.Body, &list))
			require.Equal(t, catalog.Meta{Total: n, PerPage: perPage, CurrentPage: page,
				LastPage: (n + perPage - 1) / perPage}, list.Meta)
			for _, e := range list.Data {
				seen[e.ID]++
				require.Nil(t, e.Producer)
				require.Equal(t, "ativo", *e.Status)
			}
			if page > list.Meta.LastPage {
				require.Empty(t, list.Data)
				break
			}
		}
		require.Len(t, seen, n)
		for id, times := range seen {
			require.Equal(t, 1, times, "event %d", id)
		}
	}
}

func TestListPageFillsAndEscapes(t *testing.T) {
	c := open(t, edgetest.Brand("palco"), 45)
	page := string(ask(c, answer.Request{Path: "/eventos", Query: "q=show&page=2"}).Body)
	require.Contains(t, page, `<title>“show” – Eventos</title>`)
	require.Contains(t, page, `45 eventos, 21 a 40`)
	require.Contains(t, page, `<a rel="prev" href="/eventos?q=show">`)
	require.Contains(t, page, `<a rel="next" href="/eventos?q=show&#38;page=3">`)
	require.Contains(t, page, `noindex`)
	require.Equal(t, 20, strings.Count(page, "<li>"))

	page = string(ask(c, answer.Request{Path: "/eventos"}).Body)
	require.NotContains(t, page, "noindex")
	require.NotContains(t, page, `rel="prev"`)

	page = string(ask(c, answer.Request{Path: "/eventos",
		Query: "city=sao+paulo&organization=samba-cia"}).Body)
	require.Contains(t, page, `<a href="/eventos?organization=samba-cia">Cidade: São Paulo</a>`,
		"the chip shows the label")
	require.Contains(t, page,
		`<a href="/eventos?city=sao%20paulo">Organização: Samba &#38; Cia</a>`)

	page = string(ask(c, answer.Request{Path: "/eventos", Query: "page=9"}).Body)
	require.Contains(t, page, "passou do fim")
	require.Contains(t, page, `<a href="/eventos">primeira</a>`)

	page = string(ask(c, answer.Request{Path: "/eventos",
		Query: `q="><script>x</script>&city='onclick=`}).Body)
	require.NotContains(t, page, "<script>")
	require.NotContains(t, page, `value=""><script`)
	require.Contains(t, page, "&#60;script&#62;")

	markdown := ask(c, answer.Request{Path: "/eventos.md", Query: "q=show"})
	require.Contains(t, string(markdown.Body), "[depois](/eventos.md?q=show&page=2)")
	require.NotEmpty(t, markdown.Field("X-Markdown-Tokens"))
	require.Equal(t, "public, max-age=15", markdown.Field("Cache-Control"))
	negotiated := ask(c, answer.Request{Path: "/eventos", Query: "q=show", Accept: "text/markdown"})
	require.Equal(t, markdown.Body, negotiated.Body)
	require.Equal(t, "private, max-age=15", negotiated.Field("Cache-Control"))
	require.Equal(t, "Accept, Accept-Encoding", negotiated.Field("Vary"))
}
