package upstream

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"cartaz/builder/internal/upstream/fetch"
)

// Signs are what one answer says of the list that it is a page of: how many items there are, and
// whether and where there is a next page. They are those of common backends and standards:
// PocketBase, Strapi, Directus, WordPress, Django REST framework, Laravel, Spring, OData, Hydra
// (API Platform), JSON:API, HAL, Link fields (RFC 8288) and the usual cursors.
type Signs struct {
	Doc    any               // the document, with or without its list; nil when it is only the list
	Header map[string]string // [fetch.Meta.Header]
}

// jsonPath is the path to a member, from the outermost object inwards; one name that begins with #
// is a field of the header.
type jsonPath []string

// plainName is a name that neither jq nor YAML wants in quotes.
var plainName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// String returns the path in jq syntax.
func (m jsonPath) String() (text string) {
	if len(m) > 0 && m[0][0] == '#' {
		return "the field " + m[0][1:]
	}
	for _, name := range m {
		if !plainName.MatchString(name) {
			name = strconv.Quote(name)
		}
		text += "." + name
	}
	return text
}

// paths reads paths written with spaces between them and slashes between names.
func paths(text string) (list []jsonPath) {
	for _, path := range strings.Fields(text) {
		list = append(list, strings.Split(path, "/"))
	}
	return list
}

// The paths of each sign, in the order in which they are tried. The last name of an offset or limit
// is also that of its query parameter.
var (
	totals = paths(`meta/total total total_count totalItems hydra:totalItems @odata.count
		odata.count meta/pagination/total meta/filter_count meta/total_count pagination/total
		pagination/total_items pagination/totalItems page/totalElements totalElements totalCount
		total_items totalResults hits/total/value hits/total #x-wp-total #x-total-count`)
	// With a flag for a next page it counts the items of this page.
	counts    = paths(`count`)
	lastPages = paths(`meta/last_page last_page meta/pagination/pageCount
		meta/pagination/total_pages totalPages total_pages pageCount pagination/total_pages
		pagination/totalPages pagination/pageCount page/totalPages meta/total_pages
		meta/totalPages #x-wp-totalpages #x-total-pages`)
	nexts = paths(`links/next links/next/href next_page_url next @odata.nextLink odata.nextLink
		hydra:view/hydra:next view/next _links/next/href _links/next meta/next paging/next
		pagination/next next_url nextLink`)
	// In these formats a list of one page has no link, but it has the object that holds links.
	linked = paths(`hydra:view view/@id @odata.context`)
	flags  = paths(`has_more hasMore has_next hasNext has_next_page hasNextPage meta/has_more
		meta/hasMore pagination/has_more pagination/hasMore pagination/has_next
		pagination/hasNext pagination/has_more_items pageInfo/hasNextPage`)
	tokens = paths(`continuation next_cursor meta/next_cursor nextCursor meta/nextCursor
		pagination/next_cursor response_metadata/next_cursor meta/cursor/next
		paging/cursors/after nextPageToken next_page_token`)
	numbers = paths(`page currentPage current_page pageNumber number page/number pagination/page
		pagination/current_page pagination/currentPage meta/page meta/current_page
		meta/currentPage`)
	offsets = paths(`offset skip start meta/offset meta/skip pagination/offset pagination/skip`)
	limits  = paths(`limit take size rows meta/limit meta/take pagination/limit pagination/take`)
)

// find gives the first value that is there and right, and where it is; at is nil for none.
func (s Signs) find(list []jsonPath, right func(any) bool) (v any, at jsonPath) {
next:
	for _, path := range list {
		v := s.Doc
		for _, name := range path {
			object, _ := v.(map[string]any)
			there := false
			if name[0] == '#' {
				v, there = s.Header[name[1:]]
			} else {
				v, there = object[name]
			}
			if !there {
				continue next
			}
		}
		if right(v) {
			return v, path
		}
	}
	return nil, nil
}

// count gives the first value of a list that is a number of items.
func (s Signs) count(list []jsonPath) (n int, at string, ok bool) {
	v, path := s.find(list, func(v any) bool { _, ok := Count(v); return ok })
	n, ok = Count(v)
	return n, path.String(), ok
}

// Total returns the number of items that the answer states for the whole list, and where it states
// it.
func (s Signs) Total() (n int, at string, ok bool) {
	if n, at, ok = s.count(totals); !ok && !s.flagged() {
		return s.count(counts)
	}
	return n, at, ok
}

// flagged reports whether there is a flag for a next page.
func (s Signs) flagged() bool {
	_, at := s.find(flags, func(v any) bool { return v == true || v == false })
	return at != nil
}

// pages returns the number of pages that the answer states, and where it states it.
func (s Signs) pages() (n int, at string, ok bool) { return s.count(lastPages) }

// present reports whether a value is none of those at the end of a list.
func present(v any) bool { return v != nil && v != false && v != "" }

// next returns the address of the next page, and where the answer gives it: a member of the
// document, whose value need not be a string, else the Link field. nil is no address.
func (s Signs) next() (v any, at string) {
	v, path := s.find(nexts, func(v any) bool {
		_, object := v.(map[string]any)
		return present(v) && !object
	})
	if path != nil {
		return v, path.String()
	}
	for _, link := range fetch.Links(s.Header["link"]) {
		if link.Has("next") {
			return link.Target, "the Link field"
		}
	}
	return nil, ""
}

// token returns the token of the next page, and where the answer gives it. nil is no token.
func (s Signs) token() (v any, at string) {
	v, path := s.find(tokens, present)
	return v, path.String()
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
