package report

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/upstream/adapt"
	"cartaz/builder/text"
)

// Member is a member of items whose value reached no record.
type Member struct {
	Path    string `json:"path"`            // in jq
	Example string `json:"example"`         // its first value, as JSON
	Looks   string `json:"looks,omitempty"` // "date", "time", "place", "price" or "id"; else ""
	Key     bool   `json:"-"`               // each item has it, with a value of its own
	Named   bool   `json:"-"`               // its name is that of a key

	values map[string]bool // that may be keys
}

// String is the member with its example and what it looks like, on one line.
func (m Member) String() string {
	line := fmt.Sprintf("%-30s %s", m.Path, text.Shorten(m.Example, 60))
	if m.Looks != "" {
		line += "  (" + m.Looks + "?)"
	}
	return line
}

// Members follows the members of items into the records that were made of them. The zero value is
// ready.
type Members struct {
	byPath map[string]*Member
	used   map[string]bool
	order  []string
	items  int
}

// Limits of Members.
const (
	maxMembers = 500
	leastPart  = 4 // characters of a text that may be a part of another
	leastDigit = 8 // digits of such a number: a day
)

// Add follows one item. records are the output of a map or a reader, checked the published records.
// Members that a reader added to the item are left out.
func (m *Members) Add(item any, records []any, checked []*catalog.Record) {
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
	m.walk(item, "", "", &r)
}

// walk goes to the values of an item.
func (m *Members) walk(v any, path, name string, r *reached) {
	switch v := v.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if path == "" && (name == adapt.RecordMember || name == "line") || name == "@type" {
				continue // what a reader made of the item, or JSON-LD says of itself
			}
			m.walk(v[name], step(path, name), name, r)
		}
	case []any:
		for _, e := range v {
			m.walk(e, path+"[]", name, r)
		}
	case nil, bool:
	default:
		shown := plain(v)
		if strings.TrimSpace(shown) == "" || len(m.order) >= maxMembers {
			return
		}
		if m.byPath[path] == nil {
			text, _ := json.Marshal(v) // a text or a number
			m.byPath[path] = &Member{Path: path, Example: string(text), Looks: looks(name, shown),
				values: map[string]bool{}}
			m.order = append(m.order, path)
		}
		may, named := adapt.Key(name, shown)
		if may && !strings.Contains(path, "[]") {
			m.byPath[path].values[shown], m.byPath[path].Named = true, named
		}
		m.used[path] = m.used[path] || r.has(name, shown)
	}
}

var plainName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// step is a jq path with a member added.
func step(path, name string) string {
	switch {
	case plainName.MatchString(name):
		return path + "." + name
	case path == "":
		path = "."
	}
	quoted, _ := json.Marshal(name) // a text, whose escapes are those of jq
	// A path has [] for lists alone.
	return path + "[" + strings.ReplaceAll(string(quoted), "[", `\u005b`) + "]"
}

// Unused are the members of which no value reached a record, in the order of the items; members
// with Looks come first.
func (m *Members) Unused() []Member {
	list := []Member{}
	for _, path := range m.order {
		if !m.used[path] {
			member := *m.byPath[path]
			member.Key = len(member.values) == m.items
			list = append(list, member)
		}
	}
	order := []string{"date", "time", "place", "price", "id", ""}
	slices.SortStableFunc(list, func(a, b Member) int {
		return slices.Index(order, a.Looks) - slices.Index(order, b.Looks)
	})
	return list
}

// reached is the content of the records of an item.
type reached struct {
	values map[string]bool // in the form of bare
	clocks map[string]bool // hours
	fields map[string]bool // members that are there: "location.city"
	all    string
}

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
		r.values[bare(plain(v))] = true
	}
}

// moment adds the forms in which a document may say a moment.
func (r *reached) moment(at catalog.Moment) {
	if !at.Known() {
		return
	}
	for _, form := range []string{"20060102", "02012006", "01022006", "020106", "212006",
		"122006"} {
		r.values[at.Time.Format(form)] = true
	}
	for _, form := range []string{"150405", "1504", "15h"} {
		r.clocks[at.Time.Format(form)] = true
	}
	r.values[strconv.FormatInt(at.Time.Unix(), 10)] = true
	r.values[strconv.FormatInt(at.Time.UnixMilli(), 10)] = true
	r.values[at.Time.UTC().Format("20060102")] = true
}

// has says whether a value reached the records, or a member of its name did.
func (r *reached) has(name, value string) bool {
	f := string(adapt.FieldOf(name))
	switch f {
	case string(adapt.StartTime):
		f = string(adapt.Starts)
	case string(adapt.EndTime):
		f = string(adapt.Ends)
	}
	short := bare(value)
	switch {
	case f != "" && r.fields[f], short == "", r.values[short],
		hourLike.MatchString(value) && r.clocks[short],
		isPart(short) && strings.Contains(r.all, short):
		return true
	}
	if looks("", value) == "date" && len(short) >= 8 && r.values[short[:8]] {
		return true
	}
	for v := range r.values {
		if isPart(v) && strings.Contains(short, v) {
			return true
		}
	}
	return false
}

// isPart says whether a value is long enough to be sought within another.
func isPart(short string) bool {
	return len(short) >= leastDigit ||
		len(short) >= leastPart && strings.Trim(short, "0123456789") != ""
}

// plain is a text or a number as documents write it.
func plain(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	text, _ := json.Marshal(v) // a number
	return string(text)
}

// bare is a text without case, accents, blanks and punctuation.
func bare(s string) string { return strings.Join(text.Words(text.Fold(s)), "") }

var (
	dateLike = regexp.MustCompile(`^\d{4}-?\d{2}-?\d{2}|^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b`)
	hourLike = regexp.MustCompile(`(?i)^\d{1,2}[:h]\d{2}|^\d{1,2} ?(h|hs|uhr|am|pm)$`)
	cashLike = regexp.MustCompile(`[$€£¥]|^\d+[.,]\d{2}$`)
	cashName = regexp.MustCompile(`(?i)price|preco|preço|precio|prix|preis|prezzo|valor|fee|cost`)
	siteName = regexp.MustCompile(`(?i)venue|place|city|cidade|local|lugar|ort$|hall|room|` +
		`address|onde$|onde_|where|location|endere|lieu|ville|stadt`)
	dateName = regexp.MustCompile(`(?i)date|data|fecha|datum|start|begin|inicio|when|quando`)
)

// looks is the Looks of a member, by its value or its name.
func looks(name, value string) string {
	number, err := strconv.ParseFloat(value, 64)
	switch {
	case dateLike.MatchString(value),
		err == nil && number > 1e9 && number < 1e13 && dateName.MatchString(name):
		return "date"
	case hourLike.MatchString(value):
		return "time"
	case strings.Contains(value, "://"):
		return ""
	case siteName.MatchString(name) && err != nil:
		return "place"
	case cashLike.MatchString(value) && len(value) < 20, cashName.MatchString(name):
		return "price"
	}
	if _, named := adapt.Key(name, value); named {
		return "id"
	}
	return ""
}
