package build_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/build"
	"cartaz/builder/internal/build/buildtest"
	"cartaz/builder/internal/changes"
	"cartaz/builder/release"
)

// dry runs the builder without publishing and holds it to having left nothing.
func (s *shop) dry() build.Outcome {
	s.Helper()
	_, err := os.Stat(s.Dir())
	before := map[string]string{}
	if err == nil {
		before = buildtest.Tree(s, s.Dir())
	}
	temp := s.TempDir()
	s.Setenv("TMPDIR", temp)
	s.Options.DryRun = true
	out := s.Build()
	s.Options.DryRun = false
	if err == nil {
		require.Equal(s, before, buildtest.Tree(s, s.Dir()))
	} else {
		require.NoDirExists(s, s.Dir())
	}
	left, err := os.ReadDir(temp)
	require.NoError(s, err)
	require.Empty(s, left)
	require.False(s, out.Published)
	return out
}

// Setenv sets a variable for the test.
func (s *shop) Setenv(name, value string) { s.TB.(*testing.T).Setenv(name, value) }

func TestDryRun(t *testing.T) {
	s := newShop(t, oneShow)
	out := s.dry()
	require.NoError(t, out.Err)
	require.Equal(t, []string{"samba"}, out.Changes.Events.Added)
	require.Contains(t, out.Changes.Resources.Added, "/robots.txt")
	require.True(t, out.Changes.Results)

	first := s.MustPublish()
	out = s.dry()
	require.NoError(t, out.Err)
	require.Nil(t, out.Changes)
	require.Equal(t, first.Release, out.Release)

	// The build does what the dry run says.
	s.later()
	s.Write("catalogue.json", threeShows)
	before := s.Live()
	foretold := s.dry().Changes
	s.MustPublish()
	happened, err := changes.Diff(before, s.Live())
	require.NoError(t, err)
	require.Equal(t, foretold, happened)

	// A brand that would be held is held, and one that was taken back stays.
	s.Write("catalogue.json", oneShow)
	require.ErrorIs(t, s.dry().Err, build.ErrHeld)
	s.Write("catalogue.json", threeShows)
	s.rollback(first.Release)
	out = s.dry()
	require.NoError(t, out.Err)
	require.NotEmpty(t, out.TakenBack)
	require.Nil(t, out.Changes)
}

// none says that clients see no difference.
func none(c *changes.Changes) bool {
	r := &c.Resources
	return len(r.Added)+len(r.Removed)+len(r.Changed) == 0 && !c.Results
}

func TestDiff(t *testing.T) {
	const catalogue = `[
 {"id": 1, "name": "Samba", "starts_at": "2027-01-01T20:00",
  "location": {"name": "Teatro", "city": "Recife", "state_abbr": "PE"}},
 {"id": 2, "name": "Choro", "starts_at": "2027-01-02T20:00", "tickets": [{"name": "Inteira",
  "price": 5000, "available": true}]},
 {"id": 3, "name": "Frevo", "starts_at": "2027-01-03T20:00"},
 {"id": 4, "name": "Coco", "starts_at": "2027-01-04T20:00"}]`
	s := newShop(t, catalogue)
	s.MustPublish()
	diff := func(edit func()) *changes.Changes {
		t.Helper()
		before := s.Live()
		edit()
		s.later()
		s.MustPublish()
		changes, err := changes.Diff(before, s.Live())
		require.NoError(t, err)
		require.False(t, none(changes))
		return changes
	}
	replace := func(pairs ...string) func() {
		return func() {
			s.Write("catalogue.json", strings.NewReplacer(pairs...).Replace(catalogue))
		}
	}

	c := diff(replace(`"name": "Teatro", "city": "Recife"`, `"name": "Teatro", "city": "Olinda"`,
		`"price": 5000`, `"price": 6000`, `{"id": 3, "name": "Frevo"`,
		`{"id": 5, "name": "Maracatu"`))
	require.Equal(t, []string{"maracatu"}, c.Events.Added)
	require.Equal(t, []string{"frevo"}, c.Events.Removed)
	require.Equal(t, []changes.EventChange{
		// A price is on pages only.
		{Slug: "choro", Fields: []changes.FieldChange{},
			Paths: []string{"/eventos/choro", "/eventos/choro.md", "/eventos/choro.png"}},
		{Slug: "samba", Fields: []changes.FieldChange{
			{Name: "location.city", Before: json.RawMessage(`"Recife"`),
				After: json.RawMessage(`"Olinda"`)},
		}, Paths: []string{"/api/public/v1/events/samba", "/eventos/samba", "/eventos/samba.ics",
			"/eventos/samba.md", "/eventos/samba.png"}},
	}, c.Events.Changed)
	require.Contains(t, c.Resources.Added, "/cidades/olinda-pe.md")
	require.Contains(t, c.Resources.Removed, "/cidades/recife-pe")
	require.Contains(t, c.Resources.Changed, "/sitemap.xml")
	require.NotContains(t, c.Resources.Changed, "/eventos/coco")
	require.True(t, c.Results)

	// A member that comes or goes.
	c = diff(replace(`,
  "location": {"name": "Teatro", "city": "Recife", "state_abbr": "PE"}`, ``))
	at := 0
	for i, e := range c.Events.Changed {
		if e.Slug == "samba" {
			at = i
		}
	}
	fields := c.Events.Changed[at].Fields
	require.Len(t, fields, 1)
	require.Equal(t, "location", fields[0].Name)
	require.JSONEq(t, "null", string(fields[0].After))
	require.Contains(t, string(fields[0].Before), `"Olinda"`)

	// The look of all pages is no change of any event.
	s.Write("catalogue.json", catalogue)
	s.later()
	s.MustPublish()
	c = diff(func() { s.YAML(buildtest.FileSource + "notice: Casa nova\n") })
	require.Empty(t, c.Events.Changed)
	require.Contains(t, c.Resources.Changed, "/eventos/coco")

	// Another address of the API moves no event.
	c = diff(func() {
		s.Write("brand.yaml",
			"name: Palco\nlocale: pt-BR\ntimezone: America/Sao_Paulo\nsite_url: "+
				"https://palco.example\nbase_url: "+
				"https://palco.example/x/api/public/v1\nauth_url: https://auth.palco.example\n"+
				buildtest.FileSource)
	})
	require.Empty(t, c.Events.Added)
	require.Empty(t, c.Events.Removed)
	require.Contains(t, c.Resources.Removed, "/api/public/v1/events/coco")
	require.Contains(t, c.Resources.Added, "/x/api/public/v1/events/coco")
}

// Every host of the brand, the API's with its own port, and pages of results.
func TestWriteAddresses(t *testing.T) {
	s := newShop(t, oneShow)
	hosts := func(base, more string) {
		s.Write("brand.yaml",
			"name: Palco\nlocale: pt-BR\ntimezone: America/Sao_Paulo\nsite_url: "+
				"http://palco.localhost:8080\nbase_url: "+base+
				"\nauth_url: https://auth.palco.example\n"+more+buildtest.FileSource)
	}
	hosts("http://palco.localhost:8080/api/public/v1", "")
	s.MustPublish()
	before := s.Live()
	addresses := func(before, after *release.Release) []string {
		t.Helper()
		c, err := changes.Diff(before, after)
		require.NoError(t, err)
		var b strings.Builder
		require.NoError(t, c.WriteAddresses(&b, before, after))
		require.True(t, strings.HasSuffix(b.String(), "\n"))
		return strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	}
	all := addresses(nil, before)
	for _, path := range []string{"/", "/index.md", "/robots.txt", "/eventos/samba",
		"/eventos/samba.md", "/eventos", "/eventos.md", "/api/public/v1/events",
		"/api/public/v1/events/samba"} {
		require.Contains(t, all, "http://palco.localhost:8080"+path)
	}
	for _, a := range all {
		require.True(t, strings.HasPrefix(a, "http://palco.localhost:8080/"), a)
	}
	s.later()
	s.Write("catalogue.json",
		`[{"id": 1, "name": "Samba de roda", "slug": "samba", "starts_at": "2027-01-01T20:00"},`+
			` {"id": 2, "name": "Choro"}]`)
	hosts("http://api.palco.localhost:9090/api/public/v1", "aliases: [www.palco.localhost]\n")
	s.MustPublish()
	changed := addresses(before, s.Live())
	for _, host := range []string{"palco.localhost:8080", "api.palco.localhost:9090",
		"www.palco.localhost:8080"} {
		require.Contains(t, changed, "http://"+host+"/eventos/samba")
		require.Contains(t, changed, "http://"+host+"/eventos/choro.md")
		require.Contains(t, changed, "http://"+host+"/api/public/v1/events/samba")
	}
	s.later()
	before = s.Live()
	s.Write("catalogue.json",
		`[{"id": 1, "name": "Samba de roda", "slug": "samba", "starts_at": "2027-01-01T20:00"},`+
			` {"id": 2, "name": "Choro", "description": "novo"}]`)
	s.MustPublish()
	changed = addresses(before, s.Live())
	require.Contains(t, changed, "http://palco.localhost:8080/api/public/v1/events/choro")
	require.NotContains(t, changed, "http://palco.localhost:8080/eventos/samba")

	// Caches hold every spelling that was answered, and the spelling with the new words.
	before = s.Live()
	s.later()
	hosts("http://palco.localhost:8080/api/public/v1", "paths: {events: shows, cities: lugares}\n")
	s.MustPublish()
	moved := s.Live()
	s.later()
	hosts("http://palco.localhost:8080/api/public/v1", "paths: {events: gigs}\n")
	s.MustPublish()
	for _, side := range []struct {
		before, after *release.Release
		words         []string
	}{{before, moved, []string{"eventos", "shows"}}, {moved, s.Live(), []string{"eventos", "shows",
		"gigs"}}} {
		changed = addresses(side.before, side.after)
		for _, word := range side.words {
			for _, rest := range []string{"", ".md", "/samba", "/samba.md", ".atom"} {
				require.Contains(t, changed, "http://palco.localhost:8080/"+word+rest)
			}
		}
		require.Contains(t, changed, "http://palco.localhost:8080/eventos.ndjson")
		require.NotContains(t, strings.Join(changed, "\n"), "shows.ndjson")
	}
}

// A damaged body is an error that names its file.
func TestDiffDamaged(t *testing.T) {
	s := newShop(t, oneShow)
	s.MustPublish()
	before := s.Live()
	s.later()
	s.Write("catalogue.json", strings.Replace(oneShow, "Samba", "Samba!", 1))
	s.MustPublish()
	files, err := filepath.Glob(filepath.Join(s.Dir(), release.SegmentsDir, "*"))
	require.NoError(t, err)
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		for i := 32; i < len(data); i++ {
			data[i] ^= 1
		}
		require.NoError(t, os.Remove(file))
		require.NoError(t, os.WriteFile(file, data, 0o444))
	}
	_, err = changes.Diff(before, s.Live())
	require.ErrorIs(t, err, release.ErrCorrupt)
	require.ErrorContains(t, err, ".seg")
}
