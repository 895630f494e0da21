// Package place says how a page shows a place: its name, the lines of its address without
// repetition, its city and country in the language of the site, and where it lies on a map.
package place

import (
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/country"
	"cartaz/builder/internal/words"
	"cartaz/builder/text"
)

// Model is the place of an event on its page.
type Model struct {
	Name  string   // the strongest line
	Lines []string // address, city
	Note  string   // a sentence about the place, such as how to take part online
	Map   string   // address of a map, "" without valid Coordinates
}

// Inline is the place in one line, for Markdown.
func (p Model) Inline() string {
	s := words.List(append([]string{p.Name}, p.Lines...)...)
	if p.Note == "" {
		return s
	}
	return strings.TrimSuffix(s, ".") + ". " + p.Note
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
			return Model{Name: w.Online, Note: w.OnlineHow}
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
		place.Name, place.Lines = place.Lines[0], place.Lines[1:]
	}
	if rec.IsOnline {
		place.Note = w.Online + ". " + w.OnlineHow
	}
	return place
}

// AddressLines splits the address into lines, with a break before the city. It leaves out text that
// the venue's name and the city line already contain.
func AddressLines(p *catalog.Place, city string) []string {
	if p == nil {
		return nil
	}
	address := strings.TrimSpace(p.Address)
	if name := Venue(p); name != "" {
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
