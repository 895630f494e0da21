package markup

import (
	"regexp"
	"strings"

	"cartaz/builder/internal/markup/hygiene"

	"golang.org/x/net/html"
)

var bareURL = regexp.MustCompile(`(?i)\bhttps?://[^\s<>"“”«»]+`)

// fromText makes paragraphs of plain text: blank lines separate them, other line ends are kept,
// bare addresses become links.
func fromText(source string) *html.Node {
	t := newTree()
	for i, line := range strings.Split(hygiene.Text(source), "\n") {
		if i > 0 {
			t.runs = append(t.runs, run{br: true})
		}
		if strings.TrimSpace(line) != "" {
			t.linkify(line)
		}
	}
	return t.finish()
}

// linkify adds a line of plain text.
func (t *tree) linkify(line string) {
	done := 0
	for _, m := range bareURL.FindAllStringIndex(line, -1) {
		addr := trimURL(line[m[0]:m[1]])
		href := hygiene.URL(addr)
		if href == "" {
			continue
		}
		t.text(line[done:m[0]], style{})
		t.text(addr, style{href: href})
		done = m[0] + len(addr)
	}
	t.text(line[done:], style{})
}

// trimURL takes off what ends a sentence rather than an address.
func trimURL(s string) string {
	// How many brackets are closed that were not opened.
	round := strings.Count(s, ")") - strings.Count(s, "(")
	square := strings.Count(s, "]") - strings.Count(s, "[")
	for s != "" {
		last := s[len(s)-1]
		switch {
		case strings.IndexByte(".,;:!?'*_", last) >= 0:
		case last == ')' && round > 0:
			round--
		case last == ']' && square > 0:
			square--
		default:
			return s
		}
		s = s[:len(s)-1]
	}
	return s
}

// breaking are the elements at whose borders a word ends.
var breaking = elements(`p br hr ul ol li blockquote pre table thead tbody tr th td h1 h2 h3 h4 h5 h6
	div address article dd dt footer header section`)

// Words returns the text of HTML on one line, with one space between words.
func Words(s string) string {
	return strings.Join(strings.Fields(hygiene.Text(tagless(s))), " ")
}

// tagless returns the text of HTML without parsing it, for HTML that the parser refuses because it
// is nested more than 512 levels deep, which no person writes. The end of a hidden element is
// unknown, so the text ends where the first one starts.
func tagless(s string) string {
	var b strings.Builder
	z := html.NewTokenizer(strings.NewReader(s))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return b.String()
		case html.TextToken:
			b.Write(z.Text())
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			tag := z.Token()
			if tag.Type != html.EndTagToken && (dropped[tag.DataAtom] ||
				hidden(&html.Node{Attr: tag.Attr})) {
				return b.String()
			}
			if breaking[tag.DataAtom] {
				b.WriteByte('\n')
			}
		}
	}
}

// plainBlocks returns the text of a tree, one string for each line of the simplest page that shows
// it.
func plainBlocks(n *html.Node) []string {
	var lines []string
	var b strings.Builder
	end := func() {
		if s := strings.Join(strings.Fields(b.String()), " "); s != "" {
			lines = append(lines, s)
		}
		b.Reset()
	}
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		if n.Type == html.TextNode {
			b.WriteString(n.Data)
		}
		if breaking[n.DataAtom] {
			end()
		}
		for k := range n.ChildNodes() {
			walk(k)
		}
		if breaking[n.DataAtom] {
			end()
		}
	}
	walk(n)
	end()
	return lines
}
