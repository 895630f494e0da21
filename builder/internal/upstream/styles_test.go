package upstream_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/rowstest"
)

// listing is a backend of n numbered items that pages by offset, as
// specs/backends.md tells of Opendatasoft and Ingresse.
type listing struct {
	n, most  int  // items; the largest page it gives
	total    bool // states how many there are
	requests []string
	fault    func(offset int) (body string) // "" for the usual answer
}

func (l *listing) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	l.requests = append(l.requests, r.URL.RawQuery)
	offset, _ := strconv.Atoi(q.Get("offset"))
	limit, err := strconv.Atoi(q.Get("limit"))
	if err != nil || l.most > 0 && limit > l.most {
		limit = l.most
	}
	if l.fault != nil {
		if body := l.fault(offset); body != "" {
			_, _ = io.WriteString(w, body)
			return
		}
	}
	items := []int{}
	for i := offset; i < min(offset+limit, l.n); i++ {
		items = append(items, i)
	}
	doc := map[string]any{"results": items}
	if l.total {
		doc["total_count"] = l.n
	}
	_ = json.NewEncoder(w).Encode(doc)
}

func numbers(n int) []any {
	list := []any{}
	for i := range n {
		list = append(list, i)
	}
	return list
}

func TestOffset(t *testing.T) {
	for _, tt := range []struct {
		name     string
		l        listing
		window   int
		requests []string
	}{
		{"by total", listing{n: 25, total: true}, 0,
			[]string{"limit=10&offset=0", "limit=10&offset=10", "limit=10&offset=20"}},
		{"total at the edge of a page", listing{n: 20, total: true}, 0,
			[]string{"limit=10&offset=0", "limit=10&offset=10"}},
		{"a short page is not the end", listing{n: 25}, 0, []string{"limit=10&offset=0",
			"limit=10&offset=10", "limit=10&offset=20", "limit=10&offset=30"}},
		{"a short page before the window", listing{n: 25}, 30, []string{"limit=10&offset=0",
			"limit=10&offset=10", "limit=10&offset=20"}},
		{"by an empty page", listing{n: 20}, 0, []string{"limit=10&offset=0", "limit=10&offset=10",
			"limit=10&offset=20"}},
		{"a short first page may be all that the source gives", listing{n: 9, most: 5}, 0,
			[]string{"limit=10&offset=0", "limit=10&offset=5", "limit=10&offset=9"}},
		{"the source gives less than asked for", listing{n: 12, most: 5, total: true}, 0,
			[]string{"limit=10&offset=0", "limit=10&offset=5", "limit=10&offset=10"}},
		{"up to the window", listing{n: 25, total: true}, 25,
			[]string{"limit=10&offset=0", "limit=10&offset=10", "limit=5&offset=20"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			src := served(t, &tt.l, brands.Pages{Style: "offset", Param: "offset", Size: 10,
				SizeKey: "limit", Window: tt.window, Total: ".total_count?"})
			src.Items = ".results"
			items, stats, err := pull(t, src, upstream.Options{})
			require.NoError(t, err)
			require.Equal(t, numbers(tt.l.n), values(items))
			for i, q := range tt.requests {
				tt.requests[i] = "ativo=1&" + q
			}
			require.Equal(t, tt.requests, tt.l.requests)
			require.Equal(t, len(tt.requests), stats.Requests)
			require.Equal(t, strings.TrimSuffix(src.URL, "?ativo=1")+"?offset=0, item 1",
				items[0].Pos.String())
		})
	}
}

func TestOffsetFromOne(t *testing.T) {
	var asked []string
	src := served(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.Query().Get("start"))
		answer(200, []string{`[1, 2]`, `[3]`, `[]`}[len(asked)-1])(w, r)
	}), brands.Pages{Style: "offset", Param: "start", First: 1, Size: 2, SizeKey: "count"})
	items, _, err := pull(t, src, upstream.Options{})
	require.NoError(t, err)
	require.Equal(t, []any{1, 2, 3}, values(items))
	require.Equal(t, []string{"1", "3", "5"}, asked)
}

// TestWindow: a source that shows only a window of its items has not shown all.
func TestWindow(t *testing.T) {
	const want = "pull incomplete: the source has more than the 20 items that its pages reach " +
		"(source.pages.window): narrow source.url, as by a range of dates"
	for _, tt := range []struct {
		name     string
		total    bool
		pages    brands.Pages
		requests int
	}{
		{"offset, told at once by the total", true, brands.Pages{Style: "offset", Param: "offset"},
			1},
		{"offset, found at the end", false, brands.Pages{Style: "offset", Param: "offset"}, 2},
		{"number, told at once by the total", true,
			brands.Pages{Style: "number", Param: "page", First: 1}, 1},
		{"number, found at the end", false, brands.Pages{Style: "number", Param: "page", First: 1},
			2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := &listing{n: 25, total: tt.total}
			pages := tt.pages
			pages.Size, pages.SizeKey, pages.Window, pages.Total = 10, "limit", 20, ".total_count?"
			h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if q := r.URL.Query(); q.Has("page") {
					page, _ := strconv.Atoi(q.Get("page"))
					q.Set("offset", strconv.Itoa((page-1)*10))
					r.URL.RawQuery = q.Encode()
				}
				l.ServeHTTP(w, r)
			})
			src := served(t, h, pages)
			src.Items = ".results"
			_, stats, err := pull(t, src, upstream.Options{})
			require.ErrorIs(t, err, upstream.ErrIncomplete)
			require.EqualError(t, err, want)
			require.Equal(t, tt.requests, stats.Requests)
		})
	}
}

func TestOffsetFaults(t *testing.T) {
	for _, tt := range []struct {
		name string
		l    listing
		want string
	}{
		{"an empty page in the middle", listing{n: 25, total: true, fault: func(at int) string {
			return map[int]string{10: `{"total_count": 25, "results": []}`}[at]
		}}, "from item 10 on, is empty, 10 items were read: records moved meanwhile"},
		{"the last item again", listing{n: 4, fault: func(at int) string {
			return map[int]string{0: `{"results": [{"id": 1}, {"id": 2}]}`,
				2: `{"results": [{"id": 2}, {"id": 3}]}`}[at]
		}}, "?offset=2 begins with the last item of the page before: records moved"},
		{"more than stated", listing{n: 25, total: true, fault: func(at int) string {
			return map[int]string{20: `{"total_count": 25, "results": [1,2,3,4,5,6]}`}[at]
		}}, "?offset=20 states 25 items, 26 were read"},
		{"the parameter is unknown", listing{n: 25,
			fault: func(int) string { return `{"results": [1,2,3,4,5,6,7,8,9,0]}` }},
			"?offset=10 is the page before once more: the source does not know the " +
				"parameter offset"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			src := served(t, &tt.l, brands.Pages{Style: "offset", Param: "offset", Size: 10,
				SizeKey: "limit", Total: ".total_count?"})
			src.Items = ".results"
			_, _, err := pull(t, src, upstream.Options{})
			require.ErrorIs(t, err, upstream.ErrIncomplete)
			require.ErrorContains(t, err, tt.want)
		})
	}
}

// TestToken goes on by a token, as Eventbrite has it.
func TestToken(t *testing.T) {
	page := func(items, more, token string) string {
		return `{"events": [` + items + `], "pagination": {"has_more_items": ` + more +
			`, "continuation": ` + token + `, "object_count": 3}}`
	}
	for _, tt := range []struct {
		name   string
		bodies []string
		asked  []string
		kind   error
		want   string
	}{
		{"until there are no more", []string{page("1", "true", `"a/b+c"`), page("2", "true", "7"),
			page("3", "false", `"last"`)},
			[]string{"ativo=1", "ativo=1&continuation=a%2Fb%2Bc", "ativo=1&continuation=7"}, nil,
			""},
		{"an empty page is not the end", []string{page("1", "true", `"x"`), page("", "true", `"y"`),
			page("2, 3", "false", "null")}, nil, nil, ""},
		{"the last token for ever", []string{page("1, 2", "true", `"x"`), page("3", "true", `"y"`),
			page("", "true", `"y"`)}, nil, nil, ""},
		{"a loop", []string{page("1", "true", `"x"`), page("2", "true", `"y"`),
			page("3", "true", `"x"`)}, nil, upstream.ErrMalformed,
			"page 3 leads to page 2 again: the pages form a loop"},
		{"no token but an object", []string{page("1", "true", `{}`)}, nil, upstream.ErrMalformed,
			"source.pages.token gives no token: it must yield text, or null at the end"},
		{"fewer than stated", []string{page("1", "false", "null")}, nil, upstream.ErrIncomplete,
			"states 3 items, 1 were read"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var asked []string
			src := served(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				answer(200, tt.bodies[len(asked)])(w, r)
				asked = append(asked, r.URL.RawQuery)
			}), brands.Pages{
				Style: "token", Param: "continuation",
				Token: "if .pagination.has_more_items then .pagination.continuation else null end",
				Total: ".pagination.object_count",
			})
			src.Items = ".events"
			items, _, err := pull(t, src, upstream.Options{})
			if tt.kind != nil {
				require.ErrorIs(t, err, tt.kind)
				require.ErrorContains(t, err, tt.want)
				return
			}
			require.NoError(t, err)
			require.Equal(t, []any{1, 2, 3}, values(items))
			if tt.asked != nil {
				require.Equal(t, tt.asked, asked)
			}
		})
	}
}

// TestHeaderTotals: WordPress states its totals in the header of a bare array.
func TestHeaderTotals(t *testing.T) {
	l := &listing{n: 5}
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		page, _ := strconv.Atoi(r.URL.Query().Get("page"))
		l.requests = append(l.requests, r.URL.RawQuery)
		items := numbers(5)[(page-1)*2 : min(page*2, 5)]
		w.Header().Set("X-WP-Total", strconv.Itoa(l.n))
		w.Header().Set("X-WP-TotalPages", "3")
		w.Header().Set("Set-Cookie", "session=hunter2")
		_ = json.NewEncoder(w).Encode(items)
	})
	pages := brands.Pages{Style: "number", Param: "page", First: 1, Size: 2, SizeKey: "per_page",
		Total: `$headers["x-wp-total"]`, Last: `$headers["x-wp-totalpages"]`}
	items, _, err := pull(t, served(t, h, pages), upstream.Options{})
	require.NoError(t, err)
	require.Equal(t, numbers(5), values(items))
	require.Len(t, l.requests, 3)

	l.n = 6
	_, _, err = pull(t, served(t, h, pages), upstream.Options{})
	require.ErrorIs(t, err, upstream.ErrIncomplete)
	require.ErrorContains(t, err, "page=3 states 6 items, 5 were read")

	pages.Total = `$headers["set-cookie"] | if . then error("seen") else null end`
	_, _, err = pull(t, served(t, h, pages), upstream.Options{})
	require.NoError(t, err, "a cookie is nobody's business")
}

// TestBodies asks with POST, as GraphQL wants it, with the page among the
// variables.
func TestBodies(t *testing.T) {
	var asked []map[string]any
	src := served(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body map[string]any
		if r.Method != http.MethodPost || r.Header.Get("Content-Type") != "application/json" ||
			json.NewDecoder(r.Body).Decode(&body) != nil {
			w.WriteHeader(400)
			return
		}
		asked = append(asked, body)
		page := body["variables"].(map[string]any)["page"].(float64)
		fmt.Fprintf(w, `{"data": {"searchEvents": {"total": 3, "elements": [%s]}}}`,
			map[float64]string{1: "1, 2", 2: "3"}[page])
	}), brands.Pages{Style: "number", Param: "variables.page", First: 1, Size: 2,
		SizeKey: "variables.limit", Total: ".data.searchEvents.total",
		Last: "if $page * 2 < .data.searchEvents.total then $page + 1 else $page end"})
	src.Items = ".data.searchEvents.elements"
	src.Body = map[string]any{"query": "query <&>", "variables": map[string]any{"term": "é"}}
	items, stats, err := pull(t, src, upstream.Options{})
	require.NoError(t, err)
	require.Equal(t, []any{1, 2, 3}, values(items))
	require.Equal(t, 2, stats.Requests)
	require.Equal(t, []map[string]any{
		{"query": "query <&>", "variables": map[string]any{"term": "é", "page": 1.0, "limit": 2.0}},
		{"query": "query <&>", "variables": map[string]any{"term": "é", "page": 2.0, "limit": 2.0}},
	}, asked)
	require.Equal(t, map[string]any{"term": "é"}, src.Body["variables"],
		"the body of the brand stays as it is")
	require.Equal(t, strings.TrimSuffix(src.URL, "?ativo=1")+", page 2, item 1",
		items[2].Pos.String())

	src.Pages = brands.Pages{Style: "none", Whole: true, Total: "null"}
	src.Body = map[string]any{"variables": map[string]any{"page": 2}}
	items, _, err = pull(t, src, upstream.Options{})
	require.NoError(t, err)
	require.Equal(t, []any{3}, values(items))
}

// TestRedirectedBodies: a redirect that keeps the request is followed, one that
// makes a GET of it is not: what it asked for would be lost.
func TestRedirectedBodies(t *testing.T) {
	for _, code := range []int{301, 302, 303, 307, 308} {
		src := served(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/v2" {
				http.Redirect(w, r, "/v2", code)
				return
			}
			text, _ := io.ReadAll(r.Body)
			fmt.Fprintf(w, "[%q]", r.Method+" "+string(text))
		}), brands.Pages{Style: "none"})
		src.Body = map[string]any{"query": "q"}
		items, _, err := pull(t, src, newClock().options())
		if code >= 307 {
			require.NoError(t, err)
			require.Equal(t, []any{"POST {\"query\":\"q\"}\n"}, values(items))
			continue
		}
		require.ErrorIs(t, err, upstream.ErrUnavailable)
		require.ErrorContains(t, err,
			"redirects a request with a body: name the address it leads to in source.url")
	}
}

// TestComplaints: errors in an answer with status 200 are failures, whatever
// its list says.
func TestComplaints(t *testing.T) {
	type row struct{ Name, Body, Want string }
	for _, tt := range append(rowstest.Read[[]row](t, "testdata/complaints.yaml"),
		row{"long", `{"errors": "` + strings.Repeat("é", 5000) + `", "data": {"list": [1]}}`,
			strings.Repeat("é", 70)}) {
		t.Run(tt.Name, func(t *testing.T) {
			src := served(t, answer(200, tt.Body), brands.Pages{Style: "none"})
			src.Items, src.Errors = ".data.list", ".errors?"
			items, stats, err := pull(t, src, newClock().options())
			if tt.Want == "" {
				require.NoError(t, err)
				require.Len(t, items, 1)
				return
			}
			require.ErrorIs(t, err, upstream.ErrUnavailable)
			require.ErrorContains(t, err, strings.TrimSuffix(src.URL, "?ativo=1")+
				": source unavailable: ")
			require.ErrorContains(t, err, tt.Want)
			require.Zero(t, stats.Retries)
		})
	}
	src := served(t, answer(200, `{"errors": [{"message": "x"}]}`), brands.Pages{Style: "none"})
	src.Errors = ".errors?"
	_, _, err := pull(t, src, upstream.Options{})
	require.ErrorIs(t, err, upstream.ErrUnavailable,
		"what the source says goes before what its document lacks")
}
