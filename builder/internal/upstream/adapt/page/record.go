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
	for _, v := range adapt.List(v) {
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
	text := f.scalar(e["description"])
	if !adapt.LooksHTML(text) {
		text = html.UnescapeString(text)
	}
	said := map[adapt.Field]any{adapt.Name: f.text(e["name"]),
		adapt.Description: adapt.Rebase(f.budget, text, f.base),
		adapt.Starts:      f.scalar(e["startDate"]), adapt.Ends: f.scalar(e["endDate"]),
		adapt.StartsBefore: adapt.Time(order, f.scalar(e["previousStartDate"]), ""),
		adapt.Updated:      f.scalar(e["dateModified"]), adapt.Producer: f.text(e["organizer"])}
	var words []string
	for _, v := range adapt.List(e["keywords"]) {
		words = append(words, f.text(v))
	}
	said[adapt.Tags] = strings.Join(words, ",")
	image, _ := f.value(e["image"]).(map[string]any)
	said[adapt.Image] = cmp.Or(f.address(image["url"]), f.address(image["contentUrl"]),
		f.address(e["image"]))
	virtual := f.place(e["location"], said)
	record := adapt.Record(said, order)
	if virtual && record["location"] == nil ||
		strings.HasPrefix(f.name(e["eventAttendanceMode"]), "OnlineEvent") {
		record["is_online"] = true
	}
	adapt.Put(record, "state", f.state(e["eventStatus"]))
	f.offers(e, record)
	if record["buy_url"] == nil {
		adapt.Put(record, "buy_url", cmp.Or(f.address(e["url"]), f.base.String()))
	}
	return record
}

// place says where the first place is, and reports whether another one is in the net.
func (f *finding) place(v any, said map[adapt.Field]any) (virtual bool) {
	put := func(field adapt.Field, v any) {
		if text := f.text(v); text != "" {
			said[field] = text
		}
	}
	found := false
	for _, v := range adapt.List(v) {
		place, object := f.value(v).(map[string]any)
		switch {
		case object && slices.Contains(typesOf(place), "VirtualLocation"):
			virtual = true
			continue
		case found:
			continue
		}
		found = true
		put(adapt.Venue, v)
		address, ok := f.value(place["address"]).(map[string]any)
		if put(adapt.Address, place["address"]); !ok {
			address = place // which may be a PostalAddress
		}
		var parts []string
		for _, name := range []string{"streetAddress", "addressLocality", "addressRegion",
			"postalCode"} {
			if text := f.text(address[name]); text != "" {
				parts = append(parts, text)
			}
		}
		if f.text(address["streetAddress"]) != "" {
			said[adapt.Address] = strings.Join(parts, ", ")
		}
		put(adapt.City, address["addressLocality"])
		put(adapt.Region, address["addressRegion"])
		put(adapt.Country, address["addressCountry"])
		geo, ok := f.value(place["geo"]).(map[string]any)
		if !ok {
			geo = place
		}
		put(adapt.Latitude, geo["latitude"])
		put(adapt.Longitude, geo["longitude"])
	}
	return virtual
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
		price := cmp.Or(f.scalar(offer["highPrice"]), f.scalar(offer["price"]),
			f.scalar(part["price"]))
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
	for _, v := range adapt.List(v) {
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

// address is an http(s) address, made whole; "" for none.
func (f *finding) address(v any) string {
	v = f.value(v)
	if object, ok := v.(map[string]any); ok {
		v = object["@id"]
	}
	text := adapt.Scalar(v)
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
	return adapt.Plain(adapt.Scalar(v))
}

// value is the first of several values, the object that a reference means, the text of a value with
// a language.
func (f *finding) value(v any) any {
	v = adapt.First(v)
	object, ok := v.(map[string]any)
	if !ok {
		return v
	}
	if text, ok := object["@value"]; ok {
		return text
	}
	// What all events name is read for each of them.
	if id := adapt.Scalar(object["@id"]); id != "" && len(object) == 1 && f.byID[id] != nil &&
		f.budget.Weigh(f.byID[id]) == nil {
		return f.byID[id]
	}
	return object
}

// scalar is the text of a value that is no object.
func (f *finding) scalar(v any) string { return adapt.Scalar(f.value(v)) }

// name is a name without its vocabulary; JSON-LD may write it as {"@id": …}.
func (f *finding) name(v any) string {
	v = f.value(v)
	if object, ok := v.(map[string]any); ok {
		v = object["@id"]
	}
	return lastPart(adapt.Scalar(v))
}

// lastPart is a name without its vocabulary.
func lastPart(name string) string {
	name = strings.TrimRight(name, "/")
	return name[strings.LastIndexAny(name, "/#:")+1:]
}
