package pages

import (
	"fmt"
	"path/filepath"
	"slices"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/internal/build/site"
	"cartaz/builder/internal/discovery"
	"cartaz/builder/internal/theme"
)

// own draws the brand's own files and pages.
type own struct{ *site.Site }

// joined are addresses of pages and documents that are not in the release when own pages are drawn:
// the edge joins them, or they are written later.
var joined = []string{catalog.EventsPath, catalog.EventsTwinPath, discovery.LLMsPath,
	discovery.AuthPath, discovery.RobotsPath, discovery.SitemapPath}

// write adds the brand's own files, then the pages that it wrote itself. Those come last of all
// pages, so that it is known which links lead somewhere.
func (d *own) write() error {
	for i := range d.Brand.Static {
		if err := d.writeStatic(&d.Brand.Static[i]); err != nil {
			return err
		}
	}
	for _, p := range d.Own {
		if _, ok := d.Store.Linked[p.Path()]; ok {
			d.Store.Linked[p.Path()] = true
		}
	}
	exists := func(path string) bool {
		return d.Store.Linked[path] || slices.Contains(joined, path)
	}
	for _, p := range d.Own {
		drawn, notes, err := d.Renderer.Own(p, exists)
		for _, note := range notes {
			d.Log.Warn("link of an own page", "brand", d.Brand.Key, "at", note)
		}
		if err := d.AddPage(drawn, err); err != nil {
			return err
		}
	}
	return nil
}

// writeStatic adds a file of the brand's own at its address. An SVG is checked as a logo
// is, because it can be opened by itself.
func (d *own) writeStatic(f *brands.StaticFile) error {
	if f.MediaType == "image/svg+xml" {
		if err := theme.Logo(f.Body); err != nil {
			return fmt.Errorf("%s: %w", filepath.Join(d.Brand.Dir, filepath.FromSlash(f.File)), err)
		}
	}
	return d.Store.Static(f.Path, f.MediaType, f.Body)
}
