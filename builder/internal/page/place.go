package page

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/words"
	"cartaz/builder/search"
)

// CityKey is the last part of a city's address: its folded name and, when there
// is one, its state in short: "sao-paulo-sp", "berlin". It is "" for a city
// without any letter of a to z or digit once folded; such a city has no page. One
// that would not fit into a file name of the export is cut, and ends in a digest
// of the whole, so that two long ones stay two.
func CityKey(city, stateAbbr string) string {
	key := slugify(city)
	if state := slugify(stateAbbr); key != "" && state != "" {
		key += "-" + state
	}
	if len(key) > maxCityKey {
		sum := sha256.Sum256([]byte(key))
		digest := hex.EncodeToString(sum[:8])
		key = strings.TrimSuffix(key[:maxCityKey-1-len(digest)], "-") + "-" + digest
	}
	return key
}

// maxCityKey is how many bytes a city's key may have: as many as a slug.
const maxCityKey = 200

// CityLabel is how a city is called: "São Paulo, SP", "Berlin".
func CityLabel(city, stateAbbr string) string { return words.List(city, stateAbbr) }

// CityPath and OrganiserPath are the addresses of pages on the site.
func CityPath(key string) string { return "/cidades/" + key }

// OrganiserPath is the address of an organiser's page.
func OrganiserPath(slug string) string { return "/organizadores/" + slug }

// EventPath is the address of an event's page.
func EventPath(slug string) string { return eventsPath + slug }

const eventsPath = "/eventos/"

// slugify folds s down to a-z, 0-9 and single hyphens between them.
func slugify(s string) string {
	var b strings.Builder
	gap := false
	for _, c := range []byte(search.Fold(s)) {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			gap = b.Len() > 0
			continue
		}
		if gap {
			b.WriteByte('-')
		}
		gap = false
		b.WriteByte(c)
	}
	return b.String()
}

// where is the place of an event as its page tells it.
type where struct {
	Name  string   // the strongest line
	Lines []string // address, city
	Note  string   // what is to be said about the place
	Map   string   // address of a map, "" without valid coordinates
}

// Inline is the place in one line, for Markdown.
func (p where) Inline() string {
	s := words.List(append([]string{p.Name}, p.Lines...)...)
	if p.Note == "" {
		return s
	}
	return strings.TrimSuffix(s, ".") + ". " + p.Note
}

// cityLine is the city of a place as cards and sub-titles show it, with the
// state in short or, when there is none, in full: "Barcelona, Spain".
func cityLine(p *catalog.Place) string {
	if p == nil {
		return ""
	}
	state := p.StateAbbr
	if state == "" && p.State != p.City {
		state = p.State
	}
	return words.List(p.City, state)
}

// venue is the name of a place, "" when it only repeats the city.
func venue(p *catalog.Place) string {
	if p == nil || p.Name == p.City {
		return ""
	}
	return p.Name
}

// whereOf tells where an event is; city is its [cityLine].
func (r *Renderer) whereOf(rec *catalog.Record, city string, at point) where {
	p, w := rec.Location, r.words
	place := where{Name: venue(p), Map: at.mapURL(), Lines: addressLines(p, city)}
	if place.Name == "" && len(place.Lines) == 0 {
		if rec.IsOnline {
			return where{Name: w.Online(), Note: w.OnlineHow()}
		}
		return where{Name: w.VenueToCome()}
	}
	switch {
	case place.Name != "":
	case city != "":
		place.Name = city
		place.Lines = without(place.Lines, city)
		if len(place.Lines) == 0 {
			place.Note = w.VenueToCome()
			place.Map = ""
		}
	default:
		place.Name, place.Lines = place.Lines[0], place.Lines[1:]
	}
	if rec.IsOnline {
		place.Note = w.Online() + ". " + w.OnlineHow()
	}
	return place
}

// addressLines breaks the address before the city, which is where people look
// for it, and leaves out what the lines above and below say already.
func addressLines(p *catalog.Place, city string) []string {
	if p == nil {
		return nil
	}
	address := strings.TrimSpace(p.Address)
	if name := venue(p); name != "" {
		address = strings.TrimLeft(strings.TrimPrefix(address, name), ", –-")
	}
	if address == "" {
		if city == "" {
			return nil
		}
		return []string{city}
	}
	if street, rest, found := cutCity(address, p.City); found {
		return without([]string{street, rest}, "")
	}
	if city == "" {
		return []string{address}
	}
	return []string{address, city}
}

// cutCity cuts an address before its city, which must stand behind a separator:
// a street may be named after the city too.
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

// point is where a place lies, in plain decimal digits. It is empty unless both
// coordinates are valid; a place at 0, 0 is a source's way of not knowing.
type point struct{ lat, lon string }

func (p point) known() bool { return p.lat != "" }

// mapURL is a map of the place, "" when it is not known where it lies.
func (p point) mapURL() string {
	if !p.known() {
		return ""
	}
	return "https://www.openstreetmap.org/?mlat=" + p.lat + "&mlon=" + p.lon
}

func pointOf(p *catalog.Place) point {
	if p == nil || p.Latitude == "" || p.Longitude == "" {
		return point{}
	}
	y, yErr := strconv.ParseFloat(p.Latitude, 64)
	x, xErr := strconv.ParseFloat(p.Longitude, 64)
	// Written so that NaN fails too.
	if yErr != nil || xErr != nil || !(y >= -90 && y <= 90 && x >= -180 && x <= 180) || (x == 0 && y == 0) {
		return point{}
	}
	return point{strconv.FormatFloat(y, 'f', -1, 64), strconv.FormatFloat(x, 'f', -1, 64)}
}
