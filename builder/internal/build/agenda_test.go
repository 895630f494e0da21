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

	"cartaz/builder/internal/build/buildtest"
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
	require.Contains(t, buildtest.Body(t, old, "/agenda/2026-11-20", "text/html"),
		"Em cartaz, sem dias confirmados")
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
	got := buildtest.Body(t, s.Live(), "/agenda/2026-11-28", "text/html")
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
	require.Len(t, names(buildtest.Body(t, s.Live(), "/agenda/2026-11-28", "text/markdown")), 901)
	month := buildtest.Body(t, s.Live(), "/agenda/2026-11", "text/html")
	require.Len(t, rowLink.FindAllString(month, -1), 3, "the first events of the day")

	s.YAML(buildtest.FileSource + "guards: {max_shrink: 1}\n")
	s.Write("catalogue.json", buildtest.Array(records[:120]...))
	s.MustPublish()
	got = buildtest.Body(t, s.Live(), "/agenda/2026-11-28", "text/html")
	require.Equal(t, 120, strings.Count(got, `class="card"`))
	require.Contains(t, got, `<h2 id="h20">20h</h2>`)
	require.Contains(t, got, `venue=sala-0-recife-pe" dir="auto">Sala 0`, "by venue, too")

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
