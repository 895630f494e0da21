package page_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/page"
)

// TestDots: venues are dots at their places, the farther north the higher; one far from all others
// is left out, and the page says so. Names do not overlap.
func TestDots(t *testing.T) {
	r := mustNew(t, palco())
	draw := func(venues ...page.Facet) string {
		p, err := r.Index(page.IndexModel{Path: catalog.VenuesPath, Groups: venues,
			Total: len(venues)})
		require.NoError(t, err)
		return string(p.HTML)
	}
	var venues []page.Facet
	for i := range 12 {
		name := fmt.Sprint("Casa ", i)
		venues = append(venues, page.Facet{Path: catalog.VenuePath(fmt.Sprint("casa-", i)),
			Label: name, Count: i + 1,
			Lat: -23.55 + float64(i)*.001, Lon: -46.63 + float64(i)*.0009})
	}
	html := draw(venues...)
	require.Equal(t, 12, strings.Count(html, "<circle"))
	require.NotContains(t, html, "O mapa mostra")
	at := regexp.MustCompile(`<a href="/locais/casa-(\d+)" tabindex="-1"><title>Casa \d+[^<]*`+
		`</title><circle cx="(\d+)" cy="(\d+)"`).FindAllStringSubmatch(html, -1)
	require.Len(t, at, 12)
	require.Equal(t, []string{"11", "324", "24"}, at[0][1:], "the northernmost, with most events")
	require.Less(t, len(at[11][2]), 3, "the westernmost")
	var x, y int
	for _, name := range regexp.MustCompile(`<text x="(\d+)" y="(-?\d+)">`).
		FindAllStringSubmatch(html, -1) {
		var a, b int
		fmt.Sscan(name[1]+" "+name[2], &a, &b)
		require.True(t, x == 0 || b-y > 12, html)
		x, y = a, b
	}
	require.NotZero(t, x)

	far := page.Facet{Path: "/locais/longe", Label: "Longe", Count: 1, Lat: -3, Lon: -60}
	html = draw(append(venues, far)...)
	require.NotContains(t, html, "<title>Longe")
	require.Contains(t, html, "O mapa mostra 12 de 13 locais.")
	require.NotContains(t, draw(venues[:3]...), "<circle", "three dots are no map")
	venues[0].Lat, venues[0].Lon = 0, 0
	require.Equal(t, 11, strings.Count(draw(venues...), "<circle"), "of no known place")
	for i := range venues {
		venues[i].Lat, venues[i].Lon = -23.55, -46.63
	}
	require.Equal(t, 12, strings.Count(draw(venues...), `cx="200" cy="24"`), "all at one place")
}
