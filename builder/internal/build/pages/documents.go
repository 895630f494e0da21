package pages

import (
	"io/fs"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/build/site"
	"cartaz/builder/internal/discovery"
	"cartaz/builder/internal/ingest"
)

// documents draws the discovery documents and the sitemap.
type documents struct{ *site.Site }

// write adds the discovery documents and the sitemap.
func (d *documents) write(templates fs.FS) error {
	example, upcoming, err := d.first()
	if err != nil {
		return err
	}
	docs, err := discovery.Documents(d.Brand, discovery.Input{
		Example:    example,
		Cities:     d.links(ingest.City),
		Organisers: d.links(ingest.Organiser),
		Upcoming:   upcoming,
		Schedule:   len(d.Programme) > 0,
	}, templates)
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

// first are the first event on sale, which documents show as an example, and the first events.
func (d *documents) first() (example *catalog.Event, upcoming []discovery.Upcoming, err error) {
	for i := range d.Plan.Rows {
		row := &d.Plan.Rows[i]
		if !row.OnSale {
			continue
		}
		if len(upcoming) == discovery.MaxUpcoming {
			break
		}
		rec, err := d.Records.Published(row)
		if err != nil {
			return nil, nil, err
		}
		path := catalog.EventPath(row.Slug)
		if example == nil {
			text := d.Cleaner.Clean(rec.Description, rec.Format)
			event := rec.Event(text.HTML, d.Brand.SiteURL+path)
			example = &event
		}
		upcoming = append(upcoming, discovery.Upcoming{
			Name: rec.Name, Address: d.Brand.SiteURL + catalog.TwinPath(path),
			Date: d.Renderer.Words().Dates.List(rec.Starts, rec.Ends),
		})
	}
	return example, upcoming, nil
}

// links are the groups of a kind with most events on sale.
func (d *documents) links(kind ingest.Kind) []discovery.Link {
	groups := first(d.Plan.Groups[kind].Ranked(), discovery.MaxLinks)
	list := make([]discovery.Link, len(groups))
	for i, f := range d.Facets(kind, groups) {
		list[i] = discovery.Link{Label: f.Label, Path: f.Path, Count: f.Count}
	}
	return list
}
