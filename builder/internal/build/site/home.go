package site

import (
	"slices"

	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/page"
)

// homeChips is how many cities and organisers a page names.
const homeChips = 12

func (s *Site) writeHome() error {
	cities, orgs := s.Plan.Groups[ingest.City].Ranked(), s.Plan.Groups[ingest.Organiser].Ranked()
	cards, err := s.FirstCards(s.Days.Home, HomeCards)
	if err != nil {
		return err
	}
	featured, err := s.FirstCards(s.featured(), HomeCards)
	if err != nil {
		return err
	}
	model := page.HomeModel{
		Listed: cards, Featured: featured,
		Total: s.Plan.Report.OnSale, Cities: len(cities), Fees: s.Plan.Fees,
		TopOrganisers:  s.Facets(ingest.Organiser, first(orgs, homeChips)),
		MoreOrganisers: len(orgs) > homeChips, MoreCities: len(cities) > homeChips,
		Today: s.Days.Today, Days: s.Days.Counts(), Schedule: len(s.Programme) > 0,
	}
	if s.Sections.HasCities {
		model.TopCities = s.Facets(ingest.City, first(cities, homeChips))
	}
	home, err := s.Renderer.Home(model)
	return s.AddPage(home, err)
}

// featured is the rows of the events that the brand shows first, in its order.
func (s *Site) featured() []int32 {
	bySlug := map[string]int32{}
	for i := range s.Plan.Rows {
		if slug := s.Plan.Rows[i].Slug; slices.Contains(s.Brand.Featured, slug) {
			bySlug[slug] = int32(i)
		}
	}
	var rows []int32
	for _, slug := range s.Brand.Featured {
		if i, ok := bySlug[slug]; ok {
			rows = append(rows, i)
		}
	}
	return rows
}
