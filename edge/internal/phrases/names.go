package phrases

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"sync"

	tags "golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"cartaz/builder/search"
	"cartaz/builder/text"
)

// Kind is a kind of value by which a list is filtered.
type Kind uint8

// The kinds.
const (
	City  Kind = iota
	State      // found by [search.Facets.StateKey]
	Organization
	Venue
	Country
	Topic
	Kinds // their number
)

// Fields holds the filters whose values have names, by their kinds.
var Fields = func() (list [Kinds]*search.Filter) {
	kind := 0
	for _, f := range search.Filters {
		if f.Type == search.OfName {
			list[kind] = f
			kind++
		}
	}
	return list
}()

// Names finds values of an index by the names that people write. It folds all names of the index
// once, at the first look-up, and keeps them; it reads the rest in the index, which must stay open.
type Names struct {
	Index  *search.Index
	locale tags.Tag
	table  func() nameTable
	kind   func() int // see commonKind
}

// nameTable holds the values of every name, as AppendName writes it. Those of a kind are in the
// order of the index.
type nameTable struct {
	values  map[string][]value
	longest int // number of words of the longest name
}

// value is the key of a value, or the name of a city.
type value struct {
	kind Kind
	key  string
}

// NewNames prepares the names of an index, whose labels are in the language of a locale.
func NewNames(x *search.Index, locale string) *Names {
	n := &Names{Index: x, locale: tags.Make(locale)}
	n.table = sync.OnceValue(func() nameTable { return readNames(x) })
	n.kind = sync.OnceValue(n.commonKind)
	return n
}

// readNames folds the names of all values of an index, and the names of its countries in all
// languages.
func readNames(x *search.Index) nameTable {
	t := nameTable{values: map[string][]value{}}
	add := func(kind Kind, key, label string) {
		form, words := AppendName(nil, []byte(label))
		t.longest = max(t.longest, words)
		t.values[string(form)] = append(t.values[string(form)], value{kind, key})
	}
	for kind, f := range Fields {
		for k, l := range x.Values(f.Section) {
			if Kind(kind) == City {
				k = l
			}
			add(Kind(kind), string(k), string(l))
		}
	}
	for k := range x.Values(search.Countries) {
		region, err := tags.ParseRegion(string(k))
		for code := range known {
			if err == nil {
				add(Country, string(k), display.Regions(tags.Make(code)).Name(region))
			}
		}
	}
	for name, code := range anyLanguage.countries {
		if _, n := x.Search(search.Query{Country: code}, 0, 0, nil); n > 0 {
			add(Country, code, name)
		}
	}
	return t
}

// Label returns the usual name of a value by its key; ok is false if no event on sale has it.
func (n *Names) Label(kind Kind, key string) (label string, ok bool) {
	if kind == State {
		key, ok = n.Index.StateKey(key)
		return strings.ToUpper(key), ok
	}
	label, ok = n.Index.Label(Fields[kind].Section, key)
	if region, err := tags.ParseRegion(key); kind == Country && err == nil && !region.IsCountry() {
		return display.Regions(n.locale).Name(region), true
	}
	return label, ok
}

// Key returns the key of a value that is given by the key in any case, by its label, or by another
// name of a city or country; ok is false if no event on sale has it. Names of cities and states are
// their own keys.
func (n *Names) Key(kind Kind, value string) (key string, ok bool) {
	folded := text.Fold(value)
	_, ok = n.Label(kind, folded)
	switch {
	case kind == City && !ok:
		return n.cityAlias(value)
	case kind == City || kind == State:
		return value, ok
	case ok:
		return folded, true
	}
	name, _ := AppendName(nil, []byte(value))
	for _, v := range n.table().values[string(name)] {
		label, _ := n.Label(kind, v.key)
		if v.kind == kind && (kind == Country || text.Fold(label) == folded) {
			return v.key, true
		}
	}
	return "", false
}

// cityAlias returns the city that has another name.
func (n *Names) cityAlias(name string) (city string, ok bool) {
	if city, ok = n.Index.CityAlias(name); !ok {
		city, ok = n.Label(City, anyLanguage.cities[text.Fold(name)])
	}
	return city, ok
}

// maxNamed is the number of events of an answer whose names are compared.
const maxNamed = 5

// Named returns the first event that has the words of a query in its name or its venue's, one after
// the other, or nil. whole is true if they are all of its name, or if the name begins with several
// words after their correction: "the weekend" is The Weeknd if he plays.
func (n *Names) Named(q search.Query) (id *uint32, whole bool) {
	ids, o := n.Index.Answer(q, 0, maxNamed, nil)
	words, count := AppendName([]byte(" "), []byte(q.Text))
	corrected := o.Reading == search.Corrected && count > 1
	if corrected {
		words, _ = AppendName(words[:1], []byte(strings.Join(o.Found, " ")))
	}
	if count == 0 || o.Reading >= search.Corrected && !corrected {
		return nil, false
	}
	for i := range ids {
		var event struct {
			Name     string
			Location struct{ Name string }
		}
		item, err := n.Index.JSON(ids[i])
		if err != nil || json.Unmarshal(item, &event) != nil {
			continue // the answer will meet the damage
		}
		name, _ := AppendName([]byte(" "), []byte(event.Name))
		venue, _ := AppendName([]byte(" "), []byte(event.Location.Name))
		switch {
		case bytes.Equal(name, words), corrected && bytes.HasPrefix(name, words):
			return &ids[i], true
		case corrected:
		case id == nil && (bytes.Contains(name, words) || bytes.Contains(venue, words)):
			id = &ids[i]
		}
	}
	return id, false
}

// maxNear is the largest number of names that are near a text.
const maxNear = 3

// Near returns the values whose names are most like a text, of a kind other than State: those that
// have it as a part, or are a part of it, then those that differ in a third of its letters at most.
// It compares the text with all names.
func (n *Names) Near(kind Kind, value string) (keys []string) {
	asked := text.Fold(value)
	if asked == "" {
		return nil
	}
	type match struct {
		key  string
		away int
	}
	var found []match
	for key, label := range n.Index.Values(Fields[kind].Section) {
		name, most := text.Fold(string(label)), len(asked)/3
		m := match{string(key), text.Distance([]byte(asked), []byte(name), most)}
		if strings.Contains(name, asked) || strings.Contains(asked, name) {
			m.away = 0
		}
		if kind == City {
			m.key = string(label)
		}
		if m.away <= most {
			found = append(found, m)
		}
	}
	slices.SortStableFunc(found, func(a, b match) int { return a.away - b.away })
	for _, m := range found[:min(len(found), maxNear)] {
		keys = append(keys, m.key)
	}
	return keys
}

// AppendName appends a name in the form in which names are compared, and returns its number of
// words: each word folded, with a blank after it. A name without words is only folded.
func AppendName(dst, name []byte) (form []byte, words int) {
	folded := text.AppendFold(nil, string(name))
	for first, end := text.NextRun(folded, 0); first < end; first, end = text.NextRun(folded, end) {
		if w := folded[first:end]; !anyLanguage.Conjunction.has(string(w)) {
			dst = append(append(dst, w...), ' ')
			words++
		}
	}
	if words == 0 {
		dst = append(dst, folded...)
	}
	return dst, words
}
