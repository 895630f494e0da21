package markup

import (
	"bytes"

	"cartaz/builder/internal/markup/hygiene"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Headings of the page: the description sits below an h2.
const (
	firstHeading = 3
	lastHeading  = 6
)

// newPageMarkdown draws the page's HTML. Raw HTML stays off.
func newPageMarkdown() goldmark.Markdown {
	return goldmark.New(
		goldmark.WithExtensions(extension.NewTable(extension.WithTableCellAlignMethod(
			extension.TableCellAlignNone)), extension.Strikethrough),
		goldmark.WithParserOptions(parser.WithASTTransformers(util.Prioritized(pageRules{}, 500))),
	)
}

// toPage renders our Markdown.
func (c *Cleaner) toPage(markdown string) string {
	var buf bytes.Buffer
	// The only errors are those of the writer, and a Buffer has none.
	_ = c.page.Convert([]byte(markdown), &buf)
	return buf.String()
}

// pageRules fits a document into the page around it.
type pageRules struct{}

var _ parser.ASTTransformer = pageRules{}

// Transform shifts headings so that the first level is h3 and no level is skipped, gives every link
// its rel, and removes pictures and unsafe links. Our own Markdown has no such pictures and links;
// this is the second check. Tables can have the focus: a wide one scrolls in its own box, which a
// keyboard has to reach.
func (pageRules) Transform(doc *ast.Document, reader text.Reader, _ parser.Context) {
	var levels []int // levels of the source that are open
	var remove []ast.Node
	// The walk cannot fail: the function never returns an error.
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			for len(levels) > 0 && levels[len(levels)-1] >= n.Level {
				levels = levels[:len(levels)-1]
			}
			levels = append(levels, n.Level)
			n.Level = min(firstHeading+len(levels)-1, lastHeading)
		case *ast.Link:
			n.Title = nil
			n.SetAttributeString("rel", []byte(rel))
			if !safeLink(string(n.Destination)) {
				remove = append(remove, n)
			}
		case *ast.AutoLink:
			n.SetAttributeString("rel", []byte(rel))
			if !safeLink(string(n.URL(reader.Source()))) {
				remove = append(remove, n)
			}
		case *ast.Image:
			remove = append(remove, n)
		case *tables.Table:
			n.SetAttributeString("tabindex", []byte("0"))
		}
		return ast.WalkContinue, nil
	})
	for _, n := range remove {
		unlink(n)
	}
}

// unlink puts the children of a node in its place.
func unlink(n ast.Node) {
	parent := n.Parent()
	for k := n.FirstChild(); k != nil; k = n.FirstChild() {
		parent.InsertBefore(parent, n, k)
	}
	parent.RemoveChild(parent, n)
}

func safeLink(dest string) bool {
	if _, ok := hygiene.URL(dest); ok {
		return true
	}
	_, ok := mailto(dest)
	return ok
}

// newInputMarkdown renders Markdown of organisers. HTML inside is passed on, because its words
// count and because all of it is cleaned afterwards. Only fromHTML may read this output.
func newInputMarkdown() goldmark.Markdown {
	return goldmark.New(
		goldmark.WithExtensions(extension.GFM),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(passHTML{}, 100))),
	)
}

// passHTML writes raw HTML of Markdown unchanged.
type passHTML struct{}

var _ renderer.NodeRenderer = passHTML{}

// RegisterFuncs takes over the two nodes that hold raw HTML.
func (passHTML) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindHTMLBlock, func(w util.BufWriter, source []byte, node ast.Node,
		entering bool) (ast.WalkStatus, error) {
		n := node.(*ast.HTMLBlock)
		if entering {
			for i := range n.Lines().Len() {
				line := n.Lines().At(i)
				_, _ = w.Write(line.Value(source))
			}
		} else if n.HasClosure() {
			_, _ = w.Write(n.ClosureLine.Value(source))
		}
		return ast.WalkContinue, nil
	})
	r.Register(ast.KindRawHTML, func(w util.BufWriter, source []byte, node ast.Node,
		entering bool) (ast.WalkStatus, error) {
		if entering {
			n := node.(*ast.RawHTML)
			for i := range n.Segments.Len() {
				segment := n.Segments.At(i)
				_, _ = w.Write(segment.Value(source))
			}
		}
		return ast.WalkSkipChildren, nil
	})
}
