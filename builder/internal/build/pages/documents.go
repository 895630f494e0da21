package pages

import (
	"slices"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/build/site"
	"cartaz/builder/internal/discovery"
	"cartaz/builder/internal/ingest"
	"cartaz/templates"
)

// documents draws the discovery documents and the sitemap.
type documents struct{ *site.Site }

// write adds the discovery documents and the sitemap.
func (d *documents) write(files templates.Set) error {
	example, err := d.example()
	if err != nil {
		return err
	}
	docs, err := discovery.Documents(d.Brand, discovery.Input{
		Example:  example,
		Cities:   d.cities(),
		Schedule: len(d.Programme) > 0,
	}, files)
	if err != nil {
		return err
	}
	for _, doc := range docs {
		if err := d.Store.Document(doc); err != nil {
			return err
		}
	}
	return discovery.Sitemap(d.Brand, d.allPages(), d.Store.Document)
}

// example is the first event on sale, which documents show; nil for none.
func (d *documents) example() (*catalog.Event, error) {
	i := slices.IndexFunc(d.Plan.Rows, func(row ingest.Row) bool { return row.OnSale })
	if i < 0 {
		return nil, nil
	}
	rec, err := d.Records.Published(&d.Plan.Rows[i])
	if err != nil {
		return nil, err
	}
	text := d.Cleaner.Clean(rec.Description, rec.Format)
	event := rec.Event(text.HTML, d.Brand.SiteURL+catalog.EventPath(rec.Slug))
	return &event, nil
}

// cities are those with most events on sale.
func (d *documents) cities() []discovery.Link {
	groups := first(d.Plan.Groups[ingest.City].Ranked(), discovery.MaxCities)
	list := make([]discovery.Link, len(groups))
	for i, f := range d.Facets(ingest.City, groups) {
		list[i] = discovery.Link{Label: f.Label, Path: f.Path, Count: f.Count}
	}
	return list
}
