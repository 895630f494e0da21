package page

import (
	"sync"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/country"
	"cartaz/builder/internal/words"
	"cartaz/builder/search/text"
)

// geography names cities and countries in the language of a site. It is safe for concurrent use.
type geography struct {
	lang  string
	home  string   // code of the country that is not named; "" for none
	names sync.Map // code -> string
}

func newGeography(lang, home string) *geography { return &geography{lang: lang, home: home} }

// country is the name of a country; "" for the home country and an unknown one.
func (g *geography) country(code string) string {
	if code == "" || code == g.home {
		return ""
	}
	return g.name(code)
}

// name is the name of any country.
func (g *geography) name(code string) string {
	if name, ok := g.names.Load(code); ok {
		return name.(string)
	}
	name := country.Name(code, g.lang)
	g.names.Store(code, name)
	return name
}

// cityLine returns the city of a place for cards and subtitles: with the state abbreviation or,
// when there is none, the state, and with the country when it is not the home country: "São Paulo,
// SP", "Barcelona, Catalonia, Spain", "Graz, Austria".
func (g *geography) cityLine(p *catalog.Place) string {
	if p == nil {
		return ""
	}
	return g.list(p.City, region(p), p.Country)
}

// list joins city, state and the name of the country. A city state is named once.
func (g *geography) list(city, state, code string) string {
	name := g.country(code)
	if name != "" && text.Fold(name) == text.Fold(city) {
		name = ""
	}
	return words.List(city, state, name)
}

// region is the state of a place: its abbreviation or, where there is none, its name. It is ""
// where the source put the name of the country in place of the state.
func region(p *catalog.Place) string {
	if p.StateAbbr != "" || p.State == p.City {
		return p.StateAbbr
	}
	if p.Country != "" && country.OfState(p.State) == p.Country {
		return ""
	}
	return p.State
}

// CityLabel returns the name of a city for people, as pages of the brand show it: "São Paulo, SP",
// "Berlin", "Graz, Austria". country is a code.
func (r *Renderer) CityLabel(city, stateAbbr, country string) string {
	return r.events.places.list(city, stateAbbr, country)
}

// CountryName returns the name of a country in the language of the brand.
func (r *Renderer) CountryName(code string) string { return r.events.places.name(code) }
