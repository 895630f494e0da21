package site

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"cartaz/brands"
	"cartaz/builder/catalog"
	"cartaz/builder/internal/discovery"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/page"
	"cartaz/builder/internal/theme"
)

// addedLater are addresses that are not in the release when own pages are drawn: the edge joins
// their pages, or they are written later.
var addedLater = []string{catalog.EventsPath, catalog.EventsTwinPath, discovery.LLMsPath,
	discovery.AuthPath, discovery.RobotsPath, discovery.SitemapPath}

// HasGroup reports whether there is a group whose page is at a path, and returns the remedy if not.
func HasGroup(plan *ingest.Plan, path string) (instead string, ok bool) {
	kind, group, key := groupAt(plan, path)
	if group != nil {
		return "", true
	}
	keys := make([]string, len(plan.Groups[kind].List))
	for i, g := range plan.Groups[kind].List {
		keys[i] = g.Key
	}
	return fmt.Sprintf("there is no page %s%s", path,
		cmp.Or(brands.Suggest(key, keys), ": name the file as the address of a page ends")), false
}

func groupAt(plan *ingest.Plan, path string) (ingest.Kind, *ingest.Group, string) {
	for kind := range ingest.NumKinds {
		if key, ok := strings.CutPrefix(path, kind.Path("")); ok {
			return kind, plan.Groups[kind].Of(key), key
		}
	}
	return 0, nil, ""
}

// writeOwn adds the brand's own files, then its own pages, and the pages of groups with its texts.
// They are the last of all pages, so that all link targets are known.
func (s *Site) writeOwn() error {
	for i := range s.Brand.Static {
		if err := s.writeStatic(&s.Brand.Static[i]); err != nil {
			return err
		}
	}
	for _, p := range slices.Concat(s.Own, s.Said) {
		if _, ok := s.Store.Linked[p.Path()]; ok {
			s.Store.Linked[p.Path()] = true
		}
	}
	exists := func(path string) bool {
		return s.Store.Linked[path] || slices.Contains(addedLater, path)
	}
	note := func(notes []string) {
		for _, note := range notes {
			s.Log.Warn("link of an own page", "brand", s.Brand.Key, "at", note)
		}
	}
	var failed error
	events := func(of string) (list page.Listed) {
		h := s.newHome()
		failed = cmp.Or(failed, h.add(of))
		for _, section := range h.model.Sections {
			list = section.Listed
		}
		if len(list.Cards) == 0 {
			note([]string{"::: cards " + of + ": no such events"})
		}
		return list
	}
	for _, p := range s.Own {
		drawn, notes, err := s.Renderer.Own(p, exists, events)
		note(notes)
		if err := s.AddPage(drawn, err); err != nil {
			return err
		}
	}
	for _, p := range s.Said {
		kind, group, _ := groupAt(s.Plan, p.Path())
		said, notes := s.Renderer.Said(p, exists, events)
		note(notes)
		if err := s.writeGroup(kind, group, said); err != nil {
			return err
		}
	}
	return failed
}

// writeStatic adds a file of the brand's own at its address. An SVG is checked as a logo is,
// because it can be opened by itself.
func (s *Site) writeStatic(f *brands.StaticFile) error {
	if f.MediaType == "image/svg+xml" {
		if err := theme.Logo(f.Body); err != nil {
			return fmt.Errorf("%s: %w", filepath.Join(s.Brand.Dir, filepath.FromSlash(f.File)), err)
		}
	}
	return s.Store.Static(f.Path, f.MediaType, f.Body)
}
