package site

import (
	"maps"
	"slices"

	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/page"
	"cartaz/builder/internal/tokens"
	"cartaz/builder/release/resultpage"
)

const (
	// listChoices is how many groups a select box has; the search field finds the others.
	listChoices = 60
	// listVenues is the number of venues up to which they have a select box.
	listVenues = 36
	// lineSample is how many lines tell how many tokens a line has. They lie at equal distances in
	// the list, so that the same catalogue gives the same number.
	lineSample = 256
)

func (s *Site) writeResults() error {
	cities := s.Plan.Groups[ingest.City].Ranked()
	choices := page.ListModel{"city": s.choices(ingest.City, cities)}
	for name, kind := range map[string]ingest.Kind{"country": ingest.Country, "tag": ingest.Topic,
		"venue": ingest.Venue} {
		ranked := s.Plan.Groups[kind].Ranked()
		if kind != ingest.Venue || len(ranked) <= listVenues {
			choices[name] = s.choices(kind, ranked)
		}
	}
	states := map[string]bool{}
	for _, city := range cities {
		if city.State != "" {
			states[city.State] = true
		}
	}
	for _, state := range slices.Sorted(maps.Keys(states)) {
		choices["state"] = append(choices["state"], page.Facet{Label: state, Value: state})
	}
	html, markdown, err := s.Renderer.List(choices)
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

// choices are the first of ranked groups, in the order of their labels.
func (s *Site) choices(kind ingest.Kind, ranked []*ingest.Group) []page.Facet {
	return byLabel(s.Facets(kind, first(ranked, listChoices)))
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
