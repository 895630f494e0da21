package markup

import (
	"sync"
	"unicode"
	"unicode/utf8"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/markup/hygiene"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Most descriptions are a few paragraphs and lists of ordinary words. For such a tree all forms can
// be written directly. The converter, the sanitiser and the Markdown parser, which make Clean five
// times as slow and more, are not needed: no character of the text means anything to Markdown where
// it stands, so nothing must be escaped and nothing can be misread.
//
// A tree is plain when it has only
//
//	blocks   p, h1…h6, and ul and ol (below ten items, from 1) that do not meet
//	inline   text, br; strong, em and a[href] around nothing but text, of which
//	         no two meet, with flanks that are beyond doubt
//	text     letters, digits and signs of ASCII and Latin script that no rule of
//	         CommonMark or GFM names inside a line, and none at the start of a
//	         line that could begin a block
//	href     http(s) addresses of unreserved characters and "/"
//
// Every other tree goes through the converter. FuzzCalm compares the two ways.
type plainWriter struct {
	html, markdown, page, plain []byte

	levels  []int  // of the headings that are open, for the page
	indent  string // of the second line of a list item
	heading bool
}

// maxPooledBuffer is how large the buffers may be to be kept for another tree.
const maxPooledBuffer = 64 << 10

var plainWriters = sync.Pool{New: func() any { return new(plainWriter) }}

// renderPlain writes a tree in all forms; false when it is not calm.
func renderPlain(root *html.Node) (catalog.Text, bool) {
	w := plainWriters.Get().(*plainWriter)
	defer func() {
		if cap(w.html) <= maxPooledBuffer {
			plainWriters.Put(w)
		}
	}()
	w.html, w.markdown, w.page, w.plain = w.html[:0], w.markdown[:0], w.page[:0], w.plain[:0]
	w.levels, w.indent, w.heading = w.levels[:0], "", false
	for n := root.FirstChild; n != nil; n = n.NextSibling {
		if n.PrevSibling != nil {
			w.markdown = append(w.markdown, "\n\n"...)
		}
		if !w.block(n) {
			return catalog.Text{}, false
		}
	}
	plain := w.plain
	if len(plain) > 0 && plain[len(plain)-1] == ' ' {
		plain = plain[:len(plain)-1]
	}
	return catalog.Text{HTML: string(w.html), Markdown: string(w.markdown), Page: string(w.page),
		Plain: string(plain)}, true
}

func (w *plainWriter) block(n *html.Node) bool {
	w.space()
	switch n.DataAtom {
	case atom.P:
		w.both("<p>")
		if !w.inline(n) {
			return false
		}
		w.both("</p>")
		w.page = append(w.page, '\n')
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		return w.head(n)
	case atom.Ul, atom.Ol:
		return len(n.Attr) == 0 && (n.NextSibling == nil || !isList(n.NextSibling)) && w.list(n)
	default:
		return false
	}
	return true
}

// head writes a heading, at the level that [pageRules] gives it on the page.
func (w *plainWriter) head(n *html.Node) bool {
	level := int(n.Data[1] - '0')
	for len(w.levels) > 0 && w.levels[len(w.levels)-1] >= level {
		w.levels = w.levels[:len(w.levels)-1]
	}
	w.levels = append(w.levels, level)
	shown := byte('0' + min(firstHeading+len(w.levels)-1, lastHeading))
	w.html = append(append(append(w.html, '<'), n.Data...), '>')
	w.markdown = append(append(w.markdown, "######"[:level]...), ' ')
	w.page = append(w.page, '<', 'h', shown, '>')
	w.heading = true
	if !w.inline(n) {
		return false
	}
	w.heading = false
	w.html = append(append(append(w.html, "</"...), n.Data...), '>')
	w.page = append(w.page, '<', '/', 'h', shown, '>', '\n')
	return true
}

func (w *plainWriter) list(n *html.Node) bool {
	ordered := n.DataAtom == atom.Ol
	w.indent = "  "
	if ordered {
		w.indent = "   "
	}
	w.both("<" + n.Data + ">")
	w.page = append(w.page, '\n')
	number := byte('0')
	for item := n.FirstChild; item != nil; item = item.NextSibling {
		if number++; ordered && number > '9' || item.DataAtom != atom.Li {
			return false
		}
		if item.PrevSibling != nil {
			w.markdown = append(w.markdown, '\n')
		}
		if ordered {
			w.markdown = append(w.markdown, number, '.', ' ')
		} else {
			w.markdown = append(w.markdown, '-', ' ')
		}
		w.space()
		w.both("<li>")
		if !w.inline(item) {
			return false
		}
		w.both("</li>")
		w.page = append(w.page, '\n')
	}
	w.indent = ""
	w.both("</" + n.Data + ">")
	w.page = append(w.page, '\n')
	return true
}

// both writes what HTML and page have in common.
func (w *plainWriter) both(s string) {
	w.html, w.page = append(w.html, s...), append(w.page, s...)
}

// space ends a word of the plain text.
func (w *plainWriter) space() {
	if n := len(w.plain); n > 0 && w.plain[n-1] != ' ' {
		w.plain = append(w.plain, ' ')
	}
}

// inline writes the content of a block of one line or of several.
func (w *plainWriter) inline(block *html.Node) bool {
	for n := block.FirstChild; n != nil; n = n.NextSibling {
		lineStart := n.PrevSibling == nil || n.PrevSibling.DataAtom == atom.Br
		switch {
		case n.Type == html.TextNode:
			lineEnd := n.NextSibling == nil || n.NextSibling.DataAtom == atom.Br
			if lineStart && !startsPlain(n.Data) || lineEnd && n.Data[len(n.Data)-1] == ' ' ||
				!w.text(n.Data) {
				return false
			}
		case n.DataAtom == atom.Br:
			w.both("<br>")
			w.markdown = append(append(w.markdown, "  \n"...), w.indent...)
			w.page = append(w.page, '\n')
			w.space()
		case n.DataAtom == atom.Strong, n.DataAtom == atom.Em:
			if !w.mark(n) {
				return false
			}
		case n.DataAtom == atom.A:
			if !w.link(n) {
				return false
			}
		default:
			return false
		}
	}
	return block.FirstChild != nil
}

// mark writes strong or em around one text.
func (w *plainWriter) mark(n *html.Node) bool {
	inner := only(n)
	if inner == "" {
		return false
	}
	first, _ := utf8.DecodeRuneInString(inner)
	last, _ := utf8.DecodeLastRuneInString(inner)
	if !flanked(first, n.PrevSibling, utf8.DecodeLastRuneInString) ||
		!flanked(last, n.NextSibling, utf8.DecodeRuneInString) {
		return false
	}
	stars := "*"
	if n.DataAtom == atom.Strong {
		stars = "**"
	}
	w.both("<" + n.Data + ">")
	w.markdown = append(w.markdown, stars...)
	if !w.text(inner) {
		return false
	}
	w.markdown = append(w.markdown, stars...)
	w.both("</" + n.Data + ">")
	return true
}

// flanked reports whether a delimiter between the character edge and a neighbour opens or closes a
// mark around edge. A letter or digit may have any text beside it; a sign only a space or the
// border of the line.
func flanked(edge rune, neighbour *html.Node, decode func(string) (rune, int)) bool {
	switch {
	case neighbour == nil || neighbour.DataAtom == atom.Br:
		return edge != ' ' && edge != '\u00A0'
	case neighbour.Type != html.TextNode:
		return false
	}
	outer, _ := decode(neighbour.Data)
	return unicode.IsLetter(edge) || wordByte(edge) ||
		outer == ' ' && edge != ' ' && edge != '\u00A0'
}

// wordByte says whether c is an ASCII letter or digit.
func wordByte(c rune) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// link writes a link around one text.
func (w *plainWriter) link(n *html.Node) bool {
	inner := only(n)
	if inner == "" || len(n.Attr) != 2 || n.Attr[0].Key != "href" || !plainHref(n.Attr[0].Val) {
		return false
	}
	switch before := n.PrevSibling; {
	case before == nil || before.DataAtom == atom.Br:
	case before.Type != html.TextNode || before.Data[len(before.Data)-1] == '!':
		return false // "!" before a link would make a picture of it
	}
	if after := n.NextSibling; after != nil && after.Type != html.TextNode &&
		after.DataAtom != atom.Br {
		return false
	}
	if inner[0] == ' ' || inner[len(inner)-1] == ' ' {
		return false
	}
	href := n.Attr[0].Val
	w.both(`<a href="`)
	w.both(href)
	w.both(`" rel="` + rel + `">`)
	w.markdown = append(w.markdown, '[')
	if !w.text(inner) {
		return false
	}
	w.markdown = append(append(append(w.markdown, "]("...), href...), ')')
	w.both("</a>")
	return true
}

// only is the one text below n, "" when there is another node.
func only(n *html.Node) string {
	if k := n.FirstChild; k != nil && k.NextSibling == nil && k.Type == html.TextNode {
		return k.Data
	}
	return ""
}

func plainHref(s string) bool {
	scheme := 0
	switch {
	case len(s) > 8 && s[:8] == "https://":
		scheme = 8
	case len(s) > 7 && s[:7] == "http://":
		scheme = 7
	}
	for _, c := range []byte(s[scheme:]) {
		if !wordByte(rune(c)) && c != '-' && c != '.' && c != '_' && c != '/' {
			return false
		}
	}
	return scheme > 0
}

// startsPlain reports whether a line may start with s: with a letter, with a number that is not a
// list number (the converter takes several forms for one), or with a sign that begins no block.
func startsPlain(s string) bool {
	i := 0
	for i < len(s) && ('0' <= s[i] && s[i] <= '9' || i > 0 && s[i] == ' ') {
		i++
	}
	switch {
	case i == len(s):
		return true
	case i > 0:
		return s[i] != '.' && s[i] != ')'
	case s[0] >= utf8.RuneSelf:
		return s[0] != 0xC2 || s[1] != 0xA0
	}
	return wordByte(rune(s[0])) || s[0] == '"' || s[0] == '\'' || s[0] == '(' || s[0] == '@' ||
		s[0] == '$'
}

// What a byte of calm text is.
const (
	wild      = iota // not calm
	same             // the same in all forms
	quote            // written as a reference on the page
	ampersand        // written as a reference in HTML
	pound            // calm but in headings, at whose end it would vanish
	lead             // the first of a character of several bytes
)

var plainBytes = func() (t [256]uint8) {
	for c := range utf8.RuneSelf {
		if wordByte(rune(c)) {
			t[c] = same
		}
	}
	for _, c := range []byte(" .,;:!?()/%@'+-=${}^") {
		t[c] = same
	}
	t['"'], t['&'], t['#'] = quote, ampersand, pound
	for c := utf8.RuneSelf; c < 256; c++ {
		t[c] = lead
	}
	return t
}()

// text writes calm text.
func (w *plainWriter) text(s string) bool {
	done := 0
	upTo := func(i int) {
		part := s[done:i]
		w.html, w.markdown = append(w.html, part...), append(w.markdown, part...)
		w.page, w.plain = append(w.page, part...), append(w.plain, part...)
		done = i + 1
	}
	for i := 0; i < len(s); i++ {
		switch plainBytes[s[i]] {
		case same:
		case quote:
			upTo(i)
			w.html, w.markdown = append(w.html, '"'), append(w.markdown, '"')
			w.page, w.plain = append(w.page, "&quot;"...), append(w.plain, '"')
		case ampersand:
			if i+1 == len(s) || s[i+1] != ' ' {
				return false
			}
			upTo(i)
			w.both("&amp;")
			w.markdown, w.plain = append(w.markdown, '&'), append(w.plain, '&')
		case pound:
			if w.heading {
				return false
			}
		case lead:
			n := hygiene.Latin(s[i:])
			switch {
			case n == 0:
				return false
			case s[i] == 0xC2 && s[i+1] == 0xA0:
				upTo(i)
				done++
				w.both("\u00A0")
				w.markdown = append(w.markdown, "\u00A0"...)
				w.space()
			}
			i += n - 1
		default:
			return false
		}
	}
	upTo(len(s))
	return true
}
