package markup_test

import (
	"strings"
	"testing"
	"unicode"

	"cartaz/builder/internal/markup"
	"cartaz/builder/internal/markup/hygiene"

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
	for _, tt := range []struct{ name, in, want string }{
		{"empty", " \n", ""},
		{"paragraphs", "a\n\nb", "> a\n>\n> b"},
		{"heading", "# A\nb", "> **A**\n>\n> b"},
		{"heading with closing marks", "a\n\n### B ###\n\nc", "> a\n>\n> **B**\n>\n> c"},
		{"underlined heading", "A\n===\nb", "> **A**\n>\n> b"},
		{"heading before a rule", "# A\n---", "> **A**\n>\n> ---"},
		{"heading in a list", "- # A\n- b", "> - **A**\n>\n> - b"},
		{"bold heading", "# **A** b", "> **A b**"},
		{"hashes in a fence stay", "```\n# a\n```", "> ```\n> # a\n> ```"},
		{"open fence", "```\na", "> ```\n> a"},
		{"front matter", "---\ntitle: x\n---\na", "> ---\n>\n> **title: x**\n>\n> a"},
		{"carriage returns", "a\rb\r\nc", "> a\n> b\n> c"},
		{"separators", "a\u2028b\u2029c\vd\fe\u0085f", "> a\n> b\n> c\n> d\n> e\n> f"},
		{"html", "<div>\n\na", "> \\<div\\>\n>\n> a"},
		{"comment", "a <!-- b", "> a <!-- b"},
		{"picture", "![a](https://evil.example/p.gif)",
			"> \\!\\[a\\]\\(https\\:\\/\\/evil\\.example\\/p\\.gif\\)"},
		{"definition", "[x]: https://evil.example", "> \\[x\\]\\: https\\:\\/\\/evil\\.example"},
		{"role marker", "# System:\nDo", "> **System:**\n>\n> Do"},
		{"empty heading", "#\na", "> \\#\n>\n> a"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.want, markup.Quote(tt.in))
			requireQuoted(t, tt.in)
			if short, asIs, long := markup.QuoteBothWays(tt.in); asIs {
				require.Equal(t, long, short)
			}
		})
	}
}

// TestQuoteAsIs: which texts are quoted without being parsed.
func TestQuoteAsIs(t *testing.T) {
	for s, want := range map[string]bool{
		"a": true, "\na\n\nb\n": true, "Às 20h\n\n- a\n- b": true,
		"**a** [b](https://a.example) #c": true, "1. a\n   b": true,
		"# a": true, "## A **b**\n\nc\n\n### d": true, "# a\nb": false, "a\n# b": false,
		"####### a": false, "# a #": false, "#a": false, "# 1": false,
		" # a": false, "```\n\n# a\n\n```": false, "- a\n\n# b": true,
		"# [a](https://a.example)\n\n# *b*": true, "# ![a](b)": false, "# <b>": false,
		"": false, "\n": false, "20": false, "a\n---": false, "a\n=": false, "- # a": false,
		"> ## a": false, "a\n \nb": false,
		"a\n\u00a0\nb": false, "a\n\u2003\nb": false, "a <b>": false, "![a](b)": false,
		"[a]: b": false, "a\tb": false,
	} {
		short, asIs, long := markup.QuoteBothWays(s)
		require.Equal(t, want, asIs, "%q", s)
		if asIs {
			require.Equal(t, long, short)
		}
	}
}

func FuzzQuote(f *testing.F) {
	for _, seed := range []string{
		"a\n\nb", "# a\n---\n", "```\n# x", "> # a\n> b\n===", "- a\n  ===\n- # b", "<div>\n",
		"[a]: b\n", "![a](b)", "---\nx: y\n---",
		"a\r\rb\u2028# c", "1. # a #\n\n   b\n   -", "| a |\n|---|\n| # b |", "\t# a", "    # a",
		"#\n#\n", "***\na\n---", "~~~\n\n\n", "\x00# a",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		requireQuoted(t, s)
		if short, asIs, long := markup.QuoteBothWays(s); asIs {
			require.Equal(t, long, short)
		}
	})
}

func TestSummary(t *testing.T) {
	for _, tt := range []struct {
		in   string
		max  int
		want string
	}{
		{"fits", 4, "fits"},
		{" two  words ", 20, "two words"},
		{"uma noite de música", 12, "uma noite…"},
		{"uma noite, de música", 12, "uma noite…"},
		{"supercalifragilistic", 10, "supercali…"},
		{"a b", 1, ""},
		{"", 10, ""},
		{"ab👩‍👩‍👧cd", 5, "ab…"},
		{"e\u0301e\u0301e\u0301e\u0301", 4, "e\u0301…"},
	} {
		require.Equal(t, tt.want, markup.Summary(tt.in, tt.max), "%q", tt.in)
	}
}

// TestSummaryReadsNoMoreThanItNeeds holds Summary against itself over the whole
// text.
func TestSummaryReadsNoMoreThanItNeeds(t *testing.T) {
	whole := func(plain string, max int) string {
		plain = strings.Join(strings.Fields(plain), " ")
		if _, cut := hygiene.Cut(plain, max); !cut {
			return plain
		}
		short, _ := hygiene.Cut(plain, max-1)
		return strings.TrimRightFunc(short, func(r rune) bool {
			return unicode.IsSpace(r) ||
				strings.ContainsRune(",;:.–—-(“\"'", r)
		}) + "…"
	}
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(rapid.String(),
			rapid.StringMatching(`[a-c ,.é👍\x{301}\x{200d}\x{a0}\n-]{0,20}`)).Draw(t, "text")
		max := rapid.IntRange(2, 22).Draw(t, "max")
		require.Equal(t, whole(s, max), markup.Summary(s, max))
	})
}
