package markup

import (
	"regexp"
	"strings"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"github.com/JohannesKaufmann/html-to-markdown/v2/marker"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/base"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/commonmark"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/strikethrough"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/table"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// newConverter makes the converter from the package's grammar to Markdown with GFM tables and
// strike-through.
func newConverter() *converter.Converter {
	conv := converter.NewConverter(converter.WithPlugins(
		base.NewBasePlugin(),
		// The comment that keeps two neighbouring lists apart would be raw HTML.
		commonmark.NewCommonmarkPlugin(commonmark.WithListEndComment(false),
			commonmark.WithHorizontalRule("---")),
		table.NewTablePlugin(table.WithCellPaddingBehavior(table.CellPaddingBehaviorMinimal)),
		strikethrough.NewStrikethroughPlugin(),
	))
	// The converter escapes a star only where it looks like the start of a mark. A footnote's star
	// would end the mark around it.
	conv.Register.TextTransformer(func(_ converter.Context, s string) string {
		return strings.ReplaceAll(s, string(marker.MarkerEscaping)+"*", `\*`)
	}, converter.PriorityLate)
	return conv
}

// reference matches what Markdown would read as a character reference, in text and in addresses.
// The converter does not escape "&".
var reference = regexp.MustCompile(`&(#?[0-9A-Za-z]+;)`)

// escapeReferences keeps the converter's output from being read as references.
func escapeReferences(root *html.Node) {
	for n := range root.Descendants() {
		switch {
		case n.Type == html.TextNode && n.Parent.DataAtom != atom.Code &&
			strings.Contains(n.Data, "&"):
			n.Data = reference.ReplaceAllString(n.Data, "&amp;$1")
		case n.DataAtom == atom.A:
			for i := range n.Attr {
				n.Attr[i].Val = reference.ReplaceAllString(n.Attr[i].Val, "&amp;$1")
			}
		}
	}
}

// backslash replaces a Markdown backslash on its way through the converter, which would escape a
// real one. Text has no private-use characters (hygiene).
const backslash = "\uE000"

// lineMarker matches what starts a block at the start of a line: a heading, a list item, an
// underline, a rule or the row below a table's header. The backslash goes after the first group.
var lineMarker = regexp.MustCompile(`^(\d{0,9})([-+=#:.)|])`)

// escapeQuotedLines escapes the starts of lines inside block quotes. The converter looks for them
// at the very start of a line, where a quote has its own mark.
func escapeQuotedLines(root *html.Node) {
	for n := range root.Descendants() {
		if n.Type != html.TextNode || n.PrevSibling != nil && n.PrevSibling.DataAtom != atom.Br ||
			!quoted(n) {
			continue
		}
		n.Data = lineMarker.ReplaceAllString(n.Data, "${1}"+backslash+"${2}")
	}
}

// quoted says whether the innermost container of a text is a block quote.
func quoted(n *html.Node) bool {
	for p := n.Parent; p != nil; p = p.Parent {
		switch p.DataAtom {
		case atom.Blockquote:
			return true
		case atom.Li, atom.Pre, atom.Code, atom.Td, atom.Th:
			return false
		}
	}
	return false
}

// dropMarks takes strong, em, del and inline code off a tree.
func dropMarks(root *html.Node) {
	for _, a := range []atom.Atom{atom.Strong, atom.Em, atom.Del, atom.Code} {
		unwrap(root, a)
	}
}

// escapeAll is Markdown of plain paragraphs in which nothing is markup.
func escapeAll(lines []string) string {
	var b strings.Builder
	for i, line := range lines {
		if i > 0 {
			b.WriteString("\n\n")
		}
		for j := 0; j < len(line); j++ {
			if c := line[j]; c > ' ' && c < 0x7F && !('0' <= c && c <= '9' ||
				'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z') {
				b.WriteByte('\\')
			}
			b.WriteByte(line[j])
		}
	}
	return b.String()
}
