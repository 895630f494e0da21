package build_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/build"
	"cartaz/builder/internal/build/buildtest"
	"cartaz/builder/internal/report"
	"cartaz/builder/release"
)

// asked returns n records with something to repair in each third one.
func asked(n int) []string {
	list := make([]string, n)
	for i := range list {
		extra := ""
		if i%3 == 0 {
			extra = `,"timezone":"Mars/Olympus","colour":"red"`
		}
		list[i] = fmt.Sprintf(`{"id":%d,"name":"Evento %d",`+
			`"starts_at":"2027-01-%02dT20:00:00-03:00",`+
			`"images":{"banner":"https://b%d.example/x"},"location":{"city":"Recife",`+
			`"state_abbr":"PE"},"producer":{"name":"Casa %d"}%s}`, i+1, i+1, 1+i%28,
			i%5, i%4, extra)
	}
	return list
}

// sameAsCold holds the live release and the outcome's report against those of a
// build that remembers nothing.
func (s *shop) sameAsCold(out build.Outcome) {
	s.Helper()
	cold := *s
	cold.Options.Out = filepath.Join(s.TempDir(), "cold")
	want := cold.MustPublish()
	require.Zero(s, want.Known)
	out.Report.Resources = want.Report.Resources // former addresses are history
	require.Equal(s, encoded(s, want.Report), encoded(s, out.Report))
	require.Equal(s, withoutHistory(s, cold.Live()), withoutHistory(s, s.Live()))
}

func encoded(t testing.TB, report report.Report) string {
	t.Helper()
	b, err := json.MarshalIndent(report, "", " ")
	require.NoError(t, err)
	return string(b)
}

// contents returns what clients get of a release, by path, type and coding.
func contents(t testing.TB, rel *release.Release) map[string]string {
	t.Helper()
	all := map[string]string{}
	for ref := range rel.Resources() {
		for i := range ref.NumVariants() {
			v := ref.Variant(i)
			b, err := v.Body()
			require.NoError(t, err)
			all[fmt.Sprintf("%s %s %s", ref.Path(), v.ContentType(), v.Coding())] = string(b)
		}
	}
	return all
}

// TestUnchangedItemsAreNotReadAgain: what a build makes of items does not depend
// on whether it remembers them, the report included.
func TestUnchangedItemsAreNotReadAgain(t *testing.T) {
	t.Parallel()
	sources := []string{"source: {kind: file, path: catalogue.json, map: map.jq}\n",
		"source: {kind: file, path: catalogue.json, duplicates: merge}\n"}
	if testing.Short() {
		sources = sources[:1]
	}
	for _, source := range sources {
		records := asked(12)
		s := newShop(t, buildtest.Array(records...))
		s.Write("map.jq",
			`select(.id != 7) | ., (select(.id == 3) | .id = 1003 | .name = "Outra data")`)
		s.YAML(source)
		require.Zero(t, s.MustPublish().Known)

		out := s.MustBuild()
		require.False(t, out.Published)
		require.Equal(t, 12, out.Known)
		s.sameAsCold(out)

		for _, step := range []struct {
			name  string
			edit  func()
			known int
		}{
			{"one is edited",
				func() { records[4] = strings.Replace(records[4], "Evento", "Festa", 1) }, 11},
			{"one is new, in front",
				func() {
					records = append(
						[]string{`{"id":99,"name":"Novo","starts_at":"2027-05-01"}`}, records...)
				}, 12},
			{"two are gone", func() { records = records[2:] }, 11},
			{"one is there twice",
				func() {
					records = append(records, strings.Replace(records[0], "Evento", "Sarau",
						1), records[1])
				}, 12},
			{"one is no record", func() { records[3] = `{"id":5,"name":""}` }, 12},
		} {
			step.edit()
			s.Write("catalogue.json", buildtest.Array(records...))
			out := s.MustBuild()
			require.Equal(t, step.known, out.Known, "%s, %s", source, step.name)
			s.sameAsCold(out)
		}
	}
}

// TestWithoutEnd: an event without an end starts, goes on until the next morning
// in its zone and is over then. The list, the search, its page and its calendar
// say the same, and no build misses one of the three for what it remembers.
func TestWithoutEnd(t *testing.T) {
	t.Parallel()
	s := newShop(t,
		buildtest.Array(`{"id":1,"slug":"samba","name":"Samba","starts_at":"2027-01-10T21:00",`+
			`"timezone":"America/Manaus","location":{"city":"Manaus","state_abbr":"AM"},`+
			`"buy_url":"https://t.example/1","tickets":[{"name":"Inteira","price":5000}]}`,
			`{"id":2,"name":"Sem data"}`))
	for _, tt := range []struct {
		name, now        string
		started, selling bool
		publishes        bool
	}{
		{"before", "2027-01-10T20:59:00-04:00", false, true, true},
		{"begun", "2027-01-10T21:01:00-04:00", true, true, true},
		// The agenda no longer offers the day among the next ones.
		{"in the night", "2027-01-11T05:59:00-04:00", true, true, true},
		{"in the morning", "2027-01-11T05:59:30-04:00", true, true, false},
		{"over", "2027-01-11T06:01:00-04:00", false, false, true},
		{"a clock set right", "2027-01-10T22:00:00-04:00", true, true, true},
	} {
		now, err := time.Parse(time.RFC3339, tt.now)
		require.NoError(t, err)
		s.Options.Now = now.UTC()
		out := s.MustBuild()
		require.Equal(t, tt.publishes, out.Published, tt.name)
		rel := s.Live()
		row, ok := rel.Event(1)
		require.True(t, ok)
		require.Equal(t, tt.selling, row.Doc != release.NoDoc, "%s: the list and the search",
			tt.name)
		html, markdown := s.HTML("/eventos/samba"), s.Markdown("/eventos/samba.md")
		for form, page := range map[string]string{"HTML": html, "Markdown": markdown} {
			require.Equal(t, tt.started, strings.Contains(page, "Começou às 21h."), "%s: %s",
				tt.name, form)
			require.Equal(t, !tt.selling, strings.Contains(page, "Este evento já passou."),
				"%s: %s", tt.name, form)
			require.Equal(t, tt.selling, strings.Contains(page, "/eventos/samba.ics"), "%s: %s",
				tt.name, form)
		}
		require.Equal(t, tt.selling, strings.Contains(html, `href="https://t.example/1"`), tt.name)
		require.Equal(t, tt.selling, strings.Contains(html, "/InStock"), tt.name)
		require.Equal(t, tt.selling, strings.Contains(markdown, "<https://t.example/1>"), tt.name)
		api := s.Body("/api/public/v1/events/samba", "application/json")
		require.Equal(t, !tt.selling, strings.Contains(api, `"is_closed":true`), tt.name)
	}
}

// TestImagesOfWhatIsNotPublished: pages may load from the hosts of published records, and from no
// others. Else a record that is dropped would decide what a release says, and a build that finds
// all events unchanged would miss it.
func TestImagesOfWhatIsNotPublished(t *testing.T) {
	t.Parallel()
	kept := `{"id":1,"name":"Samba","updated_at":"2026-02-01T00:00:00Z",` +
		`"images":{"banner":"https://kept.example/a","thumbnail":"https://t.example:8443/b"}}`
	dropped := `{"id":1,"name":"Samba","updated_at":"2026-01-01T00:00:00Z",` +
		`"images":{"banner":"https://%s.example/b"}}`
	s := newShop(t, buildtest.Array(kept, fmt.Sprintf(dropped, "one")))
	s.MustPublish()
	for _, path := range []string{"/", "/eventos/samba"} {
		require.Contains(t, s.policy(path),
			"img-src 'self' https://kept.example https://t.example:8443;", path)
	}
	require.NotContains(t, s.policy("/eventos/samba"), "https://one.example")

	s.Write("catalogue.json", buildtest.Array(kept, fmt.Sprintf(dropped, "two")))
	s.sameAsCold(s.MustBuild())
}
