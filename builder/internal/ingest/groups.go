package ingest

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/groupkey"
	"cartaz/builder/internal/validate"
	"cartaz/builder/text"
)

// Kind is what the events of a group have in common. A new kind is a constant here, a row of
// [kinds], and a row of the table of group pages in package build.
type Kind int

// Kinds of groups.
const (
	City Kind = iota
	Organiser
	Venue
	Country
	Topic
	NumKinds
)

// kinds says for each kind which groups an event belongs to: it calls in with the key of each, and
// with how the source of the event writes it. A key "" is none: there is no page.
var kinds = [NumKinds]func(p *Plan, row *Row, in func(key string, s Spelling)){
	City: func(p *Plan, row *Row, in func(string, Spelling)) {
		at := &p.places[row.place]
		in(p.placeKeys[row.place].city, Spelling{Label: p.texts[at.city],
			State: p.texts[at.state], Country: p.texts[at.country]})
	},
	Venue: func(p *Plan, row *Row, in func(string, Spelling)) {
		at := &p.places[row.place]
		in(p.placeKeys[row.place].venue, Spelling{Label: p.texts[at.name],
			City: p.texts[at.city], State: p.texts[at.state], Country: p.texts[at.country]})
	},
	Country: func(p *Plan, row *Row, in func(string, Spelling)) {
		code := p.texts[p.places[row.place].country]
		in(strings.ToLower(code), Spelling{Label: code})
	},
	Organiser: func(p *Plan, row *Row, in func(string, Spelling)) {
		who := p.producers[row.producer]
		in(p.texts[who.slug], Spelling{Label: p.texts[who.name]})
	},
	Topic: func(p *Plan, row *Row, in func(string, Spelling)) {
		for _, n := range p.tagLists[row.tags] {
			in(p.topicKeys[n], Spelling{Label: p.texts[n]})
		}
	},
}

// Spelling is how a source writes a place, an organiser or a topic.
type Spelling struct {
	Label   string // as shown; of a country its code
	City    string // of a venue
	State   string // abbreviation, of a city or a venue
	Country string // code, of a city or a venue
}

func (s Spelling) compare(o Spelling) int {
	return cmp.Or(strings.Compare(s.Label, o.Label), strings.Compare(s.City, o.City),
		strings.Compare(s.State, o.State), strings.Compare(s.Country, o.Country))
}

// Group is the events that have one city, organiser, venue, country or topic in common.
type Group struct {
	Key      string // last part of its address
	Spelling        // the most frequent one
	// Others are the other spellings, in byte order.
	Others []Spelling
	// Lat and Lon are where a venue lies, in millionths of a degree; both 0 when not known.
	Lat, Lon int32
	OnSale   int     // events in the list
	Rows     []int32 // indexes of its events, in list order

	spellings map[Spelling]int // until they are settled
}

// Groups are the groups of one kind.
type Groups struct {
	List  []*Group
	byKey map[string]*Group
}

// Of is the group with a key; nil for none.
func (g *Groups) Of(key string) *Group { return g.byKey[key] }

// Ranked lists the groups that have events on sale, most events first, then by label.
func (g *Groups) Ranked() []*Group {
	list := slices.DeleteFunc(slices.Clone(g.List), func(g *Group) bool { return g.OnSale == 0 })
	slices.SortFunc(list, func(a, b *Group) int {
		return cmp.Or(cmp.Compare(b.OnSale, a.OnSale),
			strings.Compare(text.Fold(a.Label), text.Fold(b.Label)), strings.Compare(a.Key, b.Key))
	})
	return list
}

// findGroups puts each event into its groups. Of their spellings the most frequent holds, of equals
// the first in byte order, so that the order of the source has no say.
func (p *Plan) findGroups() {
	for kind := range p.Groups {
		groups := &Groups{byKey: map[string]*Group{}}
		for i := range p.Rows {
			row := &p.Rows[i]
			kinds[kind](p, row, func(key string, s Spelling) {
				if key == "" {
					return
				}
				g := groups.byKey[key]
				if g == nil {
					g = &Group{Key: key, spellings: map[Spelling]int{}}
					groups.byKey[key] = g
					groups.List = append(groups.List, g)
				}
				g.spellings[s]++
				g.Rows = append(g.Rows, int32(i))
				if row.OnSale {
					g.OnSale++
				}
			})
		}
		for _, g := range groups.List {
			ranked := slices.SortedFunc(maps.Keys(g.spellings), func(a, b Spelling) int {
				return cmp.Or(cmp.Compare(g.spellings[b], g.spellings[a]), a.compare(b))
			})
			g.Spelling, g.Others, g.spellings = ranked[0], ranked[1:], nil
			slices.SortFunc(g.Others, Spelling.compare)
		}
		p.Groups[kind] = groups
	}
	for _, g := range p.Groups[Venue].List {
		at := &p.places[p.Rows[p.Located(g)].place]
		g.Lat, g.Lon = at.lat, at.lon
		p.reportSpellings(g)
	}
}

// GroupOf is the group of a kind that an event belongs to; nil for none. A topic is the first.
func (p *Plan) GroupOf(kind Kind, row *Row) (group *Group) {
	kinds[kind](p, row, func(key string, _ Spelling) {
		if group == nil {
			group = p.Groups[kind].Of(key)
		}
	})
	return group
}

// HomeCountry is the code of the country that more than half of the events with a country are in;
// "" when there is none. Pages name the country of a place only where it is another one.
func (p *Plan) HomeCountry() string {
	all := 0
	for _, g := range p.Groups[Country].List {
		all += len(g.Rows)
	}
	for _, g := range p.Groups[Country].List {
		if 2*len(g.Rows) > all {
			return g.Label
		}
	}
	return ""
}

// maxSpellings is how many spellings of a venue a report names.
const maxSpellings = 5

// reportSpellings reports a venue that several spellings share.
func (p *Plan) reportSpellings(g *Group) {
	var others []string
	for _, s := range g.Others {
		if s.Country = g.Country; s != g.Spelling && len(others) < maxSpellings {
			others = append(others, fmt.Sprintf("%q", strings.TrimRight(
				strings.Join([]string{s.Label, s.City, s.State}, ", "), ", ")))
		}
	}
	if len(others) > 0 {
		p.Report.Add(validate.Finding{Kind: validate.Joined, Reason: validate.VenueSpellings,
			Position: catalog.VenuePath(g.Key), Slug: g.Key,
			Detail: fmt.Sprintf("%q is also written %s", g.Label, strings.Join(others, ", "))})
	}
}

// Located is the index of the first event of a venue that knows where it is, else of its first.
func (p *Plan) Located(g *Group) int32 {
	for _, i := range g.Rows {
		if p.places[p.Rows[i].place].known() {
			return i
		}
	}
	return g.Rows[0]
}

// known reports whether the place has coordinates.
func (p *place) known() bool { return p.lat != 0 || p.lon != 0 }

// sameVenue is how far apart two places of one name may lie and still be one venue, in metres.
const sameVenue = 100

// earth is the mean radius of the earth in metres.
const earth = 6_371_000

// Distance is how far apart two points lie, in metres. They are given in millionths of a degree. It
// takes the earth for flat, which is right to a thousandth for the few kilometres of a city.
func Distance(lat1, lon1, lat2, lon2 int32) float64 {
	const radian = math.Pi / 180 / 1e6
	north := float64(lat2-lat1) * radian
	east := math.Remainder(float64(lon2)-float64(lon1), 360e6) * radian *
		math.Cos((float64(lat1)+float64(lat2))/2*radian)
	return earth * math.Hypot(north, east)
}

// placeKeys are the keys of the groups of all events at one place; "" for none.
type placeKeys struct {
	city, venue string
	joined      string // venue, when it is not the one that follows from the place alone
}

// keysOfPlaces makes the keys of all places. Venues of one name that lie within [sameVenue] of each
// other have one key, though their sources write the city differently: the longest, which says most
// of the city, and of those the first in byte order. The numbers of events, which change every day,
// have no say in an address.
func (p *Plan) keysOfPlaces() {
	p.placeKeys = make([]placeKeys, len(p.places))
	byName := map[string][]int{} // numbers of places
	for n := range p.places {
		at := &p.places[n]
		place := catalog.Place{Name: p.texts[at.name], City: p.texts[at.city],
			State: p.texts[at.stateName], StateAbbr: p.texts[at.state],
			Country: p.texts[at.country]}
		key := groupkey.Venue(&place)
		p.placeKeys[n] = placeKeys{city: groupkey.City(place.City, place.StateAbbr), venue: key}
		if key != "" && at.known() {
			name := text.Slug(place.Name)
			byName[name] = append(byName[name], n)
		}
	}
	better := map[string]string{} // a key to the one that takes its place
	last := func(n int) string {
		key := p.placeKeys[n].venue
		for better[key] != "" {
			key = better[key]
		}
		return key
	}
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

// Neighbour is a venue near another.
type Neighbour struct {
	*Group
	Metres float64
}

// Neighbours lists the venues of a venue's city that lie within so many metres, the nearest first.
// Those of other cities have no say: the page of a venue depends on the venues of its city only.
func (p *Plan) Neighbours(g *Group, metres float64) (list []Neighbour) {
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
	}
	// Of a million events, a city has ten thousand venues: most are ruled out by their latitude.
	within := int32(metres/earth*180/math.Pi*1e6) + 1
	for _, other := range p.venuesIn[groupkey.City(g.City, g.State)] {
		if other == g || other.Lat < g.Lat-within || other.Lat > g.Lat+within {
			continue
		}
		if at := Distance(g.Lat, g.Lon, other.Lat, other.Lon); at <= metres {
			list = append(list, Neighbour{other, at})
		}
	}
	slices.SortFunc(list, func(a, b Neighbour) int {
		return cmp.Or(cmp.Compare(a.Metres, b.Metres), strings.Compare(a.Key, b.Key))
	})
	return list
}
