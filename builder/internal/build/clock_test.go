package build_test

import (
	"encoding/json"
	"fmt"
	gohtml "html"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/build/buildtest"
	"cartaz/builder/release"
	"cartaz/builder/rowstest"
)

// TestA15ClockSteps moves the builder's clock back and on, by a day and by ten
// years. Releases are in the order in which they were made, the newest is live
// and what is kept is kept; what has changed has a later date than before, and
// what has not keeps its own.
func TestA15ClockSteps(t *testing.T) {
	t.Parallel()
	// Without dates, so that they never end.
	const changing, undated = `{"id":1,"slug":"samba","name":"Samba"}`, `{"id":2,"name":"Coco"}`
	s := newShop(t, buildtest.Array(changing, undated))
	s.Options.KeepFor = 72 * time.Hour
	modified := func(path string) int64 {
		ref, ok := s.Live().Lookup(path)
		require.True(t, ok, path)
		return ref.Modified()
	}
	live := s.MustPublish().Release
	undatedAt := modified("/eventos/coco")
	for n, clock := range []time.Time{
		buildtest.Noon.AddDate(0, 0, -1), buildtest.Noon.AddDate(0, 0, 1), buildtest.Noon,
		buildtest.Noon, buildtest.Noon.AddDate(-10, 0, 0),
		buildtest.Noon.AddDate(10, 0, 0), buildtest.Noon.Add(time.Hour),
	} {
		before := modified("/eventos/samba")
		s.Options.Now = clock
		s.Write("catalogue.json",
			buildtest.Array(strings.Replace(changing, `"Samba"`, `"Samba `+strings.Repeat("I", n+1)+
				`"`, 1), undated))
		out := s.MustPublish()
		require.Greater(t, out.Release, live)
		live = out.Release
		s.requireLive(live)
		require.Greater(t, modified("/eventos/samba"), before, "at %s", clock)
		require.GreaterOrEqual(t, modified("/eventos/samba"), clock.Unix())
		require.False(t, s.MustBuild().Published, "nothing is new")
		ids, err := release.List(s.Dir())
		require.NoError(t, err)
		require.Contains(t, ids, live)
		require.LessOrEqual(t, len(ids), 4+n, "retention by age goes on working")
		require.NoError(t, s.Live().Verify(true))
	}
	require.Equal(t, undatedAt, modified("/eventos/coco"))
}

// told holds one of the ends of an event in its five forms, each as it is
// written, or "".
type told struct{ html, jsonld, markdown, api, calendar string }

// tell reads start and end of an event from every form that is published.
func tell(t *testing.T, rel *release.Release, slug string) (start, end told) {
	t.Helper()
	html := buildtest.Body(t, rel, "/eventos/"+slug, "text/html")
	markdown := buildtest.Body(t, rel, "/eventos/"+slug+".md", "text/markdown")
	find := func(text, pattern string) string {
		if m := regexp.MustCompile(pattern).FindStringSubmatch(text); m != nil {
			return m[1]
		}
		return ""
	}
	var ld struct{ StartDate, EndDate string }
	if text := find(html, `<script type="application/ld\+json">(.*?)</script>`); text != "" {
		require.NoError(t, json.Unmarshal([]byte(text), &ld))
	}
	var api struct {
		Starts *string `json:"starts_at"`
		Ends   *string `json:"ends_at"`
	}
	require.NoError(t,
		json.Unmarshal([]byte(buildtest.Body(t, rel, "/api/public/v1/events/"+slug,
			"application/json")), &api))
	start = told{
		html: gohtml.UnescapeString(find(html, `<time datetime="([^"]*)"`)), jsonld: ld.StartDate,
		markdown: find(markdown, `(?m)^starts_at: "(.*)"$`),
	}
	end = told{jsonld: ld.EndDate, markdown: find(markdown, `(?m)^ends_at: "(.*)"$`)}
	if api.Starts != nil {
		start.api = *api.Starts
	}
	if api.Ends != nil {
		end.api = *api.Ends
	}
	if _, ok := rel.Lookup("/eventos/" + slug + ".ics"); ok {
		_, calendar, _ := strings.Cut(buildtest.Body(t, rel, "/eventos/"+slug+".ics",
			"text/calendar"), "BEGIN:VEVENT")
		start.calendar = find(calendar, `\r\nDTSTART([^\r]*)\r\n`)
		end.calendar = find(calendar, `\r\nDTEND([^\r]*)\r\n`)
	}
	return start, end
}

// requireInstant demands that every form names this very moment.
func requireInstant(t *testing.T, want time.Time, got told) {
	t.Helper()
	for form, text := range map[string]string{"JSON-LD": got.jsonld, "Markdown": got.markdown,
		"API": got.api} {
		at, err := time.Parse(time.RFC3339, text)
		require.NoError(t, err, form)
		require.True(t, at.Equal(want), "%s says %s, not %s", form, text, want)
	}
	if got.html != "" {
		at, err := time.Parse(time.RFC3339, got.html)
		require.NoError(t, err)
		require.True(t, at.Equal(want), "HTML says %s, not %s", got.html, want)
	}
	id, ok := strings.CutPrefix(got.calendar, ";TZID=")
	if !ok {
		require.Equal(t, ":"+want.UTC().Format("20060102T150405Z"), got.calendar)
		return
	}
	id, clock, _ := strings.Cut(id, ":")
	zone, err := time.LoadLocation(id)
	require.NoError(t, err)
	at, err := time.ParseInLocation("20060102T150405", clock, zone)
	require.NoError(t, err)
	require.True(t, at.Equal(want), "the calendar says %s, not %s", at, want)
}

// TestB8Zones: local times of every zone of Brazil. The offsets are written here as people know
// them, so that a wrong zone database is found as well.
func TestB8Zones(t *testing.T) {
	t.Parallel()
	offsets := map[string]int{
		"America/Noronha":   -2,
		"America/Araguaina": -3, "America/Bahia": -3, "America/Belem": -3, "America/Fortaleza": -3,
		"America/Maceio": -3,
		"America/Recife": -3, "America/Santarem": -3, "America/Sao_Paulo": -3,
		"America/Boa_Vista": -4, "America/Campo_Grande": -4, "America/Cuiaba": -4,
		"America/Manaus": -4, "America/Porto_Velho": -4,
		"America/Eirunepe": -5, "America/Rio_Branco": -5,
	}
	var records []string
	for zone := range offsets {
		// In summer, when there was summer time until 2019, and in winter.
		for _, day := range []string{"2027-01-10", "2027-07-10"} {
			records = append(records,
				fmt.Sprintf(`{"id":%q,"slug":%q,"name":"Evento","location":{"city":"Recife"},`+
					`"starts_at":"%sT21:30","ends_at":"%sT23:45:10","timezone":%q}`, zone+day,
					slugOf(zone+"-"+day), day, day, zone))
		}
	}
	s := newShop(t, buildtest.Array(records...))
	require.Empty(t, buildtest.Reasons(s.MustPublish().Report))
	rel := s.Live()
	for zone, offset := range offsets {
		for month, day := range map[time.Month]string{time.January: "2027-01-10",
			time.July: "2027-07-10"} {
			start, end := tell(t, rel, slugOf(zone+"-"+day))
			in := time.FixedZone(zone, offset*3600)
			requireInstant(t, time.Date(2027, month, 10, 21, 30, 0, 0, in), start)
			requireInstant(t, time.Date(2027, month, 10, 23, 45, 10, 0, in), end)
			require.Equal(t, fmt.Sprintf("%sT21:30:00-0%d:00", day, -offset), start.api,
				"in the event's own zone")
			require.NotEmpty(t, start.html)
		}
	}
}

func slugOf(zone string) string {
	return strings.ToLower(strings.NewReplacer("/", "-", "_", "-").Replace(zone))
}

// TestB8OddTimes: no zone, bad zones, hours that clocks skipped or showed twice,
// offsets, days, and ends before starts.
func TestB8OddTimes(t *testing.T) {
	t.Parallel()
	at := func(text string) time.Time {
		v, err := time.Parse(time.RFC3339, text)
		require.NoError(t, err)
		return v
	}
	for _, test := range rowstest.Read[[]struct {
		Name, Times string // members of the record
		Zone        string // of the brand
		Start, End  string // as the API has them; "" for null
		Reason      string // that is reported, or ""
	}](t, "testdata/odd-times.yaml") {
		t.Run(test.Name, func(t *testing.T) {
			t.Parallel()
			s := newShop(t, `[{"id":1,"name":"A","location":{"city":"Recife"},`+test.Times+`}]`)
			zone := ""
			if test.Zone != "" {
				zone = "timezone: " + test.Zone + "\n"
			}
			s.Write("brand.yaml", `name: Palco
locale: en
site_url: https://palco.example
base_url: https://palco.example/api/public/v1
auth_url: https://auth.palco.example
`+zone+buildtest.FileSource)
			want := map[string]int{}
			if test.Reason != "" {
				want["repaired "+test.Reason] = 1
			}
			require.Equal(t, want, buildtest.Reasons(s.MustPublish().Report))
			rel := s.Live()
			start, end := tell(t, rel, "a")
			for want, got := range map[string]told{test.Start: start, test.End: end} {
				require.Equal(t, want, got.api)
				switch {
				case len(want) > len("2027-03-10T21:30:00"):
					requireInstant(t, at(want), got)
				case len(want) == len("2027-03-10"):
					require.Equal(t, []string{want, want}, []string{got.jsonld, got.markdown})
					require.Contains(t, got.calendar, ";VALUE=DATE:")
				default:
					// Local time without a zone, or nothing: never an offset, never UTC; to
					// search engines only the day, and no calendar, since floating time is
					// another hour to each reader.
					require.Equal(t, want, got.markdown)
					require.Equal(t, want[:min(len(want), len("2027-03-10"))], got.jsonld)
					require.Empty(t, got.calendar)
				}
			}
			if len(test.Start) <= len("2027-03-10T21:30:00") {
				page := s.HTML("/eventos/a") + s.Markdown("/eventos/a.md")
				require.NotRegexp(t, `UTC|GMT|T\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)`,
					strings.ReplaceAll(page, "2026-11-20T12:00:00-03:00", ""))
			}
		})
	}
}
