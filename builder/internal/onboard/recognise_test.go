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
	"cartaz/builder/rowstest"
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

	for _, tt := range rowstest.Read[[]struct {
		Name, Text string
		Want       onboard.Guess
	}](t, "testdata/recognise.yaml") {
		g, ok := recognise(t, tt.Text)
		require.True(t, ok, tt.Name)
		require.Equal(t, tt.Want, g, tt.Name)
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
