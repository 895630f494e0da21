package markup

import (
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/markup/hygiene"
)

// BothWays is what the short way makes of a description, and whether it takes
// it, and what the long way makes of it.
func (c *Cleaner) BothWays(source, format string) (short catalog.Text, calmly bool, long catalog.Text) {
	source = strings.ToValidUTF8(source[:min(len(source), MaxSource)], "\uFFFD")
	root := c.read(source, format)
	if root.FirstChild == nil {
		return catalog.Text{}, false, catalog.Text{}
	}
	short, calmly = calm(root)
	return short, calmly, c.convertTree(root)
}

// QuoteBothWays is what the short way of [Quote] makes of Markdown, and whether
// it takes it, and what the long way makes of it.
func QuoteBothWays(markdown string) (short string, asIs bool, long string) {
	markdown = hygiene.Text(markdown)
	s := strings.Trim(markdown, "\n")
	return prefixed(s), quotableAsIs(s), quoteLines(quotable(markdown))
}
