package onboard

import (
	"net/url"
	"regexp"
	"slices"
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

// listMembers are the members in which backends put the list of a document; "" for the document.
var listMembers = []string{
	"", "data", "events", "eventos", "results", "items", "records", "elements", "content", "value",
	"hydra:member", "member", "docs", "rows", "upcoming", "_embedded.events",
}

// backends are known by the member of their list and by members that the answer (those with a dot
// before them) and its first item have. "|" stands between two of which one is enough, a dot
// behind a member that is an object. The first row that fits holds. Where pages says how the preset
// goes on, each application names the members of its events itself: they may be records.
var backends = []struct{ preset, list, members, pages string }{
	{"ticketmaster", "_embedded.events", ".page.totalElements", ""},
	{"eventbrite", "events", ".pagination.has_more_items", ""},
	{"sympla", "data", ".pagination.has_next", ""},
	{"wordpress", "events", ".total_pages utc_start_date", ""},
	{"pretix", "results", "has_subevents date_from", ""},
	{"openagenda", "results", ".total_count firstdate_begin", ""},
	{"linkedevents", "data", ".meta.count start_time name.", ""},
	{"gancio", "", "start_datetime title place|online_locations", ""},
	{"pocketbase", "items", ".totalItems .perPage", brands.PagesNumber},
	{"strapi", "data", ".meta.pagination.", brands.PagesNumber},
	{"django", "results", ".next .previous", brands.PagesNext},
	{"laravel", "data", ".meta.per_page|.meta.current_page|.meta.last_page|.per_page|" +
		".current_page|.last_page", brands.PagesNumber},
	{"directus", "data", ".meta.filter_count|.meta.total_count|.alone", brands.PagesNumber},
}

// directus is the path of a collection, of which the answer contains only the list.
var directus = regexp.MustCompile(`/items/[^/]+/?$`)

// Recognise identifies the backend of a source from the first answer, which must contain its list,
// and from the requested address. ok is false when the answer has no list of objects. An answer
// that matches no preset gets the preset generic, which reads the usual names of members.
func Recognise(a upstream.Signs, asked *url.URL) (g Guess, ok bool) {
	var items []any
	member := ""
	for _, member = range listMembers {
		list, _ := at(a.Doc, member)
		if items = objects(list); len(items) > 0 {
			break
		}
	}
	if len(items) == 0 {
		return Guess{}, false
	}
	answer := a.Doc
	if envelope, _ := a.Doc.(map[string]any); len(envelope) == 1 && asked != nil &&
		directus.MatchString(asked.Path) {
		answer = map[string]any{"alone": true}
	}
	preset, pages := "", ""
	for _, b := range backends {
		if b.list == member && has(answer, items[0], b.members) {
			preset, pages = b.preset, b.pages
			break
		}
	}
	if preset != "" && pages == "" {
		return Guess{Preset: preset}, true
	}
	plan, _ := a.Guess(asked)
	if preset == "directus" {
		plan = upstream.Plan{Style: brands.PagesNumber, First: 1, Size: 100, SizeKey: "limit"}
	}
	switch {
	case has(nil, items[0], "name starts_at"):
		g.Pages = plan
	case preset != "":
		if g.Preset = preset; plan.Style != pages {
			g.Pages = plan
		}
		return g, true
	default:
		g.Preset, g.Pages = "generic", plan
	}
	switch {
	case member == "" || member == "data": // a source finds it
	case strings.Contains(member, ":"):
		g.Items = `.["` + member + `"]`
	default:
		g.Items = "." + member
	}
	if g.Pages == (upstream.Plan{}) {
		total := -1
		if n, _, stated := a.Total(); stated {
			total = n
		}
		g.Doubt = a.Doubt(len(items), total, 0, asked)
	}
	return g, true
}

// has reports whether an answer and its first item have the members of a row of [backends].
func has(answer, item any, members string) bool {
	for _, one := range strings.Fields(members) {
		if !slices.ContainsFunc(strings.Split(one, "|"), func(path string) bool {
			inside, ok := strings.CutPrefix(path, ".")
			if ok {
				_, ok = at(answer, inside)
			} else {
				_, ok = at(item, path)
			}
			return ok
		}) {
			return false
		}
	}
	return true
}

// at is the value below a path of members: an object for "", and behind a dot at the end.
func at(v any, path string) (_ any, ok bool) {
	for name := range strings.SplitSeq(path, ".") {
		object, isObject := v.(map[string]any)
		if name == "" {
			return v, isObject
		}
		if v, ok = object[name]; !ok {
			return nil, false
		}
	}
	return v, true
}

// objects is a list of objects; nil when v is anything else.
func objects(v any) []any {
	list, _ := v.([]any)
	for _, e := range list {
		if _, ok := e.(map[string]any); !ok {
			return nil
		}
	}
	return list
}
