package site

import (
	"cmp"
	"slices"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/page"
)

const (
	groupCards = 20 // events on the page of a group; the list has the rest
	cityDays   = 14 // days on a city's page
	nearVenues = 6
	nearMetres = 2000
	pastEvents = 10
)

// writeGroups adds the pages of cities, organisers, venues and so on, and the lists of them. The
// sitemap holds every page with events on sale. Groups with a text of the brand come later, with
// its own pages.
func (s *Site) writeGroups() error {
	later := map[string]bool{}
	for _, p := range s.Said {
		later[p.Path()] = true
	}
	for kind := range ingest.NumKinds {
		for _, group := range s.Groups(kind) {
			if later[kind.Path(group.Key)] {
				continue
			}
			if err := s.writeGroup(kind, group, nil); err != nil {
				return err
			}
		}
		if !s.Sections.Has(kind.Index()) {
			continue
		}
		if err := s.writeIndex(kind); err != nil {
			return err
		}
	}
	return nil
}

// related returns the content of the page of a group besides events.
func (s *Site) related(kind ingest.Kind, g *ingest.Group) page.GroupModel {
	m := page.GroupModel{Facet: s.Facet(kind, g)}
	switch kind {
	case ingest.City:
		m.Days = s.Days.NextIn(g.Rows, cityDays)
		m.Organisers = s.within(g.Rows, ingest.Organiser, homeChips)
		m.Venues = s.within(g.Rows, ingest.Venue, indexGroups)
		m.Cities = s.Facets(ingest.City, others(s.Plan.Groups[ingest.City].Ranked, g))
	case ingest.Venue:
		m.Organisers = s.within(g.Rows, ingest.Organiser, homeChips)
		m.Near = s.near(g)
	case ingest.Country, ingest.Topic, ingest.Artist:
		if s.Sections.HasCities {
			m.Cities = s.within(g.Rows, ingest.City, homeChips)
		}
	}
	return m
}

// writeGroup adds the page of a group, with the text of the brand if there is one. It takes the
// page of the base release if that shows the same.
func (s *Site) writeGroup(kind ingest.Kind, g *ingest.Group, said *page.Said) error {
	m := s.related(kind, g)
	m.Said = said
	rows := s.Days.Arrange(g.Rows)
	for _, row := range rows {
		if item, dated := row.When(); dated && item.First < s.Days.Today {
			m.Begun = max(m.Begun, item.First)
		}
	}
	carried, err := s.Carried(m.Path, s.sum(m.Path, m, slices.Concat(rows, g.Rows)), g.OnSale > 0)
	if carried || err != nil {
		return err
	}
	if m.Listed, err = s.FirstCards(rows, groupCards); err != nil {
		return err
	}
	m.More = g.OnSale > len(m.Cards)
	if m.Past, err = s.past(g); err != nil {
		return err
	}
	if kind == ingest.Venue {
		rec, err := s.Records.Stored(s.Plan.Located(g))
		if err != nil {
			return err
		}
		m.Place = rec.Location
	}
	p, err := s.Renderer.Group(kind.Index(), m)
	if g.OnSale == 0 {
		return s.AddUnlisted(p, err)
	}
	return s.AddPage(p, err)
}

// near returns the other venues of a venue's city that have events on sale, the nearest first.
func (s *Site) near(g *ingest.Group) []page.Near {
	var list []page.Near
	for _, other := range s.Plan.Neighbours(g, nearMetres) {
		if other.OnSale > 0 {
			list = append(list, page.Near{Facet: s.Facet(ingest.Venue, other.Group),
				Metres: other.Metres})
		}
	}
	return first(list, nearVenues)
}

// within ranks the groups of a kind by the number of events on sale that they have among rows, and
// returns at most limit of them.
func (s *Site) within(rows []*ingest.Row, kind ingest.Kind, limit int) []page.Facet {
	found := map[*ingest.Group][]*ingest.Row{}
	for _, row := range rows {
		if row.OnSale {
			group := s.Plan.GroupOf(kind, row)
			found[group] = append(found[group], row)
		}
	}
	delete(found, nil) // events without a group
	type part struct {
		*link
		rows []*ingest.Row
	}
	var parts []part
	for g, rows := range found {
		parts = append(parts, part{s.linkTo(kind, g), rows})
	}
	slices.SortFunc(parts, func(a, b part) int {
		return cmp.Or(cmp.Compare(len(b.rows), len(a.rows)), a.compare(b.link))
	})
	var facets []page.Facet
	for _, p := range first(parts, limit) {
		f := p.Facet
		f.Count, f.Next = len(p.rows), s.Days.Next(p.rows)
		facets = append(facets, f)
	}
	return facets
}

// past returns the last events of a group that are over, the latest first: one of each name.
func (s *Site) past(g *ingest.Group) ([]page.PastRow, error) {
	var list []page.PastRow
	ended := slices.DeleteFunc(slices.Clone(g.Rows),
		func(row *ingest.Row) bool { return !row.Ended })
	slices.Reverse(ended)
	for _, event := range s.Plan.OfNames(ended) {
		rec, row, err := s.pastRow(event)
		if err != nil {
			return nil, err
		}
		if rec.State == catalog.Cancelled || rec.SaysCancelled {
			continue // it did not take place
		}
		row.Tag = ""
		list = append(list, row)
		if len(list) == pastEvents {
			break
		}
	}
	return list, nil
}

// others returns the places with the most events, except one.
func others(ranked []*ingest.Group, not *ingest.Group) []*ingest.Group {
	some := slices.Clone(first(ranked, homeChips+1))
	return first(slices.DeleteFunc(some, func(g *ingest.Group) bool { return g == not }), homeChips)
}
