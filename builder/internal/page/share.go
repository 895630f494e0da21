package page

import (
	"cartaz/builder/internal/page/escape"
	"cartaz/builder/internal/words"
)

// appendShareLinks appends plain links that open another program with an event's name, date, place
// and address filled in: no script, and no request to anybody before a person follows one.
func (m *eventModel) appendShareLinks(list []Link, w *words.Words) []Link {
	says := words.Line(m.Heading, m.When.Summary(), m.PlaceLine)
	text := escape.Component(says + "\n" + m.Canonical())
	return append(list,
		Link{Path: "https://wa.me/?text=" + text, Label: "WhatsApp"},
		Link{Path: "mailto:?subject=" + escape.Component(m.Heading) + "&body=" + text,
			Label: w.Email})
}
