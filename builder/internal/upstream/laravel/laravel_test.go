package laravel_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/upstream"
	"cartaz/builder/rowstest"
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
	for _, tt := range rowstest.Read[[]struct {
		Name, Path, More string
		Pages            int
	}](t, "testdata/laravel.yaml") {
		t.Run(tt.Name, func(t *testing.T) {
			got, stats, err := pull(t, brand(t, source(a.url+tt.Path, tt.More)), upstream.Options{})
			require.NoError(t, err)
			require.Equal(t, tt.Pages, stats.Documents)
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
