package adapt

import (
	"cmp"
	"html"
	"net/url"
	"slices"
	"strings"
	"time"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/markup/hygiene"
	"cartaz/builder/internal/times"
	"cartaz/builder/lang"
)

// maxTags is how many tags of one text are read; a record has fewer.
const maxTags = 100

// says reports whether one of the values of a flag is a word for yes.
func says(v any) bool {
	return slices.ContainsFunc(List(v), func(v any) bool { return lang.Yes(Scalar(v)) == "yes" })
}

// Record makes a record of the values of an item's members ([Members]), whose dates have the given
// order of day and month. Links and pictures are relative to base, or nil.
func Record(fields map[Field]any, order times.Order, base *url.URL) map[string]any {
	record, location := map[string]any{}, map[string]any{}
	for _, f := range []Field{ID, Slug, StartsBefore, Updated, Facts} {
		Put(record, string(f), fields[f])
	}
	Put(record, "name", Plain(textual(fields[Name])))
	description, format := textual(fields[Description]), Scalar(fields[Format])
	if format == "" && !LooksHTML(description) { // many sources escape once too often
		description = hygiene.Reference.ReplaceAllStringFunc(description, html.UnescapeString)
	}
	if format == "" && LooksHTML(description) {
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
	when(record, fields)
	Put(record, "date_order", order.Name())
	status := named(fields[Status])
	if is := lang.StateOf(status); is != "public" && is != "withheld" {
		Put(record, "status", status)
	}
	region := cmp.Or(named(fields[Region]), strings.TrimLeft(named(fields[State]), "-0123456789"))
	if lang.StateOf(region) != "" {
		region = ""
	}
	for f, member := range map[Field]string{Venue: "name", City: "city", Country: "country",
		VenueZone: "timezone"} {
		Put(location, member, named(fields[f]))
	}
	Put(location, "formatted_address", Plain(Scalar(fields[Address])))
	Put(location, "latitude", fields[Latitude])
	Put(location, "longitude", fields[Longitude])
	for _, text := range []string{region, named(fields[StateAbbr])} {
		if len(text) > 3 {
			location["state"] = text
		} else {
			Put(location, "state_abbr", strings.ToUpper(text))
		}
	}
	Put(record, "location", location)
	if v := fields[Online]; says(v) || len(location) == 0 && isLink(v) {
		record["is_online"] = true
	}
	Put(record, "tags", labels(fields[Tags]))
	images := map[string]any{}
	pictures := slices.DeleteFunc(slices.Clone(List(fields[Image])), isFile)
	picture, _ := First(pictures).(map[string]any)
	Put(images, "banner", address(pictures, base))
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
	extra(record, fields, base)
	return record
}

// extra sets the members of [catalog.Extra].
func extra(record map[string]any, fields map[Field]any, base *url.URL) {
	for _, m := range new(catalog.Extra).Members() {
		v := fields[Field(m.Name)]
		switch m.Value.(type) {
		case *catalog.Sessions:
			v = sessions(v, fields)
		case *catalog.URL:
			v = address(v, base)
		case *catalog.Ages:
			v = ages(v, Scalar(fields[ageMax]))
		case *catalog.Names:
			Put(record, m.Name, labels(v))
			continue
		case *catalog.Access:
			v = access(v, fields)
		}
		Put(record, m.Name, v)
	}
}

// sessions returns the sessions from a list of objects, or from a list of starts and a list of ends
// of the same length. An object with a name is a part of the event's programme, not a session.
func sessions(v any, fields map[Field]any) (list []any) {
	starts, ends := List(v), List(fields[sessionEnds])
	for i, v := range starts {
		object, ok := v.(map[string]any)
		if !ok {
			object = map[string]any{"start": v}
			if len(ends) == len(starts) {
				object["end"] = ends[i]
			}
		} else if hasName(object) {
			continue
		}
		at, said := map[string]any{}, Members(object, "")
		if said[StartTime] == nil && !strings.Contains(Scalar(said[Starts]), ":") {
			said[StartTime], said[EndTime] = fields[StartTime], fields[EndTime]
		}
		if when(at, said); at["starts_at"] != nil {
			Put(at, string(Facts), said[Facts])
			if excepted(at["starts_at"], fields[except]) {
				at[string(Facts)] = map[string]any{"cancelled": true}
			}
			list = append(list, at)
		}
	}
	return list
}

// excepted reports whether a start is one of some dates, which may be days or moments, as texts or
// as objects.
func excepted(start, dates any) bool {
	begins, _ := times.Read(Scalar(start), times.Order{})
	return slices.ContainsFunc(List(dates), func(v any) bool {
		if object, ok := v.(map[string]any); ok {
			v = Members(object, "")[Starts]
		}
		off, ok := times.Read(Scalar(v), times.Order{})
		sameDay := catalog.DateOf(off.Wall) == catalog.DateOf(begins.Wall)
		return ok && (sameDay && !(off.Clock && begins.Clock) || off.Wall == begins.Wall)
	})
}

// UsualRecord returns the record of an object of JSON by the names of its members. Its id is the
// member with the name of an id, else its slug, else its address. The API of Google and
// FullCalendar write the day after a whole day as its end.
func UsualRecord(object map[string]any, locale string) map[string]any {
	said := Members(object, locale)
	said[ID] = cmp.Or(said[ID], said[Slug], any(linkLike.FindString(address(said[BuyURL], nil))))
	whole, _ := object["end"].(map[string]any) // in a list of Google's items name no kind
	if end := Scalar(said[Ends]); len(end) == len(time.DateOnly) && (object["kind"] ==
		"calendar#event" || cmp.Or(whole["date"], object["backgroundColor"], object["textColor"],
		object["className"], object["extendedProps"]) != nil) {
		said[Ends], said[allDay] = end+"T00:00", true
	}
	return Record(said, times.Order{}, nil)
}

// whens are the fields that tell when an event takes place. Records have them unchanged: only the
// check of records joins them.
var whens = []Field{Starts, StartTime, Ends, EndTime, Lasts, Timezone, endZone, DefaultZone,
	offset, Again}

func when(record map[string]any, fields map[Field]any) {
	for _, f := range whens {
		Put(record, string(f), fields[f])
	}
	for _, f := range []Field{allDay, timeOpen, dateOpen} {
		if says(fields[f]) {
			record[string(f)] = true
		}
	}
}
