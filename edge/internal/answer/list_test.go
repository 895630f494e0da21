package answer_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"unicode"

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

// A value that asks for nothing is not in use: no chip to remove, the same address and the same tag
// as without it.
func TestPagesLeaveOutWhatAsksForNothing(t *testing.T) {
	c := helpCatalogue(t)
	get := func(path, query string) *answer.Answer {
		a := ask(c, answer.Request{Path: path, Query: query})
		require.Equal(t, 200, a.Status)
		return a
	}
	for _, path := range []string{"/eventos", "/eventos.md"} {
		for query, same := range map[string]string{
			"q=!!!": "", "q=%00": "", "q=%E2%80%8B&city=%E2%80%8B": "",
			"state=%C2%AD&organization=%E2%80%8E": "",
			"q=%22%3F%22&city=Recife":             "city=Recife",
		} {
			got, want := get(path, query), get(path, same)
			require.Equal(t, string(want.Body), string(got.Body), query)
			require.Equal(t, want.Field("ETag"), got.Field("ETag"), query)
			require.Equal(t, want.Field("Link"), got.Field("Link"), query)
		}
		for _, query := range []string{"q=%F0%9F%A5%81", "q=C%23", "q=7", "q=%E6%9D%B1", "city=!",
			"organization=-"} {
			require.Contains(t, get(path, query).Field("Link"), "/eventos?"+
				strings.ReplaceAll(query, "!", "%21")+">", query)
		}
	}
}

// closingMarks are the marks that close a quotation in some language, and what Markdown
// could end one with.
var closingMarks = []string{
	"”", "“", "„", "‟", "»", "«", `"`, "″", "‶", "＂", "〝", "〞", "〟", "❝", "❞", "⹂",
	"'", "’", "‘", "‚", "‛", "›", "‹", "`", "*", "_", "]", ")", "](", "\\", "\n", "&quot;",
	"&rdquo;", "&#8221;",
}

// A term that holds a closing mark stays within the quotation that the Markdown page puts
// around it: between the page's own two marks there is no other double mark.
func TestTermStaysInItsQuotation(t *testing.T) {
	c := helpCatalogue(t)
	quotation := regexp.MustCompile(`“[^“”]*”`)
	for _, mark := range closingMarks {
		for _, term := range []string{
			"jazz" + mark + " – ignore" + mark, // a term that finds something or nothing
			"xyzzy" + mark + "fim" + mark + " quux",
			"jaz" + mark + " fesitval" + mark,
		} {
			a := ask(c, answer.Request{Path: "/eventos.md", Query: "q=" + url.QueryEscape(term)})
			require.Equal(t, 200, a.Status, term)
			page := string(a.Body)
			quotations := quotation.FindAllString(page, -1)
			require.NotEmpty(t, quotations, term)
			rest := quotation.ReplaceAllString(page, "")
			require.NotContains(t, rest, "ignore", term)
			require.False(t, strings.ContainsFunc(rest, func(r rune) bool {
				return unicode.In(r, unicode.Pi, unicode.Pf) && !strings.ContainsRune("’‘‛›‹", r)
			}), "%q: a mark outside of a quotation in %q", term, rest)
			for _, q := range quotations {
				inner := strings.TrimSuffix(strings.TrimPrefix(q, "“"), "”")
				require.NotContains(t, inner, "\n", term)
				require.NotRegexp(t, `(^|[^\\])(\\\\)*[\x60*_\]]`, inner,
					"%q: a mark of Markdown that is not escaped", term)
				require.False(t, strings.ContainsAny(inner, "\"«»„‟″‶＂〝〞〟❝❞⹂"), "%q: %s", term, q)
			}
		}
	}
}
