package adapt

import (
	_ "embed" // names.txt
	"slices"
	"strings"

	"cartaz/builder/catalog"
	"cartaz/builder/text"
)

// Field is what a column of a table, or an element of XML, says of an event.
type Field string

// The fields. Their names are those of members of a record but for what comes in parts.
const (
	ID          Field = "id"
	Slug        Field = "slug"
	Name        Field = "name"
	Description Field = "description"
	Format      Field = "description_format" // html or text; "" for what Description looks like
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

// Fields that are not often there, and lines of names.txt that stand for no field of a record.
const (
	StartsBefore Field = "previous_starts_at"
	StateAbbr    Field = "location.state_abbr"
	Thumbnail    Field = "images.thumbnail"
	EventState   Field = "event_state"
	Sessions     Field = "sessions" // a list of objects with a start, and perhaps an end
	Facts        Field = "facts"    // see [facts]

	allDay   Field = "all_day"
	timeOpen Field = "time_tbd"
	ageMax   Field = "age_max" // beside a column of the lowest age
	around   Field = "around"  // objects whose members are those of the event
)

// flags are the fields of which every member counts.
var flags = func() []Field {
	all := []Field{allDay, timeOpen}
	for _, name := range catalog.AccessNames {
		all = append(all, Field(name))
	}
	return all
}()

//go:embed names.txt
var namesFile string

// called is the meaning of a name: its field, and its place among the names of that.
type called struct {
	field Field
	rank  int
}

// fieldNames are the names of each field as names.txt has them, and calls is the way back.
var fieldNames, calls = func() (map[Field][]string, map[string]called) {
	names, of := map[Field][]string{}, map[string]called{}
	for line := range strings.Lines(namesFile) {
		field, list, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || strings.HasPrefix(field, "#") {
			continue
		}
		for rank, name := range strings.Split(list, ", ") {
			key := nameKey(name)
			if _, twice := of[key]; twice {
				panic("adapt: names.txt has two fields of the name " + name)
			}
			of[key] = called{Field(field), rank}
			names[Field(field)] = append(names[Field(field)], name)
		}
	}
	return names, of
}()

// nameKey is the letters and digits of a name, folded.
func nameKey(name string) string {
	return strings.ReplaceAll(text.Slug(name), "-", "")
}

// meaning is what a name stands for. "event" before a name does not count, nor do "venue" and its
// like before the name of a part of a place: EVENT START DATE, venue_city, location.name.
func meaning(name string) called {
	key := nameKey(name)
	if c, ok := calls[key]; ok {
		return c
	}
	for _, prefix := range []string{"event", "schedule", "attributes", "fields", "properties"} {
		if rest, ok := strings.CutPrefix(key, prefix); ok && calls[rest].field != "" {
			return calls[rest]
		}
	}
	for _, prefix := range strings.Fields(
		"venue location place local lugar lieu ort luogo address") {
		if rest, ok := strings.CutPrefix(key, prefix); ok {
			switch c := calls[rest]; c.field {
			case Name:
				return called{Venue, c.rank}
			case State:
				return called{Region, c.rank}
			case Timezone:
				return called{VenueZone, c.rank}
			case Address, City, Region, StateAbbr, Country, Latitude, Longitude:
				return c
			}
		}
	}
	return called{}
}

// FieldOf is the field that a header or element names; "" for none.
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
