package page

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/country"
	"cartaz/builder/internal/words"
	"cartaz/builder/search/text"
)

// CityKey returns the last segment of the path of a city's page: the folded name and, when there is
// one, the state abbreviation, as in "sao-paulo-sp" or "berlin". It is "" for a city whose folded
// name has no letter from a to z and no digit; such a city has no page.
func CityKey(city, stateAbbr string) string {
	return joinKey(text.Slug(city), text.Slug(stateAbbr))
}

// VenueKey returns the last segment of the path of a venue's page: the folded name and the key of
// its city, as in "theatro-municipal-sao-paulo-sp". It is "" where a place has no name besides that
// of its city, or none with a letter from a to z or a digit; such a venue has no page.
func VenueKey(p *catalog.Place) string {
	if venue(p) == "" {
		return ""
	}
	if p.VenueKey != "" {
		return p.VenueKey
	}
	return joinKey(text.Slug(p.Name), CityKey(p.City, p.StateAbbr))
}

// TopicKey returns the last segment of the path of a topic's page; "" for a tag without a letter
// from a to z or a digit, which has no page.
func TopicKey(tag string) string { return joinKey(text.Slug(tag), "") }

// joinKey joins two keys. One that is too long for a file name of the export is cut and ends in a
// digest of the whole key, so that different places keep different keys.
func joinKey(key, more string) string {
	if key != "" && more != "" {
		key += "-" + more
	}
	if len(key) > maxKey {
		sum := sha256.Sum256([]byte(key))
		digest := hex.EncodeToString(sum[:8])
		key = strings.TrimSuffix(key[:maxKey-1-len(digest)], "-") + "-" + digest
	}
	return key
}

// maxKey is the largest length of a key, in bytes: the same as for a slug.
const maxKey = 200

// placeModel is the place of an event on its page.
type placeModel struct {
	Name  string   // the strongest line
	Lines []string // address, city
	Note  string   // a sentence about the place, such as how to take part online
	Map   string   // address of a map, "" without valid coordinates
}

// Inline is the place in one line, for Markdown.
func (p placeModel) Inline() string {
	s := words.List(append([]string{p.Name}, p.Lines...)...)
	if p.Note == "" {
		return s
	}
	return strings.TrimSuffix(s, ".") + ". " + p.Note
}

// venue returns the name of a place, "" when it only repeats the city.
func venue(p *catalog.Place) string {
	if p == nil || p.Name == p.City {
		return ""
	}
	return p.Name
}

// placeModelOf returns the place of an event; city is its [cityLine].
func placeModelOf(w *words.Words, rec *catalog.Record, city string, at coordinates) placeModel {
	p := rec.Location
	place := placeModel{Name: venue(p), Map: at.mapURL(), Lines: addressLines(p, city)}
	if place.Name == "" && len(place.Lines) == 0 {
		if rec.IsOnline {
			return placeModel{Name: w.Online, Note: w.OnlineHow}
		}
		return placeModel{Name: w.VenueToCome}
	}
	switch {
	case place.Name != "":
	case city != "":
		place.Name = city
		place.Lines = without(place.Lines, city)
		if len(place.Lines) == 0 {
			place.Note = w.VenueToCome
			place.Map = ""
		}
	default:
		place.Name, place.Lines = place.Lines[0], place.Lines[1:]
	}
	if rec.IsOnline {
		place.Note = w.Online + ". " + w.OnlineHow
	}
	return place
}

// addressLines splits the address into lines, with a break before the city. It leaves out text that
// the venue's name and the city line already contain.
func addressLines(p *catalog.Place, city string) []string {
	if p == nil {
		return nil
	}
	address := strings.TrimSpace(p.Address)
	if name := venue(p); name != "" {
		address = strings.TrimLeft(strings.TrimPrefix(address, name), ", –-")
	}
	if saysOnly(address, p) {
		address = ""
	}
	if address == "" {
		if city == "" {
			return nil
		}
		return []string{city}
	}
	if street, rest, found := cutCity(address, p.City); found {
		if saysOnly(rest, p) {
			rest = city
		}
		return without([]string{street, rest}, "")
	}
	if city == "" {
		return []string{address}
	}
	return []string{address, city}
}

// saysOnly reports whether an address, or a part of it, has nothing but the city, the state and the
// country that the city line names already: "Austin, TX, U.S.A.".
func saysOnly(address string, p *catalog.Place) bool {
	if p.City == "" {
		return false
	}
	for _, part := range strings.FieldsFunc(address, func(c rune) bool { return c == ',' }) {
		part = strings.TrimSpace(part)
		switch folded := text.Fold(part); {
		case folded == "", folded == text.Fold(p.City), folded == text.Fold(p.State),
			folded == text.Fold(p.StateAbbr):
		case p.Country != "" && country.Code(part) == p.Country:
		default:
			return false
		}
	}
	return true
}

// cutCity splits an address before its city. The city must follow a separator, because a street may
// have the name of the city too.
func cutCity(address, city string) (street, rest string, found bool) {
	i := strings.LastIndex(address, city)
	if city == "" || i < 0 {
		return "", "", false
	}
	street, rest = strings.TrimRight(address[:i], " "), address[i:]
	if cut := strings.TrimRight(street, ",–- "); street == "" || cut != street {
		return cut, rest, true
	}
	return "", "", false
}

func without(lines []string, line string) []string {
	kept := lines[:0:0]
	for _, l := range lines {
		if l != line {
			kept = append(kept, l)
		}
	}
	return kept
}

// coordinates are the position of a place in decimal degrees, as plain digits. They are empty
// unless both are valid. Sources use 0, 0 for an unknown position; that is empty too.
type coordinates struct{ lat, lon string }

func (p coordinates) known() bool { return p.lat != "" }

// mapURL returns the address of a map of the place, "" when the position is not known.
func (p coordinates) mapURL() string {
	if !p.known() {
		return ""
	}
	return "https://www.openstreetmap.org/?mlat=" + p.lat + "&mlon=" + p.lon
}

func coordinatesOf(p *catalog.Place) coordinates {
	if p == nil || p.Latitude == "" || p.Longitude == "" {
		return coordinates{}
	}
	y, yErr := strconv.ParseFloat(p.Latitude, 64)
	x, xErr := strconv.ParseFloat(p.Longitude, 64)
	// The comparisons are negated so that NaN is invalid too.
	if yErr != nil || xErr != nil || !(y >= -90 && y <= 90 && x >= -180 && x <= 180) ||
		(x == 0 && y == 0) {
		return coordinates{}
	}
	return coordinates{strconv.FormatFloat(y, 'f', -1, 64), strconv.FormatFloat(x, 'f', -1, 64)}
}
