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
	"cartaz/builder/internal/page"
)

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
	require.Equal(t, later{moved: []string{"/", "/index.md", "/sitemap.xml"}}, got)
}

// TestLongRunning: on the next day an exhibition has lost the day before, and what links there.
func TestLongRunning(t *testing.T) {
	t.Parallel()
	show := strings.NewReplacer(`"2026-11-22T20:00"`, `"2026-11-01"`, `"2026-11-22T23:00"`,
		`"2026-11-30"`).Replace(buildtest.Frevo)
	s := newShop(t, buildtest.Array(buildtest.Samba, buildtest.Choro, show))
	s.MustPublish()
	old := s.Live()
	require.Contains(t, buildtest.Body(t, old, "/agenda/2026-11-20", "text/html"),
		"Em cartaz desde antes")
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

// names are the events that a Markdown page lists, in its order.
func names(markdown string) (list []string) {
	for _, m := range listedName.FindAllStringSubmatch(markdown, -1) {
		list = append(list, m[1])
	}
	return list
}

// TestHomeOrder: the home page begins with what starts next. What has begun comes behind it, the
// latest first, and what has no date last.
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
		"Sem data"}, names(buildtest.Body(t, s.Live(), "/", "text/markdown")))
	require.Equal(t, []string{"Quase no fim", "À noite", "Hoje sem hora", "Mostra"},
		names(buildtest.Body(t, s.Live(), "/agenda/2026-11-20", "text/markdown")))
	old := s.Live()

	// An evening later the concert has begun: the home page is drawn again, and no event is.
	s.Options.Now = buildtest.Noon.Add(10 * time.Hour)
	s.MustPublish()
	require.Equal(t, "Hoje sem hora", names(buildtest.Body(t, s.Live(), "/", "text/markdown"))[0])
	require.NotEqual(t, buildtest.Body(t, old, "/", "text/markdown"), buildtest.Body(t, s.Live(),
		"/", "text/markdown"))
}

var rowLink = regexp.MustCompile(`<dd><a href="([^"]+)"`)

// TestDayWithManyEvents: a day with more events than a page shows as cards lists them by hour and
// venue, every one of them once, on parts of less than 10 KB. An hour may have several.
func TestDayWithManyEvents(t *testing.T) {
	t.Parallel()
	saturday, ok := catalog.ParseDate("2026-11-28")
	require.True(t, ok)
	var records []string
	for i := range 900 {
		records = append(records, fmt.Sprintf(`{"id":%d,"name":"Show %d","starts_at":`+
			`"2026-11-28T%02d:30","location":{"name":"Sala %d","city":"Recife","state_abbr":"PE"}}`,
			i+1, i+1, 19+i%3, i%7))
	}
	s := newShop(t, buildtest.Array(records...))
	s.MustPublish()
	first := buildtest.Body(t, s.Live(), "/agenda/2026-11-28", "text/html")
	second := buildtest.Body(t, s.Live(), "/agenda/2026-11-28/2", "text/html")
	for _, want := range []string{
		`<a href="#h19">19h<span class="hide">:</span> <i>300</i></a>`,
		`<a href="/agenda/2026-11-28/4#h20">20h<span class="hide">:</span> <i>300</i></a>`,
		`<a href="#locais">Por local</a>`, `<h2 id="h19">19h</h2>`,
		`<div><dt>Sala 0</dt><dd><a href="/eventos/show-1">Show 1</a> <small>19h30</small></dd>` +
			`<dd><a href="/eventos/show-106">`,
		`&amp;venue=sala-0-recife-pe">Sala 0`, "Ver todos os 900 eventos", "Página 1 de 9.",
	} {
		require.Contains(t, first, want)
	}
	require.Contains(t, second, `<a href="/agenda/2026-11-28#locais">Por local</a>`)
	seen := map[string]int{}
	for n := range 9 {
		path := page.DayPartPath(saturday, n+1)
		part := buildtest.Body(t, s.Live(), path, "text/html")
		require.Less(t, gzipped(t, part), 10<<10)
		for _, m := range rowLink.FindAllStringSubmatch(part, -1) {
			seen[m[1]]++
		}
	}
	require.Len(t, seen, 900)
	require.Len(t, names(buildtest.Body(t, s.Live(), "/agenda/2026-11-28/3", "text/markdown")), 20)
	require.Contains(t, buildtest.Body(t, s.Live(), "/sitemap.xml", "application/xml"),
		"/agenda/2026-11-28/3<")

	s.YAML(buildtest.FileSource + "guards: {max_shrink: 1}\n")
	s.Write("catalogue.json", buildtest.Array(records[:120]...))
	s.MustPublish()
	got := buildtest.Body(t, s.Live(), "/agenda/2026-11-28", "text/html")
	require.Equal(t, 120, strings.Count(got, `class="card"`))
	require.Contains(t, got, `<h2 id="h20">20h</h2>`)
	require.Contains(t, got, `&amp;venue=sala-0-recife-pe">Sala 0`, "a festival by venue, too")

	s.Write("catalogue.json", buildtest.Array(records[:11]...))
	s.MustPublish()
	require.NotContains(t, buildtest.Body(t, s.Live(), "/agenda/2026-11-28", "text/html"),
		`id="locais"`)
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
