package onboard

import (
	"net/url"
	"strings"

	"cartaz/brands"
	"cartaz/builder/internal/upstream"
)

// Guess is the configuration of a source, as far as one answer of its backend reveals it.
type Guess struct {
	Preset string // "" when the items are records already
	Items  string // jq path of the list; "" when a source finds the list without it
	// Pages is how the list is paged. It is the zero value when the preset has the same paging, or
	// when the answer has no sign of paging.
	Pages upstream.Plan
	// Doubt explains why the answer may be only a part of the list although it has no sign of
	// paging; "" when the answer looks complete, or the list is paged.
	Doubt string
}

// listMembers are the members in which backends put the list of a document.
var listMembers = []string{
	"data", "events", "eventos", "results", "items", "records", "elements", "content", "value",
	"hydra:member", "member", "docs", "rows", "upcoming",
}

// Recognise identifies the backend of a source from the first answer, which must contain its list,
// and from the requested address. ok is false when the answer has no list of objects. An answer
// that matches no preset gets the preset generic, which reads the usual names of members.
func Recognise(a upstream.Signs, asked *url.URL) (g Guess, ok bool) {
	envelope, _ := a.Doc.(map[string]any)
	embedded := object(envelope["_embedded"])
	if len(objects(embedded["events"])) > 0 && has(envelope["page"], "totalElements") {
		return Guess{Preset: "ticketmaster"}, true
	}
	items, member := objects(a.Doc), ""
	for _, name := range listMembers {
		if items != nil {
			break
		}
		items, member = objects(envelope[name]), name
	}
	if len(items) == 0 {
		return Guess{}, false
	}
	item := items[0]
	pagination := object(envelope["pagination"])
	switch {
	case member == "events" && has(pagination, "has_more_items"):
		return Guess{Preset: "eventbrite"}, true
	case member == "data" && has(pagination, "has_next"):
		return Guess{Preset: "sympla"}, true
	case member == "events" && has(envelope, "total_pages") && has(item, "utc_start_date"):
		return Guess{Preset: "wordpress"}, true
	case member == "results" && has(item, "has_subevents") && has(item, "date_from"):
		return Guess{Preset: "pretix"}, true
	case member == "results" && has(envelope, "total_count") && has(item, "firstdate_begin"):
		return Guess{Preset: "openagenda"}, true
	case member == "data" && has(envelope["meta"], "count") && has(item, "start_time") &&
		object(item["name"]) != nil:
		return Guess{Preset: "linkedevents"}, true
	case member == "" && has(item, "start_datetime") && has(item, "title") &&
		(has(item, "place") || has(item, "online_locations")):
		return Guess{Preset: "gancio"}, true
	}
	preset, plan := recogniseFramework(envelope, member, asked)
	if plan == (upstream.Plan{}) {
		plan, _ = a.Guess(asked)
	}
	switch {
	case has(item, "name") && has(item, "starts_at"):
		g.Pages = plan
	case preset != "":
		own := brands.PagesNumber
		if preset == "django" {
			own = brands.PagesNext
		}
		if g.Preset = preset; plan.Style != own {
			g.Pages = plan
		}
		return g, true
	default:
		g.Preset, g.Pages = "generic", plan
	}
	if g.Items = itemsPath(member); g.Pages == (upstream.Plan{}) {
		total := -1
		if n, _, stated := a.Total(); stated {
			total = n
		}
		g.Doubt = a.Doubt(len(items), total, 0, asked)
	}
	return g, true
}

// recogniseFramework identifies the backends in which every application names the members of its
// events itself. plan is set for a backend whose answers have no sign of paging.
func recogniseFramework(
	envelope map[string]any, member string, asked *url.URL,
) (preset string, plan upstream.Plan) {
	meta := object(envelope["meta"])
	state := meta
	if state == nil {
		state = envelope // Laravel's paginator, without a resource collection
	}
	switch {
	case member == "items" && has(envelope, "totalItems") && has(envelope, "perPage"):
		return "pocketbase", upstream.Plan{}
	case member == "data" && object(meta["pagination"]) != nil:
		return "strapi", upstream.Plan{}
	case member == "results" && has(envelope, "next") && has(envelope, "previous"):
		return "django", upstream.Plan{}
	case member == "data" && (has(state, "per_page") || has(state, "current_page") ||
		has(state, "last_page")):
		return "laravel", upstream.Plan{}
	case member == "data" && (has(meta, "filter_count") || has(meta, "total_count") ||
		len(envelope) == 1 && isDirectusCollection(asked)):
		return "directus", upstream.Plan{
			Style: brands.PagesNumber, First: 1, Size: 100, SizeKey: "limit",
		}
	}
	return "", upstream.Plan{}
}

// isDirectusCollection reports whether the address is that of a Directus collection, such as
// /items/events. Its answers contain only the list.
func isDirectusCollection(asked *url.URL) bool {
	if asked == nil {
		return false
	}
	_, name, found := strings.Cut(asked.Path, "/items/")
	return found && name != "" && !strings.Contains(strings.TrimSuffix(name, "/"), "/")
}

// itemsPath returns the jq path of a list; "" when a source finds the list without it.
func itemsPath(member string) string {
	switch {
	case member == "" || member == "data":
		return ""
	case strings.Contains(member, ":"):
		return `.["` + member + `"]`
	}
	return "." + member
}

func object(v any) map[string]any {
	m, _ := v.(map[string]any)
	return m
}

// objects returns v as a list of objects; nil when v is anything else.
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
