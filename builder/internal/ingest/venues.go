package ingest

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/groupkey"
	"cartaz/builder/internal/validate"
	"cartaz/builder/text"
)

// sameVenue is how far apart two places of one name may lie and still be one venue, in metres.
const sameVenue = 100

// earth is the mean radius of the earth in metres.
const earth = 6_371_000

// known reports whether the place has coordinates.
func (p *place) known() bool { return p.lat != 0 || p.lon != 0 }

// Distance is how far apart two points lie, in metres. They are given in millionths of a degree. It
// takes the earth for flat, which is right to a thousandth for the few kilometres of a city.
func Distance(lat1, lon1, lat2, lon2 int32) float64 {
	const radian = math.Pi / 180 / 1e6
	north := float64(lat2-lat1) * radian
	east := math.Remainder(float64(lon2)-float64(lon1), 360e6) * radian *
		math.Cos((float64(lat1)+float64(lat2))/2*radian)
	return earth * math.Hypot(north, east)
}

// joinVenues gives venues of one name that lie within [sameVenue] of each other one key, though
// their sources write the city differently. Of several keys the longest holds, which says most of
// the city, and of those the first in byte order: the numbers of events, which change every day,
// have no say in an address.
func (p *Plan) joinVenues() {
	byName := map[string][]int{} // numbers of places
	for n := range p.places {
		if at := &p.places[n]; p.placeKeys[n].venue != "" && at.known() {
			name := text.Slug(p.texts[at.name])
			byName[name] = append(byName[name], n)
		}
	}
	better := map[string]string{} // a key to the one that takes its place
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
				one, other := last(better, p.placeKeys[a].venue), last(better, p.placeKeys[b].venue)
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
		at := &p.placeKeys[n]
		if key := last(better, at.venue); key != at.venue {
			at.venue, at.joined = key, key
		}
	}
}

// last follows a key to the one that holds.
func last(better map[string]string, key string) string {
	for better[key] != "" {
		key = better[key]
	}
	return key
}

// locateVenues gives each venue the coordinates of its first event that has some, and reports those
// that several spellings share.
func (p *Plan) locateVenues() {
	for _, g := range p.Groups[Venue].List {
		at := &p.places[p.Rows[p.Located(g)].place]
		g.Lat, g.Lon = at.lat, at.lon
		var others []string
		for _, s := range g.Others {
			if s.Label != g.Label || s.City != g.City || s.State != g.State {
				others = append(others, fmt.Sprintf("%q", strings.TrimRight(
					strings.Join([]string{s.Label, s.City, s.State}, ", "), ", ")))
			}
		}
		if len(others) > 0 {
			p.Report.Add(validate.Finding{Kind: validate.Joined, Reason: validate.VenueSpellings,
				Position: catalog.VenuePath(g.Key), Slug: g.Key,
				Detail: fmt.Sprintf("%q is also written %s", g.Label,
					strings.Join(others[:min(len(others), maxSpellings)], ", "))})
		}
	}
}

// maxSpellings is how many spellings of a venue a report names.
const maxSpellings = 5

// Located is the index of the first event of a venue that knows where it is, else of its first.
func (p *Plan) Located(g *Group) int32 {
	for _, i := range g.Rows {
		if p.places[p.Rows[i].place].known() {
			return i
		}
	}
	return g.Rows[0]
}

// Neighbour is a venue near another.
type Neighbour struct {
	*Group
	Metres float64
}

// Neighbours lists the venues of a venue's city that lie within so many metres, the nearest first.
// Those of other cities have no say: the page of a venue depends on the venues of its city only.
func (p *Plan) Neighbours(g *Group, metres float64) []Neighbour {
	if g.Lat == 0 && g.Lon == 0 || g.City == "" {
		return nil
	}
	if p.venuesIn == nil {
		p.venuesIn = map[string][]*Group{}
		for _, venue := range p.Groups[Venue].List {
			if venue.Lat != 0 || venue.Lon != 0 {
				key := groupkey.City(venue.City, venue.State)
				p.venuesIn[key] = append(p.venuesIn[key], venue)
			}
		}
		for _, list := range p.venuesIn {
			slices.SortFunc(list, func(a, b *Group) int { return cmp.Compare(a.Lat, b.Lat) })
		}
	}
	// Only those whose latitude alone is near enough are looked at: of a million events, a city has
	// ten thousand venues. One millionth more makes up for rounding.
	within := int(metres/earth*180/math.Pi*1e6) + 1
	venues := p.venuesIn[groupkey.City(g.City, g.State)]
	south, _ := slices.BinarySearchFunc(venues, int(g.Lat)-within,
		func(v *Group, lat int) int { return cmp.Compare(int(v.Lat), lat) })
	var list []Neighbour
	for _, other := range venues[south:] {
		if int(other.Lat) > int(g.Lat)+within {
			break
		}
		if at := Distance(g.Lat, g.Lon, other.Lat, other.Lon); other != g && at <= metres {
			list = append(list, Neighbour{other, at})
		}
	}
	slices.SortFunc(list, func(a, b Neighbour) int {
		return cmp.Or(cmp.Compare(a.Metres, b.Metres), strings.Compare(a.Key, b.Key))
	})
	return list
}
