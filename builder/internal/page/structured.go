package page

import (
	"bytes"
	"html/template"
	"strconv"

	"cartaz/brands"
	"cartaz/builder/catalog"
)

// This file writes the JSON-LD of everything but events (schema.org; what search engines read of
// it: BreadcrumbList, ItemList, and WebSite with SearchAction). Like that of events it contains
// only what the page shows, and no text can end the script element.

// trail returns the BreadcrumbList of a page: its crumbs and the page itself; "" for a page without
// crumbs.
func (f *frame) trail() template.JS {
	if len(f.Crumbs) == 0 {
		return ""
	}
	b := []byte(`{"@context":"` + schemaOrg + `","@type":"BreadcrumbList","itemListElement":[`)
	for i := range f.Crumbs {
		b = f.appendCrumb(b, i, f.Crumbs[i].Label, f.Crumbs[i].Path)
		b = append(b, ',')
	}
	b = f.appendCrumb(b, len(f.Crumbs), f.Heading, f.Path)
	return template.JS(append(b, "]}"...))
}

func (f *frame) appendCrumb(b []byte, position int, name, path string) []byte {
	b = appendPosition(b, position)
	b = appendLD(b, `,"name":`, name)
	return append(appendLD(b, `,"item":`, f.URL(path)), '}')
}

// appendPosition opens a ListItem. Positions count from 1.
func appendPosition(b []byte, i int) []byte {
	b = append(b, `{"@type":"ListItem","position":`...)
	return strconv.AppendInt(b, int64(i+1), 10)
}

// complete adds to a page what depends on the rest of its frame. Every page is drawn after it.
func (f *frame) complete() { f.Trail = f.trail() }

// eventList returns the ItemList of the events that a page lists, in the order of the page; "" for
// a page without events.
func (l *listingModel) eventList() template.JS {
	paths := make([]string, len(l.Cards))
	for i, card := range l.Cards {
		paths[i] = cardPath([]byte(card))
	}
	return itemList(l.Brand.SiteURL, l.Heading, paths)
}

// cardPath is the address of the event that a card of [Renderer.Event] shows.
func cardPath(card []byte) string {
	const before = `<h3><a href="`
	_, rest, _ := bytes.Cut(card, []byte(before))
	path, _, _ := bytes.Cut(rest, []byte(`"`))
	return string(path)
}

// site returns the WebSite of the home page, with its search.
func (l *listingModel) site() string {
	b := []byte(`{"@type":"WebSite"`)
	b = appendLD(b, `,"name":`, l.Brand.Name)
	b = appendLD(b, `,"url":`, l.URL("/"))
	b = appendLD(b, `,"inLanguage":`, l.W.Lang)
	b = append(b, `,"potentialAction":{"@type":"SearchAction","target":{"@type":"EntryPoint"`...)
	b = appendLD(b, `,"urlTemplate":`, l.URL(catalog.EventsPath+"?q={search_term_string}"))
	return string(append(b, `},"query-input":"required name=search_term_string"}}`...))
}

// homeLD is the JSON-LD of the home page.
func (l *listingModel) homeLD() template.JS {
	graph := l.site() + brandLD(l.Brand)
	if list := l.eventList(); list != "" {
		graph += "," + string(list)
	}
	return template.JS(`{"@context":"` + schemaOrg + `","@graph":[` + graph + "]}")
}

// brandLD is the member of the home page's graph that says where else the brand is, with the comma
// before it; "" for a brand that is nowhere else.
func brandLD(brand *brands.Brand) string {
	if len(brand.Theme.Social) == 0 {
		return ""
	}
	b := []byte(`,{"@type":"Organization"`)
	b = appendLD(b, `,"name":`, brand.Name)
	b = appendLD(b, `,"url":`, brand.SiteURL+"/")
	separator := `,"sameAs":[`
	for _, l := range brand.Theme.Social {
		b = appendLD(b, separator, l.Path)
		separator = ","
	}
	return string(append(b, "]}"...))
}
