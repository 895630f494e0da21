package validate

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

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

// Links, and links to a place on a map; keys of other records, as "recV1" of Airtable and a UUID;
// fields that a template or a spreadsheet did not fill in: "{{venue}}", "#REF!".
var (
	linkStart = regexp.MustCompile(`^(?i)(?:https?://[^\s,]+|([a-z0-9-]+\.)+[a-z]{2,}/\S+$)`)
	mapLink   = regexp.MustCompile(`^(?i)(https?://)?(([^/]*\.)?(maps|waze|openstreetmap|osm|goo|` +
		`here|what3words|w3w)\.|[^/]*/maps)`)
	placeKey = regexp.MustCompile(`^(\d{5,}|\{.*\}|\[.*\]|rec[A-Z]\w*\d\w*|rec\w{14}|` +
		`(?i:(id|ven|venue|loc|location|place)[_#-]?\d+|#\d+|[0-9a-f]{24,}|` +
		`[{]?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[}]?|` +
		`[{$<%]+[\w .|:-]+[}>%]+|#[\pL/]+[!?]|x{3,}))$`)
)

// placeOf returns what a source has where a place should be: "online" for a link or words such as
// "Zoom meeting", "none" for a place that is not known ("TBA") or the key of another record, "map"
// for a link to a map, "" for a place.
//
//	"Microsoft Teams-Besprechung" is online, "Teams Arena" is a venue.
func placeOf(s string) string {
	if link := linkStart.FindString(s); link != "" {
		if mapLink.MatchString(link) {
			return "map"
		}
		return "online"
	}
	letter := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	if s != "" && !strings.ContainsFunc(s, letter) || placeKey.MatchString(s) {
		return "none"
	}
	if where := noPlaces.Of(s); where != "" || len(s) > 64 {
		return where
	}
	words := text.Words(text.Fold(s))
	for _, said := range []string{"online", "none"} {
		table, core := placeWords[said], false
		if !slices.ContainsFunc(words, func(word string) bool {
			is := table.Of(word)
			core = core || is == said
			return is == ""
		}) && core {
			return said
		}
	}
	end := strings.IndexAny(s, ",;:(–—/")
	if end < 0 {
		end = strings.LastIndex(s, " -")
	}
	before := strings.TrimRight(s[:max(end, 0)], " ,;:(–—-/")
	if before != "" && placeOf(before) == "none" {
		return "none" // "TBA, Lisbon", "A definir (zona sul)"
	}
	return ""
}
