package onboard_test

import (
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/onboard"
	"cartaz/builder/internal/upstream"
)

// TestRecognise: the answers that the presets are tested against tell which preset
// they are for.
func TestRecognise(t *testing.T) {
	for file, preset := range map[string]string{
		"testdata/pretix/page-1.json": "pretix", "testdata/sympla/page-1.json": "sympla",
		"testdata/sympla/page-2.json":       "sympla",
		"testdata/eventbrite/page-1.json":   "eventbrite",
		"testdata/eventbrite/page-2.json":   "eventbrite",
		"testdata/ticketmaster/page-0.json": "ticketmaster",
		"testdata/wordpress/page-1.json":    "wordpress",
		"testdata/linkedevents/page-1.json": "linkedevents",
		"testdata/openagenda/page-0.json":   "openagenda",
		"testdata/pocketbase/page-1.json":   "pocketbase", "testdata/strapi/page-1.json": "strapi",
		"testdata/strapi/page-2.json": "strapi",
		"testdata/django/page-1.json": "django", "testdata/django/page-2.json": "django",
		filepath.Join(recorded, "laravel", "resource-page-1.json"):  "laravel",
		filepath.Join(recorded, "laravel", "paginator-page-1.json"): "laravel",
	} {
		g, ok := recognise(t, mustRead(t, file))
		require.True(t, ok, file)
		require.Equal(t, onboard.Guess{Preset: preset}, g, file)
	}
	g, ok := recognise(t, mustRead(t, filepath.Join(recorded, "gancio", "events.json")))
	require.True(t, ok)
	require.Equal(t, onboard.Guess{Preset: "gancio"}, g)

	const next, number = "{style: next}", "{style: number}"
	for _, tt := range []struct {
		name, text string
		want       onboard.Guess
	}{
		{"records", `[{"id": 1, "name": "A", "starts_at": "2027-01-01T20:00"}]`, onboard.Guess{}},
		{"records in data", `{"data": [{"id": 1, "name": "A", "starts_at": null}]}`,
			onboard.Guess{}},
		{"records in pages",
			`{"data": [{"id": 1, "name": "A", "starts_at": null}], "meta": {"current_page": 1, ` +
				`"last_page": 3}}`, onboard.Guess{Pages: number}},
		{"records elsewhere", `{"eventos": [{"id": 1, "name": "A", "starts_at": null}]}`,
			onboard.Guess{Items: ".eventos"}},
		{"records of PocketBase",
			`{"items": [{"id": "x", "name": "A", "starts_at": ""}], "page": 1, "perPage": 1, ` +
				`"totalItems": 2, "totalPages": 2}`, onboard.Guess{Items: ".items", Pages: number}},
		{"cursors",
			`{"data": [{"titulo": "A"}], "path": "x", "per_page": 15, "next_page_url": ` +
				`"x?cursor=eyJ", "prev_page_url": null}`,
			onboard.Guess{Preset: "laravel", Pages: next}},
		{"cursors of resources, with records",
			`{"data": [{"id": 1, "name": "A", "starts_at": null}], "links": {"next": null}, ` +
				`"meta": {"path": "x", "per_page": 15, "next_cursor": null}}`,
			onboard.Guess{Pages: next}},
		{"pages without a last one",
			`{"current_page": 1, "data": [{"titulo": "A"}], "next_page_url": null, "per_page": 15}`,
			onboard.Guess{Preset: "laravel"}},
		{"Strapi by start and limit",
			`{"data": [{"titulo": "A"}], "meta": {"pagination": {"start": 0, "limit": 25, ` +
				`"total": 60}}}`,
			onboard.Guess{Preset: "strapi", Pages: `{style: offset, param: ` +
				`"pagination[start]", size: 25, size_param: "pagination[limit]"}`}},
		{"Directus with its counts", `{"meta": {"filter_count": 250}, "data": [{"title": "A"}]}`,
			onboard.Guess{Preset: "directus"}},
		{"OData on one page", `{"@odata.context": "x", "value": [{"title": "A"}]}`,
			onboard.Guess{Preset: "generic", Items: ".value"}},
		{"OData", `{"@odata.nextLink": "e?$skiptoken=1", "value": [{"title": "A"}]}`,
			onboard.Guess{Preset: "generic", Items: ".value", Pages: next}},
		{"Hydra",
			`{"hydra:member": [{"title": "A"}], "hydra:totalItems": 60, "hydra:view": ` +
				`{"hydra:next": "/e?page=2"}}`,
			onboard.Guess{Preset: "generic", Items: `.["hydra:member"]`, Pages: next}},
		{"JSON:API",
			`{"data": [{"id": "1", "attributes": {"title": "A"}}], "links": {"next": ` +
				`"/e?page[number]=2"}}`, onboard.Guess{Preset: "generic", Pages: next}},
		{"something with a list", `[{"codigo": 1, "titulo": "A", "data": "2027-01-01"}]`,
			onboard.Guess{Preset: "generic"}},
		{"something with a list inside", `{"ok": true, "items": [{"titulo": "A"}]}`,
			onboard.Guess{Preset: "generic", Items: ".items"}},
		{"a list under any name", `{"entries": [{"event": {"name": "A"}}], "has_more": false}`,
			onboard.Guess{Preset: "generic", Items: ".entries"}},
		{"a list below others", `{"page": {"results": {"event": [{"title": "A"}]}, "size": 50}}`,
			onboard.Guess{Preset: "generic", Items: ".page.results.event"}},
		{"the longest list", `{"links": [{"rel": "x"}], "my-shows": [{"title": "A"}, {"title": ` +
			`"B"}]}`, onboard.Guess{Preset: "generic", Items: `.["my-shows"]`}},
		{"a known name before a longer list", `{"eventos": [{"titulo": "A"}], "categorias": ` +
			`[{"id": 1}, {"id": 2}]}`, onboard.Guess{Preset: "generic", Items: ".eventos"}},
		{"a list four objects deep", `{"data": {"group": {"shows": {"edges": [{"node": ` +
			`{"title": "A"}}]}}}}`,
			onboard.Guess{Preset: "generic", Items: ".data.group.shows.edges"}},
		{"less than it states", `{"total": 2, "items": [{"titulo": "A"}]}`,
			onboard.Guess{Preset: "generic", Items: ".items",
				Doubt: `states 2 items, 1 were read: write source.pages: {style: number}, or ` +
					`offset, next or token, or total: "null" if that number (.total) is another`}},
	} {
		g, ok := recognise(t, tt.text)
		require.True(t, ok, tt.name)
		require.Equal(t, tt.want, g, tt.name)
	}
	asked, err := url.Parse("https://cms.example/items/events")
	require.NoError(t, err)
	answer := upstream.Signs{Doc: map[string]any{"data": []any{map[string]any{"title": "A"}}}}
	answer.Asked = asked
	g, ok = onboard.Recognise(answer)
	require.True(t, ok)
	require.Equal(t, onboard.Guess{Preset: "directus"}, g,
		"its answer says nothing, its address does")
	answer = upstream.Signs{Doc: []any{map[string]any{"title": "A"}},
		Header: map[string]string{"x-wp-total": "25", "x-wp-totalpages": "3"}}
	g, ok = onboard.Recognise(answer)
	require.True(t, ok)
	require.Equal(t, onboard.Guess{Preset: "generic",
		Pages: "{style: number, size: 100}"}, g, "WordPress")
	for _, text := range []string{`null`, `[]`, `{}`, `"x"`, `[1]`, `{"data": []}`,
		`{"data": {"a": 1}}`, `{"_embedded": {"events": []}, "page": {}}`, `[[{}]]`,
		`{"a": {"b": {"c": {"d": {"e": [{}]}}}}}`, `{"a.b": [{}]}`} {
		_, ok := recognise(t, text)
		require.False(t, ok, text)
	}
}

func recognise(t *testing.T, text string) (onboard.Guess, bool) {
	t.Helper()
	var doc any
	require.NoError(t, json.Unmarshal([]byte(text), &doc))
	return onboard.Recognise(upstream.Signs{Doc: doc})
}

func mustRead(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	return string(text)
}

// TestPastIsLeft: a calendar with nothing to come is not the list of what is over.
func TestPastIsLeft(t *testing.T) {
	const over = `"past": [{"title": "Roda", "startDate": 1}, {"title": "Samba", "startDate": 2}]}`
	_, ok := recognise(t, `{"upcoming": [], `+over)
	require.False(t, ok)
	g, ok := recognise(t, `{"upcoming": [{"title": "Choro", "startDate": 3}], `+over)
	require.True(t, ok)
	require.Equal(t, ".upcoming", g.Items)
	g, ok = recognise(t, `{`+over)
	require.True(t, ok)
	require.Equal(t, ".past", g.Items, "an archive")
}
