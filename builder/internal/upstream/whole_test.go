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
	"cartaz/builder/rowstest"
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
	return fmt.Sprintf(`{%s %q: %s}`, beside, member, list)
}

// TestFirstPageIsNotTheCatalogue: one answer that looks like the first page of a longer list is
// refused, until the brand itself says that it is all.
func TestFirstPageIsNotTheCatalogue(t *testing.T) {
	for _, tt := range rowstest.Read[[]struct {
		Name           string
		N              int    // items in the list
		Member, Beside string // that has the list, and what is beside it
		Header         []string
		Want           string // what the message says; "" for a pull that succeeds
		Whole          bool   // pages: none lets it pass
	}](t, "testdata/first-page.yaml") {
		t.Run(tt.Name, func(t *testing.T) {
			body := listed(tt.N, tt.Member, tt.Beside)
			src := served(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				for i := 0; i+1 < len(tt.Header); i += 2 {
					w.Header().Add(tt.Header[i], tt.Header[i+1])
				}
				answer(200, body)(w, nil)
			}), brands.Pages{Style: "none"})
			if len(tt.Header) > 0 && tt.Header[0] == "query" {
				src.URL += tt.Header[1]
			}
			for _, name := range []string{"items", "results", "value", "content", "member"} {
				if strings.Contains(body, `"`+name+`": [`) {
					src.Items = "." + name
				}
			}
			if strings.Contains(body, `"hydra:member"`) {
				src.Items = `.["hydra:member"]`
			}
			_, _, err := pull(t, src, upstream.Options{})
			if tt.Want == "" {
				require.NoError(t, err)
			} else {
				require.ErrorIs(t, err, upstream.ErrIncomplete)
				require.ErrorContains(t, err, tt.Want)
				require.NotContains(t, err.Error(), "ativo=1", "no query in messages")
			}
			src.Pages.Whole = true
			_, _, err = pull(t, src, upstream.Options{})
			if tt.Whole {
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
