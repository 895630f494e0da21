package build_test

import (
	"crypto/sha256"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/build/buildtest"
	"cartaz/builder/internal/build/keep"
	"cartaz/builder/release"
	"cartaz/builder/search"
	"cartaz/templates"
)

// later is the difference of a second build of another source: the paths whose
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
		if takenAlong(path) {
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
				require.Equal(t, before.Variant(i).ETag(), ref.Variant(i).ETag(),
					path)
			}
		}
	}
	for ref := range old.Resources() {
		path := string(ref.Path())
		if _, ok := live.Lookup(path); !ok && !takenAlong(path) &&
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
		return append(page("/eventos/"+slug), "/eventos/"+slug+".ics", api+slug)
	}
	sitemap := []string{"/sitemap.xml"}
	for _, test := range []struct {
		name, catalogue string
		after           time.Duration
		want            later
		read            []int64 // events whose content was read anew
	}{
		{
			"a description", buildtest.Array(buildtest.Samba, strings.Replace(buildtest.Choro,
				"Roda de choro", "Regional", 1), buildtest.Frevo), time.Hour,
			later{moved: all(event("choro"), sitemap)}, []int64{2},
		},
		{
			// The price is also on cards, on the pages that show them; the API has no cards.
			"a price", buildtest.Array(buildtest.Samba, strings.Replace(buildtest.Choro, "5000",
				"6000", 1), buildtest.Frevo), time.Hour,
			later{moved: all(page("/eventos/choro", "/", "/cidades/recife-pe",
				"/organizadores/casa", "/agenda", "/agenda/2027-01", "/agenda/2027-01-02"),
				sitemap, []string{"/eventos/choro.png"})}, []int64{2},
		},
		{
			"the order and unknown members", buildtest.Array(buildtest.Frevo,
				strings.Replace(buildtest.Choro, "{", `{"x":1,`, 1), buildtest.Samba),
			time.Hour, later{}, nil,
		},
		{
			"an event less", buildtest.Array(buildtest.Samba, buildtest.Frevo), time.Hour,
			later{
				// The page of a city counts the events of the others.
				// Months and days count their own, and link to the days next to them.
				// The page of the other event of its organiser leads to it no more.
				moved: all(page("/", "/eventos/samba", "/cidades", "/cidades/recife-pe",
					"/cidades/olinda-pe", "/organizadores", "/organizadores/casa", "/agenda",
					"/agenda/2027-01", "/agenda/2027-01-01"), sitemap,
					[]string{"/llms.txt", "/index.png"}),
				went: all(event("choro"), page("/agenda/2027-01-02"),
					[]string{"/eventos/choro.png"}),
			}, nil,
		},
		{
			"an event more", buildtest.Array(buildtest.Samba, buildtest.Choro, buildtest.Frevo,
				`{"id":7,"slug":"baile","name":"Baile","starts_at":"2027-01-02T22:00"}`), time.Hour,
			later{
				moved: all(page("/", "/agenda", "/agenda/2027-01", "/agenda/2027-01-02"), sitemap,
					[]string{"/index.png"}),
				came: all(event("baile"), []string{"/eventos/baile.png"}),
			}, []int64{7},
		},
		{
			// It leaves the list and the cards, and was the example of the API's description.
			// There are events in both cities and in the archive before and after.
			"an event ends", buildtest.Array(buildtest.Samba, buildtest.Choro, buildtest.Frevo,
				buildtest.Coco, buildtest.Velho), 100 * time.Hour,
			later{moved: all(page("/", "/eventos/frevo", "/cidades/olinda-pe",
				"/cidades/recife-pe", "/cidades", "/organizadores/bloco", "/organizadores",
				"/agenda", "/agenda/2027-01", "/agenda/2027-01-01", "/arquivo",
				"/arquivo/2026-11"), sitemap,
				[]string{api + "frevo", "/llms.txt", "/index.png", "/.well-known/openapi.json",
					"/api/public/v1/openapi.json"}),
				went: all(page("/agenda/2026-11", "/agenda/2026-11-22"),
					[]string{"/eventos/frevo.png"})},
			[]int64{3},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			before := buildtest.Array(buildtest.Samba, buildtest.Choro, buildtest.Frevo)
			if strings.Contains(test.catalogue, buildtest.Coco) {
				before = test.catalogue
			}
			s := newShop(t, before)
			s.MustPublish()
			old := s.Live()
			s.Write("catalogue.json", test.catalogue)
			s.Options.Now = buildtest.Noon.Add(test.after)
			out := s.MustBuild()
			require.Equal(t, len(test.want.moved) > 0, out.Published)
			live := s.Live()
			got := compare(t, old, live, s.Options.Now)
			require.Equal(t, test.want, got)
			var read []int64
			for row := range live.Events() {
				if row.ReadAt == s.Options.Now.Unix() {
					read = append(read, row.ID)
					continue
				}
				require.Equal(t, buildtest.Noon.Unix(), row.ReadAt)
			}
			require.Equal(t, test.read, read)
			s.RequireClean()
		})
	}
}

// withoutHistory returns what clients get of a release, except what only earlier releases tell:
// which changes there were, which events are new or gone, and how often an event has changed.
func withoutHistory(t testing.TB, rel *release.Release) map[string]string {
	t.Helper()
	all := map[string]string{"search": fmt.Sprintf("%x", sha256.Sum256(rel.SearchIndex()))}
	for key, text := range contents(t, rel) {
		path, _, _ := strings.Cut(key, " ")
		if text, ok := timeless(path, text); ok {
			all[key] = text
		}
	}
	for ref := range rel.Resources() {
		if takenAlong(string(ref.Path())) {
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

const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h%d"/></svg>`

// TestEveryInputCounts changes each thing that decides what a build makes, one by one. The next
// build publishes, and the one after it ends without drawing anything.
func TestEveryInputCounts(t *testing.T) {
	t.Parallel()
	catalogue := func(records ...string) func(s *buildtest.Shop) {
		return func(s *buildtest.Shop) { s.Write("catalogue.json", buildtest.Array(records...)) }
	}
	yaml := func(text string) func(s *buildtest.Shop) {
		return func(s *buildtest.Shop) {
			s.YAML(buildtest.FileSource + "theme: {logo: logo.svg}\n" + text)
		}
	}
	clock := func(at time.Time) func(s *buildtest.Shop) {
		return func(s *buildtest.Shop) { s.Options.Now = at }
	}
	s := buildtest.NewShop(t, buildtest.Array(buildtest.Samba, buildtest.Choro, buildtest.Frevo))
	s.Write("logo.svg", fmt.Sprintf(logo, 9))
	s.YAML(buildtest.FileSource + "theme: {logo: logo.svg}\n")
	require.NoError(t, os.Mkdir(filepath.Join(s.Brand, "pages"), 0o755))
	s.Write("pages/sobre.md", "---\ntitle: Sobre\n---\nUm palco.\n")
	s.MustPublish()
	unchanged := s.MustBuild()
	require.False(t, unchanged.Published)
	require.NotEmpty(t, unchanged.Report.Languages)
	for _, test := range []struct {
		name   string
		change func(s *buildtest.Shop)
	}{
		{"a word of an event", catalogue(buildtest.Samba, buildtest.Choro,
			strings.Replace(buildtest.Frevo, "na rua", "na praça", 1))},
		{"a price", catalogue(buildtest.Samba, strings.Replace(buildtest.Choro, "5000", "5100", 1),
			buildtest.Frevo)},
		{"one event more", catalogue(buildtest.Samba, buildtest.Choro, buildtest.Frevo,
			buildtest.Coco)},
		{"one event less", catalogue(buildtest.Samba, buildtest.Choro, buildtest.Frevo)},
		{"an event has begun", clock(time.Date(2026, 11, 22, 23, 30, 0, 0, time.UTC))},
		{"an event has ended", clock(time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC))},
		{"a setting of pages", yaml("contact: ola@palco.example\n")},
		{"a guard", yaml("guards: {max_shrink: 0.4}\n")},
		{"languages of the search", yaml("search: {languages: [pt, fr]}\n")},
		{"the logo", func(s *buildtest.Shop) {
			s.Write("logo.svg", fmt.Sprintf(logo, 8))
		}},
		{"a page of its own", func(s *buildtest.Shop) {
			s.Write("pages/sobre.md", "---\ntitle: Sobre\n---\nDois palcos.\n")
		}},
		{"a template of its own", func(s *buildtest.Shop) {
			require.NoError(s, os.MkdirAll(filepath.Join(s.Brand, "templates"), 0o755))
			s.Write("templates/site.css", ".hero { color: inherit }\n")
		}},
		{"a template of the builder", func(s *buildtest.Shop) {
			s.Options.Templates = templates.Embedded.With(map[string]string{
				templates.StyleSheet: "\n.hero { color: inherit }\n"})
		}},
		{"a discovery document of the builder", func(s *buildtest.Shop) {
			s.Options.Templates = templates.Embedded.With(map[string]string{
				"discovery/llms.txt": templates.Embedded["discovery/llms.txt"] + "\nOi.\n"})
		}},
		{"the live release is another one of the same content", func(s *buildtest.Shop) {
			// damaged, so that the build makes it again
			require.NoError(s, os.Remove(filepath.Join(s.Dir(), release.ReleasesDir,
				s.Live().ID(), release.TableFile)))
		}},
	} {
		test.change(s)
		require.True(t, s.MustBuild().Published, test.name)
		require.NoError(t, s.Live().Verify(true))
		dead := filepath.Join(s.Dir(), release.SegmentsDir, strings.Repeat("0", 32)+".seg")
		require.NoError(t, os.WriteFile(dead, []byte("no release names it"), 0o444))
		unchanged = s.MustBuild()
		require.False(t, unchanged.Published, test.name)
		require.Zero(t, unchanged.Drawn)
		require.NoFileExists(t, dead)
	}
}

// TestDeadBytesAreCompacted: every build changes the first event, every second one the second, and
// so on, so that a few bytes of each segment stay in use. Segments do not pile up.
func TestDeadBytesAreCompacted(t *testing.T) {
	t.Parallel()
	s := newShop(t, "")
	smallest := int64(math.MaxInt64)
	for i := range 24 {
		records := make([]string, 12)
		for j := range records {
			version := i - i%(j+1)
			records[j] = fmt.Sprintf(`{"id":%d,"slug":"e%d","name":"Evento %d"}`, j+1, j, version)
		}
		s.Write("catalogue.json", buildtest.Array(records...))
		s.MustPublish()
		var stored int64
		segments := s.Live().Manifest().Segments
		for _, segment := range segments {
			stored += segment.Size
		}
		smallest = min(smallest, stored)
		require.Less(t, stored, 3*smallest, "build %d names %d segments", i, len(segments))
	}
}

// TestSynonymsTouchTheSearchAlone: they decide what the search finds, and no page is drawn or
// stored again for them.
func TestSynonymsTouchTheSearchAlone(t *testing.T) {
	t.Parallel()
	s := newShop(t, buildtest.Array(buildtest.Samba, buildtest.Choro, buildtest.Frevo))
	s.MustPublish()
	before := s.Live()
	pages := func(rel *release.Release) map[string]string {
		all := withoutHistory(t, rel)
		delete(all, "search")
		return all
	}
	for _, step := range []struct{ yaml, slug string }{
		{"search: {synonyms: [[choro, zzxxyy]]}\n", "choro"}, {"", ""},
	} {
		s.YAML(buildtest.FileSource + step.yaml)
		require.Zero(t, s.MustPublish().Drawn)
		require.Equal(t, pages(before), pages(s.Live()))
		index, err := search.Open(s.Live().SearchIndex())
		require.NoError(t, err)
		found, _ := index.Search(search.Query{Text: "zzxxyy"}, 0, 9, nil)
		require.Equal(t, step.slug != "", len(found) == 1)
		require.False(t, s.MustBuild().Published, "nothing has changed")
	}
}

var stamps = regexp.MustCompile(`(?m)^(DTSTAMP|LAST-MODIFIED|SEQUENCE):.*\n`)

// timeless returns a body without its history; false for a body that is only history, or is coded:
// collections have what vanished, feeds what is new. They have tests of their own.
func timeless(path, text string) (string, bool) {
	isData := strings.HasSuffix(path, ".ndjson") && path != catalog.ChangesPath
	if takenAlong(path) && !isData {
		return "", false
	}
	if strings.HasSuffix(path, ".ics") {
		return stamps.ReplaceAllString(text, ""), strings.HasPrefix(text, "BEGIN:VCALENDAR")
	}
	return text, true
}

// takenAlong reports whether a path is a collection, a feed, the data beside them, the known former
// addresses, or the sums, which calendars with cancelled events do not have.
func takenAlong(path string) bool {
	return path == keep.PathSums || strings.HasPrefix(path, catalog.FormerPath) ||
		strings.HasPrefix(path, catalog.GonePath) || strings.HasSuffix(path, ".atom") ||
		strings.HasSuffix(path, ".feed.json") || strings.HasSuffix(path, ".ndjson") ||
		strings.HasSuffix(path, ".ics") && !strings.HasPrefix(path, "/eventos/")
}
