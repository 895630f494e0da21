package ingest

import (
	"math"
	"strconv"
	"strings"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/agenda"
	"cartaz/builder/internal/cache"
	"cartaz/builder/internal/page/csp"
	"cartaz/builder/internal/report"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/validate"
)

// Row is what stays in memory of one record; of a [Plan], of one event. A catalogue may have a
// million of them, so a test holds its size.
type Row struct {
	// Key has the slug and the hash of the record; of a Plan the final slug, and the hash of the
	// record and that slug.
	validate.Key

	name string // until the rows are sorted
	sort int64  // catalog.Moment.SortKey of the start

	Offset int64 // of the record on disk
	Length int32

	place    number    // of numbers.places
	producer number    // of numbers.producers
	tags     number    // of numbers.tagLists
	series   number    // of Plan.series
	images   [2]number // origins of banner and thumbnail

	first  catalog.Date // that the event is on
	days   uint16       // how many it is on; 0 without a date
	minute int16        // of the clock of its start; agenda.NoHour

	OnSale  bool
	Ended   bool
	carries uint8 // bits of [report.Carried]
}

// Ref is where the record lies in the [RecordFile].
func (r *Row) Ref() cache.Ref { return cache.Ref{Offset: r.Offset, Length: r.Length} }

// When is the days and the hour of the event; ok is false for one without a date.
func (r *Row) When() (item agenda.Item, ok bool) {
	last := r.first + catalog.Date(r.days) - 1
	return agenda.Item{First: r.first, Last: last, Minute: r.minute}, r.days > 0
}

// Start is the [catalog.Moment.SortKey] of the start.
func (r *Row) Start() int64 { return r.sort }

// Begun reports whether the event has begun: by the clock, or, where its hour is not known, on a
// day before today. One without a date has not.
func (r *Row) Begun(today catalog.Date, now time.Time) bool {
	switch {
	case r.days == 0:
		return false
	case r.minute == agenda.NoHour:
		return r.first < today
	}
	return r.sort <= now.Unix()
}

// Month is the month in which the event starts, on its own clock; false when that is not known.
func (r *Row) Month() (catalog.Month, bool) { return r.first.Month(), r.days > 0 }

// newRow is the row of a record that lies at ref.
func newRow(rec *catalog.Record, key validate.Key, ref cache.Ref, n *numbers) Row {
	// The strings of a record may share their bytes with the whole item, which must not stay in
	// memory for the sake of a name.
	key.Slug = strings.Clone(key.Slug)
	row := Row{
		Key: key, name: strings.Clone(rec.Name), sort: rec.Starts.SortKey(), Offset: ref.Offset,
		Length: ref.Length,
		OnSale: rec.OnSale(), Ended: rec.IsEnded, carries: report.Carried(rec),
		images: [2]number{n.origin(rec.Banner), n.origin(rec.Thumbnail)},
	}
	if item, ok := agenda.NewItem(rec); ok {
		row.first, row.minute = item.First, item.Minute
		row.days = uint16(min(int(item.Last-item.First)+1, math.MaxUint16))
	}
	if p := rec.Location; p != nil {
		row.place = n.placeOf(p)
	}
	if p := rec.Producer; p != nil {
		row.producer = n.producerOf(p)
	}
	row.tags = n.tagsOf(rec.Tags)
	return row
}

// number stands for a text that repeats over a catalogue. 0 is "".
type number uint32

// place is what groups and filters need to know of a place. Many events share one.
type place struct {
	name, city, state, stateName, country number
	// Latitude and longitude in millionths of a degree (0.1 m); both 0 where they are not known.
	lat, lon int32
}

// producer is an organiser.
type producer struct{ name, slug number }

// numbers gives each text its number, and so each place, organiser and list of tags. The first of
// each is the empty one.
type numbers struct {
	texts     []string // by number
	places    []place
	producers []producer
	tagLists  [][]number

	known      map[string]number
	origins    map[string]number // of image addresses, by all that stands before their path
	placed     map[place]number
	produced   map[producer]number
	taggedWith map[string]number // by the tags, a line end between them
}

func newNumbers() *numbers {
	return &numbers{
		texts: []string{""}, places: make([]place, 1), producers: make([]producer, 1),
		tagLists: make([][]number, 1),
		known:    map[string]number{"": 0}, origins: map[string]number{},
		placed: map[place]number{{}: 0}, produced: map[producer]number{{}: 0},
		taggedWith: map[string]number{"": 0},
	}
}

func (n *numbers) placeOf(p *catalog.Place) number {
	at := place{name: n.of(p.Name), city: n.of(p.City), state: n.of(p.StateAbbr),
		stateName: n.of(p.State), country: n.of(p.Country)}
	at.lat, at.lon = micro(p.Latitude), micro(p.Longitude)
	i, ok := n.placed[at]
	if !ok {
		i = number(len(n.places))
		n.placed[at] = i
		n.places = append(n.places, at)
	}
	return i
}

// micro is a coordinate in millionths of a degree.
func micro(degrees string) int32 {
	f, err := strconv.ParseFloat(degrees, 64)
	if err != nil {
		return 0
	}
	return int32(math.Round(f * 1e6))
}

func (n *numbers) producerOf(p *catalog.Producer) number {
	who := producer{name: n.of(p.Name), slug: n.of(p.Slug)}
	i, ok := n.produced[who]
	if !ok {
		i = number(len(n.producers))
		n.produced[who] = i
		n.producers = append(n.producers, who)
	}
	return i
}

func (n *numbers) tagsOf(tags []string) number {
	if len(tags) == 0 {
		return 0
	}
	all := strings.Join(tags, "\n")
	i, ok := n.taggedWith[all]
	if !ok {
		list := make([]number, len(tags))
		for j, tag := range tags {
			list[j] = n.of(tag)
		}
		i = number(len(n.tagLists))
		n.taggedWith[all] = i
		n.tagLists = append(n.tagLists, list)
	}
	return i
}

func (n *numbers) of(text string) number {
	if i, ok := n.known[text]; ok {
		return i
	}
	text = strings.Clone(text)
	i := number(len(n.texts))
	n.known[text] = i
	n.texts = append(n.texts, text)
	return i
}

// origin is the number of the origin of an image address.
func (n *numbers) origin(address string) number {
	before := address
	if _, rest, ok := strings.Cut(address, "://"); ok {
		if end := strings.IndexAny(rest, "/?#"); end >= 0 {
			before = address[:len(address)-len(rest)+end]
		}
	}
	i, ok := n.origins[before]
	if !ok {
		i = n.of(csp.Origin(address))
		n.origins[strings.Clone(before)] = i
	}
	return i
}

// position is where a record came from, in 8 bytes.
type position struct {
	document uint32 // index into positions.documents
	index    uint32 // of the item in the document, from 1
}

// positions are where the records of a catalogue came from, by the number of their row.
type positions struct {
	list      []position
	documents []upstream.Position // without an index
}

func (p *positions) add(pos upstream.Position) {
	at := position{index: uint32(pos.Index)}
	pos.Index = 0
	if n := len(p.documents); n == 0 || p.documents[n-1] != pos {
		p.documents = append(p.documents, pos)
	}
	at.document = uint32(len(p.documents) - 1)
	p.list = append(p.list, at)
}

// of names the place of the record with number i, for the report.
func (p *positions) of(i int) string {
	at := p.list[i]
	pos := p.documents[at.document]
	pos.Index = int(at.index)
	return pos.String()
}
