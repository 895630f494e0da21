package markup

import (
	"sync"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
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
	return goldmark.New(goldmark.WithExtensions(extension.GFM),
		goldmark.WithRendererOptions(html.WithUnsafe()))
})
