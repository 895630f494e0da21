package page

import (
	"html/template"

	"cartaz/builder/catalog"
)

// Facet is a city or an organiser with the number of its events on sale.
type Facet struct {
	Path  string // address of its page
	Label string // "São Paulo, SP"
	Value string // value of the filter city= or organization=
	State string // state in short, of a city; "" when not known
	Count int
}

// HomeModel is what the home page shows. Cards and Lines are those of
// [Renderer.Event], in list order.
type HomeModel struct {
	Total         int // events on sale
	Cities        int // cities with events on sale
	TopCities     []Facet
	TopOrganisers []Facet
	Cards, Lines  [][]byte
}

// CityModel is what a city's page shows: its first events in list order, and
// whether there are more.
type CityModel struct {
	Facet
	Cards, Lines [][]byte
	More         bool
	Organisers   []Facet // with events in this city
	OtherCities  []Facet
}

// OrganiserModel is what an organiser's page shows. Past are the last events
// that are over, the latest first.
type OrganiserModel struct {
	Facet
	Cards, Lines [][]byte
	More         bool
	Past         []PastRow
}

// PastRow is one event that is over.
type PastRow struct {
	Date catalog.Moment
	Name string
	Path string
}

// chip is a facet as pages show it.
type chip struct{ Path, Label, Count string }

func (r *Renderer) chips(facets []Facet) []chip {
	chips := make([]chip, len(facets))
	for i, f := range facets {
		chips[i] = chip{Path: f.Path, Label: f.Label, Count: r.words.Number(f.Count)}
	}
	return chips
}

// listing is what home, city and organiser pages have in common.
type listing struct {
	frame
	Lead              string
	Cards             []template.HTML
	Lines             []string
	SeeAll            *Link
	TopCities         []chip
	TopOrganisers     []chip
	OrganisersHeading string
	CitiesHeading     string
	Past              []pastRow
	Art               string // home only
}

type pastRow struct{ Date, Datetime, Name, Path string }

func (l *listing) fill(cards, lines [][]byte) {
	l.Cards = make([]template.HTML, len(cards))
	for i, card := range cards {
		l.Cards[i] = template.HTML(card)
	}
	l.Lines = make([]string, len(lines))
	for i, line := range lines {
		l.Lines[i] = string(line)
	}
}

// Home draws the first page of the site.
func (r *Renderer) Home(m HomeModel) (Page, error) {
	w := r.words
	lead := w.NoEventsOnSale()
	if m.Total > 0 {
		lead = w.HomeLead(m.Total, m.Cities)
	}
	l := listing{frame: r.page("/", w.WhatsOn(), lead), Lead: lead}
	l.Art = artClass(0, 0) // the poster in the brand's own colour
	l.fill(m.Cards, m.Lines)
	l.SeeAll = &Link{Path: "/eventos", Label: w.SeeAllCount(m.Total)}
	l.TopCities, l.CitiesHeading = r.chips(m.TopCities), w.Cities()
	l.TopOrganisers, l.OrganisersHeading = r.chips(m.TopOrganisers), w.Organisers()
	return r.draw("home", l.Path, &l)
}

// City draws the page of a city.
func (r *Renderer) City(m CityModel) (Page, error) {
	w := r.words
	lead := w.CityLead(m.Count)
	heading := w.EventsIn(m.Label)
	l := listing{frame: r.page(m.Path, heading, heading+". "+lead), Lead: lead}
	l.Crumbs = r.crumbs(r.eventsCrumb())
	l.fill(m.Cards, m.Lines)
	if m.More {
		l.SeeAll = &Link{Path: "/eventos?" + query("city", m.Value), Label: w.SeeAllCount(m.Count)}
	}
	l.TopOrganisers, l.OrganisersHeading = r.chips(m.Organisers), w.OrganisersIn(m.Label)
	l.TopCities, l.CitiesHeading = r.chips(m.OtherCities), w.OtherCities()
	return r.draw("city", l.Path, &l)
}

// Organiser draws the page of an organiser.
func (r *Renderer) Organiser(m OrganiserModel) (Page, error) {
	w := r.words
	lead := w.OrganiserLead(m.Count)
	l := listing{frame: r.page(m.Path, m.Label, m.Label+". "+lead), Lead: lead}
	l.Crumbs = r.crumbs(r.eventsCrumb())
	l.fill(m.Cards, m.Lines)
	if m.More {
		l.SeeAll = &Link{Path: "/eventos?" + query("organization", m.Value), Label: w.SeeAllCount(m.Count)}
	}
	for _, p := range m.Past {
		l.Past = append(l.Past, pastRow{Date: w.ShortDate(p.Date), Datetime: dayOf(p.Date), Name: p.Name, Path: p.Path})
	}
	return r.draw("organiser", l.Path, &l)
}

// dayOf is the day of a moment for time[datetime].
func dayOf(m catalog.Moment) string {
	if m.Known() {
		m.Precision = catalog.Day
	}
	return m.String()
}
