package cli_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

type object = map[string]any

// number is a query parameter, or def without one.
func number(q url.Values, name string, def int) int {
	if n, err := strconv.Atoi(q.Get(name)); err == nil {
		return n
	}
	return def
}

// paged answers as one backend does: list gives the events from one on, of which there are n.
type paged func(w http.ResponseWriter, r *http.Request, n int,
	list func(from, size int) []object) any

// backends are how widespread ones page, after their documentation.
var backends = []struct {
	name, path string
	records    bool // is also tried with items that are records already
	n, first   int  // events; how many of them the first answer gives
	answer     paged
	want       string // in the brand.yaml that init writes
}{
	{"pocketbase", "/api/collections/events/records", true, 60, 30,
		func(_ http.ResponseWriter, r *http.Request, n int, list func(int, int) []object) any {
			page, size := number(r.URL.Query(), "page", 1),
				min(number(r.URL.Query(), "perPage", 30), 1000)
			return object{"page": page, "perPage": size, "totalItems": n,
				"totalPages": (n + size - 1) / size, "items": list((page-1)*size, size)}
		}, `(?m)^  preset: "pocketbase"$`},
	{"strapi 5", "/api/events", true, 60, 25,
		func(_ http.ResponseWriter, r *http.Request, n int, list func(int, int) []object) any {
			page, size := number(r.URL.Query(), "pagination[page]", 1),
				min(number(r.URL.Query(), "pagination[pageSize]", 25), 100)
			return object{"data": list((page-1)*size, size),
				"meta": object{"pagination": object{"page": page, "pageSize": size,
					"pageCount": (n + size - 1) / size, "total": n}}}
		}, `(?m)^  preset: "strapi"$`},
	{"strapi 4", "/api/events", false, 60, 25,
		func(_ http.ResponseWriter, r *http.Request, n int, list func(int, int) []object) any {
			page, size := number(r.URL.Query(), "pagination[page]", 1),
				min(number(r.URL.Query(), "pagination[pageSize]", 25), 25)
			var data []object
			for _, e := range list((page-1)*size, size) {
				id := e["id"]
				delete(e, "id")
				data = append(data, object{"id": id, "attributes": e})
			}
			return object{"data": data,
				"meta": object{"pagination": object{"page": page, "pageSize": size,
					"pageCount": (n + size - 1) / size, "total": n}}}
		}, `(?m)^  preset: "strapi"$`},
	{"strapi by start and limit", "/api/events", false, 60, 25,
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
	{"directus", "/items/events", true, 250, 100,
		func(_ http.ResponseWriter, r *http.Request, n int, list func(int, int) []object) any {
			page, size := number(r.URL.Query(), "page", 1), number(r.URL.Query(), "limit", 100)
			return object{"data": list((page-1)*size, size)}
		}, `(?m)^  preset: "directus"$`},
	{"directus with its count", "/items/events", false, 250, 100,
		func(_ http.ResponseWriter, r *http.Request, n int, list func(int, int) []object) any {
			page, size := number(r.URL.Query(), "page", 1), number(r.URL.Query(), "limit", 100)
			return object{"meta": object{"filter_count": n}, "data": list((page-1)*size, size)}
		}, `(?m)^  preset: "directus"$`},
	{"wordpress", "/wp-json/wp/v2/evento", true, 25, 10,
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
	{"django by pages", "/api/events/", false, 25, 10,
		func(_ http.ResponseWriter, r *http.Request, n int, list func(int, int) []object) any {
			page := number(r.URL.Query(), "page", 1)
			return object{"count": n, "next": link(r, n, page*10, fmt.Sprintf("?page=%d", page+1)),
				"previous": nil, "results": list((page-1)*10, 10)}
		}, `(?m)^  preset: "django"$`},
	{"django by offset", "/api/events/", false, 250, 100,
		func(_ http.ResponseWriter, r *http.Request, n int, list func(int, int) []object) any {
			offset := number(r.URL.Query(), "offset", 0)
			return object{"count": n, "next": link(r, n, offset+100,
				fmt.Sprintf("?limit=100&offset=%d", offset+100)), "previous": nil,
				"results": list(offset, 100)}
		}, `(?m)^  preset: "django"$`},
	{"django by cursor", "/api/events/", false, 25, 10,
		func(_ http.ResponseWriter, r *http.Request, n int, list func(int, int) []object) any {
			at := number(r.URL.Query(), "cursor", 0)
			return object{"next": link(r, n, at+10, fmt.Sprintf("?cursor=%d", at+10)),
				"previous": nil,
				"results":  list(at, 10)}
		}, `(?m)^  pages: \{style: next\}$|preset: "django"`},
	{"odata", "/odata/Events", false, 60, 20,
		func(_ http.ResponseWriter, r *http.Request, n int, list func(int, int) []object) any {
			at := number(r.URL.Query(), "$skiptoken", 0)
			doc := object{"@odata.context": "$metadata#Events", "value": list(at, 20)}
			if at+20 < n {
				doc["@odata.nextLink"] = fmt.Sprintf("Events?$skiptoken=%d", at+20)
			}
			return doc
		}, `(?m)^  pages: \{style: next\}$`},
	{"hydra", "/api/events", false, 60, 30, func(_ http.ResponseWriter, r *http.Request, n int,
		list func(int, int) []object) any {
		page := number(r.URL.Query(), "page", 1)
		view := object{"@id": r.URL.RequestURI(), "@type": "hydra:PartialCollectionView"}
		if page*30 < n {
			view["hydra:next"] = fmt.Sprintf("/api/events?page=%d", page+1)
		}
		return object{"@type": "hydra:Collection", "hydra:totalItems": n,
			"hydra:member": list((page-1)*30, 30), "hydra:view": view}
	}, `(?m)^  pages: \{style: next\}$`},
	{"api platform", "/api/events", false, 60, 30,
		func(_ http.ResponseWriter, r *http.Request, n int, list func(int, int) []object) any {
			page := number(r.URL.Query(), "page", 1)
			view := object{"@id": r.URL.RequestURI(), "@type": "PartialCollectionView"}
			if page*30 < n {
				view["next"] = fmt.Sprintf("/api/events?page=%d", page+1)
			}
			return object{"@type": "Collection", "totalItems": n, "member": list((page-1)*30, 30),
				"view": view}
		}, `(?m)^  pages: \{style: next\}$`},
	{"json:api", "/events", false, 25, 10, func(_ http.ResponseWriter, r *http.Request, n int,
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
	{"a link field", "/events", false, 60, 30,
		func(w http.ResponseWriter, r *http.Request, n int, list func(int, int) []object) any {
			page := number(r.URL.Query(), "page", 1)
			w.Header().Add("Link", `</events?page=1>; rel="first"`)
			if page*30 < n {
				w.Header().Add("Link", fmt.Sprintf(`<http://%s/events?page=%d>; rel="next"`, r.Host,
					page+1))
			}
			return list((page-1)*30, 30)
		}, `(?m)^  pages: \{style: next\}$`},
	{"a cursor", "/events", false, 60, 25, func(_ http.ResponseWriter, r *http.Request, n int,
		list func(int, int) []object) any {
		at := number(r.URL.Query(), "cursor", 0)
		meta := object{"next_cursor": nil}
		if at+25 < n {
			meta["next_cursor"] = fmt.Sprint(at + 25)
		}
		return object{"events": list(at, 25), "meta": meta}
	}, `pages: \{style: token, param: cursor\}`},
	{"a token", "/events", false, 60, 20, func(_ http.ResponseWriter, r *http.Request, n int,
		list func(int, int) []object) any {
		at := number(r.URL.Query(), "pageToken", 0)
		doc := object{"items": list(at, 20)}
		if at+20 < n {
			doc["nextPageToken"] = fmt.Sprint(at + 20)
		}
		return doc
	}, `pages: \{style: token, param: pageToken\}`},
	{"pages from 0", "/events", false, 60, 20,
		func(_ http.ResponseWriter, r *http.Request, n int, list func(int, int) []object) any {
			page := number(r.URL.Query(), "page", 0)
			return object{"content": list(page*20, 20), "number": page, "size": 20, "totalPages": 3,
				"totalElements": n}
		}, `pages: \{style: number, first: 0\}`},
	{"offset and limit", "/events", false, 250, 100,
		func(_ http.ResponseWriter, r *http.Request, n int, list func(int, int) []object) any {
			skip, limit := number(r.URL.Query(), "skip", 0), number(r.URL.Query(), "limit", 100)
			return object{"results": list(skip, limit), "total": n, "skip": skip, "limit": limit}
		}, `pages: \{style: offset, param: skip, size: 100, size_param: limit\}`},
	{"a page in the address", "/events?page=1", false, 60, 30,
		func(_ http.ResponseWriter, r *http.Request, n int, list func(int, int) []object) any {
			page := number(r.URL.Query(), "page", 1)
			return list((page-1)*30, 30)
		}, `pages: \{style: number, param: page\}`},
	{"laravel", "/api/eventos", false, 60, 15,
		func(_ http.ResponseWriter, r *http.Request, n int, list func(int, int) []object) any {
			page := number(r.URL.Query(), "page", 1)
			return object{"data": list((page-1)*15, 15),
				"links": object{"next": link(r, n, page*15, fmt.Sprintf("?page=%d", page+1))},
				"meta":  object{"current_page": page, "last_page": 4, "per_page": 15, "total": n}}
		}, `(?m)^  preset: "laravel"$`},
}

// link is the address of a next page, or null after the last event.
func link(r *http.Request, n, reached int, query string) any {
	if reached >= n {
		return nil
	}
	return "http://" + r.Host + r.URL.Path + query
}

// TestInitPages: with nothing but the address of a backend that pages, init writes what makes a
// build publish all of it. Asked without that, the same backend is refused.
func TestInitPages(t *testing.T) {
	t.Parallel()
	for _, b := range backends {
		for _, record := range []bool{false, true} {
			if record && !b.records {
				continue
			}
			t.Run(fmt.Sprintf("%s, records %t", b.name, record), func(t *testing.T) {
				t.Parallel()
				list := func(from, size int) []object {
					out := []object{}
					for i := from; i < min(from+size, b.n); i++ {
						e := object{"id": i + 1, "title": fmt.Sprintf("Evento %d", i+1),
							"start_date": "2099-01-02 20:00:00"}
						if record {
							e = object{"id": i + 1, "name": fmt.Sprintf("Evento %d", i+1),
								"starts_at": "2099-01-02T20:00:00"}
						}
						out = append(out, e)
					}
					return out
				}
				server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter,
					r *http.Request) {
					doc := b.answer(w, r, b.n, list)
					_ = json.NewEncoder(w).Encode(doc)
				}))
				defer server.Close()
				dir := t.TempDir()
				code, _, stderr := runBuilder(t, dir, nil, "init", "palco", "--yes", "--url",
					server.URL+b.path)
				require.Zero(t, code, stderr)
				file := filepath.Join(dir, "brands", "palco", "brand.yaml")
				text, err := os.ReadFile(file)
				require.NoError(t, err)
				require.NotContains(t, string(text), "none")
				if !record {
					require.Regexp(t, b.want, string(text))
				}
				code, stdout, stderr := runBuilder(t, dir, nil, "build", "palco")
				require.Zero(t, code, "%s\n%s\n%s", text, stdout, stderr)
				require.Contains(t, stdout, fmt.Sprintf(": %d events", b.n))

				alone := regexp.MustCompile(`(?m)^  (preset|pages): .*\n`).ReplaceAllString(string(
					text), "")
				alone = regexp.MustCompile(`(?m)^source:\n`).ReplaceAllString(alone,
					"source:\n  preset: generic\n")
				if items := itemsOf(b.answer, list, server.URL+b.path); items != "" &&
					!regexp.MustCompile(`(?m)^  items: `).MatchString(alone) {
					alone += "  items: " + items + "\n"
				}
				alone = regexp.MustCompile(`(?m)^  kind: .*\n`).ReplaceAllString(alone, "")
				require.NoError(t, os.WriteFile(file, []byte(alone), 0o644))
				code, stdout, stderr = runBuilder(t, dir, nil, "build", "palco")
				require.Equal(t, 4, code, "%s\n%s\n%s", alone, stdout, stderr)
				require.Regexp(t,
					fmt.Sprintf(`palco: FAILED in .*pull incomplete: .*\b%d (were read|items)`,
						b.first), stderr)
			})
		}
	}
}

// itemsOf is the path of the list of a backend, "" where a source looks by itself.
func itemsOf(answer paged, list func(int, int) []object, address string) string {
	doc, _ := answer(httptest.NewRecorder(), httptest.NewRequest("GET", address, nil), 1,
		list).(object)
	for _, name := range []string{"items", "results"} {
		if doc[name] != nil {
			return "." + name
		}
	}
	return ""
}
