package validate

import (
	"regexp"
	"slices"
	"strings"

	"cartaz/builder/internal/country"
	"cartaz/builder/text"
)

// Words of which the name of a place in the net is made, in seven languages: one of the first at
// the least, and nothing else than both.
var (
	onlineWords = strings.Fields("online virtual virtuell virtuelle virtuel virtuale virtueel " +
		"onlineveranstaltung zoom webinar livestream livestreaming teams meet youtube twitch " +
		"internet remote remoto digital digitaal webex jitsi")
	besideOnline = strings.Fields("event events evento evenement veranstaltung meeting via no na " +
		"en em on in im op only google microsoft live stream ao vivo evenements link a")
	onlinePhrases = []string{"em linha", "en linea", "en ligne", "in linea", "on line", "on-line",
		"a distancia", "a distanza", "a distance", "op afstand", "web"}
)

// Links, and those of a place on a map.
var (
	linkStart = regexp.MustCompile(`^(?i)https?://[^\s,]+`)
	mapLink   = regexp.MustCompile(`^(?i)https?://(([^/]*\.)?(maps|waze|openstreetmap|osm|goo|` +
		`here|what3words|w3w)\.|[^/]*/maps)`)
)

// notPlace says that what a source has for a place is none: a link, or words such as "Online" and
// "Zoom meeting" with nothing else. The event is online then, unless the link is that of a map.
func notPlace(s string) (none, online bool) {
	if len(s) > 4 && strings.EqualFold(s[:4], "http") {
		if link := linkStart.FindString(s); link != "" {
			return true, !mapLink.MatchString(link)
		}
	}
	if len(s) > 64 {
		return false, false // more than such words
	}
	folded := text.Fold(s)
	if slices.Contains(onlinePhrases, folded) {
		return true, true
	}
	for _, word := range text.Words(folded) {
		if slices.Contains(onlineWords, word) {
			online = true
		} else if !slices.Contains(besideOnline, word) {
			return false, false
		}
	}
	return online, online
}

// Ends of addresses in the forms of some countries.
var (
	// "Rua X, 10 - Bairro, Cidade - SP, 04822-230"
	brazilianEnd = regexp.MustCompile(
		`(?:^|, *| - )([^,\d]*[^,\d ])(?: - |/)([A-Z]{2})(?:,? *(?:CEP:? *)?\d{5}-?\d{3})?$`)
	// "12 Main Street, Springfield, IL 62701"
	americanEnd = regexp.MustCompile(`, *([^,\d]+), *([A-Z]{2}) +\d{5}(?:-\d{4})?$`)
	// "Hauptstr. 5, 10115 Berlin", "Damrak 1, 1012 LG Amsterdam", "Via Roma 1, 00184 Roma RM"
	europeanEnd = regexp.MustCompile(`, *(?:[A-Z]{1,2}-)?(?:\d{5}|\d{4}-\d{3}|\d{4} ?[A-Z]{2}) +` +
		`([^,\d]+?)(?: (?i:Cedex)(?: \d+)?| \(?[A-Z]{2}\)?)?$`)
)

// european are the countries whose addresses end as in europeanEnd.
var european = []string{"FR", "DE", "ES", "IT", "NL", "PT"}

// readAddress reads the city out of an address, and the state of Brazil or the USA, where the form
// of the address is known; nothing of any other.
func readAddress(address, code, zone, locale string) (city, state string) {
	address = strings.TrimRight(strings.ReplaceAll(address, "–", "-"), " .,")
	if at := strings.LastIndexByte(address, ','); at > 0 {
		last := strings.TrimSpace(address[at+1:])
		if named := country.Code(last); named != "" && (len(last) > 2 || last == "US") {
			address, code = strings.TrimRight(address[:at], " ,"), named
		}
	}
	if code == "" && (strings.HasPrefix(zone, "Europe/") ||
		zone == "" && slices.Contains(european, country.OfLocale(locale))) {
		code = european[0]
	}
	if m := brazilianEnd.FindStringSubmatch(address); m != nil && states[m[2]] != "" &&
		(code == "" || code == "BR") {
		parts := strings.Split(m[1], " - ")
		return parts[len(parts)-1], m[2]
	}
	if m := americanEnd.FindStringSubmatch(address); m != nil && (code == "" || code == "US") {
		return m[1], m[2]
	}
	if m := europeanEnd.FindStringSubmatch(address); m != nil && slices.Contains(european, code) {
		return m[1], ""
	}
	return "", ""
}
