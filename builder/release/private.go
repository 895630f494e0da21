package release

// Private resources, which the edge reads for itself: encoded [Pieces] of the
// page of results. The tokens of the Markdown one are no estimate of its own
// text but the rate of a joined page, in tokens per 1,024 bytes.
const (
	PathListHTML     = ":list.html"
	PathListMarkdown = ":list.md"
)
