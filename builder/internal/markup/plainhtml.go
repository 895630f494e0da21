package markup

import (
	"strings"
	"sync"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// plainParser reads the HTML that editors write: whole elements of the few names below, nested in
// any way, with no attributes except those of links. Every parser makes the same tree of such a
// source, so the rules by which browsers repair HTML are not needed. Any other source is left to
// the parser of x/net/html; FuzzPlainHTML compares the two.
type plainParser struct {
	nodes []html.Node // taken from the front, never grown: the tree points into it
	used  int
	body  html.Node // the parent of all
	open  []*html.Node
}

// maxPlainNodes is how many nodes a plain source may have.
const maxPlainNodes = 192

var plainParsers = sync.Pool{New: func() any {
	return &plainParser{nodes: make([]html.Node,
		maxPlainNodes)}
}}

// role is where an element may stand.
type role uint8

const (
	noRole     role = iota
	leafBlock       // at the top, in div and, but for headings, in li; holds text
	listBlock       // at the top, in div and in li; holds li
	listItem        // in a list; holds text and blocks
	division        // at the top and in div; holds anything
	inlineText      // around text, in anything but a list, in none of its kind
	lineBreak
)

var plainElements = map[string]struct {
	role role
	atom atom.Atom
}{
	"p": {leafBlock, atom.P}, "h1": {leafBlock, atom.H1}, "h2": {leafBlock, atom.H2},
	"h3": {leafBlock, atom.H3},
	"h4": {leafBlock, atom.H4}, "h5": {leafBlock, atom.H5}, "h6": {leafBlock, atom.H6},
	"ul": {listBlock, atom.Ul}, "ol": {listBlock, atom.Ol}, "li": {listItem, atom.Li},
	"div": {division, atom.Div},
	"b":   {inlineText, atom.B}, "strong": {inlineText, atom.Strong}, "i": {inlineText, atom.I},
	"em": {inlineText, atom.Em},
	"a":  {inlineText, atom.A}, "span": {inlineText, atom.Span}, "br": {lineBreak, atom.Br},
}

// parse reads a source and returns false when it is not plain. The tree is valid until release.
func (p *plainParser) parse(s string) bool {
	for s != "" {
		lt := strings.IndexByte(s, '<')
		if lt < 0 {
			lt = len(s)
		}
		if lt > 0 && !p.text(s[:lt]) {
			return false
		}
		if s = s[lt:]; s == "" {
			break
		}
		gt := strings.IndexByte(s, '>')
		if gt < 0 || !p.tag(s[1:gt]) {
			return false
		}
		s = s[gt+1:]
	}
	return len(p.open) == 0
}

// release forgets the tree.
func (p *plainParser) release() {
	clear(p.nodes[:p.used])
	clear(p.open[:cap(p.open)])
	p.used, p.body, p.open = 0, html.Node{}, p.open[:0]
	plainParsers.Put(p)
}

// top is the innermost open element.
func (p *plainParser) top() *html.Node {
	if len(p.open) == 0 {
		return &p.body
	}
	return p.open[len(p.open)-1]
}

// add puts a node below the innermost open element, nil when there are too many.
func (p *plainParser) add(kind html.NodeType, a atom.Atom, data string) *html.Node {
	if p.used == len(p.nodes) {
		return nil
	}
	n := &p.nodes[p.used]
	p.used++
	n.Type, n.DataAtom, n.Data = kind, a, data
	p.top().AppendChild(n)
	return n
}

func (p *plainParser) text(s string) bool {
	if strings.IndexByte(s, '\r') >= 0 || strings.IndexByte(s, 0) >= 0 {
		return false
	}
	return p.add(html.TextNode, 0, html.UnescapeString(s)) != nil
}

// tag reads what stands between "<" and ">".
func (p *plainParser) tag(s string) bool {
	if name, closing := strings.CutPrefix(s, "/"); closing {
		if len(p.open) == 0 || p.top().Data != name {
			return false
		}
		p.open = p.open[:len(p.open)-1]
		return true
	}
	name, attributes, _ := strings.Cut(s, " ")
	name = strings.TrimSuffix(name, "/")
	e := plainElements[name]
	if e.role == noRole || !p.fits(e.role, name) {
		return false
	}
	switch {
	case e.role == lineBreak:
		return (s == "br" || s == "br/" || s == "br /") &&
			p.add(html.ElementNode, e.atom, name) != nil
	case s != name && e.atom != atom.A:
		return false
	}
	n := p.add(html.ElementNode, e.atom, name)
	if n == nil || attributes != "" && !linkAttributes(n, attributes) {
		return false
	}
	p.open = append(p.open, n)
	return true
}

// fits says whether an element of a role and name may start here.
func (p *plainParser) fits(r role, name string) bool {
	above := noRole
	if len(p.open) > 0 {
		above = plainElements[p.top().Data].role
	}
	switch r {
	case listItem:
		return above == listBlock
	case lineBreak:
		return above != listBlock
	case inlineText:
		for _, n := range p.open {
			if n.Data == name {
				return false
			}
		}
		return above != listBlock
	case division:
		return above == noRole || above == division
	case leafBlock, listBlock:
		return above == noRole || above == division || above == listItem && name[0] != 'h'
	}
	return false
}

// linkAttributes reads the attributes of a link. It accepts href and names that change nothing,
// with values in double quotes and without references.
func linkAttributes(n *html.Node, s string) bool {
	for s != "" {
		name, rest, found := strings.Cut(s, `="`)
		value, more, closed := strings.Cut(rest, `"`)
		if !found || !closed || strings.ContainsAny(value, "&\r\x00") ||
			more != "" && more[0] != ' ' {
			return false
		}
		switch name {
		case "href", "target", "rel", "title":
		default:
			return false
		}
		for _, a := range n.Attr {
			if a.Key == name {
				return false
			}
		}
		n.Attr = append(n.Attr, html.Attribute{Key: name, Val: value})
		s = strings.TrimPrefix(more, " ")
	}
	return true
}
