package build

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/ingest"
	"cartaz/builder/internal/page"
	"cartaz/builder/release/oembed"
	"cartaz/builder/release/resultpage"
	"cartaz/builder/search/text"
)

// writePages adds the pages that show more than one event, and those that explain problems.
func (d *drawing) writePages() error {
	if err := d.writeSchedule(); err != nil {
		return err
	}
	if err := d.writeHome(); err != nil {
		return err
	}
	if err := d.writeAgenda(); err != nil {
		return err
	}
	if err := d.writeGroups(); err != nil {
		return err
	}
	if err := d.writeArchive(); err != nil {
		return err
	}
	if err := d.writeTitles(); err != nil {
		return err
	}
	cities := d.plan.Groups[ingest.City].Ranked()
	// By name, so that these pages stay while the same cities have most events.
	chosen := d.facets(ingest.City, first(cities, homeChips))
	slices.SortFunc(chosen, func(a, b page.Facet) int { return strings.Compare(a.Path, b.Path) })
	for _, code := range catalog.Codes() {
		p, err := d.renderer.Problem(code, chosen)
		if err := d.addUnlisted(p, err); err != nil {
			return err
		}
	}
	for _, asset := range d.renderer.Assets().All {
		if err := d.store.asset(asset); err != nil {
			return err
		}
	}
	if err := d.writeCollections(); err != nil {
		return err
	}
	if err := d.writeList(cities); err != nil {
		return err
	}
	return d.writeOwn()
}

// groupPages are the kinds of groups that have a page each, in the order in which they are drawn,
// with the list of all groups of the kind. The sitemap holds every page with events on sale.
var groupPages = [...]struct {
	kind  ingest.Kind
	draw  func(*drawing, *ingest.Group) (page.Page, error)
	index string
	is    func(page.Sections) bool // there is such a list
}{
	{ingest.City, (*drawing).cityPage, catalog.CitiesPath,
		func(s page.Sections) bool { return s.Cities }},
	{ingest.Organiser, (*drawing).organiserPage, catalog.OrganisersPath,
		func(s page.Sections) bool { return s.Organisers }},
	{ingest.Venue, (*drawing).venuePage, catalog.VenuesPath,
		func(s page.Sections) bool { return s.Venues }},
	{ingest.Country, (*drawing).countryPage, catalog.CountriesPath,
		func(s page.Sections) bool { return s.Countries }},
	{ingest.Topic, (*drawing).topicPage, catalog.TopicsPath,
		func(s page.Sections) bool { return s.Topics }},
}

// groupPaths leads from the key of a group to the address of its page.
var groupPaths = [ingest.NumKinds]func(key string) string{
	ingest.City: catalog.CityPath, ingest.Organiser: catalog.OrganiserPath,
	ingest.Venue: catalog.VenuePath, ingest.Country: catalog.CountryPath,
	ingest.Topic: catalog.TopicPath,
}

// sections says which lists of groups the pages of a plan link to: none of a single city or
// country, and none of groups without events on sale.
func sections(plan *ingest.Plan) page.Sections {
	onSale := func(kind ingest.Kind) int { return len(plan.Groups[kind].Ranked()) }
	return page.Sections{
		Cities:     onSale(ingest.City) > 1,
		Organisers: onSale(ingest.Organiser) > 0,
		Venues:     onSale(ingest.Venue) > 0,
		Countries:  len(plan.Groups[ingest.Country].List) > 1 && onSale(ingest.Country) > 0,
		Topics:     onSale(ingest.Topic) > 0,
		Archive:    plan.Report.OnSale < len(plan.Rows),
		Home:       plan.HomeCountry(),
	}
}

// writeGroups draws the pages of all groups, and the lists of them.
func (d *drawing) writeGroups() error {
	for i := range groupPages {
		kind := &groupPages[i]
		listed := kind.is(d.sections)
		if kind.kind == ingest.Country && !listed {
			continue // all events are in one country
		}
		for _, group := range d.plan.Groups[kind.kind].List {
			p, err := kind.draw(d, group)
			if group.OnSale == 0 {
				err = d.addUnlisted(p, err)
			} else {
				err = d.addPage(p, err)
			}
			if err != nil {
				return err
			}
		}
		if !listed {
			continue
		}
		if err := d.writeIndex(kind.kind, kind.index); err != nil {
			return err
		}
	}
	return nil
}

// addUnlisted adds a drawn page that the sitemap does not hold.
func (d *drawing) addUnlisted(p page.Page, err error) error {
	if err == nil {
		_, err = d.storePage(&p)
	}
	return err
}

func (d *drawing) writeHome() error {
	cities, orgs := d.plan.Groups[ingest.City].Ranked(), d.plan.Groups[ingest.Organiser].Ranked()
	cards, lines, err := d.firstCards(d.calendar.home, homeCards)
	if err != nil {
		return err
	}
	model := page.HomeModel{
		Total: d.plan.Report.OnSale, Cities: len(cities), Fees: d.plan.Fees,
		TopOrganisers:  d.facets(ingest.Organiser, first(orgs, homeChips)),
		MoreOrganisers: len(orgs) > homeChips, MoreCities: len(cities) > homeChips,
		Cards: cards, Lines: lines,
		Today: d.calendar.Today, Days: d.calendar.counts(), Schedule: len(d.programme) > 0,
	}
	if d.sections.Cities {
		model.TopCities = d.facets(ingest.City, first(cities, homeChips))
	}
	home, err := d.renderer.Home(model)
	return d.addPage(home, err)
}

func (d *drawing) cityPage(g *ingest.Group) (page.Page, error) {
	m, err := d.group(ingest.City, g)
	if err != nil {
		return page.Page{}, err
	}
	return d.renderer.City(page.CityModel{
		Facet: m.Facet, Cards: m.Cards, Lines: m.Lines, More: m.More, Past: m.Past,
		Days:        d.calendar.nextDaysIn(d.plan, g.Rows, cityDays),
		Organisers:  d.within(g, ingest.Organiser),
		OtherCities: d.facets(ingest.City, others(d.plan.Groups[ingest.City].Ranked(), g)),
	})
}

func (d *drawing) organiserPage(g *ingest.Group) (page.Page, error) {
	m, err := d.group(ingest.Organiser, g)
	if err != nil {
		return page.Page{}, err
	}
	return d.renderer.Organiser(page.OrganiserModel{Facet: m.Facet, Cards: m.Cards,
		Lines: m.Lines, More: m.More, Past: m.Past})
}

func (d *drawing) countryPage(g *ingest.Group) (page.Page, error) {
	m, err := d.group(ingest.Country, g)
	if err != nil {
		return page.Page{}, err
	}
	m.Cities = d.within(g, ingest.City)
	return d.renderer.Country(m)
}

func (d *drawing) topicPage(g *ingest.Group) (page.Page, error) {
	m, err := d.group(ingest.Topic, g)
	if err != nil {
		return page.Page{}, err
	}
	if d.sections.Cities {
		m.Cities = d.within(g, ingest.City)
	}
	return d.renderer.Topic(m)
}

func (d *drawing) venuePage(g *ingest.Group) (page.Page, error) {
	m, err := d.group(ingest.Venue, g)
	if err != nil {
		return page.Page{}, err
	}
	m.Organisers = d.within(g, ingest.Organiser)
	rec, err := d.events.records.Get(d.plan.Rows[d.plan.Located(g)].Ref())
	if err != nil {
		return page.Page{}, err
	}
	return d.renderer.Venue(page.VenueModel{GroupModel: m, Place: rec.Location, Near: d.near(g)})
}

// near is the other venues of a venue's city that have events on sale, the nearest first.
func (d *drawing) near(g *ingest.Group) []page.Near {
	var list []page.Near
	for _, other := range d.plan.Neighbours(g, nearMetres) {
		if other.OnSale > 0 {
			list = append(list, page.Near{Facet: d.facet(ingest.Venue, other.Group),
				Metres: other.Metres})
		}
	}
	return first(list, nearVenues)
}

// group is what the pages of all groups show.
func (d *drawing) group(kind ingest.Kind, g *ingest.Group) (m page.GroupModel, err error) {
	m.Facet = d.facet(kind, g)
	if m.Cards, m.Lines, err = d.firstCards(g.Rows, groupCards); err != nil {
		return m, err
	}
	m.More = g.OnSale > len(m.Cards)
	m.Past, err = d.past(g)
	return m, err
}

// addPage adds a drawn page and lists it in the sitemap.
func (d *drawing) addPage(p page.Page, err error) error {
	if err != nil {
		return err
	}
	modified, err := d.storePage(&p)
	d.sitemap = append(d.sitemap, sitemapEntry(p.Path, modified))
	return err
}

// storePage adds a drawn page to the release.
func (d *drawing) storePage(p *page.Page) (modified int64, err error) {
	if p.Embed != nil {
		d.titles = append(d.titles, oembed.Title{Path: p.Path, Title: p.Title})
	}
	return d.store.drawnPage(p)
}

// writeTitles seals the titles that the edge tells other sites.
func (d *drawing) writeTitles() error {
	return d.store.private(oembed.PathTitles, oembed.AppendTitles(nil, d.titles),
		d.store.prof.titles, 0)
}

// writeList seals the page of results that the edge joins.
func (d *drawing) writeList(cities []*ingest.Group) error {
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
	html, markdown, err := d.renderer.List(page.ListModel{Cities: d.facets(ingest.City, boxed),
		States: slices.Sorted(maps.Keys(states))})
	if err != nil {
		return err
	}
	s := d.store
	if err := s.private(resultpage.PathHTML, html.Encode(), s.prof.listHTML, 0); err != nil {
		return err
	}
	return s.private(resultpage.PathMarkdown, markdown.Encode(), s.prof.listMarkdown,
		d.lines.perKiB())
}

// within ranks the groups of a kind by the events on sale that they share with a group.
func (d *drawing) within(g *ingest.Group, kind ingest.Kind) []page.Facet {
	counts := map[*ingest.Group]int{}
	for _, i := range g.Rows {
		if row := &d.plan.Rows[i]; row.OnSale {
			counts[d.plan.GroupOf(kind, row)]++
		}
	}
	delete(counts, nil) // events without one
	facets := make([]page.Facet, 0, len(counts))
	for other, count := range counts {
		f := d.facet(kind, other)
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
func (d *drawing) past(g *ingest.Group) ([]page.PastRow, error) {
	var list []page.PastRow
	for _, i := range slices.Backward(g.Rows) {
		row := &d.plan.Rows[i]
		if !row.Ended {
			continue
		}
		rec, err := d.events.records.Get(row.Ref())
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

func first[T any](list []T, n int) []T { return list[:min(n, len(list))] }

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

// facet is a group as pages link to it.
func (d *drawing) facet(kind ingest.Kind, g *ingest.Group) page.Facet {
	f := page.Facet{Path: groupPaths[kind](g.Key), Label: g.Label, Value: g.Key,
		Count: g.OnSale}
	switch kind {
	case ingest.City:
		f.Value, f.State = g.Label, g.State
		f.Label = d.renderer.CityLabel(g.Label, g.State, g.Country)
	case ingest.Country:
		f.Value, f.Label = g.Label, d.renderer.CountryName(g.Label)
	}
	return f
}

func (d *drawing) facets(kind ingest.Kind, list []*ingest.Group) []page.Facet {
	facets := make([]page.Facet, len(list))
	for i, g := range list {
		facets[i] = d.facet(kind, g)
	}
	return facets
}
