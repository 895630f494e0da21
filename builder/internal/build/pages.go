package build

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/page"
	"cartaz/builder/release"
	"cartaz/builder/search"
)

// writePages adds the pages that show more than one event, and those that
// explain problems.
func (r *run) writePages(a *assembly) error {
	cities, orgs := r.cities.ranked(), r.orgs.ranked()
	home, err := a.renderer.Home(page.HomeModel{
		Total: r.out.Report.OnSale, Cities: len(cities),
		TopCities: cityFacets(first(cities, homeChips)), TopOrganisers: orgFacets(first(orgs, homeChips)),
		Cards: a.home.cards, Lines: a.home.lines,
	})
	if err := r.addPage(a, home, err); err != nil {
		return err
	}
	for n, city := range r.cities.list {
		p, err := a.renderer.City(page.CityModel{
			Facet: cityFacet(city), Cards: a.cities[n].cards, Lines: a.cities[n].lines, More: city.onSale > placeCards,
			Organisers: r.organisersIn(city), OtherCities: cityFacets(others(cities, city)),
		})
		if err := r.addPage(a, p, err); err != nil {
			return err
		}
	}
	for n, org := range r.orgs.list {
		past, err := r.past(org)
		if err != nil {
			return err
		}
		p, err := a.renderer.Organiser(page.OrganiserModel{
			Facet: orgFacet(org), Cards: a.orgs[n].cards, Lines: a.orgs[n].lines, More: org.onSale > placeCards, Past: past,
		})
		if err := r.addPage(a, p, err); err != nil {
			return err
		}
	}
	for _, code := range catalog.Codes() {
		p, err := a.renderer.Problem(code)
		if err == nil {
			_, err = a.store.drawnPage(p.Path, p.HTML, p.Markdown)
		}
		if err != nil {
			return err
		}
	}
	for _, asset := range a.renderer.Assets() {
		if err := a.store.single(asset.Path, asset.Body, a.store.prof.asset(asset.MediaType), 0); err != nil {
			return err
		}
	}
	return r.writeList(a, cities)
}

// addPage adds a drawn page and lists it in the sitemap.
func (r *run) addPage(a *assembly, p page.Page, err error) error {
	if err != nil {
		return err
	}
	modified, err := a.store.drawnPage(p.Path, p.HTML, p.Markdown)
	a.sitemap = append(a.sitemap, sitemapEntry(p.Path, modified))
	return err
}

// writeList seals the page of results that the edge joins.
func (r *run) writeList(a *assembly, cities []*place) error {
	boxed := slices.Clone(first(cities, listCities))
	slices.SortFunc(boxed, func(x, y *place) int {
		return cmp.Or(strings.Compare(search.Fold(x.label), search.Fold(y.label)), strings.Compare(x.key, y.key))
	})
	states := map[string]bool{}
	for _, city := range cities {
		if city.state != "" {
			states[city.state] = true
		}
	}
	html, markdown, err := a.renderer.List(page.ListModel{Cities: cityFacets(boxed), States: slices.Sorted(maps.Keys(states))})
	if err != nil {
		return err
	}
	s := a.store
	if err := s.private(release.PathListHTML, html.Encode(), s.prof.listHTML, 0); err != nil {
		return err
	}
	return s.private(release.PathListMarkdown, markdown.Encode(), s.prof.listMarkdown, a.lines.perKiB())
}

// organisersIn ranks the organisers with events on sale in a city.
func (r *run) organisersIn(city *place) []page.Facet {
	counts := map[int32]int{}
	for _, i := range city.rows {
		if row := &r.rows[i]; row.onSale && row.org >= 0 {
			counts[row.org]++
		}
	}
	facets := make([]page.Facet, 0, len(counts))
	for n, count := range counts {
		f := orgFacet(r.orgs.list[n])
		f.Count = count
		facets = append(facets, f)
	}
	slices.SortFunc(facets, func(a, b page.Facet) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(search.Fold(a.Label), search.Fold(b.Label)), strings.Compare(a.Path, b.Path))
	})
	return first(facets, homeChips)
}

// past is the last events of an organiser that are over, the latest first.
func (r *run) past(org *place) ([]page.PastRow, error) {
	var list []page.PastRow
	for _, i := range slices.Backward(org.rows) {
		row := &r.rows[i]
		if !row.ended {
			continue
		}
		rec, err := r.spool.get(row.ref)
		if err != nil {
			return nil, err
		}
		list = append(list, page.PastRow{Date: rec.Starts, Name: rec.Name, Path: page.EventPath(row.slug)})
		if len(list) == pastEvents {
			break
		}
	}
	return list, nil
}

func first[T any](list []T, n int) []T { return list[:min(n, len(list))] }

// others is the places with most events besides one.
func others(ranked []*place, not *place) []*place {
	list := make([]*place, 0, homeChips)
	for _, p := range ranked {
		if p != not && len(list) < homeChips {
			list = append(list, p)
		}
	}
	return list
}

func cityFacet(p *place) page.Facet {
	return page.Facet{Path: page.CityPath(p.key), Label: page.CityLabel(p.label, p.state), Value: p.label, State: p.state, Count: p.onSale}
}

func cityFacets(list []*place) []page.Facet {
	facets := make([]page.Facet, len(list))
	for i, p := range list {
		facets[i] = cityFacet(p)
	}
	return facets
}

func orgFacet(p *place) page.Facet {
	return page.Facet{Path: page.OrganiserPath(p.key), Label: p.label, Value: p.key, Count: p.onSale}
}

func orgFacets(list []*place) []page.Facet {
	facets := make([]page.Facet, len(list))
	for i, p := range list {
		facets[i] = orgFacet(p)
	}
	return facets
}
