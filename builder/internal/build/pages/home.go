package pages

import (
	"cartaz/builder/internal/build/site"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/page"
)

// homeChips is how many cities and organisers a page names.
const homeChips = 12

// home draws the home page.
type home struct{ *site.Site }

func (d *home) write() error {
	cities, orgs := d.Plan.Groups[ingest.City].Ranked(), d.Plan.Groups[ingest.Organiser].Ranked()
	cards, lines, err := d.FirstCards(d.Days.Home, site.HomeCards)
	if err != nil {
		return err
	}
	model := page.HomeModel{
		Total: d.Plan.Report.OnSale, Cities: len(cities), Fees: d.Plan.Fees,
		TopOrganisers:  d.Facets(ingest.Organiser, first(orgs, homeChips)),
		MoreOrganisers: len(orgs) > homeChips, MoreCities: len(cities) > homeChips,
		Cards: cards, Lines: lines,
		Today: d.Days.Today, Days: d.Days.Counts(), Schedule: len(d.Programme) > 0,
	}
	if d.Sections.Cities {
		model.TopCities = d.Facets(ingest.City, first(cities, homeChips))
	}
	home, err := d.Renderer.Home(model)
	return d.AddPage(home, err)
}
