package site

import (
	"slices"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/page"
	"cartaz/templates"
)

// Write adds everything except the events: pages, calendars, feeds and data files, then the brand's
// own files and pages, and the documents, whose templates are in files. ended returns why a build
// must end.
func (s *Site) Write(data *Data, files templates.Set, ended func() error) error {
	for _, write := range []func() error{
		// First, because other pages link to it only if it exists.
		s.writeProgramme,
		s.writeHome,
		s.writeAgenda,
		s.writeGroups,
		s.writeArchive,
		s.writeResults,
		(&former{Site: s}).write,
		s.writeProblems,
		s.writeSaved,
		s.writeAssets,
		newCollections(s, data).write,
		// After all other pages, so that all link targets are known.
		s.writeOwn,
		func() error { return s.writeDocuments(files) },
		s.Store.SealSums,
	} {
		if err := ended(); err != nil {
			return err
		}
		if err := write(); err != nil {
			return err
		}
	}
	return ended()
}

// writeProblems adds the pages that explain problems.
func (s *Site) writeProblems() error {
	// By name, so that these pages stay the same while the same cities have the most events.
	chosen := s.Facets(ingest.City, first(s.Plan.Groups[ingest.City].Ranked, homeChips))
	slices.SortFunc(chosen, func(a, b page.Facet) int { return strings.Compare(a.Path, b.Path) })
	for _, code := range catalog.Codes() {
		p, err := s.Renderer.Problem(code, chosen)
		if err := s.AddUnlisted(p, err); err != nil {
			return err
		}
	}
	return nil
}

// writeSaved adds the page that the script of event pages fills in.
func (s *Site) writeSaved() error {
	if !s.Brand.Scripts {
		return nil
	}
	return s.AddUnlisted(s.Renderer.Saved())
}

func (s *Site) writeAssets() error {
	for _, asset := range s.Renderer.Assets().All {
		if err := s.Store.Asset(asset); err != nil {
			return err
		}
	}
	return nil
}
