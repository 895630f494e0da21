package build

import (
	"strings"

	"cartaz/builder/internal/discovery"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/tokens"
	"cartaz/builder/release"
)

// writeDocuments adds the discovery documents and the sitemap.
func (d *drawing) writeDocuments() error {
	docs, err := discovery.Documents(d.brand, discovery.Input{
		Example:    d.example,
		Cities:     d.links(ingest.City),
		Organisers: d.links(ingest.Organiser),
		Upcoming:   d.upcoming,
		Schedule:   len(d.programme) > 0,
	}, d.options.Templates)
	if err != nil {
		return err
	}
	for _, doc := range docs {
		if err := d.store.document(doc); err != nil {
			return err
		}
	}
	return discovery.Sitemap(d.brand, d.allPages(), d.store.document)
}

// document adds a discovery document, under both of its media types when it has two.
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
	variants, err := s.represent(d.Path, d.Body, s.prof.document(d.ContentType, several, fields),
		estimate)
	if err != nil {
		return err
	}
	if several {
		variants = append(variants, under(variants,
			s.prof.document(d.NamedType, several, fields))...)
	}
	_, err = s.add(release.Resource{Path: d.Path, Variants: variants})
	return err
}

// links are the groups of a kind with most events on sale.
func (d *drawing) links(kind ingest.Kind) []discovery.Link {
	groups := first(d.plan.Groups[kind].Ranked(), discovery.MaxLinks)
	list := make([]discovery.Link, len(groups))
	for i, f := range d.facets(kind, groups) {
		list[i] = discovery.Link{Label: f.Label, Path: f.Path, Count: f.Count}
	}
	return list
}
