package site

import (
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/page"
	"cartaz/builder/resultpage"
	"cartaz/builder/text"
)

const (
	// listChoices is how many groups a select box has; the search field finds the others.
	listChoices = 60
	// listVenues is the number of venues up to which they have a select box.
	listVenues = 36
)

// writeResults adds the page of search results, in both forms, as templates that the edge fills in.
func (s *Site) writeResults() error {
	cities := s.Plan.Groups[ingest.City].Ranked
	choices := page.ListModel{"city": s.choices(ingest.City, cities)}
	for name, kind := range map[string]ingest.Kind{"country": ingest.Country, "tag": ingest.Topic,
		"venue": ingest.Venue} {
		ranked := s.Plan.Groups[kind].Ranked
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
	for state := range text.InOrder(states) {
		choices["state"] = append(choices["state"], page.Facet{Label: state, Value: state})
	}
	html, markdown, err := s.Renderer.List(choices)
	if err != nil {
		return err
	}
	profiles := &s.Store.Profiles
	err = s.Store.Private(resultpage.PathHTML, []byte(html.Text), profiles.ListHTML)
	if err != nil {
		return err
	}
	return s.Store.Private(resultpage.PathMarkdown, []byte(markdown.Text), profiles.ListMarkdown)
}

// choices returns the first of ranked groups, in the order of their labels.
func (s *Site) choices(kind ingest.Kind, ranked []*ingest.Group) []page.Facet {
	return s.byLabel(kind, first(ranked, listChoices))
}
