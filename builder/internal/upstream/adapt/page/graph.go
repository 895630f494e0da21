package page

import (
	"cmp"
	_ "embed" // types.txt
	"maps"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"cartaz/builder/internal/times"
	"cartaz/builder/internal/upstream/adapt"
	"cartaz/builder/lang"
	"cartaz/builder/text"
)

// eventTypes are the types of schema.org for events that people attend.
var eventTypes = strings.Fields(typesFile)

//go:embed types.txt
var typesFile string

// notInside are the properties whose events are not items: they are named for context.
var notInside = strings.Fields("superEvent potentialAction review recordedIn")

// inner are the properties whose events belong to another event, and inherited the properties that
// they take from it.
var (
	inner     = []string{"subEvent", "subEvents"}
	inherited = strings.Fields(`location image organizer eventAttendanceMode eventStatus
		url isAccessibleForFree keywords`)
)

// Limits of a graph.
const (
	maxDepth = 64 // of objects and lists
	maxLinks = 2  // references in a row
	maxTypes = 50
)

// graph holds the objects of a page: of JSON-LD, or of microdata.
type graph struct {
	base   *url.URL
	locale string                    // of the brand
	nodes  map[string]map[string]any // objects by @id
	types  map[string]bool           // of objects, without their vocabulary
	events []map[string]any          // in the order of the page; inside of an object by name
	keys   map[[4]string]bool        // of events
}

// add takes values into the graph.
func (g *graph) add(values []any) {
	g.index(values, 0, false)
	g.collect(values, nil, 0)
}

// index notes the objects that have an @id and other members, and all types. If the page describes
// an object in parts, index joins them. The values of a part then belong to two objects: parts
// inside a part stay where they are, or a value would belong to twice as many objects at each
// level.
func (g *graph) index(v any, depth int, part bool) {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			g.index(e, depth+1, part)
		}
	case map[string]any:
		for _, name := range typesOf(v) {
			if len(g.types) < maxTypes {
				g.types[name] = true
			}
		}
		if id := adapt.Scalar(v["@id"]); id != "" && len(v) > 1 && g.nodes[id] == nil {
			g.nodes[id] = v
		} else if whole := g.nodes[id]; whole != nil && !part {
			part = true
			for name, said := range v {
				if whole[name] == nil {
					whole[name] = said
				}
			}
		}
		for _, e := range v {
			if depth < maxDepth {
				g.index(e, depth+1, part)
			}
		}
	}
}

// collect adds the events in a value.
func (g *graph) collect(v any, outer map[string]any, depth int) {
	list, _ := v.([]any)
	for _, e := range list {
		g.collect(e, outer, depth+1)
	}
	object, _ := v.(map[string]any)
	if depth > maxDepth || len(object) == 1 && object["@id"] != nil {
		return // a reference: the object itself is elsewhere
	}
	event := slices.ContainsFunc(typesOf(object),
		func(name string) bool { return slices.Contains(eventTypes, name) })
	if event && outer != nil {
		object = maps.Clone(object)
		for _, name := range inherited {
			if object[name] == nil {
				adapt.Put(object, name, outer[name])
			}
		}
	}
	if event && !g.known(object) && (object["startDate"] != nil ||
		object["subEvent"] == nil && object["subEvents"] == nil) {
		g.events = append(g.events, object)
	}
	for name, v := range text.InOrder(object) {
		switch {
		case slices.Contains(notInside, name):
		case event && slices.Contains(inner, name):
			others := slices.DeleteFunc(slices.Clone(adapt.List(v)), func(v any) bool {
				_, session := g.session(v, object)
				return session
			})
			g.collect(others, object, depth+1)
		default:
			g.collect(v, nil, depth+1)
		}
	}
}

// session returns the time of an event inside another one if it is one of its dates: both have a
// date, and the inner event has neither a name nor a place of its own.
func (g *graph) session(v any, outer map[string]any) (at map[string]any, ok bool) {
	inside, _ := v.(map[string]any)
	name := func(o map[string]any) string { return adapt.Said(g.said(o["name"], 0)) }
	place := inside["location"]
	if outer["startDate"] == nil || inside["startDate"] == nil ||
		name(inside) != "" && name(inside) != name(outer) ||
		place != nil && !reflect.DeepEqual(place, outer["location"]) {
		return nil, false
	}
	at = map[string]any{}
	for name := range strings.FieldsSeq("startDate endDate eventStatus") {
		adapt.Put(at, name, adapt.First(g.said(inside[name], 0)))
	}
	return at, true
}

// known reports whether the graph has an event of that name and time: pages repeat events.
func (g *graph) known(e map[string]any) bool {
	var key [4]string
	for i, name := range strings.Fields("name startDate url @id") {
		key[i] = adapt.Said(g.said(e[name], 0))
	}
	before := g.keys[key]
	g.keys[key] = true
	return before
}

// typesOf returns the types of an object without their vocabulary.
func typesOf(object map[string]any) (names []string) {
	for _, v := range adapt.List(object["@type"]) {
		if name := lang.LastPart(adapt.Scalar(v)); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// said returns a value with the objects that its references name, and with the texts of values that
// have a type or a language. If several texts each have a language (JSON-LD 1.1, 4.2.4), it takes
// the text in the brand's language. A reference to an object that the page does not describe
// becomes its address.
func (g *graph) said(v any, links int) any {
	switch v := v.(type) {
	case []any:
		list, texts := make([]any, len(v)), map[string]any{}
		for i, e := range v {
			list[i] = g.said(e, links)
			object, _ := e.(map[string]any)
			texts[adapt.Scalar(object["@language"])] = object["@value"]
		}
		if text, ok := adapt.InLocale(texts, g.locale); ok && len(list) > 0 {
			return text
		}
		return list
	case map[string]any:
		if text, ok := v["@value"]; ok {
			return text
		}
		if id := v["@id"]; id != nil && len(v) == 1 {
			if node := g.nodes[adapt.Scalar(id)]; node != nil && links < maxLinks {
				return g.said(node, links+1)
			}
			return id
		}
		object := map[string]any{}
		for name, part := range v {
			object[name] = g.said(part, links)
		}
		if object["streetAddress"] != nil {
			var parts []string
			for name := range strings.FieldsSeq(`streetAddress addressLocality addressRegion
				postalCode`) {
				if text := adapt.Said(object[name]); text != "" {
					parts = append(parts, text)
				}
			}
			adapt.Put(object, "formattedAddress", strings.Join(parts, ", "))
		}
		return object
	}
	return v
}

// event is an event at one of its dates.
type event struct {
	value    map[string]any // as on the page, except its date
	said     map[string]any // the same, as the maker of records reads it
	repeated bool
}

// items hands on the items of the events.
func (g *graph) items(o adapt.Options, hand func(adapt.Item) error) error {
	var all []event
	var dates []string
	ids := map[string]int{}
	for _, e := range g.events {
		ids[g.id(e)]++
		all = append(all, g.dates(e, o)...)
	}
	for _, e := range all {
		dates = append(dates, adapt.Said(e.said["startDate"]),
			adapt.Said(e.said["endDate"]))
	}
	order := times.OrderOf(dates, o.Locale)
	for _, e := range all {
		record := g.record(e.said, order, o.Locale)
		id := g.id(e.value)
		if ids[id] > 1 || e.repeated {
			id += "/" + adapt.Scalar(record["starts_at"])
		}
		record["id"] = id
		value := map[string]any{adapt.RecordMember: record, "event": e.value}
		adapt.Put(value, "page", g.base.String())
		if err := hand(adapt.Item{Value: value}); err != nil {
			return err
		}
	}
	return nil
}

// id returns what names an event from one build to the next.
func (g *graph) id(e map[string]any) string {
	if id := adapt.Scalar(e["@id"]); id != "" && !strings.HasPrefix(id, "_:") {
		return adapt.Resolve(g.base, id)
	}
	identifier := adapt.First(g.said(e["identifier"], 0))
	if object, ok := identifier.(map[string]any); ok {
		identifier = object["value"]
	}
	if id := adapt.Scalar(identifier); id != "" {
		return id
	}
	page := g.base.String()
	if len(g.events) == 1 && page != "" {
		return page
	}
	name := adapt.Plain(adapt.Said(g.said(e["name"], 0)))
	if page != "" {
		name = page + "#" + name
	}
	return cmp.Or(g.link(e["url"]), name)
}

// link returns an http(s) address, made absolute, or "".
func (g *graph) link(v any) string {
	text := adapt.Said(g.said(v, 0))
	u, err := url.Parse(adapt.Resolve(g.base, text))
	if err != nil || text == "" || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	return u.String()
}
