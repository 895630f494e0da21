package markup

import (
	"bytes"
	"strconv"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/markup/hygiene"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// MaxSource is how many bytes of a description are read; the rest is ignored.
const MaxSource = 256 << 10

// Clean reads a description in a format (html, markdown, text or [Paragraphs]; any other format
// counts as html) and returns it in the forms that are published. It has no errors: text that
// cannot be read as markup becomes plain text. The same input gives the same result. It is safe for
// concurrent use.
func Clean(source, format string) catalog.Text {
	text, _ := clean(source, format)
	return text
}

// clean is like Clean. It also returns the limit (see [costMeter]) that reduced the text to plain
// paragraphs, or "".
func clean(source, format string) (text catalog.Text, excess string) {
	if len(source) > MaxSource {
		source = source[:MaxSource]
	}
	source = strings.ToValidUTF8(source, "\uFFFD")
	if strings.TrimSpace(source) == "" {
		return catalog.Text{}, ""
	}
	if format == Paragraphs {
		return paragraphs(source, format), ""
	}
	root, excess := read(source, format)
	if excess != "" {
		return paragraphs(source, format), excess
	}
	if root.FirstChild == nil {
		return catalog.Text{}, ""
	}
	return forms(root), ""
}

// read rebuilds a description in the grammar of the package, unless it passes a limit.
func read(source, format string) (root *html.Node, excess string) {
	if excess = exceededLimit(source, format); excess != "" {
		return nil, excess
	}
	switch format {
	case "text":
		return fromText(source), ""
	case "markdown":
		source = markdownToHTML(source)
		if excess = exceededHTMLLimit(source); excess != "" {
			return nil, excess
		}
	}
	return fromHTML(source), ""
}

// forms returns the published forms of a tree. The HTML of the page comes last, because it changes
// the tree.
func forms(root *html.Node) (t catalog.Text) {
	if t.Plain = strings.Join(plainBlocks(root), " "); t.Plain == "" {
		return t
	}
	t.HTML, t.Markdown = render(root, ""), toMarkdown(root)
	fitPage(root)
	t.Page = render(root, "\n")
	return t
}

// Headings of the page: the description sits below an h2.
const (
	firstHeading = 3
	lastHeading  = 6
)

// fitPage fits a tree into the page around it: the first heading is h3 and no level is skipped. A
// table can have the focus: a wide one scrolls in its own box, which a keyboard has to reach.
func fitPage(root *html.Node) {
	var levels outline
	for n := range root.Descendants() {
		if level := levelOf(n); level > 0 {
			n.Data = "h" + strconv.Itoa(levels.shown(level, firstHeading))
		} else if n.DataAtom == atom.Table {
			n.Attr = []html.Attribute{{Key: "tabindex", Val: "0"}}
		}
	}
}

// outline are the levels of the headings around a place, outermost first.
type outline []int

// shown returns the level at which a heading is shown, on a page whose first headings have level
// top.
func (o *outline) shown(level, top int) int {
	for len(*o) > 0 && (*o)[len(*o)-1] >= level {
		*o = (*o)[:len(*o)-1]
	}
	*o = append(*o, level)
	return min(top+len(*o)-1, lastHeading)
}

// markdownToHTML renders an organiser's Markdown. The result may have any HTML that the organiser
// wrote and must go through fromHTML.
func markdownToHTML(source string) string {
	var buf bytes.Buffer
	if err := inputMarkdown().Convert([]byte(hygiene.Text(source)), &buf); err != nil {
		return html.EscapeString(source)
	}
	return buf.String()
}
