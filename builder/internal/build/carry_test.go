package build_test

import (
	"crypto/sha256"
	"fmt"
	"log/slog"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/internal/build"
	"cartaz/builder/release"
)

// three events: two in Recife, the third over before the clock strikes.
const (
	samba = `{"id":1,"slug":"samba","name":"Samba","description":"Roda de samba.",` +
		`"starts_at":"2027-01-01T20:00","location":{"city":"Recife","state_abbr":"PE"},` +
		`"producer":{"name":"Casa"},"tickets":[{"name":"Inteira","price":4000,"fee":400}]}`
	choro = `{"id":2,"slug":"choro","name":"Choro","description":"Roda de choro.",` +
		`"starts_at":"2027-01-02T20:00","location":{"city":"Recife","state_abbr":"PE"},` +
		`"producer":{"name":"Casa"},"tickets":[{"name":"Inteira","price":5000,"fee":500}]}`
	frevo = `{"id":3,"slug":"frevo","name":"Frevo","description":"Frevo na rua.",` +
		`"starts_at":"2026-11-22T20:00","ends_at":"2026-11-22T23:00","location":{"city":"Olinda",` +
		`"state_abbr":"PE"},"producer":{"name":"Bloco"}}`
	coco = `{"id":4,"slug":"coco","name":"Coco","starts_at":"2027-01-03T20:00",` +
		`"location":{"city":"Olinda","state_abbr":"PE"}}`
	velho = `{"id":5,"slug":"velho","name":"Velho","starts_at":"2026-11-01T20:00",` +
		`"location":{"city":"Recife","state_abbr":"PE"}}`
)

// later is what a second build of another source differs in: the paths whose
// Last-Modified moved, came and went.
type later struct{ moved, came, went []string }

// compare holds the resource tables of two releases against each other. What
// did not move has its old Last-Modified and its old bytes; what moved has the
// time of the build.
func compare(t testing.TB, old, live *release.Release, now time.Time) later {
	t.Helper()
	var d later
	for ref := range live.Resources() {
		path := string(ref.Path())
		if build.TakenAlong(path) {
			continue
		}
		before, ok := old.Lookup(path)
		switch {
		case path[0] == ':':
			require.Zero(t, ref.Modified())
		case strings.HasPrefix(path, "/embed/"):
			// A form of the page of its group: it moves only when that does.
			page, _ := live.Lookup(string(ref.Canonical()))
			require.LessOrEqual(t, ref.Modified(), page.Modified(), path)
		case !ok:
			d.came = append(d.came, path)
			require.Equal(t, now.Unix(), ref.Modified(), path)
		case ref.Modified() != before.Modified():
			d.moved = append(d.moved, path)
			require.Equal(t, now.Unix(), ref.Modified(), path)
		default:
			require.Equal(t, before.NumVariants(), ref.NumVariants(), path)
			for i := range ref.NumVariants() {
				require.Equal(t, before.Variant(i).Digest(), ref.Variant(i).Digest(), path)
				require.Equal(t, before.Variant(i).AppendETag(nil), ref.Variant(i).AppendETag(nil),
					path)
			}
		}
	}
	for ref := range old.Resources() {
		path := string(ref.Path())
		if _, ok := live.Lookup(path); !ok && !build.TakenAlong(path) &&
			!strings.HasPrefix(path, "/embed/") {
			d.went = append(d.went, string(ref.Path()))
		}
	}
	sort.Strings(d.went)
	return d
}

// TestChangeMovesWhatItMust: each change of a catalogue, and the addresses that
// get another Last-Modified by it.
func TestChangeMovesWhatItMust(t *testing.T) {
	t.Parallel()
	page := func(paths ...string) []string { // with their twins
		var list []string
		for _, p := range paths {
			twin := p + ".md"
			if p == "/" {
				twin = "/index.md"
			}
			list = append(list, p, twin)
		}
		return list
	}
	all := func(lists ...[]string) []string {
		var joined []string
		for _, l := range lists {
			joined = append(joined, l...)
		}
		sort.Strings(joined)
		return joined
	}
	const api = "/api/public/v1/events/"
	event := func(slug string) []string {
		return append(page("/eventos/"+slug), "/eventos/"+slug+
			".ics", api+slug)
	}
	sitemap := []string{"/sitemap.xml"}
	for _, test := range []struct {
		name, catalogue string
		after           time.Duration
		want            later
		read            []int64 // events whose content was read anew
	}{
		{
			"a description", array(samba, strings.Replace(choro, "Roda de choro", "Regional", 1),
				frevo), time.Hour,
			later{moved: all(event("choro"), sitemap)}, []int64{2},
		},
		{
			// The price stands on cards too, on the pages that show them; the API has none.
			"a price", array(samba, strings.Replace(choro, "5000", "6000", 1), frevo), time.Hour,
			later{moved: all(page("/eventos/choro", "/", "/cidades/recife-pe",
				"/organizadores/casa", "/agenda/2027-01-02"), sitemap)}, []int64{2},
		},
		{
			"the order and unknown members", array(frevo, strings.Replace(choro, "{", `{"x":1,`, 1),
				samba), time.Hour, later{}, nil,
		},
		{
			"an event less", array(samba, frevo), time.Hour,
			later{
				// The page of a city counts the events of the others.
				// Months and days count their own, and link to the days next to them.
				moved: all(page("/", "/cidades", "/cidades/recife-pe", "/cidades/olinda-pe",
					"/organizadores", "/organizadores/casa", "/agenda", "/agenda/2027-01",
					"/agenda/2027-01-01"), sitemap, []string{"/llms.txt"}),
				went: all(event("choro"), page("/agenda/2027-01-02")),
			}, nil,
		},
		{
			// It leaves the list and the cards, and was the example of the API's description.
			// There are events in both cities and in the archive before and after.
			"an event ends", array(samba, choro, frevo, coco, velho), 100 * time.Hour,
			later{moved: all(page("/", "/eventos/frevo", "/cidades/olinda-pe",
				"/cidades/recife-pe", "/cidades", "/organizadores/bloco", "/organizadores",
				"/agenda", "/agenda/2027-01", "/agenda/2027-01-01", "/arquivo",
				"/arquivo/2026-11"), sitemap,
				[]string{api + "frevo", "/llms.txt", "/.well-known/openapi.json",
					"/api/public/v1/openapi.json"}),
				went: all(page("/agenda/2026-11", "/agenda/2026-11-22"))},
			[]int64{3},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			before := array(samba, choro, frevo)
			if strings.Contains(test.catalogue, coco) {
				before = test.catalogue
			}
			s := newShop(t, before)
			s.mustPublish()
			old := s.live()
			s.write("catalogue.json", test.catalogue)
			s.options.Now = noon.Add(test.after)
			out := s.mustBuild()
			require.Equal(t, len(test.want.moved)+len(test.want.went) > 0, out.Published)
			live := s.live()
			got := compare(t, old, live, s.options.Now)
			require.Equal(t, test.want, got)
			var read []int64
			for row := range live.Events() {
				if row.ReadAt == s.options.Now.Unix() {
					read = append(read, row.ID)
					continue
				}
				require.Equal(t, noon.Unix(), row.ReadAt)
			}
			require.Equal(t, test.read, read)
			s.requireClean()
		})
	}
}

// TestNewEventArrives is the other direction: what was there keeps its times.
func TestNewEventArrives(t *testing.T) {
	t.Parallel()
	s := newShop(t, array(samba, frevo))
	s.mustPublish()
	old := s.live()
	s.write("catalogue.json", array(samba, choro, frevo))
	s.options.Now = noon.Add(time.Hour)
	s.mustPublish()
	live := s.live()
	got := compare(t, old, live, s.options.Now)
	require.Equal(t, []string{"/agenda/2027-01-02", "/agenda/2027-01-02.md",
		"/api/public/v1/events/choro", "/eventos/choro", "/eventos/choro.ics",
		"/eventos/choro.md"}, got.came)
	require.Empty(t, got.went)
	// Pages of problems name the cities, and the order of these has changed.
	for _, same := range []string{"/eventos/samba", "/eventos/samba.md", "/eventos/frevo",
		"/robots.txt"} {
		require.NotContains(t, got.moved, same)
	}
	require.Equal(t, []string{"frevo", "samba", "choro"}, listed(t, live))
	require.Contains(t, body(t, live, "/eventos/samba.md", "text/markdown"),
		`prices_read_at: "2026-11-20T12:00:00-03:00"`)
	require.Contains(t, body(t, live, "/eventos/choro.md", "text/markdown"),
		`prices_read_at: "2026-11-20T13:00:00-03:00"`)
}

// TestOlderReleasesGo: as many stay as the operator asked for, besides the live
// one.
func TestOlderReleasesGo(t *testing.T) {
	t.Parallel()
	s := newShop(t, array(samba))
	s.options.Keep = 2
	for i := range 5 {
		s.write("catalogue.json",
			array(strings.Replace(samba, `"Samba"`, `"Samba `+string(rune('A'+i))+`"`, 1)))
		s.mustPublish()
	}
	ids, err := release.List(s.dir())
	require.NoError(t, err)
	require.Len(t, ids, 3, "the live one and two before it")
	s.requireClean()
}

// TestIncrementalSaysWhatAFreshBuildSays: edits after which events that did not
// change themselves must not look as they did before.
func TestIncrementalSaysWhatAFreshBuildSays(t *testing.T) {
	t.Parallel()
	const (
		rival = `{"id":1,"slug":"a","name":"Rival"}`
		loser = `{"id":2,"slug":"a","name":"Loser","tickets":[{"name":"Inteira","price":1000,` +
			`"fee":100}],"starts_at":"2027-01-01T20:00"}`
		other  = `{"id":3,"slug":"b","name":"Other"}`
		inCity = `{"id":4,"slug":"c","name":"In a city","location":{"city":"Recife"}}`
		byOrg  = `{"id":5,"slug":"d","name":"By somebody","producer":{"name":"Casa"}}`
		closed = `{"id":4,"slug":"c","name":"In a city","location":{"city":"Recife"},` +
			`"is_closed":true}`
		pictured = `{"id":6,"slug":"e","name":"With a picture",` +
			`"images":{"banner":"https://images.example/e.jpg"}}`
	)
	for _, test := range []struct{ name, before, after, yamlBefore, yamlAfter string }{
		{name: "the winner of a slug goes", before: array(rival, loser, other),
			after: array(loser, other)},
		{name: "the winner of a slug comes", before: array(loser, other),
			after: array(rival, loser, other)},
		{name: "two swap their slugs", before: array(rival, other),
			after: `[{"id":1,"slug":"b","name":"Rival"},{"id":3,"slug":"a","name":"Other"}]`},
		{name: "an event moves and another takes its address", before: array(rival, other),
			after: `[{"id":1,"slug":"z","name":"Rival"},{"id":9,"slug":"a","name":"New"},` + other +
				"]"},
		{name: "the first city", before: array(other), after: array(other, inCity)},
		{name: "the last city", before: array(other, inCity), after: array(other, closed)},
		{name: "the first organiser", before: array(other), after: array(other, byOrg)},
		{name: "the last organiser", before: array(other, byOrg), after: array(other)},
		{name: "sales close", before: array(other, inCity), after: array(other, closed)},
		{name: "sales open", before: array(other, closed), after: array(other, inCity)},
		{name: "the first picture of another host", before: array(other),
			after: array(other, pictured)},
		{name: "currency", yamlAfter: "currency: USD\n"},
		{name: "zone", yamlAfter: "timezone: America/Manaus\n"},
		{name: "address to buy at", yamlAfter: "buy_url: https://tickets.example/{slug}\n"},
		{name: "colour", yamlAfter: "theme: {color: \"#aa0000\"}\n"},
		{name: "notice goes", yamlBefore: "notice: Sample.\n"},
		{name: "what caches may do", yamlAfter: "cdn: {keys_on_accept: yes}\n"},
		{name: "what machines may do", yamlAfter: "ai: {train: yes, search: no}\n"},
		{name: "end of version 1", yamlAfter: "v1: {sunset_at: 2030-01-01T00:00:00Z}\n"},
		{name: "host", yamlAfter: "aliases: [www.palco.example]\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var log strings.Builder
			s := newShop(t, test.before)
			s.options.Export = false
			s.options.Log = slog.New(slog.NewTextHandler(&log, nil))
			yaml := func(more string) {
				zone := "timezone: America/Sao_Paulo\n"
				if strings.HasPrefix(more, "timezone") {
					zone = ""
				}
				s.write("brand.yaml", `name: Palco
locale: pt-BR
site_url: https://palco.example
base_url: https://palco.example/api/public/v1
auth_url: https://auth.palco.example
`+zone+fileSource+"guards: {max_shrink: 1}\n"+more)
			}
			if test.before == "" {
				test.before = array(loser, other)
				test.after = test.before
			}
			s.write("catalogue.json", test.before)
			yaml(test.yamlBefore)
			s.mustPublish()
			s.write("catalogue.json", test.after)
			yaml(test.yamlAfter)
			s.mustPublish()
			incremental := withoutHistory(t, s.live())
			require.NoError(t, s.live().Verify(true))

			s.options.Out = t.TempDir()
			s.mustPublish()
			require.Equal(t, withoutHistory(t, s.live()), incremental)
			require.Empty(t, log.String(), "the release before was good")
		})
	}
}

// withoutHistory is what clients get of a release, but for what only earlier releases tell: which
// changes there were, which events are new or gone, and how often an event has changed.
func withoutHistory(t testing.TB, rel *release.Release) map[string]string {
	t.Helper()
	all := map[string]string{"search": fmt.Sprintf("%x", sha256.Sum256(rel.SearchIndex()))}
	for key, text := range contents(t, rel) {
		path, _, _ := strings.Cut(key, " ")
		if text, ok := build.Timeless(path, text); ok {
			all[key] = text
		}
	}
	for ref := range rel.Resources() {
		if build.TakenAlong(string(ref.Path())) {
			continue
		}
		for i := range ref.NumVariants() {
			v := ref.Variant(i)
			all[string(ref.Path())] += fmt.Sprint(string(ref.Canonical()), string(ref.Alternate()),
				v.Profile(), v.Coding(), v.Tokens())
		}
	}
	return all
}
