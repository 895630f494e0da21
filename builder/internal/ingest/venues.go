package ingest

import (
	"cmp"
	"math"
	"slices"

	"cartaz/builder/catalog"
	places "cartaz/builder/internal/page/place"
	"cartaz/builder/text"
)

// sameVenue is how far apart two places of one name may be and still be one venue, in metres.
const sameVenue = 100

// earth is the mean radius of the earth in metres.
const earth = 6_371_000

// Distance returns the distance of two points in metres. The points are in millionths of a degree.
// It takes the earth for flat, which is right to a thousandth for the few kilometres of a city.
func Distance(lat1, lon1, lat2, lon2 int32) float64 {
	const radian = math.Pi / 180 / 1e6
	north := float64(lat2-lat1) * radian
	east := math.Remainder(float64(lon2)-float64(lon1), 360e6) * radian *
		math.Cos((float64(lat1)+float64(lat2))/2*radian)
	return earth * math.Hypot(north, east)
}

// placeKeys are the keys of the groups of all events at one place, or "".
type placeKeys struct {
	city, venue string
	joined      string // venue, if it differs from the key by the place alone
}

// keysOfPlaces makes the keys of all places. Venues of one name within [sameVenue] of each other
// have one key, even if their sources write the city differently: the longest key, which says most
// of the city, and among equals the first in byte order. An address must not depend on the numbers
// of events, which change every day.
func (p *Plan) keysOfPlaces() {
	p.placeKeys = make([]placeKeys, len(p.places))
	byName := map[string][]int{} // numbers of places
	for n := range p.places {
		at := &p.places[n]
		place := catalog.Place{Name: p.texts[at.name], City: p.texts[at.city],
			State: p.texts[at.stateName], StateAbbr: p.texts[at.state],
			Country: p.texts[at.country]}
		key := places.VenueKey(&place)
		p.placeKeys[n] = placeKeys{city: places.CityKey(place.City, place.StateAbbr), venue: key}
		if key != "" && at.known() {
			name := text.Slug(place.Name)
			byName[name] = append(byName[name], n)
		}
	}
	better := map[string]string{} // a key to the key that replaces it
	last := func(n int) string {
		key := p.placeKeys[n].venue
		for better[key] != "" {
			key = better[key]
		}
		return key
	}
	// Of venues of one name that are near each other, the better key replaces the others.
	for _, list := range byName {
		slices.SortFunc(list, func(a, b int) int {
			return cmp.Compare(p.places[a].lat, p.places[b].lat)
		})
		for i, a := range list {
			for _, b := range list[i+1:] {
				x, y := &p.places[a], &p.places[b]
				if Distance(x.lat, 0, y.lat, 0) > sameVenue {
					break
				}
				one, other := last(a), last(b)
				if one == other || Distance(x.lat, x.lon, y.lat, y.lon) > sameVenue {
					continue
				}
				if len(one) < len(other) || len(one) == len(other) && one > other {
					one, other = other, one
				}
				better[other] = one
			}
		}
	}
	for n := range p.placeKeys {
		if key := last(n); key != p.placeKeys[n].venue {
			p.placeKeys[n].venue, p.placeKeys[n].joined = key, key
		}
	}
}
