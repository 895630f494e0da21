package ingest

import (
	"cmp"
	"math"
	"strconv"
	"strings"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/agenda"
	"cartaz/builder/internal/cache"
	"cartaz/builder/internal/report"
	"cartaz/builder/internal/validate"
	"cartaz/builder/internal/words"
)

// Row is the data of one record, or in a [Plan] of one event, that stays in memory. A catalogue may
// have a million of them, so a test checks its size.
type Row struct {
	// Key has the slug and the hash of the record. In a Plan it has the final slug, and the hash
	// covers that slug too.
	validate.Key

	name string // until the rows are sorted
	sort int64  // catalog.Moment.SortKey of the start

	Offset int64 // of the record on disk
	Length int32
	Number int32 // in a Plan: its place in Plan.Rows

	place    number // of numbers.places
	producer number // of numbers.producers
	tags     number // of numbers.tagLists
	series   number // of Plan.series
	others   number // of Plan.others
	images   number // of numbers.images

	begins uint32 // how its description begins
	Shown  uint32 // what pages of other events show of this one, by shownOf

	first  catalog.Date // of the event
	days   uint16       // number of days of the event; 0 without a date
	minute int16        // of the clock of its start; agenda.NoHour

	long    bool // see agenda.Item
	Apart   bool // another event on sale of its name and venue is a different one
	OnSale  bool
	SoldOut bool // tickets are listed, and none is left
	Free    bool // tickets are listed, and those left cost nothing
	Ended   bool
	// Cancelled: the event does not take place.
	Cancelled bool
	carries   uint8 // bits of [report.Carried]
}

// Ref returns the place of the record in the [RecordFile].
func (r *Row) Ref() cache.Ref { return cache.Ref{Offset: r.Offset, Length: r.Length} }

// When returns the days and the hour of the event; ok is false for an event without a date.
func (r *Row) When() (item agenda.Item, ok bool) {
	last := r.first + catalog.Date(r.days) - 1
	return agenda.Item{First: r.first, Last: last, Minute: r.minute,
		Run: agenda.IsRun(int(r.days)), Long: r.long}, r.days > 0
}

// Start returns the [catalog.Moment.SortKey] of the start.
func (r *Row) Start() int64 { return r.sort }

// Begun reports whether the event has begun: by the clock, or, if its hour is not known, on a day
// before today. An event without a date has not.
func (r *Row) Begun(today catalog.Date, now time.Time) bool {
	switch {
	case r.days == 0:
		return false
	case r.minute == agenda.NoHour:
		return r.first < today
	}
	return r.sort <= now.Unix()
}

// Compare compares rows of a Plan by their places in the list.
func (r *Row) Compare(o *Row) int { return cmp.Compare(r.Number, o.Number) }

// Month returns the month in which the event starts, on its own clock; false if that is not known.
func (r *Row) Month() (catalog.Month, bool) { return r.first.Month(), r.days > 0 }

// newRow returns the row of a record with the place ref.
func newRow(rec *catalog.Record, key validate.Key, ref cache.Ref, n *numbers) *Row {
	// The strings of a record may share their bytes with the whole item, and a name must not keep
	// the item in memory.
	key.Slug = strings.Clone(key.Slug)
	row := &Row{
		Key: key, name: strings.Clone(rec.Name), sort: rec.Starts.SortKey(), Offset: ref.Offset,
		Length: ref.Length,
		begins: beginOf(rec.Description), Shown: shownOf(rec),
		OnSale: rec.OnSale(), Ended: rec.IsEnded, Cancelled: rec.State == catalog.Cancelled,
		carries: report.Carried(rec), SoldOut: rec.SoldOut(),
		Free:   words.StateOf(rec) == words.StateFree,
		tags:   numberOf(n.tags, strings.Join(rec.Tags, "\n")),
		images: n.images.of([2]number{n.text(n.image(rec.Banner)), n.text(n.image(rec.Thumbnail))}),
	}
	if items := agenda.Sessions(rec); len(items) > 0 {
		n.sessions[ref.Offset] = items
	}
	if rec.Acts != "" {
		n.acts[ref.Offset] = catalog.Names(strings.Clone(string(rec.Acts)))
	}
	if item, ok := agenda.NewItem(rec.Whole()); ok {
		row.first = item.First
		row.minute = item.Minute
		row.long = item.Long
		row.days = uint16(min(int(item.Last-item.First)+1, math.MaxUint16))
	}
	var at place
	if p := rec.Location; p != nil {
		at = place{name: n.text(p.Name), city: n.text(p.City), state: n.text(p.StateAbbr),
			stateName: n.text(p.State), country: n.text(p.Country), lat: micro(p.Latitude),
			lon: micro(p.Longitude)}
	}
	if rec.Starts.HasClock() || len(rec.Sessions.All) > 0 {
		at.zone = n.text(rec.Timezone)
	}
	row.place = n.places.of(at)
	if p := rec.Producer; p != nil {
		row.producer = n.producers.of(producer{name: n.text(p.Name), slug: n.text(p.Slug)})
	}
	return row
}

// micro returns a coordinate in millionths of a degree.
func micro(degrees string) int32 {
	f, _ := strconv.ParseFloat(degrees, 64) // 0 without one
	return int32(math.Round(f * 1e6))
}

// number is the number of a value that repeats over a catalogue. 0 is the empty value.
type number uint32

// place is the part of a place that groups and filters need. Many events share one.
type place struct {
	name, city, state, stateName, country number
	// Latitude and longitude in millionths of a degree (0.1 m); both 0 if not known.
	lat, lon int32
	zone     number // of the clock of an event that begins at an hour
}

// producer is an organiser.
type producer struct{ name, slug number }

// numbered gives each value its number.
type numbered[K comparable] struct {
	list  []K // by number
	known map[K]number
}

func newNumbered[K comparable]() *numbered[K] {
	return &numbered[K]{make([]K, 1), map[K]number{*new(K): 0}}
}

func (n *numbered[K]) of(v K) number {
	i, ok := n.known[v]
	if !ok {
		i = number(len(n.list))
		n.known[v] = i
		n.list = append(n.list, v)
	}
	return i
}

// numberOf returns the number of a text that may share its bytes with a whole item.
func numberOf(n *numbered[string], s string) number {
	if i, ok := n.known[s]; ok {
		return i
	}
	return n.of(strings.Clone(s))
}

// numbers are the numbers of a catalogue.
type numbers struct {
	texts     *numbered[string]
	places    *numbered[place]
	producers *numbered[producer]
	images    *numbered[[2]number]    // texts: banner and thumbnail by image
	tags      *numbered[string]       // lists of tags, separated by line ends
	sessions  map[int64][]agenda.Item // by Row.Offset, of events that have sessions
	acts      map[int64]catalog.Names // by Row.Offset, of events that have some
	// the needed part of the address of a picture: the whole address, or its origin
	image func(address string) string
}

func newNumbers() *numbers {
	return &numbers{texts: newNumbered[string](), places: newNumbered[place](),
		producers: newNumbered[producer](), images: newNumbered[[2]number](),
		tags:     newNumbered[string](),
		sessions: map[int64][]agenda.Item{}, acts: map[int64]catalog.Names{}, image: Origin}
}

// text returns the number of a text.
func (n *numbers) text(s string) number { return numberOf(n.texts, s) }
