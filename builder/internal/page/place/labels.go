package place

import (
	"sync"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/words"
	"cartaz/builder/lang"
	"cartaz/builder/text"
)

// Labels names cities and countries in the language of a site. It is safe for concurrent use.
type Labels struct {
	lang  string
	home  string   // code of the country that is not named, or ""
	names sync.Map // code -> string
}

// NewLabels returns the labels in a language, for people of the country home, which may be "".
func NewLabels(lang, home string) *Labels { return &Labels{lang: lang, home: home} }

// Country returns the name of a country, or "" for the home country and an unknown one.
func (g *Labels) Country(code string) string {
	if code == "" || code == g.home {
		return ""
	}
	return g.AnyCountry(code)
}

// AnyCountry returns the name of any country.
func (g *Labels) AnyCountry(code string) string {
	if name, ok := g.names.Load(code); ok {
		return name.(string)
	}
	name := lang.CountryName(code, g.lang)
	g.names.Store(code, name)
	return name
}

// CityLine returns the city of a place for cards and subtitles: with the state abbreviation or,
// when there is none, the state, and with the country when it is not the home country: "São Paulo,
// SP", "Barcelona, Catalonia, Spain", "Graz, Austria".
func (g *Labels) CityLine(p *catalog.Place) string {
	if p == nil {
		return ""
	}
	return g.City(p.City, Region(p), p.Country)
}

// City joins a city, its state and the name of its country, given as a code: "São Paulo, SP",
// "Berlin", "Graz, Austria". A city state is named once.
func (g *Labels) City(city, state, code string) string {
	name := g.Country(code)
	if name != "" && text.Fold(name) == text.Fold(city) {
		name = ""
	}
	return words.List(city, state, name)
}

// Region returns the state of a place: its abbreviation or, where there is none, its name. It is ""
// if the source has the name of the country in place of the state.
func Region(p *catalog.Place) string {
	if p.StateAbbr != "" || p.State == p.City {
		return p.StateAbbr
	}
	if p.Country != "" && lang.CountryOfState(p.State) == p.Country {
		return ""
	}
	return p.State
}
