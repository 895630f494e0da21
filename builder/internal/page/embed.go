package page

import (
	"html"
	"html/template"
	"strings"

	"cartaz/builder/catalog"
)

// embedCards is the number of events of a list in a frame of another site.
const embedCards = 12

// embedModel is the model of a list in a frame of another site. Path is the path of the group's
// page.
type embedModel struct {
	frame
	Lead   string
	Cards  []template.HTML
	SeeAll string // "" if all events are there
	Ends   []string
}

// embedEnds returns what may follow # in the address of a frame, to choose its colours and the
// number of its events. The style sheet knows them.
func embedEnds() (ends []string) {
	for _, scheme := range strings.Fields("light dark clear auto") {
		for _, number := range []string{"", "-3", "-6"} {
			ends = append(ends, scheme+number)
			for _, color := range strings.Fields("red orange green blue violet pink gray") {
				ends = append(ends, scheme+number+"-"+color)
			}
		}
	}
	return ends
}

// embeddable renders the page of a group of events, and the same events as a bare list that other
// sites show in a frame.
func (r *Renderer) embeddable(name string, l *listingModel, of *GroupModel) (Page, error) {
	// Its attribute width would take a number only (HTML, section 4.8.18), so the whole width is a
	// style.
	l.Snippet = `<iframe src="` + html.EscapeString(l.URL(catalog.EmbedPath(l.Path))) +
		`" title="` + html.EscapeString(l.Heading+" · "+r.brand.Name) +
		`" height="600" loading="lazy" style="width:100%;border:0"></iframe>`
	p, err := r.programs.render(name, l.Path, l)
	if err != nil {
		return p, err
	}
	cards := of.Cards[:min(embedCards, len(of.Cards))]
	m := embedModel{frame: l.frame, Lead: l.Lead, Cards: r.byDay(cards, of.Begun),
		Ends: embedEnds()}
	if of.Count > len(cards) {
		m.SeeAll = r.words.Lists.SeeAll.Count(of.Count)
	}
	p.Embed, err = r.programs.append(nil, r.programs.html, "embed", &m)
	return p, err
}
