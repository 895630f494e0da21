package page

import (
	"maps"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"cartaz/builder/internal/times"
	"cartaz/builder/internal/upstream/adapt"
)

// eventTypes are the types of schema.org that are events which people attend.
var eventTypes = map[string]bool{
	"Event": true, "BusinessEvent": true, "ChildrensEvent": true, "ComedyEvent": true,
	"ConferenceEvent": true, "CourseInstance": true, "DanceEvent": true, "EducationEvent": true,
	"EventSeries": true, "ExhibitionEvent": true, "Festival": true, "FoodEvent": true,
	"Hackathon": true, "LiteraryEvent": true, "MusicEvent": true, "PerformingArtsEvent": true,
	"SaleEvent": true, "ScreeningEvent": true, "SocialEvent": true, "SportsEvent": true,
	"TheaterEvent": true, "VisualArtsEvent": true,
}

// notInside are the properties whose events are no items: they are named for context.
var notInside = map[string]bool{
	"superEvent": true, "potentialAction": true, "review": true, "recordedIn": true,
}

// inherited are the properties that an event takes from the one whose subEvent it is.
var inherited = []string{
	"location", "image", "organizer", "eventAttendanceMode", "eventStatus", "url",
	"isAccessibleForFree", "keywords",
}

// finding is what a page says.
type finding struct {
	budget *adapt.Budget
	byID   map[string]map[string]any // objects by @id
	seen   map[string]bool           // their types
	events []map[string]any
	keys   map[[4]string]bool // of events
	base   *url.URL
}

// types are the types that the page speaks of, in alphabetical order.
func (f *finding) types() []string { return slices.Sorted(maps.Keys(f.seen)) }

// events collects the events of a page, from the first syntax that has any.
func events(budget *adapt.Budget, root *html.Node, base *url.URL) (*finding, error) {
	f := &finding{budget: budget, base: base, byID: map[string]map[string]any{},
		seen: map[string]bool{}, keys: map[[4]string]bool{}}
	scripts, bad := scripts(budget, root)
	for _, collect := range []func() []any{
		func() []any { return scripts },
		func() []any { return microdata(budget, root, base) },
	} {
		objects := collect()
		for _, v := range objects {
			f.index(v, 0)
		}
		for _, v := range objects {
			f.collect(v, nil, 0)
		}
		if err := budget.Charge(0); err != nil {
			return f, err
		}
		if len(f.events) > 0 {
			return f, nil
		}
	}
	return f, bad
}

// index notes the objects that have an @id and say something, and all types.
func (f *finding) index(v any, depth int) {
	if depth > maxDepth || f.budget.Charge(nodeCost) != nil {
		return
	}
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			f.index(e, depth+1)
		}
	case map[string]any:
		for _, name := range typesOf(v) {
			if len(f.seen) < 50 {
				f.seen[name] = true
			}
		}
		if id := adapt.Scalar(v["@id"]); id != "" && len(v) > 1 && f.byID[id] == nil {
			f.byID[id] = v
		} else if whole := f.byID[id]; whole != nil {
			for name, part := range v { // of an object that the page describes in parts
				if whole[name] == nil {
					whole[name] = part
				}
			}
		}
		for _, e := range v {
			f.index(e, depth+1)
		}
	}
}

// collect adds the events in a value, in the order of the page; members of an object come by name.
func (f *finding) collect(v any, outer map[string]any, depth int) {
	if depth > maxDepth || f.budget.Charge(nodeCost) != nil {
		return
	}
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			f.collect(e, outer, depth+1)
		}
	case map[string]any:
		if len(v) == 1 && adapt.Scalar(v["@id"]) != "" {
			return // a reference: the object itself stands elsewhere
		}
		event := isEvent(v)
		if event && outer != nil {
			v = maps.Clone(v)
			for _, name := range inherited {
				if v[name] == nil && outer[name] != nil && f.budget.Weigh(outer[name]) == nil {
					v[name] = outer[name]
				}
			}
		}
		if event && !f.known(v) &&
			(v["startDate"] != nil || v["subEvent"] == nil && v["subEvents"] == nil) {
			f.events = append(f.events, v)
		}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			switch {
			case notInside[name]:
			case event && (name == "subEvent" || name == "subEvents"):
				f.collect(v[name], v, depth+1)
			default:
				f.collect(v[name], nil, depth+1)
			}
		}
	}
}

// known reports whether an event of that name and time is there already: pages say the same twice.
func (f *finding) known(e map[string]any) bool {
	var key [4]string
	for i, name := range []string{"name", "startDate", "url", "@id"} {
		key[i] = f.scalar(e[name])
	}
	before := f.keys[key]
	f.keys[key] = true
	return before
}

// typesOf are the types of an object without their vocabulary.
func typesOf(object map[string]any) (names []string) {
	list, ok := object["@type"].([]any)
	if !ok {
		list = []any{object["@type"]}
	}
	for _, v := range list {
		if name := lastPart(adapt.Scalar(v)); name != "" {
			names = append(names, name)
		}
	}
	return names
}

func isEvent(object map[string]any) bool {
	return slices.ContainsFunc(typesOf(object), func(name string) bool { return eventTypes[name] })
}

// items hands on the items of the events.
func (f *finding) items(base *url.URL, o adapt.Options, hand func(adapt.Item) error) error {
	var all []map[string]any
	for i, e := range f.events {
		f.budget.At("event", i+1)
		all = append(all, f.repeated(e, o)...)
		if err := f.budget.Charge(0); err != nil {
			return err
		}
	}
	var dates []string
	for _, e := range all {
		dates = append(dates, adapt.Scalar(e["startDate"]), adapt.Scalar(e["endDate"]))
	}
	order := times.OrderOf(dates, o.Locale)
	times := map[string]int{}
	for _, e := range f.events {
		times[f.id(e)]++
	}
	for i, e := range all {
		f.budget.At("date", i+1)
		record := f.record(e, order)
		adapt.Put(record, "timezone", e[zoneMember])
		id := f.id(e)
		if times[id] > 1 || e[scheduledMember] != nil {
			id += "/" + adapt.Scalar(record["starts_at"])
		}
		record["id"] = id
		delete(e, scheduledMember)
		delete(e, zoneMember)
		value := map[string]any{adapt.RecordMember: record, "event": e}
		adapt.Put(value, "page", base.String())
		if err := hand(adapt.Item{Value: value}); err != nil {
			return err
		}
	}
	return nil
}

// id is what names an event from one build to the next.
func (f *finding) id(e map[string]any) string {
	if id := adapt.Scalar(e["@id"]); id != "" && !strings.HasPrefix(id, "_:") {
		return adapt.Resolve(f.base, id)
	}
	if object, ok := adapt.First(e["identifier"]).(map[string]any); ok {
		if id := adapt.Scalar(object["value"]); id != "" {
			return id
		}
	}
	if id := adapt.Scalar(e["identifier"]); id != "" {
		return id
	}
	if len(f.events) > 1 || f.base.String() == "" {
		if address := f.address(e["url"]); address != "" {
			return address
		}
		if f.base.String() == "" {
			return adapt.Scalar(e["name"])
		}
		return f.base.String() + "#" + f.text(e["name"])
	}
	return f.base.String()
}
