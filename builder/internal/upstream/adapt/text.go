package adapt

import (
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"cartaz/builder/internal/markup/hygiene"
)

// lineEnds are the elements of HTML before and after which a line ends (HTML Living Standard,
// section 15.3).
var lineEnds = strings.Fields(`address article blockquote br dd div dt footer h1 h2 h3 h4 h5 h6
	header hr li ol p pre section table td th tr ul`)

// Text returns the text of HTML on one line, in the order of the document, with blanks only for
// white space or the end of a line.
func Text(markup string) string {
	if !strings.ContainsAny(markup, "<&") {
		return strings.Join(strings.Fields(markup), " ")
	}
	var b strings.Builder
	var hidden atom.Atom // the element whose text is not shown
	for z := html.NewTokenizer(strings.NewReader(markup)); ; {
		switch kind := z.Next(); kind {
		case html.ErrorToken:
			return strings.Join(strings.Fields(b.String()), " ")
		case html.TextToken:
			if hidden == 0 {
				b.Write(z.Text())
			}
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			name, _ := z.TagName()
			tag := atom.Lookup(name)
			if slices.Contains(lineEnds, string(name)) {
				b.WriteByte('\n')
			}
			if hidden = 0; kind == html.StartTagToken &&
				(tag == atom.Script || tag == atom.Style) {
				hidden = tag
			}
		}
	}
}

// Plain returns a name on one line, without the character references and elements that many sources
// write into names.
func Plain(text string) string {
	if strings.Contains(text, "&") && hygiene.Reference.MatchString(text) {
		text = html.UnescapeString(text)
	}
	if LooksHTML(text) {
		return Text(text)
	}
	return strings.Join(strings.Fields(text), " ")
}

// Rebase makes the addresses of links and pictures in HTML absolute.
func Rebase(markup string, base *url.URL) string {
	if base == nil || base.Host == "" || !strings.Contains(markup, "<") {
		return markup
	}
	var b strings.Builder
	for z := html.NewTokenizer(strings.NewReader(markup)); ; {
		kind := z.Next()
		raw := string(z.Raw())
		switch kind {
		case html.ErrorToken:
			b.WriteString(raw)
			return b.String()
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			for i, a := range t.Attr {
				if a.Key != "href" && a.Key != "src" {
					continue
				}
				if t.Attr[i].Val = Resolve(base, a.Val); t.Attr[i].Val != a.Val {
					raw = t.String()
				}
			}
		}
		b.WriteString(raw)
	}
}

// Resolve makes an address absolute; a text that is no address stays as it is, as does an address
// in a file.
func Resolve(base *url.URL, address string) string {
	address = strings.TrimSpace(address)
	ref, err := url.Parse(address)
	if err != nil || address == "" || base == nil || base.Host == "" {
		return address
	}
	return base.ResolveReference(ref).String()
}
