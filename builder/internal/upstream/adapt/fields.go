package adapt

import (
	"cmp"
	_ "embed" // names.txt
	"regexp"
	"slices"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/times"
	"cartaz/builder/lang"
)

// Field is the meaning of a column of a table, or an element of XML, for an event.
type Field string

// The fields. Their names are the names of members of a record, except for values that come in
// parts.
const (
	ID          Field = "id"
	Slug        Field = "slug"
	Name        Field = "name"
	Description Field = "description"
	Format      Field = "description_format" // html or text; "" to judge by Description
	Starts      Field = "starts_at"
	StartTime   Field = "start_time" // the time of day, beside a date
	Ends        Field = "ends_at"
	EndTime     Field = "end_time"
	Lasts       Field = "duration"
	Timezone    Field = "timezone"
	Venue       Field = "location.name"
	Address     Field = "location.formatted_address"
	City        Field = "location.city"
	Region      Field = "location.state"
	Country     Field = "location.country"
	VenueZone   Field = "location.timezone"
	Latitude    Field = "location.latitude"
	Longitude   Field = "location.longitude"
	Tags        Field = "tags"
	Image       Field = "images.banner"
	Producer    Field = "producer.name"
	BuyURL      Field = "buy_url"
	Status      Field = "status"
	State       Field = "state"
	Online      Field = "is_online"
	Updated     Field = "updated_at"
)

// Fields that are rare, and lines of names.txt that are not a field of a record.
const (
	StartsBefore Field = "previous_starts_at"
	StateAbbr    Field = "location.state_abbr"
	Thumbnail    Field = "images.thumbnail"
	Sessions     Field = "sessions" // a list of objects with a start, and perhaps an end
	sessionEnds  Field = "ends"     // a list beside one of starts
	except       Field = "except"   // dates of sessions that do not take place
	Facts        Field = "facts"    // see [facts]

	// Again is an object with all values side by side that give a start or an end, the best first.
	Again Field = "again"

	allDay   Field = "all_day"
	timeOpen Field = "time_tbd"
	dateOpen Field = "date_tbd"
	endZone  Field = "end_timezone"
	offset   Field = "utc_offset"
	ageMax   Field = "age_max" // beside a column of the lowest age
	around   Field = "around"  // objects whose members are the event's own
)

// flags are the fields of which every member counts.
var flags = func() []Field {
	all := []Field{allDay, timeOpen, dateOpen}
	for _, name := range catalog.AccessNames {
		all = append(all, Field(name))
	}
	return all
}()

//go:embed names.txt
var namesFile string

// called is the meaning of a name: its field, its rank among the names of that field, and the zone
// of its times ("Start (UTC)") or the unit of its lengths (duration_minutes).
type called struct {
	field Field
	rank  int
	of    string
	// of its text: "en" of "title_en", or ""
	language string
}

// in returns a value with what its name adds: a length in its unit (90 of duration_minutes is
// PT90M), and a time of day that names no zone in that of its name. The unit is M, H or S, the zone
// Z.
func (c called) in(v any) any {
	text := Scalar(v)
	at, _ := times.Clock(text)
	if day, moment := times.Read(text, times.Order{}); moment {
		at = day
	}
	switch {
	case c.of == "":
	case c.field == Lasts && strings.Trim(text, "0123456789") == "":
		return "PT" + text + c.of
	case strings.Trim(c.of, "MHS") == c.of && at.Clock && !at.HasOffset && at.Zone == "":
		return text + c.of
	}
	return v
}

// zoned are the keys of names with a zone, or a unit; units maps a unit to ISO 8601.
var (
	zoned = regexp.MustCompile(`^(utc|gmt|local)?(.+?)(?:(utc|gmt|local|min|ho|se)` +
		`(?:u?r|c|g)?(?:ute|uto|ond|und)?[aeosn]{0,2})?$`)
	layout = regexp.MustCompile(`(?i)^[dmyajth/.:, -]+$`) // "Date (dd/mm/yyyy)"
	units  = map[string]string{"utc": "Z", "gmt": "Z", "min": "M", "ho": "H", "se": "S"}
)

// language matches a name of a text in a language, as "title_en", "titleEN", "Titel (en)" and
// "en_title". Languages whose codes are words are left out: date_to is not Tongan, and venue_id is
// not a venue in Indonesian.
var language = regexp.MustCompile(strings.ReplaceAll(
	`^(?i)(?:(CODE)[_-](.+)|(.+?)[ _:(-]+(CODE)(?:[_-](?:[a-z]{2}|han[st]|latn|cyrl))?\)?)$`,
	"CODE", "ar|b[gn]|c[asy]|d[ae]|e[lnstu]|f[air]|g[al]|h[eiru]|it|ja|ko|l[btv]|m[kt]|n[bln]|"+
		"p[lt]|r[ou]|s[klqrv]|t[hr]|uk|vi|zh"))

// fieldNames are the names of each field, from names.txt, and calls maps them back.
var fieldNames, calls = func() (map[Field][]string, map[string]called) {
	names, of := map[Field][]string{}, map[string]called{}
	EachName(namesFile, func(f Field, rank int, name, key string) {
		of[key] = called{f, rank, map[bool]string{true: "M"}[strings.HasPrefix(key, "run")], ""}
		names[f] = append(names[f], name)
	})
	return names, of
}()

// EachName calls take with each name in a file like names.txt, and with the key of the name. A name
// occurs once in the file.
func EachName(file string, take func(f Field, rank int, name, key string)) {
	seen := map[string]bool{}
	for line := range strings.Lines(file) {
		field, list, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || strings.HasPrefix(field, "#") {
			continue
		}
		for rank, name := range strings.Split(list, ", ") {
			key := lang.Key(name)
			if seen[key] {
				panic("adapt: two fields have the name " + name)
			}
			seen[key] = true
			take(Field(field), rank, name, key)
		}
	}
}

// meaning returns the meaning of a name. "event" before a name does not count, nor do words such as
// "venue" before a part of a place: EVENT START DATE, venue_city, location.name.
func meaning(name string) called {
	key := lang.Key(name)
	if c, ok := calls[key]; ok {
		return c
	}
	for _, prefix := range strings.Fields("event schedule attributes fields field properties") {
		if rest, ok := strings.CutPrefix(key, prefix); ok && calls[rest].field != "" {
			return calls[rest]
		}
	}
	for _, prefix := range strings.Fields(
		"venue location place local lugar lieu ort luogo address") {
		if rest, ok := strings.CutPrefix(key, prefix); ok {
			c := calls[rest]
			if f, within := ofPlace(c.field); within {
				c.field = f
				return c
			}
		}
	}
	base, how, _ := strings.Cut(strings.Trim(name, ")] "), "(")
	if loc, _ := times.Zone(how); loc != nil { // "Hora (BRT)"
		c := meaning(base)
		c.of = " " + how
		return c
	} else if layout.MatchString(how) {
		return meaning(base)
	}
	if m := language.FindStringSubmatch(Apart(name)); m != nil {
		c := meaning(m[2] + m[3])
		c.language = m[1] + m[4]
		return c
	}
	m := zoned.FindStringSubmatch(key)
	if m == nil || m[2] == key {
		return called{}
	}
	c := meaning(m[2])
	c.of = units[m[1]+m[3]]
	return c
}

// ofPlace returns what a field is within a place, where a name is that of the venue, and whether it
// is a field of places.
func ofPlace(f Field) (_ Field, within bool) {
	f = cmp.Or(map[Field]Field{Name: Venue, State: Region, Timezone: VenueZone}[f], f)
	return f, strings.HasPrefix(string(f), "location.")
}

// FieldOf returns the field that a header or element names, or "".
func FieldOf(name string) Field {
	f := meaning(name).field
	switch {
	case f == around || slices.Contains(flags, f):
		return ""
	case f == StateAbbr:
		return Region
	}
	return f
}

// NamesOf lists the names of a field, folded, for messages and documentation.
func NamesOf(f Field) []string { return fieldNames[f] }
