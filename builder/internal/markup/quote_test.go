package markup_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"cartaz/builder/internal/markup"
	"cartaz/builder/internal/markup/hygiene"
	"cartaz/builder/rowstest"

	"github.com/stretchr/testify/require"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"pgregory.net/rapid"
)

// requireQuoted fails unless a reader of the page sees exactly what we wrote
// around the quote: paragraph, one block quote, paragraph.
func requireQuoted(t fataler, markdown string) {
	t.Helper()
	quote := markup.Quote(markdown)
	if quote == "" {
		require.Empty(t, strings.TrimSpace(hygiene.Text(markdown)))
		return
	}
	for line := range strings.SplitSeq(quote, "\n") {
		require.True(t, line == ">" || strings.HasPrefix(line, "> "), "%q in %q", line, quote)
		require.False(t, strings.ContainsAny(line, "\r\v\f\u0085\u2028\u2029"), "%q", line)
	}
	source := []byte("before\n\n" + quote + "\n\nafter [x]\n")
	ctx := parser.NewContext()
	doc := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(text.NewReader(
		source), parser.WithContext(ctx))
	var kinds []string
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		kinds = append(kinds, n.Kind().String())
	}
	require.Equal(t, []string{"Paragraph", "Blockquote", "Paragraph"}, kinds, "%q", source)
	require.Empty(t, ctx.References(), "%q", source)
	require.NoError(t, ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n.Kind() {
		case ast.KindHeading, ast.KindHTMLBlock, ast.KindRawHTML, ast.KindImage:
			t.Fatalf("%s in %q", n.Kind(), source)
		}
		return ast.WalkContinue, nil
	}))
}

func TestQuote(t *testing.T) {
	for _, tt := range rowstest.Read[[]struct{ Name, In, Want string }](t, "testdata/quote.yaml") {
		t.Run(tt.Name, func(t *testing.T) {
			markdown := markup.Clean(tt.In, "html").Markdown
			require.Equal(t, tt.Want, markup.Quote(markdown))
			requireQuoted(t, markdown)
		})
	}
}

func TestSummary(t *testing.T) {
	for _, tt := range rowstest.Read[[]struct {
		In   string
		Max  int
		Want string
	}](t, "testdata/summary.yaml") {
		require.Equal(t, tt.Want, markup.Summary(tt.In, tt.Max), "%q", tt.In)
	}
}

// TestSummaryFits: a summary has no more characters than it may, of any text.
func TestSummaryFits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(rapid.String(),
			rapid.StringMatching(`[a-c ,.é👍\x{301}\x{200d}-]{0,20}`)).Draw(t, "text")
		max := rapid.IntRange(2, 22).Draw(t, "max")
		require.LessOrEqual(t, utf8.RuneCountInString(markup.Summary(s, max)), max)
	})
}
