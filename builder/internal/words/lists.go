package words

import (
	"strings"

	"cartaz/builder/i18n"
)

// Lists writes the titles and counts of pages with lists: home, cities, organisers, venues,
// countries and topics, and the lists of all of these.
type Lists struct {
	Lead              i18n.Message `i18n:"lists.lead,events,cities"`
	LeadEvents        i18n.Message `i18n:"lists.lead_events,events"`
	Events            i18n.Plural  `i18n:"lists.events,n"`
	Cities            i18n.Plural  `i18n:"lists.cities,n"`
	SeeAll            i18n.Plural  `i18n:"lists.see_all,n"`
	EventsInCity      i18n.Message `i18n:"lists.events_in,city"`
	SeeEventsInCity   i18n.Message `i18n:"event.see_events_in,city"`
	CityWithEvents    i18n.Plural  `i18n:"lists.city_lead,n" range:"1-"`
	OrganiserOfEvents i18n.Plural  `i18n:"lists.organiser_lead,n" range:"1-"`
	OrganisersInCity  i18n.Message `i18n:"lists.organisers_in,city"`
	NoEventsOnSale    string       `i18n:"lists.no_events_on_sale"`
	IndexedCities     i18n.Plural  `i18n:"lists.index_cities,n" range:"1-"`
	IndexedOrganisers i18n.Plural  `i18n:"lists.index_organisers,n" range:"1-"`
	IndexedVenues     i18n.Plural  `i18n:"lists.index_venues,n" range:"1-"`
	IndexedCountries  i18n.Plural  `i18n:"lists.index_countries,n" range:"1-"`
	IndexedTopics     i18n.Plural  `i18n:"lists.index_topics,n" range:"1-"`
	IndexedArtists    i18n.Plural  `i18n:"lists.index_artists,n" range:"1-"`
	MapOf             i18n.Message `i18n:"lists.map_of,shown,venues"`
	IndexMost         string       `i18n:"lists.index_most"`
	Metres            i18n.Message `i18n:"lists.metres,n"`
	Kilometres        i18n.Message `i18n:"lists.kilometres,n"`
	Archived          i18n.Plural  `i18n:"lists.archive_lead,n" range:"1-"`
	ArchiveOf         i18n.Message `i18n:"lists.archive_month,month,year"`
	ArchiveUndated    string       `i18n:"lists.archive_undated"`
	MoreDates         i18n.Plural  `i18n:"lists.more_dates,n" range:"1-"`
	MoreTimes         i18n.Plural  `i18n:"lists.more_times,n" range:"1-"`
	FirstOf           i18n.Message `i18n:"follow.first_of,n,total"`
	Contractions      []string     `i18n:"text.contractions"`

	numbers *i18n.Numbers
	places  *strings.Replacer // of the names of places after a preposition
}

// in returns a text with the name of a place at its end. The preposition before it joins the
// article of the name: "no Rio de Janeiro", "au Havre".
func (l *Lists) in(text *i18n.Message, place string) string {
	return strings.TrimSuffix(l.places.Replace(text.Text(place)+","), ",")
}

// HomeLead returns the line of counts under the title of the home page.
func (l *Lists) HomeLead(events, cities int) string {
	if cities <= 1 { // every page names the city
		return l.LeadEvents.Text(l.Events.Count(events))
	}
	return l.Lead.Text(l.Events.Count(events), l.Cities.Count(cities))
}

// EventsIn returns the title of a city's page and of links to it.
func (l *Lists) EventsIn(city string) string { return l.in(&l.EventsInCity, city) }

// SeeEventsIn returns the text of the button of a closed or ended event that leads to its city.
func (l *Lists) SeeEventsIn(city string) string { return l.in(&l.SeeEventsInCity, city) }

// OrganisersIn returns the title of the organisers on a city's page.
func (l *Lists) OrganisersIn(city string) string { return l.in(&l.OrganisersInCity, city) }

// CityLead returns the line under the title of a city's page.
func (l *Lists) CityLead(n int) string { return l.lead(&l.CityWithEvents, n) }

// OrganiserLead returns the line under an organiser's name.
func (l *Lists) OrganiserLead(n int) string { return l.lead(&l.OrganiserOfEvents, n) }

func (l *Lists) lead(p *i18n.Plural, n int) string {
	if n == 0 {
		return l.NoEventsOnSale
	}
	return p.Count(n)
}

// Distance returns a distance in metres for people: "350 m", "1,2 km".
func (l *Lists) Distance(metres float64) string {
	if rounded := int(metres/50+.5) * 50; rounded < 1000 {
		return l.Metres.Text(l.numbers.Text(max(rounded, 50)))
	}
	tenths := int(metres/100 + .5)
	return l.Kilometres.Text(l.numbers.Text(tenths/10) + l.numbers.Decimal +
		l.numbers.Text(tenths%10))
}
