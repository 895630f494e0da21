package onboard_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/brands"
	"cartaz/builder/internal/onboard"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/internal/validate"
)

var update = flag.Bool("update", false, "write the golden files anew")

const recorded = "../upstream/testdata"

// TestPresets pulls each preset's bodies through the checks of the builder.
func TestPresets(t *testing.T) {
	for _, tt := range []struct {
		preset, source string
		env            map[string]string
		backend        *backend
		items, records int
	}{
		{"pretix", "  url: https://pretix.example/api/v1/organizers/palco/events/?live=true\n",
			map[string]string{"PRETIX_TOKEN": "tok3n"}, &backend{
				header: "Authorization: Token tok3n",
				answers: answersOf("https://pretix.example/api/v1/organizers/palco/events/",
					"testdata/pretix", map[string]string{
						"?live=true":                   "page-1.json",
						"?live=true&page=2":            "page-2.json",
						"serie/subevents/?active=true": "serie-subevents.json",
						"longa/subevents/?active=true": "longa-subevents.json",
					})}, 6, 4},
		{"sympla", "", map[string]string{"SYMPLA_TOKEN": "tok3n"}, &backend{
			header: "S_token: tok3n",
			answers: answersOf("https://api.sympla.com.br/public/v1.5.1/events?", "testdata/sympla",
				map[string]string{
					"page=1&page_size=100": "page-1.json",
					"page=2&page_size=100": "page-2.json",
				})}, 5, 3},
		{"eventbrite",
			"  url: https://www.eventbriteapi.com/v3/organizations/77/events/?status=live\n",
			map[string]string{"EVENTBRITE_TOKEN": "tok3n"}, &backend{
				header: "Authorization: Bearer tok3n",
				answers: answersOf("https://www.eventbriteapi.com/v3/", "testdata/eventbrite",
					map[string]string{
						"organizations/77/events/?status=live": "page-1.json",
						"organizations/77/events/?" +
							"continuation=eyJwYWdlIjogMn0&status=live": "page-2.json",

						"events/1001/description/": "description-1001.json",
						"events/1002/description/": "description-1002.json",
						"events/1003/description/": "description-1003.json",
						"events/1004/description/": "description-1004.json",
						"events/1005/description/": "description-1005.json",
					})}, 5, 3},
		{"ticketmaster", "", map[string]string{"TICKETMASTER_KEY": "k3y"},
			&backend{answers: answersOf("https://app.ticketmaster.com/discovery/v2/events.json?",
				"testdata/ticketmaster", map[string]string{
					"apikey=k3y&countryCode=BR&page=0&size=200&sort=date%2Casc": "page-0.json",
					"apikey=k3y&countryCode=BR&page=1&size=200&sort=date%2Casc": "page-1.json",
				})}, 5, 4},
		{"mobilizon",
			"  url: https://mobilizon.example/api\n  pages: {size: 2}\n  body: {variables: " +
				"{tags: livros}}\n", nil, &backend{answers: map[string]string{
				`POST https://mobilizon.example/api ` +
					`{"limit":2,"page":1,"tags":"livros"}`: "testdata/mobilizon/page-1.json",
				`POST https://mobilizon.example/api ` +
					`{"limit":2,"page":2,"tags":"livros"}`: "testdata/mobilizon/page-2.json",
			}}, 3, 3},
		{"wordpress", "  url: https://www.example.org/wp-json/tribe/events/v1/events\n", nil,
			&backend{answers: answersOf("https://www.example.org/wp-json/tribe/events/v1/events?",
				"testdata/wordpress", map[string]string{
					"page=1&per_page=50": "page-1.json",
					"page=2&per_page=50": "page-2.json",
				})}, 5, 3},
		{"openagenda",
			"  url: https://public.opendatasoft.example/records?order_by=uid\n  pages: {size: 9}\n",
			nil,
			&backend{answers: answersOf("https://public.opendatasoft.example/records?",
				"testdata/openagenda", map[string]string{
					"limit=9&offset=0&order_by=uid": "page-0.json",
					"limit=9&offset=9&order_by=uid": "page-9.json",
				})}, 14, 13},
		{"linkedevents", "  url: https://api.hel.example/linkedevents/v1/event/?include=location\n",
			nil,
			&backend{answers: answersOf("https://api.hel.example/linkedevents/v1/event/?",
				"testdata/linkedevents", map[string]string{
					"include=location&page_size=100":        "page-1.json",
					"include=location&page=2&page_size=100": "page-2.json",
				})}, 4, 2},
		{"laravel",
			"  url: https://backend.example/api/eventos\n  pages: {last: \"1\", total: \"null\"}\n",
			nil, &backend{answers: map[string]string{
				"GET https://backend.example/api/eventos?page=1": recorded +
					"/laravel/resource-page-1.json",
			}}, 50, 50},
		{"pocketbase", "  url: https://pb.example/api/collections/events/records?sort=id\n", nil,
			&backend{answers: answersOf("https://pb.example/api/collections/events/records?",
				"testdata/pocketbase", map[string]string{
					"page=1&perPage=200&sort=id": "page-1.json",
					"page=2&perPage=200&sort=id": "page-2.json",
				})}, 4, 3},
		{"strapi", "  url: https://cms.example/api/events?populate=*\n", nil,
			&backend{answers: answersOf("https://cms.example/api/events?", "testdata/strapi",
				map[string]string{
					"pagination%5BpageSize%5D=100&" +
						"pagination%5Bpage%5D=1&populate=%2A": "page-1.json",
					"pagination%5BpageSize%5D=100&" +
						"pagination%5Bpage%5D=2&populate=%2A": "page-2.json",
				})}, 4, 3},
		{"directus", "  url: https://cms.example/items/events\n", nil,
			&backend{answers: answersOf("https://cms.example/items/events?", "testdata/directus",
				map[string]string{
					"limit=100&page=1": "page-1.json",
					"limit=100&page=2": "page-2.json",
					"limit=100&page=3": "page-3.json",
				})}, 4, 3},
		{"django", "  url: https://backend.example/api/events/\n", nil,
			&backend{answers: answersOf("https://backend.example/api/events/", "testdata/django",
				map[string]string{
					"":        "page-1.json",
					"?page=2": "page-2.json",
				})}, 3, 3},
		{"generic",
			"  url: https://www.example.org/wp-json/wp/v2/evento\n  pages: {style: number}\n", nil,
			&backend{answers: answersOf("https://www.example.org/wp-json/wp/v2/evento?",
				"testdata/generic", map[string]string{
					"page=1": "page-1.json",
					"page=2": "page-2.json",
					"page=3": "page-3.json",
				})}, 3, 3},
		{"gancio", "  url: https://gancio.example/api/events\n", nil, gancio(t), 66, 65},
	} {
		t.Run(tt.preset, func(t *testing.T) {
			b := load(t, "  preset: "+tt.preset+"\n"+tt.source, tt.env)
			checker := validate.New(validate.Config{Zone: b.Zone, ZoneName: b.Timezone,
				Currency: b.Currency, Now: time.Date(2026, 5, 20, 0, 0, 0, 0, time.UTC)})
			var list []shown
			stats, err := upstream.Pull(t.Context(), upstream.FromBrand(b), noWaiting(tt.backend),
				func(i upstream.Item) error {
					for _, record := range i.Records {
						if s, public := show(record, i, checker); public {
							list = append(list, s)
						}
					}
					return nil
				})
			require.NoError(t, err)
			require.Empty(t, tt.backend.strange)
			require.Len(t, tt.backend.asked, len(tt.backend.answers), "each address once")
			require.Equal(t, tt.items, stats.Items)
			require.Len(t, list, tt.records)
			for _, s := range list {
				require.NotEmpty(t, s.Name, s.Position)
				require.NotContains(t, fmt.Sprint(s), "tok3n")
			}
			golden(t, tt.preset, list)
		})
	}
}

// gancio is the recorded one; one event has gone since its list was read.
func gancio(t *testing.T) *backend {
	answers := map[string]string{"GET https://gancio.example/api/events": recorded +
		"/gancio/events.json"}
	details, err := filepath.Glob(recorded + "/gancio/detail/*.json")
	require.NoError(t, err)
	require.Len(t, details, 66)
	for _, file := range details {
		slug := strings.TrimSuffix(filepath.Base(file), ".json")
		if slug == "edu-falaschi" {
			file = "404 " + recorded + "/gancio/not-found.txt"
		}
		answers["GET https://gancio.example/api/event/detail/"+url.PathEscape(slug)] = file
	}
	return &backend{answers: answers}
}

// golden compares with, or writes, the records of a preset; of long lists the
// first ones.
func golden(t *testing.T, preset string, list []shown) {
	t.Helper()
	list = list[:min(len(list), 20)]
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	require.NoError(t, enc.Encode(list))
	file := filepath.Join("testdata", preset, "records.golden.json")
	if *update {
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(b.String()), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), b.String())
}

// TestRefusals: the answer of a backend that refuses is an error, not a catalogue without events.
func TestRefusals(t *testing.T) {
	for _, tt := range []struct {
		preset, source, file, want string
		kind                       error
	}{
		{"mobilizon", "  url: https://b.example/api\n", "testdata/mobilizon/errors.json",
			`"message":"Cannot query field \"searchEvent\"`,
			upstream.ErrUnavailable},
		{"ticketmaster", "", "testdata/ticketmaster/fault.json",
			`answered 200 with errors: "Invalid ApiKey"`, upstream.ErrUnavailable},
		{"ticketmaster", "", "testdata/ticketmaster/empty.json", "hold no item", upstream.ErrEmpty},
		{"eventbrite", "  url: https://b.example/v3/organizations/1/events/\n",
			"testdata/eventbrite/error.json", `answered 200 with errors: "INVALID_AUTH"`,
			upstream.ErrUnavailable},
	} {
		t.Run(tt.preset, func(t *testing.T) {
			b := load(t, "  preset: "+tt.preset+"\n"+tt.source,
				map[string]string{"TICKETMASTER_KEY": "k3y-long", "EVENTBRITE_TOKEN": "tok3n"})
			text, err := os.ReadFile(tt.file)
			require.NoError(t, err)
			transport := roundTrip(func(*http.Request) (*http.Response, error) {
				rec := httptest.NewRecorder()
				_, err := rec.Write(text)
				return rec.Result(), err
			})
			_, err = upstream.Pull(t.Context(), upstream.FromBrand(b), noWaiting(transport),
				func(upstream.Item) error { return nil })
			require.ErrorIs(t, err, tt.kind)
			require.ErrorContains(t, err, tt.want)
		})
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// TestFromDisk: a preset's program also reads a copy of the answers, without
// any secret.
func TestFromDisk(t *testing.T) {
	text, err := os.ReadFile("testdata/sympla/page-1.json")
	require.NoError(t, err)
	b := load(t, "  preset: sympla\n  kind: file\n  path: dump.json\n", nil)
	require.NoError(t, os.WriteFile(filepath.Join(b.Dir, "dump.json"), text, 0o644))
	stats, err := upstream.Pull(t.Context(), upstream.FromBrand(b), upstream.Options{},
		func(upstream.Item) error { return nil })
	require.NoError(t, err)
	require.Equal(t, 2, stats.Records)
}

// TestWholeLists: Gancio answers with all events at once, for any number of events.
func TestWholeLists(t *testing.T) {
	events := make([]string, 100)
	for i := range events {
		events[i] = fmt.Sprintf(`{"id": %d, "title": "E", "start_datetime": 1, "slug": "e-%d"}`,
			i+1, i+1)
	}
	b := load(t, "  preset: gancio\n  url: https://gancio.example/api/events\n  detail: none\n",
		nil)
	transport := roundTrip(func(*http.Request) (*http.Response, error) {
		rec := httptest.NewRecorder()
		_, err := rec.WriteString("[" + strings.Join(events, ",") + "]")
		return rec.Result(), err
	})
	stats, err := upstream.Pull(t.Context(), upstream.FromBrand(b), noWaiting(transport),
		func(upstream.Item) error { return nil })
	require.NoError(t, err)
	require.Equal(t, 100, stats.Items)
}

// TestEachPreset: the two files, a head that says how to use it, and a test
// above.
func TestEachPreset(t *testing.T) {
	tested, err := filepath.Glob("testdata/*/records.golden.json")
	require.NoError(t, err)
	require.Len(t, tested, len(brands.PresetNames(onboard.Presets())))
	for _, name := range brands.PresetNames(onboard.Presets()) {
		text, err := fs.ReadFile(onboard.Presets(), name+"/"+brands.PresetFile)
		require.NoError(t, err)
		for _, part := range []string{"# A brand writes", "preset: " + name, "# Tested against ",
			"\nkind: http\n"} {
			require.Contains(t, string(text), part, name)
		}
		program, err := fs.ReadFile(onboard.Presets(), name+"/"+brands.PresetProgram)
		require.NoError(t, err)
		require.True(t, strings.HasPrefix(string(program), "# "), name)
		require.FileExists(t, filepath.Join("testdata", name, "records.golden.json"))
	}
}
