package page_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/page"
)

// TestDots: venues are dots at their places, the farther north the higher; one far from all others
// is left out, and the page says so. Names do not overlap, and none is cut.
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
	venues[11].Label = strings.Repeat("Palco ", 12)
	html = draw(venues...)
	require.Contains(t, html, "<title>"+venues[11].Label)
	require.NotContains(t, html, ">"+venues[11].Label+"</text>", "the map would cut it")
	require.NotContains(t, draw(venues[:3]...), "<circle", "three dots are no map")
	venues[0].Lat, venues[0].Lon = 0, 0
	require.Equal(t, 11, strings.Count(draw(venues...), "<circle"), "of no known place")
	for i := range venues {
		venues[i].Lat, venues[i].Lon = -23.55, -46.63
	}
	require.Equal(t, 12, strings.Count(draw(venues...), `cx="200" cy="24"`), "all at one place")
}

// TestGrid: columns are venues in the order of their first events, rows are quarters of an hour.
func TestGrid(t *testing.T) {
	r := mustNew(t, palco())
	event := func(name, venue string, from, to int) page.GridEvent {
		return page.GridEvent{EventRow: page.EventRow{Path: "/eventos/" + name, Name: name,
			Note: "R$ 46,00"}, Venue: page.Facet{Path: "/locais/" + venue, Label: venue},
			From: from, To: to}
	}
	day := func(events ...page.GridEvent) string {
		p, err := r.Day(page.DayModel{DayCount: page.DayCount{Date: onDate(t, "2027-02-06"),
			Count: len(events)}, Grid: events})
		require.NoError(t, err)
		return string(p.HTML)
	}
	text := day(
		event("oficina", "Bonfim", 10*60+30, 11*60+45),
		event("baile", "Amparo", 10*60+30, 0),             // until the next one there
		event("bloco", "Amparo", 11*60+20, 12*60+50),      // begins within a row
		event("roda", "Amparo", 12*60+55, 13*60),          // the row is taken: the next one
		event("coro", "Amparo", 12*60+56, 13*60),          // at the same time
		event("noite", "Bonfim", 23*60+30, 25*60+10),      // ends on the next day
		event("madrugada", "Ribeira", 23*60+45, 40*60+10), // at most to 10 o'clock
	)
	require.Contains(t, text, `<section class="first" aria-label="Grade de horários"`)
	for name, class := range map[string]string{
		"oficina": "h0 k0 q2 d1 l0 s1 c1", "baile": "h0 k0 q2 d1 l0 s0 c2",
		"bloco": "h1 k0 q2 d1 l0 s2 c2", "roda": "h3 k0 q0 d0 l0 s1 c2",
		"coro": "h2 k0 q3 d0 l0 s1 c3", "noite": "h1 k2 q2 d1 l0 s3 c1",
		"madrugada": "h1 k2 q3 d4 l1 s1 c4",
	} {
		require.Contains(t, text, `<li class="act `+class+`"><a href="/eventos/`+name+`"`, name)
	}
	require.Regexp(t, `<li class="stage c2"><a href="/locais/Amparo" dir="auto">Amparo</a></li>
<li class="stage c3"><a href="/locais/Amparo" dir="auto">Amparo</a></li>`, text)
	require.Contains(t, text, `<li class="clock h0 k0" aria-hidden="true">10h</li>`)
	require.Equal(t, 24, strings.Count(text, `<li class="clock `))

	// Every class of a place is in the style sheet.
	sheet := mustBody(t, r.Assets().Grid)
	require.Contains(t, text, `<link rel="stylesheet" href="`+r.Assets().Grid.Path+`">`)
	for _, list := range regexp.MustCompile(`class="(?:act|clock|stage) ([^"]*)"`).
		FindAllStringSubmatch(text, -1) {
		for class := range strings.FieldsSeq(list[1]) {
			if !slices.Contains([]string{"q0", "s0", "k0", "l0"}, class) {
				require.Contains(t, string(sheet), "."+class+"{--")
			}
		}
	}

	var many []page.GridEvent
	for _, venue := range strings.Fields("A B C D E F G H I") {
		many = append(many, event("e"+venue, venue, 600, 660))
	}
	require.NotContains(t, day(many...), `class="grid"`, "nine venues")
	require.Contains(t, day(many[:8]...), `class="grid"`)
	require.NotContains(t, day(many[0]), `class="grid"`, "one venue is a list")
	require.NotContains(t, day(), `class="grid"`)
}
