package markup

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

func element(name string, attrs ...html.Attribute) *html.Node {
	return &html.Node{Type: html.ElementNode, Data: name, DataAtom: atom.Lookup([]byte(name)),
		Attr: attrs}
}

func textNode(text string) *html.Node { return &html.Node{Type: html.TextNode, Data: text} }

var headings = elements("h1 h2 h3 h4 h5 h6")

// levelOf returns the level of a heading, or 0 for any other node.
func levelOf(n *html.Node) int {
	if !headings[n.DataAtom] {
		return 0
	}
	return int(n.Data[1] - '0')
}

// attr returns the value of an attribute, or nil.
func attr(n *html.Node, key string) *string {
	for i := range n.Attr {
		if n.Attr[i].Key == key && n.Attr[i].Namespace == "" {
			return &n.Attr[i].Val
		}
	}
	return nil
}

// textOf returns the text of a node and of all nodes below it.
func textOf(n *html.Node) string {
	if n.Type == html.TextNode {
		return n.Data
	}
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return b.String()
}

// inlineBlocks are the blocks that hold a line of text.
var inlineBlocks = elements("p th td h1 h2 h3 h4 h5 h6")

// flatten moves the inline content of a block to the end of dst, with a space before it.
func flatten(dst, block *html.Node) {
	pre := block.DataAtom == atom.Pre
	if !pre && !inlineBlocks[block.DataAtom] {
		for k := range block.ChildNodes() {
			flatten(dst, k)
		}
		return
	}
	if dst.FirstChild != nil {
		dst.AppendChild(textNode(" "))
	}
	if pre {
		dst.AppendChild(textNode(strings.Join(strings.Fields(textOf(block)), " ")))
		return
	}
	for k := block.FirstChild; k != nil; k = block.FirstChild {
		block.RemoveChild(k)
		dst.AppendChild(k)
	}
}

// dissolve puts the content of a node in its place.
func dissolve(n *html.Node) {
	for k := n.FirstChild; k != nil; k = n.FirstChild {
		n.RemoveChild(k)
		n.Parent.InsertBefore(k, n)
	}
	n.Parent.RemoveChild(n)
}

// unwrap removes the elements of one kind below n and keeps their content. Elements in preformatted
// text stay.
func unwrap(n *html.Node, a atom.Atom) {
	for k := n.FirstChild; k != nil; {
		next := k.NextSibling
		if k.DataAtom != atom.Pre {
			unwrap(k, a)
		}
		if k.Type == html.ElementNode && k.DataAtom == a && n.DataAtom != atom.Pre {
			dissolve(k)
		}
		k = next
	}
	joinText(n)
}

// joinText makes one text node of neighbours.
func joinText(n *html.Node) {
	for k := range n.ChildNodes() {
		if k.Type != html.TextNode || k.NextSibling == nil || k.NextSibling.Type != html.TextNode {
			continue
		}
		var b strings.Builder
		b.WriteString(k.Data)
		for next := k.NextSibling; next != nil && next.Type == html.TextNode; next = k.NextSibling {
			b.WriteString(next.Data)
			n.RemoveChild(next)
		}
		k.Data = b.String()
	}
}

// joinLines puts a space in place of every line break below n.
func joinLines(n *html.Node) {
	for k := range n.ChildNodes() {
		if k.DataAtom == atom.Br && k.Type == html.ElementNode {
			k.Type, k.Data, k.DataAtom = html.TextNode, " ", 0
			continue
		}
		joinLines(k)
	}
	joinText(n)
}

// trimRules removes rules that separate nothing: first, last, or repeated.
func trimRules(n *html.Node) {
	rule := func(k *html.Node) bool { return k != nil && k.DataAtom == atom.Hr }
	for k := n.FirstChild; k != nil; {
		next := k.NextSibling
		if rule(k) && (k.PrevSibling == nil || next == nil || rule(k.PrevSibling)) {
			n.RemoveChild(k)
		}
		k = next
	}
	if rule(n.LastChild) {
		n.RemoveChild(n.LastChild)
	}
}

// tightenItems drops empty items of a list. It unwraps the paragraph of an item that has only one
// paragraph, or one paragraph and a list below it.
func tightenItems(list *html.Node) {
	for item := list.FirstChild; item != nil; {
		next := item.NextSibling
		trimRules(item)
		p := item.FirstChild
		switch {
		case p == nil:
			list.RemoveChild(item)
		case p.DataAtom == atom.P && (p.NextSibling == nil ||
			p.NextSibling == item.LastChild && isList(item.LastChild)):
			dissolve(p)
		}
		item = next
	}
}

func isList(n *html.Node) bool { return n.DataAtom == atom.Ul || n.DataAtom == atom.Ol }
