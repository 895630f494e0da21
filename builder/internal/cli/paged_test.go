package cli_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/cli"
)

type object = map[string]any

// number returns a query parameter, or def without one.
func number(q url.Values, name string, def int) int {
	if n, err := strconv.Atoi(q.Get(name)); err == nil {
		return n
	}
	return def
}

// paged answers like one backend: list returns the events from one on, out of n.
type paged func(w http.ResponseWriter, r *http.Request, n int,
	list func(from, size int) []object) any

// backends are the ways in which widespread backends page, after their documentation.
var backends = []struct {
	name, path string
	n          int // events
	answer     paged
	want       string // in the brand.yaml that init writes
}{
	{"pocketbase", "/api/collections/events/records", 60,
		func(_ http.ResponseWriter, r *http.Request, n int, list func(int, int) []object) any {
			page, size := number(r.URL.Query(), "page", 1),
				min(number(r.URL.Query(), "perPage", 30), 1000)
			return object{"page": page, "perPage": size, "totalItems": n,
				"totalPages": (n + size - 1) / size, "items": list((page-1)*size, size)}
		}, `(?m)^  preset: "pocketbase"$`},
	{"strapi 5", "/api/events", 60,
		func(_ http.ResponseWriter, r *http.Request, n int, list func(int, int) []object) any {
			page, size := number(r.URL.Query(), "pagination[page]", 1),
				min(number(r.URL.Query(), "pagination[pageSize]", 25), 100)
			return object{"data": list((page-1)*size, size),
				"meta": object{"pagination": object{"page": page, "pageSize": size,
					"pageCount": (n + size - 1) / size, "total": n}}}
		}, `(?m)^  preset: "strapi"$`},
	{"strapi by start and limit", "/api/events", 60,
		func(w http.ResponseWriter, r *http.Request, n int, list func(int, int) []object) any {
			if q := r.URL.Query(); q.Has("pagination[page]") {
				w.WriteHeader(400)
				return object{"data": nil, "error": object{"status": 400}}
			}
			start, limit := number(r.URL.Query(), "pagination[start]", 0), number(r.URL.Query(),
				"pagination[limit]", 25)
			return object{"data": list(start, limit),
				"meta": object{"pagination": object{"start": start, "limit": limit, "total": n}}}
		},
		`pages: \{style: offset, param: "pagination\[start\]", size: 25, size_param: ` +
			`"pagination\[limit\]"\}`},
	{"directus", "/items/events", 250,
		func(_ http.ResponseWriter, r *http.Request, n int, list func(int, int) []object) any {
			page, size := number(r.URL.Query(), "page", 1), number(r.URL.Query(), "limit", 100)
			return object{"data": list((page-1)*size, size)}
		}, `(?m)^  preset: "directus"$`},
	{"wordpress", "/wp-json/wp/v2/evento", 25,
		func(w http.ResponseWriter, r *http.Request, n int, list func(int, int) []object) any {
			page, size := number(r.URL.Query(), "page", 1), number(r.URL.Query(), "per_page", 10)
			if size > 10 {
				size = 10 // some hosts cut the size
			}
			if (page-1)*size >= n {
				w.WriteHeader(400)
				return object{"code": "rest_post_invalid_page_number"}
			}
			w.Header().Set("X-WP-Total", fmt.Sprint(n))
			w.Header().Set("X-WP-TotalPages", fmt.Sprint((n+size-1)/size))
			return list((page-1)*size, size)
		}, `pages: \{style: number, size: 100\}`},
	{"django by pages", "/api/events/", 25,
		func(_ http.ResponseWriter, r *http.Request, n int, list func(int, int) []object) any {
			page := number(r.URL.Query(), "page", 1)
			return object{"count": n, "next": link(r, n, page*10, fmt.Sprintf("?page=%d", page+1)),
				"previous": nil, "results": list((page-1)*10, 10)}
		}, `(?m)^  preset: "django"$`},
	{"django by cursor", "/api/events/", 25,
		func(_ http.ResponseWriter, r *http.Request, n int, list func(int, int) []object) any {
			at := number(r.URL.Query(), "cursor", 0)
			return object{"next": link(r, n, at+10, fmt.Sprintf("?cursor=%d", at+10)),
				"previous": nil,
				"results":  list(at, 10)}
		}, `(?m)^  pages: \{style: next\}$|preset: "django"`},
	{"odata", "/odata/Events", 60,
		func(_ http.ResponseWriter, r *http.Request, n int, list func(int, int) []object) any {
			at := number(r.URL.Query(), "$skiptoken", 0)
			doc := object{"@odata.context": "$metadata#Events", "value": list(at, 20)}
			if at+20 < n {
				doc["@odata.nextLink"] = fmt.Sprintf("Events?$skiptoken=%d", at+20)
			}
			return doc
		}, `(?m)^  pages: \{style: next\}$`},
	{"api platform", "/api/events", 60,
		func(_ http.ResponseWriter, r *http.Request, n int, list func(int, int) []object) any {
			page := number(r.URL.Query(), "page", 1)
			view := object{"@id": r.URL.RequestURI(), "@type": "PartialCollectionView"}
			if page*30 < n {
				view["next"] = fmt.Sprintf("/api/events?page=%d", page+1)
			}
			return object{"@type": "Collection", "totalItems": n, "member": list((page-1)*30, 30),
				"view": view}
		}, `(?m)^  pages: \{style: next\}$`},
	{"json:api", "/events", 25, func(_ http.ResponseWriter, r *http.Request, n int,
		list func(int, int) []object) any {
		page := number(r.URL.Query(), "page[number]", 1)
		var data []object
		for _, e := range list((page-1)*10, 10) {
			data = append(data, object{"type": "events", "id": fmt.Sprint(e["id"]),
				"attributes": e})
		}
		return object{"data": data, "links": object{"self": "x",
			"next": link(r, n, page*10, fmt.Sprintf("?page[number]=%d", page+1))}}
	}, `(?m)^  pages: \{style: next\}$`},
	{"a link field", "/events", 60,
		func(w http.ResponseWriter, r *http.Request, n int, list func(int, int) []object) any {
			page := number(r.URL.Query(), "page", 1)
			w.Header().Add("Link", `</events?page=1>; rel="first"`)
			if page*30 < n {
				w.Header().Add("Link", fmt.Sprintf(`<http://%s/events?page=%d>; rel="next"`, r.Host,
					page+1))
			}
			return list((page-1)*30, 30)
		}, `(?m)^  pages: \{style: next\}$`},
	{"a cursor", "/events", 60, func(_ http.ResponseWriter, r *http.Request, n int,
		list func(int, int) []object) any {
		at := number(r.URL.Query(), "cursor", 0)
		meta := object{"next_cursor": nil}
		if at+25 < n {
			meta["next_cursor"] = fmt.Sprint(at + 25)
		}
		return object{"events": list(at, 25), "meta": meta}
	}, `pages: \{style: token, param: "cursor"\}`},
	{"a token", "/events", 60, func(_ http.ResponseWriter, r *http.Request, n int,
		list func(int, int) []object) any {
		at := number(r.URL.Query(), "pageToken", 0)
		doc := object{"items": list(at, 20)}
		if at+20 < n {
			doc["nextPageToken"] = fmt.Sprint(at + 20)
		}
		return doc
	}, `pages: \{style: token, param: "pageToken"\}`},
	{"pages from 0", "/events", 60,
		func(_ http.ResponseWriter, r *http.Request, n int, list func(int, int) []object) any {
			page := number(r.URL.Query(), "page", 0)
			return object{"content": list(page*20, 20), "number": page, "size": 20, "totalPages": 3,
				"totalElements": n}
		}, `pages: \{style: number, first: 0\}`},
	{"offset and limit", "/events", 250,
		func(_ http.ResponseWriter, r *http.Request, n int, list func(int, int) []object) any {
			skip, limit := number(r.URL.Query(), "skip", 0), number(r.URL.Query(), "limit", 100)
			return object{"results": list(skip, limit), "total": n, "skip": skip, "limit": limit}
		}, `pages: \{style: offset, param: "skip", size: 100, size_param: "limit"\}`},
	{"a page in the address", "/events?page=1", 60,
		func(_ http.ResponseWriter, r *http.Request, n int, list func(int, int) []object) any {
			page := number(r.URL.Query(), "page", 1)
			return list((page-1)*30, 30)
		}, `pages: \{style: number, param: "page"\}`},
	{"laravel", "/api/eventos", 60,
		func(_ http.ResponseWriter, r *http.Request, n int, list func(int, int) []object) any {
			page := number(r.URL.Query(), "page", 1)
			return object{"data": list((page-1)*15, 15),
				"links": object{"next": link(r, n, page*15, fmt.Sprintf("?page=%d", page+1))},
				"meta":  object{"current_page": page, "last_page": 4, "per_page": 15, "total": n}}
		}, `(?m)^  preset: "laravel"$`},
}

// link returns the address of a next page, or null after the last event.
func link(r *http.Request, n, reached int, query string) any {
	if reached >= n {
		return nil
	}
	return "http://" + r.Host + r.URL.Path + query
}

// TestInitPages: given only the address of a backend that pages, init writes settings with which a
// build publishes all events. Package upstream tests that a build without them is refused.
func TestInitPages(t *testing.T) {
	t.Parallel()
	for _, b := range backends {
		t.Run(b.name, func(t *testing.T) {
			t.Parallel()
			list := func(from, size int) []object {
				out := []object{}
				for i := from; i < min(from+size, b.n); i++ {
					out = append(out, object{"id": i + 1, "title": fmt.Sprintf("Evento %d", i+1),
						"start_date": "2099-01-02 20:00:00"})
				}
				return out
			}
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter,
				r *http.Request) {
				_ = json.NewEncoder(w).Encode(b.answer(w, r, b.n, list))
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
