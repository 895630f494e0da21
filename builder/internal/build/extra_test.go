package build_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/build/buildtest"
	"cartaz/builder/search"
)

// TestCallCloses: a call for papers that has ended is found no more, and the page, which holds no
// clock, stays as it is. A record without a call is not drawn again.
func TestCallCloses(t *testing.T) {
	t.Parallel()
	s := newShop(t, buildtest.Array(buildtest.Samba, `{"id":9,"name":"Conferência","slug":"conf",
		"starts_at":"2027-03-01","cfp_url":"https://cfp.example/9","cfp_until":"2026-11-20"}`))
	calls := func() int {
		index, err := search.Open(s.Live().SearchIndex())
		require.NoError(t, err)
		_, n := index.Search(search.Query{CFP: true}, 0, 0, nil)
		return n
	}
	s.MustPublish()
	require.Equal(t, 1, calls())
	require.Contains(t, buildtest.Body(t, s.Live(), "/eventos/conf", "text/html"),
		`<dt>Chamada de trabalhos</dt><dd><p><a href="https://cfp.example/9" `+
			`rel="noreferrer">até 20 nov 2026</a></p></dd>`)
	page := s.markdown("/eventos/conf")
	require.Contains(t, page, "cfp_until: \"2026-11-20\"\n")
	require.Contains(t, page,
		"- **Chamada de trabalhos:** [até 20 nov 2026](<https://cfp.example/9>)\n")

	s.Options.Now = buildtest.Noon.Add(48 * time.Hour)
	require.Equal(t, 1, s.MustPublish().Drawn)
	require.Zero(t, calls())
	require.Equal(t, page, s.markdown("/eventos/conf"))
}

// TestDoors: the page says when doors open. A record that names them has another hash, so its page
// is drawn; people do not plan anew by them, so the event does not count as revised.
func TestDoors(t *testing.T) {
	t.Parallel()
	event := func(more string) string {
		return buildtest.Array(`{"id":9,"name":"Baile","slug":"baile",
			"starts_at":"2027-03-01T21:00:00-03:00"` + more + `}`)
	}
	s := newShop(t, event(""))
	s.MustPublish()
	before := buildtest.Body(t, s.Live(), "/eventos/baile.ics", "text/calendar")
	s.Write("catalogue.json", event(`,"doors_at":"2027-03-01T19:30:00-03:00"`))
	require.Equal(t, 1, s.MustPublish().Drawn)
	require.Contains(t, buildtest.Body(t, s.Live(), "/eventos/baile", "text/html"),
		"<p>Abertura das portas: 19h30</p>")
	page := s.markdown("/eventos/baile")
	require.Contains(t, page, "doors_at: \"2027-03-01T19:30:00-03:00\"\n")
	require.Contains(t, page, "- **Abertura das portas:** 19h30\n")
	require.Equal(t, before, buildtest.Body(t, s.Live(), "/eventos/baile.ics", "text/calendar"))

	s.Write("catalogue.json", event(`,"doors_at":"2027-02-28T19:30:00-03:00"`))
	s.MustPublish()
	require.Contains(t, s.markdown("/eventos/baile"), "28 fev 2027, 19h30\n")
}

// TestAudience: the page says for whom an event is, how long it takes, who has access to it and
// since when tickets are sold.
func TestAudience(t *testing.T) {
	t.Parallel()
	event := func(more string) string {
		return buildtest.Array(`{"id":9,"name":"Conto","slug":"conto","location":{"city":"Recife"},
			"starts_at":"2027-03-01T21:00:00-03:00","ends_at":"2027-03-01T23:00:00-03:00"` +
			more + `}`)
	}
	s := newShop(t, event(""))
	s.MustPublish()
	s.Write("catalogue.json", event(`,"age":"7-12","duration":"PT1H30M",
		"access":["sign_language","step_free"],"performers":["Lia <3","Trio Sol","lia <3"]`))
	require.Equal(t, 1, s.MustPublish().Drawn)
	html := buildtest.Body(t, s.Live(), "/eventos/conto", "text/html")
	for _, part := range []string{"<p>Duração: 1 h 30 min</p>",
		"<dt>Idade</dt><dd><p>De 7 a 12 anos</p></dd>",
		"<dt>Acessibilidade</dt><dd><p>Acesso sem degraus, língua de sinais</p></dd>",
		`"typicalAgeRange":"7-12","duration":"PT90M"`,
		"<dt>Com</dt><dd dir=\"auto\"><p>Lia &lt;3, Trio Sol</p></dd>",
		`"performer":[{"@type":"PerformingGroup","name":"Lia \u003c3"},` +
			`{"@type":"PerformingGroup","name":"Trio Sol"}]`} {
		require.Contains(t, html, part)
	}
	page := s.markdown("/eventos/conto")
	for _, part := range []string{"duration: \"PT90M\"\nage: \"7-12\"\n",
		"- **Duração:** 1 h 30 min\n", "- **Com:** Lia \\<3, Trio Sol\n",
		"- **Idade:** De 7 a 12 anos\n" +
			"- **Acessibilidade:** Acesso sem degraus, língua de sinais\n"} {
		require.Contains(t, page, part)
	}
	s.Write("catalogue.json", event(`,"age":"0-","duration":"PT2H",
		"sales_at":"2026-12-03T10:00:00-03:00"`))
	s.MustPublish()
	require.Contains(t, buildtest.Body(t, s.Live(), "/eventos/conto", "text/html"),
		`"validFrom":"2026-12-03T10:00:00-03:00"`)
	page = s.markdown("/eventos/conto")
	require.Contains(t, page, "sales_at: \"2026-12-03T10:00:00-03:00\"\n")
	require.Contains(t, page, "- **Início das vendas:** 3 dez 2026, 10h\n")
	require.Contains(t, page, "- **Idade:** Livre para todas as idades\n")
	require.NotContains(t, page, "Duração", "start and end say it")
}

// TestArtists: an act that plays at several events has a page with them, which its events, the list
// of acts and the sitemap lead to; cards name acts that the name of the event does not. An act that
// plays once is text, unless it has a page: its events may leave the source when they are over.
func TestArtists(t *testing.T) {
	t.Parallel()
	event := func(id, name, acts string) string {
		return `{"id":` + id + `,"name":"` + name + `","slug":"e` + id + `",
			"location":{"city":"Recife"},"starts_at":"2027-03-0` + id + `T21:00:00-03:00",
			"performers":[` + acts + `]}`
	}
	s := newShop(t, buildtest.Array(event("1", "Baile", `"Lia <3","Trio Sol"`)+","+
		event("2", "Lia <3 canta", `"Lia <3"`)))
	s.MustPublish()
	body := func(path string) string { return buildtest.Body(t, s.Live(), path, "text/html") }
	event1, artist := body("/eventos/e1"), body("/artistas/lia-3")
	require.Contains(t, event1, `<p><a href="/artistas/lia-3">Lia &lt;3</a>, Trio Sol</p>`)
	require.Contains(t, event1, `"performer":[{"@type":"PerformingGroup","name":"Lia \u003c3",`+
		`"url":"https://palco.example/artistas/lia-3"},`+
		`{"@type":"PerformingGroup","name":"Trio Sol"}`)
	require.Contains(t, artist, `">Baile</a></h3><p dir="auto">Lia &lt;3, Trio Sol</p>`)
	require.Contains(t, artist, `">Lia &lt;3 canta</a></h3><p`)
	require.NotContains(t, artist, `">Lia &lt;3 canta</a></h3><p dir="auto">Lia`)
	require.Contains(t, body("/artistas"), `href="/artistas/lia-3"`)
	require.Contains(t, buildtest.Body(t, s.Live(), "/sitemap.xml", "application/xml"),
		"/artistas/lia-3<")
	_, found := s.Live().Lookup("/artistas/trio-sol")
	require.False(t, found, "it plays once")
	s.Write("catalogue.json", buildtest.Array(event("1", "Baile", `"Lia <3","Trio Sol"`)))
	s.MustPublish()
	require.Contains(t, body("/artistas/lia-3"), `">Baile</a>`)
	require.Contains(t, body("/eventos/e1"), `<p><a href="/artistas/lia-3">Lia &lt;3</a>, Trio`)
	calendar := buildtest.Body(t, s.Live(), "/artistas/lia-3.ics", "text/calendar")
	require.Contains(t, calendar, "UID:1@palco.example")
}
