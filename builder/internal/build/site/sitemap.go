package site

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/discovery"
)

// allPages returns all pages in the order of their paths, pages of events included. The entries of
// events are made from the rows on demand: a million of them would take more memory than the rows
// themselves.
func (s *Site) allPages() iter.Seq[discovery.Entry] {
	others, rows := s.Sitemap, s.Plan.Rows
	slices.SortFunc(others,
		func(x, y discovery.Entry) int { return strings.Compare(x.Path, y.Path) })
	bySlug := s.Plan.All()
	slices.SortFunc(bySlug, func(a, b int32) int { return cmp.Compare(rows[a].Slug, rows[b].Slug) })
	return func(yield func(discovery.Entry) bool) {
		rest := others
		for _, i := range bySlug {
			event := EntryAt(catalog.EventPath(rows[i].Slug), s.Modified[i])
			for len(rest) > 0 && rest[0].Path < event.Path {
				if !yield(rest[0]) {
					return
				}
				rest = rest[1:]
			}
			if !yield(event) {
				return
			}
		}
		for _, e := range rest {
			if !yield(e) {
				return
			}
		}
	}
}
