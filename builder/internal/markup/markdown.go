package markup

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// toMarkdown writes a tree of the grammar as CommonMark with GFM tables and strike-through. Every
// sign of the text that Markdown could read as markup has a backslash; the tests parse the result
// again and compare the words.
func toMarkdown(root *html.Node) string {
	w := markdownWriter{marked: -1}
	w.blocks(root, true)
	return string(w.out)
}

type markdownWriter struct {
	out       []byte
	prefix    string // of each further line: marks of quotes, indent of list items
	lineStart bool   // the next sign is the first of its line, or follows number
	number    string // the digits that the line begins with
	heading   bool   // the text is in a heading
	cell      bool   // the text is in a table cell
	linked    bool   // the text is in a link: "]" ends it, in code too
	marking   bool   // between the delimiters of a mark
	marked    int    // the length of out after the last mark that ended
	sign      string // of the list that ended last
}

func (w *markdownWriter) put(s string) {
	w.out = append(w.out, s...)
	w.lineStart = false
}

// newLine ends a line; an empty one follows where blank is true.
func (w *markdownWriter) newLine(blank bool) {
	if blank {
		w.put("\n" + strings.TrimRight(w.prefix, " "))
	}
	w.put("\n" + w.prefix)
	w.startLine()
}

func (w *markdownWriter) startLine() { w.lineStart, w.number = true, "" }

// blocks writes the content of a container. Inline nodes beside blocks are a paragraph. If loose is
// false, as in an item of a tight list, no empty line comes before a list, unless it has a number
// to start from: such a list cannot interrupt a paragraph.
func (w *markdownWriter) blocks(n *html.Node, loose bool) {
	w.startLine()
	first := true
	for k := n.FirstChild; k != nil; {
		if k.Type == html.TextNode && strings.TrimSpace(k.Data) == "" {
			k = k.NextSibling
			continue
		}
		if !first {
			w.newLine(loose || !isList(k) || attr(k, "start") != nil)
		}
		first = false
		if inline(k) {
			for ; k != nil && inline(k); k = k.NextSibling {
				w.inline(k)
			}
			continue
		}
		w.block(k)
		k = k.NextSibling
	}
}

// inline reports whether a node is in a line of text.
func inline(n *html.Node) bool {
	return n.DataAtom == atom.Br || !breaking[n.DataAtom]
}

// block writes a block.
func (w *markdownWriter) block(n *html.Node) {
	switch n.DataAtom {
	case atom.Ul, atom.Ol:
		w.list(n)
	case atom.Div:
		w.blocks(n, true)
	case atom.Blockquote:
		w.container("> ", "> ", n, true)
	case atom.Pre:
		w.fence(textOf(n))
	case atom.Hr:
		w.put("---")
	case atom.Table:
		w.table(n)
	default:
		if w.heading = headings[n.DataAtom]; w.heading {
			w.put(strings.Repeat("#", levelOf(n)) + " ")
		}
		w.children(n)
		w.heading = false
	}
}

// container writes blocks after a mark; further lines begin with indent. For loose see blocks.
func (w *markdownWriter) container(mark, indent string, n *html.Node, loose bool) {
	w.put(mark)
	outer := w.prefix
	w.prefix += indent
	w.blocks(n, loose)
	w.prefix = outer
}

// list writes the items of a list. It is loose, with empty lines, when an item has a paragraph of
// its own. A list right after a list of the same kind gets another sign, which keeps them apart.
func (w *markdownWriter) list(n *html.Node) {
	sign, number := "-", -1
	if n.DataAtom == atom.Ol {
		sign, number = ".", 1
		if start := attr(n, "start"); start != nil {
			number, _ = strconv.Atoi(*start)
		}
	}
	if p := n.PrevSibling; p != nil && p.DataAtom == n.DataAtom && w.sign == sign {
		sign = map[string]string{"-": "*", ".": ")"}[sign]
	}
	loose, first := false, true
	for item := range n.ChildNodes() {
		for k := range item.ChildNodes() {
			loose = loose || k.DataAtom == atom.P
		}
	}
	for item := range n.ChildNodes() {
		if item.DataAtom != atom.Li {
			continue // white space of a page of the brand's own
		}
		if !first {
			w.newLine(loose)
		}
		first = false
		mark := sign + " "
		if number >= 0 {
			mark = strconv.Itoa(number) + mark
			number++
		}
		w.container(mark, strings.Repeat(" ", len(mark)), item, loose)
	}
	w.sign = sign
}

// fence writes preformatted text between marks that are longer than any in it.
func (w *markdownWriter) fence(text string) {
	marks := strings.Repeat("`", max(3, longestRun(text)+1))
	w.put(marks)
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		w.newLine(false)
		for line == "" && w.out[len(w.out)-1] == ' ' {
			w.out = w.out[:len(w.out)-1]
		}
		w.put(line)
	}
	w.newLine(false)
	w.put(marks)
}

// longestRun returns the length of the longest run of "`".
func longestRun(s string) (longest int) {
	run := 0
	for i := range len(s) {
		run++
		if s[i] != '`' {
			run = 0
		}
		longest = max(longest, run)
	}
	return longest
}

// table writes a table, with the line of marks below its first row.
func (w *markdownWriter) table(n *html.Node) {
	row := 0
	w.cell = true
	for tr := range n.Descendants() {
		if tr.DataAtom != atom.Tr {
			continue
		}
		if row > 0 {
			w.newLine(false)
		}
		columns := 0
		for cell := range tr.ChildNodes() {
			if cell.Type == html.ElementNode {
				w.put("| ")
				w.children(cell)
				w.put(" ")
				columns++
			}
		}
		w.put("|")
		if row++; row == 1 {
			w.newLine(false)
			w.put(strings.Repeat("|---", columns) + "|")
		}
	}
	w.cell = false
}

func (w *markdownWriter) children(n *html.Node) {
	for k := range n.ChildNodes() {
		w.inline(k)
	}
}

// marksOf are the delimiters of inline elements.
var marksOf = map[atom.Atom]string{atom.Strong: "**", atom.Em: "*", atom.Del: "~~"}

// inline writes a node of a line. It leaves out a mark inside another one, or right after its end:
// the stars of both would be one run, which Markdown may read differently.
func (w *markdownWriter) inline(n *html.Node) {
	switch {
	case n.Type == html.TextNode:
		w.text(n.Data, n.NextSibling == nil && marksOf[n.Parent.DataAtom] == "")
	case n.DataAtom == atom.Br:
		w.put("  ")
		w.newLine(false)
	case n.DataAtom == atom.Code &&
		(w.follows("`") || w.linked && strings.Contains(textOf(n), "]")):
		w.text(textOf(n), false)
	case n.DataAtom == atom.Code:
		w.code(textOf(n))
	case n.DataAtom == atom.A:
		w.link(n, "href", func() { w.children(n) })
	case n.DataAtom == atom.Img:
		alt := attr(n, "alt")
		w.put("!")
		w.link(n, "src", func() { w.text(*cmp.Or(alt, new(string)), true) })
	default:
		if w.marking || w.follows("*~") || !w.opens(n) {
			w.children(n)
			return
		}
		marks := marksOf[n.DataAtom]
		w.put(marks)
		w.marking = true
		w.children(n)
		w.marking = false
		w.put(marks)
		w.marked = len(w.out)
	}
}

// follows reports whether the last thing written is the end of a mark made of one of the signs.
func (w *markdownWriter) follows(signs string) bool {
	return w.marked == len(w.out) && strings.IndexByte(signs, w.out[w.marked-1]) >= 0
}

// opens reports whether delimiters around a node would open and close at this place (CommonMark,
// section 6.2). It leaves out delimiters inside the node and right after it.
func (w *markdownWriter) opens(n *html.Node) bool {
	before, after := ' ', ' '
	if len(w.out) > 0 {
		before, _ = utf8.DecodeLastRune(w.out)
	}
	outer := n
	for outer.NextSibling == nil && marksOf[outer.Parent.DataAtom] != "" {
		outer = outer.Parent
	}
	if outer.NextSibling != nil {
		after = first(outer.NextSibling)
	} else if outer.Parent.DataAtom == atom.A {
		after = ']'
	}
	if n.DataAtom == atom.Del && (before == '~' || after == '~' ||
		strings.Contains(textOf(n), "~")) {
		return false // a backslash does not keep "~" apart from the marks
	}
	return marksOf[n.DataAtom] != "" &&
		flanks(first(n), before) && flanks(last(n), after)
}

// first returns the first character that Markdown has of a node.
func first(n *html.Node) rune {
	for marksOf[n.DataAtom] != "" && n.FirstChild != nil {
		n = n.FirstChild
	}
	r, _ := utf8.DecodeRuneInString(textOf(n))
	return sign(n, r)
}

// last returns the last character that Markdown has of a node.
func last(n *html.Node) rune {
	for marksOf[n.DataAtom] != "" && n.LastChild != nil {
		n = n.LastChild
	}
	r, _ := utf8.DecodeLastRuneInString(textOf(n))
	return sign(n, r)
}

// sign returns r for a text or a space; a line break counts as a space, a link and code as a sign.
func sign(n *html.Node, r rune) rune {
	switch {
	case n.DataAtom == atom.Br:
		return ' '
	case n.Type == html.TextNode || r == ' ':
		return r
	}
	return '['
}

// link writes a link, or, after "!", a picture. An exclamation mark of the text is no such mark.
func (w *markdownWriter) link(n *html.Node, key string, text func()) {
	if last := len(w.out) - 1; n.DataAtom == atom.A && last >= 0 && w.out[last] == '!' {
		w.out = append(w.out[:last], "&#33;"...)
	}
	w.put("[")
	w.linked = true
	text()
	w.linked = false
	address := ""
	if v := attr(n, key); v != nil {
		address = signsOfAddress.ReplaceAllString(*v, `\$0`)
	}
	w.put("](" + address + ")")
}

// signsOfAddress matches what would end an address, or be read as a character reference.
var signsOfAddress = regexp.MustCompile(`[()\\]|&#?[0-9A-Za-z]+;`)

// code writes code of one line between marks that are longer than any in it.
func (w *markdownWriter) code(text string) {
	marks := strings.Repeat("`", longestRun(text)+1)
	if strings.Trim(text, "` ") != text {
		text = " " + text + " " // which Markdown removes
	}
	if w.cell {
		text = strings.ReplaceAll(text, "|", `\|`)
	}
	w.put(marks + text + marks)
	w.marked = len(w.out)
}

// reference matches a character reference, or the beginning of one at the end of a text.
var reference = regexp.MustCompile(`^&#?[0-9A-Za-z]*(;|$)`)

// text writes words, with a backslash before every sign that could be markup at its place. No text
// that could complete a character reference follows the last text of a block.
func (w *markdownWriter) text(s string, last bool) {
	s = strings.ReplaceAll(s, "\n", " ")
	escape := -1
	if w.lineStart {
		line := w.number + s
		escape = blockSign(line) - len(w.number)
		w.number = line
		w.lineStart = strings.Trim(line, "0123456789") == ""
	}
	for i := range len(s) {
		markup := i == escape
		switch s[i] {
		case '<': // also where a reader passes HTML on
			w.out = append(w.out, "&lt;"...)
			continue
		case '\\', '`', '*', '[', ']', '~':
			markup = true
		case '_':
			before, _ := utf8.DecodeLastRuneInString(s[:i])
			after, _ := utf8.DecodeRuneInString(s[i+1:])
			markup = !wordRune(before) || !wordRune(after)
		case '&':
			found := reference.FindString(s[i:])
			markup = found != "" && (!last || found[len(found)-1] == ';')
		case '|':
			markup = markup || w.cell
		case '#':
			markup = markup || w.heading
		}
		if markup {
			w.out = append(w.out, '\\')
		}
		w.out = append(w.out, s[i])
	}
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// blockSign returns the index of the sign that makes a line that begins with s a block, or -1: a
// heading, an item, a quote, an underline, a rule, a row of a table.
func blockSign(s string) int {
	digits := len(s) - len(strings.TrimLeft(s, "0123456789"))
	if digits == len(s) || digits > 9 {
		return -1
	}
	end := digits+1 == len(s)
	next := byte(' ')
	if !end {
		next = s[digits+1]
	}
	switch c := s[digits]; {
	case digits > 0:
		if (c == '.' || c == ')') && next == ' ' {
			return digits
		}
	case c == '>' || c == '|',
		(c == '#' || c == '=') && (next == c || next == ' '),
		(c == '-' || c == '+' || c == ':') && strings.IndexByte(" -|:", next) >= 0:
		return 0
	}
	return -1
}
