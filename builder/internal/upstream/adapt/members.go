package adapt

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"

	"cartaz/builder/internal/times"
	"cartaz/builder/lang"
	"cartaz/builder/text"
)

// Members returns the values that the members of an object give its event, by their names
// (names.txt) and at any depth: in objects around them (attributes, fields), in objects for a
// place, a moment or a person, as texts by language, and as typed values. For each flag
// ("cancelled", "hidden") it returns the list of all values; [Record] reads their meaning. Of texts
// by language, the text of locale counts, then English, then the first.
func Members(item map[string]any, locale string) map[Field]any {
	m := members{locale: locale, best: map[Field][]rated{}, out: map[Field]any{}}
	m.object(item, 0)
	if said := facts(item, 0); len(said) > 0 {
		m.out[Facts] = said
	}
	if m.virtual && m.best[Venue] == nil {
		m.put(Online, 0, true)
	}
	again := map[string]any{}
	for f, list := range m.best {
		slices.SortStableFunc(list, func(a, b rated) int { return cmp.Compare(a.rank, b.rank) })
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

// facts returns the members of an object that decide its publishing. Only the check of records
// reads their meaning.
func facts(o map[string]any, depth int) map[string]any {
	kept := map[string]any{}
	for name, v := range o {
		inner, object := v.(map[string]any)
		switch is := lang.MemberOf(name); {
		case is == "around" && object && depth < maxNested:
			Put(kept, name, facts(inner, depth+1))
		case is == "since": // null has a meaning, too
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

func (m *members) put(f Field, rank int, v any) {
	if text, ok := v.(string); ok {
		if text = strings.TrimSpace(text); text == "" {
			return
		} else if f == Starts && isClock(text) { // beside a column "date"
			f = StartTime
		} else if f == Ends && isClock(text) {
			f = EndTime
		}
	}
	if v == nil {
		return
	}
	if slices.Contains(flags, f) {
		m.out[f] = append(List(m.out[f]), v)
	} else if f == Tags && rank%rankOfDepth < rankOfOther { // categories, and tags
		m.out[f] = append(List(m.out[f]), labels(v)...)
	} else {
		m.best[f] = append(m.best[f], rated{rank, m.group, v})
	}
}

var language = regexp.MustCompile(`^(.+)[_-]([a-z]{2})$`)

// object reads an object of which every member may belong to the event.
func (m *members) object(o map[string]any, depth int) {
	if depth > maxNested {
		return
	}
	for name, v := range text.InOrder(o) {
		if len(name) > maxName {
			continue
		}
		call := meaning(name)
		v = call.in(m.plain(v))
		rank := call.rank + depth*rankOfDepth
		m.group = depth
		if call.field == "" {
			name = strings.TrimPrefix(name, "field_")
			if parts := language.FindStringSubmatch(name); parts != nil && parts[2] != m.base() {
				rank, name = rank+rankOfOther, parts[1]
			} else if parts != nil {
				name = parts[1]
			}
			call = meaning(name)
			rank += call.rank
		}
		m.member(call.field, rank, v, depth)
	}
}

// member reads one member for a field, or for "".
func (m *members) member(f Field, rank int, v any, depth int) {
	inner, object := v.(map[string]any)
	list, isList := v.([]any)
	switch {
	case f == "" || v == nil:
	case f == around && object:
		m.object(inner, depth+1)
	case f == around && isList && len(list) == 2: // GeoJSON: longitude first
		m.put(Longitude, rank, list[0])
		m.put(Latitude, rank, list[1])
	case f == around:
		text, _ := v.(string)
		if at := strings.FieldsFunc(text, func(c rune) bool {
			return strings.ContainsRune(",; ", c)
		}); len(at) == 2 {
			m.put(Latitude, rank, at[0])
			m.put(Longitude, rank, at[1])
		}
	case f == Starts || f == Ends:
		m.moment(f, rank, v, depth)
	case f == Venue && isList:
		found := false
		for _, v := range list { // the first place counts
			if place, ok := m.plain(v).(map[string]any); ok && isVirtual(place) {
				m.member(f, rank, place, depth)
			} else if !found {
				found = true
				m.member(f, rank, m.plain(v), depth)
			}
		}
	case f == Venue || f == Address || f == City || f == Region || f == Country:
		if isList && len(list) > 0 {
			v = m.plain(list[0])
			inner, object = v.(map[string]any)
		}
		if object && isVirtual(inner) {
			m.virtual = true
		} else if !object {
			m.put(f, rank, v)
		} else if f == City || f == Region || f == Country {
			m.put(f, rank, named(inner))
			for name, v := range text.InOrder(inner) {
				if meaning(name).field == StateAbbr ||
					f == Region && (name == "code" || name == "abbr") {
					m.put(StateAbbr, rank, v)
				}
			}
		} else {
			m.place(inner, rank, depth+1)
		}
	case isList && len(list) > 0 && (f == Name || f == Description || f == Updated):
		m.member(f, rank, m.plain(list[0]), depth)
	case f == Name && object && depth < maxNested && hasName(inner):
		m.object(inner, depth+1) // an object called "event"
	case f == Producer && isList && len(list) > 0:
		m.put(f, rank, m.plain(list[0]))
	case (f == ID || f == BuyURL) && (object || isList):
		// neither an object of ids nor a list of tickets is an address
	default:
		m.put(f, rank, v)
	}
}

// isVirtual reports whether an object is a place online.
func isVirtual(place map[string]any) bool {
	for name, v := range place {
		kind, _ := v.(string)
		if lang.Key(name) == "type" && calls[lang.Key(kind)].field == Online {
			return true
		}
	}
	return false
}

// place reads an object for a place, or for a part of one.
func (m *members) place(o map[string]any, rank, depth int) {
	if depth > maxNested {
		return
	}
	for name, v := range text.InOrder(o) {
		v = m.plain(v)
		inner, object := v.(map[string]any)
		call := meaning(name)
		f := call.field
		switch f {
		case Name:
			f = Venue
		case State:
			f = Region
		case Timezone:
			f = VenueZone
		case VenueZone, Venue, Address, City, Region, StateAbbr, Country, Latitude, Longitude,
			around:
		default:
			continue
		}
		if key := lang.Key(name); (key == "ort" || key == "plaats") && hasName(o) {
			f = City
		}
		if object && (f == Venue || f == Address || f == around) {
			m.place(inner, rank+rankOfPart, depth+1)
		} else {
			m.member(f, rank+call.rank, v, depth)
		}
	}
}

// instants are members of an object for a moment, the best first.
var instants = strings.Fields(`datetime dateTime date_time iso utc local value start begin
	startDate start_date from date timestamp millis`)

// moment reads the value for a start or an end: a text, a number, an object of its parts, an object
// of start and end, or a list of those. Of a list of ends the last counts.
func (m *members) moment(f Field, rank int, v any, depth int) {
	if m.objects++; depth > maxNested+1 {
		return
	}
	own := maxNested + m.objects
	switch v := v.(type) {
	case []any:
		if len(v) == 0 {
			return
		}
		m.group = own
		last := m.best[Ends]
		if f == Ends {
			v = v[len(v)-1:]
		}
		m.moment(f, rank, m.plain(v[0]), depth+1)
		if f == Starts {
			m.put(Sessions, rank, v)
		}
		if len(v) > 1 {
			m.best[Ends] = last // the sessions have it
		}
	case map[string]any:
		said := len(m.best)
		for name, part := range text.InOrder(v) {
			call, at := meaning(name), slices.Index(instants, name)
			inner := call.in(m.plain(part))
			of, is := call.field, f
			if at < 0 {
				at = len(instants) + call.rank
			} else {
				of = Starts
			}
			if f == Starts && (of == Ends || of == EndTime) {
				at, is = call.rank, Ends
			}
			switch m.group = own; {
			case of == Starts || of == around || of == Ends:
				m.moment(is, rank+at, inner, depth+1)
			case of == StartTime || of == EndTime:
				if _, moment := times.Read(Scalar(inner), times.Order{}); !moment {
					is = map[Field]Field{Starts: StartTime, Ends: EndTime}[is]
				}
				m.put(is, rank, inner)
			case of == Timezone && f == Ends:
				m.put(endZone, rank, inner)
			case of == Timezone:
				m.put(of, -1, inner) // before the zone of the record
			case slices.Contains(flags, of):
				m.put(of, rank, inner)
			}
		}
		m.group = own
		if year := Scalar(v["year"]); year != "" {
			m.put(f, rank, year+"-"+Scalar(v["month"])+"-"+Scalar(v["day"]))
		} else if len(m.best) == said && m.best[f] == nil {
			m.put(f, rank, v) // the check of records reports it
		}
	default:
		m.put(f, rank, v)
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

func (m *members) base() string { return strings.ToLower(m.locale[:min(len(m.locale), 2)]) }

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
		var text strings.Builder
		for _, e := range v {
			part, _ := e.(map[string]any)
			piece, ok := part["plain_text"].(string)
			if !ok {
				return v
			}
			text.WriteString(piece)
		}
		return text.String()
	}
	return v
}

// InLocale returns the text of a locale among texts by language: the text in the language of the
// locale, else in English, else in the first language that has one, or nil if all are empty. ok is
// false for an object of anything else.
func InLocale(texts map[string]any, locale string) (text any, ok bool) {
	for tag, v := range texts {
		if _, text := v.(string); !languageTag.MatchString(tag) || !text && v != nil ||
			meaning(tag).field != "" {
			return nil, false
		}
	}
	m := members{locale: locale}
	tags := slices.SortedFunc(maps.Keys(texts), func(a, b string) int {
		return cmp.Or(cmp.Compare(m.foreign(a), m.foreign(b)), cmp.Compare(a, b))
	})
	for _, tag := range tags {
		if texts[tag] != nil && texts[tag] != "" {
			return texts[tag], true
		}
	}
	return nil, true
}

// foreign returns how far a language is from the brand's.
func (m *members) foreign(tag string) int {
	switch {
	case strings.EqualFold(strings.ReplaceAll(tag, "_", "-"), m.locale):
		return 0
	case tag[:2] == m.base():
		return 1
	case tag[:2] == "en":
		return 2
	}
	return 3
}
