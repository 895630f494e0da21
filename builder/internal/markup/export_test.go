package markup

import (
	"context"
	"fmt"
	"strings"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/markup/hygiene"
	"cartaz/builder/internal/worker"

	"golang.org/x/net/html"
)

// NarrowTrial is a Trial whose budget is spent by any long text that needs the converter.
func NarrowTrial(ctx context.Context) *Trial {
	return &Trial{ctx: ctx, process: worker.New(workerName),
		limits: worker.Limits{CPU: 10 * time.Millisecond, Memory: 4 << 30}}
}

// BothWays is what the short way makes of a description, and whether it takes
// it, and what the long way makes of it.
func (c *Cleaner) BothWays(source, format string) (short catalog.Text, calmly bool,
	long catalog.Text) {
	source = strings.ToValidUTF8(source[:min(len(source), MaxSource)], "\uFFFD")
	root, excess := c.read(source, format)
	if excess != "" || root.FirstChild == nil {
		return catalog.Text{}, false, catalog.Text{}
	}
	short, calmly = renderPlain(root)
	return short, calmly, c.convertTree(root)
}

// QuoteBothWays is what the short way of [Quote] makes of Markdown, and whether
// it takes it, and what the long way makes of it.
func QuoteBothWays(markdown string) (short string, asIs bool, long string) {
	markdown = hygiene.Text(markdown)
	s := strings.Trim(markdown, "\n")
	return prefixed(s), quotableAsIs(s), quoteLines(quotable(markdown))
}

// ParseBothWays is the tree that the parser of plain HTML makes of a source, and
// whether it takes it, and the tree that x/net/html makes, both written out.
func ParseBothWays(source string) (plain string, taken bool, long string) {
	p := plainParsers.Get().(*plainParser)
	defer p.release()
	nodes, err := parse(source)
	if !p.parse(source) {
		return "", false, ""
	}
	if err != nil {
		return "", true, err.Error()
	}
	var b strings.Builder
	for _, n := range nodes {
		writeTree(&b, n)
	}
	long = b.String()
	b.Reset()
	for n := p.body.FirstChild; n != nil; n = n.NextSibling {
		writeTree(&b, n)
	}
	return b.String(), true, long
}

func writeTree(b *strings.Builder, n *html.Node) {
	fmt.Fprintf(b, "(%d %d %q %q %q", n.Type, n.DataAtom, n.Data, n.Namespace, n.Attr)
	for k := n.FirstChild; k != nil; k = k.NextSibling {
		writeTree(b, k)
	}
	b.WriteByte(')')
}

// Excess is the limit that a description passes, "" for none.
func (c *Cleaner) Excess(source, format string) string {
	_, excess := c.clean(source, format)
	return excess
}
