package site_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/build/buildtest"
	"cartaz/builder/internal/build/site"
	"cartaz/builder/internal/validate"
	"cartaz/builder/release"
	"cartaz/builder/search"
)

// overwrite replaces a sealed file of the live release.
func overwrite(t *testing.T, s *buildtest.Shop, name, text string) {
	t.Helper()
	id, err := release.Current(s.Dir())
	require.NoError(t, err)
	file := filepath.Join(s.Dir(), release.ReleasesDir, id, name)
	require.NoError(t, os.Chmod(file, 0o644))
	require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
}

// TestHistoryOutlivesFormats: former addresses, removed events, SEQUENCE and the list of changes
// are there after a change of the format of releases, from an older one and from a newer one. A
// release whose history is damaged too costs what that release alone remembered.
func TestHistoryOutlivesFormats(t *testing.T) {
	t.Parallel()
	for _, manifest := range []string{`{"format":3}`, `{"format":99}`} {
		s := buildtest.NewShop(t, buildtest.Array(buildtest.Samba, buildtest.Choro,
			buildtest.Frevo))
		s.YAML(buildtest.FileSource + "guards: {max_shrink: 1}\n")
		s.MustPublish()
		later := func(records ...string) {
			s.Options.Now = s.Options.Now.Add(time.Hour)
			s.Write("catalogue.json", buildtest.Array(records...))
			s.MustPublish()
		}
		samba := strings.Replace(buildtest.Samba, `"slug":"samba"`, `"slug":"samba-2027"`, 1)
		moved := strings.Replace(samba, "T20:00", "T21:00", 1)
		require.NotEqual(t, samba, moved)
		later(samba, buildtest.Choro)
		later(moved, buildtest.Choro)
		said := func() (former, sequence, changes string) {
			former = s.Body(catalog.FormerPath, "")
			calendar := s.Body("/eventos/samba-2027.ics", "text/calendar")
			_, sequence, _ = strings.Cut(calendar, "SEQUENCE:")
			changes = s.Body(catalog.ChangesPath, "application/x-ndjson")
			return former, sequence[:1], changes
		}
		former, sequence, changes := said()
		require.Contains(t, former, catalog.GoneKey("/eventos/frevo")+"\t:gone")
		require.Contains(t, former, "/eventos/samba\t/eventos/samba-2027")
		require.Equal(t, "2", sequence, "its address, then its hour")
		require.Contains(t, changes, `"what":"removed"`)

		overwrite(t, s, release.ManifestFile, manifest)
		later(moved, buildtest.Choro, buildtest.Coco)
		f, q, c := said()
		require.Equal(t, []string{former, sequence}, []string{f, q})
		require.True(t, strings.HasPrefix(c, changes), c)
		require.Contains(t, c[len(changes):], `"what":"added"`)
		require.Equal(t, strings.Count(changes, "\n")+1, strings.Count(c, "\n"), c)

		overwrite(t, s, release.ManifestFile, manifest)
		overwrite(t, s, release.HistoryFile, "{\"history\":1}\n{\"id\":1")
		later(moved, buildtest.Choro, buildtest.Coco)
		f, q, _ = said()
		require.Equal(t, []string{former, sequence}, []string{f, q})
	}
}

// TestHistoryRefuses: a file that was cut or has rotted, of another version, or with a line of
// another kind or without an end is no history, and what is written is read as it was. testdata has
// it as the first program wrote it that did, for releases of format 4.
func TestHistoryRefuses(t *testing.T) {
	t.Parallel()
	h := &site.History{Since: "2026-11-20T12:00:00Z",
		Events: []site.EventPast{{ID: 2, Slug: "a", City: "recife-pe", Listed: 5, Revised: 6,
			Hash: 1}, {ID: 7, Slug: "b", Sequence: 3, Facts: 1 << 63, OnSale: true}},
		Former:  []site.FormerAddress{{From: "/eventos/x", To: ":gone", Day: "2026-11-20"}},
		Changes: [][]byte{[]byte(`{"at":"2026-11-20T12:00:00Z","what":"removed"}` + "\n")}}
	var b bytes.Buffer
	require.NoError(t, h.Write(&b))
	first, err := os.ReadFile("testdata/history-1.jsonl")
	require.NoError(t, err)
	require.Equal(t, string(first), b.String())
	got, err := site.DecodeHistory(bytes.NewReader(b.Bytes()))
	require.NoError(t, err)
	require.Equal(t, h, got)
	require.Equal(t, "a", got.Event(2).Slug)
	require.Nil(t, got.Event(3))
	lines := strings.SplitAfter(b.String(), "\n")
	for name, text := range map[string]string{
		"empty": "", "cut": b.String()[:b.Len()-3], "a line less": strings.Join(
			append(lines[:2:2], lines[3:]...), ""),
		"version": strings.Replace(b.String(), `"history":1`, `"history":2`, 1),
		"rot":     strings.Replace(b.String(), `"sequence":3`, `"sequence":7`, 1),
		"long":    strings.Replace(b.String(), `"a"`, `"a`+strings.Repeat("a", 1<<16)+`"`, 1),
		"kind":    strings.Replace(b.String(), `{"from"`, `{"form"`, 1),
	} {
		_, err := site.DecodeHistory(strings.NewReader(text))
		require.Error(t, err, name)
		require.Equal(t, name == "long", errors.Is(err, bufio.ErrBufferFull), name)
	}
}

// A body under two media types is stored once and has each type in each coding,
// also in a release that takes it over from the one before.
func TestDocumentOfTwoTypes(t *testing.T) {
	s := buildtest.NewShop(t, buildtest.Array(buildtest.Samba, buildtest.Choro))
	for _, records := range []string{buildtest.Array(buildtest.Samba, buildtest.Choro),
		buildtest.Array(buildtest.Samba, buildtest.Choro, buildtest.Frevo)} {
		s.Write("catalogue.json", records)
		s.MustPublish()
		rel := s.Live()
		for _, path := range []string{"/.well-known/mcp/server-card.json", "/mcp/server-card"} {
			ref, ok := rel.Lookup(path)
			require.True(t, ok)
			codings := map[string]map[release.Coding]bool{}
			for i := range ref.NumVariants() {
				v := ref.Variant(i)
				if codings[v.ContentType()] == nil {
					codings[v.ContentType()] = map[release.Coding]bool{}
				}
				require.False(t, codings[v.ContentType()][v.Coding()], "%s: %s twice",
					path, v.Coding())
				codings[v.ContentType()][v.Coding()] = true
			}
			require.Len(t, codings, 2)
		}
	}
}

// What the card of an event says of its place finds it: also that it is online.
func TestOnlineEventsAreFound(t *testing.T) {
	s := buildtest.NewShop(t, `[
		{"id": 1, "name": "Oficina de web", "starts_at": "2027-01-02T10:00:00-03:00",
		 "is_online": true},
		{"id": 2, "name": "Oficina de rabeca", "starts_at": "2027-01-01T10:00:00-03:00",
		 "location": {"city": "Recife"}}
	]`)
	s.MustPublish()
	index, err := search.Open(s.Live().SearchIndex())
	require.NoError(t, err)
	for text, want := range map[string][]uint32{"online": {1}, "oficina on-line": {1},
		"oficina": {0, 1}} {
		ids, _ := index.Search(search.Query{Text: text}, 0, 10, nil)
		require.Equal(t, want, ids, text)
	}
}

// The index knows when an event is, and whether it is free, also of events that are carried over
// from the release before.
func TestDaysAndHoursAreFound(t *testing.T) {
	events := `
		{"id": 1, "name": "Feira", "starts_at": "2027-01-01T22:30:00-03:00",
			"ends_at": "2027-01-03T05:00:00-03:00", "tickets": [{"name": "a", "price": 0}]},
		{"id": 2, "name": "Baile", "starts_at": "2027-01-02"},
		{"id": 3, "name": "Show", "starts_at": "2027-01-03T19:00:00-03:00",
			"tickets": [{"name": "a", "price": 0}, {"name": "b", "price": 1000}]}`
	s := buildtest.NewShop(t, "["+events+"]")
	day := search.DayOf(time.Date(2027, 1, 2, 0, 0, 0, 0, time.UTC))
	for _, more := range []string{"", `, {"id": 4, "name": "Fim", "starts_at": "2027-02-01"}`} {
		s.Write("catalogue.json", "["+events+more+"]")
		s.MustPublish()
		index, err := search.Open(s.Live().SearchIndex())
		require.NoError(t, err)
		for _, tc := range []struct {
			q    search.Query
			want int
		}{
			{search.Query{From: day, To: day}, 2}, {search.Query{From: day + 1, To: day + 9}, 1},
			{search.Query{To: day - 1}, 1}, {search.Query{After: 19}, 2},
			{search.Query{After: 20}, 1}, {search.Query{Free: true}, 1},
		} {
			_, total := index.Search(tc.q, 0, 0, nil)
			require.Equal(t, tc.want, total, "%+v", tc.q)
		}
	}
}

// TestCancelledEvents: a cancelled event leaves the list and the search; its page,
// its calendar and its detail stay and say so, for as long as the record is there.
// A label that reads as cancelled closes nothing, but nothing says "on sale" then,
// and the report shows the line that the map lacks.
func TestCancelledEvents(t *testing.T) {
	t.Parallel()
	record := func(id, more string) string {
		return `{"id":` + id + `,"slug":"show-` + id + `","name":"Show ` + id +
			`","starts_at":"2027-01-10T21:00","ends_at":"2027-01-10T23:00",` +
			`"location":{"city":"Recife","state_abbr":"PE"},"producer":{"name":"Casa",` +
			`"slug":"casa"},"buy_url":"https://t.example/` + id + `",` +
			`"tickets":[{"name":"Inteira","price":5000}]` + more + `}`
	}
	s := buildtest.NewShop(t, buildtest.Array(record("1", ""), record("2", ""), record("3", "")))
	require.Equal(t, 3, s.MustPublish().Report.OnSale)

	s.Write("catalogue.json", buildtest.Array(record("1", ""), record("2", `,"state":"cancelled"`),
		record("3", `,"status":"cancelado pela chuva"`)))
	out := s.MustPublish()
	require.Equal(t, 2, out.Report.OnSale)
	require.Equal(t, 3, out.Report.Published)
	rel := s.Live()
	for id, want := range map[int64]struct{ listed, closed, selling bool }{1: {true, false, true},
		2: {false, true, false}, 3: {true, false, false}} {
		slug := map[int64]string{1: "show-1", 2: "show-2", 3: "show-3"}[id]
		row, ok := rel.Event(id)
		require.True(t, ok)
		require.Equal(t, want.listed, row.Doc != release.NoDoc, slug)
		html, markdown := s.HTML("/eventos/"+slug), s.Markdown("/eventos/"+slug+".md")
		require.Equal(t, want.selling, strings.Contains(html, "Comprar ingresso"), slug)
		require.Equal(t, want.selling, strings.Contains(html, "/InStock"), slug)
		require.Equal(t, want.selling, strings.Contains(html, "/EventScheduled"), slug)
		require.Equal(t, want.selling, strings.Contains(markdown, "**Situação:** à venda\n"), slug)
		require.Equal(t, id == 2, strings.Contains(html, "/EventCancelled"), slug)
		require.Equal(t, id == 2,
			strings.Contains(s.Body("/eventos/"+slug+".ics", "text/calendar"),
				"STATUS:CANCELLED"), slug)
		require.Equal(t, id != 2, strings.Contains(html, "https://t.example/"), slug)
		var event struct {
			IsClosed bool `json:"is_closed"`
		}
		detail := s.Body("/api/public/v1/events/"+slug, "application/json")
		require.NoError(t, json.Unmarshal([]byte(detail), &event))
		require.Equal(t, want.closed, event.IsClosed, slug)
	}
	home := s.Markdown("/index.md")
	require.NotContains(t, home, "Show 2")
	require.Contains(t, home, "Show 3")
	require.Contains(t, home, " · cancelado pela chuva\n")
	findings := out.Report.Findings
	require.NotEmpty(t, findings)
	require.Equal(t, validate.StatusNotState, findings[0].Reason)
	require.Equal(t, "show-3", findings[0].Slug)

	// It was over before it could be missed: no page of its organiser says that it took place.
	s.Options.Now = buildtest.Noon.AddDate(1, 0, 0)
	s.MustPublish()
	organiser := s.Markdown("/organizadores/casa.md")
	require.Contains(t, organiser, "Show 1")
	require.NotContains(t, organiser, "Show 2")
	require.NotContains(t, organiser, "Show 3")
	require.Contains(t, s.HTML("/eventos/show-2"), "Evento cancelado.")
}
