package site

import (
	"iter"
	"slices"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/discovery"
	"cartaz/builder/internal/ingest"
)

// allPages returns all pages in the order of their paths, pages of events included. The entries of
// events are made from the rows on demand: a million of them would take more memory than the rows
// themselves.
func (s *Site) allPages() iter.Seq[discovery.Entry] {
	others, bySlug := s.Sitemap, slices.Clone(s.Plan.Rows)
	slices.SortFunc(others,
		func(x, y discovery.Entry) int { return strings.Compare(x.Path, y.Path) })
	slices.SortFunc(bySlug, func(a, b *ingest.Row) int { return strings.Compare(a.Slug, b.Slug) })
	return func(yield func(discovery.Entry) bool) {
		rest := others
		for _, row := range bySlug {
			event := EntryAt(catalog.EventPath(row.Slug), s.Modified[row.Number])
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
