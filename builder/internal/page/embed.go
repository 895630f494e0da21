package page

import (
	"html/template"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/page/escape"
	"cartaz/builder/release/resultpage"
)

// embedCards is how many events a list in a frame of another site shows.
const embedCards = 12

// embedModel is the model of a list in a frame of another site. Path is that of the group's page.
type embedModel struct {
	frame
	Lead   string
	Cards  []template.HTML
	SeeAll string // "" when all events are there
}

// embeddable renders the page of a group of events, and the same events as a bare list that other
// sites show in a frame.
func (r *Renderer) embeddable(name string, l *listingModel, f Facet) (Page, error) {
	l.OEmbed = l.oEmbedURL()
	frame := resultpage.EmbedFrame{URL: l.URL(catalog.EmbedPath(l.Path)), Title: l.Heading + " · " +
		r.brand.Name, Height: resultpage.EmbedHeight}
	l.Snippet = frame.HTML()
	p, err := r.programs.render(name, l.Path, l)
	if err != nil {
		return p, err
	}
	m := embedModel{frame: l.frame, Lead: l.Lead, Cards: l.Cards[:min(embedCards, len(l.Cards))]}
	if f.Count > len(m.Cards) {
		m.SeeAll = r.words.Lists.SeeAll.Count(f.Count)
	}
	p.Embed, err = r.programs.appendHTML(nil, "embed", &m)
	return p, err
}

// oEmbedURL is the address where programs ask how to show the page on another site.
func (f *frame) oEmbedURL() string {
	return f.Brand.SiteURL + catalog.OEmbedPath + "?format=json&url=" +
		escape.Component(f.Canonical())
}
