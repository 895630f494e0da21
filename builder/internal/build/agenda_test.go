package build_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestNextDay: a build of the same catalogue on the next day draws no event, and of the pages those
// only that begin with today. When nothing has begun in between, a build an hour later makes
// nothing.
func TestNextDay(t *testing.T) {
	t.Parallel()
	s := newShop(t, array(samba, choro, frevo))
	s.mustPublish()
	old := s.live()

	s.options.Now = noon.Add(time.Hour)
	require.False(t, s.mustBuild().Published)

	s.options.Now = noon.Add(24 * time.Hour)
	out := s.mustPublish()
	require.Zero(t, out.Drawn)
	// On 20 November the home page offers Sunday 22 as a day of its own, on 21 it is tomorrow.
	got := compare(t, old, s.live(), s.options.Now)
	require.Equal(t, later{moved: []string{"/", "/index.md", "/sitemap.xml"}}, got)
}

// TestLongRunning: on the next day an exhibition has lost the day before, and what links there.
func TestLongRunning(t *testing.T) {
	t.Parallel()
	show := strings.NewReplacer(`"2026-11-22T20:00"`, `"2026-11-01"`, `"2026-11-22T23:00"`,
		`"2026-11-30"`).Replace(frevo)
	s := newShop(t, array(samba, choro, show))
	s.mustPublish()
	old := s.live()
	require.Contains(t, body(t, old, "/agenda/2026-11-20", "text/html"),
		"Continuam de dias anteriores")
	s.options.Now = noon.Add(24 * time.Hour)
	s.mustPublish()
	got := compare(t, old, s.live(), s.options.Now)
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
	s := newShop(t, array(
		record(1, "Mostra", "2026-11-01", "2026-12-20"),
		record(2, "Quase no fim", "2026-11-20T09:00", "2026-11-20T12:01"),
		record(3, "Hoje sem hora", "2026-11-20", ""),
		record(4, "À noite", "2026-11-20T21:00", ""),
		record(5, "Amanhã", "2026-11-21T10:00", ""),
		record(6, "Sem data", "", ""),
	))
	s.mustPublish()
	require.Equal(t, []string{"Hoje sem hora", "À noite", "Amanhã", "Quase no fim", "Mostra",
		"Sem data"}, names(body(t, s.live(), "/", "text/markdown")))
	require.Equal(t, []string{"Quase no fim", "À noite", "Hoje sem hora", "Mostra"},
		names(body(t, s.live(), "/agenda/2026-11-20", "text/markdown")))
	old := s.live()

	// An evening later the concert has begun: the home page is drawn again, and no event is.
	s.options.Now = noon.Add(10 * time.Hour)
	s.mustPublish()
	require.Equal(t, "Hoje sem hora", names(body(t, s.live(), "/", "text/markdown"))[0])
	require.NotEqual(t, body(t, old, "/", "text/markdown"), body(t, s.live(), "/", "text/markdown"))
}

// TestDayWithManyEvents: a day with more events than a page can show counts them by hour and venue,
// and leads to the lists of those.
func TestDayWithManyEvents(t *testing.T) {
	t.Parallel()
	var records []string
	for i := range 121 {
		records = append(records, fmt.Sprintf(`{"id":%d,"name":"Show %d","starts_at":`+
			`"2026-11-28T%02d:30","location":{"name":"Sala %d","city":"Recife","state_abbr":"PE"}}`,
			i+1, i+1, 20+i%2, i%3))
	}
	s := newShop(t, array(records...))
	s.mustPublish()
	got := body(t, s.live(), "/agenda/2026-11-28", "text/html")
	require.NotContains(t, got, `class="card"`)
	for _, want := range []string{
		`<a href="/eventos?from=2026-11-28&amp;to=2026-11-28&amp;after=20">20h<span ` +
			`class="hide">:</span> <i>61</i></a>`,
		`<a href="/eventos?from=2026-11-28&amp;to=2026-11-28&amp;after=21">21h<span ` +
			`class="hide">:</span> <i>60</i></a>`,
		`&amp;venue=sala-0-recife-pe">Sala 0`, "Ver todos os 121 eventos",
	} {
		require.Contains(t, got, want)
	}
	require.Less(t, len(got), 30<<10)

	s.write("catalogue.json", array(records[:120]...))
	s.mustPublish()
	got = body(t, s.live(), "/agenda/2026-11-28", "text/html")
	require.Equal(t, 120, strings.Count(got, `class="card"`))
	require.Contains(t, got, `<h2 id="h20">20h</h2>`)
	require.Contains(t, got, `&amp;venue=sala-0-recife-pe">Sala 0`, "a festival by venue, too")

	s.yaml(fileSource + "guards: {max_shrink: 1}\n")
	s.write("catalogue.json", array(records[:11]...))
	s.mustPublish()
	require.NotContains(t, body(t, s.live(), "/agenda/2026-11-28", "text/html"), `id="locais"`)
}
