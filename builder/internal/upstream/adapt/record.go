package adapt

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/times"
	"cartaz/builder/lang"
)

// maxTags is how many tags of one text are read; a record has fewer.
const maxTags = 100

// says reports whether a value is a word for yes, or for no.
func says(v any, word string) bool { return lang.Yes(Scalar(v)) == word }

// Record makes a record of what the members of an item say ([Members]), with times that are read in
// the given order of day and month: see [Time]. Links and pictures start at base, nil for none.
func Record(fields map[Field]any, order times.Order, base *url.URL) map[string]any {
	flag := func(f Field, word string) bool {
		return slices.ContainsFunc(List(fields[f]), func(v any) bool { return says(v, word) })
	}
	record, location := map[string]any{}, map[string]any{}
	for _, f := range []Field{ID, Slug, StartsBefore} {
		Put(record, string(f), fields[f])
	}
	Put(record, "timezone", Scalar(fields[Timezone]))
	name, _ := fields[Name].(map[string]any)
	if rendered := Scalar(name["rendered"]); rendered != "" { // WordPress
		Put(record, "name", Text(rendered))
	} else {
		Put(record, "name", Plain(textual(fields[Name])))
	}
	description, format := textual(fields[Description]), Scalar(fields[Format])
	if format == "" && (LooksHTML(description) || reference.MatchString(description)) {
		format = "html"
	}
	switch format {
	case "html":
		description = Rebase(description, base)
	case "markdown":
	default:
		format = "text"
	}
	if description != "" {
		record["description"], record["description_format"] = description, format
	}
	moments(record, fields, order, flag(allDay, "yes"))
	status := named(fields[Status])
	if is := lang.StateOf(status); is != "public" && is != "withheld" {
		Put(record, "status", status)
	}
	region := cmp.Or(named(fields[Region]), named(fields[State]))
	if lang.StateOf(region) != "" {
		region = ""
	}
	Put(record, string(Facts), fields[Facts])
	for f, member := range map[Field]string{Venue: "name", City: "city", Country: "country"} {
		Put(location, member, named(fields[f]))
	}
	Put(location, "formatted_address", Plain(Scalar(fields[Address])))
	for f, member := range map[Field]string{Latitude: "latitude", Longitude: "longitude"} {
		Put(location, member, fields[f])
	}
	for _, text := range []string{region, named(fields[StateAbbr])} {
		if len(text) > 3 {
			location["state"] = text
		} else {
			Put(location, "state_abbr", strings.ToUpper(text))
		}
	}
	Put(record, "location", location)
	if v := fields[Online]; says(v, "yes") || len(location) == 0 && isLink(v) {
		record["is_online"] = true
	}
	Put(record, "tags", labels(fields[Tags]))
	images := map[string]any{}
	picture, _ := First(fields[Image]).(map[string]any)
	Put(images, "banner", cmp.Or(address(picture["banner"], base),
		address(fields[Image], base)))
	Put(images, "thumbnail", cmp.Or(address(picture["thumbnail"], base),
		address(fields[Thumbnail], base)))
	Put(record, "images", images)
	if name := named(fields[Producer]); name != "" {
		producer := map[string]any{"name": name}
		object, _ := fields[Producer].(map[string]any)
		Put(producer, "slug", object["slug"])
		record["producer"] = producer
	}
	Put(record, "buy_url", address(fields[BuyURL], base))
	extra(record, fields, order, base)
	return record
}

// extra sets the members of [catalog.Extra]. A time of day is one of the day of the start, unless
// that is written in UTC: its day may be another one.
func extra(record map[string]any, fields map[Field]any, order times.Order, base *url.URL) {
	for _, m := range new(catalog.Extra).Members() {
		v := fields[Field(m.Name)]
		switch m.Value.(type) {
		case *catalog.Sessions:
			v = sessions(v, order)
		case *catalog.URL:
			v = address(v, base)
		case *catalog.Ages:
			v = ages(v, Scalar(fields[ageMax]))
		case *catalog.Duration:
			v = lasts(Scalar(v))
		case *catalog.Access:
			v = access(v, fields)
		case *catalog.Moment:
			if r, ok := times.Read(Scalar(record["starts_at"]), order); ok &&
				isClock(Scalar(v)) && (!r.HasOffset || r.Offset != 0) {
				v = Time(order, r.Wall.Format(time.DateOnly), Scalar(v))
			}
		}
		Put(record, m.Name, v)
	}
}

// sessions are the times of a list of objects, none where there is one time only. An object with a
// name is something that happens during the event.
func sessions(v any, order times.Order) (list []any) {
	for _, v := range List(v) {
		object, _ := v.(map[string]any)
		if hasName(object) {
			continue
		}
		times, said := map[string]any{}, Members(object, "")
		delete(said, Updated)
		if moments(times, said, order, false); times["starts_at"] != nil {
			Put(times, string(Facts), said[Facts])
			list = append(list, times)
		}
	}
	if len(list) < 2 {
		return nil
	}
	return list
}

// UsualRecord is the record of an object of JSON by the names of its members. Its id is what has
// the name of an id, else its slug, else its address.
func UsualRecord(object map[string]any, locale string) any {
	said := Members(object, locale)
	said[ID] = cmp.Or(said[ID], said[Slug], any(address(said[BuyURL], nil)))
	if end := Scalar(said[Ends]); object["kind"] == "calendar#event" &&
		len(end) == len(time.DateOnly) {
		said[Ends], said[allDay] = end+"T00:00", true // the API of Google gives the day after
	}
	return Record(said, times.OrderOf(nil, locale), nil)
}

// moments sets the times of a record.
func moments(record map[string]any, fields map[Field]any, order times.Order, allDay bool) {
	date, from, to := fields[Starts], Scalar(fields[StartTime]), Scalar(fields[EndTime])
	if r, ok := times.Read(from, order); ok && (date == nil || r.Clock) {
		date, from = from, "" // a moment under the name of a time of day
	}
	until := fields[Ends]
	moment := func(s string) bool {
		r, ok := times.Read(s, order)
		return ok && r.Rest == ""
	}
	if start, end, ok := span(Scalar(date), moment); ok && until == nil && to == "" {
		if date = start; moment(end) {
			until = end
		} else {
			to = end
		}
	}
	if start, end, ok := span(from, nil); ok {
		from, to = start, cmp.Or(to, end)
	}
	if r, ok := times.Read(to, order); ok && (until == nil || r.Clock) {
		until, to = to, ""
	}
	if until == nil && to != "" {
		until = date // the end of a single day is its time alone
		if r, ok := times.Read(Scalar(date), order); ok && !r.Doubt {
			until = r.Wall.Format(time.DateOnly)
		}
	}
	if allDay {
		from, to = "", ""
	}
	for _, at := range []struct {
		member string
		date   any
		clock  string
	}{{"starts_at", date, from}, {"ends_at", until, to}, {"updated_at", fields[Updated], ""}} {
		written, isText := at.date.(string)
		if !isText && at.clock == "" {
			Put(record, at.member, at.date) // a number, or what the check of records reports
			continue
		}
		read := Time(order, cmp.Or(written, Scalar(at.date)), at.clock)
		if r, ok := times.Read(read, order); allDay && ok && !r.Doubt && at.member != "updated_at" {
			// A whole day that ends at midnight ends the day before.
			if day := r.Wall.AddDate(0, 0, -1); at.member == "ends_at" && r.Clock &&
				r.Wall.Equal(r.Wall.Truncate(24*time.Hour)) &&
				day.Format(time.DateOnly) >= Scalar(record["starts_at"]) {
				r.Wall = day
			}
			read = r.Wall.Format(time.DateOnly)
		}
		Put(record, at.member, read)
	}
	days, clock, err := Duration(Scalar(fields[Lasts]))
	r, ok := times.Read(Scalar(record["starts_at"]), order)
	if long := err == nil && days+int(clock) > 0; long && ok && r.Clock && !r.Doubt &&
		record["ends_at"] == nil {
		r.Wall = r.Wall.AddDate(0, 0, days).Add(clock)
		record["ends_at"] = r.String()
		delete(fields, Lasts) // the end says it
	}
}
