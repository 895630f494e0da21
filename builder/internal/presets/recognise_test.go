package presets_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/presets"
)

// TestRecognise: the answers that the presets are tested against tell which preset
// they are for.
func TestRecognise(t *testing.T) {
	for file, preset := range map[string]string{
		"testdata/pretix/page-1.json": "pretix", "testdata/sympla/page-1.json": "sympla", "testdata/sympla/page-2.json": "sympla",
		"testdata/eventbrite/page-1.json": "eventbrite", "testdata/eventbrite/page-2.json": "eventbrite",
		"testdata/ticketmaster/page-0.json": "ticketmaster", "testdata/wordpress/page-1.json": "wordpress",
		"testdata/linkedevents/page-1.json": "linkedevents", "testdata/openagenda/page-0.json": "openagenda",
		filepath.Join(recorded, "laravel", "resource-page-1.json"): "laravel", filepath.Join(recorded, "laravel", "paginator-page-1.json"): "laravel",
	} {
		g, ok := recognise(t, mustRead(t, file))
		require.True(t, ok, file)
		require.Equal(t, presets.Guess{Preset: preset, Pages: true}, g, file)
	}
	g, ok := recognise(t, mustRead(t, filepath.Join(recorded, "gancio", "events.json")))
	require.True(t, ok)
	require.Equal(t, presets.Guess{Preset: "gancio"}, g)

	for _, tt := range []struct {
		name, text string
		want       presets.Guess
	}{
		{"records", `[{"id": 1, "name": "A", "starts_at": "2027-01-01T20:00"}]`, presets.Guess{}},
		{"records in data", `{"data": [{"id": 1, "name": "A", "starts_at": null}]}`, presets.Guess{}},
		{"records in pages", `{"data": [{"id": 1, "name": "A", "starts_at": null}], "meta": {"current_page": 1, "last_page": 3}}`, presets.Guess{Pages: true}},
		{"records elsewhere", `{"eventos": [{"id": 1, "name": "A", "starts_at": null}]}`, presets.Guess{Items: ".eventos"}},
		{"cursors", `{"data": [{"titulo": "A"}], "path": "x", "per_page": 15, "next_page_url": "x?cursor=eyJ", "prev_page_url": null}`, presets.Guess{Preset: "laravel", Pages: true, Links: true}},
		{"cursors of resources, with records", `{"data": [{"id": 1, "name": "A", "starts_at": null}], "links": {"next": null}, "meta": {"path": "x", "per_page": 15, "next_cursor": null}}`, presets.Guess{Pages: true, Links: true}},
		{"pages without a last one", `{"current_page": 1, "data": [{"titulo": "A"}], "next_page_url": null, "per_page": 15}`, presets.Guess{Preset: "laravel", Pages: true}},
		{"something with a list", `[{"codigo": 1, "titulo": "A", "data": "2027-01-01"}]`, presets.Guess{Preset: "laravel"}},
		{"something with a list inside", `{"ok": true, "items": [{"titulo": "A"}]}`, presets.Guess{Preset: "laravel", Items: ".items"}},
	} {
		g, ok := recognise(t, tt.text)
		require.True(t, ok, tt.name)
		require.Equal(t, tt.want, g, tt.name)
	}
	for _, text := range []string{`null`, `[]`, `{}`, `"x"`, `[1]`, `{"data": []}`, `{"data": {"a": 1}}`, `{"_embedded": {"events": []}, "page": {}}`, `[[{}]]`} {
		_, ok := recognise(t, text)
		require.False(t, ok, text)
	}
}

func recognise(t *testing.T, text string) (presets.Guess, bool) {
	t.Helper()
	var doc any
	require.NoError(t, json.Unmarshal([]byte(text), &doc))
	return presets.Recognise(doc)
}

func mustRead(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	return string(text)
}
