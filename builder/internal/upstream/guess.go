package upstream

import (
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"cartaz/brands"
	"cartaz/builder/internal/upstream/fetch"
)

// Plan holds keys of source.pages. The zero value is no plan; "" and 0 are the default of a style.
type Plan brands.Pages

// String returns the value of source.pages in YAML.
func (p Plan) String() string {
	text := "{style: " + p.Style
	key := func(name, value string) {
		switch {
		case value == "":
			return
		case !plainName.MatchString(value):
			value = strconv.Quote(value)
		}
		text += ", " + name + ": " + value
	}
	key("param", p.Param)
	if p.Style == brands.PagesNumber && p.First == 0 {
		text += ", first: 0"
	}
	if p.Size > 0 {
		text += fmt.Sprintf(", size: %d", p.Size)
		key("size_param", p.SizeKey)
	}
	return text + "}"
}

// tokenParams are the query parameters that send a token back, by the name of its member.
var tokenParams = map[string]string{"continuation": "continuation", "after": "after",
	"nextPageToken": "pageToken", "next_page_token": "page_token"} // else cursor

// The query parameters of a page number, and of offsets with their limits.
var (
	numberParams = []string{"page", "pagina", "page[number]", "pageNumber"}
	offsetParams = [][2]string{{"offset", "limit"}, {"skip", "limit"}, {"skip", "take"},
		{"start", "limit"}, {"start", "rows"}, {"$skip", "$top"}, {"page[offset]", "page[limit]"}}
)

// Guess derives the paging of a list from its first answer and from the requested address; ok is
// false when neither has a sign.
func (s Signs) Guess(asked *url.URL) (p Plan, ok bool) {
	has := func(list string) bool {
		_, at := s.find(paths(list), func(any) bool { return true })
		return at != nil
	}
	number := Plan{Style: brands.PagesNumber, First: 1}
	offset := func(param string, size any, sizeParam string) (Plan, bool) {
		n, ok := Count(size)
		return Plan{Style: brands.PagesOffset, Param: param, Size: n, SizeKey: sizeParam},
			ok && n > 0
	}
	switch {
	case has("meta/pagination/pageSize"):
		number.Param = "pagination[page]"
		return number, true
	case has("meta/pagination/limit"):
		size, _ := s.find(paths("meta/pagination/limit"), present)
		return offset("pagination[start]", size, "pagination[limit]")
	case s.Header["x-wp-totalpages"] != "":
		number.Size = 100 // the largest page that WordPress gives
		return number, true
	case has("meta/current_page meta/last_page current_page last_page"):
		return number, true
	case s.linksPages():
		return Plan{Style: brands.PagesNext}, true
	}
	_, at := s.find(tokens, func(v any) bool { _, object := v.(map[string]any); return !object })
	if at != nil {
		return Plan{Style: brands.PagesToken,
			Param: cmp.Or(tokenParams[at[len(at)-1]], "cursor")}, true
	}
	_, _, paged := s.pages()
	_, _, total := s.Total()
	total = total || s.flagged() // the list ends with an empty page
	below := func(most int) func(any) bool {
		return func(v any) bool { n, ok := Count(v); return ok && n <= most }
	}
	if v, at := s.find(numbers, below(1)); at != nil && (paged || total) {
		number.First, _ = Count(v)
		return number, true
	}
	if _, at := s.find(offsets, below(0)); at != nil && total {
		size, of := s.find(limits, func(v any) bool { n, _ := Count(v); return n > 0 })
		if of != nil {
			return offset(at[len(at)-1], size, of[len(of)-1])
		}
	}
	if asked == nil {
		return Plan{}, false
	}
	q := asked.Query()
	for _, name := range numberParams {
		if n, err := strconv.Atoi(q.Get(name)); err == nil && below(1)(n) {
			return Plan{Style: brands.PagesNumber, Param: name, First: n}, true
		}
	}
	for _, names := range offsetParams {
		if p, ok = offset(names[0], q.Get(names[1]), names[1]); ok && q.Get(names[0]) == "0" {
			return p, true
		}
	}
	return Plan{}, false
}

// linksPages reports whether the answer links to its next page: with an address, or with null on
// the last page.
func (s Signs) linksPages() bool {
	_, at := s.find(nexts, func(v any) bool {
		text, _ := v.(string)
		return v == nil || strings.HasPrefix(text, "http://") ||
			strings.HasPrefix(text, "https://") || strings.HasPrefix(text, "/") ||
			strings.Contains(text, "?") // and not a token
	})
	_, object := s.find(linked, func(any) bool { return true })
	return at != nil || object != nil || slices.ContainsFunc(fetch.Links(s.Header["link"]),
		func(l fetch.Link) bool { return l.Has("next") })
}

// usualSizes are common default page sizes of backends. An answer with exactly this many items
// looks like the first page of a longer list. Multiples of 1000 count too.
var usualSizes = []int{
	10, 12, 15, 20, 24, 25, 30, 40, 50, 60, 75, 80, 100, 120, 150, 200, 250, 300, 400, 500,
}

var (
	// sizeParamName is the name of a query parameter that asks for a number of items.
	sizeParamName = regexp.MustCompile(
		`(?i)limit|size|per.?page|max|count|rows|top|take|first|qtd|quantidade`)
	// totalName is a word in the name of a member that counts a whole list, and notTotal one in
	// the name of a member that counts something else.
	totalName = regexp.MustCompile(`(?i)total|count|hits|found|available|rows|matche?s|anzahl`)
	notTotal  = regexp.MustCompile(`(?i)page|limit|max|size|views?|returned|filter|time`)
)

// fullPage reports whether n is a usual page size, or the page size that the query of the address
// asks for.
func fullPage(n int, asked *url.URL) bool {
	if asked != nil {
		for name, values := range asked.Query() {
			if sizeParamName.MatchString(name) && slices.Contains(values, strconv.Itoa(n)) {
				return true
			}
		}
	}
	return n > 0 && n%1000 == 0 || slices.Contains(usualSizes, n)
}

// nearTotal returns the largest number beyond items that stands near the list of an answer, under a
// name that says that it counts a list; 0 for none. doc is the document without its list.
func nearTotal(doc any, items, depth int) (total int, at jsonPath) {
	object, _ := doc.(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(object)) {
		n, found := 0, jsonPath(nil)
		if _, nested := object[name].(map[string]any); nested && depth > 0 {
			n, found = nearTotal(object[name], items, depth-1)
		} else if totalName.MatchString(name) && !notTotal.MatchString(name) {
			n, _ = Count(object[name])
		}
		if n > max(items, total) {
			total, at = n, append(jsonPath{name}, found...)
		}
	}
	return total, at
}

// Doubt explains why a single answer is probably not the whole list of its source, and what to
// write in brand.yaml; "" when there is no sign of more. total is the total that the source states,
// -1 for none. before is how many items an earlier pull read, 0 when not known: a list that was
// longer is not cut at its length of today.
func (s Signs) Doubt(items, total, before int, asked *url.URL) string {
	why, counted := s.nextSign(), false
	near, at := nearTotal(s.Doc, items, 2)
	switch {
	case total > items:
		why, counted = fmt.Sprintf("states %d items, %d were read", total, items), true
	case why != "":
		why, counted = fmt.Sprintf("gave %d items and %s", items, why), total < 0 && near > 0
	case total < 0 && near > 0:
		why, counted = fmt.Sprintf("states %d items (%s), %d were read", near, at, items), true
	case total < 0 && before <= items && fullPage(items, asked):
		why = fmt.Sprintf("gave exactly %d items and states no total, as the first page of a "+
			"longer list does", items)
	default:
		return ""
	}
	how := "{style: number}, or offset, next or token"
	if plan, ok := s.Guess(asked); ok {
		how = plan.String()
	}
	if counted {
		return fmt.Sprintf(`%s: write source.pages: %s, or total: "null" if that number is another`,
			why, how)
	}
	return fmt.Sprintf("%s: write source.pages: %s, or source.pages: none if this is all", why, how)
}

// nextSign describes the sign of a next page in the answer; "" for none.
func (s Signs) nextSign() string {
	if v, at := s.next(); at != "" {
		if _, text := v.(string); text {
			return "links to a next page (" + at + ")"
		}
	}
	if v, at := s.token(); v != nil {
		return "has a token for a next page (" + at + ")"
	}
	if _, at := s.find(flags, func(v any) bool { return v == true }); at != nil {
		return "says that there are more (" + at.String() + ")"
	}
	if n, at, ok := s.pages(); ok && n > 1 {
		return fmt.Sprintf("is one of %d pages (%s)", n, at)
	}
	return ""
}
