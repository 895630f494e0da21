package site

import (
	"slices"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/discovery"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/markup"
	"cartaz/templates"
)

// writeDocuments adds the discovery documents and the sitemap.
func (s *Site) writeDocuments(files templates.Set) error {
	example, err := s.example()
	if err != nil {
		return err
	}
	docs, err := discovery.Documents(s.Brand, discovery.Input{
		Example:  example,
		Cities:   s.cities(),
		Schedule: len(s.Programme) > 0,
	}, files)
	if err != nil {
		return err
	}
	for _, doc := range docs {
		if err := s.Store.Document(doc); err != nil {
			return err
		}
	}
	return discovery.Sitemap(s.Brand, s.allPages(), s.Store.Document)
}

// example returns the first event on sale, which documents show, or nil.
func (s *Site) example() (*catalog.Event, error) {
	i := slices.IndexFunc(s.Plan.Rows, func(row *ingest.Row) bool { return row.OnSale })
	if i < 0 {
		return nil, nil
	}
	rec, err := s.Records.Published(s.Plan.Rows[i])
	if err != nil {
		return nil, err
	}
	text := markup.Clean(rec.Description, rec.Format)
	event := rec.Event(text.HTML, s.Brand.Address(catalog.EventPath(rec.Slug)))
	return &event, nil
}

// cities returns the links to the cities with the most events on sale.
func (s *Site) cities() []discovery.Link {
	groups := first(s.Plan.Groups[ingest.City].Ranked, discovery.MaxCities)
	list := make([]discovery.Link, len(groups))
	for i, f := range s.Facets(ingest.City, groups) {
		list[i] = discovery.Link{Label: f.Label, Path: f.Path, Count: f.Count}
	}
	return list
}
