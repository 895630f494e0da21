package laravel_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/upstream"
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
			require.Equal(t, tt.pages, stats.Documents)
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
