package ingest

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"hash/crc32"
	"math"
	"slices"
	"strconv"
	"strings"

	"cartaz/builder/catalog"
	places "cartaz/builder/internal/page/place"
	"cartaz/builder/text"
)

const (
	relatedDates  = 6  // events of one name that a page shows
	relatedEvents = 3  // events of its venue or its organiser
	relatedReach  = 12 // how far from an event they are sought, in events of the group
)

// Related holds the events on sale that the page of another event links to.
type Related struct {
	Dates     []*Row // of the same name and organiser, anywhere: the first ones
	Venue     []*Row // at the same venue, in the same week, Monday to Sunday
	Organiser []*Row // by the same organiser, next in the list
}

// Related returns the events that the page of an event links to. An event that is not on sale links
// only to its other dates.
func (p *Plan) Related(row *Row) (r Related) {
	r.Dates = first(slices.DeleteFunc(slices.Clone(p.others[row.others]),
		func(o *Row) bool { return o == row }), relatedDates)
	if !row.OnSale {
		return r
	}
	shown := map[number]bool{row.others: true}
	saturday, sunday := row.first.Weekend()
	r.Venue = p.around(p.GroupOf(Venue, row), row, shown, func(o *Row) bool {
		return row.days > 0 && o.days > 0 && saturday-5 <= o.first && o.first <= sunday
	})
	r.Organiser = p.around(p.GroupOf(Organiser, row), row, shown, func(o *Row) bool {
		return !slices.Contains(r.Venue, o)
	})
	return r
}

// around returns the first wanted events on sale of a group after an event, then before it. It
// returns one event of each name with other dates, and none whose name was shown.
func (p *Plan) around(g *Group, row *Row, shown map[number]bool, wanted func(*Row) bool) (
	list []*Row) {
	if g == nil {
		return nil
	}
	n, _ := slices.BinarySearchFunc(g.Rows, row, (*Row).Compare)
	before := slices.Clone(g.Rows[max(0, n-relatedReach):n])
	slices.Reverse(before)
	for _, o := range append(slices.Clone(first(g.Rows[n+1:], relatedReach)), before...) {
		if len(list) < relatedEvents && o.OnSale && (o.others == 0 || !shown[o.others]) &&
			wanted(o) {
			list = append(list, o)
			shown[o.others] = true
		}
	}
	return list
}

func first[T any](list []T, n int) []T { return list[:min(n, len(list))] }

// findOthers finds the events of one name and organiser. It needs their names, which a plan drops.
func (p *Plan) findOthers() {
	p.others = make([][]*Row, 1)
	p.alike(func(buf []byte, row *Row) []byte {
		buf = append(text.AppendFold(buf, row.name), 0)
		return append(buf, p.texts[p.producers[row.producer].slug]...)
	}, func(rows []*Row) {
		var onSale []*Row
		for _, row := range rows {
			row.others = number(len(p.others))
			if row.OnSale && len(onSale) <= relatedDates {
				onSale = append(onSale, row)
			}
		}
		p.others = append(p.others, onSale)
	})
}

// alike calls found for the rows, two at least, that share a key. key appends to buf; an event
// without a key is left out.
//
// A key is identified by the first 8 bytes of its SHA-256. In catalogues of a million events, two
// different keys collide once in 40 million of them, and a collision cannot be made on purpose.
func (p *Plan) alike(key func(buf []byte, row *Row) []byte, found func(rows []*Row)) {
	firsts, several := map[uint64]*Row{}, map[uint64][]*Row{}
	var buf []byte
	for _, row := range p.Rows {
		if buf = key(buf[:0], row); len(buf) == 0 {
			continue
		}
		digest := sha256.Sum256(buf)
		sum := binary.BigEndian.Uint64(digest[:])
		switch before := firsts[sum]; {
		case before == nil:
			firsts[sum] = row
		case several[sum] == nil:
			several[sum] = []*Row{before, row}
		default:
			several[sum] = append(several[sum], row)
		}
	}
	for _, rows := range text.InOrder(several) {
		found(rows)
	}
}

// beginOf digests the beginning of a description: a correction further on, or a text added for one
// date, does not make it a different event.
func beginOf(description string) uint32 {
	return crc32.ChecksumIEEE(text.AppendFold(nil, text.Clip(description, 40)))
}

// shownOf digests what the pages of other events show of an event: its name, when and where it is,
// and its state.
func shownOf(rec *catalog.Record) uint32 {
	said := []string{rec.Name, rec.Starts.String(), rec.Ends.String(), string(rec.State),
		strconv.FormatBool(rec.SaysCancelled), rec.Status}
	if rec.SoldOut() {
		said = append(said, "sold out")
	}
	if p := rec.Location; p != nil {
		said = append(said, p.Name, p.City, p.State, p.StateAbbr, p.Country)
	}
	return crc32.ChecksumIEEE([]byte(strings.Join(said, "\n")))
}

// Neighbour is a venue near another.
type Neighbour struct {
	*Group
	Metres float64
}

// Neighbours lists the venues of a venue's city within metres of it, the nearest first. Venues of
// other cities are left out: the page of a venue depends on the venues of its city only.
func (p *Plan) Neighbours(g *Group, metres float64) (list []Neighbour) {
	if g.Lat == 0 && g.Lon == 0 || g.City == "" {
		return nil
	}
	if p.venuesIn == nil {
		p.venuesIn = map[string][]*Group{}
		for _, venue := range p.Groups[Venue].List {
			if venue.Lat != 0 || venue.Lon != 0 {
				key := places.CityKey(venue.City, venue.State)
				p.venuesIn[key] = append(p.venuesIn[key], venue)
			}
		}
	}
	// In a million events, a city has ten thousand venues: most are ruled out by their latitude.
	within := int32(metres/earth*180/math.Pi*1e6) + 1
	for _, other := range p.venuesIn[places.CityKey(g.City, g.State)] {
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
