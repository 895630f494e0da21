package validate

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/lang"
	"cartaz/builder/text"
)

// location returns the place of a record, or nil if nothing is known of it. zone is the event's
// zone, which tells a Brazilian state from another place of that name. online is true if there is a
// link or a word instead of a place: see [placeOf].
func (o object) location(zone string) (_ *catalog.Place, online bool) {
	config := &o.checker.config
	o = o.object("location", "name", "city", "state", "state_abbr", "formatted_address", "latitude",
		"longitude", "country", "timezone")
	if o.values == nil {
		return nil, false
	}
	place := func(member string) string {
		said := o.label(member)
		if member == "formatted_address" && strings.Trim(said, "0123456789") == "" {
			return said // a postal code tells the place; as a name it would be a key
		}
		var kept []string
		for part := range strings.SplitSeq(said, "; ") { // "Aula; Microsoft Teams-Besprechung"
			here, there := o.place(member, part)
			online = online || there
			if here != "" {
				kept = append(kept, here)
			}
		}
		return strings.Join(kept, "; ")
	}
	p := catalog.Place{Name: place("name"), City: place("city"), State: o.label("state"),
		StateAbbr: o.label("state_abbr"), Address: place("formatted_address")}
	if n := len(p.StateAbbr); (n == 2 || n == 3) && isLetters(p.StateAbbr) {
		p.StateAbbr = strings.ToUpper(p.StateAbbr)
	}
	zone = cmp.Or(zone, config.ZoneName)
	named := o.label("country")
	if p.City == "" {
		city, state := readAddress(cmp.Or(p.Address, p.Name), lang.Country(named), zone,
			config.Locale)
		p.City = city
		if p.Address == "" && (city != "" || street.MatchString(p.Name)) {
			p.Address = p.Name
			p.Name, _, _ = strings.Cut(p.Name, ",")
		}
		p.StateAbbr = cmp.Or(p.StateAbbr, state)
	}
	brazil := brazilian.MatchString(zone) || zone == "" && config.Currency == "BRL"
	if brazil {
		fillState(&p)
	}
	brazil = (brazil || zone == "" && lang.CountryOfLocale(config.Locale) == "BR") &&
		states[p.StateAbbr] != ""
	p.Country = o.country(named, &p, brazil)
	p.Latitude, p.Longitude = o.coordinates()
	if p == (catalog.Place{}) || online && p == (catalog.Place{Country: p.Country}) {
		return nil, online
	}
	return &p, online
}

// country returns the code of the country that a place names. If it names none, the code is
// derived: brazil means that the state is one of Brazil, and many sources have the name of the
// country in the member for the state.
func (o object) country(given string, p *catalog.Place, brazil bool) string {
	if given != "" {
		if code := lang.Country(given); code != "" {
			return code
		}
		o.repaired(BadCountry, "location.country is neither a code of ISO 3166-1 nor the name of "+
			"a country: "+quote(given))
	}
	switch {
	case brazil:
		return "BR"
	case p.StateAbbr == "":
		return lang.CountryOfState(p.State)
	}
	return ""
}

func isLetters(s string) bool {
	return strings.Trim(strings.ToLower(s), "abcdefghijklmnopqrstuvwxyz") == ""
}

// coordinates returns both or none, as decimal text. 0,0 is the value of an unset field, and a
// point in the sea.
func (o object) coordinates() (lat, long string) {
	lat, okLat := decimal(o.values["latitude"], 90)
	long, okLong := decimal(o.values["longitude"], 180)
	switch {
	case lat+long == "" && okLat && okLong:
	case !okLat || !okLong || lat == "" || long == "" || strings.Trim(lat+long, "-0.") == "":
		o.repaired(BadCoordinates, "location.latitude and location.longitude must both be "+
			"degrees in range, and not both 0")
	default:
		return lat, long
	}
	return "", ""
}

// decimal returns a coordinate as text: digits as given, a number in its shortest form. "" and true
// mean that there is none.
func decimal(v any, limit float64) (s string, ok bool) {
	if s, ok = v.(string); !ok && v != nil {
		if s, ok = numberText(v); !ok {
			return "", false
		}
	}
	if s = strings.TrimPrefix(strings.TrimSpace(s), "+"); s == "" {
		return "", true
	}
	if !strings.Contains(s, ".") {
		s = strings.Replace(s, ",", ".", 1) // as written in most of Europe and South America
	}
	f, err := strconv.ParseFloat(s, 64)
	return s, err == nil && len(s) <= 32 && strings.Trim(s, "-0123456789.") == "" &&
		f >= -limit && f <= limit
}

// fillState adds the abbreviation to a Brazilian state, or the name to its abbreviation.
func fillState(p *catalog.Place) {
	p.StateAbbr = cmp.Or(p.StateAbbr, abbreviations[text.Fold(p.State)])
	if len(p.State) < 3 {
		p.State = cmp.Or(states[p.StateAbbr], p.State)
	}
}

// states are the states of Brazil by their abbreviation; abbreviations maps a name or an
// abbreviation, folded, back.
var states, abbreviations = func() (names, back map[string]string) {
	names, back = map[string]string{}, map[string]string{}
	lang.Each("brazil.txt", func(abbr string, words []string) {
		names[abbr] = words[0]
		back[text.Fold(words[0])], back[text.Fold(abbr)] = abbr, abbr
	})
	return names, back
}()

// brazilian matches the zones of Brazil: "PA" is Pará only there.
var brazilian = regexp.MustCompile(`^Brazil/|^America/(Araguaina|Bahia|Belem|Boa_Vista|` +
	`Campo_Grande|Cuiaba|Eirunepe|Fortaleza|Maceio|Manaus|Noronha|Porto_Acre|Porto_Velho|Recife|` +
	`Rio_Branco|Santarem|Sao_Paulo)$`)

// Ends of addresses in the forms of some countries.
var (
	// "Rua X, 10 - Bairro, Cidade - SP, 04822-230"
	brazilianEnd = regexp.MustCompile(
		`(?:^|, *| - )([^,\d]*[^,\d ])(?: - |/)([A-Z]{2})(?:,? *(?:CEP:? *)?\d{5}-?\d{3})?$`)
	// "12 Main Street, Springfield, IL 62701"
	americanEnd = regexp.MustCompile(`, *([^,\d]+), *([A-Z]{2}) +\d{5}(?:-\d{4})?$`)
	// Any other, before a country: "Teatro, Rua das Flores 12, Recife" with the number of a street,
	// "Royal Albert Hall, Kensington Gore, London SW7 2AP" with a postal code
	anyEnd = regexp.MustCompile(strings.ReplaceAll(`^[^,]*,(?:.*\d.*, *CITY|.*, *CITY `+
		`[A-Z\d]*\d[A-Z\d -]*)$`, "CITY", `(\pL[^,\d]*\p{Ll})(?: [A-Z]{2,3})?`))
	street = regexp.MustCompile(`^[^,]*\pL[^,]*,.*\d.*,`) // "Casa, Calle Mayor 5, Madrid"
	// "Hauptstr. 5, 10115 Berlin", "Damrak 1, 1012 LG Amsterdam", "Via Roma 1, 00184 Roma RM"
	europeanEnd = regexp.MustCompile(`, *(?:[A-Z]{1,2}-)?(?:\d{5}|\d{4}-\d{3}|\d{4} ?[A-Z]{2}) +` +
		`([^,\d]+?)(?: (?i:Cedex)(?: \d+)?| \(?[A-Z]{2}\)?)?$`)
)

// european are the countries whose addresses end as in europeanEnd.
var european = strings.Fields("FR DE ES IT NL PT")

// readAddress reads the city from an address, and the state of Brazil or the USA, if it knows the
// form of the address. code is the country of the place; zone and locale stand in for "".
func readAddress(address, code, zone, locale string) (city, state string) {
	address = strings.TrimRight(strings.ReplaceAll(address, "–", "-"), " .,")
	country := false // the address names it
	if at := strings.LastIndexByte(address, ','); at > 0 {
		last := strings.TrimSpace(address[at+1:])
		isState := len(last) == 2 && last != "US" && last != "UK" // "SP", "IL"
		if named := lang.Country(last); named != "" && !isState {
			address = strings.TrimRight(address[:at], " ,")
			code, country = named, true
		}
	}
	inEurope := slices.Contains(european, code) ||
		code == "" && strings.HasPrefix(zone, "Europe/") ||
		code+zone == "" && slices.Contains(european, lang.CountryOfLocale(locale))
	unknown := code == "" && !inEurope
	if m := brazilianEnd.FindStringSubmatch(address); m != nil && states[m[2]] != "" &&
		(unknown || code == "BR") {
		parts := strings.Split(m[1], " - ")
		return parts[len(parts)-1], m[2]
	}
	if m := americanEnd.FindStringSubmatch(address); m != nil && (unknown || code == "US") {
		return m[1], m[2]
	}
	if m := europeanEnd.FindStringSubmatch(address); m != nil && inEurope {
		return m[1], ""
	}
	if m := anyEnd.FindStringSubmatch(address); m != nil && country {
		return m[1] + m[2], ""
	}
	return "", ""
}
