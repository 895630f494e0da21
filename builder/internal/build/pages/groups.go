package pages

import (
	"cmp"
	"slices"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/build/site"
	"cartaz/builder/internal/build/store"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/page"
	"cartaz/builder/text"
)

const (
	groupCards = 20 // that the page of a group shows; the list has the rest
	cityDays   = 5  // that a city's page offers
	nearVenues = 6
	nearMetres = 2000
	pastEvents = 10
)

// groups draws the pages of cities, organisers, venues, countries and topics, and the lists of
// them. The sitemap holds every page with events on sale.
type groups struct{ *site.Site }

func (d *groups) write() error {
	for i := range site.Groupings {
		kind := &site.Groupings[i]
		for _, group := range d.Groups(kind) {
			if err := d.writeGroup(kind.Kind, group); err != nil {
				return err
			}
		}
		if !d.HasIndex(kind) {
			continue
		}
		if err := d.writeIndex(kind.Kind, kind.Index); err != nil {
			return err
		}
	}
	return nil
}

// related is what the page of a group shows besides its own events.
type related struct {
	cities, organisers []page.Facet // with events of the group
	otherCities        []page.Facet
	days               []page.DayCount
	near               []page.Near
}

// sum adds everything to the sum of the group.
func (r *related) sum(sum *store.Summer) store.Sum {
	site.SumFacets(sum, r.cities...)
	site.SumFacets(sum, r.organisers...)
	site.SumFacets(sum, r.otherCities...)
	site.SumDays(sum, r.days)
	site.SumNear(sum, r.near)
	return sum.Sum()
}

// related finds what the page of a group shows besides its own events.
func (d *groups) related(kind ingest.Kind, g *ingest.Group) (r related) {
	switch kind {
	case ingest.City:
		r.days = d.Days.NextIn(d.Plan, g.Rows, cityDays)
		r.organisers = d.within(g, ingest.Organiser)
		r.otherCities = d.Facets(ingest.City, others(d.Plan.Groups[ingest.City].Ranked(), g))
	case ingest.Venue:
		r.organisers = d.within(g, ingest.Organiser)
		r.near = d.near(g)
	case ingest.Country:
		r.cities = d.within(g, ingest.City)
	case ingest.Topic:
		if d.Sections.Cities {
			r.cities = d.within(g, ingest.City)
		}
	}
	return r
}

// writeGroup adds the page of a group: that of the base release, when it would show the same.
func (d *groups) writeGroup(kind ingest.Kind, g *ingest.Group) error {
	related := d.related(kind, g)
	path := d.Facet(kind, g).Path
	carried, err := d.Carried(path, related.sum(d.SumGroup(path, kind, g)), g.OnSale > 0)
	if carried || err != nil {
		return err
	}
	p, err := d.draw(kind, g, &related)
	if g.OnSale == 0 {
		return d.AddUnlisted(p, err)
	}
	return d.AddPage(p, err)
}

// draw draws the page of a group.
func (d *groups) draw(kind ingest.Kind, g *ingest.Group, related *related) (page.Page, error) {
	m := page.GroupModel{Facet: d.Facet(kind, g), Cities: related.cities,
		Organisers: related.organisers}
	var err error
	if m.Cards, m.Lines, err = d.FirstCards(g.Rows, groupCards); err != nil {
		return page.Page{}, err
	}
	m.More = g.OnSale > len(m.Cards)
	if m.Past, err = d.past(g); err != nil {
		return page.Page{}, err
	}
	switch kind {
	case ingest.City:
		return d.Renderer.City(page.CityModel{Facet: m.Facet, Cards: m.Cards, Lines: m.Lines,
			More: m.More, Past: m.Past, Days: related.days, Organisers: related.organisers,
			OtherCities: related.otherCities})
	case ingest.Organiser:
		return d.Renderer.Organiser(page.OrganiserModel{Facet: m.Facet, Cards: m.Cards,
			Lines: m.Lines, More: m.More, Past: m.Past})
	case ingest.Country:
		return d.Renderer.Country(m)
	case ingest.Topic:
		return d.Renderer.Topic(m)
	}
	rec, err := d.Records.Stored(&d.Plan.Rows[d.Plan.Located(g)])
	if err != nil {
		return page.Page{}, err
	}
	return d.Renderer.Venue(page.VenueModel{GroupModel: m, Place: rec.Location, Near: related.near})
}

// near is the other venues of a venue's city that have events on sale, the nearest first.
func (d *groups) near(g *ingest.Group) []page.Near {
	var list []page.Near
	for _, other := range d.Plan.Neighbours(g, nearMetres) {
		if other.OnSale > 0 {
			list = append(list, page.Near{Facet: d.Facet(ingest.Venue, other.Group),
				Metres: other.Metres})
		}
	}
	return first(list, nearVenues)
}

// within ranks the groups of a kind by the events on sale that they share with a group.
func (d *groups) within(g *ingest.Group, kind ingest.Kind) []page.Facet {
	counts := map[*ingest.Group]int{}
	for _, i := range g.Rows {
		if row := &d.Plan.Rows[i]; row.OnSale {
			counts[d.Plan.GroupOf(kind, row)]++
		}
	}
	delete(counts, nil) // events without one
	facets := make([]page.Facet, 0, len(counts))
	for other, count := range counts {
		f := d.Facet(kind, other)
		f.Count = count
		facets = append(facets, f)
	}
	slices.SortFunc(facets, func(a, b page.Facet) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count),
			strings.Compare(text.Fold(a.Label), text.Fold(b.Label)),
			strings.Compare(a.Path, b.Path))
	})
	return first(facets, homeChips)
}

// past is the last events of a group that are over, the latest first.
func (d *groups) past(g *ingest.Group) ([]page.PastRow, error) {
	var list []page.PastRow
	for _, i := range slices.Backward(g.Rows) {
		row := &d.Plan.Rows[i]
		if !row.Ended {
			continue
		}
		rec, err := d.Records.Stored(row)
		if err != nil {
			return nil, err
		}
		if rec.State == catalog.Cancelled || rec.SaysCancelled {
			continue // it did not take place
		}
		list = append(list, page.PastRow{Date: rec.Starts, Name: rec.Name,
			Path: catalog.EventPath(row.Slug)})
		if len(list) == pastEvents {
			break
		}
	}
	return list, nil
}

// others is the places with most events besides one.
func others(ranked []*ingest.Group, not *ingest.Group) []*ingest.Group {
	list := make([]*ingest.Group, 0, homeChips)
	for _, p := range ranked {
		if p != not && len(list) < homeChips {
			list = append(list, p)
		}
	}
	return list
}

func first[T any](list []T, n int) []T { return list[:min(n, len(list))] }
