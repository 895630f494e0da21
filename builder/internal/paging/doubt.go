package paging

import (
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strconv"
)

// usualSizes are common default page sizes of backends. An answer with exactly this many items
// looks like the first page of a longer list. Multiples of 1000 count too.
var usualSizes = []int{
	10, 12, 15, 20, 24, 25, 30, 40, 50, 60, 75, 80, 100, 120, 150, 200, 250, 300, 400, 500,
}

// sizeParamName is the name of a query parameter that asks for a number of items.
var sizeParamName = regexp.MustCompile(
	`(?i)limit|size|per.?page|max|count|rows|top|take|first|qtd|quantidade`)

// Full reports whether n is a usual page size, or the page size that the query of the address asks
// for.
func Full(n int, asked *url.URL) bool {
	if n > 0 && n%1000 == 0 || slices.Contains(usualSizes, n) {
		return true
	}
	if asked == nil {
		return false
	}
	for name, values := range asked.Query() {
		if sizeParamName.MatchString(name) && slices.Contains(values, strconv.Itoa(n)) {
			return true
		}
	}
	return false
}

// totalName is a word in the name of a member that counts a whole list, and notTotal one in the
// name of a member that counts something else.
var (
	totalName = regexp.MustCompile(`(?i)total|count|hits|found|available|rows|matche?s|anzahl`)
	notTotal  = regexp.MustCompile(`(?i)page|limit|max|size|views?|returned|filter|time`)
)

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
func Doubt(a Answer, items, total, before int, asked *url.URL) string {
	why := nextPageSign(a)
	near, at := nearTotal(a.Doc, items, 2)
	switch {
	case total > items:
		why = fmt.Sprintf("states %d items, %d were read", total, items)
	case why != "":
		why = fmt.Sprintf("gave %d items and %s", items, why)
	case total < 0 && near > 0:
		why = fmt.Sprintf("states %d items (%s), %d were read", near, at, items)
	case total < 0 && before <= items && Full(items, asked):
		why = fmt.Sprintf("gave exactly %d items and states no total, as the first page of a "+
			"longer list does", items)
	default:
		return ""
	}
	how := "source.pages: {style: number}, or offset, next or token"
	if plan, ok := Guess(a, asked); ok {
		how = "source.pages: " + plan.String()
	}
	if total > items || total < 0 && near > 0 {
		return fmt.Sprintf(`%s: write %s, or total: "null" if that number is another`, why, how)
	}
	return fmt.Sprintf("%s: write %s, or source.pages: none if this is all", why, how)
}

// nextPageSign describes the sign of a next page in the answer; "" for none.
func nextPageSign(a Answer) string {
	if v, at := Next(a); at != "" {
		if _, text := v.(string); text {
			return "links to a next page (" + at + ")"
		}
	}
	if v, _, at := Token(a); v != nil {
		return "has a token for a next page (" + at + ")"
	}
	if at, _ := moreFlag(a); at != "" {
		return "says that there are more (" + at + ")"
	}
	if n, at, ok := Pages(a); ok && n > 1 {
		return fmt.Sprintf("is one of %d pages (%s)", n, at)
	}
	return ""
}
