package markup

import (
	_ "embed" // dropped.txt, separate.txt
	"strconv"
	"strings"

	"cartaz/builder/internal/markup/hygiene"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

const (
	// maxNesting is how many levels deep lists and quotes may be nested; deeper ones are flattened.
	// Markdown indents every line once per level.
	maxNesting = 6
	// maxLinkBytes bounds the addresses of one description together, in bytes. One link around ten
	// thousand paragraphs becomes ten thousand links.
	maxLinkBytes = 128 << 10
)

// dropped are the elements whose content is not text of the page.
var dropped = elements(droppedNames)

// separate are the elements that are blocks but have no block in the grammar: their content becomes
// paragraphs.
var separate = elements(separateNames)

//go:embed dropped.txt
var droppedNames string

//go:embed separate.txt
var separateNames string

// elements reads a list of names of elements.
func elements(names string) map[atom.Atom]bool {
	set := map[atom.Atom]bool{}
	for name := range strings.FieldsSeq(names) {
		set[atom.Lookup([]byte(name))] = true
	}
	return set
}

// markOf is the mark that an inline element adds to its text.
var markOf = func() map[atom.Atom]mark {
	of := map[atom.Atom]mark{}
	for mark, names := range map[mark]string{strong: "b strong", em: "i em cite dfn var",
		del: "del s strike", code: "code kbd samp tt"} {
		for name := range elements(names) {
			of[name] = mark
		}
	}
	return of
}()

// fromHTML rebuilds HTML in the grammar of the package.
func fromHTML(source string) *html.Node {
	nodes, err := parse(source)
	if err != nil {
		return fromText(tagless(source))
	}
	b := newTree()
	for _, n := range nodes {
		b.node(n, style{})
	}
	return b.finish()
}

// style is the effect of the elements around a piece of text.
type style struct {
	marks mark
	href  string
}

// tree builds the grammar. Blocks go under the innermost container; text is collected in runs until
// a block boundary makes a paragraph of it.
type tree struct {
	root    *html.Node
	into    *html.Node // container of the next block
	runs    []run
	spare   []run // room for collapsed runs
	nesting int
	links   int // bytes of addresses so far
}

func newTree() *tree {
	root := &html.Node{Type: html.DocumentNode}
	return &tree{root: root, into: root}
}

func (t *tree) finish() *html.Node {
	t.flush()
	trimRules(t.root)
	return t.root
}

func (t *tree) children(n *html.Node, s style) {
	for k := range n.ChildNodes() {
		t.node(k, s)
	}
}

// node adds one node of the source.
func (t *tree) node(n *html.Node, s style) {
	switch n.Type {
	case html.TextNode:
		t.text(hygiene.Text(n.Data), s)
		return
	case html.ElementNode:
	default:
		return
	}
	if dropped[n.DataAtom] || n.Namespace != "" || hidden(n) ||
		n.DataAtom == atom.Dialog && attr(n, "open") == nil {
		if separate[n.DataAtom] {
			t.flush() // what was around it stays apart
		}
		return
	}
	switch n.DataAtom {
	case atom.Br:
		t.runs = append(t.runs, run{br: true})
	case atom.Hr:
		t.flush()
		t.into.AppendChild(element("hr"))
	case atom.Img, atom.Image:
		if alt := attr(n, "alt"); alt != nil {
			t.text(" "+hygiene.Text(*alt)+" ", s)
		}
	case atom.A:
		s.href = ""
		if href := attr(n, "href"); href != nil {
			s.href = shownLink(*href)
		}
		t.children(n, s)
	case atom.Q:
		t.text("“", s)
		t.children(n, s)
		t.text("”", s)
	case atom.Sup:
		t.superscript(n, s)
	case atom.Ul, atom.Ol, atom.Menu:
		t.list(n, s)
	case atom.Blockquote:
		t.container(element("blockquote"), func() { t.children(n, s) })
	case atom.Pre, atom.Listing, atom.Xmp, atom.Plaintext:
		t.preformatted(n)
	case atom.Table:
		t.table(n, s)
	default:
		if headings[n.DataAtom] {
			t.heading(n, s)
			return
		}
		s.marks |= markOf[n.DataAtom]
		if !separate[n.DataAtom] {
			t.children(n, s)
			return
		}
		t.flush()
		t.children(n, s)
		t.flush()
	}
}

func (t *tree) text(s string, st style) {
	if s != "" {
		t.runs = append(t.runs, run{text: s, style: st})
	}
}

// shownLink returns the address to show for href, or "": an http(s) address, or mailto with one
// address. A query after it could fill in a message, so it is dropped.
func shownLink(href string) string {
	if out := hygiene.URL(href); out != "" {
		return out
	}
	href = strings.TrimSpace(href)
	if len(href) > 260 || len(href) < 8 || !strings.EqualFold(href[:7], "mailto:") {
		return ""
	}
	addr, _, _ := strings.Cut(href[7:], "?")
	local, host, ok := strings.Cut(addr, "@")
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_"
	if !ok || local == "" || strings.Trim(local, plain+"+") != "" ||
		strings.Trim(host, plain) != "" || !strings.Contains(host, ".") {
		return ""
	}
	return "mailto:" + addr
}

// superscript writes the digits of an exponent as raised digits: "10" with a raised "2" must not
// become 102. Ordinals and all other text stay ordinary text.
func (t *tree) superscript(n *html.Node, s style) {
	digits := strings.TrimSpace(textOf(n))
	if len(digits) == 0 || len(digits) > 3 || strings.Trim(digits, "0123456789") != "" {
		t.children(n, s)
		return
	}
	const raised = "⁰¹²³⁴⁵⁶⁷⁸⁹"
	for _, d := range digits {
		t.text(string([]rune(raised)[d-'0']), s)
	}
}

func (t *tree) heading(n *html.Node, s style) {
	t.flush()
	h := element(n.Data)
	if t.line(h, n, s); h.FirstChild != nil {
		t.into.AppendChild(h)
	}
}

// list builds a list from the items of n. Content between items belongs to the item before it, or
// begins the first one.
func (t *tree) list(n *html.Node, s style) {
	name := "ul"
	var attrs []html.Attribute
	if n.DataAtom == atom.Ol {
		name = "ol"
		if v := attr(n, "start"); v != nil {
			if start, err := strconv.Atoi(strings.TrimSpace(*v)); err == nil && start >= 0 &&
				start < 100000 && start != 1 {
				attrs = []html.Attribute{{Key: "start", Val: strconv.Itoa(start)}}
			}
		}
	}
	list := element(name, attrs...)
	t.container(list, func() {
		if t.into != list { // nested too deep
			t.children(n, s)
			return
		}
		var item *html.Node
		for k := range n.ChildNodes() {
			isItem := k.Type == html.ElementNode && k.DataAtom == atom.Li
			if isItem && hidden(k) {
				continue
			}
			if isItem || item == nil {
				t.flush()
				item = element("li")
				list.AppendChild(item)
				t.into = item
			}
			if isItem {
				t.children(k, s)
				t.flush()
			} else {
				t.node(k, s)
			}
		}
		t.flush()
		t.into = list
		tightenItems(list)
	})
}

// container fills a container with the nodes that fill adds, and leaves it out when there are none.
func (t *tree) container(n *html.Node, fill func()) {
	t.flush()
	if t.nesting >= maxNesting {
		fill()
		t.flush()
		return
	}
	outer := t.into
	t.into = n
	t.nesting++
	fill()
	t.flush()
	t.nesting--
	t.into = outer
	trimRules(n)
	if n.FirstChild != nil {
		outer.AppendChild(n)
	}
}

// preformatted builds a block of preformatted text.
func (t *tree) preformatted(n *html.Node) {
	t.flush()
	lines := strings.Split(strings.ReplaceAll(hygiene.Text(preText(n)), "\t", "    "), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	s := strings.Trim(strings.Join(lines, "\n"), "\n")
	if strings.TrimSpace(s) == "" {
		return
	}
	c := element("code")
	c.AppendChild(textNode(s + "\n"))
	pre := element("pre")
	pre.AppendChild(c)
	t.into.AppendChild(pre)
}

// preText returns the visible text of n with its line breaks.
func preText(n *html.Node) string {
	var b strings.Builder
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		switch {
		case n.Type == html.TextNode:
			b.WriteString(n.Data)
		case n.Type != html.ElementNode || dropped[n.DataAtom] || n.Namespace != "" || hidden(n):
			return
		case n.DataAtom == atom.Br:
			b.WriteByte('\n')
		case n.DataAtom == atom.Img:
			if alt := attr(n, "alt"); alt != nil {
				b.WriteString(*alt)
			}
		}
		for k := range n.ChildNodes() {
			walk(k)
		}
		if n.Type == html.ElementNode && separate[n.DataAtom] {
			b.WriteByte('\n')
		}
	}
	walk(n)
	return b.String()
}
