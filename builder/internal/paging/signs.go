// Package paging finds the paging metadata of an answer: how many items there are in total, whether
// there is a next page, and where it is.
//
// A pull uses these signs when the brand names no filters of its own. It also uses them to detect
// that a single answer is not the whole list. builder init writes source.pages from them.
//
// The signs are those of common backends and standards: PocketBase, Strapi, Directus,
// WordPress, Django REST framework, Laravel, Spring, OData, Hydra (API Platform), JSON:API, HAL,
// Link fields (RFC 8288) and the usual cursors.
package paging

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

// Answer is the metadata of one answer: everything except the items of its list.
type Answer struct {
	Doc    any               // the document, with or without its list; nil when it is only the list
	Header map[string]string // values of the header fields of [Field], by name in lower case
}

// Field reports whether this package reads the header field name. The name is in lower case.
func Field(name string) bool {
	switch name {
	case "link", "x-wp-total", "x-wp-totalpages", "x-total-count", "x-total-pages":
		return true
	}
	return false
}

// jsonPath is the path to a member, from the outermost object inwards.
type jsonPath []string

// plainName is a name that neither jq nor YAML wants in quotes.
var plainName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// String returns the path in jq syntax.
func (m jsonPath) String() string {
	var b strings.Builder
	for _, name := range m {
		b.WriteByte('.')
		if plainName.MatchString(name) {
			b.WriteString(name)
		} else {
			b.WriteString(strconv.Quote(name))
		}
	}
	return b.String()
}

// in gives the member of a document, and whether it is there.
func (m jsonPath) lookup(doc any) (any, bool) {
	for _, name := range m {
		object, _ := doc.(map[string]any)
		v, there := object[name]
		if !there {
			return nil, false
		}
		doc = v
	}
	return doc, true
}

// members reads paths written with spaces between them and slashes between names.
func parsePaths(text string) (list []jsonPath) {
	for _, path := range strings.Fields(text) {
		list = append(list, strings.Split(path, "/"))
	}
	return list
}

// The paths of each sign, in the order in which they are tried. countPaths come after all other
// totals, because some backends use count for the items of this page.
var (
	totalPaths = parsePaths(`meta/total total total_count totalItems hydra:totalItems
		@odata.count odata.count meta/pagination/total meta/filter_count meta/total_count
		pagination/total pagination/total_items pagination/totalItems page/totalElements
		totalElements totalCount total_items totalResults hits/total/value hits/total`)
	countPaths    = parsePaths(`count`)
	lastPagePaths = parsePaths(`meta/last_page last_page meta/pagination/pageCount
		meta/pagination/total_pages totalPages total_pages pageCount pagination/total_pages
		pagination/totalPages pagination/pageCount page/totalPages meta/total_pages
		meta/totalPages`)
	nextPaths = parsePaths(`links/next links/next/href next_page_url next @odata.nextLink
		odata.nextLink hydra:view/hydra:next view/next _links/next/href _links/next meta/next
		paging/next pagination/next next_url nextLink`)
	morePaths = parsePaths(`has_more hasMore has_next hasNext has_next_page hasNextPage
		meta/has_more meta/hasMore pagination/has_more pagination/hasMore pagination/has_next
		pagination/hasNext pagination/has_more_items pageInfo/hasNextPage`)
)

// tokenPaths are the paths of the next page's token, each with the query parameter that sends it.
var tokenPaths = []struct {
	path  jsonPath
	param string
}{
	{jsonPath{"continuation"}, "continuation"},
	{jsonPath{"next_cursor"}, "cursor"}, {jsonPath{"meta", "next_cursor"}, "cursor"},
	{jsonPath{"nextCursor"}, "cursor"}, {jsonPath{"meta", "nextCursor"}, "cursor"},
	{jsonPath{"pagination", "next_cursor"}, "cursor"},
	{jsonPath{"response_metadata", "next_cursor"}, "cursor"},
	{jsonPath{"meta", "cursor", "next"}, "cursor"},
	{jsonPath{"paging", "cursors", "after"}, "after"},
	{jsonPath{"nextPageToken"}, "pageToken"}, {jsonPath{"next_page_token"}, "page_token"},
}

// Total returns the number of items that the answer states for the whole list, and where it states
// it.
func Total(a Answer) (n int, at string, ok bool) {
	if n, at, ok = firstCount(a.Doc, totalPaths); ok {
		return n, at, true
	}
	if n, at, ok = fieldCount(a, "x-wp-total", "x-total-count"); ok {
		return n, at, true
	}
	if _, flagged := moreFlag(a); flagged {
		return 0, "", false // an answer with such a flag counts the items of this page
	}
	return firstCount(a.Doc, countPaths)
}

// moreFlag finds the flag that says whether there is a next page. at is its path when the flag is
// true; flagged reports whether there is such a flag.
func moreFlag(a Answer) (at string, flagged bool) {
	for _, m := range morePaths {
		if v, _ := m.lookup(a.Doc); v == true {
			return m.String(), true
		} else if v == false {
			flagged = true
		}
	}
	return "", flagged
}

// Pages returns the number of pages that the answer states, and where it states it.
func Pages(a Answer) (n int, at string, ok bool) {
	if n, at, ok = firstCount(a.Doc, lastPagePaths); ok {
		return n, at, true
	}
	return fieldCount(a, "x-wp-totalpages", "x-total-pages")
}

// Next returns the address of the next page, and where the answer gives it: a member of the
// document, whose value need not be a string, else the Link header field. nil means that there is
// no address.
func Next(a Answer) (v any, at string) {
	for _, m := range nextPaths {
		v, _ := m.lookup(a.Doc)
		if _, object := v.(map[string]any); v == nil || v == false || v == "" || object {
			continue
		}
		return v, m.String()
	}
	for _, link := range Links(a.Header["link"]) {
		if link.Has("next") {
			return link.Target, "the Link field"
		}
	}
	return nil, ""
}

// Token returns the token of the next page, the query parameter that usually sends it, and where
// the answer gives it. nil means that there is no token.
func Token(a Answer) (v any, param, at string) {
	for _, t := range tokenPaths {
		if v, _ := t.path.lookup(a.Doc); v != nil && v != false && v != "" {
			return v, t.param, t.path.String()
		}
	}
	return nil, "", ""
}

func firstCount(doc any, list []jsonPath) (int, string, bool) {
	for _, m := range list {
		v, _ := m.lookup(doc)
		if n, ok := Count(v); ok {
			return n, m.String(), true
		}
	}
	return 0, "", false
}

func fieldCount(a Answer, names ...string) (int, string, bool) {
	for _, name := range names {
		if n, ok := Count(a.Header[name]); ok {
			return n, "the field " + name, true
		}
	}
	return 0, "", false
}

// Count converts a value that states a number of items: a whole number, or a string of its digits.
func Count(v any) (int, bool) {
	switch v := v.(type) {
	case int:
		return v, v >= 0
	case float64:
		return int(v), v >= 0 && v == math.Trunc(v) && v < 1<<53
	case string:
		n, err := strconv.Atoi(v)
		return n, err == nil && n >= 0
	}
	return 0, false
}
