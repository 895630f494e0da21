package adapt

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"cartaz/builder/internal/times"
	"cartaz/builder/lang"
	"cartaz/builder/text"
)

// Members returns the values that the members of an object give its event, by their names
// (names.txt) and at any depth: in objects around them (attributes, fields), in objects for a
// place, a moment or a person, as texts by language, and as typed values. For each flag
// ("cancelled", "hidden") it returns the list of all values; [Record] reads their meaning. If a
// text comes in several languages, the one of locale counts, then English, then the first.
func Members(item map[string]any, locale string) map[Field]any {
	m := members{locale: locale, best: map[Field][]rated{}, out: map[Field]any{}}
	item = window(item)
	m.object(item, 0)
	if said := facts(item, 0); len(said) > 0 {
		m.out[Facts] = said
	}
	if m.virtual && m.best[Venue] == nil {
		m.put(Online, 0, true)
	}
	for _, list := range m.best {
		slices.SortStableFunc(list, func(a, b rated) int { return cmp.Compare(a.rank, b.rank) })
	}
	for i, r := range m.best[Venue] { // "Ort" is the venue, and beside a better name its town
		if town := r.rank % rankOfDepth; i > 0 && m.best[City] == nil &&
			town >= calls["ort"].rank && town <= calls["plaats"].rank {
			m.best[City] = []rated{r}
		}
	}
	again := map[string]any{}
	for f, list := range m.best {
		var said []any
		for i, r := range list {
			// A moment that is only called a date may be the date of a post.
			posted := strings.Contains(Scalar(r.value), ":") && r.rank >= calls["date"].rank
			if i == 0 && m.out[f] == nil {
				m.out[f] = r.value
			}
			if r.group == list[0].group && (i == 0 || !posted || r.group > maxNested) {
				said = append(said, r.value)
			}
		}
		if len(said) > 1 && slices.Contains(whens[:4], f) {
			again[string(f)], m.out[Again] = said, again
		}
	}
	return m.out
}

// window returns an item that has other names for the times of its publishing if their names may
// also mean the event: TYPO3 and Contao have starttime and endtime, or start and stop, which are
// moments, 0 or empty, beside the time of the event, which is later than the first by a day.
func window(item map[string]any) map[string]any {
	for begin, end := range map[string]string{"starttime": "endtime", "start": "stop"} {
		from, has := item[begin]
		until := item[end]
		first, dated := times.Read(Scalar(from), times.Order{})
		if !has || !dated && strings.Trim(Scalar(from)+Scalar(until), "0123456789") != "" {
			continue
		}
		for name, v := range item {
			means := meaning(name)
			at, is := times.Read(Scalar(v), times.Order{})
			if is && (means.field == StartTime ||
				means.field == Starts && means.rank < calls["date"].rank) &&
				at.Instant().Sub(first.Instant()) >= 24*time.Hour {
				item = maps.Clone(item)
				delete(item, begin)
				delete(item, end)
				Put(item, "visible from", from)
				Put(item, "visible until", until)
				break
			}
		}
	}
	return item
}

// ZoneOf returns the zone that a document names for its list, which is at the end of path: beside
// the list, in an object around it, or in an object for the calendar or the site.
func ZoneOf(document any, path []string) string {
	object, ok := document.(map[string]any)
	if !ok {
		return ""
	}
	for name, v := range text.InOrder(object) {
		zone := Scalar(v)
		if loc, _ := times.Zone(zone); loc != nil && meaning(name).field == Timezone {
			return zone
		}
	}
	path = append(path, "")
	for _, name := range append(strings.Fields(`website site calendar feed data meta info settings
		config organization`), path[0]) {
		if zone := ZoneOf(object[name], path[1:]); zone != "" {
			return zone
		}
	}
	return ""
}

// facts returns the members of an object that decide whether and since when its event is public:
// {"draft": false, "published_at": null}. It also looks into objects such as "attributes", which
// [lang.MemberOf] calls "around". It does not read the values: the check of records does.
func facts(o map[string]any, depth int) map[string]any {
	kept := map[string]any{}
	for name, v := range o {
		inner, object := v.(map[string]any)
		switch is := lang.MemberOf(name); {
		case is == "around" && object && depth < maxNested:
			Put(kept, name, facts(inner, depth+1))
		case is == "since": // null has a meaning, too: it is not public yet
			kept[name] = v
		case is != "around" && is != "key" && is != "" && len(Scalar(v)) <= maxFact:
			Put(kept, name, v)
		}
	}
	return kept
}

// members collects the best value of each field.
type members struct {
	locale  string
	virtual bool // it has a place online
	best    map[Field][]rated
	out     map[Field]any
	group   int // of the object that is read: its depth, or a number of its own
	objects int // objects for a moment so far
}

// rated is a value with its rank: the lower, the better. Values of one group are side by side.
type rated struct {
	rank, group int
	value       any
}

// Ranks: a name counts less than the names before it in its line, and a deeper name less than an
// outer one.
const (
	rankOfDepth = 1000
	rankOfOther = 500 // of a text in another language
	rankOfPart  = 100 // of a member inside a part of a place
	maxNested   = 4
	maxName     = 100 // bytes of the name of a member
	maxFact     = 200 // bytes of a text about whether an event is public
)

// put adds a value of a field with its rank. A start or an end that is only a time of day becomes
// StartTime or EndTime. All flags count, and all tags in the language of the site; of other fields
// the best value is taken later.
func (m *members) put(f Field, rank int, v any) {
	said, text := v.(string)
	said = strings.TrimSpace(said)
	switch {
	case v == nil, text && said == "":
		return
	case clocks[f] != "" && isClock(said): // beside a column "date"
		f = clocks[f]
	}
	if slices.Contains(flags, f) {
		m.out[f] = append(List(m.out[f]), v)
	} else if f == Tags && rank%rankOfDepth < rankOfOther { // categories, and tags
		m.out[f] = append(List(m.out[f]), labels(v)...)
	} else {
		m.best[f] = append(m.best[f], rated{rank, m.group, v})
	}
}

// object reads an object of which every member may belong to the event.
func (m *members) object(o map[string]any, depth int) {
	if depth > maxNested {
		return
	}
	for name, v := range text.InOrder(o) {
		post := o["date_gmt"] != nil && (name == "date" || name == "date_gmt") // of WordPress
		if len(name) > maxName || post {
			continue
		}
		means := meaning(name)
		v = means.in(m.plain(v))
		rank := means.rank + m.foreign(means.language) + depth*rankOfDepth
		if name == "date" && strings.Contains(Scalar(v), ":") {
			rank += rankOfDepth // it may be that of a post, and the event in an object beside it
		}
		m.group = depth
		m.member(means.field, rank, v, depth)
	}
}

// member reads the value of a member whose name means field f, or nothing.
func (m *members) member(f Field, rank int, v any, depth int) {
	if v == nil || f == "" {
		return
	}
	switch f {
	case around:
		m.around(rank, v, depth)
	case Starts, Ends:
		m.moment(f, rank, v, depth)
	case Venue:
		m.venues(rank, v, depth)
	case Address, City, Region, Country:
		m.location(f, rank, m.first(v), depth)
	case Name:
		v = m.first(v)
		if event, ok := v.(map[string]any); ok && depth < maxNested && hasName(event) {
			m.object(event, depth+1) // an object called "event"
		} else {
			m.put(f, rank, v)
		}
	case Description, Updated, Producer:
		m.put(f, rank, m.first(v))
	case ID, BuyURL:
		if Scalar(v) != "" { // not an object of ids, or a list of tickets
			m.put(f, rank, v)
		}
	default:
		m.put(f, rank, v)
	}
}

// first returns the first of several values without its wrapping.
func (m *members) first(v any) any { return m.plain(First(v)) }

// around reads an object around members of the event, a list of dates, or a position: a list as in
// GeoJSON, or a text such as "48.85, 2.35".
func (m *members) around(rank int, v any, depth int) {
	switch v := v.(type) {
	case map[string]any:
		m.object(v, depth+1)
	case []any:
		one, _ := m.first(v).(map[string]any)
		if Members(one, "")[Starts] != nil && !hasName(one) { // of dates
			m.moment(Starts, rank+rankOfPart, v, depth+1)
		} else if len(v) == 2 { // longitude first
			m.put(Longitude, rank, v[0])
			m.put(Latitude, rank, v[1])
		}
	case string:
		if at := strings.FieldsFunc(v, func(c rune) bool {
			return strings.ContainsRune(",; ", c)
		}); len(at) == 2 {
			m.put(Latitude, rank, at[0])
			m.put(Longitude, rank, at[1])
		}
	}
}

// venues reads a place, or a list of places: the first counts that is not online.
func (m *members) venues(rank int, v any, depth int) {
	list, ok := v.([]any)
	if !ok {
		m.location(Venue, rank, v, depth)
		return
	}
	found := false
	for _, v := range list {
		v = m.plain(v)
		place, _ := v.(map[string]any)
		virtual := isVirtual(place)
		if virtual || !found {
			m.location(Venue, rank, v, depth)
		}
		found = found || !virtual
	}
}

// location reads a place or a part of a place: a text, or an object.
func (m *members) location(f Field, rank int, v any, depth int) {
	place, object := v.(map[string]any)
	switch {
	case !object:
		m.put(f, rank, v)
	case isVirtual(place):
		m.virtual = true
	case f == Venue || f == Address:
		m.place(place, rank, depth+1)
	default: // a city, region or country with a name and a code
		m.put(f, rank, named(place))
		for name, v := range text.InOrder(place) {
			if meaning(name).field == StateAbbr ||
				f == Region && (name == "code" || name == "abbr") {
				m.put(StateAbbr, rank, v)
			}
		}
	}
}

// isVirtual reports whether an object is a place online.
func isVirtual(place map[string]any) bool {
	return calls[lang.Key(member(place, "@type", "type", "Type", "_type"))].field == Online
}

// place reads an object for a place, or for a part of one. In it a name is the name of the venue,
// and "state" is a region.
func (m *members) place(o map[string]any, rank, depth int) {
	if depth > maxNested {
		return
	}
	says := map[Field]int{}
	for name := range o {
		f, _ := ofPlace(meaning(name).field)
		says[f]++
	}
	for name, v := range text.InOrder(o) {
		v = m.plain(v)
		inner, object := v.(map[string]any)
		means := meaning(name)
		f, within := ofPlace(means.field)
		if !within && f != around {
			continue
		}
		// "Ort" is a venue or a city. Beside another name of the venue it is the city.
		if key := lang.Key(name); (key == "ort" || key == "plaats") && says[Venue] > 1 &&
			says[City] == 0 {
			f = City
		}
		if object && (f == Venue || f == Address || f == around) {
			m.place(inner, rank+rankOfPart, depth+1)
		} else {
			m.member(f, rank+means.rank+m.foreign(means.language), v, depth)
		}
	}
}

// instants are members of an object for a moment, the best first.
var instants = strings.Fields(`datetime dateTime date_time iso utc local value start begin
	startDate start_date from date timestamp millis`)

// moment reads the value for a start or an end: a text, a number, an object of its parts, an object
// of start and end, or a list of those.
func (m *members) moment(f Field, rank int, v any, depth int) {
	m.objects++
	if depth > maxNested+1 {
		return
	}
	own := maxNested + m.objects // the group of this value
	switch v := v.(type) {
	case []any:
		if len(v) > 0 {
			m.group = own
			m.moments(f, rank, v, depth)
		}
	case map[string]any:
		// The parts that have names of their own, then year, month and day, else the object itself.
		fields := len(m.best)
		for name, part := range text.InOrder(v) {
			m.group = own
			m.partOfMoment(f, rank, name, m.plain(part), depth)
		}
		m.group = own
		if year := Scalar(v["year"]); year != "" {
			at := year + "-" + Scalar(v["month"]) + "-" + Scalar(v["day"])
			if hour := Scalar(v["hour"]); hour != "" {
				at += fmt.Sprintf(" %s:%02s", hour, Scalar(v["minute"]))
			}
			m.put(f, rank, at)
		} else if len(m.best) == fields && m.best[f] == nil {
			m.put(f, rank, v) // the check of records reports it
		}
	default:
		m.put(f, rank, v)
	}
}

// moments reads a list: the first start, or the last end. A list of several starts is the list of
// sessions, and then a list of ends is not the end of the event.
func (m *members) moments(f Field, rank int, list []any, depth int) {
	before, one := m.best[Ends], list[0]
	if f == Ends {
		m.put(sessionEnds, rank, list)
		one = list[len(list)-1]
	}
	m.moment(f, rank, m.plain(one), depth+1)
	if f == Starts {
		m.put(Sessions, rank, list)
		if len(list) > 1 {
			m.best[Ends] = before
		}
	}
}

// clocks are the times of day beside days.
var clocks = map[Field]Field{Starts: StartTime, Ends: EndTime}

// partOfMoment reads a member of an object for a start or an end, f. In an object for a start, a
// member for an end is the end of the event: "date": {"from": …, "to": …}.
func (m *members) partOfMoment(f Field, rank int, name string, v any, depth int) {
	means, at := meaning(name), slices.Index(instants, name)
	v = means.in(v)
	of := means.field
	if at >= 0 {
		of = Starts
	} else {
		at = len(instants) + means.rank
	}
	if f == Starts && (of == Ends || of == EndTime) {
		f, at = Ends, means.rank
	}
	switch {
	case of == Starts || of == around || of == Ends:
		m.moment(f, rank+at, v, depth+1)
	case of == StartTime || of == EndTime:
		if _, moment := times.Read(Scalar(v), times.Order{}); !moment { // a time of day
			f = clocks[f]
		}
		m.put(f, rank, v)
	case of == Timezone && f == Ends:
		m.put(endZone, rank, v)
	case of == Timezone:
		m.put(of, -1, v) // before the zone of the record
	case slices.Contains(flags, of):
		m.put(of, rank, v)
	}
}

// hasName reports whether an object has a name of its own, as an object called "event" has.
func hasName(o map[string]any) bool {
	for name := range o {
		if meaning(name).field == Name {
			return true
		}
	}
	return false
}

var languageTag = regexp.MustCompile(`^[a-z]{2}([-_][A-Za-z]{2,4})?$`)

// plain removes the wrapping of a value: the type of a value (Notion), texts by language, pieces of
// rich text.
func (m *members) plain(v any) any {
	switch v := v.(type) {
	case map[string]any:
		if kind, ok := v["type"].(string); ok && v[kind] != nil && len(v) <= 3 {
			return m.plain(v[kind])
		}
		if text, ok := InLocale(v, m.locale); ok {
			return text
		}
		return v
	case []any:
		var pieces strings.Builder
		texts := map[string]any{}
		for _, e := range v {
			part, _ := e.(map[string]any)
			piece, rich := part["plain_text"].(string)
			tag := member(part, "@xml:lang", "@lang", "lang", "language", "locale")
			texts[tag] = member(part, "#text", "value", "text", "content")
			if !rich && texts[tag] == "" {
				return v
			}
			pieces.WriteString(piece)
		}
		if text, ok := InLocale(texts, m.locale); ok {
			return text
		} else if pieces.Len() == 0 {
			return v
		}
		return pieces.String()
	}
	return v
}

// InLocale returns the text of a locale among texts by language: the text in the language of the
// locale, else in English, else in the first language that has one, or nil if all are empty. ok is
// false for an object of anything else.
func InLocale(texts map[string]any, locale string) (best any, ok bool) {
	m := members{locale: locale}
	least := rankOfDepth
	for tag, v := range text.InOrder(texts) {
		switch v.(type) {
		case nil, string, map[string]any:
		default:
			return nil, false
		}
		if !languageTag.MatchString(tag) || meaning(tag).field != "" {
			return nil, false
		}
		if rank := m.foreign(tag); rank < least && v != nil && v != "" {
			best, least = v, rank
		}
	}
	return best, true
}

// foreign returns the rank of a language: the locale itself is 0.
func (m *members) foreign(tag string) int {
	tag = strings.ToLower(strings.ReplaceAll(tag, "_", "-"))
	locale := strings.ToLower(m.locale)
	switch {
	case tag == "", tag == locale:
		return 0
	case strings.HasPrefix(locale, tag[:2]):
		return 1
	case tag[:2] == "en":
		return rankOfOther
	}
	return rankOfOther + 1
}
