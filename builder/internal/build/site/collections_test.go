package site_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	ics "github.com/arran4/golang-ical"
	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/build/buildtest"
	"cartaz/builder/internal/build/site"
	"cartaz/builder/release"
)

// TestEveryPageIsTakenAlong: each calendar and feed that a page links to is there, is read by
// independent libraries, and has the events of the page.
func TestEveryPageIsTakenAlong(t *testing.T) {
	t.Parallel()
	s := buildtest.NewShop(t, buildtest.Array(buildtest.Samba, buildtest.Choro, buildtest.Frevo))
	s.MustPublish()
	links := regexp.MustCompile(`<link rel="alternate" type="([a-z+/]+)" href="(/[^"]+)">`)
	for page, want := range map[string][]string{
		"/":                    {"Frevo", "Samba", "Choro"},
		"/cidades/recife-pe":   {"Samba", "Choro"},
		"/cidades/olinda-pe":   {"Frevo"},
		"/organizadores/casa":  {"Samba", "Choro"},
		"/organizadores/bloco": {"Frevo"},
	} {
		html := s.HTML(page)
		require.Contains(t, html, `href="webcal://palco.example/`)
		found := links.FindAllStringSubmatch(html, -1)
		require.Len(t, found, 3, page)
		for _, link := range found {
			raw := s.Body(link[2], link[1])
			for _, name := range want {
				require.Contains(t, raw, name, link[2])
			}
			switch link[1] {
			case "text/calendar":
				cal, err := ics.ParseCalendar(strings.NewReader(raw))
				require.NoError(t, err)
				require.Len(t, cal.Events(), len(want), link[2])
				require.Equal(t, 1, strings.Count(raw, "BEGIN:VTIMEZONE"))
			case "application/atom+xml":
				var feed struct {
					Entries []struct {
						ID string `xml:"id"`
					} `xml:"entry"`
				}
				require.NoError(t, xml.Unmarshal([]byte(raw), &feed))
				require.Len(t, feed.Entries, len(want))
			case "application/feed+json":
				var feed struct{ Items []struct{ ID string } }
				require.NoError(t, json.Unmarshal([]byte(raw), &feed))
				require.Len(t, feed.Items, len(want))
			}
		}
	}
	data := s.Body("/eventos.ndjson", "application/x-ndjson")
	require.Equal(t, 3, strings.Count(data, "\n"))
	for line := range strings.Lines(data) {
		var event struct{ Slug string }
		require.NoError(t, json.Unmarshal([]byte(line), &event))
		require.NotEmpty(t, event.Slug)
	}
}

// calendarOf returns the VEVENTs of a calendar by their summaries.
func calendarOf(t *testing.T, rel *release.Release, path string) map[string]*ics.VEvent {
	t.Helper()
	cal, err := ics.ParseCalendar(strings.NewReader(buildtest.Body(t, rel, path, "text/calendar")))
	require.NoError(t, err)
	all := map[string]*ics.VEvent{}
	for _, e := range cal.Events() {
		all[e.GetProperty(ics.ComponentPropertySummary).Value] = e
	}
	return all
}

// TestVanishedEvent: an event that the source no longer has stays in calendars as cancelled for
// thirty days, through builds that draw everything anew, and then goes.
func TestVanishedEvent(t *testing.T) {
	t.Parallel()
	s := buildtest.NewShop(t, buildtest.Array(buildtest.Samba, buildtest.Choro, buildtest.Frevo))
	s.YAML(buildtest.FileSource + "guards: {max_shrink: 1}\n")
	s.MustPublish()
	gone := func(catalogue string, after time.Duration) *ics.VEvent {
		t.Helper()
		s.Options.Now = s.Options.Now.Add(after)
		s.Write("catalogue.json", catalogue)
		s.MustPublish()
		return calendarOf(t, s.Live(), "/cidades/recife-pe.ics")["Choro"]
	}
	says := func(e *ics.VEvent) string {
		require.NotNil(t, e)
		return fmt.Sprint(e.Id(), " ", e.GetProperty(ics.ComponentPropertyStatus).Value, " ",
			e.GetProperty(ics.ComponentPropertySequence).Value)
	}
	require.Equal(t, "2@palco.example CANCELLED 1",
		says(gone(buildtest.Array(buildtest.Samba, buildtest.Frevo), time.Hour)))
	require.Contains(t, s.Body("/eventos.ics", "text/calendar"), "STATUS:CANCELLED")
	require.NotContains(t, s.Body("/cidades/olinda-pe.ics", "text/calendar"), "Choro")

	s.YAML(buildtest.FileSource + "theme: {color: \"#aa0000\"}\nguards: {max_shrink: 1}\n")
	named := func(name string) string {
		return strings.Replace(buildtest.Samba, `"Samba"`, `"`+name+`"`, 1)
	}
	require.Equal(t, "2@palco.example CANCELLED 1",
		says(gone(buildtest.Array(named("A"), buildtest.Frevo), time.Hour)))
	require.Nil(t, gone(buildtest.Array(named("B"), buildtest.Frevo), 31*24*time.Hour))

	t.Run("one that comes back is as before", func(t *testing.T) {
		e := gone(buildtest.Array(named("B"), buildtest.Choro, buildtest.Frevo), time.Hour)
		require.NotNil(t, e)
		require.Nil(t, e.GetProperty(ics.ComponentPropertyStatus))
	})
}

// TestVanishedGroup: the calendar of an organiser without any event has the cancelled one, and then
// stays empty for as long again, so that subscribers do not meet an error first.
func TestVanishedGroup(t *testing.T) {
	t.Parallel()
	s := buildtest.NewShop(t, buildtest.Array(buildtest.Samba, buildtest.Choro, buildtest.Frevo))
	s.YAML(buildtest.FileSource + "guards: {max_shrink: 1}\n")
	s.MustPublish()
	const path = "/organizadores/bloco.ics"
	turn := 0
	after := func(wait time.Duration) {
		t.Helper()
		turn++
		s.Options.Now = s.Options.Now.Add(wait)
		renamed := strings.Replace(buildtest.Samba, `"Samba"`, fmt.Sprintf(`"Samba %d"`, turn), 1)
		s.Write("catalogue.json", buildtest.Array(renamed, buildtest.Choro))
		s.MustPublish()
	}
	for _, wait := range []time.Duration{time.Hour, 29 * 24 * time.Hour} {
		after(wait)
		events := calendarOf(t, s.Live(), path)
		require.Len(t, events, 1)
		require.Equal(t, "CANCELLED",
			events["Frevo"].GetProperty(ics.ComponentPropertyStatus).Value)
		_, ok := s.Live().Lookup("/organizadores/bloco")
		require.False(t, ok, "the page is gone")
	}
	after(48 * time.Hour)
	require.Empty(t, calendarOf(t, s.Live(), path))
	after(31 * 24 * time.Hour)
	_, ok := s.Live().Lookup(path)
	require.False(t, ok)
}

// TestFeedsAreQuiet: a build that changes a price changes no feed; a new event comes first.
func TestFeedsAreQuiet(t *testing.T) {
	t.Parallel()
	s := buildtest.NewShop(t, buildtest.Array(buildtest.Samba, buildtest.Frevo))
	s.MustPublish()
	before := s.Body("/eventos.atom", "application/atom+xml")
	s.Options.Now = s.Options.Now.Add(time.Hour)
	s.Write("catalogue.json", buildtest.Array(strings.Replace(buildtest.Samba, "4000", "4500", 1),
		buildtest.Frevo))
	s.MustPublish()
	require.Equal(t, before, s.Body("/eventos.atom", "application/atom+xml"))

	s.Options.Now = s.Options.Now.Add(time.Hour)
	s.Write("catalogue.json", buildtest.Array(buildtest.Samba, buildtest.Choro, buildtest.Frevo))
	s.MustPublish()
	after := s.Body("/eventos.atom", "application/atom+xml")
	require.Less(t, strings.Index(after, "Choro"), strings.Index(after, "Samba"))
	require.Contains(t, after, "<updated>"+s.Options.Now.UTC().Format(time.RFC3339)+"</updated>")
}

// TestChanges: the list of changes goes on from release to release, for any version of the builder.
func TestChanges(t *testing.T) {
	t.Parallel()
	s := buildtest.NewShop(t, buildtest.Array(buildtest.Samba, buildtest.Frevo))
	s.YAML(buildtest.FileSource + "guards: {max_shrink: 1}\n")
	s.MustPublish()
	since, site := s.Options.Now.UTC().Format(time.RFC3339), s.Load().SiteURL+"/eventos/"
	var want []string
	step := func(catalogue string, lines ...string) {
		t.Helper()
		s.Options.Now = s.Options.Now.Add(time.Hour)
		s.Write("catalogue.json", catalogue)
		s.MustPublish()
		at := s.Options.Now.UTC().Format(time.RFC3339)
		for _, line := range lines {
			want = append(want, `{"at":"`+at+`",`+line+"}\n")
		}
		require.Equal(t, `{"since":"`+since+"\"}\n"+strings.Join(want, ""),
			s.Body("/mudancas.ndjson", "application/x-ndjson"))
	}
	step(buildtest.Array(buildtest.Samba, buildtest.Choro, buildtest.Frevo),
		`"what":"added","id":2,"slug":"choro","name":"Choro","url":"`+site+`choro"`)
	s.YAML(buildtest.FileSource + "theme: {color: \"#aa0000\"}\nguards: {max_shrink: 1}\n")
	step(buildtest.Array(buildtest.Samba, buildtest.Choro, buildtest.Frevo))
	step(buildtest.Array(strings.Replace(buildtest.Samba, `"id":1,`, `"id":1,"is_closed":true,`, 1),
		strings.Replace(buildtest.Choro, "5000", "6000", 1)),
		`"what":"closed","id":1,"slug":"samba","name":"Samba","url":"`+site+`samba"`,
		`"what":"changed","id":2,"slug":"choro","name":"Choro","url":"`+site+
			`choro","fields":[]`, // a price is on its page only
		`"what":"removed","id":3,"slug":"frevo","name":"Frevo","url":"`+site+`frevo"`)
	step(buildtest.Array(strings.NewReplacer("Choro", "Choro & cia", "Recife", "Olinda").Replace(
		buildtest.Choro)), `"what":"changed","id":2,"slug":"choro","name":"Choro & cia","url":"`+
		site+`choro","fields":["location.city","name"]`)
}

// TestOldChangesGo: after ninety days the lines of a release go together, and the first line says
// so.
func TestOldChangesGo(t *testing.T) {
	t.Parallel()
	s := buildtest.NewShop(t, buildtest.Array(buildtest.Samba))
	s.MustPublish()
	named := func(name string) string {
		return strings.Replace(buildtest.Samba, `"Samba"`, `"`+name+`"`, 1)
	}
	var first string
	for i, after := range []time.Duration{time.Hour, 100 * time.Hour, 89 * 24 * time.Hour} {
		s.Options.Now = s.Options.Now.Add(after)
		if i == 0 {
			first = s.Options.Now.UTC().Format(time.RFC3339)
		}
		s.Write("catalogue.json", buildtest.Array(named(fmt.Sprint("A", i))))
		s.Options.AcceptClock = true
		s.MustBuild()
	}
	lines := bytes.Split([]byte(s.Body("/mudancas.ndjson", "application/x-ndjson")), []byte("\n"))
	require.Equal(t, `{"since":"`+first+`"}`, string(lines[0]))
}

// TestLostHistory: a build without the release before makes nothing up, and the list of changes
// says that it begins anew.
func TestLostHistory(t *testing.T) {
	t.Parallel()
	s := buildtest.NewShop(t, buildtest.Array(buildtest.Samba, buildtest.Choro, buildtest.Frevo))
	s.YAML(buildtest.FileSource + "guards: {max_shrink: 1}\n")
	s.MustPublish()
	s.Options.Now = s.Options.Now.Add(time.Hour)
	s.Write("catalogue.json", buildtest.Array(buildtest.Samba, buildtest.Frevo))
	s.MustPublish()
	require.Contains(t, s.Body("/eventos.ics", "text/calendar"), "CANCELLED")
	require.NoError(t, os.RemoveAll(s.Options.Out))
	s.Options.Now = s.Options.Now.Add(time.Hour)
	s.MustPublish()
	require.NotContains(t, s.Body("/eventos.ics", "text/calendar"), "CANCELLED")
	require.Equal(t, `{"since":"`+s.Options.Now.UTC().Format(time.RFC3339)+"\"}\n",
		s.Body("/mudancas.ndjson", "application/x-ndjson"))
}

// many returns a catalogue of n events with a text of some length.
func many(n, text int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf(`{"id":%d,"slug":"show-%d","name":"Show %d","status":"ativo",`+
			`"description":"<p>%s</p>","starts_at":"2027-01-01T20:30:00",`+
			`"location":{"name":"Teatro","city":"Recife","state_abbr":"PE"}}`, i+1, i+1, i+1,
			strings.Repeat("banda ", text/6))
	}
	return buildtest.Array(list...)
}

// TestCutCalendar: a calendar has the first 500 events, and says so.
func TestCutCalendar(t *testing.T) {
	t.Parallel()
	s := buildtest.NewShop(t, many(502, 6))
	s.MustPublish()
	for _, path := range []string{"/eventos.ics", "/cidades/recife-pe.ics"} {
		raw := s.Body(path, "text/calendar")
		require.Equal(t, 500, strings.Count(raw, "BEGIN:VEVENT"))
		require.Contains(t, raw, "\r\nDESCRIPTION:Os primeiros 500 de 502 eventos.\r\n")
	}
}

// TestDataInParts: a file of events that is full ends in a line with the address of the next one,
// and the parts together have every event once, in the order of the list. In a large catalogue the
// parts are short, and an event that changes leaves all other parts as they were.
func TestDataInParts(t *testing.T) {
	for _, tt := range []struct{ events, text, most, many, parts int }{
		{60, 600, 32 << 10, 60, 2},
		{1500, 6, 16 << 20, 1499, 4},
	} {
		site.SetData(t, tt.most, tt.many) // so it must not run beside others
		s := buildtest.NewShop(t, many(tt.events, tt.text))
		parts := func() (list []string) {
			s.MustPublish()
			seen := map[int64]bool{}
			for path := "/eventos.ndjson"; path != ""; {
				data := s.Body(path, "application/x-ndjson")
				require.LessOrEqual(t, len(data), tt.most+100)
				list, path = append(list, data), ""
				for line := range strings.Lines(data) {
					require.Empty(t, path, "the address of the next file is in the last line")
					var item struct {
						ID   int64
						Next string
					}
					require.NoError(t, json.Unmarshal([]byte(line), &item))
					require.False(t, seen[item.ID])
					if path = item.Next; path == "" {
						seen[item.ID] = true
					}
				}
			}
			require.Len(t, seen, tt.events)
			require.Len(t, list, tt.parts)
			return list
		}
		before, changed := parts(), 0
		s.Write("catalogue.json", strings.Replace(many(tt.events, tt.text), `"Show 50"`,
			`"Show 50, ao vivo"`, 1))
		after := parts()
		for i, data := range after {
			if data != before[i] {
				changed++
			}
		}
		require.Equal(t, 1, changed)
		s.Options.Out = t.TempDir()
		require.Equal(t, after, parts(), "a build from nothing")
	}
}

// TestCalendarMovesWithItsEvent: SEQUENCE and LAST-MODIFIED move when the event does, and with
// nothing else: not with a price, a template, or a build of everything anew.
func TestCalendarMovesWithItsEvent(t *testing.T) {
	t.Parallel()
	s := buildtest.NewShop(t, buildtest.Array(buildtest.Samba, buildtest.Choro))
	says := func(want ...string) {
		t.Helper()
		s.MustPublish()
		got := s.Body("/eventos/samba.ics", "text/calendar")
		for _, line := range want {
			require.Contains(t, got, "\r\n"+line+"\r\n")
		}
	}
	first := s.Options.Now.UTC().Format("20060102T150405Z")
	says("SEQUENCE:0", "LAST-MODIFIED:"+first, "DTSTAMP:"+first)

	s.Options.Now = s.Options.Now.Add(time.Hour)
	dearer := strings.Replace(buildtest.Samba, "4000", "4500", 1)
	s.Write("catalogue.json", buildtest.Array(dearer, buildtest.Choro))
	says("SEQUENCE:0", "LAST-MODIFIED:"+first)

	s.Options.Now = s.Options.Now.Add(time.Hour)
	s.YAML(buildtest.FileSource + "theme: {color: \"#aa0000\"}\n")
	says("SEQUENCE:0", "LAST-MODIFIED:"+first)

	s.Options.Now = s.Options.Now.Add(time.Hour)
	later := s.Options.Now.UTC().Format("20060102T150405Z")
	s.Write("catalogue.json", buildtest.Array(strings.Replace(dearer, "T20:00", "T21:00", 1),
		buildtest.Choro))
	says("SEQUENCE:1", "LAST-MODIFIED:"+later, "DTSTAMP:"+later)
}

// TestSessionPasses: when a session is over, the page of its event is drawn without it, and no
// list, feed or calendar says that it changed.
func TestSessionPasses(t *testing.T) {
	t.Parallel()
	play := strings.Replace(buildtest.Samba, `"starts_at":"2027-01-01T20:00"`,
		`"starts_at":"2026-11-19","sessions":[{"starts_at":"2026-11-19T20:00"},`+
			`{"starts_at":"2026-11-20T14:00","ends_at":"2026-11-20T15:00"},`+
			`{"starts_at":"2026-11-20T21:00"},{"starts_at":"2026-12-01"}]`, 1)
	s := buildtest.NewShop(t, buildtest.Array(play, buildtest.Choro))
	s.MustPublish()
	require.Contains(t, s.HTML("/eventos/samba"), "14h")
	s.Options.Now = s.Options.Now.Add(4 * time.Hour)
	require.Equal(t, 1, s.MustPublish().Drawn)
	page := s.HTML("/eventos/samba")
	require.NotContains(t, page, "14h")
	require.Contains(t, page, "21h")
	calendar := s.Body("/eventos/samba.ics", "text/calendar")
	require.Contains(t, calendar, "\r\nSEQUENCE:0\r\n")
	require.Contains(t, calendar, "\r\nRDATE;TZID=America/Sao_Paulo:20261120T210000\r\n")
	require.Equal(t, 1, strings.Count(s.Body("/mudancas.ndjson", "application/x-ndjson"), "\n"))
	require.False(t, s.MustBuild().Published)
}
