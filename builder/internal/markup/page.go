package markup

import (
	"sync"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

// unlink puts the children of a node in its place.
func unlink(n ast.Node) {
	parent := n.Parent()
	for k := n.FirstChild(); k != nil; k = n.FirstChild() {
		parent.InsertBefore(parent, n, k)
	}
	parent.RemoveChild(parent, n)
}

// inputMarkdown renders Markdown of organisers. HTML inside is passed on, because its words count
// and because all of it is cleaned afterwards. Only fromHTML may read this output.
var inputMarkdown = sync.OnceValue(func() goldmark.Markdown {
	return goldmark.New(
		goldmark.WithExtensions(extension.GFM),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(passHTML{}, 100))),
	)
})

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
