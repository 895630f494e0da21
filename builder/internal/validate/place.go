package validate

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/country"
	"cartaz/builder/text"
)

// location is the place of a record, nil when nothing is known of it. zone is the event's zone, by
// which a Brazilian state is told from a namesake. online says that a link or a word stands in the
// place of one: see [notPlace].
func (o object) location(zone string) (_ *catalog.Place, online bool) {
	config := &o.checker.config
	o = o.object("location", "name", "city", "state", "state_abbr", "formatted_address", "latitude",
		"longitude", "country")
	if o.values == nil {
		return nil, false
	}
	p := catalog.Place{
		Name:      o.label("name"),
		City:      o.label("city"),
		State:     o.label("state"),
		StateAbbr: o.label("state_abbr"),
		Address:   o.line("formatted_address", o.text("formatted_address"), maxAddress),
	}
	for _, s := range []*string{&p.Name, &p.Address} {
		if none, isOnline := notPlace(*s); none {
			*s, online = "", online || isOnline
		}
	}
	if n := len(p.StateAbbr); (n == 2 || n == 3) && isLetters(p.StateAbbr) {
		p.StateAbbr = strings.ToUpper(p.StateAbbr)
	}
	if zone == "" {
		zone = config.ZoneName
	}
	named := o.label("country")
	if p.City == "" {
		city, state := readAddress(cmp.Or(p.Address, p.Name), country.Code(named), zone,
			config.Locale)
		if p.City = city; city != "" && p.Address == "" {
			p.Address = p.Name
			p.Name, _, _ = strings.Cut(p.Name, ",")
		}
		p.StateAbbr = cmp.Or(p.StateAbbr, state)
	}
	brazil := brazilian.MatchString(zone) || zone == "" && config.Currency == "BRL"
	if brazil {
		fillState(&p)
	}
	brazil = (brazil || zone == "" && country.OfLocale(config.Locale) == "BR") &&
		states[p.StateAbbr] != ""
	p.Country = o.country(named, &p, brazil)
	p.Latitude, p.Longitude = o.coordinates()
	if p == (catalog.Place{}) || online && p == (catalog.Place{Country: p.Country}) {
		return nil, online
	}
	return &p, online
}

// country is the code of the country that a place names. Where none is named, it is derived: a
// state of Brazil is in Brazil, and many sources put the name of the country in place of the state.
func (o object) country(given string, p *catalog.Place, brazil bool) string {
	if given != "" {
		if code := country.Code(given); code != "" {
			return code
		}
		o.repaired(BadCountry, "location.country is neither a code of ISO 3166-1 nor the name of "+
			"a country: "+quote(given))
	}
	switch {
	case brazil:
		return "BR"
	case p.StateAbbr == "":
		return country.OfState(p.State)
	}
	return ""
}

func isLetters(s string) bool {
	return strings.Trim(strings.ToLower(s), "abcdefghijklmnopqrstuvwxyz") == ""
}

// coordinates are both or none, as decimal text. 0,0 is what an unset field holds, and a point in
// the sea.
func (o object) coordinates() (lat, long string) {
	lat, okLat := decimal(o.values["latitude"], 90)
	long, okLong := decimal(o.values["longitude"], 180)
	switch {
	case lat == "" && long == "" && okLat && okLong:
		return "", ""
	case !okLat || !okLong || lat == "" || long == "":
		o.repaired(BadCoordinates,
			"location.latitude and location.longitude must both be degrees in range")
		return "", ""
	case strings.Trim(lat+long, "-0.") == "":
		o.repaired(BadCoordinates, "location.latitude and location.longitude are both 0")
		return "", ""
	}
	return lat, long
}

// decimal is a coordinate as text: digits as given, a number in its shortest form. "" and true mean
// that there is none.
func decimal(v any, limit float64) (string, bool) {
	if v == nil {
		return "", true
	}
	s, ok := v.(string)
	if ok {
		s = strings.TrimPrefix(strings.TrimSpace(s), "+")
		if s == "" {
			return "", true
		}
		if strings.Count(s, ",") == 1 && !strings.Contains(s, ".") {
			s = strings.Replace(s, ",", ".", 1) // as written in most of Europe and South America
		}
	} else if s, ok = numberText(v); !ok {
		return "", false
	}
	if len(s) > 32 || strings.Trim(s, "-0123456789.") != "" {
		return "", false
	}
	f, err := strconv.ParseFloat(s, 64)
	return s, err == nil && f >= -limit && f <= limit
}

// fillState adds the abbreviation to a Brazilian state, and the name to its abbreviation.
func fillState(p *catalog.Place) {
	if p.StateAbbr == "" && p.State != "" {
		if len(p.State) == 2 && states[strings.ToUpper(p.State)] != "" {
			p.StateAbbr, p.State = strings.ToUpper(p.State), ""
		} else {
			p.StateAbbr = abbreviations[text.Fold(p.State)]
		}
	}
	if p.State == "" {
		p.State = states[p.StateAbbr]
	}
}

// states are the 26 states of Brazil and the Federal District; abbreviations leads from a folded
// name back.
var (
	states = map[string]string{"AC": "Acre", "AL": "Alagoas", "AP": "Amapá", "AM": "Amazonas",
		"BA": "Bahia", "CE": "Ceará", "DF": "Distrito Federal", "ES": "Espírito Santo",
		"GO": "Goiás", "MA": "Maranhão", "MT": "Mato Grosso", "MS": "Mato Grosso do Sul",
		"MG": "Minas Gerais", "PA": "Pará", "PB": "Paraíba", "PR": "Paraná", "PE": "Pernambuco",
		"PI": "Piauí", "RJ": "Rio de Janeiro", "RN": "Rio Grande do Norte",
		"RS": "Rio Grande do Sul", "RO": "Rondônia", "RR": "Roraima", "SC": "Santa Catarina",
		"SP": "São Paulo", "SE": "Sergipe", "TO": "Tocantins"}
	abbreviations = map[string]string{}
)

func init() {
	for abbr, name := range states {
		abbreviations[text.Fold(name)] = abbr
	}
}

// brazilian are the zones of Brazil: "PA" is Pará there and elsewhere is not.
var brazilian = regexp.MustCompile(`^Brazil/|^America/(Araguaina|Bahia|Belem|Boa_Vista|` +
	`Campo_Grande|Cuiaba|Eirunepe|Fortaleza|Maceio|Manaus|Noronha|Porto_Acre|Porto_Velho|Recife|` +
	`Rio_Branco|Santarem|Sao_Paulo)$`)
