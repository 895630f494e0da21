package laravel_test

import (
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/internal/build"
	"cartaz/builder/internal/cache"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/release"
	"cartaz/templates"
)

const header = "  headers: {Authorization: \"Bearer ${API_TOKEN}\"}\n"

// source is a source over the preset.
func source(url, more string) string {
	return "  preset: laravel\n  url: " + url + "\n" + header + more
}

// TestLaravel pulls the catalogue in every way that Laravel pages, and compares
// each record with what the file gives.
func TestLaravel(t *testing.T) {
	t.Parallel()
	a := start(t)
	want := fromFile(t)
	for _, tt := range []struct {
		name, path, more string
		pages            int
	}{
		{"resources by number", "/api/eventos", "  pages: {size: 30}\n  MAP\n", 15},
		{"resources by number in the application's own size", "/api/eventos", "  MAP\n", 9},
		{"resources by links", "/api/eventos", "  pages: {style: next, size: 30}\n  MAP\n", 15},
		{"paginator by number", "/api/paginador", "  pages: {size: 30}\n  MAP\n", 15},
		{"paginator by links", "/api/paginador", "  pages: {style: next, size: 30}\n  MAP\n", 15},
		{"without a last page", "/api/simples", "  pages: {size: 30}\n  MAP\n", 16},
		{"cursors", "/api/cursores", "  pages: {style: next, size: 30}\n  MAP\n", 15},
		{"cursors of resources", "/api/cursores-recursos",
			"  pages: {style: next, size: 30}\n  MAP\n", 15},
		{"details", "/api/resumos",
			"  pages: {size: 30}\n  rate: 100000/s\n  detail: {url: \"./eventos/{id}\", items: " +
				".data, key: .updated_at, concurrency: 4}\n  DETAIL\n", 15},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, stats, err := pull(t, brand(t, source(a.url+tt.path, tt.more)), upstream.Options{})
			require.NoError(t, err)
			require.Equal(t, tt.pages, stats.Pages)
			require.Equal(t, events, stats.Items)
			require.Equal(t, want, got)
			t.Logf("%d requests, %d kB, %s", stats.Requests, stats.Bytes>>10,
				stats.Duration.Round(time.Millisecond))
		})
	}
}

// TestLaravelPreset lets the preset's own program read an application that it
// was not written for.
func TestLaravelPreset(t *testing.T) {
	t.Parallel()
	a := start(t)
	want := fromFile(t)
	got, _, err := pull(t, brand(t, source(a.url+"/api/eventos", "  pages: {size: 30}\n")),
		upstream.Options{})
	require.NoError(t, err)
	require.Len(t, got, events)
	cities := 0
	for i, rec := range got {
		require.EqualValues(t, i+1, rec.ID)
		require.Equal(t, want[i].Name, rec.Name)
		require.Equal(t, want[i].Starts, rec.Starts)
		require.Equal(t, want[i].Banner, rec.Banner)
		require.Equal(t, want[i].BuyURL != "", rec.BuyURL != "")
		require.Equal(t, want[i].Location.Latitude, rec.Location.Latitude)
		if rec.Location.City == "São Paulo" && rec.Location.StateAbbr == "SP" {
			cities++
		}
	}
	require.Greater(t, cities, events*8/10, "read out of the addresses")
}

// TestLaravelFaults puts the proxy in front: what comes through is what Laravel
// said, or it is an error.
func TestLaravelFaults(t *testing.T) {
	t.Parallel()
	a := start(t)
	want := fromFile(t)
	for _, tt := range []struct{ name, path, more string }{
		{"pages", "/api/eventos", "  pages: {size: 30}\n  MAP\n"},
		{"links", "/api/paginador", "  pages: {style: next, size: 30}\n  MAP\n"},
		{"details", "/api/resumos",
			"  pages: {size: 30}\n  timeout: 24h\n  detail: {url: \"./eventos/{id}\", items: " +
				".data, key: .updated_at, concurrency: 8}\n  DETAIL\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := &proxy{app: a, fails: 2}
			if tt.name == "links" {
				p.edit = func(r *http.Request, body string) string {
					return strings.ReplaceAll(body, strings.ReplaceAll(a.url, "/", `\/`),
						strings.ReplaceAll("http://"+r.Host, "/", `\/`))
				}
			}
			if tt.name == "details" {
				p.fails, p.each = 1, 15
			}
			begin := time.Now()
			opts := waits(nil)
			opts.Idle = 2 * time.Second
			got, stats, err := pull(t, brand(t, source(p.front(t)+tt.path, tt.more)), opts)
			require.NoError(t, err)
			require.Equal(t, want, got)
			require.Len(t, p.seen, len(faults))
			t.Logf("%d requests, %d of them again, %s; %v", stats.Requests, stats.Retries,
				time.Since(begin).Round(time.Millisecond), p.seen)
		})
	}
}

// TestLaravelLies: an answer that is whole and wrong is no catalogue.
func TestLaravelLies(t *testing.T) {
	t.Parallel()
	a := start(t)
	for _, tt := range []struct {
		name string
		edit func(page, body string) string
		kind error
	}{
		{"a page without its records", func(page, body string) string {
			if page == "7" {
				return `{"data": [], "meta": {"last_page": 15, "total": 442}}`
			}
			return body
		}, upstream.ErrIncomplete},
		{"a total that grows meanwhile", func(page, body string) string {
			if page == "9" {
				return strings.Replace(body, `"total":442`, `"total":443`, 1)
			}
			return body
		}, upstream.ErrIncomplete},
		{"a page twice", func(page, body string) string {
			if page == "2" {
				return strings.Replace(body, `"last_page":15`, `"last_page":2`, 1)
			}
			return body
		}, upstream.ErrIncomplete},
		{"an error page with 200", func(page, body string) string {
			if page == "15" {
				return "<!doctype html><title>Manutenção</title>"
			}
			return body
		}, upstream.ErrMalformed},
		{"JSON cut off", func(page, body string) string {
			if page == "3" {
				return body[:len(body)-1]
			}
			return body
		}, upstream.ErrMalformed},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := &proxy{app: a, edit: func(r *http.Request,
				body string) string {
				return tt.edit(r.URL.Query().Get("page"), body)
			}}
			_, _, err := pull(t,
				brand(t, source(p.front(t)+"/api/eventos", "  pages: {size: 30}\n  MAP\n")),
				waits(nil))
			require.ErrorIs(t, err, tt.kind)
		})
	}
	wrong := brand(t, strings.Replace(source(a.url+"/api/eventos", ""), "${API_TOKEN}", "wrong", 1))
	_, _, err := pull(t, wrong, waits(nil))
	require.ErrorIs(t, err, upstream.ErrUnavailable)
	require.ErrorContains(t, err, "answered 401 Unauthorized: check source.headers")
}

// TestLaravelChanges: records come and go in the database while the pages are
// read. Such a pull is thrown away and done again; a database that never rests
// leaves the release as it is.
func TestLaravelChanges(t *testing.T) {
	t.Parallel()
	a := start(t)
	changes, pulls := func() {}, 0
	p := &proxy{app: a, edit: func(r *http.Request, body string) string {
		switch r.URL.Query().Get("page") {
		case "1":
			pulls++
		case "4":
			changes()
		}
		return body
	}}
	b := brand(t, source(p.front(t)+"/api/eventos", "  pages: {size: 30}\n  MAP\n"))
	o := build.Options{Out: t.TempDir(), Templates: templates.Embedded, Export: false,
		Now: time.Date(2026, 11, 20, 15, 0, 0, 0, time.UTC), Upstream: waits(nil)}
	once := func() build.Outcome {
		pulls = 0
		return build.Run(t.Context(), []*brands.Brand{b}, o)[0]
	}
	first := once()
	require.NoError(t, first.Err)
	require.Equal(t, events, first.Report.Records)
	require.Equal(t, 1, pulls)

	// A record of a page that was read goes: all behind it move up by one, and one
	// slips over the edge of a page unseen.
	changes = func() { a.data("delete", "17"); changes = func() {} }
	out := once()
	require.NoError(t, out.Err)
	require.True(t, out.Published)
	require.Equal(t, events-1, out.Report.Records)
	require.Equal(t, events-1, out.Report.Published+out.Report.Dropped,
		"what the first pull found is forgotten")
	require.Equal(t, 2, pulls)

	next := 100
	changes = func() { a.data("delete", fmt.Sprint(next)); next++ }
	again := once()
	require.ErrorIs(t, again.Err, upstream.ErrIncomplete)
	require.ErrorContains(t, again.Err, "the catalogue changed while it was read, so pull again")
	require.Equal(t, out.Release, again.Release)
	require.Equal(t, 3, pulls)
}

// TestLaravelThrottle waits as long as Laravel's own limit of requests asks for.
func TestLaravelThrottle(t *testing.T) {
	t.Parallel()
	a := start(t)
	waited := 0
	opts := waits(func(d time.Duration) {
		require.Positive(t, d)
		require.LessOrEqual(t, d, time.Minute)
		waited++
		require.NoError(t, os.RemoveAll(a.throttle)) // the minute is over
	})
	got, stats, err := pull(t,
		brand(t, source(a.url+"/api/contados", "  pages: {size: 30}\n  rate: 100000/s\n  MAP\n")),
		opts)
	require.NoError(t, err)
	require.Len(t, got, events)
	require.Equal(t, 2, waited, "six requests a minute, fifteen pages")
	require.Equal(t, 2, stats.Retries)
}

// TestLaravelMemory: what has not changed is not sent again.
func TestLaravelMemory(t *testing.T) {
	t.Parallel()
	a := start(t)
	for _, tt := range []struct {
		name, path, more       string
		first, second, changed int // requests whose answer was sent whole
	}{
		{"pages with Laravel's ETag", "/api/marcados", "  pages: {size: 30}\n  MAP\n", 15, 0, 1},
		{"details with updated_at", "/api/resumos",
			"  pages: {size: 30}\n  rate: 100000/s\n  detail: {url: \"./eventos/{id}\", items: " +
				".data, key: .updated_at}\n  DETAIL\n", 15 + events, 15, 15 + 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			once := func(want int, name string) {
				t.Helper()
				c, err := cache.Open(dir)
				require.NoError(t, err)
				require.NoError(t, c.Damage())
				got, stats, err := pull(t, brand(t, source(a.url+tt.path, tt.more)),
					upstream.Options{Cache: c})
				require.NoError(t, err)
				require.NoError(t, c.Commit(true))
				require.NoError(t, c.Close())
				require.Len(t, got, events)
				require.Equal(t, name, got[199].Name)
				require.Equal(t, want, stats.Requests-stats.NotModified)
				t.Logf("%d requests, %d not modified, %d details reused, %s", stats.Requests,
					stats.NotModified, stats.Reused, stats.Duration.Round(time.Millisecond))
			}
			before := fromFile(t)[199].Name
			a.data("rename", "200", before)
			once(tt.first, before)
			once(tt.second, before)
			a.data("rename", "200", "Nome novo")
			once(tt.changed, "Nome novo")
			a.data("rename", "200", before)
		})
	}
}

// TestLaravelBuild builds a release over HTTP, with faults in front, and one from
// the file: both say the same to the byte.
func TestLaravelBuild(t *testing.T) {
	t.Parallel()
	a := start(t)
	p := &proxy{app: a, fails: 2}
	opts := waits(nil)
	opts.Idle = 2 * time.Second
	content := map[string]string{}
	for name, from := range map[string]string{
		"http": source(p.front(t)+"/api/eventos", "  pages: {size: 30}\n  MAP\n"),
		"file": "  kind: file\n  path: " + catalogue(t) + "\n  MAP\n",
	} {
		o := build.Options{Out: t.TempDir(), Templates: templates.Embedded,
			Now: time.Date(2026, 11, 20, 15, 0, 0, 0, time.UTC), Upstream: opts}
		outcomes := build.Run(t.Context(), []*brands.Brand{brand(t, from)}, o)
		require.Len(t, outcomes, 1)
		require.NoError(t, outcomes[0].Err)
		require.True(t, outcomes[0].Published)
		require.Equal(t, events, outcomes[0].Report.Records)
		rel, err := release.Open(o.Out+"/virada", outcomes[0].Release)
		require.NoError(t, err)
		content[name] = rel.Manifest().Content
		require.NoError(t, rel.Close())
		t.Logf("%s: %d events in %s", name, outcomes[0].Report.Published,
			outcomes[0].Duration.Round(time.Millisecond))
	}
	require.Equal(t, content["file"], content["http"])
	require.NotEmpty(t, p.seen)
}
