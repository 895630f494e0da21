package site

import (
	"fmt"
	"path/filepath"
	"slices"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/internal/discovery"
	"cartaz/builder/internal/theme"
)

// joined are addresses of pages and documents that are not in the release when own pages are drawn:
// the edge joins them, or they are written later.
var joined = []string{catalog.EventsPath, catalog.EventsTwinPath, discovery.LLMsPath,
	discovery.AuthPath, discovery.RobotsPath, discovery.SitemapPath}

// writeOwn adds the brand's own files, then the pages that it wrote itself. Those come last of all
// pages, so that it is known which links lead somewhere.
func (s *Site) writeOwn() error {
	for i := range s.Brand.Static {
		if err := s.writeStatic(&s.Brand.Static[i]); err != nil {
			return err
		}
	}
	for _, p := range s.Own {
		if _, ok := s.Store.Linked[p.Path()]; ok {
			s.Store.Linked[p.Path()] = true
		}
	}
	exists := func(path string) bool {
		return s.Store.Linked[path] || slices.Contains(joined, path)
	}
	for _, p := range s.Own {
		drawn, notes, err := s.Renderer.Own(p, exists)
		for _, note := range notes {
			s.Log.Warn("link of an own page", "brand", s.Brand.Key, "at", note)
		}
		if err := s.AddPage(drawn, err); err != nil {
			return err
		}
	}
	return nil
}

// writeStatic adds a file of the brand's own at its address. An SVG is checked as a logo
// is, because it can be opened by itself.
func (s *Site) writeStatic(f *brands.StaticFile) error {
	if f.MediaType == "image/svg+xml" {
		if err := theme.Logo(f.Body); err != nil {
			return fmt.Errorf("%s: %w", filepath.Join(s.Brand.Dir, filepath.FromSlash(f.File)), err)
		}
	}
	return s.Store.Static(f.Path, f.MediaType, f.Body)
}
