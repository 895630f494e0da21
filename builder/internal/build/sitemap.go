package build

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"time"

	"cartaz/builder/internal/discovery"
	"cartaz/builder/internal/page"
)

func sitemapEntry(path string, modified int64) discovery.Entry {
	return discovery.Entry{Path: path, Modified: time.Unix(modified, 0).UTC()}
}

// sitemap is all pages in the order of their paths, those of events among others.
// The entries of events are made from the rows as they are asked for: a million of
// them would take more memory than the rows themselves.
func (r *run) sitemap(others []discovery.Entry) iter.Seq[discovery.Entry] {
	slices.SortFunc(others, func(x, y discovery.Entry) int { return strings.Compare(x.Path, y.Path) })
	bySlug := make([]int32, len(r.rows))
	for i := range bySlug {
		bySlug[i] = int32(i)
	}
	slices.SortFunc(bySlug, func(a, b int32) int { return cmp.Compare(r.rows[a].slug, r.rows[b].slug) })
	return func(yield func(discovery.Entry) bool) {
		rest := others
		for _, i := range bySlug {
			event := sitemapEntry(page.EventPath(r.rows[i].slug), r.rows[i].modified)
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
