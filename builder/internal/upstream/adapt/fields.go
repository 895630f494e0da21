package adapt

import (
	"cmp"
	_ "embed" // names.txt
	"slices"
	"strings"
	"time"

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
	Timezone    Field = "timezone"
	Venue       Field = "location.name"
	Address     Field = "location.formatted_address"
	City        Field = "location.city"
	Region      Field = "location.state"
	Country     Field = "location.country"
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

// Fields of JSON alone, and lines of names.txt that stand for no field of a record.
const (
	StartsBefore Field = "previous_starts_at"
	StateAbbr    Field = "location.state_abbr"
	Thumbnail    Field = "images.thumbnail"
	EventState   Field = "event_state"

	isClosed  Field = "is_closed"
	cancelled Field = "cancelled"
	postponed Field = "postponed"
	visible   Field = "visible"
	hidden    Field = "hidden"
	around    Field = "around" // objects whose members are those of the event
)

// flags are the fields of JSON of which every member counts.
var flags = []Field{isClosed, cancelled, postponed, visible, hidden}

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
	return strings.Map(func(c rune) rune {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return -1
		}
		return c
	}, text.Fold(name))
}

// FieldOf is the field that a header or element names; "" for none.
func FieldOf(name string) Field {
	f := calls[nameKey(name)].field
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

// states are the words that say how an event takes place, by their [nameKey].
var states = map[string]string{
	"scheduled": "scheduled", "cancelled": "cancelled", "canceled": "cancelled",
	"cancelado": "cancelled", "cancelada": "cancelled", "annule": "cancelled",
	"annulee": "cancelled", "abgesagt": "cancelled", "postponed": "postponed",
	"adiado": "postponed", "adiada": "postponed", "aplazado": "postponed",
	"aplazada": "postponed", "reporte": "postponed", "reportee": "postponed",
	"verschoben": "postponed", "rescheduled": "rescheduled", "remarcado": "rescheduled",
	"remarcada": "rescheduled", "movedonline": "moved_online",
}

// StateOf is the state of an event that a word names; "" for none.
func StateOf(word string) string { return states[nameKey(word)] }

// truths are the words for yes and no, folded.
var truths = map[string]bool{
	"true": true, "yes": true, "sim": true, "si": true, "oui": true, "ja": true, "1": true,
	"x": true, "verdadeiro": true, "verdadero": true, "vrai": true, "wahr": true,
	"false": false, "no": false, "nao": false, "non": false, "nein": false, "0": false,
	"falso": false, "faux": false, "falsch": false,
}

// Record makes a record of the texts of fields, with times that are read in the given order of day
// and month. The note says which date was read one way of two; "" for none. Of a record beyond the
// budget, which has an error then, tags are missing.
func Record(b *Budget, fields map[Field]string, order Order) (record map[string]any, note string) {
	record = map[string]any{}
	location := map[string]any{}
	for _, f := range []Field{ID, Slug, Name, Timezone, BuyURL, Status} {
		Put(record, string(f), strings.TrimSpace(fields[f]))
	}
	Describe(record, fields[Description], fields[Format] == "html" || fields[Format] == "" &&
		LooksHTML(fields[Description]))
	from, to := fields[StartTime], fields[EndTime]
	if m := clocks.FindStringSubmatch(from); m != nil && readClock(m[2]) != "" {
		from, to = m[1], cmp.Or(to, m[2])
	}
	starts, doubt := order.Time(fields[Starts], from)
	if doubt {
		note = order.Note(fields[Starts])
	}
	// The end of a single day is its time alone.
	ends, _ := order.Time(cmp.Or(strings.TrimSpace(fields[Ends]), fields[Starts]), to)
	if strings.TrimSpace(fields[Ends]+to) == "" {
		ends = ""
	}
	Put(record, string(Starts), starts)
	Put(record, string(Ends), nextDay(starts, ends))
	updated, _ := order.Time(fields[Updated], "")
	Put(record, string(Updated), updated)
	for f, member := range map[Field]string{Venue: "name", Address: "formatted_address",
		City: "city", Country: "country"} {
		Put(location, member, strings.TrimSpace(fields[f]))
	}
	for f, member := range map[Field]string{Latitude: "latitude", Longitude: "longitude"} {
		Put(location, member, strings.ReplaceAll(strings.TrimSpace(fields[f]), ",", "."))
	}
	region := strings.TrimSpace(fields[Region])
	for _, f := range []Field{EventState, State} {
		if state := StateOf(fields[f]); state != "" {
			record["state"] = state
		} else if region == "" && f == State {
			region = strings.TrimSpace(fields[f])
		}
	}
	if record["state"] == nil {
		Put(record, "state", StateOf(fields[Status]))
	}
	if len(region) == 2 {
		Put(location, "state_abbr", strings.ToUpper(region))
	} else {
		Put(location, "state", region)
	}
	Put(record, "location", location)
	var tags []any
	for tag := range strings.FieldsFuncSeq(fields[Tags], func(c rune) bool {
		return strings.ContainsRune(",;|\n", c)
	}) {
		if b.Charge(ValueCost) != nil {
			break
		}
		if tag = strings.TrimSpace(tag); tag != "" {
			tags = append(tags, tag)
		}
	}
	Put(record, "tags", tags)
	if image := strings.TrimSpace(fields[Image]); image != "" {
		record["images"] = map[string]any{"banner": image}
	}
	if producer := strings.TrimSpace(fields[Producer]); producer != "" {
		record["producer"] = map[string]any{"name": producer}
	}
	if yes, known := truths[text.Fold(strings.TrimSpace(fields[Online]))]; known && yes {
		record["is_online"] = true
	}
	return record, note
}

// nextDay is an end on the next day where it is earlier on the day of the start: events go on after
// midnight.
func nextDay(starts, ends string) string {
	const form = "2006-01-02T15:04:05"
	end, err := time.Parse(form, ends)
	if err != nil || len(starts) != len(form) || ends >= starts || ends[:10] != starts[:10] {
		return ends
	}
	return end.AddDate(0, 0, 1).Format(form)
}

// LooksHTML says whether a text without a format is HTML: it ends an element that HTML has, or
// breaks a line in it.
func LooksHTML(s string) bool {
	if strings.IndexByte(s, '<') < 0 {
		return false
	}
	s = strings.ToLower(s)
	for _, tag := range []string{"</p>", "</a>", "</b>", "</li>", "</strong>", "</div>", "</em>",
		"</span>", "</h2>", "</h3>", "<br>", "<br/>", "<br />"} {
		if strings.Contains(s, tag) {
			return true
		}
	}
	return false
}
