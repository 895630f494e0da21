package page

import (
	"net/url"
	"strings"

	"cartaz/builder/internal/words"
)

// appendShareLinks appends plain links that open another program with an event's name, date, place
// and address filled in: no script, and no request to anybody before a person follows one.
func (m *eventModel) appendShareLinks(list []Link, w *words.Words) []Link {
	says := words.Line(m.Heading, m.When.Summary(), m.PlaceLine)
	text := escapeComponent(says + "\n" + m.Canonical())
	return append(list,
		Link{Path: "https://wa.me/?text=" + text, Label: "WhatsApp"},
		Link{Path: "mailto:?subject=" + escapeComponent(m.Heading) + "&body=" + text, Label: w.Email})
}

// escapeComponent escapes a value of a query with %20 for a space: mailto knows no "+" (RFC 6068,
// section 5).
func escapeComponent(s string) string {
	return strings.ReplaceAll(url.QueryEscape(s), "+", "%20")
}
