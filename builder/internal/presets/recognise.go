package presets

// Guess is what one answer of a backend tells of how to pull it.
type Guess struct {
	Preset string // "" when the items are records already
	Items  string // jq path of the list, where it is not where the source looks by itself
	// Pages says that the answer is one page of several, which its preset, or for
	// records style number, finds; else it is one document.
	Pages bool
	// Links says that pages have no numbers and are found by the address that each
	// gives of the next, as with Laravel's cursorPaginate.
	Links bool
}

// lists are the members under which backends put the list of a document.
var lists = []string{"data", "events", "eventos", "results", "items", "records", "elements", "content"}

// Recognise tells the source by the first answer of its list; ok is false when
// there is no list of objects in it. What looks like no backend of a preset is
// read by the usual names of members, as the preset for Laravel has them.
func Recognise(doc any) (g Guess, ok bool) {
	around, _ := doc.(map[string]any)
	if embedded := object(around["_embedded"]); around != nil && len(objects(embedded["events"])) > 0 && has(around["page"], "totalElements") {
		return Guess{Preset: "ticketmaster", Pages: true}, true
	}
	items, member := objects(doc), ""
	for _, name := range lists {
		if items != nil {
			break
		}
		items, member = objects(around[name]), name
	}
	if len(items) == 0 {
		return Guess{}, false
	}
	item := items[0]
	pagination := object(around["pagination"])
	state := object(around["meta"])
	if state == nil {
		state = around // a paginator as it is
	}
	laravel := member == "data" && (has(state, "per_page") || has(state, "current_page") || has(state, "last_page"))
	links := laravel && !has(state, "current_page") && !has(state, "last_page")
	switch {
	case member == "events" && has(pagination, "has_more_items"):
		return Guess{Preset: "eventbrite", Pages: true}, true
	case member == "data" && has(pagination, "has_next"):
		return Guess{Preset: "sympla", Pages: true}, true
	case member == "events" && has(around, "total_pages") && has(item, "utc_start_date"):
		return Guess{Preset: "wordpress", Pages: true}, true
	case member == "results" && has(item, "has_subevents") && has(item, "date_from"):
		return Guess{Preset: "pretix", Pages: true}, true
	case member == "results" && has(around, "total_count") && has(item, "firstdate_begin"):
		return Guess{Preset: "openagenda", Pages: true}, true
	case member == "data" && has(around["meta"], "count") && has(item, "start_time") && object(item["name"]) != nil:
		return Guess{Preset: "linkedevents", Pages: true}, true
	case member == "" && has(item, "start_datetime") && has(item, "title") && (has(item, "place") || has(item, "online_locations")):
		return Guess{Preset: "gancio"}, true
	case has(item, "name") && has(item, "starts_at"):
		g.Pages, g.Links = laravel, links
	case laravel:
		return Guess{Preset: "laravel", Pages: true, Links: links}, true
	default:
		g.Preset = "laravel"
	}
	if member != "" && member != "data" {
		g.Items = "." + member
	}
	return g, true
}

func object(v any) map[string]any {
	m, _ := v.(map[string]any)
	return m
}

// objects is a list that begins with an object.
func objects(v any) []map[string]any {
	list, _ := v.([]any)
	var out []map[string]any
	for _, e := range list {
		m := object(e)
		if m == nil {
			return nil
		}
		out = append(out, m)
	}
	return out
}

func has(v any, member string) bool {
	_, ok := object(v)[member]
	return ok
}
