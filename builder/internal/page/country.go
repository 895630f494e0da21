package page

import (
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"cartaz/builder/catalog"
)

// brazilianStates are the abbreviations that only Brazil uses on a site whose
// language is Portuguese.
const brazilianStates = " AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO "

// country is the ISO 3166-1 code of a place's country, "" when the record does
// not say: it has no member for it. A Brazilian site's UF says Brazil, and many
// sources outside Brazil put the country's name where the state goes;
// stateIsCountry tells so.
func (r *Renderer) country(p *catalog.Place) (code string, stateIsCountry bool) {
	if p.StateAbbr != "" {
		if r.words.Lang() == "pt-BR" && strings.Contains(brazilianStates, " "+strings.ToUpper(p.StateAbbr)+" ") {
			return "BR", false
		}
		return "", false
	}
	code = r.countries[strings.ToLower(p.State)]
	return code, code != ""
}

// countryCodes are the codes of countries by their names in English and
// Portuguese, in lower case.
func countryCodes() map[string]string {
	codes := map[string]string{
		"u.s.a.": "US", "usa": "US", "u.s.": "US", "us": "US", "united states of america": "US", "eua": "US",
		"u.k.": "GB", "uk": "GB", "great britain": "GB", "england": "GB", "scotland": "GB",
		"czech republic": "CZ", "turkey": "TR", "holland": "NL",
	}
	for first := 'A'; first <= 'Z'; first++ {
		for second := 'A'; second <= 'Z'; second++ {
			region, err := language.ParseRegion(string([]rune{first, second}))
			if err != nil || !region.IsCountry() || region.Canonicalize() != region {
				continue
			}
			for _, names := range []display.Namer{display.English.Regions(), display.BrazilianPortuguese.Regions()} {
				if name := names.Name(region); name != "" {
					codes[strings.ToLower(name)] = region.String()
				}
			}
		}
	}
	// Georgia is a state of the USA too, and the name alone does not tell which.
	delete(codes, "georgia")
	delete(codes, "geórgia")
	return codes
}
