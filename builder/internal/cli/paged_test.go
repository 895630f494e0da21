package cli_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/cli"
)

type object = map[string]any

// asked is one question to a backend.
type asked struct {
	w http.ResponseWriter
	r *http.Request
	n int // events
}

// number returns a query parameter, or def without one.
func (a asked) number(name string, def int) int {
	if n, err := strconv.Atoi(a.r.URL.Query().Get(name)); err == nil {
		return n
	}
	return def
}

// list returns the events from one on.
func (a asked) list(from, size int) []object {
	out := []object{}
	for i := from; i < min(from+size, a.n); i++ {
		out = append(out, object{"id": i + 1, "title": fmt.Sprintf("Evento %d", i+1),
			"start_date": "2099-01-02 20:00:00"})
	}
	return out
}

// link returns the address of a next page, or null after the last event.
func (a asked) link(reached int, query string, value ...any) any {
	if reached >= a.n {
		return nil
	}
	return "http://" + a.r.Host + a.r.URL.Path + fmt.Sprintf(query, value...)
}

// backends are the ways in which widespread backends page, after their documentation.
var backends = []struct {
	name, path string
	n          int // events
	answer     func(asked) any
	want       string // in the brand.yaml that init writes
}{
	{"pocketbase", "/api/collections/events/records", 60, func(a asked) any {
		page, size := a.number("page", 1), min(a.number("perPage", 30), 1000)
		return object{"page": page, "perPage": size, "totalItems": a.n,
			"totalPages": (a.n + size - 1) / size, "items": a.list((page-1)*size, size)}
	}, `(?m)^  preset: "pocketbase"$`},
	{"strapi 5", "/api/events", 60, func(a asked) any {
		page := a.number("pagination[page]", 1)
		size := min(a.number("pagination[pageSize]", 25), 100)
		return object{"data": a.list((page-1)*size, size),
			"meta": object{"pagination": object{"page": page, "pageSize": size,
				"pageCount": (a.n + size - 1) / size, "total": a.n}}}
	}, `(?m)^  preset: "strapi"$`},
	{"strapi by start and limit", "/api/events", 60, func(a asked) any {
		if q := a.r.URL.Query(); q.Has("pagination[page]") {
			a.w.WriteHeader(400)
			return object{"data": nil, "error": object{"status": 400}}
		}
		start, limit := a.number("pagination[start]", 0), a.number("pagination[limit]", 25)
		return object{"data": a.list(start, limit),
			"meta": object{"pagination": object{"start": start, "limit": limit, "total": a.n}}}
	},
		`pages: \{style: offset, param: "pagination\[start\]", size: 25, size_param: ` +
			`"pagination\[limit\]"\}`},
	{"directus", "/items/events", 250, func(a asked) any {
		page, size := a.number("page", 1), a.number("limit", 100)
		return object{"data": a.list((page-1)*size, size)}
	}, `(?m)^  preset: "directus"$`},
	{"wordpress", "/wp-json/wp/v2/evento", 25, func(a asked) any {
		page, size := a.number("page", 1), a.number("per_page", 10)
		if size > 10 {
			size = 10 // some hosts cut the size
		}
		if (page-1)*size >= a.n {
			a.w.WriteHeader(400)
			return object{"code": "rest_post_invalid_page_number"}
		}
		a.w.Header().Set("X-WP-Total", fmt.Sprint(a.n))
		a.w.Header().Set("X-WP-TotalPages", fmt.Sprint((a.n+size-1)/size))
		return a.list((page-1)*size, size)
	}, `pages: \{style: number, size: 100\}`},
	{"django by pages", "/api/events/", 25, func(a asked) any {
		page := a.number("page", 1)
		return object{"count": a.n, "next": a.link(page*10, "?page=%d", page+1),
			"previous": nil, "results": a.list((page-1)*10, 10)}
	}, `(?m)^  preset: "django"$`},
	{"django by cursor", "/api/events/", 25, func(a asked) any {
		at := a.number("cursor", 0)
		return object{"next": a.link(at+10, "?cursor=%d", at+10),
			"previous": nil,
			"results":  a.list(at, 10)}
	}, `(?m)^  pages: \{style: next\}$|preset: "django"`},
	{"odata", "/odata/Events", 60, func(a asked) any {
		at := a.number("$skiptoken", 0)
		doc := object{"@odata.context": "$metadata#Events", "value": a.list(at, 20)}
		if at+20 < a.n {
			doc["@odata.nextLink"] = fmt.Sprintf("Events?$skiptoken=%d", at+20)
		}
		return doc
	}, `(?m)^  pages: \{style: next\}$`},
	{"api platform", "/api/events", 60, func(a asked) any {
		page := a.number("page", 1)
		view := object{"@id": a.r.URL.RequestURI(), "@type": "PartialCollectionView"}
		if page*30 < a.n {
			view["next"] = fmt.Sprintf("/api/events?page=%d", page+1)
		}
		return object{"@type": "Collection", "totalItems": a.n, "member": a.list((page-1)*30, 30),
			"view": view}
	}, `(?m)^  pages: \{style: next\}$`},
	{"json:api", "/events", 25, func(a asked) any {
		page := a.number("page[number]", 1)
		var data []object
		for _, e := range a.list((page-1)*10, 10) {
			data = append(data, object{"type": "events", "id": fmt.Sprint(e["id"]),
				"attributes": e})
		}
		return object{"data": data, "links": object{"self": "x",
			"next": a.link(page*10, "?page[number]=%d", page+1)}}
	}, `(?m)^  pages: \{style: next\}$`},
	{"a link field", "/events", 60, func(a asked) any {
		page := a.number("page", 1)
		a.w.Header().Add("Link", `</events?page=1>; rel="first"`)
		if page*30 < a.n {
			a.w.Header().Add("Link", fmt.Sprintf(`<http://%s/events?page=%d>; rel="next"`, a.r.Host,
				page+1))
		}
		return a.list((page-1)*30, 30)
	}, `(?m)^  pages: \{style: next\}$`},
	{"a cursor", "/events", 60, func(a asked) any {
		at := a.number("cursor", 0)
		meta := object{"next_cursor": nil}
		if at+25 < a.n {
			meta["next_cursor"] = fmt.Sprint(at + 25)
		}
		return object{"events": a.list(at, 25), "meta": meta}
	}, `pages: \{style: token, param: "cursor"\}`},
	{"a token", "/events", 60, func(a asked) any {
		at := a.number("pageToken", 0)
		doc := object{"items": a.list(at, 20)}
		if at+20 < a.n {
			doc["nextPageToken"] = fmt.Sprint(at + 20)
		}
		return doc
	}, `pages: \{style: token, param: "pageToken"\}`},
	{"pages from 0", "/events", 60, func(a asked) any {
		page := a.number("page", 0)
		return object{"content": a.list(page*20, 20), "number": page, "size": 20, "totalPages": 3,
			"totalElements": a.n}
	}, `pages: \{style: number, first: 0\}`},
	{"offset and limit", "/events", 250, func(a asked) any {
		skip, limit := a.number("skip", 0), a.number("limit", 100)
		return object{"results": a.list(skip, limit), "total": a.n, "skip": skip, "limit": limit}
	}, `pages: \{style: offset, param: "skip", size: 100, size_param: "limit"\}`},
	{"a page in the address", "/events?page=1", 60, func(a asked) any {
		page := a.number("page", 1)
		return a.list((page-1)*30, 30)
	}, `pages: \{style: number, param: "page"\}`},
	{"laravel", "/api/eventos", 60, func(a asked) any {
		page := a.number("page", 1)
		return object{"data": a.list((page-1)*15, 15),
			"links": object{"next": a.link(page*15, "?page=%d", page+1)},
			"meta":  object{"current_page": page, "last_page": 4, "per_page": 15, "total": a.n}}
	}, `(?m)^  preset: "laravel"$`},
}

// TestInitPages: given only the address of a backend that pages, init writes settings with which a
// build publishes all events. Package upstream tests that a build without them is refused.
func TestInitPages(t *testing.T) {
	t.Parallel()
	for _, b := range backends {
		t.Run(b.name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter,
				r *http.Request) {
				_ = json.NewEncoder(w).Encode(b.answer(asked{w, r, b.n}))
			}))
			defer server.Close()
			dir := t.TempDir()
			brands := filepath.Join(dir, "brands")
			run := func(args ...string) string {
				var said bytes.Buffer
				code := cli.Run(t.Context(), append(args, "--brands", brands),
					cli.Env{Stdout: &said, Stderr: &said, Lookup: os.LookupEnv, Now: time.Now})
				require.Equal(t, cli.ExitOK, code, &said)
				return said.String()
			}
			run("init", "palco", "--yes", "--url", server.URL+b.path)
			text := readText(t, filepath.Join(brands, "palco", "brand.yaml"))
			require.NotContains(t, text, "none")
			require.Regexp(t, b.want, text)
			require.Contains(t, run("build", "palco", "--export=false", "--out",
				filepath.Join(dir, "out")),
				fmt.Sprintf(": %d events", b.n), text)
		})
	}
}
