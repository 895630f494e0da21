package ingest

import (
	"cmp"
	"crypto/sha256"
	"slices"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/report"
	"cartaz/builder/internal/validate"
)

// Plan is what [Settle] gives: the events of a catalogue as they will be published, and all that
// only the whole catalogue can tell.
type Plan struct {
	Rows   []Row // in list order
	Groups [NumKinds]*Groups
	Fees   bool // an event on sale charges a fee
	Report report.Report

	// Of the rows, by number.
	texts     []string
	places    []place
	producers []producer
	tagLists  [][]number
	tagsCut   []bool // of these lists, those that lack tags since cutTopics; nil for none
	placeKeys []placeKeys
	venuesIn  map[string][]*Group // with coordinates, by the key of their city

	series []Series // by number; the first one is of events that are in none
}

// Settle decides what only the whole catalogue can tell: duplicates and slugs, the order of the
// list, groups of events. It takes over the rows of the catalogue.
func Settle(c *Catalogue) *Plan {
	tagLists := c.numbers.tagLists() // which are texts, too
	p := &Plan{Rows: c.rows, Report: c.Report, texts: c.numbers.texts.list,
		places: c.numbers.places.list, producers: c.numbers.producers.list, tagLists: tagLists}
	for kind := range p.Groups {
		p.Groups[kind] = &Groups{byKey: map[string]*Group{}}
	}
	p.placeKeys = p.keysOfPlaces()
	p.joinVenues()
	settled := validate.Settle(len(p.Rows),
		func(i int) *validate.Key { return &p.Rows[i].Key }, c.positions.of)
	p.Report.Add(settled.Findings...)
	p.cutTopics(settled.Slugs)
	n := 0
	for i, slug := range settled.Slugs {
		if slug != "" {
			p.Rows[n] = p.Rows[i]
			p.Rows[n].Slug = slug
			p.Rows[n].Hash = p.withSettled(&p.Rows[n])
			n++
		}
	}
	clear(p.Rows[n:])
	p.Rows = p.Rows[:n]
	slices.SortFunc(p.Rows, byListOrder)
	p.findSeries()
	for i := range p.Rows {
		p.Rows[i].name = "" // of a million events, the names are dozens of megabytes
		p.count(int32(i))
	}
	for _, groups := range p.Groups {
		groups.settle()
	}
	p.locateVenues()
	p.Report.Published = len(p.Rows)
	p.Report.Finish()
	return p
}

// count counts an event in its groups and in the report.
func (p *Plan) count(i int32) {
	row := &p.Rows[i]
	for kind, groups := range p.Groups {
		kinds[kind](p, row, func(key string, s Spelling) {
			if key != "" {
				groups.add(key, s, i, row)
			}
		})
	}
	if row.OnSale {
		p.Report.OnSale++
		p.Fees = p.Fees || row.carries&report.ChargesFee != 0
	}
	p.Report.Coverage.Add(row.carries)
}

// withSettled joins the hash of a record with what was settled for it, the slug, the venue's key
// and its tags: all of them decide the bytes of an event's pages.
func (p *Plan) withSettled(row *Row) [16]byte {
	settled := append(row.Hash[:], row.Slug...)
	if key := p.placeKeys[row.place].joined; key != "" {
		settled = append(append(settled, 0), key...)
	}
	if p.tagsCut != nil && p.tagsCut[row.tags] {
		settled = append(append(settled, 0, 0), strings.Join(p.tags(row), "\n")...)
	}
	sum := sha256.Sum256(settled)
	return [16]byte(sum[:16])
}

// Assign gives a record of the catalogue what was settled for it besides its slug: the key of its
// venue where it is not the one that follows from the record alone, and its tags.
func (p *Plan) Assign(rec *catalog.Record, row *Row) {
	if rec.Location != nil {
		rec.Location.VenueKey = p.placeKeys[row.place].joined
	}
	if p.tagsCut != nil && p.tagsCut[row.tags] {
		rec.Tags = p.tags(row)
	}
}

// byListOrder is the order of the list without a search term: start, unknown last, then name, then
// id.
func byListOrder(a, b Row) int {
	return cmp.Or(cmp.Compare(a.sort, b.sort), strings.Compare(a.name, b.name),
		cmp.Compare(a.ID, b.ID))
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
	most, all := "", 0
	events := 0
	for _, g := range p.Groups[Country].List {
		all += len(g.Rows)
		if len(g.Rows) > events {
			most, events = g.Label, len(g.Rows)
		}
	}
	if 2*events > all {
		return most
	}
	return ""
}

// Facets is what a search filters an event by.
type Facets struct {
	Venue, City, State, StateName string
	VenueKey                      string // of the page of the venue; "" for none
	Country                       string // code
	Producer, ProducerSlug        string
	Tags                          []string
}

// Facets are those of an event.
func (p *Plan) Facets(row *Row) Facets {
	at, who := &p.places[row.place], &p.producers[row.producer]
	return Facets{
		Venue: p.texts[at.name], City: p.texts[at.city], State: p.texts[at.state],
		StateName: p.texts[at.stateName], VenueKey: p.placeKeys[row.place].venue,
		Country: p.texts[at.country], Producer: p.texts[who.name], ProducerSlug: p.texts[who.slug],
		Tags: p.tags(row),
	}
}

// ImageOrigins are the origins that images of the events lie at, sorted: pages load from those
// only.
func (p *Plan) ImageOrigins() []string {
	seen := make([]bool, len(p.texts))
	var origins []string
	for i := range p.Rows {
		for _, n := range p.Rows[i].images {
			if n != 0 && !seen[n] {
				seen[n] = true
				origins = append(origins, p.texts[n])
			}
		}
	}
	slices.Sort(origins)
	return origins
}
