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

// An address is spelled by the words of a brand and read back; any other text stays as it is.
func TestSpelling(t *testing.T) {
	s := catalog.NewSpelling("http://a.example:8080", map[string]string{"eventos": "events",
		"cidades": "cities", "hoje": "today", "temas": "temas", "letra": "letter"})
	for key, own := range map[string]string{
		"/eventos": "/events", "/eventos.ics?q=a/b": "/events.ics?q=a/b", "/eventos/x": "/events/x",
		"/cidades/letra/b/2": "/cities/letter/b/2", "/cidades/letra": "/cities/letra",
		"/embed/cidades/recife-pe": "/embed/cities/recife-pe", "/hoje.md": "/today.md",
		"/eventos.ndjson": "/eventos.ndjson", "/eventos-2.ndjson": "/eventos-2.ndjson",
		"/eventos2": "/eventos2", "/temas/jazz": "/temas/jazz", "/letra": "/letra",
		"/": "/", "": "", ":gone": ":gone", "eventos": "eventos", "/assets/x.css": "/assets/x.css",
	} {
		require.Equal(t, own, s.Own(key))
		require.Equal(t, key, s.Key(own))
		require.Equal(t, key, s.Key(key), "the words of the code are answered everywhere")
		require.Equal(t, own, s.Own(own), "what is spelled stays so")
		require.Equal(t, key, new(catalog.Spelling).Own(key))
	}
	for text, want := range map[string]string{
		`<a href="/eventos⟦self⟧">/eventos</a>`:            `<a href="/events⟦self⟧">/eventos</a>`,
		`<a href="/cidades/letra/b">`:                      `<a href="/cities/letter/b">`,
		`](http://a.example:8080/eventos/x.md)`:            `](http://a.example:8080/events/x.md)`,
		`webcal://a.example:8080/hoje`:                     `webcal://a.example:8080/today`,
		`http://b/eventos http://b.a.example:8080/eventos`: `=`,
		`href="/`: `=`,
	} {
		if want == "=" {
			want = text
		}
		require.Equal(t, ">"+want, string(s.AppendText([]byte(">"), []byte(text))))
	}
}
