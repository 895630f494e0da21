package page

import (
	"cmp"
	"html"
	"maps"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"cartaz/builder/internal/times"
	"cartaz/builder/internal/upstream/adapt"
)

// gravest are the states of events, those first that say more: a page may name several at once.
var gravest = []string{"cancelled", "postponed", "rescheduled", "moved_online", "scheduled"}

// state is the gravest of the values of eventStatus; of those that nobody knows the first, which
// the check of records reports.
func (f *finding) state(v any) string {
	named := map[string]bool{}
	other := ""
	for _, v := range list(v) {
		name := f.name(v)
		if state := adapt.StateOf(name); state != "" {
			named[state] = true
		} else {
			other = cmp.Or(other, name)
		}
	}
	for _, state := range gravest {
		if named[state] {
			return state
		}
	}
	return other
}

// record makes a record of an event, but for its id.
func (f *finding) record(e map[string]any, order times.Order) map[string]any {
	record := map[string]any{}
	adapt.Put(record, "name", f.text(e["name"]))
	text := str(f.value(e["description"]))
	if !adapt.LooksHTML(text) {
		text = html.UnescapeString(text)
	}
	if adapt.LooksHTML(text) {
		adapt.Describe(record, adapt.Rebase(f.budget, text, f.base), true)
	} else {
		adapt.Describe(record, text, false)
	}
	for property, member := range map[string]string{"startDate": "starts_at", "endDate": "ends_at",
		"previousStartDate": "previous_starts_at", "dateModified": "updated_at"} {
		adapt.Put(record, member, adapt.Time(order, str(f.value(e[property])), ""))
	}
	adapt.Put(record, "state", f.state(e["eventStatus"]))
	if strings.HasPrefix(f.name(e["eventAttendanceMode"]), "OnlineEvent") {
		record["is_online"] = true
	}
	f.place(e["location"], record)
	if image := f.image(e["image"]); image != "" {
		record["images"] = map[string]any{"banner": image}
	}
	if name := f.text(e["organizer"]); name != "" {
		record["producer"] = map[string]any{"name": name}
	}
	adapt.Put(record, "tags", f.tags(e["keywords"]))
	f.offers(e, record)
	if record["buy_url"] == nil {
		address := f.address(e["url"])
		if address == "" {
			address = f.base.String()
		}
		adapt.Put(record, "buy_url", address)
	}
	return record
}

// place reads the location: the first place, and whether there is only one in the net.
func (f *finding) place(v any, record map[string]any) {
	location := map[string]any{}
	virtual := false
	for _, v := range list(v) {
		object, ok := f.value(v).(map[string]any)
		if !ok {
			if len(location) == 0 {
				adapt.Put(location, "name", f.text(v))
			}
			continue
		}
		if slices.Contains(typesOf(object), "VirtualLocation") {
			virtual = true
			continue
		}
		if len(location) > 0 {
			continue
		}
		adapt.Put(location, "name", f.text(object["name"]))
		switch address := f.value(object["address"]).(type) {
		case string:
			adapt.Put(location, "formatted_address", f.text(address))
		case map[string]any:
			f.postal(address, location)
		}
		if slices.Contains(typesOf(object), "PostalAddress") {
			f.postal(object, location)
		}
		geo, _ := f.value(object["geo"]).(map[string]any)
		if geo == nil {
			geo = object
		}
		adapt.Put(location, "latitude", str(f.value(geo["latitude"])))
		adapt.Put(location, "longitude", str(f.value(geo["longitude"])))
	}
	adapt.Put(record, "location", location)
	if virtual && len(location) == 0 {
		record["is_online"] = true
	}
}

// postal reads a PostalAddress.
func (f *finding) postal(address, location map[string]any) {
	var parts []string
	for _, name := range []string{"streetAddress", "addressLocality", "addressRegion",
		"postalCode"} {
		if text := f.text(address[name]); text != "" {
			parts = append(parts, text)
		}
	}
	if f.text(address["streetAddress"]) != "" {
		adapt.Put(location, "formatted_address", strings.Join(parts, ", "))
	}
	adapt.Put(location, "city", f.text(address["addressLocality"]))
	region := f.text(address["addressRegion"])
	if len(region) == 2 {
		adapt.Put(location, "state_abbr", strings.ToUpper(region))
	} else {
		adapt.Put(location, "state", region)
	}
	adapt.Put(location, "country", f.text(address["addressCountry"]))
}

// offers reads where tickets are, whether they are gone, and whether they are free.
func (f *finding) offers(e, record map[string]any) {
	all, gone, free := 0, 0, 0
	for _, offer := range f.allOffers(e["offers"], nil, 0) {
		all++
		if record["buy_url"] == nil {
			adapt.Put(record, "buy_url", f.address(offer["url"]))
		}
		switch strings.ToLower(strings.Map(letter, f.name(offer["availability"]))) {
		case "soldout", "outofstock", "discontinued":
			gone++
		}
		part, _ := f.value(offer["priceSpecification"]).(map[string]any)
		price := cmp.Or(str(f.value(offer["highPrice"])), str(f.value(offer["price"])),
			str(f.value(part["price"])))
		if strings.Trim(price, "0.,") == "" && price != "" {
			free++
		}
	}
	if all > 0 && gone == all {
		record["is_closed"] = true
	}
	if strings.EqualFold(f.name(e["isAccessibleForFree"]), "true") || all > 0 && free == all {
		record["tickets"] = []any{map[string]any{"price": 0, "available": gone < all || all == 0}}
	}
}

// allOffers are offers, and in place of an AggregateOffer those that it has, which take from it
// what they do not say themselves.
func (f *finding) allOffers(v any, outer map[string]any, depth int) (all []map[string]any) {
	for _, v := range list(v) {
		if inner, ok := v.([]any); ok && depth <= maxDepth {
			all = append(all, f.allOffers(inner, outer, depth+1)...)
			continue
		}
		offer, ok := f.value(v).(map[string]any)
		if !ok || depth > maxDepth || f.budget.Charge(adapt.ObjectCost) != nil {
			continue
		}
		offer = maps.Clone(offer)
		for _, name := range []string{"url", "availability"} {
			if offer[name] == nil {
				adapt.Put(offer, name, outer[name])
			}
		}
		if inner := f.allOffers(offer["offers"], offer, depth+1); len(inner) > 0 {
			all = append(all, inner...)
		} else {
			all = append(all, offer)
		}
	}
	return all
}

// letter leaves out what is no letter.
func letter(c rune) rune {
	if !unicode.IsLetter(c) {
		return -1
	}
	return c
}

// tags reads keywords: a list, or words between commas.
func (f *finding) tags(v any) (tags []any) {
	for _, e := range list(v) {
		for tag := range strings.SplitSeq(f.text(e), ",") {
			if tag = strings.TrimSpace(tag); tag != "" {
				tags = append(tags, tag)
			}
		}
	}
	return tags
}

// image is the address of the first picture.
func (f *finding) image(v any) string {
	v = f.value(v)
	if object, ok := v.(map[string]any); ok {
		for _, name := range []string{"url", "contentUrl", "@id"} {
			if address := f.address(object[name]); address != "" {
				return address
			}
		}
		return ""
	}
	return f.address(v)
}

// address is an http(s) address, made whole; "" for none.
func (f *finding) address(v any) string {
	v = f.value(v)
	if object, ok := v.(map[string]any); ok {
		v = object["@id"]
	}
	text := str(v)
	if text == "" {
		return ""
	}
	u, err := url.Parse(adapt.Resolve(f.base, text))
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	return u.String()
}

// text is a text without entities and line breaks: of an object its name.
func (f *finding) text(v any) string {
	v = f.value(v)
	if object, ok := v.(map[string]any); ok {
		v = f.value(object["name"])
	}
	return adapt.Plain(str(v))
}

// value is the first of several values, the object that a reference means, the text of a value with
// a language.
func (f *finding) value(v any) any {
	v = first(v)
	object, ok := v.(map[string]any)
	if !ok {
		return v
	}
	if text, ok := object["@value"]; ok {
		return text
	}
	// What all events name is read for each of them.
	if id := str(object["@id"]); id != "" && len(object) == 1 && f.byID[id] != nil &&
		f.budget.Weigh(f.byID[id]) == nil {
		return f.byID[id]
	}
	return object
}

// first is the first element of a list that is not empty, else the value itself.
func first(v any) any {
	for range maxDepth {
		elements, ok := v.([]any)
		if !ok {
			return v
		}
		if len(elements) == 0 {
			return nil
		}
		v = elements[0]
	}
	return nil
}

// list is a value as a list.
func list(v any) []any {
	switch v := v.(type) {
	case nil:
		return nil
	case []any:
		return v
	}
	return []any{v}
}

// name is a name without its vocabulary; JSON-LD may write it as {"@id": …}.
func (f *finding) name(v any) string {
	v = f.value(v)
	if object, ok := v.(map[string]any); ok {
		v = object["@id"]
	}
	return lastPart(str(v))
}

// lastPart is a name without its vocabulary.
func lastPart(name string) string {
	name = strings.TrimRight(name, "/")
	return name[strings.LastIndexAny(name, "/#:")+1:]
}
