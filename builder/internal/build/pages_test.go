package build_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/build/buildtest"
	"cartaz/builder/internal/build/keep"
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
	require.Contains(t, s.HTML("/eventos/conf"),
		`<dt>Chamada de trabalhos</dt><dd><p><a href="https://cfp.example/9" `+
			`rel="noreferrer">até 20 nov 2026</a></p></dd>`)
	page := s.Markdown("/eventos/conf")
	require.Contains(t, page, "cfp_until: \"2026-11-20\"\n")
	require.Contains(t, page,
		"- **Chamada de trabalhos:** [até 20 nov 2026](<https://cfp.example/9>)\n")

	s.Options.Now = buildtest.Noon.Add(48 * time.Hour)
	require.Equal(t, 1, s.MustPublish().Drawn)
	require.Zero(t, calls())
	require.Equal(t, page, s.Markdown("/eventos/conf"))
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
	before := s.Body("/eventos/baile.ics", "text/calendar")
	s.Write("catalogue.json", event(`,"doors_at":"2027-03-01T19:30:00-03:00"`))
	require.Equal(t, 1, s.MustPublish().Drawn)
	require.Contains(t, s.HTML("/eventos/baile"), "<p>Abertura das portas: 19h30</p>")
	page := s.Markdown("/eventos/baile")
	require.Contains(t, page, "doors_at: \"2027-03-01T19:30:00-03:00\"\n")
	require.Contains(t, page, "- **Abertura das portas:** 19h30\n")
	require.Equal(t, before, s.Body("/eventos/baile.ics", "text/calendar"))

	s.Write("catalogue.json", event(`,"doors_at":"2027-02-28T19:30:00-03:00"`))
	s.MustPublish()
	require.Contains(t, s.Markdown("/eventos/baile"), "28 fev 2027, 19h30\n")
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
	html := s.HTML("/eventos/conto")
	for _, part := range []string{"<p>Duração: 1 h 30 min</p>",
		"<dt>Idade</dt><dd><p>De 7 a 12 anos</p></dd>",
		"<dt>Acessibilidade</dt><dd><p>Acesso sem degraus, língua de sinais</p></dd>",
		`"typicalAgeRange":"7-12","duration":"PT90M"`,
		"<dt>Com</dt><dd dir=\"auto\"><p>Lia &lt;3, Trio Sol</p></dd>",
		`"performer":[{"@type":"PerformingGroup","name":"Lia \u003c3"},` +
			`{"@type":"PerformingGroup","name":"Trio Sol"}]`} {
		require.Contains(t, html, part)
	}
	page := s.Markdown("/eventos/conto")
	for _, part := range []string{"duration: \"PT90M\"\nage: \"7-12\"\n",
		"- **Duração:** 1 h 30 min\n", "- **Com:** Lia \\<3, Trio Sol\n",
		"- **Idade:** De 7 a 12 anos\n" +
			"- **Acessibilidade:** Acesso sem degraus, língua de sinais\n"} {
		require.Contains(t, page, part)
	}
	s.Write("catalogue.json", event(`,"age":"0-","duration":"PT2H",
		"sales_at":"2026-12-03T10:00:00-03:00"`))
	s.MustPublish()
	require.Contains(t, s.HTML("/eventos/conto"), `"validFrom":"2026-12-03T10:00:00-03:00"`)
	page = s.Markdown("/eventos/conto")
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
	body := func(path string) string { return s.HTML(path) }
	event1, artist := body("/eventos/e1"), body("/artistas/lia-3")
	require.Contains(t, event1, `<p><a href="/artistas/lia-3">Lia &lt;3</a>, Trio Sol</p>`)
	require.Contains(t, event1, `"performer":[{"@type":"PerformingGroup","name":"Lia \u003c3",`+
		`"url":"https://palco.example/artistas/lia-3"},`+
		`{"@type":"PerformingGroup","name":"Trio Sol"}`)
	require.Contains(t, artist, `">Baile</a></h3><p dir="auto">Lia &lt;3, Trio Sol</p>`)
	require.Contains(t, artist, `">Lia &lt;3 canta</a></h3><p`)
	require.NotContains(t, artist, `">Lia &lt;3 canta</a></h3><p dir="auto">Lia`)
	require.Contains(t, body("/artistas"), `href="/artistas/lia-3"`)
	require.Contains(t, s.Body("/sitemap.xml", "application/xml"), "/artistas/lia-3<")
	_, found := s.Live().Lookup("/artistas/trio-sol")
	require.False(t, found, "it plays once")
	s.Write("catalogue.json", buildtest.Array(event("1", "Baile", `"Lia <3","Trio Sol"`)))
	s.MustPublish()
	require.Contains(t, body("/artistas/lia-3"), `">Baile</a>`)
	require.Contains(t, body("/eventos/e1"), `<p><a href="/artistas/lia-3">Lia &lt;3</a>, Trio`)
	calendar := s.Body("/artistas/lia-3.ics", "text/calendar")
	require.Contains(t, calendar, "UID:1@palco.example")
}

// TestFormerAddresses: a release knows where events are that had another address, and which were
// removed, also when that was some releases ago; an address that is in use again is not among them.
func TestFormerAddresses(t *testing.T) {
	t.Parallel()
	s := newShop(t, buildtest.Array(buildtest.Samba, buildtest.Choro, buildtest.Frevo,
		buildtest.Coco))
	s.YAML(buildtest.FileSource + "guards: {max_shrink: 1}\n")
	s.MustPublish()
	former := func() string {
		table, err := keep.Body(s.Live(), catalog.FormerPath)
		require.NoError(t, err)
		return string(table)
	}
	require.Empty(t, former())

	renamed := strings.Replace(buildtest.Samba, `"slug":"samba"`, `"slug":"samba-2027"`, 1)
	s.Write("catalogue.json", buildtest.Array(renamed, buildtest.Coco, buildtest.Choro))
	s.MustPublish()
	gone := catalog.GoneKey("/eventos/frevo")
	require.Equal(t, "/eventos/samba\t/eventos/samba-2027 2026-11-20\n"+
		gone+"\t:gone/cidades/olinda-pe 2026-11-20\n", former())
	page := s.HTML(":gone/cidades/olinda-pe")
	require.Contains(t, page, "<h1>Este evento saiu do ar</h1>")
	require.Contains(t, page, `<h2 id="perto"><a href="/cidades/olinda-pe">Olinda, PE</a></h2>`)
	require.Contains(t, page, `<li><a href="/eventos/coco">Coco · `)
	require.NotContains(t, page, "choro")
	require.NotContains(t, page, "<code>")
	require.Contains(t, s.Markdown(":gone"), "choro")

	// It moves on, the city of the other has no more events, and a third one goes.
	s.Options.Now = buildtest.Noon.Add(24 * time.Hour)
	s.Write("catalogue.json", buildtest.Array(strings.Replace(renamed, "2027", "2028", 1),
		buildtest.Choro))
	s.MustPublish()
	require.Equal(t, "/eventos/samba\t/eventos/samba-2028 2026-11-20\n"+
		"/eventos/samba-2027\t/eventos/samba-2028 2026-11-21\n"+
		catalog.GoneKey("/eventos/coco")+"\t:gone/cidades/olinda-pe 2026-11-21\n"+
		gone+"\t:gone/cidades/olinda-pe 2026-11-20\n", former())
	_, ok := s.Live().Lookup(":gone/cidades/olinda-pe")
	require.False(t, ok)
	require.False(t, s.MustBuild().Published)

	s.Write("catalogue.json", buildtest.Array(buildtest.Samba, buildtest.Choro, buildtest.Frevo,
		buildtest.Coco))
	s.MustPublish()
	require.Equal(t, "/eventos/samba-2027\t/eventos/samba 2026-11-21\n"+
		"/eventos/samba-2028\t/eventos/samba 2026-11-21\n", former())

	// Redirects of brand.yaml come first, and end with their line.
	const guards = buildtest.FileSource + "guards: {max_shrink: 1}\n"
	s.YAML(guards + "redirects: {/eventos/samba-2027: /eventos/frevo, " +
		"/programação/: 'https://a.example/á'}\n")
	s.MustPublish()
	require.Equal(t, "/eventos/samba-2027\t/eventos/frevo\n"+
		"/eventos/samba-2028\t/eventos/samba 2026-11-21\n"+
		"/programação\thttps://a.example/%C3%A1\n", former())
	// So do spellings of topics, of those that have a page.
	s.Write("catalogue.json", buildtest.Array(strings.Replace(buildtest.Samba, `{`,
		`{"tags":["Roda"],`, 1), buildtest.Choro, buildtest.Frevo, buildtest.Coco))
	s.YAML(guards + "topics: {roda: Samba, rodas: samba de roda}\n")
	s.MustPublish()
	require.Equal(t, "/eventos/samba-2027\t/eventos/samba 2026-11-21\n"+
		"/eventos/samba-2028\t/eventos/samba 2026-11-21\n"+
		"/temas/roda\t/temas/samba\n", former())
	s.YAML(guards)
	s.MustPublish()
	require.Equal(t, "/eventos/samba-2027\t/eventos/samba 2026-11-21\n"+
		"/eventos/samba-2028\t/eventos/samba 2026-11-21\n", former())
}

// TestNextDay: a build of the same catalogue on the next day draws no event, and of the pages those
// only that begin with today. When nothing has begun in between, a build an hour later makes
// nothing.
func TestNextDay(t *testing.T) {
	t.Parallel()
	s := newShop(t, buildtest.Array(buildtest.Samba, buildtest.Choro, buildtest.Frevo))
	s.MustPublish()
	old := s.Live()

	s.Options.Now = buildtest.Noon.Add(time.Hour)
	require.False(t, s.MustBuild().Published)

	s.Options.Now = buildtest.Noon.Add(24 * time.Hour)
	out := s.MustPublish()
	require.Zero(t, out.Drawn)
	// On 20 November the home page offers Sunday 22 as a day of its own, on 21 it is tomorrow.
	got := compare(t, old, s.Live(), s.Options.Now)
	require.Equal(t, later{moved: []string{"/", "/sitemap.xml"}}, got)
}

// TestLongRunning: on the next day an exhibition has lost the day before, and what links there.
func TestLongRunning(t *testing.T) {
	t.Parallel()
	show := strings.NewReplacer(`"2026-11-22T20:00"`, `"2026-11-01"`, `"2026-11-22T23:00"`,
		`"2026-11-30"`).Replace(buildtest.Frevo)
	s := newShop(t, buildtest.Array(buildtest.Samba, buildtest.Choro, show))
	s.MustPublish()
	old := s.Live()
	require.Contains(t, s.HTML("/agenda/2026-11-20"), "Em cartaz, sem dias confirmados")
	s.Options.Now = buildtest.Noon.Add(24 * time.Hour)
	s.MustPublish()
	got := compare(t, old, s.Live(), s.Options.Now)
	require.Empty(t, got.came)
	require.Equal(t, []string{"/agenda/2026-11-20", "/agenda/2026-11-20.md"}, got.went)
	for _, path := range got.moved {
		require.Contains(t, []string{"/", "/index.md", "/sitemap.xml", "/agenda", "/agenda.md",
			"/agenda/2026-11", "/agenda/2026-11.md", "/agenda/2026-11-21", "/agenda/2026-11-21.md"},
			path)
	}
}

var listedName = regexp.MustCompile(`(?m)^- \[([^]]+)\]\(\S+/eventos/[^?)]+\)`)

// names returns the events that a Markdown page lists, in its order.
func names(markdown string) (list []string) {
	for _, m := range listedName.FindAllStringSubmatch(markdown, -1) {
		list = append(list, m[1])
	}
	return list
}

// TestHomeOrder: the home page begins with the events that start next. Events that have begun come
// after them, the latest first, and events without a date last.
func TestHomeOrder(t *testing.T) {
	t.Parallel()
	record := func(id int, name, start, end string) string {
		return fmt.Sprintf(`{"id":%d,"name":%q,"starts_at":%q,"ends_at":%q}`, id, name, start, end)
	}
	// The clock is 20 November, 12:00 in São Paulo.
	s := newShop(t, buildtest.Array(
		record(1, "Mostra", "2026-11-01", "2026-12-20"),
		record(2, "Quase no fim", "2026-11-20T09:00", "2026-11-20T12:01"),
		record(3, "Hoje sem hora", "2026-11-20", ""),
		record(4, "À noite", "2026-11-20T21:00", ""),
		record(5, "Amanhã", "2026-11-21T10:00", ""),
		record(6, "Sem data", "", ""),
	))
	s.MustPublish()
	require.Equal(t, []string{"Hoje sem hora", "À noite", "Amanhã", "Quase no fim", "Mostra",
		"Sem data"}, names(s.Markdown("/")))
	require.Equal(t, []string{"Quase no fim", "À noite", "Hoje sem hora", "Mostra"},
		names(s.Markdown("/agenda/2026-11-20")))
	old := s.Live()

	// An evening later the concert has begun: the home page is drawn again, and no event is.
	s.Options.Now = buildtest.Noon.Add(10 * time.Hour)
	s.MustPublish()
	require.Equal(t, "Hoje sem hora", names(s.Markdown("/"))[0])
	require.NotEqual(t, buildtest.Body(t, old, "/", "text/markdown"), s.Markdown("/"))
}

var rowLink = regexp.MustCompile(`<li><a href="(/eventos/[^"?]+)"`)

// TestDayWithManyEvents: a day with more events than a page shows as cards lists all of them by
// hour, every one of them once.
func TestDayWithManyEvents(t *testing.T) {
	t.Parallel()
	var records []string
	for i := range 900 {
		records = append(records, fmt.Sprintf(`{"id":%d,"name":"Show %d","starts_at":`+
			`"2026-11-28T%02d:30","location":{"name":"Sala %d","city":"Recife","state_abbr":"PE"},`+
			`"tags":["som"]}`, i+1, i+1, 19+i%3, i%7))
	}
	records = append(records, `{"id":901,"name":"Mostra","starts_at":"2026-11-28T09:00",`+
		`"ends_at":"2026-11-28T17:00"}`)
	s := newShop(t, buildtest.Array(records...))
	s.MustPublish()
	got := s.HTML("/agenda/2026-11-28")
	for _, want := range []string{
		`<a href="#h20">20h<span class="hide">:</span> <i>300</i></a>`, `<h2 id="h19">19h</h2>`,
		`<li><a href="/eventos/show-1">Show 1</a> <small>19h30 · Sala 0</small></li>`,
		`&amp;tag=som">`, `venue=sala-0-recife-pe" dir="auto">Sala 0`, "Ver todos os 901 eventos",
		`<a href="#dia">Ao longo do dia<span class="hide">:</span> <i>1</i></a>`,
	} {
		require.Contains(t, got, want)
	}
	seen := map[string]int{}
	for _, m := range rowLink.FindAllStringSubmatch(got, -1) {
		seen[m[1]]++
	}
	require.Len(t, seen, 901)
	require.Greater(t, strings.Index(got, "/eventos/mostra"), strings.Index(got, `id="h21"`))
	require.Less(t, gzipped(t, got), 30<<10)
	require.Len(t, names(s.Markdown("/agenda/2026-11-28")), 901)
	month := s.HTML("/agenda/2026-11")
	require.Len(t, rowLink.FindAllString(month, -1), 3, "the first events of the day")

	s.YAML(buildtest.FileSource + "guards: {max_shrink: 1}\n")
	s.Write("catalogue.json", buildtest.Array(records[:120]...))
	s.MustPublish()
	got = s.HTML("/agenda/2026-11-28")
	require.Equal(t, 120, strings.Count(got, `class="card"`))
	require.Contains(t, got, `<h2 id="h20">20h</h2>`)
	require.Contains(t, got, `venue=sala-0-recife-pe" dir="auto">Sala 0`, "by venue, too")

	s.Write("catalogue.json", buildtest.Array(records[:11]...))
	s.MustPublish()
	require.NotContains(t, s.HTML("/agenda/2026-11-28"), `id="locais"`)
}

func gzipped(t *testing.T, text string) int {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := z.Write([]byte(text))
	require.NoError(t, err)
	require.NoError(t, z.Close())
	return b.Len()
}
