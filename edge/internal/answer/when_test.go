package answer_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/release"
	"cartaz/builder/rowstest"
	"cartaz/edge/internal/answer"
	"cartaz/edge/internal/edgetest"
)

// zoned is a test brand in São Paulo (UTC-3).
func zoned() release.Brand {
	b := edgetest.Brand("palco")
	b.Timezone = "America/Sao_Paulo"
	return b
}

// openDay is a catalogue with a page for one day, 20 November 2026, a Friday.
func openDay(t *testing.T, brand release.Brand) *answer.Catalogue {
	t.Helper()
	out := t.TempDir()
	return opened(t, out, brand, edgetest.PublishEvents(t, out, brand, nil, 1,
		"/agenda/2026-11-20"))
}

// at is a moment on the clocks of São Paulo.
func at(t *testing.T, text string) time.Time {
	t.Helper()
	moment, err := time.ParseInLocation("2006-01-02 15:04:05", text, time.FixedZone("", -3*60*60))
	require.NoError(t, err)
	return moment
}

// TestWhen: the targets of the addresses that mean a day by the clock, and for how long they are
// good.
func TestWhen(t *testing.T) {
	c := openDay(t, zoned())
	for _, tc := range rowstest.Read[[]struct {
		Path, Query, Now string
		Location, Cache  string
	}](t, "testdata/when.yaml") {
		for _, method := range []string{"GET", "HEAD"} {
			a := ask(c, answer.Request{Method: method, Path: tc.Path, Query: tc.Query,
				Time: at(t, tc.Now)})
			require.Equal(t, 302, a.Status, "%s at %s", tc.Path, tc.Now)
			require.Equal(t, tc.Location, a.Field("Location"), "%s at %s", tc.Path, tc.Now)
			require.Equal(t, tc.Cache, a.Field("Cache-Control"), "%s at %s", tc.Path, tc.Now)
			require.Empty(t, a.Field("Vary"))
			require.Empty(t, a.Body)
		}
	}
	a := ask(c, answer.Request{Path: "/hoje/", Time: at(t, "2026-11-20 09:00:00")})
	require.Equal(t, 308, a.Status)
	require.Equal(t, "/hoje", a.Field("Location"))
	a = ask(c, answer.Request{Method: "POST", Path: "/hoje"})
	require.Equal(t, 405, a.Status)
	require.Equal(t, "GET, HEAD", a.Field("Allow"))
	require.Empty(t, a.Field("Access-Control-Allow-Origin"))
}

// TestWhenFrozen: on a brand with a frozen clock, today is the day of that clock.
func TestWhenFrozen(t *testing.T) {
	brand := zoned()
	brand.AsOf = at(t, "2026-11-20 12:00:00").Unix()
	a := ask(openDay(t, brand), answer.Request{Path: "/hoje", Time: at(t, "2031-05-06 07:08:09")})
	require.Equal(t, "/agenda/2026-11-20", a.Field("Location"))
	require.Equal(t, "public, max-age=43200", a.Field("Cache-Control"))
}

// TestDayWithoutPage: a day without a page is no error, but one that the calendar does not have is.
func TestDayWithoutPage(t *testing.T) {
	c := openDay(t, zoned())
	for path, location := range map[string]string{
		"/agenda/2026-11-21":                 "/eventos?from=2026-11-21&to=2026-11-21",
		"/agenda/2026-11-21.md":              "/eventos.md?from=2026-11-21&to=2026-11-21",
		"/agenda/2024-02":                    "/eventos?from=2024-02-01&to=2024-02-29",
		"/agenda/2026-11-28..2026-11-29":     "/eventos?from=2026-11-28&to=2026-11-29",
		"/agenda/2026-11-28..2026-11-29.md":  "/eventos.md?from=2026-11-28&to=2026-11-29",
		"/agenda/2026-11-29..2026-11-28":     "/eventos?from=2026-11-29&to=2026-11-28",
		"/agenda/2026%2D11%2D28..2026-11-29": "/eventos?from=2026-11-28&to=2026-11-29",
	} {
		a := ask(c, answer.Request{Path: path})
		require.Equal(t, 302, a.Status, path)
		require.Equal(t, location, a.Field("Location"), path)
		require.Equal(t, "public, max-age=60", a.Field("Cache-Control"), path)
	}
	require.Equal(t, 200, ask(c, answer.Request{Path: "/agenda/2026-11-20"}).Status)
	for path, location := range map[string]string{
		"/agenda/2026-11-20/2":     "/agenda/2026-11-20",
		"/agenda/2026-11-21/12.md": "/agenda/2026-11-21.md",
	} {
		a := ask(c, answer.Request{Path: path})
		require.Equal(t, 301, a.Status, path)
		require.Equal(t, location, a.Field("Location"), path)
		require.Equal(t, catalog.CacheRedirect, a.Field("Cache-Control"), path)
	}
	for _, path := range []string{"/agenda/2026-02-31", "/agenda/2026-13", "/agenda/2026",
		"/agenda/hoje", "/agenda/2026-11-28..", "/agenda/..2026-11-28", "/agenda/2026-11..2026-12",
		"/agenda/2026-11-28..2026-11-31", "/agenda/2026-11-28/x", "/agenda/.md",
		"/agenda/2026-11-28/1", "/agenda/2026-11/2", "/agenda/2026-11-28/2/3",
		"/agenda/2026-11-28.ics", "/agendas/2026-11-28", "/agenda/2026-11-28%0A"} {
		a := ask(c, answer.Request{Path: path})
		require.Contains(t, []catalog.Code{catalog.NotFound, catalog.BadRequest}, a.Code, path)
	}
}
