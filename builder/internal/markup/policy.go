package markup

import (
	"regexp"
	"strings"

	"github.com/microcosm-cc/bluemonday"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// rel is on every link: the organiser's links are not ours to vouch for.
const rel = "nofollow noopener"

// newPolicy allows exactly the grammar of the package comment.
func newPolicy() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "pre",
		"hr",
		"table", "thead", "tbody", "tr", "th", "td", "br", "strong", "em", "del", "code")
	p.AllowAttrs("href").OnElements("a")
	p.AllowAttrs("rel").Matching(regexp.MustCompile(`^` + rel + `$`)).OnElements("a")
	p.AllowAttrs("start").Matching(regexp.MustCompile(`^[0-9]{1,6}$`)).OnElements("ol")
	p.AllowURLSchemes("http", "https", "mailto")
	p.AllowRelativeURLs(false)
	p.RequireParseableURLs(true)
	return p
}

// unescapeQuotes undoes the escaping of quotes in text and the slash of empty elements. Our
// attribute values have no quotes (hygiene.URL encodes them) and our text has no tags, so the
// result is read in the same way and is four bytes shorter per apostrophe.
var unescapeQuotes = strings.NewReplacer("&#39;", "'", "&#34;", `"`, "<br/>", "<br>", "<hr/>",
	"<hr>")

// sanitise is the second check. When it changes something, the result is parsed and rendered again,
// because removing tags can leave the rest unbalanced.
func (c *Cleaner) sanitise(s string) string {
	out := c.policy.Sanitize(s)
	if out != s {
		if nodes, err := parse(out); err == nil {
			root := &html.Node{Type: html.DocumentNode}
			for _, n := range nodes {
				root.AppendChild(n)
			}
			out = render(root)
		}
	}
	return unescapeQuotes.Replace(out)
}

// parse reads s as the content of a body element.
func parse(s string) ([]*html.Node, error) {
	return html.ParseFragment(strings.NewReader(s),
		&html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body})
}

// render writes the children of root as HTML.
func render(root *html.Node) string {
	var b strings.Builder
	for n := root.FirstChild; n != nil; n = n.NextSibling {
		// The only errors are those of the writer, and a Builder has none.
		_ = html.Render(&b, n)
	}
	return b.String()
}

// clone copies a tree, without siblings and parent of its root.
func clone(n *html.Node) *html.Node {
	c := &html.Node{Type: n.Type, DataAtom: n.DataAtom, Data: n.Data,
		Attr: append([]html.Attribute(nil), n.Attr...)}
	for k := n.FirstChild; k != nil; k = k.NextSibling {
		c.AppendChild(clone(k))
	}
	return c
}
