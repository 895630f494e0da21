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
