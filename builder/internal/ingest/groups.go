package ingest

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/groupkey"
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
			in(groupkey.Topic(p.texts[n]), Spelling{Label: p.texts[n]})
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

// add counts an event in the group with a key.
func (g *Groups) add(key string, s Spelling, i int32, row *Row) {
	group := g.byKey[key]
	if group == nil {
		group = &Group{Key: key, spellings: map[Spelling]int{}}
		g.byKey[key] = group
		g.List = append(g.List, group)
	}
	group.spellings[s]++
	group.Rows = append(group.Rows, i)
	if row.OnSale {
		group.OnSale++
	}
}

// Of is the group with a key; nil for none.
func (g *Groups) Of(key string) *Group { return g.byKey[key] }

// settle picks each spelling: the most frequent, of equals the first in byte order, so that the
// order of the source has no say.
func (g *Groups) settle() {
	for _, group := range g.List {
		best := 0
		for s, n := range group.spellings {
			if n > best || n == best && s.compare(group.Spelling) < 0 {
				group.Spelling, best = s, n
			}
		}
		delete(group.spellings, group.Spelling)
		group.Others = slices.SortedFunc(maps.Keys(group.spellings), Spelling.compare)
		group.spellings = nil
	}
}

// Ranked lists the groups that have events on sale, most events first, then by label.
func (g *Groups) Ranked() []*Group {
	var list []*Group
	for _, group := range g.List {
		if group.OnSale > 0 {
			list = append(list, group)
		}
	}
	slices.SortFunc(list, func(a, b *Group) int {
		return cmp.Or(cmp.Compare(b.OnSale, a.OnSale),
			strings.Compare(text.Fold(a.Label), text.Fold(b.Label)), strings.Compare(a.Key, b.Key))
	})
	return list
}

// placeKeys are the keys of the groups of all events at one place; "" for none.
type placeKeys struct {
	city, venue string
	joined      string // venue, when it is not the one that follows from the place alone
}

// keysOfPlaces makes the keys of all places.
func (p *Plan) keysOfPlaces() []placeKeys {
	keys := make([]placeKeys, len(p.places))
	for n, at := range p.places {
		place := catalog.Place{Name: p.texts[at.name], City: p.texts[at.city],
			State: p.texts[at.stateName], StateAbbr: p.texts[at.state],
			Country: p.texts[at.country]}
		keys[n] = placeKeys{city: groupkey.City(place.City, place.StateAbbr),
			venue: groupkey.Venue(&place)}
	}
	return keys
}
