package check

import (
	"fmt"
	"slices"
	"strings"
)

// link is a target with its relations, from a Link field (RFC 8288) or from a
// document.
type link struct {
	href string
	rels []string
	typ  string
}

func (l link) has(rel string) bool { return slices.Contains(l.rels, rel) }

// parseLinks reads the Link fields of an answer. What cannot be read is left
// out, as RFC 8288, appendix B, has parsers do.
func parseLinks(values []string) []link {
	var links []link
	for _, v := range values {
		for {
			_, rest, ok := strings.Cut(v, "<")
			if !ok {
				break
			}
			href, rest, ok := strings.Cut(rest, ">")
			if !ok {
				break
			}
			l := link{href: strings.TrimSpace(href)}
			var params string
			params, v = cutOutsideQuotes(rest, ',')
			for params != "" {
				var param string
				param, params = cutOutsideQuotes(params, ';')
				name, value, _ := strings.Cut(param, "=")
				value = strings.Trim(strings.TrimSpace(value), `"`)
				switch strings.ToLower(strings.TrimSpace(name)) {
				case "rel":
					if l.rels == nil { // the first counts
						l.rels = strings.Fields(strings.ToLower(value))
					}
				case "type":
					l.typ = value
				}
			}
			links = append(links, l)
		}
	}
	return links
}

// cutOutsideQuotes cuts at the first sep that is not inside a quoted string.
func cutOutsideQuotes(s string, sep byte) (before, after string) {
	quoted := false
	for i := 0; i < len(s); i++ {
		switch {
		case quoted && s[i] == '\\':
			i++
		case s[i] == '"':
			quoted = !quoted
		case s[i] == sep && !quoted:
			return s[:i], s[i+1:]
		}
	}
	return s, ""
}

// rels is every relation of some links, sorted, each once.
func rels(links []link) []string {
	var names []string
	for _, l := range links {
		names = append(names, l.rels...)
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
	get, err := s.get("/")
	if err != nil {
		return "", err
	}
	head, err := s.head("/")
	if err != nil {
		return "", err
	}
	links := parseLinks(get.header.Values("Link"))
	var useful []link
	for _, l := range links {
		if slices.ContainsFunc(l.rels,
			func(rel string) bool { return slices.Contains(discoveryRels, rel) }) {
			useful = append(useful, l)
		}
	}
	if len(useful) == 0 {
		return "", fmt.Errorf("GET / has no Link with %s", strings.Join(discoveryRels, ", "))
	}
	if onHead := rels(parseLinks(head.header.Values("Link"))); !slices.Equal(onHead, rels(links)) {
		return "", fmt.Errorf("HEAD / has the relations %v, GET / %v", onHead, rels(links))
	}
	asked, elsewhere, err := s.reach(useful, 6)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s; %d answer, %d on other hosts", strings.Join(rels(useful), ", "), asked,
		elsewhere), nil
}
