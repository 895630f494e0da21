package page

import (
	"html/template"
	"slices"
	"strings"

	"cartaz/builder/catalog"
)

// complete adds to a page its BreadcrumbList, which depends on the rest of its frame: its crumbs
// and the page itself; none for a page without crumbs. Every page is drawn after it.
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

// eventList is the ItemList of the events that a page lists, in the order of the page. It names the
// pages of the events, which describe themselves.
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

// homeLD is the JSON-LD of the home page: the WebSite with its search, where else the brand is, and
// its events.
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
	if len(l.Cards) > 0 {
		graph = append(graph, l.eventList(l.Cards))
	}
	return ld(struct {
		Context string `json:"@context"`
		Graph   []any  `json:"@graph"`
	}{schemaOrg, graph})
}
