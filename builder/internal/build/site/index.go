package site

import (
	"slices"
	"strings"

	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/page"
)

// indexGroups is the largest number of groups on one page of a list of all groups of a kind. A
// longer list is split by letters, and begins with the indexTop groups that have the most events.
const (
	indexGroups = 1000
	indexTop    = 60
)

// writeIndex adds the list of all groups of a kind that have events on sale.
func (s *Site) writeIndex(kind ingest.Kind) error {
	path := kind.Index()
	ranked := s.Plan.Groups[kind].Ranked
	if len(ranked) <= indexGroups {
		p, err := s.Renderer.Index(page.IndexModel{Path: path, Total: len(ranked),
			Groups: s.byLabel(kind, ranked)})
		return s.AddPage(p, err)
	}
	model := page.IndexModel{Path: path, Total: len(ranked),
		Groups: s.byLabel(kind, ranked[:indexTop])}
	letters := map[string][]page.Facet{}
	for _, f := range s.byLabel(kind, ranked) {
		letter := page.Letter(f.Label)
		letters[letter] = append(letters[letter], f)
	}
	for letter, groups := range letters {
		model.Letters = append(model.Letters, page.LetterCount{Letter: letter, Count: len(groups)})
	}
	slices.SortFunc(model.Letters, func(a, b page.LetterCount) int {
		return strings.Compare(a.Letter, b.Letter)
	})
	for _, letter := range model.Letters {
		parts := slices.Collect(slices.Chunk(letters[letter.Letter], indexGroups))
		for i, groups := range parts {
			p, err := s.Renderer.Letter(page.LetterModel{LetterCount: letter, Index: path,
				Groups: groups, Page: i + 1, Pages: len(parts)})
			if err := s.AddPage(p, err); err != nil {
				return err
			}
		}
	}
	p, err := s.Renderer.Index(model)
	return s.AddPage(p, err)
}
