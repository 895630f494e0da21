package upstream_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/internal/upstream"
)

// listed returns a document with n items under a member, and text beside it.
func listed(n int, member, beside string) string {
	list, err := json.Marshal(numbers(n))
	if err != nil {
		panic(err)
	}
	if member == "" {
		return string(list)
	}
	return fmt.Sprintf(`{%s%q: %s}`, beside, member, list)
}

// TestFirstPageIsNotTheCatalogue: one answer that looks like the first page of a longer list is
// refused, until the brand itself says that it is all.
func TestFirstPageIsNotTheCatalogue(t *testing.T) {
	for _, tt := range []struct {
		name, body string
		header     []string
		want       string // what the message says; "" for a pull that succeeds
		whole      bool   // pages: none lets it pass
	}{
		{"PocketBase",
			listed(30, "items", `"page": 1, "perPage": 30, "totalItems": 60, "totalPages": 2, `),
			nil,
			`states 60 items, 30 were read: write source.pages: {style: number}`, false},
		{"PocketBase that was not asked for totals",
			listed(30, "items", `"page": 1, "perPage": 30, "totalItems": -1, "totalPages": -1, `),
			nil,
			`gave exactly 30 items and states no total`, true},
		{"Strapi",
			listed(25, "data",
				`"meta": {"pagination": {"page": 1, "pageSize": 25, "pageCount": 3, "total": `+
					`60}}, `), nil,
			`states 60 items, 25 were read: write source.pages: {style: number,` +
				` param: "pagination[page]"}`, false},
		{"Strapi by start and limit", listed(25, "data",
			`"meta": {"pagination": {"start": 0, "limit": 25, "total": 60}}, `), nil,
			`write source.pages: {style: offset, param: "pagination[start]", size: 25,` +
				` size_param: "pagination[limit]"}`, false},
		{"Directus", listed(100, "data", ""), nil, `gave exactly 100 items and states no total`,
			true},
		{"Directus with its count", listed(100, "data", `"meta": {"filter_count": 250}, `), nil,
			`states 250 items, 100 were read`, false},
		{"WordPress", listed(10, "", ""), []string{"X-WP-Total", "25", "X-WP-TotalPages", "3"},
			`states 25 items, 10 were read: write source.pages: {style: number, size: 100}`, false},
		{"Django",
			listed(10, "results",
				`"count": 25, "next": "https://b.example/e?page=2", "previous": null, `), nil,
			`states 25 items, 10 were read: write source.pages: {style: next}`, false},
		{"Django by cursors", listed(7, "results",
			`"next": "https://b.example/e?cursor=x", "previous": null, `), nil,
			`gave 7 items and links to a next page (.next): write source.pages: {style: next},` +
				` or source.pages: none if this is all`, true},
		{"OData", listed(7, "value", `"@odata.nextLink": "e?$skiptoken=7", `), nil,
			`links to a next page (.@odata.nextLink)`, true},
		{"OData with its count", listed(7, "value", `"@odata.count": 9, `), nil,
			`states 9 items, 7 were read`, false},
		{"Hydra", listed(7, "hydra:member", `"hydra:view": {"hydra:next": "/e?page=2"}, `), nil,
			`links to a next page (.hydra:view.hydra:next)`, true},
		{"Hydra without prefixes", listed(7, "member",
			`"totalItems": 9, "view": {"next": "/e?page=2"}, `), nil,
			`states 9 items, 7 were read: write source.pages: {style: next}`, false},
		{"JSON:API", listed(7, "data", `"links": {"next": {"href": "/e?page[number]=2"}}, `), nil,
			`links to a next page (.links.next.href)`, true},
		{"a Link field", listed(7, "", ""), []string{"Link", `</>; rel="https://api.w.org/"`,
			"Link", `</e?p=2>; title="a, <b>; rel=x"; rel="last next"`},
			`links to a next page (the Link field)`, true},
		{"a Link field without a next page", listed(7, "", ""),
			[]string{"Link", `</e?p=2>; rel="last"; rel=next, <x>; title=next`},
			"links to a last page (the Link field)", true},
		{"cursors", listed(7, "data", `"meta": {"next_cursor": "eyJ"}, `), nil,
			`has a token for a next page (.meta.next_cursor): write source.pages: {style: token,` +
				` param: "cursor"}`, true},
		{"a token of Google", listed(7, "items", `"nextPageToken": "eyJ", `), nil,
			`{style: token, param: "pageToken"}`, true},
		{"more without a way there", listed(7, "data", `"has_more": true, `), nil,
			`says that there are more (.has_more)`, true},
		{"a count of this page", listed(25, "items",
			`"count": 25, "hasMore": true, "offset": 0, "limit": 25, `), nil,
			`says that there are more (.hasMore): write source.pages: {style: offset, param: ` +
				`"offset", size: 25, size_param: "limit"}`, true},
		{"Spring", listed(7, "content", `"totalPages": 3, "number": 0, `), nil,
			`is one of 3 pages (.totalPages): write source.pages: {style: number, first: 0}`, true},
		{"an odd number without a total", listed(31, "data", ""), nil, "", true},
		{"as many as its own query asks for", listed(31, "data", ""),
			[]string{"query", "&per_page=31"}, `gave exactly 31 items`, true},
		{"a whole thousand", listed(3000, "", ""), nil, `gave exactly 3000 items`, true},
		{"exactly its total", listed(30, "items", `"totalItems": 30, `), nil, "", true},
		{"a last page", listed(10, "results", `"count": 10, "next": null, "previous": null, `), nil,
			"", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			src := served(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				for i := 0; i+1 < len(tt.header); i += 2 {
					w.Header().Add(tt.header[i], tt.header[i+1])
				}
				answer(200, tt.body)(w, nil)
			}), brands.Pages{Style: "none"})
			if len(tt.header) > 0 && tt.header[0] == "query" {
				src.URL += tt.header[1]
			}
			for _, name := range []string{"items", "results", "value", "content", "member"} {
				if strings.Contains(tt.body, `"`+name+`": [`) {
					src.Items = "." + name
				}
			}
			if strings.Contains(tt.body, `"hydra:member"`) {
				src.Items = `.["hydra:member"]`
			}
			_, _, err := pull(t, src, upstream.Options{})
			if tt.want == "" {
				require.NoError(t, err)
			} else {
				require.ErrorIs(t, err, upstream.ErrIncomplete)
				require.ErrorContains(t, err, tt.want)
				require.NotContains(t, err.Error(), "ativo=1", "no query in messages")
			}
			src.Pages.Whole = true
			_, _, err = pull(t, src, upstream.Options{})
			if tt.whole {
				require.NoError(t, err, "the brand's own word")
			} else {
				require.ErrorIs(t, err, upstream.ErrIncomplete,
					"a stated total holds whatever the style")
				src.Pages.Total = "null"
				_, _, err = pull(t, src, upstream.Options{})
				require.NoError(t, err, "a total that is another number")
			}
		})
	}
}

// TestTotalsWhateverTheStyle: pages that end before the total that a source states are not all,
// with no filter of the brand's own.
func TestTotalsWhateverTheStyle(t *testing.T) {
	for _, pages := range []brands.Pages{
		{Style: "next"}, {Style: "token", Param: "cursor"},
		{Style: "number", Param: "page", First: 1, Last: "1"},
	} {
		src := served(t, answer(200, listed(30, "data", `"totalItems": 60, `)), pages)
		_, stats, err := pull(t, src, upstream.Options{})
		require.ErrorIs(t, err, upstream.ErrIncomplete, pages.Style)
		require.ErrorContains(t, err, "states 60 items, 30 were read", pages.Style)
		require.Equal(t, 1, stats.Requests)
	}
}

// TestFilesAreWhole: the files in a folder were put there as they are.
func TestFilesAreWhole(t *testing.T) {
	src := folder(t, "e.json",
		map[string]string{"e.json": listed(30, "data",
			`"total": 60, "next": "https://b.example/e?page=2", `)})
	items, _, err := pull(t, src, upstream.Options{})
	require.NoError(t, err)
	require.Len(t, items, 30)
}

// linking returns a backend of n items whose pages are linked in the header only.
func linking(n, size int) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		page := 1
		fmt.Sscan(r.URL.Query().Get("p"), &page) // 1 without one
		list := numbers(n)[(page-1)*size : min(page*size, n)]
		w.Header().Add("Link", `<https://schema.example/>; rel="describedby"`)
		if page*size < n {
			w.Header().Add("Link", fmt.Sprintf(`<%s?p=%d>; rel="next"`, r.URL.Path, page+1))
		}
		w.Header().Set("ETag", fmt.Sprintf(`"%d"`, page))
		if r.Header.Get("If-None-Match") == fmt.Sprintf(`"%d"`, page) {
			w.Header().Del("Link")
			w.WriteHeader(304)
			return
		}
		_ = json.NewEncoder(w).Encode(list)
	})
}

// TestLinkField: style next follows a Link field by itself, and with a filter on $headers; also
// when pages come from memory and their 304 has no such field.
func TestLinkField(t *testing.T) {
	for _, filter := range []string{"",
		`$headers.link // "" | capture("<(?<u>[^>]*)>; *rel=\"next\"").u`} {
		src := served(t, linking(25, 10), brands.Pages{Style: "next", Next: filter})
		src.Conditional = true
		dir := t.TempDir()
		for range 2 {
			items, stats, err := remembering(t, dir, src, upstream.Options{})
			require.NoError(t, err)
			require.Equal(t, numbers(25), values(items))
			require.Equal(t, 3, stats.Requests)
		}
	}
	src := served(t, linking(25, 10), brands.Pages{Style: "none"})
	src.Conditional = true
	dir := t.TempDir()
	for range 2 {
		_, _, err := remembering(t, dir, src, upstream.Options{})
		require.ErrorContains(t, err,
			"gave 10 items and links to a next page (the Link field): write source.pages: "+
				"{style: next}")
	}
}

// TestDefaultSigns: without filters of its own a style finds last pages and tokens where widespread
// backends have them.
func TestDefaultSigns(t *testing.T) {
	for _, tt := range []struct {
		name  string
		pages brands.Pages
		body  string // with %d for the next page, or %s for its token
		last  string
	}{
		{"pages of PocketBase", brands.Pages{Style: "number", Param: "page", First: 1},
			`{"data": [%d], "totalPages": 2, "totalItems": 2}`,
			`{"data": [9], "totalPages": 2, "totalItems": 2}`},
		{"pages from 0", brands.Pages{Style: "number", Param: "page"},
			`{"data": [%d], "totalPages": 2}`, `{"data": [9], "totalPages": 2}`},
		{"a cursor", brands.Pages{Style: "token", Param: "cursor"},
			`{"data": [%d], "meta": {"next_cursor": "x"}}`,
			`{"data": [9], "meta": {"next_cursor": null}}`},
	} {
		asked := 0
		src := served(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if asked++; asked == 2 {
				answer(200, tt.last)(w, nil)
				return
			}
			answer(200, fmt.Sprintf(tt.body, asked))(w, nil)
		}), tt.pages)
		items, _, err := pull(t, src, upstream.Options{})
		require.NoError(t, err, tt.name)
		require.Equal(t, []any{1, 9}, values(items), tt.name)
		require.Equal(t, 2, asked, tt.name)
	}
}
