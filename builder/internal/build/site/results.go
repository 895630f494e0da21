package site

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/page"
	"cartaz/builder/internal/tokens"
	"cartaz/builder/release/resultpage"
	"cartaz/builder/text"
)

const (
	listCities = 60 // of the select box; the search field finds the others
	// lineSample is how many lines tell how many tokens a line has. They lie at equal distances in
	// the list, so that the same catalogue gives the same number.
	lineSample = 256
)

func (s *Site) writeResults() error {
	cities := s.Plan.Groups[ingest.City].Ranked()
	boxed := slices.Clone(first(cities, listCities))
	slices.SortFunc(boxed, func(x, y *ingest.Group) int {
		return cmp.Or(strings.Compare(text.Fold(x.Label), text.Fold(y.Label)),
			strings.Compare(x.Key, y.Key))
	})
	states := map[string]bool{}
	for _, city := range cities {
		if city.State != "" {
			states[city.State] = true
		}
	}
	html, markdown, err := s.Renderer.List(page.ListModel{Cities: s.Facets(ingest.City, boxed),
		States: slices.Sorted(maps.Keys(states))})
	if err != nil {
		return err
	}
	rate, err := s.tokensPerKiB()
	if err != nil {
		return err
	}
	profiles := &s.Store.Profiles
	err = s.Store.Private(resultpage.PathHTML, html.Encode(), profiles.ListHTML, 0)
	if err != nil {
		return err
	}
	return s.Store.Private(resultpage.PathMarkdown, markdown.Encode(), profiles.ListMarkdown, rate)
}

// tokensPerKiB is how many tokens 1,024 bytes of the lines have, rounded, so that the edge can
// estimate a page of results by its length alone.
func (s *Site) tokensPerKiB() (uint32, error) {
	var found, bytes uint64
	step := max(1, s.Plan.Report.OnSale/lineSample)
	n := 0
	for i := range s.Plan.Rows {
		if !s.Plan.Rows[i].OnSale {
			continue
		}
		if n++; (n-1)%step != 0 {
			continue
		}
		_, line, err := s.Fragments.Card(int32(i))
		if err != nil {
			return 0, err
		}
		found += uint64(tokens.Estimate(line))
		bytes += uint64(len(line))
	}
	if bytes == 0 {
		return 0, nil
	}
	return uint32((found*1024 + bytes/2) / bytes), nil
}
