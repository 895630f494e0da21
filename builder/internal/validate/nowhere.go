package validate

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"cartaz/builder/lang"
	"cartaz/builder/text"
)

// Texts that sources write instead of a place, and the words that make up the name of an online
// place, or of a place that is not known.
var (
	noPlaces   = lang.Load("places.txt")
	placeWords = map[string]lang.Table{"online": lang.Load("online.txt"),
		"none": lang.Load("nowhere.txt")}
)

// Links, and links to a place on a map; what is no name of a place: signs alone, coordinates, codes
// of a position, and keys of other records, as "recV1" of Airtable and a UUID. beside matches a
// link beside a place, and asides what divides the place from such things.
var (
	link    = regexp.MustCompile(`^(?i)(?:https?://[^\s,]+|([a-z0-9-]+\.)+[a-z]{2,}/\S+$)`)
	host    = regexp.MustCompile(`^(?:\w+://)?[^/]*`)
	mapLink = regexp.MustCompile(`^(?i)(https?://)?(([^/]*\.)?(maps|waze|openstreetmap|osm|goo|` +
		`here|what3words|w3w)\.|[^/]*/maps)`)
	placeKey = regexp.MustCompile(`^([^\pL\p{Nd}]+|\d{5,}|\{.*\}|\[.*\]|` +
		`rec[A-Z]\w*\d\w*|rec\w{14}|` +
		`-?\d{1,3}[.,]\d{4,}|/{2,3}\pL+\.\pL+\.\pL+|[2-9CFGHJMPQRVWX]{8}\+[2-9CFGHJMPQRVWX]{2,3}|` +
		`(?i:geo:|gps:?)? ?\(?((?i:l(at|ng|on)[a-z]*[:= ]*)?[NSEWO]? ?[-+]?\d{1,3}` +
		`([.,]\d\d+|° ?\d[\d.,'′’"″ ]*)°? ?[NSEWO]?[,;/) ]*){2}|` +
		`(?i:(id|ven|venue|loc|location|place)[_#-]?\d+|#\d+|[0-9a-f]{24,}|` +
		`[{]?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[}]?|<[\w .|:-]+>|x{3,}))$`)
	beside = regexp.MustCompile(`(?i)\b(?:(?:https?://|www\.)|` +
		`[\w.-]+\.(?:com|us|net|org|io|gg|be|tv|si|me|live|app)/)[^\s,()]+`)
	asides = regexp.MustCompile(`(?i)\s*(?:[;|,()\[\]]|\s([-–—+/&]|` +
		`e|y|et|und|and|en|o|ou|or|oder|of|sowie|plus)\s)\s*`)
)

// placeOf returns what a source has where a place should be: "call" for a link or the name of a
// service, "online" for other words such as "virtual event", "both" for "hybrid", "none" for a
// place that is not known ("TBA") or the key of another record, "map" for a link to a map, "" for a
// place.
//
//	"Microsoft Teams" is a call, "Teams Arena" is a venue.
func placeOf(s string) string {
	if at := link.FindString(s); at == s && at != "" || at != "" && !isService(at) {
		if mapLink.MatchString(at) {
			return "map"
		}
		return "call"
	}
	if placeKey.MatchString(s) {
		return "none"
	}
	if key := strings.TrimRight(s, "0123456789 -:"); key != "" && len(s)-len(key) > 8 {
		s = key // "Meeting ID 987 6543 2100"
	}
	if where := noPlaces.Of(s); where != "" || len(s) > 64 {
		return where
	}
	words := text.Words(text.Fold(s))
	for _, said := range []string{"online", "none"} {
		says := map[string]bool{}
		if slices.ContainsFunc(words, func(word string) bool {
			is := placeWords[said].Of(word)
			says[is] = true
			return is == ""
		}) {
			continue
		}
		switch {
		case says["both"], says["there"] && (says["call"] || says["online"]):
			return "both"
		case says["there"], says["none"]:
			return "none"
		case says["call"]:
			return "call"
		case says["online"]:
			return "online"
		}
	}
	service, id, ok := strings.Cut(s, ":")
	if ok && placeOf(strings.TrimSpace(service)) == "call" {
		if id = strings.TrimSpace(id); !strings.Contains(id, " ") || placeOf(id) != "" {
			return "call" // "Skype: jane.doe"
		}
	}
	if at := strings.LastIndexByte(s, ' '); at > 0 && noPlaces.Of(s[:at]) == "call" &&
		strings.ContainsAny(s[at:], "0123456789") {
		return "call" // "Passcode 3fX9"
	}
	before := strings.FieldsFunc(strings.ReplaceAll(s, " -", ","), func(c rune) bool {
		return strings.ContainsRune(",;:(–—/", c)
	})
	if len(before) > 1 && placeOf(strings.TrimSpace(before[0])) == "none" {
		return "none" // "TBA, Lisbon", "A definir (zona sul)"
	}
	return ""
}

// isService reports whether a link leads to a service for calls.
func isService(link string) bool {
	return slices.ContainsFunc(text.Words(host.FindString(link)), func(word string) bool {
		return strings.Contains("call online", cmp.Or(placeWords["online"].Of(word), "-"))
	})
}

// place returns a text that a source has for a place, without what is none: links, words for a
// place that is not known, and a call with its key and password. "Room 2 (Zoom: ID 123)" is Room 2,
// and the event is online too.
func (o object) place(member, s string) (place string, online bool) {
	where := placeOf(s)
	if where == "none" || where == "both" {
		o.repaired(NotAPlace, o.name+member+" is no place: "+quote(s))
	}
	online = where != "none" && where != "map"
	if where != "" {
		return "", online
	}
	var links []string
	if strings.ContainsAny(s, "./") { // the expression takes longer than all else here
		links = beside.FindAllString(s, -1)
	}
	online = slices.ContainsFunc(links, isService)
	bare := s
	if links != nil {
		bare = beside.ReplaceAllString(s, "")
	}
	if links != nil && !online {
		o.repaired(NotAPlace, o.name+member+" has a link, which is left out")
	}
	sign, at := "", 0
	for _, next := range append(asides.FindAllStringIndex(bare, -1), []int{len(bare), len(bare)}) {
		part := strings.Trim(bare[at:next[0]], " :/+&–—-")
		between := bare[next[0]:next[1]]
		is := where
		if part != s {
			is = placeOf(part)
		}
		venue := at == 0 && strings.ContainsAny(between, ",-–—(") &&
			!strings.Contains(part, " ") // "Zoom, Frankfurt"
		if !venue && (is == "call" || is == "both" || is == "online" && online) {
			online, part = true, ""
		}
		if part != "" {
			place += sign + part
		}
		sign = between
		if place == "" {
			sign = ""
		}
		at = next[1]
	}
	if strings.Contains(place, "(") && !strings.Contains(place, ")") {
		place += ")"
	}
	switch {
	case links == nil && !online:
		return s, false
	case placeOf(place) != "":
		return "", online
	}
	return place, online
}
