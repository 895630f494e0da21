package build

import (
	"strings"

	"cartaz/builder/internal/discovery"
	"cartaz/builder/internal/page"
	"cartaz/builder/internal/tokens"
	"cartaz/builder/release"
)

// writeDocuments adds the discovery documents and the sitemap.
func (r *run) writeDocuments(a *assembly) error {
	docs, err := discovery.Documents(r.brand, discovery.Input{
		Example:    a.example,
		Cities:     links(cityFacets(first(r.cities.ranked(), discovery.MaxLinks))),
		Organisers: links(orgFacets(first(r.orgs.ranked(), discovery.MaxLinks))),
		Upcoming:   a.upcoming,
	}, r.options.Templates)
	if err != nil {
		return err
	}
	for _, d := range docs {
		if err := a.store.document(d); err != nil {
			return err
		}
	}
	return discovery.Sitemap(r.brand, r.sitemap(a.sitemap), a.store.document)
}

// document adds a discovery document, under both of its media types when it has
// two.
func (s *store) document(d discovery.Document) error {
	fields := make([]release.Field, len(d.Fields))
	for i, f := range d.Fields {
		fields[i] = release.Field(f)
	}
	var estimate uint32
	if strings.HasPrefix(d.ContentType, "text/markdown") {
		estimate = tokens.Estimate(d.Body)
	}
	several := d.NamedType != ""
	variants, err := s.represent(d.Path, d.Body, s.prof.document(d.ContentType, several, fields), estimate)
	if err != nil {
		return err
	}
	if several {
		variants = append(variants, under(variants, s.prof.document(d.NamedType, several, fields))...)
	}
	_, err = s.add(release.Resource{Path: d.Path, Variants: variants})
	return err
}

func links(facets []page.Facet) []discovery.Link {
	list := make([]discovery.Link, len(facets))
	for i, f := range facets {
		list[i] = discovery.Link{Label: f.Label, Path: f.Path, Count: f.Count}
	}
	return list
}
