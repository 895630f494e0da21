package page

import (
	"html/template"
	"slices"
	"strconv"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/markup"
)

// complete adds to a page its BreadcrumbList, which depends on the rest of its frame: its crumbs
// and the page itself. A page without crumbs has none. It is called before a page is drawn.
func (f *frame) complete() {
	if len(f.Crumbs) == 0 {
		return
	}
	trail := ldList{Context: schemaOrg, Type: "BreadcrumbList"}
	for i, c := range append(slices.Clip(f.Crumbs), Link{Path: f.Path, Label: f.Heading}) {
		trail.Items = append(trail.Items,
			ldItem{Type: "ListItem", Position: i + 1, Name: c.Label, Item: f.URL(c.Path)})
	}
	f.Trail = ld(trail)
}

// eventList returns the ItemList of the events that a page lists, in the order of the page. It
// names the pages of the events, which describe themselves.
func (f *frame) eventList(cards []template.HTML) ldList {
	list := ldList{Context: schemaOrg, Type: "ItemList", Name: f.Heading, Number: len(cards)}
	for i, card := range cards {
		_, rest, _ := strings.Cut(string(card), `<h3 dir="auto"><a href="`)
		path, _, _ := strings.Cut(rest, `"`)
		list.Items = append(list.Items,
			ldItem{Type: "ListItem", Position: i + 1, URL: f.Brand.SiteURL + path})
	}
	return list
}

// homeLD returns the JSON-LD of the home page: the WebSite with its search, the brand's addresses
// elsewhere, and its events.
func (l *listingModel) homeLD() template.JS {
	graph := []any{ldThing{
		Type: "WebSite", Name: l.Brand.Name, URL: l.URL("/"), Lang: l.W.Lang,
		Action: ldSearch{"SearchAction", map[string]string{"@type": "EntryPoint",
			"urlTemplate": l.URL(catalog.EventsPath + "?q={search_term_string}")},
			"required name=search_term_string"}}}
	if social := l.Brand.Theme.Social; len(social) > 0 {
		o := ldThing{Type: "Organization", Name: l.Brand.Name, URL: l.URL("/")}
		for _, s := range social {
			o.SameAs = append(o.SameAs, s.Path)
		}
		graph = append(graph, o)
	}
	return l.withEvents(graph)
}

// withEvents returns the JSON-LD of several things and of the list of the events of the page.
func (l *listingModel) withEvents(graph []any) template.JS {
	if len(l.Cards) > 0 {
		graph = append(graph, l.eventList(l.Cards))
	}
	return ld(struct {
		Context string `json:"@context"`
		Graph   []any  `json:"@graph"`
	}{schemaOrg, graph})
}

// ldTypes holds the types of groups about which a brand may write, by the path of their list.
var ldTypes = map[string]string{
	catalog.VenuesPath: "Place", catalog.OrganisersPath: "Organization",
}

// addSaid adds the brand's own text on a group: for people, for previews and for search engines.
func (l *listingModel) addSaid(s *Said, kind string) {
	l.Said, l.Description = s, markup.Summary(s.Description, maxDescription)
	about := ldThing{Type: kind, Name: l.Heading, URL: l.Canonical(), Description: l.Description}
	if p := s.Picture; p.Path != "" {
		about.Image = l.URL(p.Path)
		if p.Width > 0 && drawnByPreviews(p.Path) {
			l.Image, l.ImageAlt, l.picture = about.Image, l.Heading, nil
			l.ImageWidth, l.ImageHeight = strconv.Itoa(p.Width), strconv.Itoa(p.Height)
		}
	}
	if s.Link != nil {
		about.SameAs = []string{s.Link.Path}
	}
	l.JSONLD = l.withEvents([]any{about})
}
