package check

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"cartaz/builder/internal/upstream/fetch"
)

// parseLinks reads the Link fields of an answer.
func parseLinks(header http.Header) []fetch.Link {
	return fetch.Links(strings.Join(header.Values("Link"), ", "))
}

// rels is every relation of some links, sorted, each once.
func rels(links []fetch.Link) []string {
	var names []string
	for _, l := range links {
		names = append(names, l.Rels...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// discoveryRels are the relations that lead an agent from a page to what there
// is for it (RFC 9727, RFC 8631, RFC 5988).
var discoveryRels = []string{"api-catalog", "service-desc", "service-doc", "service-meta",
	"describedby"}

// linkHeaders: the home page leads to the documents, by GET and by HEAD alike.
func linkHeaders(s *site) (string, error) {
	links := parseLinks(s.follow("/").header)
	var useful []fetch.Link
	for _, l := range links {
		if slices.ContainsFunc(l.Rels,
			func(rel string) bool { return slices.Contains(discoveryRels, rel) }) {
			useful = append(useful, l)
		}
	}
	if len(useful) == 0 {
		return fail("GET / has no Link with %s", strings.Join(discoveryRels, ", "))
	}
	if onHead := rels(parseLinks(s.ask("HEAD", "/").header)); !slices.Equal(onHead, rels(links)) {
		return fail("HEAD / has the relations %v, GET / %v", onHead, rels(links))
	}
	asked, elsewhere, err := s.reach(useful, 6)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s; %d answer, %d on other hosts", strings.Join(rels(useful), ", "), asked,
		elsewhere), nil
}
