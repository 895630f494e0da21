package markup

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// rel is on every link: the organiser's links are not ours to vouch for.
const rel = "nofollow noopener"

// parse reads s as the content of a body element.
func parse(s string) ([]*html.Node, error) {
	return html.ParseFragment(strings.NewReader(s),
		&html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body})
}

// shorter undoes the escaping of quotes in text and the slash of empty elements. Our attribute
// values have no quotes (hygiene.URL encodes them) and our text has no tags, so the result is read
// in the same way and is four bytes shorter for each apostrophe.
var shorter = strings.NewReplacer("&#39;", "'", "&#34;", `"`, "<br/>", "<br>", "<hr/>", "<hr>")

// render writes the children of root as HTML, with end after each.
func render(root *html.Node, end string) string {
	var b strings.Builder
	for n := range root.ChildNodes() {
		// Only the writer can fail, and a Builder does not.
		_ = html.Render(&b, n)
		b.WriteString(end)
	}
	return shorter.Replace(b.String())
}
