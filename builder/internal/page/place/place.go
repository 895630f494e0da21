// Package place says how a page shows a place: its name, the lines of its address without
// repetition, its city and country in the language of the site, and where it is on a map.
package place

import (
	"cmp"
	"regexp"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/words"
	"cartaz/builder/lang"
	"cartaz/builder/text"
)

// Model is the place of an event on its page.
type Model struct {
	Name  string   // the strongest line
	Lines []string // address, city
	Note  string   // a sentence about the place, such as how to take part online
	Map   string   // address of a map, "" without valid Coordinates
}

// Rest returns all but the name of the place, in one line, for Markdown.
func (p Model) Rest() (s string) {
	for _, line := range p.Lines {
		s += ", " + line
	}
	if p.Note == "" {
		return s
	}
	return strings.TrimSuffix(s, ".") + ". " + p.Note
}

// Hybrid reports whether an event takes place at a venue and online.
func Hybrid(rec *catalog.Record) bool {
	return rec.IsOnline && rec.State != catalog.MovedOnline && rec.Location != nil &&
		(rec.Location.City != "" || rec.Location.Name != "")
}

// Venue returns the name of a place, "" when it only repeats the city.
func Venue(p *catalog.Place) string {
	if p == nil || p.Name == p.City {
		return ""
	}
	return p.Name
}

// ModelOf returns the place of an event; city is its [Labels.CityLine].
func ModelOf(w *words.Words, rec *catalog.Record, city string, at Coordinates) Model {
	p := rec.Location
	place := Model{Name: Venue(p), Map: at.MapURL(), Lines: AddressLines(p, city)}
	if place.Name == "" && len(place.Lines) == 0 {
		if rec.IsOnline {
			return Model{Name: w.Online, Note: onlineHow(w, rec)}
		}
		return Model{Name: w.VenueToCome}
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
		place.Name = place.Lines[0]
		place.Lines = place.Lines[1:]
	}
	switch {
	case Hybrid(rec):
		place.Note = strings.TrimSpace(w.Hybrid + ". " + onlineHow(w, rec))
	case rec.IsOnline:
		place.Note = strings.TrimSpace(w.Online + ". " + onlineHow(w, rec))
	}
	return place
}

// onlineHow returns the sentence on how to join an online event, or "" where no seller is known.
func onlineHow(w *words.Words, rec *catalog.Record) string {
	if rec.BuyURL == "" {
		return ""
	}
	return w.OnlineHow
}

// noStreet matches what follows the name of a venue that is part of the street: "Largo do Amparo,
// s/n", "Rua Augusta 1000", "Sala" in "Salamanca 5".
var noStreet = regexp.MustCompile(`(?i)^(?:\pL|[^\pL\d]*(?:\d|s/?n\b|n[º°.]|no\.))`)

// AddressLines splits the address into lines, with a break before the city. It leaves out text that
// the venue's name and the city line already contain.
func AddressLines(p *catalog.Place, city string) []string {
	if p == nil {
		return nil
	}
	address := strings.TrimSpace(p.Address)
	rest, named := strings.CutPrefix(address, cmp.Or(Venue(p), "\n"))
	if named && !noStreet.MatchString(rest) {
		address = strings.TrimLeft(rest, ", –-")
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
	if street, code := cutPostcode(address, p); code != "" {
		return []string{street, code + " " + city}
	}
	return []string{address, city}
}

// cutPostcode splits an address that ends with postcode, city and perhaps country: "1 place du
// Châtelet 75001 Paris, France".
func cutPostcode(address string, p *catalog.Place) (street, code string) {
	for comma := strings.LastIndexByte(address, ','); comma > 0 && saysOnly(address[comma:], p); {
		address = address[:comma]
		comma = strings.LastIndexByte(address, ',')
	}
	at := len(address) - len(p.City)
	if p.City == "" || at < 1 || !strings.EqualFold(address[at:], p.City) {
		return "", ""
	}
	address = strings.TrimRight(address[:at], " ")
	space := strings.LastIndexByte(address, ' ')
	if space < 0 || len(address)-space < 5 || strings.Trim(address[space+1:], "0123456789") != "" {
		return "", ""
	}
	return strings.TrimRight(address[:space], ", "), address[space+1:]
}

// Postcode returns the postal code of a place as its address has it, or "" where it is not plain.
func Postcode(p *catalog.Place) string {
	if _, code := cutPostcode(p.Address, p); code != "" {
		return code
	}
	last := p.Address[strings.LastIndexByte(p.Address, ' ')+1:]
	if len(last) == len("01310-100") && last[5] == '-' &&
		strings.Trim(last[:5]+last[6:], "0123456789") == "" {
		return last
	}
	return ""
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
		case p.Country != "" && lang.Country(part) == p.Country:
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
	street = strings.TrimRight(address[:i], " ")
	rest = address[i:]
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
