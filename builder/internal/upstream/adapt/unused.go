package adapt

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/itchyny/gojq"

	"cartaz/builder/catalog"
	"cartaz/builder/text"
)

// Member is a member of items whose value reached no record.
type Member struct {
	Path    string `json:"path"`    // in jq; [] is each element of a list
	Example string `json:"example"` // its first value, as JSON
	Key     bool   `json:"-"`       // each item has it, with a value of its own
	Named   bool   `json:"-"`       // its name is the name of a key

	Names  []string `json:"-"` // names on the path, the first of the item first
	Values []string `json:"-"` // the first of each item, or ""
	Many   bool     `json:"-"` // an item has several
	Clock  bool     `json:"-"` // its first value is a time of day
	Date   bool     `json:"-"` // it is a date

	keys map[string]bool // values that may be keys
}

// String returns the path of the member with its example, on one line.
func (m Member) String() string {
	return fmt.Sprintf("%-30s %s", m.Path, text.Shorten(m.Example, 60))
}

// Unused follows the members of items into the records that were made of them, and keeps the
// members whose values never arrived. The zero value is ready.
type Unused struct {
	byPath map[string]*Member
	used   map[string]bool
	order  []string
	items  int
}

// Limits of Unused.
const (
	maxMembers = 500
	leastPart  = 4 // characters of a text that may be a part of another
	leastDigit = 8 // digits of such a number: a day
)

// Add follows one item. records are the output of a map or a reader, checked the published records.
// Members that a reader added to the item are left out.
func (m *Unused) Add(item any, records []any, checked []*catalog.Record) {
	if m.byPath == nil {
		m.byPath, m.used = map[string]*Member{}, map[string]bool{}
	}
	m.items++
	r := reached{values: map[string]bool{}, clocks: map[string]bool{}, fields: map[string]bool{}}
	for _, record := range records {
		r.add(record, "")
	}
	for _, rec := range checked {
		for _, at := range []catalog.Moment{rec.Starts, rec.Ends, rec.PreviousStarts,
			catalog.ParseMoment(rec.UpdatedAt.UTC().Format(time.RFC3339))} {
			r.moment(at)
		}
		for _, t := range rec.Tickets {
			if t.Price != nil {
				r.values[strconv.FormatInt(*t.Price, 10)] = true
				r.values[strconv.FormatInt(*t.Price/100, 10)] = true
			}
		}
	}
	r.all = strings.Join(slices.Collect(maps.Keys(r.values)), "\n")
	m.walk(item, "", nil, &r)
}

// walk visits the values of an item.
func (m *Unused) walk(v any, path string, names []string, r *reached) {
	switch v := v.(type) {
	case map[string]any:
		for name, part := range text.InOrder(v) {
			if path == "" && name == RecordMember || strings.Contains(silent, " "+name+" ") {
				continue // the reader's record, or a member of no field
			}
			m.walk(part, step(path, name), append(slices.Clip(names), name), r)
		}
	case []any:
		for _, e := range v {
			m.walk(e, path+"[]", names, r)
		}
	case nil, bool:
	default:
		m.value(v, path, names, r)
	}
}

// value notes a text or a number of an item.
func (m *Unused) value(v any, path string, names []string, r *reached) {
	shown, member, name := Scalar(v), m.byPath[path], ""
	if len(names) > 0 {
		name = names[len(names)-1]
	}
	switch {
	case shown == "", member == nil && len(m.order) == maxMembers:
		return
	case member == nil:
		text, _ := gojq.Marshal(v) // a text or a number, with < as it is
		member = &Member{Path: path, Example: string(text), Names: names,
			Clock: hourLike.MatchString(shown), Date: dateLike.MatchString(shown),
			keys: map[string]bool{}}
		m.byPath[path], m.order = member, append(m.order, path)
	}
	if len(member.Values) == m.items {
		member.Many = true
	} else {
		member.Values = append(member.Values, make([]string, m.items-len(member.Values))...)
		member.Values[m.items-1] = shown
	}
	may, named := Key(name, shown)
	if may && !strings.Contains(path, "[]") {
		member.keys[shown], member.Named = true, named
	}
	m.used[path] = m.used[path] || r.has(name, shown)
}

// silent are members that no field holds: the number of a line, JSON-LD about itself, the rules of
// iCalendar, which became dates, and the currency, which goes with its price.
const silent = " line @type params RRULE RDATE EXDATE priceCurrency "

var plainName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// step returns a jq path with a member added.
func step(path, name string) string {
	switch {
	case plainName.MatchString(name):
		return path + "." + name
	case path == "":
		path = "."
	}
	quoted, _ := json.Marshal(name) // a text, with escapes as in jq
	// A path has [] only for lists.
	return path + "[" + strings.ReplaceAll(string(quoted), "[", `\u005b`) + "]"
}

// Members returns the members of which no value reached a record, in the order of the items.
func (m *Unused) Members() []Member {
	list := []Member{}
	for _, path := range m.order {
		if !m.used[path] {
			member := *m.byPath[path]
			member.Key = len(member.keys) == m.items
			list = append(list, member)
		}
	}
	return list
}

// reached is the content of the records of an item.
type reached struct {
	values map[string]bool // in the form of bare
	clocks map[string]bool // hours
	fields map[string]bool // members that are there: "location.city"
	all    string
}

// add records the scalars in v, which is the value at path in a record, and the paths to them.
func (r *reached) add(v any, path string) {
	switch v := v.(type) {
	case map[string]any:
		for name, e := range v {
			r.add(e, strings.TrimPrefix(path+"."+name, "."))
		}
	case []any:
		for _, e := range v {
			r.add(e, path)
		}
	case nil:
	default:
		r.fields[path] = true
		r.values[bare(Scalar(v))] = true
	}
}

// moment adds the forms in which a document may write a moment.
func (r *reached) moment(at catalog.Moment) {
	if !at.Known() {
		return
	}
	for _, form := range strings.Fields("20060102 02012006 01022006 020106 212006 122006") {
		r.values[at.Time.Format(form)] = true
	}
	for _, form := range strings.Fields("150405 1504 15h") {
		r.clocks[at.Time.Format(form)] = true
	}
	r.values[strconv.FormatInt(at.Time.Unix(), 10)] = true
	r.values[strconv.FormatInt(at.Time.UnixMilli(), 10)] = true
	r.values[at.Time.UTC().Format("20060102")] = true
}

// has reports whether a value reached the records, or a member of its name did.
func (r *reached) has(name, value string) bool {
	f := FieldOf(name)
	short := bare(value)
	switch {
	case f != Venue && r.fields[string(f)], short == "", r.values[short],
		hourLike.MatchString(value) && r.clocks[short],
		isPart(short) && strings.Contains(r.all, short):
		return true
	}
	for v := range r.values {
		if isPart(v) && strings.Contains(short, v) {
			return true
		}
	}
	return false
}

// isPart reports whether a value is long enough to be sought within another.
func isPart(short string) bool {
	return len(short) >= leastDigit ||
		len(short) >= leastPart && strings.Trim(short, "0123456789") != ""
}

// bare returns a text without case, accents, blanks and punctuation.
func bare(s string) string { return strings.Join(text.Words(text.Fold(s)), "") }

var (
	dateLike = regexp.MustCompile(`^\d{4}-?\d{2}-?\d{2}|^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b`)
	hourLike = regexp.MustCompile(`(?i)^\d{1,2}[:h]\d{2}|^\d{1,2} ?(h|hs|uhr|am|pm)$`)
)
