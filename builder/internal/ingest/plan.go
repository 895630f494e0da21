package ingest

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/groupkey"
	"cartaz/builder/internal/report"
	"cartaz/builder/internal/validate"
	"cartaz/builder/text"
)

// maxTopics is how many topics of a brand have a page, 20 KB each. The groups of other kinds need
// no bound: an event is in one of each at most.
const maxTopics = 5000

// Plan is what [Settle] gives: the events of a catalogue as they will be published, and all that
// only the whole catalogue can tell.
type Plan struct {
	Rows         []Row // in list order
	Groups       [NumKinds]*Groups
	Fees         bool     // an event on sale charges a fee
	ImageOrigins []string // in any order, "" too: pages load images from those only
	Report       report.Report

	// Of the rows, by number.
	texts     []string
	places    []place
	producers []producer
	tagLists  [][]number // numbers of texts
	series    []Series   // the first one is of events that are in none
	placeKeys []placeKeys
	topicKeys map[number]string // of the texts of tags
	cutLists  map[number]bool   // lists that lack tags since cutTopics

	venuesIn map[string][]*Group // with coordinates, by the key of their city
}

// Series is the events on sale of one name (folded) at one venue that begin on several days, or at
// several times of one day. A list shows the first of them and says how many there are.
type Series struct {
	ID    int // from 1; 0 for an event that is in none
	Days  int // on which events of it begin
	Times int // of these days together at which events of it begin
}

// Settle decides what only the whole catalogue can tell: duplicates and slugs, the order of the
// list, groups of events. It takes over the rows of the catalogue.
func Settle(c *Catalogue) *Plan {
	n := c.numbers
	p := &Plan{Rows: c.rows, Report: c.Report, places: n.places.list, producers: n.producers.list,
		series: make([]Series, 1), tagLists: make([][]number, len(n.tags.list)),
		topicKeys: map[number]string{}, cutLists: map[number]bool{}}
	for i, tags := range n.tags.list[1:] {
		for tag := range strings.SplitSeq(tags, "\n") {
			t := n.text(tag)
			p.tagLists[i+1] = append(p.tagLists[i+1], t)
			p.topicKeys[t] = groupkey.Topic(tag)
		}
	}
	p.texts = n.texts.list
	p.keysOfPlaces()
	settled := validate.Settle(len(p.Rows), func(i int) *validate.Key { return &p.Rows[i].Key },
		func(i int) string { return n.where(c.positions[i]) })
	p.Report.Add(settled.Findings...)
	p.cutTopics(settled.Slugs)
	published := p.Rows[:0]
	for i, slug := range settled.Slugs {
		if slug != "" {
			row := p.Rows[i]
			row.Slug = slug
			row.Hash = p.withSettled(&row)
			published = append(published, row)
		}
	}
	clear(p.Rows[len(published):])
	p.Rows = published
	slices.SortFunc(p.Rows, func(a, b Row) int { // a start that is not known comes last
		return cmp.Or(cmp.Compare(a.sort, b.sort), strings.Compare(a.name, b.name),
			cmp.Compare(a.ID, b.ID))
	})
	p.findSeries()
	p.findGroups()
	origins := map[number]bool{}
	for i := range p.Rows {
		row := &p.Rows[i]
		origins[row.images[0]], origins[row.images[1]] = true, true
		row.name = "" // of a million events, the names are dozens of megabytes
		if row.OnSale {
			p.Report.OnSale++
			p.Fees = p.Fees || row.carries&report.ChargesFee != 0
		}
		p.Report.Coverage.Add(row.carries)
	}
	for n := range origins {
		p.ImageOrigins = append(p.ImageOrigins, p.texts[n])
	}
	p.Report.Published = len(p.Rows)
	p.Report.Finish()
	return p
}

// cutTopics takes the topics beyond [maxTopics] from all events, those of the fewest events first,
// of equals the last by key. slugs are those of the rows, "" for a row that is not published.
func (p *Plan) cutTopics(slugs []string) {
	events := map[string]int{}
	for i, slug := range slugs {
		for _, tag := range p.tagLists[p.Rows[i].tags] {
			if slug != "" {
				events[p.topicKeys[tag]]++
			}
		}
	}
	delete(events, "") // of tags without a page
	if len(events) <= maxTopics {
		return
	}
	ranked := slices.SortedFunc(maps.Keys(events), func(a, b string) int {
		return cmp.Or(cmp.Compare(events[b], events[a]), strings.Compare(a, b))
	})
	for _, key := range ranked[maxTopics:] {
		delete(events, key)
	}
	for i, list := range p.tagLists {
		p.tagLists[i] = slices.DeleteFunc(list, func(tag number) bool {
			key := p.topicKeys[tag]
			return key != "" && events[key] == 0
		})
		p.cutLists[number(i)] = len(p.tagLists[i]) < len(list)
	}
	p.Report.Add(validate.Finding{Kind: validate.Repaired, Reason: validate.TooMany,
		Position: "tags", Detail: fmt.Sprintf("tags: %d topics; the %d of the most events are "+
			"kept, all others are left out, such as %q", len(ranked), maxTopics,
			ranked[maxTopics])})
}

// withSettled joins the hash of a record with what was settled for it, the slug, the venue's key
// and its tags: all of them decide the bytes of an event's pages.
func (p *Plan) withSettled(row *Row) [16]byte {
	settled := append(row.Hash[:], row.Slug...)
	if key := p.placeKeys[row.place].joined; key != "" {
		settled = append(append(settled, 0), key...)
	}
	if p.cutLists[row.tags] {
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
	if p.cutLists[row.tags] {
		rec.Tags = p.tags(row)
	}
}

// tags are the tags of an event that are left.
func (p *Plan) tags(row *Row) (tags []string) {
	for _, n := range p.tagLists[row.tags] {
		tags = append(tags, p.texts[n])
	}
	return tags
}

// findSeries numbers the series of the events on sale. It needs their names, which a plan drops.
//
// An event is known by the first 8 bytes of the SHA-256 of name and venue. Among a million events
// two different ones meet once in 40 million catalogues, and nobody finds one that meets another.
func (p *Plan) findSeries() {
	type named struct {
		sum uint64
		row int32
	}
	type start struct {
		day    catalog.Date
		minute int16
	}
	var list []named
	var buf []byte
	for i := range p.Rows {
		row := &p.Rows[i]
		key := p.placeKeys[row.place].venue
		if row.OnSale && row.days > 0 && key != "" {
			buf = append(append(text.AppendFold(buf[:0], row.name), 0), key...)
			sum := sha256.Sum256(buf)
			list = append(list, named{binary.BigEndian.Uint64(sum[:]), int32(i)})
		}
	}
	slices.SortFunc(list, func(a, b named) int {
		return cmp.Or(cmp.Compare(a.sum, b.sum), cmp.Compare(a.row, b.row))
	})
	for n := 0; len(list) > 0; list = list[n:] {
		for n = 1; n < len(list) && list[n].sum == list[0].sum; n++ {
		}
		if n == 1 {
			continue
		}
		days, times := map[catalog.Date]bool{}, map[start]bool{}
		for _, event := range list[:n] {
			row := &p.Rows[event.row]
			days[row.first], times[start{row.first, row.minute}] = true, true
		}
		if len(times) == 1 {
			continue
		}
		for _, event := range list[:n] {
			p.Rows[event.row].series = number(len(p.series))
		}
		p.series = append(p.series, Series{len(p.series), len(days), len(times)})
	}
}

// Series is the series that an event is in.
func (p *Plan) Series(row *Row) Series { return p.series[row.series] }

// OfSeries returns of each series among rows its first event only, and every event that is in none.
func (p *Plan) OfSeries(rows []int32) []int32 {
	seen := map[number]bool{}
	return slices.DeleteFunc(slices.Clone(rows), func(i int32) bool {
		s := p.Rows[i].series
		again := s != 0 && seen[s]
		seen[s] = true
		return again
	})
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
