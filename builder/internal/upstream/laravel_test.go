package upstream_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/upstream/fetch"
)

// laravel answers like the recorded backend: 1,462 events, 50 a page. Pages
// that were not recorded are page 1 with ids of their own.
type laravel struct {
	testing.TB
	kind     string // resource or paginator
	requests []string
	// nil bytes: answered already
	change func(page int, w http.ResponseWriter, body []byte) []byte
}

func (l *laravel) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	l.requests = append(l.requests, r.URL.RequestURI())
	page, err := strconv.Atoi(r.URL.Query().Get("page"))
	if err != nil || page < 1 {
		page = 1 // as Laravel does
	}
	body := l.page(page, "http://"+r.Host+r.URL.Path)
	if l.change != nil {
		if body = l.change(page, w, body); body == nil {
			return
		}
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(body)
}

func (l *laravel) page(page int, address string) []byte {
	file := filepath.Join("testdata", "laravel",
		fmt.Sprintf("%s-page-%d.json", l.kind, min(page, 31)))
	body, err := os.ReadFile(file)
	if err == nil {
		return body
	}
	if body, err = os.ReadFile(filepath.Join("testdata", "laravel", l.kind+
		"-page-1.json")); err != nil {
		panic(err)
	}
	var doc map[string]any
	if err := json.Unmarshal(body, &doc); err != nil {
		panic(err)
	}
	data := doc["data"].([]any)
	if page == 30 {
		data = data[:12]
	}
	for i, e := range data {
		e.(map[string]any)["id"] = (page-1)*50 + i + 1
	}
	doc["data"] = data
	next := any(fmt.Sprintf("%s?page=%d", address, page+1)) // without per_page: Laravel's own way
	if page >= 30 {
		next = nil
	}
	if l.kind == "resource" {
		doc["meta"].(map[string]any)["current_page"] = page
		doc["links"].(map[string]any)["next"] = next
	} else {
		doc["current_page"], doc["next_page_url"] = page, next
	}
	if body, err = json.Marshal(doc); err != nil {
		panic(err)
	}
	return body
}

// laravelPages returns the defaults that the loader of brand.yaml fills in.
func laravelPages(style string) brands.Pages {
	// The links of a paginator are a list, so each step needs its question mark.
	p := brands.Pages{Style: style, First: 1, Size: 50, SizeKey: "per_page",
		Total: ".meta.total? // .total? // .count?"}
	switch style {
	case "number":
		p.Param, p.Last = "page", ".meta.last_page? // .last_page?"
	case "next":
		p.Next = ".links.next? // .next_page_url? // .next?"
	}
	return p
}

// served starts a server and gives a source over it.
func served(t *testing.T, h http.Handler, pages brands.Pages) upstream.Source {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return upstream.Source{Brand: "palco", Dir: t.TempDir(), SiteURL: "https://palco.example",
		Source: brands.Source{
			Kind: "http", URL: server.URL + "/api/eventos?ativo=1", Pages: pages,
			Timeout:  time.Minute,
			MaxBytes: 64 << 20,
		}}
}

func TestLaravelByNumber(t *testing.T) {
	for _, kind := range []string{"resource", "paginator"} {
		t.Run(kind, func(t *testing.T) {
			l := &laravel{TB: t, kind: kind}
			src := served(t, l, laravelPages("number"))
			items, stats, err := pull(t, with(t, src,
				"{id, name: .nome, slug, file: $file, page: $page}"), upstream.Options{})
			require.NoError(t, err)
			require.Equal(t, upstream.Stats{Documents: 30, Items: 1462, Records: 1462,
				Counts: fetch.Counts{Requests: 30}, Bytes: stats.Bytes,
				Duration: stats.Duration}, stats)
			require.Len(t, l.requests, 30)
			require.Equal(t, "/api/eventos?ativo=1&page=1&per_page=50", l.requests[0])
			require.Equal(t, "/api/eventos?ativo=1&page=30&per_page=50", l.requests[29])
			base := strings.TrimSuffix(src.URL, "?ativo=1")
			require.Equal(t, map[string]any{"id": 1, "name": "DJ Andrezinho",
				"slug": "dj-andrezinho-9090", "file": base + "?page=1", "page": 1}, items[0].Value)
			require.Equal(t, base+"?page=30, item 12", items[1461].Pos.String())
			seen := map[any]bool{}
			for _, i := range items {
				seen[i.Value.(map[string]any)["id"]] = true
			}
			require.Len(t, seen, 1462)
		})
	}
}

// TestLaravelByLinks follows links.next, which lacks both the page size and the
// filter of the first request.
func TestLaravelByLinks(t *testing.T) {
	for _, kind := range []string{"resource", "paginator"} {
		t.Run(kind, func(t *testing.T) {
			l := &laravel{TB: t, kind: kind}
			// Page 1 is recorded, with the address of the machine it came from.
			l.change = func(page int, _ http.ResponseWriter, body []byte) []byte {
				return []byte(strings.NewReplacer(`http:\/\/127.0.0.1:8098\/api\/eventos`,
					`\/api\/eventos`, `http:\/\/127.0.0.1:8098\/raw`,
					`\/api\/eventos`).Replace(string(body)))
			}
			items, stats, err := pull(t, served(t, l, laravelPages("next")), upstream.Options{})
			require.NoError(t, err)
			require.Len(t, items, 1462)
			require.Equal(t, 30, stats.Documents)
			require.Equal(t, "/api/eventos?ativo=1&per_page=50", l.requests[0])
			require.Equal(t, "/api/eventos?ativo=1&page=2&per_page=50", l.requests[1])
			require.True(t, strings.HasSuffix(items[1461].Pos.String(),
				"/api/eventos, page 30, item 12"), items[1461].Pos.String())
		})
	}
}

// TestIncomplete: faults.md B5. One page of many missing, or a catalogue that
// moves, must never look like a whole pull.
func TestIncomplete(t *testing.T) {
	swap := func(at int, from, to string) func(int, http.ResponseWriter, []byte) []byte {
		return func(page int, _ http.ResponseWriter, body []byte) []byte {
			if page != at {
				return body
			}
			out := strings.Replace(string(body), from, to, 1)
			if out == string(body) {
				panic("nothing to replace: " + from)
			}
			return []byte(out)
		}
	}
	for _, tt := range []struct {
		name   string
		change func(int, http.ResponseWriter, []byte) []byte
		pages  func(*brands.Pages)
		want   string
	}{
		{"total is larger", func(_ int, _ http.ResponseWriter, body []byte) []byte {
			return []byte(strings.Replace(string(body), `"total":1462`, `"total":1463`, 1))
		}, nil, "?page=30 states 1463 items, 1462 were read: pull again"},
		{"total changes half way", swap(17, `"total":1462`, `"total":1461`), nil,
			"?page=17 states 1461 items, pages before it 1462: the catalogue changed while it " +
				"was read, so pull again"},
		{"last page too early", swap(3, `"last_page":30`, `"last_page":3`), nil,
			"?page=3 states 1462 items, 150 were read"},
		{"empty page in the middle", func(page int, _ http.ResponseWriter, body []byte) []byte {
			if page == 7 {
				return []byte(`{"data":[],"meta":{"last_page":30,"total":1462}}`)
			}
			return body
		}, nil, "page 7, from item 301 on, is empty"},
		{"only the first page asked for", nil, func(p *brands.Pages) { p.Style = "none" },
			"states 1462 items, 50 were read"},
		{"parameter unknown to the source", nil, func(p *brands.Pages) { p.Param = "pagina" },
			"?pagina=2 is the page before once more: the source does not know the parameter " +
				"pagina, so set source.pages.param"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			pages := laravelPages("number")
			if tt.pages != nil {
				tt.pages(&pages)
			}
			_, _, err := pull(t, served(t, &laravel{TB: t, kind: "resource", change: tt.change},
				pages), upstream.Options{})
			require.ErrorIs(t, err, upstream.ErrIncomplete)
			require.ErrorContains(t, err, tt.want)
			moved := strings.Contains(tt.name, "half way") ||
				strings.Contains(tt.name, "in the middle")
			require.Equal(t, moved, errors.Is(err, upstream.ErrMoved),
				"whether another pull may help")
		})
	}
}

func TestPastTheEnd(t *testing.T) {
	src := served(t, &laravel{TB: t, kind: "resource"}, laravelPages("number"))
	src.Pages.Last = "null" // as with a source that states none: on until the total is there
	items, stats, err := pull(t, src, upstream.Options{})
	require.NoError(t, err)
	require.Len(t, items, 1462)
	require.Equal(t, 30, stats.Documents)
	src.Pages.Total = "null" // on until a page says that it is the last
	items, stats, err = pull(t, src, upstream.Options{})
	require.NoError(t, err)
	require.Len(t, items, 1462)
	require.Equal(t, 30, stats.Documents)
}
