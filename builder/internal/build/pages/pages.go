// Package pages draws the pages that show more than one event, those that explain problems, the
// brand's own, and the documents for machines. Each kind of page has a type here, which draws on
// the [site.Site]. Calendars, feeds and data files are in package takeaway.
package pages

import (
	"slices"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/build/site"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/page"
	"cartaz/builder/release/resultpage"
	"cartaz/templates"
)

// Write adds all pages besides those of events and the brand's own.
func Write(s *site.Site) error {
	for _, write := range []func() error{
		// First, because other pages link to it only when there is one.
		(&programme{s}).write,
		(&home{s}).write,
		(&days{s}).write,
		(&groups{s}).write,
		(&archive{s}).write,
		(&results{s}).write,
		func() error { return writeTitles(s) },
		(&former{Site: s}).write,
		func() error { return writeProblems(s) },
		func() error { return writeAssets(s) },
	} {
		if err := write(); err != nil {
			return err
		}
	}
	return nil
}

// WriteLast adds the brand's own files and pages, which come after all other pages, so that it is
// known which links lead somewhere; then the documents.
func WriteLast(s *site.Site, files templates.Set) error {
	if err := (&own{s}).write(); err != nil {
		return err
	}
	return (&documents{s}).write(files)
}

// writeTitles seals the titles that the edge tells other sites.
func writeTitles(s *site.Site) error {
	return s.Store.Private(resultpage.PathEmbedTitles, resultpage.AppendEmbedTitles(nil, s.Titles),
		s.Store.Profiles.Titles, 0)
}

// writeProblems adds the pages that explain problems.
func writeProblems(s *site.Site) error {
	// By name, so that these pages stay while the same cities have most events.
	chosen := s.Facets(ingest.City, first(s.Plan.Groups[ingest.City].Ranked(), homeChips))
	slices.SortFunc(chosen, func(a, b page.Facet) int { return strings.Compare(a.Path, b.Path) })
	for _, code := range catalog.Codes() {
		p, err := s.Renderer.Problem(code, chosen)
		if err := s.AddUnlisted(p, err); err != nil {
			return err
		}
	}
	return nil
}

// writeAssets adds the files that pages use.
func writeAssets(s *site.Site) error {
	for _, asset := range s.Renderer.Assets().All {
		if err := s.Store.Asset(asset); err != nil {
			return err
		}
	}
	return nil
}
