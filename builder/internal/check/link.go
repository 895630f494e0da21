package check

import (
	"net/http"
	"slices"
	"strings"

	"cartaz/builder/internal/upstream/fetch"
)

// parseLinks reads the Link fields of an answer.
func parseLinks(header http.Header) []fetch.Link {
	return fetch.Links(strings.Join(header.Values("Link"), ", "))
}

// discoveryRels are the relations that lead an agent from a page to the documents for it (RFC 9727,
// RFC 8631, RFC 5988).
var discoveryRels = strings.Fields(`api-catalog service-desc service-doc service-meta
	describedby`)

// linkHeaders: the home page leads to the documents, by GET and by HEAD alike.
func linkHeaders(s *site) (string, error) {
	var found []string
	for i, method := range []string{"GET", "HEAD"} {
		var rels []string
		for _, l := range parseLinks(s.ask(method, "/").header) {
			for _, rel := range l.Rels {
				if slices.Contains(discoveryRels, rel) {
					rels = append(rels, rel)
				}
			}
		}
		switch {
		case len(rels) == 0:
			return fail("%s / has no Link with %s", method, strings.Join(discoveryRels, ", "))
		case i > 0 && !slices.Equal(rels, found):
			return fail("HEAD / has the relations %v, GET / %v", rels, found)
		}
		found = rels
	}
	return strings.Join(found, ", "), nil
}
