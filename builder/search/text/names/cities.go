package names

import (
	"strings"
	"sync"

	"cartaz/builder/search/text/wordmap"
)

// CountryOf returns the country (ISO 3166-1, in small letters) of the city that everybody means by
// a folded name, though others are called so too: Vienna is in Austria, and a town of Virginia. It
// returns false for other names.
func CountryOf(city []byte) (country string, ok bool) { return countryOf().Get(city) }

var countryOf = sync.OnceValue(func() *wordmap.Map[string] {
	of := map[string]string{}
	for line := range strings.Lines(strings.TrimSpace(greatCities)) {
		row := strings.Fields(line)
		for _, name := range row[1:] {
			of[name] = row[0]
		}
	}
	m := wordmap.Of(of)
	return &m
})

// greatCities are large cities whose names other places have, too, a country a line, each in
// English and in the language of the place. They were chosen by hand. Left out are those of which
// two are about as well known (Cambridge, Córdoba, Santiago), and names that are words (Nice).
const greatCities = `
	at vienna wien
	au melbourne sydney perth adelaide
	be brussels bruxelles antwerp
	ca vancouver toronto ottawa
	ch geneva geneve zurich bern basel
	cn beijing shanghai
	cu havana
	cz prague praha
	de berlin hamburg dresden hanover hannover frankfurt munich munchen
	dk copenhagen kobenhavn
	eg cairo
	es madrid barcelona sevilla seville
	fr paris versailles bordeaux
	gb london manchester birmingham edinburgh bristol liverpool oxford
	gr athens athina
	hu budapest
	ie dublin
	it rome roma milan milano naples napoli florence firenze venice venezia verona
	jp tokyo osaka
	nl amsterdam rotterdam
	no oslo
	pe lima
	pl warsaw warszawa
	pt lisbon lisboa
	ru moscow
	se stockholm
	tr istanbul
`
