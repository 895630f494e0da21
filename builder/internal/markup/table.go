package markup

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Limits of a table that stays a table. Larger tables, and tables that only lay out a page, become
// paragraphs.
const (
	maxColumns = 20
	maxRows    = 300
)

// table rebuilds a data table: rows of one length with the first one as header, the only kind that
// Markdown has.
func (t *tree) table(n *html.Node, s style) {
	t.flush()
	rows, ok := tableRows(n)
	if !ok || t.into != t.root {
		t.children(n, s)
		t.flush()
		return
	}
	for k := range n.ChildNodes() {
		if k.DataAtom == atom.Caption && !hidden(k) {
			t.children(k, s)
			t.flush()
		}
	}
	out := element("table")
	head, body := element("thead"), element("tbody")
	width := 0
	for _, row := range rows {
		width = max(width, len(row))
	}
	for i, row := range rows {
		name, section := "td", body
		if i == 0 {
			name, section = "th", head
		}
		tr := element("tr")
		for col := range width {
			cell := element(name)
			if col < len(row) && row[col] != nil {
				t.line(cell, row[col], s)
			}
			tr.AppendChild(cell)
		}
		section.AppendChild(tr)
	}
	out.AppendChild(head)
	if body.FirstChild != nil {
		out.AppendChild(body)
	}
	if strings.TrimSpace(textOf(out)) != "" {
		t.into.AppendChild(out)
	}
}

// line fills a cell or a heading with the inline content of src, on one line.
func (t *tree) line(dst, src *html.Node, s style) {
	inner := newTree()
	inner.nesting, inner.links = maxNesting, t.links
	inner.children(src, s)
	inner.flush()
	t.links = inner.links
	for block := range inner.root.ChildNodes() {
		flatten(dst, block)
	}
	joinLines(dst)
	if dst.DataAtom != atom.Td {
		unwrap(dst, atom.Strong) // it is bold already
	}
}

// tableRows returns the grid of a table's cells, with nil where a cell spans or is missing. ok is
// false when it is not a data table: one column or row, nested tables, lists, headings or several
// paragraphs in a cell, or too large.
func tableRows(n *html.Node) (rows [][]*html.Node, ok bool) {
	pending := map[int]int{} // column -> rows that a cell above still covers
	width := 0
	for row := range n.Descendants() {
		if row.DataAtom == atom.Table {
			return nil, false
		}
		if row.DataAtom != atom.Tr || hidden(row) || hidden(row.Parent) {
			continue
		}
		var cells []*html.Node
		add := func(c *html.Node) {
			for pending[len(cells)] > 0 {
				pending[len(cells)]--
				cells = append(cells, nil)
			}
			if c != nil {
				cells = append(cells, c)
			}
		}
		for c := range row.ChildNodes() {
			if c.DataAtom != atom.Td && c.DataAtom != atom.Th || hidden(c) {
				continue
			}
			if !inlineCell(c) {
				return nil, false
			}
			add(c)
			first := len(cells) - 1
			down := span(c, "rowspan", maxRows)
			for range span(c, "colspan", maxColumns) - 1 {
				cells = append(cells, nil)
			}
			for col := first; col < len(cells); col++ {
				pending[col] = down - 1
			}
			if len(cells) > maxColumns {
				return nil, false
			}
		}
		add(nil) // the cells at the end that a row above covers
		if len(cells) == 0 {
			continue
		}
		width = max(width, len(cells))
		if rows = append(rows, cells); len(rows) > maxRows {
			return nil, false
		}
	}
	return rows, len(rows) > 1 && width > 1 && width <= maxColumns
}

func span(c *html.Node, key string, limit int) int {
	if v := attr(c, key); v != nil {
		if n, err := strconv.Atoi(strings.TrimSpace(*v)); err == nil && n > 1 {
			return min(n, limit)
		}
	}
	return 1
}

// notInCells are the elements that a cell of Markdown cannot hold.
var notInCells = elements("ul ol pre blockquote h1 h2 h3 h4 h5 h6 hr")

// inlineCell reports whether a cell fits on one line of a Markdown table.
func inlineCell(c *html.Node) bool {
	blocks := 0
	for d := range c.Descendants() {
		if notInCells[d.DataAtom] {
			return false
		}
		if d.DataAtom == atom.P || d.DataAtom == atom.Div {
			blocks++
		}
	}
	return blocks <= 2
}
