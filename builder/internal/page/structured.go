package page

import (
	"bytes"
	"html/template"
	"slices"

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

// itemList is the ItemList of a page of a site that lists events. It names the pages of the events,
// which describe themselves.
func itemList(site, name string, paths []string) ldList {
	list := ldList{Context: schemaOrg, Type: "ItemList", Name: name, Number: len(paths)}
	for i, path := range paths {
		list.Items = append(list.Items, ldItem{Type: "ListItem", Position: i + 1, URL: site + path})
	}
	return list
}

// eventList is the ItemList of the events that a page lists, in the order of the page.
func (l *listingModel) eventList() ldList {
	paths := make([]string, len(l.Cards))
	for i, card := range l.Cards {
		paths[i] = cardPath([]byte(card))
	}
	return itemList(l.Brand.SiteURL, l.Heading, paths)
}

// cardPath is the address of the event that a card of [Renderer.Event] shows.
func cardPath(card []byte) string {
	const before = `<h3 dir="auto"><a href="`
	_, rest, _ := bytes.Cut(card, []byte(before))
	path, _, _ := bytes.Cut(rest, []byte(`"`))
	return string(path)
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
		graph = append(graph, l.eventList())
	}
	return ld(struct {
		Context string `json:"@context"`
		Graph   []any  `json:"@graph"`
	}{schemaOrg, graph})
}
