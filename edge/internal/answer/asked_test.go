package answer_test

import (
	"net/url"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"cartaz/edge/internal/answer"
)

// A value that asks for nothing is not in use: no chip to remove, the same address and the same tag
// as without it.
func TestPagesLeaveOutWhatAsksForNothing(t *testing.T) {
	c := helpCatalogue(t)
	get := func(path, query string) *answer.Answer {
		r := answer.Request{Method: "GET", Path: path, Query: query, Time: now}
		a := new(answer.Answer)
		c.Answer(a, &r, c.Route(&r))
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
