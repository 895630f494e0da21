package fetch

import (
	"regexp"
	"strings"
)

// Link is a link of a Link field (RFC 8288).
type Link struct {
	Target string
	Rels   []string // relations, in lower case
}

var (
	linkValue = regexp.MustCompile(`<([^>]*)>((?:[^,"]|"(?:[^"\\]|\\.)*")*)`)
	linkParam = regexp.MustCompile(`;\s*([^\s;="]+)\s*=\s*("(?:[^"\\]|\\.)*"|[^\s;"]*)`)
)

// Links reads a Link field; several fields are joined by commas. It leaves out parts that cannot be
// read, as in RFC 8288, appendix B.
func Links(field string) (links []Link) {
	for _, v := range linkValue.FindAllStringSubmatch(field, -1) {
		l := Link{Target: strings.TrimSpace(v[1])}
		for _, p := range linkParam.FindAllStringSubmatch(v[2], -1) {
			if strings.EqualFold(p[1], "rel") && l.Rels == nil { // the first counts
				l.Rels = strings.Fields(strings.ToLower(strings.Trim(p[2], `"`)))
			}
		}
		links = append(links, l)
	}
	return links
}
