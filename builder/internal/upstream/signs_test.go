package upstream_test

import (
	"encoding/json"
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"cartaz/builder/internal/upstream"
)

// TestPlan: the plan for the answers of widespread backends is YAML, and says how they are paged.
func TestPlan(t *testing.T) {
	for _, tt := range []struct{ name, doc, field, value, query, want string }{
		{"PocketBase", `{"page": 1, "perPage": 30, "totalItems": 60, "totalPages": 2}`, "", "", "",
			"{style: number}"},
		{"Strapi",
			`{"meta": {"pagination": {"page": 1, "pageSize": 25, "pageCount": 3, "total": 60}}}`,
			"", "", "", `{style: number, param: "pagination[page]"}`},
		{"Strapi by limit", `{"meta": {"pagination": {"start": 0, "limit": 25, "total": 60}}}`, "",
			"", "",
			`{style: offset, param: "pagination[start]", size: 25, size_param: ` +
				`"pagination[limit]"}`},
		{"WordPress", ``, "x-wp-totalpages", "3", "", "{style: number, size: 100}"},
		{"Laravel", `{"links": {"next": "x?page=2"}, "meta": {"current_page": 1, "last_page": 3}}`,
			"", "", "", "{style: number}"},
		{"Laravel by cursor",
			`{"next_page_url": "x?cursor=eyJ", "per_page": 15, "next_cursor": "eyJ"}`, "", "", "",
			"{style: next}"},
		{"Django", `{"count": 25, "next": "http://b/e?page=2", "previous": null}`, "", "", "",
			"{style: next}"},
		{"Django on one page", `{"count": 5, "next": null, "previous": null}`, "", "", "",
			"{style: next}"},
		{"OData", `{"@odata.nextLink": "e?$skiptoken=1"}`, "", "", "", "{style: next}"},
		{"JSON:API", `{"links": {"next": {"href": "/e?page[number]=2"}}}`, "", "", "",
			"{style: next}"},
		{"HAL", `{"_links": {"next": {"href": "/e?page=2"}}, "page": 1}`, "", "", "",
			"{style: next}"},
		{"a Link field", ``, "link", `</e?p=2>; rel=next`, "", "{style: next}"},
		{"a Link field without", ``, "link", `</e?p=2>; rel=last`, "", ""},
		{"cursor", `{"meta": {"next_cursor": "eyJ"}}`, "", "", "",
			`{style: token, param: "cursor"}`},
		{"cursor at its end", `{"next_cursor": null}`, "", "", "",
			`{style: token, param: "cursor"}`},
		{"after", `{"paging": {"cursors": {"after": "x"}}}`, "", "", "",
			`{style: token, param: "after"}`},
		{"Google", `{"nextPageToken": "x"}`, "", "", "", `{style: token, param: "pageToken"}`},
		{"Spring", `{"number": 0, "totalPages": 3, "size": 20}`, "", "", "",
			"{style: number, first: 0}"},
		{"offset and limit", `{"total": 250, "offset": 0, "limit": 100}`, "", "", "",
			`{style: offset, param: "offset", size: 100, size_param: "limit"}`},
		{"offset and limit with a flag", `{"count": 25, "hasMore": true, "offset": 0, "limit": 25}`,
			"", "", "", `{style: offset, param: "offset", size: 25, size_param: "limit"}`},
		{"skip and take", `{"meta": {"total": 250, "skip": 0, "take": 50}}`, "", "", "",
			`{style: offset, param: "skip", size: 50, size_param: "take"}`},
		{"a number that is another page", `{"page": 7, "total": 250}`, "", "", "", ""},
		{"a limit that is none", `{"total": 250, "offset": 0, "limit": 0}`, "", "", "", ""},
		{"a total alone", `{"total": 250}`, "", "", "", ""},
		{"nothing", `{"next": {"id": 1}, "page": "x"}`, "", "", "?page=x", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var a upstream.Signs
			if tt.doc != "" {
				require.NoError(t, json.Unmarshal([]byte(tt.doc), &a.Doc))
			}
			a.Header = map[string]string{tt.field: tt.value}
			asked, err := url.Parse("https://b.example/e" + tt.query)
			require.NoError(t, err)
			a.Asked = asked
			p := a.Read().Plan()
			require.Equal(t, tt.want, p)
			var parsed map[string]any
			require.NoError(t, yaml.Unmarshal([]byte(p), &parsed))
		})
	}
}

// TestFullPage: a list of exactly as many items as pages have, or as its address asks for, may be
// the first page of more.
func TestFullPage(t *testing.T) {
	asked, err := url.Parse("https://b.example/e?maxResults=37&city=41")
	require.NoError(t, err)
	for n, want := range map[int]bool{0: false, 1: false, 9: false, 10: true, 30: true, 31: false,
		37: true, 41: false, 500: true, 999: false, 1000: true, 7000: true} {
		for _, asked := range []*url.URL{asked, nil} {
			doubt := upstream.Signs{Asked: asked, Items: n}.Read().Doubt(-1, nil)
			require.Equal(t, want && (n != 37 || asked != nil), doubt != "", n)
		}
	}
}

// TestDoubt: a total counts under any name that says so, near the list; a list of exactly a page is
// no doubt where it was longer before.
func TestDoubt(t *testing.T) {
	for _, tt := range []struct {
		doc           string
		items, before int
		says          string // "" for no doubt
	}{
		{`{"hits": 31}`, 7, 0, "states 31 items, 7 were read: write source.pages: "},
		{`{"meta": {"totalFound": "31"}}`, 7, 0, "if that number (.meta.totalFound) is another"},
		{`{"meta": {"rows_available": 31, "info": {"count": 99}}}`, 7, 0, "(.meta.rows_available)"},
		{`{"a": {"rows_available": 31, "b": {"count": 99}}}`, 7, 0, ""},
		{`{"a": {"b": {"c": {"count": 99}}}}`, 7, 0, ""},
		{`{"hits": 7}`, 7, 0, ""},
		{`{"max_rows": 50, "total_views": 99, "id": 4000}`, 7, 0, ""},
		{`{"page_count": 31, "max_rows": 50}`, 7, 0, "is one of 31 pages (.page_count)"},
		{``, 20, 0, "gave exactly 20 items"},
		{``, 20, 19, "gave exactly 20 items"},
		{``, 20, 21, ""},
	} {
		var a upstream.Signs
		if tt.doc != "" {
			require.NoError(t, json.Unmarshal([]byte(tt.doc), &a.Doc))
		}
		a.Items = tt.items
		a = a.Read()
		total, _ := a.Total()
		why := a.Doubt(total, func() int { return tt.before })
		require.Equal(t, tt.says == "", why == "", "%s: %s", tt.doc, why)
		require.Contains(t, why, tt.says)
	}
}
