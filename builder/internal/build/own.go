package build

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/internal/discovery"
	"cartaz/builder/internal/page"
	"cartaz/builder/internal/theme"
	"cartaz/builder/release"
)

// newStore makes the store of a release. It knows the addresses of the brand's own files, and
// watches for the pages that own pages link to.
func newStore(r *run, carry carryOver, codec *codec, prof profiles, own []*page.OwnPage) *store {
	s := &store{w: r.writer, prev: r.prev.base, carry: carry, codec: codec, prof: prof,
		now: r.now.Unix(), brandFiles: map[string]bool{}, linked: map[string]bool{}}
	for i := range r.brand.Static {
		s.brandFiles[r.brand.Static[i].Path] = true
	}
	for _, p := range own {
		for _, path := range p.Links() {
			s.linked[path] = false
		}
	}
	return s
}

// joined are addresses of pages and documents that are not in the release when own pages are drawn:
// the edge joins them, or they are written later.
var joined = []string{catalog.EventsPath, catalog.EventsTwinPath, discovery.LLMsPath,
	discovery.AuthPath, discovery.RobotsPath, discovery.SitemapPath}

// writeOwn adds the brand's own files, then the pages that it wrote itself. Those come last of all
// pages, so that it is known which links lead somewhere.
func (d *drawing) writeOwn() error {
	for i := range d.brand.Static {
		if err := d.writeStatic(&d.brand.Static[i]); err != nil {
			return err
		}
	}
	for _, p := range d.renderer.own {
		if _, ok := d.store.linked[p.Path()]; ok {
			d.store.linked[p.Path()] = true
		}
	}
	exists := func(path string) bool {
		return d.store.linked[path] || slices.Contains(joined, path)
	}
	for _, p := range d.renderer.own {
		drawn, notes, err := d.renderer.Own(p, d.events.cleaner, exists)
		for _, note := range notes {
			d.options.Log.Warn("link of an own page", "brand", d.brand.Key, "at", note)
		}
		if err := d.addPage(drawn, err); err != nil {
			return err
		}
	}
	return nil
}

// writeStatic adds a file of the brand's own at its address. An SVG goes through what logos go
// through, because it can be opened by itself.
func (d *drawing) writeStatic(f *brands.StaticFile) error {
	body := f.Body
	if f.MediaType == "image/svg+xml" {
		clean, removed, err := theme.Logo(body)
		if err != nil {
			return fmt.Errorf("%s: %w", filepath.Join(d.brand.Dir, filepath.FromSlash(f.File)), err)
		}
		for _, what := range removed {
			d.options.Log.Info("left out of a picture", "brand", d.brand.Key, "file", f.File, "what",
				what)
		}
		body = clean
	}
	return d.store.file(f.Path, body, d.store.prof.static(f.MediaType), 0)
}

// static is the profile of a file of the brand's own: as an asset, but its address stays when its
// bytes change, and what proves something about the host is for programs, not for search engines.
func (p *profiles) static(contentType string) release.Profile {
	fields := []release.Field{
		{Name: "Content-Type", Value: contentType},
		{Name: "Cache-Control", Value: catalog.CacheSealed},
		{Name: "Vary", Value: catalog.VaryCoding},
		{Name: "X-Content-Type-Options", Value: "nosniff"},
		{Name: "Content-Security-Policy", Value: assetPolicy},
	}
	if strings.HasPrefix(contentType, "text/html") {
		fields = append(fields, release.Field{Name: "X-Robots-Tag", Value: "noindex"})
	}
	return release.Profile{Fields: fields}
}
