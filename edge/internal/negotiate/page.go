package negotiate

// Page reports whether an error at the address of a page is sent as a page for a person; otherwise
// it is sent as a problem document. accept is the whole Accept field.
//
// text/html must be named with a higher weight than */*, application/*, text/markdown and every
// JSON type. Every browser sends that when a person follows a link:
// "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8". Programs send */*, name JSON,
// or name nothing.
func Page(accept string) bool {
	html, other := 0, 0
	eachElement(accept, func(name, _ string, weight int) {
		switch {
		case equalFold(name, "text/html"):
			html = max(html, weight)
		case name == "*/*", name == "*", equalFold(name, "application/*"),
			equalFold(name, "text/markdown"), isJSON(name):
			other = max(other, weight)
		}
	})
	return html > other
}

// isJSON reports whether a media type is JSON: application/json, or any type with the suffix +json
// (RFC 6839, section 3.1).
func isJSON(name string) bool {
	const suffix = "+json"
	return equalFold(name, "application/json") ||
		len(name) > len(suffix) && equalFold(name[len(name)-len(suffix):], suffix)
}
