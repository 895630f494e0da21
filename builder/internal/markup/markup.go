package markup

import (
	"bytes"
	"regexp"
	"strings"
	"sync"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/markup/hygiene"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"github.com/microcosm-cc/bluemonday"
	"github.com/yuin/goldmark"
	"golang.org/x/net/html"
)

// MaxSource is how many bytes of a description are read; the rest is ignored.
const MaxSource = 256 << 10

// Cleaner holds the compiled policies. It is safe for concurrent use.
type Cleaner struct {
	policy  *bluemonday.Policy
	fromMD  goldmark.Markdown // organiser's Markdown -> HTML that still has to be cleaned
	page    goldmark.Markdown // our Markdown -> the page's HTML
	convert sync.Pool         // *converter.Converter: one per goroutine, as it locks on every node
}

// New compiles the policies.
func New() *Cleaner {
	return &Cleaner{
		policy:  newPolicy(),
		fromMD:  newInputMarkdown(),
		page:    newPageMarkdown(),
		convert: sync.Pool{New: func() any { return newConverter() }},
	}
}

// Clean reads a description in a format (html, markdown, text or [Paragraphs]; any other format
// counts as html) and returns it in the forms that are published. It has no errors: text that
// cannot be read as markup becomes plain text. The same input gives the same result.
func (c *Cleaner) Clean(source, format string) catalog.Text {
	text, _ := c.clean(source, format)
	return text
}

// clean is Clean. It also returns the limit (see [costMeter]) that made the text plain paragraphs,
// "" for none.
func (c *Cleaner) clean(source, format string) (text catalog.Text, excess string) {
	if len(source) > MaxSource {
		source = source[:MaxSource]
	}
	source = strings.ToValidUTF8(source, "\uFFFD")
	if strings.TrimSpace(source) == "" {
		return catalog.Text{}, ""
	}
	if format == Paragraphs {
		return paragraphs(sourceLines(source, format)), ""
	}
	root, excess := c.read(source, format)
	if excess != "" {
		return paragraphs(sourceLines(source, format)), excess
	}
	if root.FirstChild == nil {
		return catalog.Text{}, ""
	}
	if t, ok := renderPlain(root); ok {
		return t, ""
	}
	if excess = exceededTreeLimit(root); excess != "" {
		return paragraphs(plainBlocks(root)), excess
	}
	return c.convertTree(root), ""
}

// read rebuilds a description in the grammar of the package, unless it passes a limit.
func (c *Cleaner) read(source, format string) (root *html.Node, excess string) {
	if excess = exceededLimit(source, format); excess != "" {
		return nil, excess
	}
	switch format {
	case "text":
		return fromText(source), ""
	case "markdown":
		source = c.markdownToHTML(source)
		if excess = exceededHTMLLimit(source); excess != "" {
			return nil, excess
		}
	}
	return fromHTML(source), ""
}

// convertTree makes the published forms of any tree.
func (c *Cleaner) convertTree(root *html.Node) catalog.Text {
	t := catalog.Text{HTML: c.sanitise(render(root))}
	t.Plain = words(t.HTML)
	if t.Plain == "" {
		return catalog.Text{}
	}
	t.Markdown, t.Page = c.renderEqual(root, t.Plain)
	return t
}

// markdownToHTML renders an organiser's Markdown. The result may have any HTML that the organiser
// wrote and must go through fromHTML.
func (c *Cleaner) markdownToHTML(source string) string {
	var buf bytes.Buffer
	if err := c.fromMD.Convert([]byte(hygiene.Text(source)), &buf); err != nil {
		return html.EscapeString(source)
	}
	return buf.String()
}

// renderEqual makes Markdown from the tree and the page's HTML from that Markdown. While the words
// of the page differ from want, it tries a plainer form. The last form escapes everything, so that
// nothing can be misread.
func (c *Cleaner) renderEqual(root *html.Node, want string) (markdown, page string) {
	for _, marks := range []bool{true, false} {
		tree := clone(root)
		if !marks {
			dropMarks(tree)
		}
		escapeReferences(tree)
		escapeQuotedLines(tree)
		if markdown = c.toMarkdown(tree); markdown == "" {
			continue
		}
		if page = c.toPage(markdown); words(page) == want {
			return markdown, page
		}
	}
	markdown = escapeAll(plainBlocks(root))
	return markdown, c.toPage(markdown)
}

// blankLine is a line of spaces, which the converter leaves inside list items.
var blankLine = regexp.MustCompile(`(?m)^[ \t]+$`)

// toMarkdown converts a tree, which it may change. "" means that the converter failed.
func (c *Cleaner) toMarkdown(tree *html.Node) (markdown string) {
	conv := c.convert.Get().(*converter.Converter)
	// The converter is a library that reads text from strangers. If it panics, this event loses its
	// formatting, and the brand keeps its release.
	defer func() {
		if recover() != nil {
			markdown = ""
			return
		}
		c.convert.Put(conv)
	}()
	out, err := conv.ConvertNode(tree)
	if err != nil {
		return ""
	}
	out = bytes.ReplaceAll(bytes.TrimSpace(out), []byte(backslash), []byte(`\`))
	return string(blankLine.ReplaceAll(out, nil))
}
