package paging

import (
	"slices"
	"strings"
)

// Link is a link of a Link field (RFC 8288).
type Link struct {
	Target string
	Rels   []string // relations, in lower case
	Type   string   // media type; "" for none
}

// Has reports whether the link has a relation.
func (l Link) Has(rel string) bool { return slices.Contains(l.Rels, rel) }

// Links reads a Link field; several fields are joined by commas. A part that cannot be read is left
// out, as RFC 8288, appendix B, has parsers do.
func Links(field string) (links []Link) {
	for {
		_, rest, ok := strings.Cut(field, "<")
		target, rest, closed := strings.Cut(rest, ">")
		if !ok || !closed {
			return links
		}
		l := Link{Target: strings.TrimSpace(target)}
		var params, param string
		for params, field = cutUnquoted(rest, ','); params != ""; {
			param, params = cutUnquoted(params, ';')
			name, value, _ := strings.Cut(param, "=")
			value = strings.Trim(strings.TrimSpace(value), `"`)
			switch strings.ToLower(strings.TrimSpace(name)) {
			case "rel":
				if l.Rels == nil { // the first counts
					l.Rels = strings.Fields(strings.ToLower(value))
				}
			case "type":
				l.Type = value
			}
		}
		links = append(links, l)
	}
}

// cutUnquoted cuts at the first sep that is not inside a quoted string.
func cutUnquoted(s string, sep byte) (before, after string) {
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
