package site_test

import (
	"encoding/xml"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cartaz/builder/catalog"
	"cartaz/builder/internal/build/buildtest"
	"cartaz/builder/release"
	"cartaz/builder/rowstest"
)

const groupsCatalogue = `[
{"id": 1, "slug": "um", "name": "Um", "starts_at": "2026-12-05T21:00:00-03:00", "tags": ["Samba"],
 "location": {"name": "Teatro Lume", "city": "São Paulo", "state_abbr": "SP",
 "latitude": -23.5581, "longitude": -46.6462}},
{"id": 2, "slug": "dois", "name": "Dois", "starts_at": "2026-12-06T21:00:00-03:00",
 "location": {"name": "Casa Rosa", "city": "São Paulo", "state_abbr": "SP",
 "latitude": -23.5590, "longitude": -46.6470}},
{"id": 3, "slug": "tres", "name": "Três", "starts_at": "2026-12-07T21:00:00-03:00",
 "tags": ["Rock", "samba"],
 "location": {"name": "Stadthalle", "city": "Graz", "country": "Österreich"}},
{"id": 4, "slug": "quatro", "name": "Quatro", "starts_at": "2026-05-07T21:00:00-03:00",
 "tags": ["Choro"],
 "location": {"name": "Teatro da Aurora", "city": "Recife", "state_abbr": "PE"}},
{"id": 5, "slug": "cinco", "name": "Cinco", "state": "cancelled",
 "location": {"city": "Recife", "state_abbr": "PE"}}
]`

var location = regexp.MustCompile(`<loc>https://palco\.example(.*?)</loc>`)

// sitemap returns the addresses in the sitemap.
func sitemap(t testing.TB, rel *release.Release) map[string]bool {
	t.Helper()
	text := buildtest.Body(t, rel, "/sitemap.xml", "application/xml")
	require.NoError(t, xml.Unmarshal([]byte(text), new(struct{})))
	all := map[string]bool{}
	for _, m := range location.FindAllStringSubmatch(text, -1) {
		all[m[1]] = true
	}
	return all
}

// TestGroupPages: each city, venue, country and topic has a page, and each kind a list of the
// groups with events on sale. A page without events on sale lists past events and is not for search
// engines.
func TestGroupPages(t *testing.T) {
	s := buildtest.NewShop(t, groupsCatalogue)
	s.MustPublish()
	rel := s.Live()
	known := sitemap(t, rel)
	for path, want := range rowstest.Read[map[string][]string](t, "testdata/group-pages.yaml") {
		html := s.HTML(path)
		for _, text := range want {
			require.Contains(t, html, text, path)
		}
		require.NotContains(t, html, "noindex", path)
		require.True(t, known[path], path)
		require.NotEmpty(t, s.Markdown(path+".md"))
	}
	for path, want := range map[string]string{
		"/cidades/recife-pe":                 "/eventos/quatro",
		"/locais/teatro-da-aurora-recife-pe": "/eventos/quatro",
		"/temas/choro":                       "/eventos/quatro",
	} {
		html := s.HTML(path)
		require.Contains(t, html, want, path)
		require.Contains(t, html, `<meta name="robots" content="noindex,follow">`, path)
		require.False(t, known[path], path)
	}
	require.NotContains(t, s.HTML("/cidades"), "recife")
	require.NotContains(t, s.Body("/api/public/v1/events/tres", "application/json"), "tags")
	require.NotContains(t, s.Body("/api/public/v1/events/tres", "application/json"), "country")
}

// TestOneOfAKindHasNoList: a brand of one city in one country has no lists of cities, countries and
// topics, and no page links to them.
func TestOneOfAKindHasNoList(t *testing.T) {
	s := buildtest.NewShop(t, `[{"id": 1, "slug": "um", "name": "Um",
		"starts_at": "2026-12-05T21:00:00-03:00",
		"location": {"name": "Teatro Lume", "city": "São Paulo", "state_abbr": "SP"}}]`)
	s.MustPublish()
	rel := s.Live()
	home := s.HTML("/")
	for _, path := range []string{"/cidades", "/paises", "/temas", "/organizadores", "/arquivo",
		"/paises/br"} {
		_, ok := rel.Lookup(path)
		require.False(t, ok, path)
		require.NotContains(t, home, `"`+path+`"`)
	}
	require.NotContains(t, home, `id="cidades"`)
	require.Contains(t, home, `href="/locais"`)
}

// TestAnEventRedrawsItsGroupsOnly: pages of other groups keep their bytes and their dates.
func TestAnEventRedrawsItsGroupsOnly(t *testing.T) {
	s := buildtest.NewShop(t, groupsCatalogue)
	s.MustPublish()
	html := func(rel *release.Release) map[string]string {
		pages := map[string]string{}
		for ref := range rel.Resources() {
			path := string(ref.Path())
			for _, prefix := range []string{"/cidades", "/locais", "/paises",
				"/temas", "/arquivo", "/embed/"} {
				if strings.HasPrefix(path, prefix) && strings.HasPrefix(
					ref.Variant(0).ContentType(), "text/html") {
					pages[path] = buildtest.Body(t, rel, path, "text/html")
				}
			}
		}
		return pages
	}
	before := html(s.Live())
	s.Write("catalogue.json", strings.Replace(groupsCatalogue, `"name": "Três"`,
		`"name": "Trio"`, 1))
	s.Options.Now = buildtest.Noon.Add(1e9)
	require.Equal(t, 1, s.MustPublish().Drawn)
	changed := []string{}
	for path, text := range html(s.Live()) {
		if before[path] != text {
			changed = append(changed, path)
		}
	}
	require.ElementsMatch(t, []string{"/cidades/graz", "/locais/stadthalle-graz", "/paises/at",
		"/temas/rock", "/temas/samba", "/embed/cidades/graz", "/embed/locais/stadthalle-graz",
		"/embed/temas/rock", "/embed/temas/samba"}, changed)
}

// TestAListOfManyGroupsIsSplit: with more groups than one page holds, the list has the largest ones
// and leads to all of them by their letters.
func TestAListOfManyGroupsIsSplit(t *testing.T) {
	var b strings.Builder
	b.WriteString("[")
	for n := range 5 * 1001 { // a group of fewer events would have no page
		if n > 0 {
			b.WriteString(",")
		}
		venue := n / 5
		name := []string{"Arena", "Água", "100 Casas", "Ñandú", "Ødegård"}[venue%5]
		fmt.Fprintf(&b, `{"id": %d, "slug": "e%d", "name": "E",
			"starts_at": "2026-12-05T21:00:00-03:00",
			"location": {"name": "%s %d", "city": "Recife", "state_abbr": "PE"}}`, n+1, n, name, venue)
	}
	b.WriteString("]")
	s := buildtest.NewShop(t, b.String())
	s.MustPublish()
	rel := s.Live()
	known := sitemap(t, rel)
	index := s.HTML("/locais")
	require.Contains(t, index, "1.001 locais com eventos")
	require.Equal(t, 60, strings.Count(index, `<li><a href="/locais/`)-4)
	found := map[string]bool{}
	for letter, want := range map[string]int{"a": 401, "0": 200, "n": 200, "o": 200} {
		path := "/locais/letra/" + letter
		require.Contains(t, index, `href="`+path+`"`)
		require.Contains(t, s.Markdown("/locais.md"), path+".md")
		require.True(t, known[path], path)
		html := s.HTML(path)
		links := link.FindAllStringSubmatch(html, -1)
		n := 0
		for _, m := range links {
			if strings.HasPrefix(m[1], "/locais/") && !strings.Contains(m[1], "/letra/") {
				found[m[1]] = true
				n++
			}
		}
		require.Equal(t, want, n, path)
	}
	require.Len(t, found, 1001)
}

var link = regexp.MustCompile(`href="(/[^"#?]*)`)

// TestEveryPageHangsOnAnother: links lead from the home page to every address of the sitemap. The
// list, which the edge joins, links to every event on sale.
func TestEveryPageHangsOnAnother(t *testing.T) {
	catalogue, err := os.ReadFile("../../../../brands/palco/catalogue.json")
	require.NoError(t, err)
	s := buildtest.NewShop(t, string(catalogue))
	s.MustPublish()
	rel := s.Live()
	reached, todo := map[string]bool{"/": true}, []string{"/"}
	visit := func(path string) {
		if !reached[path] {
			reached[path] = true
			todo = append(todo, path)
		}
	}
	for len(todo) > 0 {
		path := todo[0]
		todo = todo[1:]
		if path == "/eventos" {
			for _, slug := range buildtest.Listed(t, rel) {
				visit("/eventos/" + slug)
			}
			continue
		}
		if path == catalog.TodayPath || path == catalog.TomorrowPath ||
			path == catalog.WeekendPath {
			continue // the edge leads to a day
		}
		ref, ok := rel.Lookup(path)
		require.True(t, ok, "a link leads to %s, where nothing is", path)
		if !strings.HasPrefix(ref.Variant(0).ContentType(), "text/html") {
			continue
		}
		for _, m := range link.FindAllStringSubmatch(buildtest.Body(t, rel, path, "text/html"),
			-1) {
			visit(m[1])
		}
	}
	known := sitemap(t, rel)
	require.Greater(t, len(known), 200)
	for path := range known {
		require.True(t, reached[path], "%s hangs on nothing", path)
	}
}

// TestEmbeds: each city, organiser, venue and topic has a list for frames on other sites, a country
// has none. It is a form of the group's page, the sitemap does not list it, and only it may be in a
// frame.
func TestEmbeds(t *testing.T) {
	t.Parallel()
	s := buildtest.NewShop(t, groupsCatalogue)
	s.MustPublish()
	rel := s.Live()
	sitemap := s.Body("/sitemap.xml", "application/xml")
	count := 0
	for ref := range rel.Resources() {
		path := string(ref.Path())
		group, ok := strings.CutPrefix(path, "/embed")
		if !ok {
			continue
		}
		count++
		require.Equal(t, group, string(ref.Canonical()))
		require.Equal(t, catalog.TwinPath(group), string(ref.Alternate()))
		html := ref.Variant(0)
		require.Equal(t, "text/html; charset=utf-8", html.ContentType())
		fields := map[string]string{}
		for _, f := range html.Profile() {
			fields[f.Name] = f.Value
		}
		require.Contains(t, fields["Content-Security-Policy"], "frame-ancestors *")
		require.Equal(t, "noindex", fields["X-Robots-Tag"])
		require.Equal(t, catalog.CacheSealed, fields["Cache-Control"])
		require.Equal(t, s.Markdown(group), s.Markdown(path))
		require.NotContains(t, sitemap, path)
	}
	require.Positive(t, count)
	for _, path := range []string{"/embed/cidades/graz", "/embed/locais/stadthalle-graz",
		"/embed/temas/rock"} {
		_, ok := rel.Lookup(path)
		require.True(t, ok, path)
	}
	_, ok := rel.Lookup("/embed/paises/at")
	require.False(t, ok)
}

// TestHome: brand.yaml orders the sections of the home page, what has no event is left out, no
// event has two cards, and without that key the catalogue decides.
func TestHome(t *testing.T) {
	headings := regexp.MustCompile(`<h([23]) id="[^"]*">(?:<a href="([^"]*)">)?([^<]*)`)
	s := buildtest.NewShop(t, groupsCatalogue)
	for yaml, want := range map[string][]string{
		"": {"Próximos eventos: um dois tres", "Agenda:", "Dezembro de 2026:", "Países:",
			"Temas:", "Cidades:"},
		"home: [/temas/samba, /temas/nada, free, featured, next, next, months, days]\n" +
			"featured: ['3', dois]\n": {"Samba: um tres", "Destaques: dois", "Agenda:",
			"Dezembro de 2026:", "Agenda:", "sáb 5 dez 2026:", "dom 6 dez 2026:",
			"seg 7 dez 2026:"},
		"home: [shelves, organisers, topics]\n": {"Samba: um tres", "Temas:"},
	} {
		s.YAML(buildtest.FileSource + yaml)
		s.MustPublish()
		html := s.HTML("/")
		html, _, _ = strings.Cut(html, `<section aria-labelledby="acompanhe"`)
		var got []string
		for i, part := range headings.FindAllStringSubmatchIndex(html, -1) {
			rest := html[part[1]:]
			if next := headings.FindAllStringIndex(html, -1); i+1 < len(next) {
				rest = html[part[1]:next[i+1][0]]
			}
			got = append(got, strings.TrimSpace(html[part[6]:part[7]]+": "+
				strings.Join(cardSlugs(rest), " ")))
		}
		require.Equal(t, want, got, yaml)
	}
	s.YAML(buildtest.FileSource + "home: [days, months]\n")
	s.MustPublish()
	html := s.HTML("/")
	for _, address := range []string{
		"/eventos?from=2026-12-05&amp;to=2026-12-05&amp;venue=teatro-lume-sao-paulo-sp",
		"/eventos?from=2026-12-01&amp;to=2026-12-31&amp;country=at"} {
		require.Contains(t, html, `<li><a href="`+address+`">`)
	}
}

// TestHomeNamesEachTopicOnce: a topic has one section, whether its address has the words of the
// brand or those of the shelves.
func TestHomeNamesEachTopicOnce(t *testing.T) {
	t.Parallel()
	var events []string
	for n := range 9 {
		events = append(events, fmt.Sprintf(`{"id": %d, "slug": "e%[1]d", "name": "E%[1]d", `+
			`"starts_at": "2026-12-05T21:00:00-03:00", "tags": ["Samba"]}`, n+1))
	}
	s := buildtest.NewShop(t, "["+strings.Join(events, ",")+"]")
	s.YAML(buildtest.FileSource + "paths: {topics: generos}\nhome: [/generos/samba, shelves]\n")
	s.MustPublish()
	html := s.HTML("/")
	require.Equal(t, 1, strings.Count(html, ">Samba</h2>"))
}

// TestHomeOfFestival: a brand that names nothing begins with the events that have a picture, and a
// programme of few days says when and where it is.
func TestHomeOfFestival(t *testing.T) {
	var records []string
	for i := range 12 {
		picture := ""
		if i >= 7 {
			picture = `"images":{"banner":"https://img.example/a.jpg"},`
		}
		records = append(records, fmt.Sprintf(`{"id":%d,"slug":"e%d","name":"Evento %d",%s`+
			`"starts_at":"2026-12-0%dT%d:00:00-03:00","location":{"name":"Teatro Lume",`+
			`"city":"Recife","state_abbr":"PE"}}`, i+1, i+1, i+1, picture, 5+i/6, 10+i))
	}
	s := buildtest.NewShop(t, buildtest.Array(records...))
	s.MustPublish()
	html := s.HTML("/")
	require.Contains(t, html, `<p class="lead">sáb–dom 5–6 dez 2026 · Recife, PE</p>`)
	_, posters, _ := strings.Cut(html, `<ul class="cards posters">`)
	posters, rest, _ := strings.Cut(posters, "</ul>")
	require.Equal(t, []string{"e8", "e9", "e10", "e11"}, cardSlugs(posters))
	require.NotContains(t, cardSlugs(rest), "e8")
}
