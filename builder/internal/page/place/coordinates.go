package place

import (
	"strconv"

	"cartaz/builder/catalog"
)

// Coordinates are the position of a place in decimal degrees, as plain digits. They are empty
// unless both are valid. Sources use 0, 0 for an unknown position; that is empty too.
type Coordinates struct{ Lat, Lon string }

// Known reports whether there is a position.
func (p Coordinates) Known() bool { return p.Lat != "" }

// MapURL returns the address of a map of the place, "" when the position is not known.
func (p Coordinates) MapURL() string {
	if !p.Known() {
		return ""
	}
	return "https://www.openstreetmap.org/?mlat=" + p.Lat + "&mlon=" + p.Lon
}

// CoordinatesOf returns the position of a place.
func CoordinatesOf(p *catalog.Place) Coordinates {
	if p == nil || p.Latitude == "" || p.Longitude == "" {
		return Coordinates{}
	}
	y, yErr := strconv.ParseFloat(p.Latitude, 64)
	x, xErr := strconv.ParseFloat(p.Longitude, 64)
	// The comparisons are negated so that NaN is invalid too.
	if yErr != nil || xErr != nil || !(y >= -90 && y <= 90 && x >= -180 && x <= 180) ||
		(x == 0 && y == 0) {
		return Coordinates{}
	}
	return Coordinates{strconv.FormatFloat(y, 'f', -1, 64), strconv.FormatFloat(x, 'f', -1, 64)}
}
