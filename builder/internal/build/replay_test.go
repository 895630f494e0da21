package build_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/build"
	"cartaz/builder/internal/build/buildtest"
	"cartaz/builder/internal/cache"
	"cartaz/builder/internal/upstream"
	"cartaz/builder/release"
)

// resources is a count in a report.
var resources = regexp.MustCompile(`"resources": \d+`)

// TestEndedIsNotOnSale: an event that has ended is not on sale, although the source cannot be read
// or a guard holds its catalogue. The release is the same that a build of the same catalogue makes.
func TestEndedIsNotOnSale(t *testing.T) {
	t.Parallel()
	const sources = `sources:
  - {name: a, kind: file, path: catalogue.json}
  - {name: b, kind: file, path: more.json, ids: shared}
`
	catalogue := buildtest.Array(buildtest.Samba, buildtest.Choro, buildtest.Frevo,
		`{"id":7}`, `{"id":8,"name":"Samba","slug":"samba"}`)
	more := `[{"id":3,"name":"Frevo","tags":["rua"]},` + buildtest.Coco + `]`
	fresh := func(t *testing.T) *shop {
		s := newShop(t, catalogue)
		s.YAML(sources)
		s.Write("more.json", more)
		require.Equal(t, 1, s.MustPublish().Report.Merged)
		return s
	}
	other := fresh(t)
	other.Options.Now = buildtest.Noon.Add(72 * time.Hour)
	other.MustPublish()
	want := other.Live().Manifest().Content
	for _, test := range []struct {
		name  string
		spoil func(s *shop)
		says  error
		stays bool // nothing is published
	}{
		{"gone", func(s *shop) {
			require.NoError(s, os.Remove(filepath.Join(s.Brand, "catalogue.json")))
		}, upstream.ErrUnavailable, false},
		{"no JSON", func(s *shop) { s.Write("catalogue.json", "<html>") }, upstream.ErrMalformed,
			false},
		{"empty", func(s *shop) {
			s.Write("catalogue.json", "[]")
			s.Write("more.json", "[]")
		}, upstream.ErrEmpty, false},
		{"held", func(s *shop) { s.Write("catalogue.json", buildtest.Array(buildtest.Samba)) },
			build.ErrHeld, false},
		{"another brand.yaml", func(s *shop) {
			s.YAML(sources + "notice: Olá\n")
			s.Write("catalogue.json", "<html>")
		}, upstream.ErrMalformed, false},
		{"a record has rotted", func(s *shop) {
			s.rot(s.Dir(), cache.LogFile)
			s.Write("catalogue.json", "<html>")
		}, upstream.ErrMalformed, true},
		{"a preview", func(s *shop) {
			s.Options.Hold = true
			s.Write("catalogue.json", "<html>")
		}, upstream.ErrMalformed, true},
		{"after a rollback", func(s *shop) {
			s.Write("more.json", strings.ReplaceAll(more, "Coco", "Coco de roda"))
			first := s.Live().ID()
			s.MustPublish()
			f, err := release.Lock(s.Dir(), release.Options{})
			require.NoError(s, err)
			_, err = f.Rollback(first)
			require.NoError(s, err)
			require.NoError(s, f.Close())
			s.Write("catalogue.json", "<html>")
		}, upstream.ErrMalformed, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := fresh(t)
			before, err := release.Report(s.Dir(), s.Live().ID())
			require.NoError(t, err)
			test.spoil(s)
			first := s.Live().ID()
			require.Contains(t, buildtest.Listed(t, s.Live()), "frevo")

			s.Options.Now = buildtest.Noon.Add(72 * time.Hour)
			out := s.Build()
			require.ErrorIs(t, out.Err, test.says)
			require.False(t, out.Published)
			require.Equal(t, !test.stays, out.Redrawn)
			if test.stays {
				require.Equal(t, first, out.Release)
				return
			}
			live := s.Live()
			require.Equal(t, live.ID(), out.Release)
			require.Greater(t, live.ID(), first)
			require.NotContains(t, buildtest.Listed(t, live), "frevo")
			require.Contains(t, buildtest.EventSlugs(live), "frevo")
			after, err := release.Report(s.Dir(), live.ID())
			require.NoError(t, err)
			require.Equal(t, resources.ReplaceAllString(strings.Replace(string(before),
				`"on_sale": 5`, `"on_sale": 4`, 1), ""),
				resources.ReplaceAllString(string(after), ""),
				"the report is of the last catalogue that could be read")

			out = s.Build()
			require.ErrorIs(t, out.Err, test.says)
			require.False(t, out.Redrawn, "nothing more has ended")
			if test.name == "another brand.yaml" {
				return
			}
			require.Equal(t, want, live.Manifest().Content)
			s.Write("catalogue.json", catalogue)
			s.Write("more.json", more)
			require.False(t, s.MustBuild().Published, "the source is back")
		})
	}
}

// TestSalesEndWithoutSource: sales end by the clock although the source cannot be read then.
func TestSalesEndWithoutSource(t *testing.T) {
	t.Parallel()
	s := newShop(t, buildtest.Array(buildtest.Samba,
		`{"id":9,"name":"Jongo","starts_at":"2099-02-01T20:00",`+
			`"facts":{"sales_end":"2026-11-21"}}`))
	s.MustPublish()
	require.Contains(t, buildtest.Listed(t, s.Live()), "jongo")
	s.Write("catalogue.json", "<html>")
	require.False(t, s.Build().Redrawn)
	s.Options.Now = buildtest.Noon.Add(72 * time.Hour)
	require.True(t, s.Build().Redrawn)
	require.NotContains(t, buildtest.Listed(t, s.Live()), "jongo")
	require.Contains(t, buildtest.EventSlugs(s.Live()), "jongo")
}

// TestWithheldGoes: an event that its source no longer wants to be public goes although a guard
// holds the rest, and stays away when the source cannot be read afterwards.
func TestWithheldGoes(t *testing.T) {
	t.Parallel()
	s := newShop(t, buildtest.Array(buildtest.Samba, buildtest.Choro, buildtest.Frevo,
		buildtest.Coco))
	s.MustPublish()
	require.Contains(t, buildtest.EventSlugs(s.Live()), "samba")
	for _, catalogue := range []string{`[{"id":1,"name":"Samba","status":"draft"}]`, "<html>"} {
		s.Write("catalogue.json", catalogue)
		out := s.Build()
		require.Error(t, out.Err)
		slugs := buildtest.EventSlugs(s.Live())
		require.NotContains(t, slugs, "samba")
		require.Len(t, slugs, 3)
	}
}

// TestFlagLeftOut: an event without the flag that most others have set goes, also when the source
// cannot be read afterwards; where few have it, all stay, and the report asks.
func TestFlagLeftOut(t *testing.T) {
	t.Parallel()
	event := func(id int, facts string) string {
		return fmt.Sprintf(`{"id":%d,"name":"Event %d","starts_at":"2030-01-01","facts":{%s}}`, id,
			id, facts)
	}
	set := `"published":true`
	s := newShop(t, buildtest.Array(event(1, set), event(2, set), event(3, set)))
	s.MustPublish()
	for _, catalogue := range []string{
		buildtest.Array(event(1, set), event(2, set), event(3, "")), "<html>"} {
		s.Write("catalogue.json", catalogue)
		s.Build()
		require.ElementsMatch(t, []string{"event-1", "event-2"}, buildtest.EventSlugs(s.Live()))
	}
	s.Write("catalogue.json", buildtest.Array(event(1, set), event(2, ""), event(3, "")))
	out := s.Build()
	require.NoError(t, out.Err)
	require.Len(t, buildtest.EventSlugs(s.Live()), 3)
	require.Equal(t, 1, buildtest.Reasons(out.Report)["ignored not_understood"])
}

// TestPublishingByTheClock: an event appears and goes by the clock, of a source that does not
// change.
func TestPublishingByTheClock(t *testing.T) {
	t.Parallel()
	at := func(hours int) string {
		return buildtest.Noon.Add(time.Duration(hours) * time.Hour).Format(time.RFC3339)
	}
	s := newShop(t, buildtest.Array(buildtest.Coco,
		`{"id":91,"name":"Later","starts_at":"2030-01-01","facts":{"publish_at":"`+at(2)+`"}}`,
		`{"id":92,"name":"Until","starts_at":"2030-01-01","facts":{"expires_at":"`+at(4)+`"}}`))
	for _, tt := range []struct {
		hour int
		want []string
	}{{0, []string{"coco", "until"}}, {3, []string{"coco", "later", "until"}},
		{5, []string{"coco", "later"}}} {
		s.Options.Now = buildtest.Noon.Add(time.Duration(tt.hour) * time.Hour)
		require.NoError(t, s.Build().Err)
		require.ElementsMatch(t, tt.want, buildtest.EventSlugs(s.Live()))
	}
}
