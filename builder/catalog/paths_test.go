package catalog_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
)

func TestTwinPath(t *testing.T) {
	for path, want := range map[string]string{
		"/":                  "/index.md",
		"/?page=2":           "/index.md?page=2",
		catalog.EventsPath:   catalog.EventsTwinPath,
		"/eventos?q=a.b":     "/eventos.md?q=a.b",
		"/eventos/samba":     "/eventos/samba.md",
		"/cidades/osasco-sp": "/cidades/osasco-sp.md",
	} {
		require.Equal(t, want, catalog.TwinPath(path))
		require.Equal(t, "https://x.test"+want,
			string(catalog.AppendTwinPath([]byte("https://x.test"), path)))
	}
}

func TestIndexLetterPath(t *testing.T) {
	require.Equal(t, "/locais/letra/b", catalog.IndexLetterPath(catalog.VenuesPath, "b", 1))
	require.Equal(t, "/locais/letra/b/2", catalog.IndexLetterPath(catalog.VenuesPath, "b", 2))
}

// The addresses are public: bookmarks, caches and agents know them.
func TestPaths(t *testing.T) {
	require.Equal(t, "/eventos/samba", catalog.EventPath("samba"))
	require.Equal(t, "/cidades/osasco-sp", catalog.CityPath("osasco-sp"))
	require.Equal(t, "/organizadores/itau", catalog.OrganiserPath("itau"))
	day := mustDate(t, "2026-11-28")
	require.Equal(t, "/agenda/2026-11-28", catalog.DayPath(day))
	require.Equal(t, "/agenda/2026-11", catalog.MonthPath(day.Month()))
	require.Equal(t, "from=2026-11-28&to=2026-11-29", catalog.DaysQuery(day, day+1))
	require.Equal(t, "/problemas/event_not_found", catalog.ProblemPath(catalog.EventNotFound))
	require.Equal(t, "/api/public/v1/events/samba", catalog.DetailPath("/api/public/v1", "samba"))
}
