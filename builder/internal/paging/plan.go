package paging

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"cartaz/brands"
)

// Plan holds the keys of source.pages for a source. The zero value is no plan.
type Plan struct {
	Style     string // of brands.Pages
	Param     string // "" for the default of the style
	First     int    // number: 0 or 1; offset: always 0
	Size      int    // items to ask for; 0 leaves that to the source
	SizeParam string // "" for the default of the style
}

// String returns the value of source.pages in YAML.
func (p Plan) String() string {
	text := "{style: " + p.Style
	key := func(name, value string) {
		if !plainName.MatchString(value) {
			value = strconv.Quote(value)
		}
		text += ", " + name + ": " + value
	}
	if p.Param != "" {
		key("param", p.Param)
	}
	if p.Style == brands.PagesNumber && p.First == 0 {
		text += ", first: 0"
	}
	if p.Size > 0 {
		text += fmt.Sprintf(", size: %d", p.Size)
		if p.SizeParam != "" {
			key("size_param", p.SizeParam)
		}
	}
	return text + "}"
}

// The paths of the page number, the offset and the limit of this page. The last name of an offset
// or limit path is also the name of its query parameter.
var (
	pageNumberPaths = parsePaths(`page currentPage current_page pageNumber number page/number
		pagination/page pagination/current_page pagination/currentPage meta/page
		meta/current_page meta/currentPage`)
	offsetPaths = parsePaths(`offset skip start meta/offset meta/skip pagination/offset
		pagination/skip`)
	limitPaths = parsePaths(`limit take size rows meta/limit meta/take pagination/limit
		pagination/take`)
)

// wordpressSize is the largest page that WordPress gives.
const wordpressSize = 100

// Guess derives the paging of a list from its first answer and from the requested address; ok is
// false when neither has a sign.
func Guess(a Answer, asked *url.URL) (p Plan, ok bool) {
	_, _, pages := Pages(a)
	_, _, total := Total(a)
	if _, flagged := moreFlag(a); flagged {
		total = true // the list ends with an empty page
	}
	has := func(path string) bool {
		_, there := jsonPath(strings.Split(path, "/")).lookup(a.Doc)
		return there
	}
	numbered := Plan{Style: brands.PagesNumber, First: 1}
	switch {
	case has("meta/pagination/pageSize"):
		numbered.Param = "pagination[page]"
		return numbered, true
	case has("meta/pagination/limit"):
		return offsetPlan(a, "pagination[start]", jsonPath{"meta", "pagination", "limit"},
			"pagination[limit]")
	case a.Header["x-wp-totalpages"] != "":
		numbered.Size = wordpressSize
		return numbered, true
	case has("meta/current_page") || has("meta/last_page") || has("current_page") ||
		has("last_page"):
		return numbered, true
	case linksPages(a):
		return Plan{Style: brands.PagesNext}, true
	}
	for _, t := range tokenPaths {
		if v, there := t.path.lookup(a.Doc); there {
			if _, object := v.(map[string]any); !object {
				return Plan{Style: brands.PagesToken, Param: t.param}, true
			}
		}
	}
	if pages || total {
		for _, m := range pageNumberPaths {
			v, _ := m.lookup(a.Doc)
			if n, ok := Count(v); ok && n <= 1 {
				numbered.First = n
				return numbered, true
			}
		}
	}
	if total {
		for _, at := range offsetPaths {
			v, _ := at.lookup(a.Doc)
			for _, limit := range limitPaths {
				if n, ok := Count(v); ok && n == 0 {
					if p, ok := offsetPlan(a, at[len(at)-1], limit, limit[len(limit)-1]); ok {
						return p, true
					}
				}
			}
		}
	}
	return planFromQuery(asked)
}

// offsetPlan is the plan of style offset, with the page size that the answer states at size.
func offsetPlan(a Answer, param string, size jsonPath, sizeParam string) (Plan, bool) {
	v, _ := size.lookup(a.Doc)
	n, ok := Count(v)
	return Plan{Style: brands.PagesOffset, Param: param, Size: n, SizeParam: sizeParam}, ok && n > 0
}

// linksPages reports whether the answer links to its next page: with an address, or with null on
// the last page.
func linksPages(a Answer) bool {
	if slices.ContainsFunc(Links(a.Header["link"]), func(l Link) bool { return l.Has("next") }) {
		return true
	}
	for _, m := range nextPaths {
		v, there := m.lookup(a.Doc)
		text, _ := v.(string)
		if there && (v == nil || isAddress(text)) {
			return true
		}
	}
	// In these formats a list of one page has no link, but it has the object that holds links.
	for _, m := range parsePaths("hydra:view view/@id @odata.context") {
		if _, there := m.lookup(a.Doc); there {
			return true
		}
	}
	return false
}

// isAddress reports whether text is an address, absolute or relative, and not a token.
func isAddress(text string) bool {
	return strings.HasPrefix(text, "http://") || strings.HasPrefix(text, "https://") ||
		strings.HasPrefix(text, "/") || strings.Contains(text, "?")
}

// planFromQuery makes a plan from an address whose query names the page, or the offset and the
// size.
func planFromQuery(asked *url.URL) (Plan, bool) {
	if asked == nil {
		return Plan{}, false
	}
	q := asked.Query()
	for _, name := range []string{"page", "pagina", "page[number]", "pageNumber"} {
		if n, err := strconv.Atoi(q.Get(name)); err == nil && (n == 0 || n == 1) {
			return Plan{Style: brands.PagesNumber, Param: name, First: n}, true
		}
	}
	for _, names := range [][2]string{
		{"offset", "limit"}, {"skip", "limit"}, {"skip", "take"}, {"start", "limit"},
		{"start", "rows"}, {"$skip", "$top"},
		{"page[offset]", "page[limit]"},
	} {
		size, err := strconv.Atoi(q.Get(names[1]))
		if q.Get(names[0]) == "0" && err == nil && size > 0 {
			p := Plan{Style: brands.PagesOffset, Param: names[0], Size: size, SizeParam: names[1]}
			return p, true
		}
	}
	return Plan{}, false
}
